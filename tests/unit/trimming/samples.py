"""Chunks whose sentences are one letter each, so that a test can say in a word what stays."""

from collections.abc import Sequence

from winnow.trimming.options import TrimOptions
from winnow.trimming.trim import TrimResult, trim_chunks
from winnow.trimming.units import split_units


def trim(contents: Sequence[str], scores: Sequence[Sequence[float]], options: TrimOptions) -> TrimResult:
    return trim_chunks(contents, [split_units(content, unit="line") for content in contents], scores, options=options)


def trimmed(contents: Sequence[str], scores: Sequence[Sequence[float]], options: TrimOptions) -> list[str]:
    return [chunk.content for chunk in trim(contents, scores, options).chunks]


def kept(scores: Sequence[float], options: TrimOptions) -> str:
    """The letters, a for the first, of the units that stay in a chunk with these scores."""
    letters = "abcdefghijklmnopqrstuvwxyz"[: len(scores)]
    (content,) = trimmed(["\n".join(letters)], [scores], options)
    return "".join(character for character in content if character in letters)
