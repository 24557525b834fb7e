"""Places where a sentence could end, found in one pass over a block; the verdict on each is in `rules`."""

import re
from typing import NamedTuple

from winnow.text.words import OPENERS

WORD_REACH = 40  # characters looked back for the word before a mark

# Every repetition is possessive or bounded, and no run of marks is entered twice (the lookbehind behind the
# first mark), so that the time is linear in the text whatever it holds.
CANDIDATE = re.compile(
    r"""
    [.!?…;。！？｡]
    (?:
        (?<=[。！？｡]) [。！？｡]*+ [」』”’）】》]*+ (?P<wide>\s*+)
      | (?<=;) (?P<pause>\s++) (?P<clause>[^\W\d_]++)
      | (?<![.!?…].) (?<!;)
        [.!?…]*+ (?:[ \xa0]\.(?=[\s"”’»)\]]|\Z)){0,6}+       # "...", "?!", ". . . ."
        (?:["'”’»›)\]*_]{1,4}+[.!?…]{1,4}+){0,2}+            # '?".'
        (?P<close>["'”’»›)\]}*_`]*+ (?:[ \xa0](?:[)”»\]]|'')(?=\s))?+)
        (?P<note>(?:[ ]?\[\d{1,3}\](?=[\s\[]) | \[[\w ]{1,40}\])*+
                 (?:(?<=[a-zé]{3}\.)\d{1,3}+ | :\d[\d,:–-]{0,30}+)?+)
        (?P<face>(?:[ ]?(?:[:;=]-?[)(DPpo]|[☀-➿\U0001F300-\U0001FAFF]++)(?=\s))?+)
        (?: (?P<gap>\s++)
            (?P<lead>(?:>[ ])?[-–—―•"'“‘«‹([{*_`¿¡<#@$€£†‡]*+)
            (?P<next>[^\W\d_]*+(?:['’][a-z]{1,2}(?!\w))?+ | \d*+)
          | (?P<glued>(?=[A-ZÁÉÍÓÚÑ¿¡]) (?:[A-ZÁÉÍÓÚÑ][a-záéíóúñ'’]*+(?=[\s,]))?+)
        )
    )
    """,
    re.VERBOSE,
)


class Candidate(NamedTuple):
    """A mark followed by white space, with what stands before it in its sentence and what follows."""

    text: str
    start: int  # of the sentence
    at: int  # of the mark
    end: int  # of the sentence, were it to end here
    then: int  # where the next sentence would start
    tail: int  # behind the next word
    mark: str
    close: str
    lead: str
    next: str
    word: str

    @property
    def next_is_small(self) -> bool:
        return self.next.islower() and self.next not in {"http", "https", "www"}

    @property
    def next_is_number(self) -> bool:
        return self.next.isdecimal()

    @property
    def next_is_capital(self) -> bool:
        return bool(self.next) and not self.next_is_small and not self.next_is_number

    @property
    def next_is_initial(self) -> bool:
        return self.text.startswith(".", self.tail)

    @property
    def next_opens(self) -> bool:
        """The next word seldom stands capitalised inside a sentence, and is no initial."""
        known = self.next in OPENERS or (len(self.next) > 1 and self.next.capitalize() in OPENERS)
        return known and not self.next_is_initial


def word_before(text: str, start: int, at: int) -> str:
    """The word that ends at `at`, without opening signs; empty after white space or at `start`."""
    pieces = text[max(start, at - WORD_REACH) : at].rsplit(None, 1)
    if not pieces or text[at - 1].isspace():
        return ""
    word = pieces[-1]
    return word if word[0].isalnum() else word.lstrip("([{\"'“‘«‹¿¡*_`—–-<")
