"""What was proposed, as `[vars]` of a wrangler.toml."""

from collections.abc import Sequence

from winnow_client.command.evaluation.calibration import Calibration, FloorChoice, TrimChoice
from winnow_client.command.evaluation.results import SetResult

FLOOR_VARIABLES = ("MIN_SCORE", "MIN_EVIDENCE", "MIN_COVERAGE")


def as_toml(calibration: Calibration, results: Sequence[SetResult]) -> str:
    """Each value with what it costs and saves."""
    names = ", ".join(result.name for result in results)
    lines = [f"# Proposed by `winnow calibrate` on {names}: of the model that was deployed then, and of no other."]
    lines += ["[vars]"]
    variables = calibration.variables
    for title, notes, wanted in (
        ("floors", _floor_notes(calibration.floors), FLOOR_VARIABLES),
        ("trimming", _trim_notes(calibration.trim), ("TRIM_THRESHOLD", "TRIM_RELATIVE")),
    ):
        given = [name for name in wanted if name in variables]
        if given:
            lines += [f"# {title}: {note}" for note in notes]
            lines += [f'{name} = "{variables[name]}"' for name in given]
    lines += [f"# Not proposed: {reason}" for reason in calibration.refusals]
    return "\n".join(lines) + "\n"


def _floor_notes(choice: FloorChoice | None) -> list[str]:
    if choice is None:
        return []
    return [
        f"{name}: {choice.answered[name]:.1%} of the answerable questions keep a chunk, "
        f"{choice.absent[name]:.1%} of the absent ones"
        for name in choice.answered
    ]


def _trim_notes(choice: TrimChoice | None) -> list[str]:
    if choice is None:
        return []
    return [
        f"{name}: {entry.retention} of the answers stay, {entry.kept} of the tokens"
        for name, entry in choice.results.items()
    ]
