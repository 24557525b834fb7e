"""What the development data says of a sentence splitter: boundary F1 and answers cut in two."""

import json
import os
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

DATA = Path(os.environ.get("WINNOW_DATA", Path(__file__).resolve().parents[2] / "shared" / "data"))
DEVELOPMENT_SETS = (("EWT en", "en", "en_ewt_dev.jsonl"), ("GSD es", "es", "es_gsd_dev.jsonl"))
LANGUAGES = ("en", "es")

Spans = Sequence[tuple[int, int]]
SpanSplitter = Callable[[str], Spans]


def development_texts() -> Iterator[str]:
    for _, _, name in DEVELOPMENT_SETS:
        yield from (row["text"] for row in _rows(name))


def boundary_f1(name: str, split: SpanSplitter) -> float:
    """F1 in percent over the ends of all sentences but each text's last, in one development set."""
    right = found = wanted = 0
    for row in _rows(name):
        ends, gold = {end for _, end in split(row["text"])[:-1]}, set(row["ends"])
        right, found, wanted = right + len(ends & gold), found + len(ends), wanted + len(gold)
    return 200 * right / (found + wanted)


def cut_answers(language: str, split: SpanSplitter) -> int:
    """Answers of XQuAD (1,190 a language) with a sentence end inside them."""
    data = json.loads((DATA / "xquad" / f"xquad.{language}.json").read_text(encoding="utf-8"))["data"]
    cut = 0
    for paragraph in (paragraph for article in data for paragraph in article["paragraphs"]):
        ends = [end for _, end in split(paragraph["context"])[:-1]]
        for answer in (question["answers"][0] for question in paragraph["qas"]):
            start = answer["answer_start"]
            following = bisect_right(ends, start)
            cut += following < len(ends) and ends[following] < start + len(answer["text"])
    return cut


def _rows(name: str) -> list[dict[str, Any]]:
    lines = (DATA / "sentences" / name).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]
