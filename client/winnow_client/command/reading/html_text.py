"""HTML to the text a reader sees, in the Markdown that the chunker knows: headings, list items, table rows.

On the standard library's parser, and flat: no tree is built, so markup that is not closed, nested wrongly or a
hundred thousand levels deep costs nothing and loses nothing. (markdownify tore unclosed list items and table cells,
and ran out of stack at 500 levels; inscriptis needs lxml, and ended the process at 100,000.)
"""

import re
from html.parser import HTMLParser

_UNSEEN = frozenset({"script", "style", "template", "noscript", "svg"})
_BLOCKS = frozenset(
    {
        "address", "article", "aside", "blockquote", "body", "caption", "dd", "details", "dialog", "div", "dl", "dt",
        "fieldset", "figcaption", "figure", "footer", "form", "header", "hr", "html", "legend", "main", "nav", "ol",
        "option", "p", "pre", "section", "select", "summary", "table", "ul",
    }
)  # fmt: skip
_INSIDE_A_CELL = frozenset({"div", "p"})
_ENDS_A_ROW = frozenset({"table", "tbody", "tfoot", "thead", "tr"})
_HEADINGS = {f"h{level}": "#" * level + " " for level in range(1, 7)}
_SPACE = re.compile(r"[ \t\r\n\f]+")
_BLANK_LINES = re.compile(r"[ \t]*\n(?:[ \t]*\n)+")


def html_to_text(html: str) -> tuple[str, str]:
    """Title and text; either may be empty."""
    parser = _TextParser()
    parser.feed(html)
    parser.close()
    return _SPACE.sub(" ", "".join(parser.title)).strip(), _BLANK_LINES.sub("\n\n", "".join(parser.pieces)).strip()


class _TextParser(HTMLParser):
    """Collects text as tags go by; what a tag opens, the next one like it closes."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.title: list[str] = []
        self.pieces: list[str] = []
        self._in_title = False
        self._preformatted = False
        self._in_row = False
        self._unseen: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002 - the signature is the parser's
        if self._unseen or tag in _UNSEEN:
            self._unseen += [tag] if tag in _UNSEEN else []
        elif tag == "title":
            self._in_title = not self.title
        elif tag == "br":
            self._add("\n")
        elif tag == "li":
            self._add("\n- ")
        elif tag in ("td", "th"):
            self._add(" | " if self._in_row else "\n| ")
            self._in_row = True
        else:
            self._preformatted = self._preformatted or tag == "pre"
            self._block(tag)
            self._add(_HEADINGS.get(tag, ""))

    def handle_endtag(self, tag: str) -> None:
        if self._unseen:
            if tag in self._unseen:
                del self._unseen[self._unseen.index(tag) :]
        elif tag == "title":
            self._in_title = False
        else:
            self._preformatted = self._preformatted and tag != "pre"
            self._block(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        """`<x/>`: in HTML the slash means nothing, but `<script/>` and its like in XHTML hold nothing."""
        if tag not in _UNSEEN:
            self.handle_starttag(tag, attrs)

    def handle_data(self, data: str) -> None:
        if self._unseen:
            return
        if self._in_title:
            self.title.append(data)
        elif self._preformatted:
            self.pieces.append(data)
        else:
            self._add(_SPACE.sub(" ", data))

    def _block(self, tag: str) -> None:
        """Part what stands before this tag from what stands behind it."""
        if self._in_row and tag in _INSIDE_A_CELL:
            self._add(" ")
            return
        if self._in_row and tag in _ENDS_A_ROW:
            self._add(" |")
            self._in_row = False
        if tag in _BLOCKS or tag in _HEADINGS:
            self._add("\n\n")

    def _add(self, piece: str) -> None:
        """Text that flows: one space is never followed by another."""
        after_space = not self.pieces or self.pieces[-1].endswith((" ", "\n"))
        kept = piece.lstrip(" ") if after_space else piece
        if kept:
            self.pieces.append(kept)
