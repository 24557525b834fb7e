"""Where a text may be cut without tearing apart what a reader sees as one character."""

import unicodedata

_ZERO_WIDTH_JOINER = "\u200d"
_VIRAMA_CLASS = 9  # canonical combining class of the sign that joins two Indic consonants


def grapheme_start(text: str, position: int, *, floor: int = 0) -> int:
    """The nearest boundary of a grapheme cluster at or before `position`; `floor` is known to be one.

    A small reading of the extended clusters of UAX 29: marks, joiners, emoji modifiers and tags stay with
    what they follow; CR LF, the jamo of a syllable and the two letters of a flag stay together. Cost: the
    length of the cluster, or of the run of flags.
    """
    while position > floor and _joined(text, position, floor):
        position -= 1
    return position


def _joined(text: str, position: int, floor: int) -> bool:
    """Whether no boundary lies between the characters before and at `position`."""
    if position >= len(text):
        return False
    before, after = text[position - 1], text[position]
    if after < "\u0300":
        return before == "\r" and after == "\n"
    if before == _ZERO_WIDTH_JOINER or unicodedata.combining(before) == _VIRAMA_CLASS or _extends(after):
        return True
    if _is_regional(before) and _is_regional(after):
        return _regional_run(text, position, floor) % 2 == 1
    return _same_syllable(before, after)


def _extends(character: str) -> bool:
    return (
        unicodedata.category(character) in {"Mn", "Me", "Mc"}
        or character in "\u200c\u200d\u0e33\u0eb3"
        or "\U0001f3fb" <= character <= "\U0001f3ff"
        or "\U000e0020" <= character <= "\U000e007f"
    )


def _is_regional(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"


def _regional_run(text: str, position: int, floor: int) -> int:
    first = position
    while first > floor and _is_regional(text[first - 1]):
        first -= 1
    return position - first


def _same_syllable(before: str, after: str) -> bool:
    """Hangul: leading consonants, vowels and trailing consonants of one syllable."""
    if "\u1100" <= before <= "\u115f":
        return "\u1100" <= after <= "\u11a7" or "\uac00" <= after <= "\ud7a3"
    if "\u1160" <= before <= "\u11a7" or "\uac00" <= before <= "\ud7a3":
        return "\u1160" <= after <= "\u11ff"
    return "\u11a8" <= before <= "\u11ff" and "\u11a8" <= after <= "\u11ff"
