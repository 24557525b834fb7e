"""Public question sets with marked answers, read from a folder that is no part of the project."""

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Literal

from local.paths import ROOT
from winnow.text.spans import Span

Language = Literal["en", "es"]


@dataclass(frozen=True, slots=True)
class Passage:
    """A paragraph. `sentences` are its own where the set marks them, else empty."""

    id: str
    title: str
    text: str
    article: str = ""
    sentences: Sequence[Span] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """A question, the passage that answers it, and where in the passage the answer stands."""

    text: str
    passage: Passage
    answer: Span


def find_data() -> Path | None:
    """The folder `WINNOW_DATA`, or `../shared/data` beside the project; None where there is none."""
    folder = Path(os.environ.get("WINNOW_DATA") or ROOT.parent / "shared" / "data")
    return folder if folder.is_dir() else None


def load_xquad(data: Path, language: Language) -> list[Question]:
    """1,190 questions over 240 paragraphs, the same in each language (SQuAD's format)."""
    articles = json.loads((data / "xquad" / f"xquad.{language}.json").read_text(encoding="utf-8"))["data"]
    questions = []
    for article in articles:
        for number, paragraph in enumerate(article["paragraphs"]):
            title = article["title"].replace("_", " ")
            passage = Passage(f"{article['title']}/{number}", title, paragraph["context"], article["title"])
            for entry in paragraph["qas"]:
                [answer] = entry["answers"]
                start = answer["answer_start"]
                questions.append(Question(entry["question"], passage, Span(start, start + len(answer["text"]))))
    return questions


def load_qed(data: Path) -> list[Question]:
    """Questions whose answer one marked sentence implies; that sentence is the answer here."""
    questions = []
    for line in (data / "qed" / "qed-dev.jsonlines").read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        if entry["annotation"]["explanation_type"] != "single_sentence":
            continue
        text = entry["paragraph_text"]
        bounds = [*entry["sentence_starts"], len(text)]
        sentences = [Span(start, end) for start, end in pairwise(bounds)]
        gold = entry["annotation"]["selected_sentence"]
        passage = Passage(str(entry["example_id"]), entry["title_text"], text, sentences=sentences)
        questions.append(Question(entry["question_text"], passage, Span(gold["start"], gold["end"])))
    return questions
