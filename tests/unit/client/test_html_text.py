"""HTML to the text a reader sees."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from winnow_client.command.reading.html_text import html_to_text


def text(html: str) -> str:
    return html_to_text(html)[1]


def test_a_whole_page() -> None:
    page = """<!doctype html><html lang=es><head><title>La marea &amp;
    la luna</title><style>p{color:red}</style><script>var x = "<p>no</p>";</script></head>
    <body><nav><a href="/">Inicio</a></nav><h1>Mareas</h1>
    <p>La <b>luna</b> levanta<br>las  mareas.
       El sol ayuda.</p><ul><li>uno</li><li>dos <a href="/z">enlace</a></li></ul>
    <table><tr><th>Puerto</th><th>Metros</th></tr><tr><td><p>Vigo</p></td><td>3,9</td></tr></table>
    <pre>x = 1
      y = 2</pre><noscript>Active JavaScript</noscript><!-- nada --></body></html>"""
    title, seen = html_to_text(page)
    assert title == "La marea & la luna"
    assert seen.split("\n\n") == [
        "Inicio",
        "# Mareas",
        "La luna levanta\nlas mareas. El sol ayuda.",
        "- uno\n- dos enlace",
        "| Puerto | Metros |\n| Vigo | 3,9 |",
        "x = 1\n      y = 2",
    ]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>one<p>two", "one\n\ntwo"),
        ("<ul><li>one<li>two</ul>three", "- one\n- two\n\nthree"),
        ("<table><tr><th>A<th>B<tr><td>1<td>2</table>after", "| A | B |\n| 1 | 2 |\n\nafter"),
        ("a<b>b</i>c", "abc"),
        ("</div>text</p>", "text"),
        ("1 < 2 &amp;&amp; 3 > 2", "1 < 2 && 3 > 2"),
        ("plain text", "plain text"),
        ("", ""),
        ("<head><body>seen", "seen"),
        ("<p>&iquest;Qu&eacute;&nbsp;tal?</p>", "¿Qué\xa0tal?"),
        ("<template><p>a</p></template>b", "b"),
        ("<svg><title>icon</title><text>x</text></svg><title>page</title>y", "y"),
        ("<script/>seen", "seen"),
        ("x<script>if (a < b) { '</p>' }</script>y", "xy"),
    ],
)
def test_markup_as_it_is_found(html: str, expected: str) -> None:
    assert text(html) == expected


def test_the_first_title_counts() -> None:
    assert html_to_text("<title> One\n1 </title><title>Two</title>")[0] == "One 1"


def test_depth_costs_nothing() -> None:
    begin = time.perf_counter()
    assert text("<div>" * 100_000 + "deep" + "</div>" * 100_000) == "deep"
    assert text("<ul><li>" * 20_000 + "deep").endswith("- deep")
    assert time.perf_counter() - begin < 5


@given(st.lists(st.text(st.characters(exclude_categories=["Cs", "Cc", "Z"], exclude_characters="<&"), min_size=1)))
def test_no_word_between_unknown_and_inline_tags_is_lost(words: list[str]) -> None:
    assert text("<b><x-y>".join(words)) == "".join(words)


@given(st.text())
def test_no_text_makes_it_fail(html: str) -> None:
    title, seen = html_to_text(html)
    assert (title, seen) == (title.strip(), seen.strip())
