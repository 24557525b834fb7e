"""What a text costs in tokens: an estimate for budgets, and a bound for the embedding model.

Both count matches of one regular expression, so they are fast and, but for words torn apart, additive: the
parts of a text never cost less than the whole.
"""

import re
import unicodedata

EMBEDDING_TOKENS_MAX = 480
"""Most tokens of a chunk, by `max_embedding_tokens`: 32 of the models' 512 stay for special ones."""

# Fitted to cl100k_base: it knows an English word of eight letters whole, but parts the endings -a, -o, -as
# and -os from most longer Spanish words, gives an accented letter a token of its own and an emoji two or
# three. A space costs nothing; it is matched with what follows because trying all in vain at each space takes
# half the time.
_LANGUAGE_MODEL_PIECE = re.compile(
    r"(?= ?[\U0001f000-\U0001ffff])"  # matches nothing, which counts once more
    r"| ?(?:[A-Z]?[a-z]{3,7}(?=[ao]s?\b)"
    r"|[A-Z]?[a-z]{1,8}"
    r"|[A-Z]{1,3}"
    r"|[0-9]{1,3}"
    r"|(?<=[A-Za-z])['’](?:s|t|re|ve|m|ll|d)"
    r"|[!-/:-@\[-`{-~]{1,3}[\r\n]*"
    r"|[^\S\r\n]*[\r\n]+"
    r"|[^\S\r\n]{2,}"
    r"|[\u0400-\u04ff]{1,2}"
    r"|\S)"
)

_EMBEDDING_PIECE = re.compile(
    r"(?:\A|\s)(?=[^\sA-Za-z0-9])"
    r"| ?(?:[b-df-hj-np-tv-xzB-DF-HJ-NP-TV-XZ]?[aeiouy][bcdfglmnprst]?"
    r"|[B-DF-HJ-NP-TV-XZ]?[AEIOUY][BCDFGLMNPRST]?"
    r"|(?<![0-9])[0-9]{1,2}"
    r"|[\u3041-\u30ff][\u3099\u309a]?"
    r"|\S)"
)


def estimate_tokens(text: str) -> int:
    """About how many tokens of `cl100k_base` a language model reads in `text`.

    Within 15 % over a body of English or Spanish prose (measured: within 4 %), and mostly within 20 % of one
    page of these, of code or of records; rougher for other languages, and up to a third too low for random
    letters.
    """
    return len(_LANGUAGE_MODEL_PIECE.findall(text))


def max_embedding_tokens(text: str) -> int:
    """An upper bound on the tokens that an embedding model makes of `text`, without special tokens.

    It holds for the WordPiece of BGE (bert-base-uncased) and the SentencePiece of E5 and BGE-M3 (XLM-R), by
    what the worst of the two can do: an ASCII syllable (a vowel with a consonant on either side), a consonant
    outside one, a leading pair of digits, a digit behind it, and any other character after compatibility
    decomposition (a Hangul syllable is two or three, `½` is three, an accent is one) cost a token each; so
    does white space before anything but an ASCII letter or digit (XLM-R's `▁` stands alone there). Neither
    makes more than one token of a character, but for that `▁`; the one assumption is that both know common
    syllables, which random letters bear out (the tests measure it). Prose costs .45 a character, about twice
    its true tokens.
    """
    return len(_EMBEDDING_PIECE.findall(unicodedata.normalize("NFKD", text)))


def embeddable_end(text: str, start: int, end: int) -> int:
    """How far `text` from `start` on fits EMBEDDING_TOKENS_MAX: `end` if it does so far, else some earlier
    position.

    Not always the furthest: what is too much is cut off in proportion, as if tokens were spread evenly.
    """
    if len(unicodedata.normalize("NFKD", text[start:end])) < EMBEDDING_TOKENS_MAX:
        return end  # a character costs one token at most, and what stands before the text another
    while (tokens := max_embedding_tokens(text[start:end])) > EMBEDDING_TOKENS_MAX:
        end = start + (end - start) * EMBEDDING_TOKENS_MAX // tokens
    return end
