"""What is one sentence and what is two, rule by rule: each case lists the sentences its text falls into."""

import pytest

from winnow.text.sentences import split_sentences
from winnow.text.spans import Span


def sentences(text: str) -> list[str]:
    return [text[start:end] for start, end in split_sentences(text)]


def case(name: str, *expected: str) -> object:
    return pytest.param(list(expected), id=name)


IN_RUNNING_TEXT = [
    case("full stop", "The gate was open.", "Nobody came."),
    case("question and exclamation", "Did it rain?", "It poured!", "Really?!", "Yes!!", "Good."),
    case(
        "Spanish opening marks",
        "¿Dónde está el faro?",
        "¡Qué lejos!",
        "Pero llegaremos.",
        "¡¿Cómo?!",
        "A pie.",
    ),
    case("opening mark inside", "Y entonces gritó ¡tierra! desde el mástil.", "Nadie lo oyó."),
    case("titles", "Dr. Nora Hale met Mrs. Poe and Gov. Lund.", "La Sra. Paz y el Sr. D. Luis Gil no vinieron."),
    case("abbreviations", "Read e.g. the preface, i.e. two pages, cf. Ames et al. for more.", "Fin."),
    case("abbreviations in Spanish", "Véase p. ej. el art. 5 y el núm. 3, pág. 20.", "La Cía. Ebro cerró."),
    case("abbreviation at the end", "They sold it to Orion Inc.", "It was cheap."),
    case("abbreviation before a name", "Orion Inc. Chairman Ann Lee resigned.", "No one replaced her."),
    case("abbreviation in quotes at the end", 'He called it "Orion Inc."', "Critics laughed."),
    case("acronyms", "She moved to the U.S. in May.", "He stayed in the U.K.", "Why?", "The U.S. Senate knew."),
    case("acronyms in Spanish", "Viajó a EE. UU. en marzo.", "Volvió de EE. UU.", "El vuelo fue largo."),
    case("double stop", "Es ciudadano de los EE. UU..", "Vive en Soria."),
    case("era", "Murió en el 212 a. C. en la isla.", "Nació en el 5 d. C.", "Era romano."),
    case("initials", "The poet J. R. Vane met Ada K. Moor.", "They wrote."),
    case("pronoun I", "It was only you and I.", "Nobody else came."),
    case("lettered things", "Oranges have vitamin C.", "Carrots do not."),
    case("numerals", "Gobernó Felipe V.", "El rey murió en 1746."),
    case("etcetera", "Vendían pan, queso, etc.", "Juan compró vino, etc. y se fue."),
    case("units", "Corrió 5 km.", "Marta lo esperaba a 100 m.", "Juan llegó a 0° C.", "Mal día."),
    case("clock", "He left at 6 p.m.", "Mr. Orr stayed.", "At 7 a.m. Mrs. Orr woke.", "Open 9 a.m. Monday."),
    case("clock in Spanish", "Abre a las 9 a. m. todos los días.", "Cierra a las 8 p. m.", "Los lunes no abre."),
    case("decimals", "It rose 3.14 points to 1,250.75.", "Subió 3,14 puntos a 1.250,75.", "Y ya."),
    case("money", "It costs $5.50.", "Cuesta 1.200,50 €.", "Nada más."),
    case("numbers that meet", "Dos y dos no son 5.", "3 y 3 tampoco."),
    case("number words", "No. 7 won, not no. 8.", "Do you agree?", "No.", "That is sad."),
    case("ordinals", "Quedó 4.º en la 1.ª vuelta.", "Vive en el 3.º izquierda.", "El N.º 5 ganó."),
    case("references", "See fig. 3 and Sec. IV.", "It is a work of art.", "The museum owns it."),
    case("omission inside", "Well ... maybe not... who knows.", "I thought ... I was wrong."),
    case("omission at the end", "She waited...", "He never came…", "Nada."),
    case("spaced omission", "The act . . . was void . . . .", "Congress amended it."),
    case("omission behind a stop", "It was void.", ". . . The court agreed."),
    case("omission in brackets", "Lo dijo «con calma [...] y sin prisa» (Ruiz 5).", "Fin."),
    case("quotes", 'She said, "Go home."', "He went.", '"Why me?" he asked.', '"Run!" Ann cried.', "They ran."),
    case("curly quotes", "“It works.”", "“Does it?” asked Tom.", "‘Yes.’", "Good."),
    case("angle quotes", "«No iré», dijo.", "«¿Por qué?» preguntó ella.", "«Porque no.»", "Calló."),
    case("stop behind the quote", 'Preguntó "¿quién es?".', "Nadie contestó."),
    case("brackets inside", "The mayor (she won twice. Nobody knows how.) resigned.", "Then she left."),
    case("brackets around", "It rained.", "(It always does.)", "We stayed in."),
    case("question in brackets", "Invitaron a Pedro (¿o Pablo?) Ruiz.", "No vino."),
    case(
        "footnotes",
        "The bridge fell in 1920.[1]",
        "It was rebuilt.[2][3]",
        "It stands.[citation needed]",
        "So far.",
    ),
    case("raised note", "The bridge fell.12", "It was rebuilt."),
    case("addresses", "See https://example.org/a.b/c?d=e.", "It is free."),
    case("address with no mark", "Look at https://example.org/a.b", "It is free."),
    case("mail address", "Write to ann.lee@example.org.", "She answers."),
    case("files and versions", "Open notes.v2.txt with Editor 4.1.3.", "Save it as main.py.", "Quit."),
    case("names with a mark", "She works at Yahoo! in sales.", "He left Yahoo!", "They hired him."),
    case("small writers", "i am late.", "you know that.", "are you there?", "yes.", "Ok."),
    case("speech with dashes", "—¿Vienes? —preguntó Ana.", "—No puedo —dijo él—.", "Tengo trabajo."),
    case("semicolon", "Vive en Lugo, cerca del río;", "El padre trabaja allí."),
    case(
        "semicolon in a citation",
        "See Poe v. Dun, 5 U.S. 1 (1803); Hale v. Orr, 6 U.S. 2 (1804).",
        "We agree.",
    ),
    case("missing space", "The soup was cold.", "The staff was rude."),
    case("face", "See you soon :)", "Ann was here :-( again.", "Great! :D", "it was fun 🙂 really."),
    case("mail header", "Ann Lee", "03/27/2001 01:58 PM", "Please find it attached."),
    case("closing of a letter", "Best regards,", "Ann Lee"),
    case("drawn rule", "Thanks.", "__________", "Ann Lee"),
    case(
        "court",
        "The motion fails under Fed. R. Civ. P. 12(b)(6).",
        "Id. at 4.",
        "See 5 Vet. App. 155 (1993).",
    ),
    case(
        "citation",
        "In Poe v. Dun, 93 S. Ct. 705 (9th Cir. 1973), it held.",
        "28 U.S.C. § 1331.",
        "We reverse.",
    ),
    case(
        "parenthesis of a citation",
        "Id. at 5 (“The rule is plain. It has no exception.”).",
        "The State agrees.",
    ),
    case("year of a citation", "See 18 U.S.C. § 2. (2004).", "It applies."),
    case(
        "Spanish law",
        "Así el art. 24.1 de la C.E.",
        "El recurrente alega lo contrario.",
        "Vid. STS 1/2004, F.J. 3.º.",
    ),
    case("run-in heading", "PRIMERO.- La Sala lo admite.", "SEGUNDO.- Sin costas."),
    case("ordinal heading", "Cuarto. La cuantía es de 30.000 euros.", "Quinto. No hay más."),
    case("article", "Artículo 5. El juez decide.", "Art. 6. La ley obliga."),
    case("markdown emphasis", "**Note.**", "The server must run.", "*Why?*", "Because."),
    case("wide marks", "これは文です。", "次の文です！", "「はい。」", "終わり"),
    case("no mark at all", "words and words and no end in sight"),
]


