"""Real text to hold the text core against; where it is absent, the test is skipped, saying so."""

import json
import os
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
NODE_MODULES = ROOT / "node_modules"
DATA = Path(os.environ.get("WINNOW_DATA", ROOT.parent / "shared" / "data"))


def existing(path: Path, what: str) -> Path:
    if not path.exists():
        pytest.skip(f"{what} is not here")
    return path


@cache
def xquad_paragraphs(language: str) -> list[str]:
    path = existing(DATA / "xquad" / f"xquad.{language}.json", "XQuAD (see WINNOW_DATA)")
    articles = json.loads(path.read_text(encoding="utf-8"))["data"]
    return [paragraph["context"] for article in articles for paragraph in article["paragraphs"]]
