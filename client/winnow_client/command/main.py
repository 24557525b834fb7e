"""`winnow`: the commands, and the one place where an error becomes an exit code."""

from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from winnow_client.command.calibrate import calibrate
from winnow_client.command.context import context
from winnow_client.command.documents import documents
from winnow_client.command.evaluate import evaluate
from winnow_client.command.exit_codes import exit_code_of
from winnow_client.command.ingest import ingest
from winnow_client.command.output import say
from winnow_client.command.search import search
from winnow_client.command.service import export, health, stats
from winnow_client.command.token import token
from winnow_client.command.trim import trim
from winnow_client.errors import RateLimited, TemporaryError, WinnowError
from winnow_client.version import __version__


class ReportingGroup(TyperGroup):
    """Says an error of the client's in words, and ends with its exit code."""

    def invoke(self, ctx: Any) -> Any:  # noqa: ANN401 - as TyperGroup has it
        try:
            return super().invoke(ctx)
        except WinnowError as error:
            say(f"Error: {error}", style="bold red")
            for hint in _hints(error):
                say(hint)
            raise typer.Exit(exit_code_of(error)) from None


app = typer.Typer(
    name="winnow",
    cls=ReportingGroup,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Winnow on the command line: store documents, search them, and keep only the sentences that matter.",
    epilog="Exit codes: 0 done, 1 something must change, 2 usage, 3 not allowed, 4 try again later, 5 server at fault.",
)
for command in (ingest, search, trim, context, stats, export, health, evaluate, calibrate):
    app.command()(command)
app.add_typer(documents, name="documents")
app.add_typer(token, name="token")


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(__version__)
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    pass


def _hints(error: WinnowError) -> list[str]:
    hints = []
    if isinstance(error, TemporaryError) and error.retry_after_seconds is not None:
        hints.append(f"Try again in {error.retry_after_seconds:.0f} seconds.")
    if error.request_id is not None and not isinstance(error, RateLimited):
        hints.append(f"Request id: {error.request_id}")
    return hints


def run() -> None:
    app()


if __name__ == "__main__":
    run()
