"""Measures FTS5's tokenizers on XQuAD: which finds the paragraph that answers a question, in English and Spanish.

Each language's 240 paragraphs are the documents. A query is the question's terms, each quoted, any of them.
"""

import json
import sqlite3
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from scripts.text_measures import DATA
from winnow.cloudflare.d1_store import match_any
from winnow.text.terms import fold, terms

TOKENIZERS = {
    "unicode61, diacritics kept": "unicode61 remove_diacritics 0",
    "unicode61, diacritics folded": "unicode61 remove_diacritics 2",
    "porter over unicode61, folded": "porter unicode61 remove_diacritics 2",
    "trigram, folded": "trigram",
}
DEPTH = 10
MIN_TRIGRAM_TERM = 3
"""Characters: trigram finds nothing shorter, and answers with an error to a query of nothing else."""


@dataclass(frozen=True, slots=True)
class Question:
    text: str
    paragraph: int


@dataclass(frozen=True, slots=True)
class Measured:
    """Shares of questions in [0, 1], milliseconds of a query, bytes of the index for each byte of text."""

    recall_at_1: float
    recall_at_5: float
    reciprocal_rank: float
    milliseconds: float
    size: float


def main() -> int:
    folder = DATA / "xquad"
    if not folder.is_dir():
        print(f"skipped: no XQuAD in {folder}", file=sys.stderr)
        return 0
    print("| tokenizer | language | R@1 | R@5 | MRR@10 | ms a query | index / text |")
    print("|---|---|---|---|---|---|---|")
    for name, tokenizer in TOKENIZERS.items():
        for language in ("en", "es"):
            paragraphs, questions = read_xquad(folder / f"xquad.{language}.json")
            result = measure(paragraphs, questions, tokenizer)
            shares = f"{result.recall_at_1:.3f} | {result.recall_at_5:.3f} | {result.reciprocal_rank:.3f}"
            print(f"| {name} | {language} | {shares} | {result.milliseconds:.1f} | {result.size:.2f} |")
    return 0


def read_xquad(file: Path) -> tuple[list[str], list[Question]]:
    paragraphs: list[str] = []
    questions: list[Question] = []
    for article in json.loads(file.read_text(encoding="utf-8"))["data"]:
        for paragraph in article["paragraphs"]:
            questions += [Question(item["question"], len(paragraphs)) for item in paragraph["qas"]]
            paragraphs.append(paragraph["context"])
    return paragraphs, questions


def measure(paragraphs: Sequence[str], questions: Sequence[Question], tokenizer: str) -> Measured:
    trigram = tokenizer == "trigram"
    # SQLite's trigrams fold diacritics from 3.45 on; an older one on this machine needs them folded before.
    contents = [fold(text) for text in paragraphs] if trigram else paragraphs
    database = sqlite3.connect(":memory:")
    database.execute(f"CREATE VIRTUAL TABLE texts USING fts5 (content, content = '', tokenize = '{tokenizer}')")
    empty = _pages(database)
    database.executemany("INSERT INTO texts (rowid, content) VALUES (?, ?)", enumerate(contents))
    database.execute("INSERT INTO texts (texts) VALUES ('optimize')")
    size = (_pages(database) - empty) / sum(len(text.encode()) for text in paragraphs)
    started = time.perf_counter()
    ranks = list(_ranks(database, questions, trigram=trigram))
    seconds = time.perf_counter() - started
    count = len(questions)
    return Measured(
        sum(rank == 1 for rank in ranks) / count,
        sum(0 < rank <= 5 for rank in ranks) / count,
        sum(1 / rank for rank in ranks if rank) / count,
        seconds * 1000 / count,
        size,
    )


def _ranks(database: sqlite3.Connection, questions: Sequence[Question], *, trigram: bool) -> Iterator[int]:
    """The place of each question's paragraph, from 1; 0 where it is not among the first `DEPTH`."""
    select = "SELECT rowid FROM texts WHERE texts MATCH ? ORDER BY bm25(texts), rowid LIMIT ?"
    for question in questions:
        asked = [term for term in dict.fromkeys(terms(question.text)) if not trigram or len(term) >= MIN_TRIGRAM_TERM]
        found = [row for (row,) in database.execute(select, (match_any(asked), DEPTH))]
        yield found.index(question.paragraph) + 1 if question.paragraph in found else 0


def _pages(database: sqlite3.Connection) -> int:
    """Bytes of the database's pages in use."""
    [(used,)] = database.execute(
        "SELECT (page_count - freelist_count) * page_size"
        " FROM pragma_page_count, pragma_freelist_count, pragma_page_size"
    )
    return int(used)


if __name__ == "__main__":
    sys.exit(main())
