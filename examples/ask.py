"""Ingest the documents beside this file and ask five questions: `python examples/ask.py [URL]`, with `make dev` up."""

import sys
import textwrap
from pathlib import Path
from typing import Any

import requests

DOCUMENTS = Path(__file__).with_name("documents")
QUESTIONS = (
    "When did the last keepers leave the lighthouse, and why?",
    "What should I do when pink streaks show on my starter?",
    "¿Cuánto mide de ancho una cañada real?",
    "¿Qué pasa si devuelvo un libro con retraso?",
    "How far does the sea fall at a spring tide?",
)
TIMEOUT_SECONDS = 60


def main(url: str) -> None:
    with requests.Session() as session:
        session.headers["authorization"] = "Bearer local"
        ingest(session, url)
        for question in QUESTIONS:
            ask(session, url, question)


def ingest(session: requests.Session, url: str) -> None:
    documents = [
        {"id": path.name, "title": title_of(path), "text": path.read_text(encoding="utf-8")}
        for path in sorted(DOCUMENTS.glob("*.md"))
    ]
    answer = post(session, f"{url}/ingest", {"documents": documents, "chunking": {"chunk_size": 600, "overlap": 80}})
    for document in answer["documents"]:
        print(f"{document['id']:18} {document['status']:10} {document['chunks']} chunks")


def ask(session: requests.Session, url: str, question: str) -> None:
    """Print the best chunk, cut down to the sentences that are almost as near to the question as its nearest one."""
    answer = post(session, f"{url}/retrieve", {"query": question, "top_k": 1, "trim": {"relative": 0.97}})
    best, receipt = answer["chunks"][0], answer["trim"]["receipt"]
    print(f"\n{question}")
    print(textwrap.fill(" ".join(best["content"].split()), 100, initial_indent="    ", subsequent_indent="    "))
    where = f"{best['document_id']} [{best['start']}, {best['end']})"
    print(f"    -- {where}, {receipt['tokens_in']} tokens cut to {receipt['tokens_out']}")


def post(session: requests.Session, url: str, body: dict[str, Any]) -> dict[str, Any]:
    response = session.post(url, json=body, timeout=TIMEOUT_SECONDS)
    response.raise_for_status()
    answer: dict[str, Any] = response.json()
    return answer


def title_of(path: Path) -> str:
    return path.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8787")
