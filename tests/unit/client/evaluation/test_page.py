"""The report is one file that needs nothing else."""

import re
from html.parser import HTMLParser

from tests.unit.client.evaluation.samples import OVERLAPPING, result
from winnow_client.command.evaluation.page import render_page

VOID = {"meta", "path", "circle", "rect"}


class Tags(HTMLParser):
    """Counts, and holds that every element is closed in its turn."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        assert {name for name, _ in attrs}.isdisjoint({"src", "href", "onload", "style"})
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, _attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag


def test_a_page_of_two_sets() -> None:
    page = render_page([result("en"), result("<es>", OVERLAPPING)])
    tags = Tags()
    tags.feed(page)
    assert tags.open == []
    assert tags.seen.count("h2") == 2
    assert tags.seen.count("svg") == 2 * 5, "trimming, three scores and latency of each"
    assert "script" not in tags.seen
    assert re.findall(r"https?:|url\(|@import", page) == []
    assert "&lt;es&gt;" in page
    assert "<es>" not in page
    assert "NaN" not in page
    assert "nan" not in re.findall(r"[a-z]+", page)


def test_without_answers_and_absent_questions_there_is_nothing_to_draw() -> None:
    tags = Tags()
    tags.feed(render_page([result("en", None, (), answers=0)]))
    assert tags.seen.count("svg") == 1
