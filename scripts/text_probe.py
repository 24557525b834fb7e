"""Times a sentence splitter. Standard library only: the same file runs on the host and inside Pyodide."""

import json
import sys
import time
from collections.abc import Callable, Sequence

Splitter = Callable[[str], Sequence[object]]

CHUNK_BYTES = 2048
ROUNDS = 9  # of each text; the best counts

# Texts that bring naive splitters to their knees, as (name, text of n repetitions, n).
WORST_CASES: tuple[tuple[str, str, int], ...] = (
    ("1 MB without punctuation", "plain words go on ", 58_000),
    ("100,000 x 'a.'", "a.", 100_000),
    ("100,000 x 'a. '", "a. ", 100_000),
    ("50,000 x '('", "(", 50_000),
    ("200,000 dots", ".", 200_000),
    ("200,000 newlines", "\n", 200_000),
    ("200,000 spaces", " ", 200_000),
    ("30,000 list items", "- an item of a list\n", 30_000),
    ("100,000 x '. '", ". ", 100_000),
    ("100,000 x '.\"'", '."', 100_000),
)


def seconds(split: Splitter, texts: Sequence[str], *, rounds: int = 1) -> float:
    """Time to split all `texts` once: for each the best of `rounds`, so that busy neighbours do not count."""
    return sum(min(_once(split, text) for _ in range(rounds)) for text in texts)


def _once(split: Splitter, text: str) -> float:
    start = time.perf_counter()
    split(text)
    return time.perf_counter() - start


def worst_text(index: int, *, factor: int) -> str:
    """The worst case `index`, `factor` times as long, between two words so that nothing is stripped away."""
    _, piece, count = WORST_CASES[index]
    return f"x{piece * (count * factor)}x"


def probe(split: Splitter, chunks: Sequence[str]) -> dict[str, object]:
    """Seconds for all chunks, and for each worst case at n and 2 n."""
    worst = [
        [seconds(split, [worst_text(index, factor=factor)], rounds=2) for factor in (1, 2)]
        for index in range(len(WORST_CASES))
    ]
    return {"python": sys.version.split()[0], "chunks": seconds(split, chunks, rounds=ROUNDS), "worst": worst}


if __name__ == "__main__":
    from pathlib import Path

    from winnow.text.sentences import split_sentences

    print(json.dumps(probe(split_sentences, json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")))))
