"""Cuts a document into chunks of prose or of whole records; each chunk is a span of the document."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from winnow.text.graphemes import grapheme_start
from winnow.text.sentences import split_sentences
from winnow.text.spans import Span
from winnow.text.tokens import embeddable_end

CHUNK_SIZE_MIN = 40
"""Characters. Below it a chunk holds no sentence."""

_BREAK = re.compile(r"\s+")
_BLANK_LINE = re.compile(r"(?:\r\n|\r|\n)[^\S\r\n]*[\r\n]")
_IDEOGRAPH = "\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_WORD_START = re.compile(rf"(?<=\s)\S|[{_IDEOGRAPH}]")


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of a document: `text[start:end] == content`, offsets in code points.

    `ordinal` counts from 0; `separator` is what parts the records of a record-shaped document, None for prose.
    """

    ordinal: int
    start: int
    end: int
    content: str
    separator: str | None


def chunk_text(text: str, *, chunk_size: int = 800, overlap: int = 100, separator: str | None = None) -> list[Chunk]:
    """Cut `text` into chunks of at most `chunk_size` characters.

    Raises:
        ValueError: `chunk_size`, `overlap` or `separator` is out of its range.
    """
    _check(chunk_size, overlap, separator)
    if separator is None:
        spans = _prose(text, Span(0, len(text)), size=chunk_size, overlap=overlap)
    else:
        spans = _records(text, separator, size=chunk_size)
    return [Chunk(ordinal, start, end, text[start:end], separator) for ordinal, (start, end) in enumerate(spans)]


def _check(chunk_size: int, overlap: int, separator: str | None) -> None:
    if chunk_size < CHUNK_SIZE_MIN:
        raise ValueError(f"chunk_size must be at least {CHUNK_SIZE_MIN}, not {chunk_size}")
    if separator == "":
        raise ValueError("separator must not be empty")
    if not 0 <= overlap < chunk_size:
        raise ValueError(f"overlap must be in [0, chunk_size), not {overlap} with chunk_size {chunk_size}")


def _prose(text: str, span: Span, *, size: int, overlap: int) -> Iterator[Span]:
    """Windows over `text[span]`, each cut at its best boundary."""
    sentences = split_sentences(text[span.start : span.end])
    starts = [span.start + sentence.start for sentence in sentences]
    ends = [span.start + sentence.end for sentence in sentences]
    if not sentences:
        return
    last = ends[-1]
    start, previous_end = starts[0], starts[0]
    while True:
        limit = _window_end(text, start, min(start + size, last))
        if limit <= previous_end and start < previous_end:
            start = _skip_space(text, previous_end)
            continue
        end = limit if limit == last else _best_cut(text, max(start + (limit - start) // 2, previous_end), limit, ends)
        yield Span(start, end)
        if end == last:
            return
        start, previous_end = _next_start(text, start, end, starts, overlap), end


def _window_end(text: str, start: int, limit: int) -> int:
    limit = embeddable_end(text, start, limit)
    return start + len(text[start:limit].rstrip())


def _best_cut(text: str, low: int, limit: int, sentence_ends: list[int]) -> int:
    """The best boundary in `(low, limit]`: paragraph, then sentence, then line, then word, then character."""
    line = word = 0
    paragraph = 0
    for gap in _BREAK.finditer(text, low + 1, min(len(text), limit + 64)):
        if gap.start() > limit:
            break
        word = gap.start()
        if _BLANK_LINE.search(gap.group()):
            paragraph = word
        if "\n" in gap.group() or "\r" in gap.group():
            line = word
    index = bisect_right(sentence_ends, limit) - 1
    sentence = sentence_ends[index] if index >= 0 and sentence_ends[index] > low else 0
    return paragraph or sentence or line or word or grapheme_start(text, limit, floor=low)


def _next_start(text: str, start: int, end: int, sentence_starts: list[int], overlap: int) -> int:
    """Where the chunk after `text[start:end]` begins: a sentence, else a word, within `overlap` before `end`."""
    earliest = max(start + 1, end - overlap)
    index = bisect_left(sentence_starts, earliest)
    if index < len(sentence_starts) and sentence_starts[index] < end:
        return sentence_starts[index]
    word = _WORD_START.search(text, earliest, end)
    return word.start() if word else _skip_space(text, end)


def _skip_space(text: str, position: int) -> int:
    match = re.compile(r"\S").search(text, position)
    return match.start() if match else len(text)


def _records(text: str, separator: str, *, size: int) -> Iterator[Span]:
    """Whole records, packed greedily; one that is longer than a chunk is cut as prose, alone."""
    packed: Span | None = None
    for record in record_spans(text, separator):
        if packed is not None and _fits(text, Span(packed.start, record.end), size):
            packed = Span(packed.start, record.end)
            continue
        if packed is not None:
            yield packed
        packed = record if _fits(text, record, size) else None
        if packed is None:
            yield from _prose(text, record, size=size, overlap=0)
    if packed is not None:
        yield packed


def _fits(text: str, span: Span, size: int) -> bool:
    return span.end - span.start <= size and embeddable_end(text, span.start, span.end) == span.end


def record_spans(text: str, separator: str) -> Iterator[Span]:
    """The records between separators, without outer white space; blank ones are skipped."""
    start = 0
    while start <= len(text):
        stop = text.find(separator, start)
        stop = len(text) if stop < 0 else stop
        record = text[start:stop]
        stripped = record.strip()
        if stripped:
            first = start + len(record) - len(record.lstrip())
            yield Span(first, first + len(stripped))
        start = stop + len(separator)
