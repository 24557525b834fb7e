"""The two commands from options to exit code. Needs the extra `evaluate`."""

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from winnow_client.command.evaluation.calibration import Bounds, Calibration, calibrate
from winnow_client.command.evaluation.loading import load_question_sets
from winnow_client.command.evaluation.options import RunOptions
from winnow_client.command.evaluation.page import render_page
from winnow_client.command.evaluation.presenting import as_json as present
from winnow_client.command.evaluation.presenting import print_results
from winnow_client.command.evaluation.questions import DataError
from winnow_client.command.evaluation.results import SetResult
from winnow_client.command.evaluation.session import Session
from winnow_client.command.evaluation.settings_file import as_toml
from winnow_client.command.exit_codes import ExitCode
from winnow_client.command.output import print_json, print_table, results, say


def run_evaluation(options: RunOptions, *, report: Path | None, as_json: bool) -> ExitCode:
    """Raises WinnowError."""
    measured = _measured(options)
    if isinstance(measured, ExitCode):
        return measured
    if report is not None:
        report.write_text(render_page(measured), encoding="utf-8")
        say(f"Report: {report}")
    if as_json:
        print_json({"sets": [present(result) for result in measured]})
    else:
        print_results(measured)
    return ExitCode.DONE


def run_calibration(options: RunOptions, bounds: Bounds, *, output: Path | None, as_json: bool) -> ExitCode:
    """Raises WinnowError."""
    measured = _measured(options)
    if isinstance(measured, ExitCode):
        return measured
    calibration = calibrate(measured, bounds)
    settings = as_toml(calibration, measured)
    if output is not None and calibration.variables:
        output.write_text(settings, encoding="utf-8")
        say(f"Settings: {output}")
    if as_json:
        print_json(_as_json(calibration))
    else:
        _print_choices(calibration)
        results().print(settings, markup=False, end="")
    for refusal in calibration.refusals:
        say(f"Not proposed: {refusal}", style="bold yellow")
    return ExitCode.NOT_PROPOSED if calibration.refusals else ExitCode.DONE


def _measured(options: RunOptions) -> Sequence[SetResult] | ExitCode:
    """What is wrong with the data is said, and is an exit code."""
    try:
        sets = [data.sampled(options.sample) for data in load_question_sets(options.data)]
        session = Session(options)
        if options.fresh:
            session.forget(sets)
        measured = session.run(sets)
        if not options.keep:
            session.clean(sets)
    except DataError as error:
        say(f"Error: {error}", style="bold red")
        return ExitCode.USAGE
    return measured


def _as_json(calibration: Calibration) -> dict[str, Any]:
    return {
        "variables": calibration.variables,
        "refusals": list(calibration.refusals),
        "choices": [
            {
                "floors": choice.floors.given,
                "answered": choice.answered,
                "absent": choice.absent,
                "refused": choice.refused,
            }
            for choice in calibration.choices
        ],
        "trim": calibration.trim
        and {name: dataclasses.asdict(entry) for name, entry in calibration.trim.results.items()},
    }


def _print_choices(calibration: Calibration) -> None:
    """The floors tried, judged on the questions they were not chosen on."""
    rows = [
        [
            choice.floors,
            ", ".join(f"{share:.3f}" for share in choice.answered.values()),
            ", ".join(f"{share:.3f}" for share in choice.absent.values()),
            choice.refused or "",
        ]
        for choice in calibration.choices
    ]
    if rows:
        print_table(["floors", "answerable keep a chunk", "absent keep one", "refused"], rows)
