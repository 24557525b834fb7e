"""From paths to question sets, whichever form each is in."""

import csv
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from winnow_client.command.evaluation.forms.beir import CORPUS, read_beir
from winnow_client.command.evaluation.forms.qed import is_qed, read_qed
from winnow_client.command.evaluation.forms.squad import read_squad
from winnow_client.command.evaluation.forms.table import read_table
from winnow_client.command.evaluation.questions import DataError, QuestionSet

SUFFIXES = (".json", ".jsonl", ".jsonlines", ".csv")


def load_question_sets(paths: Sequence[Path]) -> list[QuestionSet]:
    """A set for each file, and for each folder in BEIR's form; any other folder is each of its files.

    Raises:
        DataError: a path is not there, is of no known form, or holds no question that can be asked.
    """
    sets = [_checked(loaded) for path in paths for loaded in _load(path)]
    if not sets:
        raise DataError(f"no data in {', '.join(map(str, paths))}")
    return sets


def _load(path: Path) -> Iterator[QuestionSet]:
    try:
        if (path / CORPUS).is_file():
            yield read_beir(path)
        elif path.is_dir():
            yield from (_read_file(file) for file in sorted(path.iterdir()) if file.suffix.lower() in SUFFIXES)
        else:
            yield _read_file(path)
    except OSError as error:
        raise DataError(f"{path}: {error.strerror or type(error).__name__}") from error
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, csv.Error) as error:
        raise DataError(f"{path} is of no known form: {type(error).__name__} {error}") from error


def _read_file(file: Path) -> QuestionSet:
    text = file.read_text(encoding="utf-8-sig")
    if file.suffix.lower() == ".csv":
        return read_table(file.stem, text)
    if file.suffix.lower() == ".json":
        return read_squad(file.stem, json.loads(text))
    entries: list[Any] = [json.loads(line) for line in text.split("\n") if line.strip()]
    if entries and is_qed(entries[0]):
        return read_qed(file.stem, entries)
    raise DataError(f"{file} is of no known form: its lines are not QED's, and BEIR's stand in a folder")


def _checked(loaded: QuestionSet) -> QuestionSet:
    if not loaded.passages or not loaded.answerable:
        raise DataError(f"{loaded.name} holds no question with an answer")
    for kind, ids in (
        ("documents", [passage.id for passage in loaded.passages]),
        ("questions", [question.id for question in loaded.questions]),
    ):
        if len(set(ids)) < len(ids):
            raise DataError(f"{loaded.name} has two {kind} of one id")
    return loaded
