"""How a command finds its server: options, or the environment."""

from typing import Annotated

import typer

from winnow_client.client import DEFAULT_TIMEOUT_SECONDS, WinnowClient
from winnow_client.retrying import RetryPolicy

UrlOption = Annotated[str, typer.Option("--url", envvar="WINNOW_URL", help="The address of the server.")]
TokenOption = Annotated[
    str | None,
    typer.Option("--token", envvar="WINNOW_TOKEN", help="The bearer token. Better set in the environment."),
]
NamespaceOption = Annotated[
    str, typer.Option("--namespace", "-n", envvar="WINNOW_NAMESPACE", help="Which collection of documents.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else on standard output.")]

DEFAULT_NAMESPACE = "default"


def connect(
    url: str,
    token: str | None = None,
    namespace: str = DEFAULT_NAMESPACE,
    *,
    retry: RetryPolicy | None = None,
    timeout_seconds: float = DEFAULT_TIMEOUT_SECONDS,
) -> WinnowClient:
    """Raises typer.BadParameter."""
    try:
        return WinnowClient(url, token, namespace=namespace, retry=retry, timeout_seconds=timeout_seconds)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from error
