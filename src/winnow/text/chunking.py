"""Cuts a document into chunks, of prose or of whole records; each chunk is a span of the document."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from winnow.text.graphemes import grapheme_start
from winnow.text.records import split_records
from winnow.text.sentences import split_sentences
from winnow.text.spans import Span
from winnow.text.tokens import EMBEDDING_TOKENS_MAX, embeddable_end, max_embedding_tokens

CHUNK_SIZE_MIN = 32
"""Characters. A smaller chunk holds no sentence."""
CHUNK_SIZE_MAX = 2000
"""Characters. More never fit the embedding model's 512 tokens by our bound: prose ends near 1,100."""

_GAP_SEEN_MAX = 64  # characters of white space looked at to tell a paragraph from a line
_GAP = re.compile(r"(?<=\S)\s+")
_BLANK_LINE = re.compile(r"(?:\r\n|\r|\n)[^\S\r\n]*[\r\n]")
_LINE_BREAK = re.compile(r"[\r\n]")
_NOT_SPACE = re.compile(r"\S")
# A word also starts at each ideograph and kana: these scripts use no spaces.
_WORD_START = re.compile(
    r"(?<=\s)\S|[\u3041-\u3096\u30a1-\u30fa\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
)


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of a document: `text[start:end] == content`, offsets in code points.

    `ordinal` counts from 0. `separator` parts the records in `content`; None for prose.
    """

    ordinal: int
    start: int
    end: int
    content: str
    separator: str | None


def chunk_text(text: str, *, chunk_size: int = 800, overlap: int = 100, separator: str | None = None) -> list[Chunk]:
    """Cut `text` into chunks of at most `chunk_size` characters and EMBEDDING_TOKENS_MAX tokens.

    Guarantees: chunks have no outer white space; their starts ascend, and so do their ends; together they
    hold every character that is not white space (of a record-shaped text: every record).

    Prose (`separator` None): each window of `chunk_size` characters is cut in its second half, at the last
    end of a paragraph, else of a sentence, of a line, of a word, else between two characters (outside any
    grapheme cluster shorter than half a window). The next chunk starts at the first sentence, else word, that
    starts within the last `overlap` characters of this one and in its second half, else behind it.

    Records (`separator` set): whole records, packed greedily, never split; `overlap` does not apply. A record
    that is too long for a chunk is cut as prose, without overlap, into chunks of its own.

    Cost: linear in `text`.

    Raises:
        ValueError: `chunk_size` is not in [CHUNK_SIZE_MIN, CHUNK_SIZE_MAX], or `overlap` not in [0,
            chunk_size), or `separator` is empty.
    """
    if not CHUNK_SIZE_MIN <= chunk_size <= CHUNK_SIZE_MAX:
        raise ValueError(f"chunk_size must be in [{CHUNK_SIZE_MIN}, {CHUNK_SIZE_MAX}], not {chunk_size}")
    if not 0 <= overlap < chunk_size:
        raise ValueError(f"overlap must be in [0, chunk_size), here [0, {chunk_size}), not {overlap}")
    if separator is None:
        spans = _prose(text, size=chunk_size, overlap=overlap)
    else:
        spans = _records(text, separator, size=chunk_size)
    return [Chunk(ordinal, start, end, text[start:end], separator) for ordinal, (start, end) in enumerate(spans)]


def _prose(text: str, *, size: int, overlap: int) -> Iterator[Span]:
    sentences = split_sentences(text)
    if not sentences:
        return
    starts = [sentence.start for sentence in sentences]
    ends = [sentence.end for sentence in sentences]
    start, previous_end, last = starts[0], starts[0], ends[-1]
    while previous_end < last:
        limit = _window_end(text, start, min(start + size, last))
        if limit <= previous_end and start < previous_end:
            # What follows is so costly that the window ends within the overlap: go on without it.
            start = _skip_space(text, previous_end)
            continue
        end = limit if limit == last else _cut(text, start, limit, previous_end, ends)
        yield Span(start, end)
        start, previous_end = _next_start(text, start, end, starts, overlap), end


def _window_end(text: str, start: int, limit: int) -> int:
    """Where the longest chunk from `start` ends, of those within `limit` and the model's tokens."""
    limit = embeddable_end(text, start, limit)
    return start + len(text[start:limit].rstrip())


def _cut(text: str, start: int, limit: int, previous_end: int, sentence_ends: list[int]) -> int:
    """The best boundary in the second half of the window, behind the previous chunk's end."""
    low = max(start + (limit - start) // 2, previous_end)
    paragraph = line = word = None
    for gap in _GAP.finditer(text, low + 1, limit + _GAP_SEEN_MAX):
        if gap.start() > limit:
            break
        word = gap.start()
        if _LINE_BREAK.search(gap[0]):
            line = word
            if _BLANK_LINE.search(gap[0]):
                paragraph = word
    index = bisect_right(sentence_ends, limit) - 1
    sentence = sentence_ends[index] if index >= 0 and sentence_ends[index] > low else None
    character = grapheme_start(text, limit, floor=start)
    return paragraph or sentence or line or word or (character if character > low else limit)


def _next_start(text: str, start: int, end: int, sentence_starts: list[int], overlap: int) -> int:
    """Where the chunk after `text[start:end]` begins."""
    earliest = max(end - (end - start) // 2, end - overlap)
    index = bisect_left(sentence_starts, earliest)
    if index < len(sentence_starts) and sentence_starts[index] < end:
        return sentence_starts[index]
    word = _WORD_START.search(text, earliest, end)
    return word.start() if word else _skip_space(text, end)


def _skip_space(text: str, position: int) -> int:
    match = _NOT_SPACE.search(text, position)
    return match.start() if match else len(text)


def _records(text: str, separator: str, *, size: int) -> Iterator[Span]:
    packed: Span | None = None
    tokens = 0
    for record in split_records(text, separator):
        if packed is not None:
            # From the last character on, so that the sum of the parts is never less than the cost of the
            # whole.
            more = max_embedding_tokens(text[packed.end - 1 : record.end])
            if record.end - packed.start <= size and tokens + more <= EMBEDDING_TOKENS_MAX:
                packed, tokens = Span(packed.start, record.end), tokens + more
                continue
            yield packed
        content = text[record.start : record.end]
        tokens = max_embedding_tokens(content)
        if len(content) <= size and tokens <= EMBEDDING_TOKENS_MAX:
            packed = record
        else:
            packed = None
            for start, end in _prose(content, size=size, overlap=0):
                yield Span(record.start + start, record.start + end)
    if packed is not None:
        yield packed
