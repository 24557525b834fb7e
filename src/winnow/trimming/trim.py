"""Trims chunks to the units that matter: selection and rebuilding, without any embedding."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from winnow.text.spans import Span
from winnow.text.tokens import estimate_tokens
from winnow.trimming.budget import Account, spend
from winnow.trimming.options import TrimOptions
from winnow.trimming.rebuild import rebuild
from winnow.trimming.selection import want_units, with_neighbours
from winnow.trimming.units import Units

DEFAULT_OPTIONS = TrimOptions()
SCORE_MIN = -1.0
"""The cosine of what has none: a zero vector, or one that is not finite."""


@dataclass(frozen=True, slots=True)
class TrimmedChunk:
    """One chunk after trimming.

    `kept` are the runs of units that stay: offsets `[start, end)` into the content as it came, in code
    points, so that `content[start:end]` is exactly the kept text. `scores` are the cosines of all its units,
    as they counted.
    """

    content: str
    changed: bool
    kept: tuple[Span, ...]
    scores: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class TrimReceipt:
    """Sums over all chunks. Any unit counts as a sentence; tokens are those of `estimate_tokens`."""

    sentences_in: int
    sentences_kept: int
    characters_in: int
    characters_out: int
    tokens_in: int
    tokens_out: int


@dataclass(frozen=True, slots=True)
class TrimResult:
    """The chunks, one for each that came, in the same order."""

    chunks: tuple[TrimmedChunk, ...]
    receipt: TrimReceipt


def trim_chunks(
    contents: Sequence[str],
    units: Sequence[Units],
    scores: Sequence[Sequence[float]],
    *,
    options: TrimOptions = DEFAULT_OPTIONS,
) -> TrimResult:
    """Keep of each chunk the units that its scores and `options` call for.

    `units[i]` are the units of `contents[i]` and `scores[i]` their cosines with the query, in the same order;
    a score that is not finite counts as -1. A chunk of which nothing stays has the empty content.

    With `options.max_tokens`, `receipt.tokens_out` never exceeds it, marks and prefixes included; where it
    does not pay for all that is guaranteed, chunks with the better best score are served first. A chunk
    without units then comes last: whole if it fits the rest, else empty.

    Raises:
        ValueError: the three sequences, or a chunk's units and scores, differ in length.
    """
    _check_lengths(contents, units, scores)
    finite = [_finite(row) for row in scores]
    kept = select_units(contents, units, finite, options=options)
    chunks = []
    for content, parts, indices, row in zip(contents, units, kept, finite, strict=True):
        rebuilt = rebuild(content, parts, indices, mark_edges=options.mark_edges)
        chunks.append(TrimmedChunk(rebuilt.content, rebuilt.content != content, rebuilt.kept, row))
    tokens_in = [estimate_tokens(content) for content in contents]
    receipt = TrimReceipt(
        sentences_in=sum(map(len, finite)),
        sentences_kept=sum(len(indices or ()) for indices in kept),
        characters_in=sum(map(len, contents)),
        characters_out=sum(len(chunk.content) for chunk in chunks),
        tokens_in=sum(tokens_in),
        tokens_out=sum(
            estimate_tokens(chunk.content) if chunk.changed else tokens
            for chunk, tokens in zip(chunks, tokens_in, strict=True)
        ),
    )
    return TrimResult(tuple(chunks), receipt)


def _finite(scores: Sequence[float]) -> tuple[float, ...]:
    if all(map(math.isfinite, scores)):
        return tuple(scores)
    return tuple(score if math.isfinite(score) else SCORE_MIN for score in scores)


def select_units(
    contents: Sequence[str],
    units: Sequence[Units],
    scores: Sequence[Sequence[float]],
    *,
    options: TrimOptions,
) -> list[list[int] | None]:
    """For each chunk the ascending indices of the units that stay; None drops a chunk that has no units."""
    wanted = [want_units(row, options) for row in scores]
    if options.max_tokens is None:
        return [
            with_neighbours(want.chosen, window=options.window, count=len(row))
            for want, row in zip(wanted, scores, strict=True)
        ]
    accounts = [
        Account(content, parts, mark_edges=options.mark_edges) for content, parts in zip(contents, units, strict=True)
    ]
    left = spend(accounts, wanted, scores, max_tokens=options.max_tokens, window=options.window)
    kept: list[list[int] | None] = []
    for content, parts, account in zip(contents, units, accounts, strict=True):
        unpaid = 0 if parts.spans else estimate_tokens(content)
        kept.append(account.kept if unpaid <= left else None)
        left -= unpaid if unpaid <= left else 0
    return kept


def _check_lengths(contents: Sequence[str], units: Sequence[Units], scores: Sequence[Sequence[float]]) -> None:
    if not len(contents) == len(units) == len(scores):
        lengths = f"{len(contents)}, {len(units)} and {len(scores)}"
        raise ValueError(f"contents, units and scores must be of one length, not {lengths}")
    for index, (parts, row) in enumerate(zip(units, scores, strict=True)):
        if len(parts.spans) != len(row):
            raise ValueError(f"scores[{index}] must hold {len(parts.spans)} scores, one a unit, not {len(row)}")
