"""`winnow evaluate`."""

import importlib.util
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from winnow_client.command.connection import JsonOption, TokenOption, UrlOption, connect
from winnow_client.command.evaluation.options import RunOptions
from winnow_client.command.exit_codes import ExitCode
from winnow_client.command.ingest import ChunkSizeOption, OverlapOption, chunking_of
from winnow_client.command.output import say
from winnow_client.retrying import RetryPolicy

TIMEOUT_SECONDS = 300.0
PATIENCE = RetryPolicy(max_tries=8, max_wait_seconds=300)
"""A run asks thousands of times: one busy minute of the server must not end it."""
EXTRA = ("numpy", "ir_measures")
"""What only evaluation needs, and the plain client does without."""

DataArgument = Annotated[
    list[Path], typer.Argument(metavar="DATA", help="SQuAD .json, a BEIR folder, QED .jsonlines, .csv; or a folder.")
]
SampleOption = Annotated[int | None, typer.Option(min=1, help="Ask only so many questions of each set.")]
HalvesOption = Annotated[
    bool | None,
    typer.Option(
        "--absent-by-halves/--no-absent-by-halves",
        help="Ask each half of the articles about the other. (default: where the data has no unanswerable question)",
    ),
]
ConcurrencyOption = Annotated[int, typer.Option("--concurrency", "-j", min=1, max=32, help="Requests at a time.")]
CacheOption = Annotated[Path | None, typer.Option(help="The folder of answers. (default: one of the user's own)")]
FreshOption = Annotated[bool, typer.Option("--fresh", help="Take no answer from an earlier run.")]
KeepOption = Annotated[bool, typer.Option("--keep/--clean", help="Keep what was stored and answered, or delete it.")]
ReportOption = Annotated[Path | None, typer.Option(dir_okay=False, help="Write an HTML report there.")]


def evaluate(
    data: DataArgument,
    *,
    url: UrlOption,
    token: TokenOption = None,
    report: ReportOption = None,
    sample: SampleOption = None,
    absent_by_halves: HalvesOption = None,
    concurrency: ConcurrencyOption = 4,
    chunk_size: ChunkSizeOption = None,
    overlap: OverlapOption = None,
    cache: CacheOption = None,
    fresh: FreshOption = False,
    keep: KeepOption = True,
    as_json: JsonOption = False,
) -> None:
    """Measure how well the server finds and trims, on questions with known answers.

    The documents go into namespaces of their own. The same command goes on where an earlier run ended.
    """
    options = RunOptions(
        data=data,
        url=url,
        make_client=partial(connect, url, token, retry=PATIENCE, timeout_seconds=TIMEOUT_SECONDS),
        chunking=chunking_of(chunk_size, overlap),
        sample=sample,
        absent_by_halves=absent_by_halves,
        concurrency=concurrency,
        cache=cache or default_cache(),
        fresh=fresh,
        keep=keep,
        quiet=as_json,
    )
    need_extra()
    from winnow_client.command.evaluation.running import run_evaluation  # noqa: PLC0415 - needs the extra

    raise typer.Exit(run_evaluation(options, report=report, as_json=as_json))


def default_cache() -> Path:
    return Path(typer.get_app_dir("winnow")) / "evaluation"


def need_extra() -> None:
    """Raises typer.Exit."""
    missing = [name for name in EXTRA if importlib.util.find_spec(name) is None]
    if missing:
        say(f"Error: {', '.join(missing)} must be installed: pip install 'winnow-client[evaluate]'", style="bold red")
        raise typer.Exit(ExitCode.USAGE)
