"""`make bench-ingest`: what ingest costs, and how that grows, up to 20,000 chunks in the local stores.

The real Worker runs with the instant embedder, so the times are those of Winnow, D1 and the simulators, on this
machine. Calls of the model and of the index are counted by the local host; calls of the database by the same services
over the host's SQLite, where nothing else calls it.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import requests

from local.platform import LocalPlatform
from tests.fakes.house import SMALL_CHUNKS, House, sentences
from winnow.services.preparing import SubmittedDocument

CHUNKING = {"chunk_size": SMALL_CHUNKS.chunk_size, "overlap": SMALL_CHUNKS.overlap}
SHAPES = ((1, 1), (1, 10), (1, 100), (1, 1_000), (10, 10), (100, 10))
"""Documents in a request x chunks in a document."""
SCALE_CHUNKS = 20_000
SCALE_DOCUMENT_CHUNKS = 20
REQUEST_DOCUMENTS = 50
QUERIES = 20

Document = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Cost:
    documents: int
    chunks: int
    seconds: float
    model_calls: int
    index_calls: int
    database_calls: int

    def row(self) -> str:
        def per(calls: int) -> str:
            return f"{calls} | {calls / self.documents:.2f} | {calls / self.chunks:.3f}"

        rates = f"{self.documents / self.seconds:.1f} | {self.chunks / self.seconds:.0f}"
        calls = " | ".join(map(per, (self.model_calls, self.index_calls, self.database_calls)))
        return f"| {self.documents} x {self.chunks // self.documents} | {rates} | {calls} |"


class Bench:
    def __init__(self, platform: LocalPlatform) -> None:
        self._platform = platform
        self._session = requests.Session()
        self._session.trust_env = False
        self._session.headers["authorization"] = f"Bearer {platform.token}"

    def call(self, method: str, path: str, body: object = None) -> dict[str, Any]:
        answer = self._session.request(method, self._platform.url + path, json=body, timeout=300)
        answer.raise_for_status()
        document: dict[str, Any] = answer.json()
        return document

    def ingest(self, documents: Sequence[Document]) -> dict[str, Any]:
        answer = self.call("POST", "/ingest", {"documents": documents, "chunking": CHUNKING})
        failed = [item for item in answer["documents"] if item["status"] == "failed"]
        if failed:
            raise RuntimeError(f"not ingested: {failed[0]}")
        return answer

    def measure(self, documents: Sequence[Document]) -> Cost:
        self._platform.host.faults.forget_calls()
        started = time.perf_counter()
        answer = self.ingest(documents)
        seconds = time.perf_counter() - started
        calls = Counter(call.target for call in self._platform.host.faults.calls())
        chunks = sum(item["chunks"] for item in answer["documents"])
        return Cost(len(documents), chunks, seconds, calls["ai"], calls["vectorize"], database_calls(documents))


def database_calls(documents: Sequence[Document]) -> int:
    house = House()
    house.ingest(*(SubmittedDocument(**document) for document in documents))
    return house.steps.names.count("store")


def make_documents(prefix: str, count: int, chunks: int) -> list[Document]:
    return [
        {"id": f"{prefix}-{number}", "text": "\n\n".join(_texts(f"{prefix}{number}", chunks))}
        for number in range(count)
    ]


def _texts(word: str, count: int) -> Iterator[str]:
    """Chunks that differ between documents: one content-addressed chunk would still be two."""
    return (f"{text[:-1]} of {word}." for text in sentences(count))


def main() -> int:
    parser = argparse.ArgumentParser(prog="bench-ingest", description=__doc__)
    parser.add_argument("--chunks", type=int, default=SCALE_CHUNKS, help="in the stores at the end (%(default)s)")
    wanted = parser.parse_args().chunks
    with LocalPlatform(embedder="ngram", faults=True, clock_seconds=None) as platform:
        bench = Bench(platform)
        bench.ingest(make_documents("warm", 1, 1))
        print("| documents x chunks | documents/s | chunks/s | model calls | each document | each chunk |", end="")
        print(" index calls | each document | each chunk | database calls | each document | each chunk |")
        print("|---" * 12 + "|")
        for documents, chunks in SHAPES:
            print(bench.measure(make_documents(f"s{documents}x{chunks}", documents, chunks)).row(), flush=True)
        grow(bench, wanted)
        print_scale(bench)
    return 0


def grow(bench: Bench, wanted: int) -> None:
    """Fill the stores, and say how the rate holds."""
    print("\n| chunks stored | chunks/s of the last 1,000 | retrieve, ms | one document more, ms | unchanged, ms |")
    print("|---|---|---|---|---|", flush=True)
    number = 0
    while (stored := bench.call("GET", "/stats")["chunks"]["total"]) < wanted:
        started = time.perf_counter()
        bench.ingest(make_documents(f"scale{number}", REQUEST_DOCUMENTS, SCALE_DOCUMENT_CHUNKS))
        seconds = time.perf_counter() - started
        number += 1
        if number in (1, 2, 5) or number % 5 == 0:
            added = bench.call("GET", "/stats")["chunks"]["total"]
            rate = (added - stored) / seconds
            times = " | ".join(f"{value:.0f}" for value in (_retrieve(bench), *_one_more(bench, number)))
            print(f"| {added} | {rate:.0f} | {times} |", flush=True)


def _retrieve(bench: Bench) -> float:
    started = time.perf_counter()
    for query in range(QUERIES):
        bench.call("POST", "/retrieve", {"query": f"sentence number {query} of scale0{query}"})
    return (time.perf_counter() - started) * 1000 / QUERIES


def _one_more(bench: Bench, number: int) -> tuple[float, float]:
    """Milliseconds to ingest one document, and to ingest it again unchanged."""
    times = []
    for _ in range(2):
        started = time.perf_counter()
        bench.ingest(make_documents(f"more{number}", 1, SCALE_DOCUMENT_CHUNKS))
        times.append((time.perf_counter() - started) * 1000)
    return times[0], times[1]


def print_scale(bench: Bench) -> None:
    stats = bench.call("GET", "/stats")
    print(f"\nchunks {stats['chunks']}, vectors {stats['index']['vectors']}, outbox {stats['outbox']['depth']}")
    started = time.perf_counter()
    removed = bench.call(
        "POST", "/documents/delete", {"ids": [f"scale0-{number}" for number in range(REQUEST_DOCUMENTS)]}
    )
    print(f"deleted {removed} in {time.perf_counter() - started:.2f} s")
    started = time.perf_counter()
    bench.call("POST", "/admin/rebuild-lexical")
    print(f"lexical index rebuilt in {time.perf_counter() - started:.2f} s")


if __name__ == "__main__":
    sys.exit(main())
