"""`winnow search`."""

from typing import Annotated, Literal

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
from winnow_client.options import DenseOptions, LexicalOptions, RetrieveOptions
from winnow_client.results.retrieve import LegReport, Retrieval, RetrievedChunk

TopKOption = Annotated[int | None, typer.Option("--top-k", "-k", min=1, max=100, help="How many chunks at most.")]
MinScoreOption = Annotated[float | None, typer.Option(help="Floor on the cosine of the dense leg, in [-1, 1].")]
MinCoverageOption = Annotated[float | None, typer.Option(help="Floor on the lexical leg's coverage, in [0, 1].")]
LegOption = Annotated[str, typer.Option(metavar="hybrid|dense|lexical", help="Which legs search.")]


def search(
    query: Annotated[str, typer.Argument(help="A question, or words.")],
    *,
    url: UrlOption,
    token: TokenOption = None,
    namespace: NamespaceOption = DEFAULT_NAMESPACE,
    top_k: TopKOption = None,
    where: WhereOption = None,
    min_score: MinScoreOption = None,
    min_coverage: MinCoverageOption = None,
    leg: LegOption = "hybrid",
    trim: Annotated[bool, typer.Option(help="Cut each chunk down to the sentences that matter.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Find the chunks that answer a question, best first."""
    dense, lexical = legs(leg, min_score, min_coverage)
    options: RetrieveOptions = {"trim": trim, "dense": dense, "lexical": lexical}
    if top_k is not None:
        options["top_k"] = top_k
    if where:
        options["filter"] = parse_where(where)
    with connect(url, token, namespace) as client:
        found = client.retrieve(query, **options)
    if as_json:
        print_json(found)
    else:
        _print_for_people(found)


def legs(
    leg: str, min_score: float | None, min_coverage: float | None
) -> tuple[DenseOptions | Literal[False], LexicalOptions | Literal[False]]:
    """The options of the dense and of the lexical leg. Raises typer.BadParameter."""
    if leg not in ("hybrid", "dense", "lexical"):
        raise typer.BadParameter(f"--leg is hybrid, dense or lexical, not {leg!r}")
    dense: DenseOptions = {} if min_score is None else {"min_score": min_score}
    lexical: LexicalOptions = {} if min_coverage is None else {"min_coverage": min_coverage}
    return (False if leg == "lexical" else dense), (False if leg == "dense" else lexical)


def _print_for_people(found: Retrieval) -> None:
    console = results()
    for place, chunk in enumerate(found.chunks, start=1):
        console.print(Text(f"{place}. {_origin(chunk)}", style="bold"))
        console.print(Text(f"   {_scores(chunk)}", style="dim"))
        console.print(Text(printable(chunk.content)), end="\n\n")
    if not found.chunks:
        say(f"Nothing found: {found.reason}" if found.reason else "Nothing found.")
    for name, report in (("dense", found.legs.dense), ("lexical", found.legs.lexical)):
        say(f"{name}: {_leg(report)}", style="dim")


def _origin(chunk: RetrievedChunk) -> str:
    title = f"{chunk.title} · " if chunk.title else ""
    return printable(f"{title}{chunk.document_id} [{chunk.start}:{chunk.end}]")


def _scores(chunk: RetrievedChunk) -> str:
    parts = [f"{chunk.score.kind} {chunk.score.value:.4f}"]
    if chunk.legs.dense is not None:
        parts.append(f"dense #{chunk.legs.dense.rank}, cosine {chunk.legs.dense.cosine:.3f}")
    if chunk.legs.lexical is not None:
        lexical = chunk.legs.lexical
        parts.append(f"lexical #{lexical.rank}, bm25 {lexical.bm25:.2f}, coverage {lexical.coverage:.2f}")
    return " · ".join(parts)


def _leg(report: LegReport) -> str:
    reason = f": {report.reason}" if report.reason else ""
    return f"{report.status}, {report.kept} of {report.candidates} candidates kept{reason}"