@pytest.mark.parametrize("expected", IN_RUNNING_TEXT)
def test_sentences_in_running_text(expected: list[str]) -> None:
    assert sentences(" ".join(expected)) == expected


RUN_TOGETHER = [
    case("numbers", "1. Fill the kettle", "2. Boil it", "3. Pour"),
    case("numbers with stops", "1. Fill the kettle.", "2. Boil it.", "10. Not next."),
    case("brackets", "1) Fill the kettle", "2) Boil it"),
    case("stop and bracket", "1.) Fill the kettle", "2.) Boil it"),
    case("letters", "a. Fill the kettle", "b. Boil it", "c. Pour"),
    case("bullets", "• 8. Fill the kettle", "• 9. Boil it"),
    case("hyphen bullets", "⁃8. Fill the kettle", "⁃9. Boil it"),
    case("list within a sentence", "He wants: (1) bread; (2) milk; and (3) salt.", "We have none."),
    case("numbers without space", "La lista: 1.Pan, 2.Leche, 3.Sal.", "¿Cuánto es?"),
]


@pytest.mark.parametrize("expected", RUN_TOGETHER)
def test_lists_run_together_fall_into_items(expected: list[str]) -> None:
    assert sentences(" ".join(expected)) == expected


LINE_BY_LINE = [
    case("markdown headings", "# Setup", "Install it first.", "## Use", "Call it."),
    case(
        "heading that stops short",
        "Introduction",
        "The reader finds here all that the author knew of the matter then.",
    ),
    case(
        "headings in capitals",
        "FINDINGS OF FACT",
        "The veteran served from 1966 to 1968.",
        "ORDER",
        "It is denied.",
    ),
    case(
        "statute",
        "TÍTULO PRELIMINAR",
        "De las normas",
        "Artículo 1.",
        "1. Son fuentes la ley y la costumbre.",
        "2. Nada más.",
    ),
    case("ordinals alone", "FALLO", "Primero.", "Se estima.", "Segundo.- Sin costas."),
    case("bullets", "- one", "* two", "+ three", "• four"),
    case("numbers", "1. one", "2) two", "iii) three", "d) four", "(5) five", "1.2 Six", "IV. Seven"),
    case("list behind a colon", "La ley exige:", "a) pagar;", "b) callar, y", "c) cumplir.", "Nada más."),
    case("line behind a list", "- one", "- two", "That is all."),
    case("sentence ends at the line", "It rained.", "We stayed."),
    case("table rows", "| a | b. C |", "|---|---|", "| 1. X | 2 |", "After it."),
    case("cells", "name\tage", "Ann\t30", "Bob\t40"),
    case("fields", "Name: Ann Lee", "Decision Date: 03/28/17", "Age: 30"),
    case("drawn rules", "Above", "-----", "Below", "***", "Under"),
    case("quotation", "> Are you coming?", "> I am.", "Good."),
    case("dialogue", "—Hola.", "—¿Quién es?", "—Nadie"),
    case("fence", "Before.", "```python\nx = 1.  # A. B\n\nprint(x)\n```", "After."),
    case("other fence", "Before.", "~~~\nA. B\n```\n~~~", "After."),
    case("unclosed fence", "```", "One.", "Two."),
]


