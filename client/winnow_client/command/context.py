"""`winnow context`."""

from typing import Annotated

import typer
from rich.text import Text

from winnow_client.command.connection import (
    DEFAULT_NAMESPACE,
    JsonOption,
    NamespaceOption,
    TokenOption,
    UrlOption,
    connect,
)
from winnow_client.command.fields import WhereOption, parse_where
from winnow_client.command.output import print_json, printable, results, say
from winnow_client.command.search import LegOption, MinCoverageOption, MinScoreOption, TopKOption, legs
from winnow_client.command.trim import MaxTokensOption, receipt_line
from winnow_client.options import ContextOptions
from winnow_client.results.context import Context


def context(
    query: Annotated[str, typer.Argument(help="The question.")],
    *,
    url: UrlOption,
    token: TokenOption = None,
    namespace: NamespaceOption = DEFAULT_NAMESPACE,
    max_tokens: MaxTokensOption = None,
    top_k: TopKOption = None,
    where: WhereOption = None,
    min_score: MinScoreOption = None,
    min_coverage: MinCoverageOption = None,
    leg: LegOption = "hybrid",
    as_json: JsonOption = False,
) -> None:
    """Put the passages that answer a question into one text for a model; sources go to standard error."""
    dense, lexical = legs(leg, min_score, min_coverage)
    options: ContextOptions = {"dense": dense, "lexical": lexical}
    if top_k is not None:
        options["top_k"] = top_k
    if where:
        options["filter"] = parse_where(where)
    if max_tokens is not None:
        options["max_tokens"] = max_tokens
    with connect(url, token, namespace) as client:
        answer = client.context(query, **options)
    if as_json:
        print_json(answer)
    else:
        _print_for_people(answer)


def _print_for_people(answer: Context) -> None:
    if answer.context:
        results().print(Text(printable(answer.context)))
    else:
        say(f"Nothing found: {answer.reason or 'no reason given'}")
    for citation in answer.citations:
        spans = ", ".join(f"{start}:{end}" for start, end in citation.spans)
        say(f"[{citation.n}] {citation.title or citation.document_id} · {citation.document_id} [{spans}]", style="dim")
    say(receipt_line(answer.receipt), style="dim")
