"""`winnow calibrate`."""

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from winnow_client.command.connection import JsonOption, TokenOption, UrlOption, connect
from winnow_client.command.evaluate import (
    PATIENCE,
    TIMEOUT_SECONDS,
    CacheOption,
    ConcurrencyOption,
    DataArgument,
    FreshOption,
    HalvesOption,
    KeepOption,
    SampleOption,
    default_cache,
    need_extra,
)
from winnow_client.command.evaluation.options import RunOptions
from winnow_client.command.ingest import ChunkSizeOption, OverlapOption, chunking_of

OutputOption = Annotated[Path | None, typer.Option("--output", "-o", dir_okay=False, help="Write the settings there.")]
TargetOption = Annotated[
    float, typer.Option(min=0.5, max=0.999, help="The share of answerable questions that must keep a chunk.")
]
MaxAbsentOption = Annotated[
    float, typer.Option(min=0.0, max=1.0, help="The largest share of absent questions that may keep one.")
]
RetentionOption = Annotated[
    float, typer.Option(min=0.5, max=0.999, help="The least share of answers that must survive trimming.")
]


def calibrate(
    data: DataArgument,
    *,
    url: UrlOption,
    token: TokenOption = None,
    output: OutputOption = None,
    target: TargetOption = 0.95,
    max_absent: MaxAbsentOption = 0.25,
    retention: RetentionOption = 0.95,
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
    """Propose floors and a trim threshold for the model that is deployed, or say why not.

    Needs questions with an answer and questions without. What `winnow evaluate` has asked is not asked again.
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
    from winnow_client.command.evaluation.calibration import Bounds  # noqa: PLC0415 - needs the extra
    from winnow_client.command.evaluation.running import run_calibration  # noqa: PLC0415 - needs the extra

    bounds = Bounds(target, max_absent, retention)
    raise typer.Exit(run_calibration(options, bounds, output=output, as_json=as_json))