@pytest.mark.parametrize("expected", LINE_BY_LINE)
@pytest.mark.parametrize("line_break", ["\n", "\r\n", "\r", "  \n"], ids=["lf", "crlf", "cr", "spaces"])
def test_lines_that_layout_sets_apart(expected: list[str], line_break: str) -> None:
    assert sentences(line_break.join(expected)) == expected


SOFT_WRAPS = [
    case("small letter", "The gate\nwas open."),
    case("title", "It was Dr.\nHale who came to see\nMrs. Poe."),
    case("name", "They were all members of the party that then met in the town of\nBoston."),
    case("comma", "In the end,\nAnn left."),
    case("article", "He moved to the\nUnited States of America and never came back to see us again."),
    case("number", "It was bought for the sum of\n200 pounds."),
    case("indented item", "- an item that goes on\n  and on"),
]


@pytest.mark.parametrize("expected", SOFT_WRAPS)
def test_a_single_line_break_is_a_soft_wrap(expected: list[str]) -> None:
    assert sentences("".join(expected)) == expected


@pytest.mark.parametrize("blank", ["\n\n", "\r\n\r\n", "\n \t\n", "\n\n\n\n", "\f", "\u2029"])
def test_a_blank_line_always_ends_a_sentence(blank: str) -> None:
    assert sentences(f"of the{blank}small dr.{blank}Ann") == ["of the", "small dr.", "Ann"]


def test_spans_are_code_points() -> None:
    assert split_sentences(" 🙂 é\u0301. Ok ") == [Span(1, 6), Span(7, 9)]


@pytest.mark.parametrize("text", ["", " ", "\n\n", "\t\u2003\u2029"])
def test_white_space_holds_no_sentence(text: str) -> None:
    assert split_sentences(text) == []


@pytest.mark.parametrize("text", ["\ud800", "a\0b", "\udfff\ud800.", ".", "...", "¿", "((", "\ufeff"])
def test_odd_characters_are_kept_whole(text: str) -> None:
    assert sentences(text) == [text]
