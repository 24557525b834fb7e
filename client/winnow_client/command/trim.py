"""`winnow trim`."""

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from winnow_client.command.connection import JsonOption, TokenOption, UrlOption, connect
from winnow_client.command.output import print_json, printable, results, say
from winnow_client.options import TrimOptions
from winnow_client.results.trim import TrimReceipt

FilesArgument = Annotated[list[Path] | None, typer.Argument(metavar="FILE", help="Each a chunk. Default: stdin.")]
ThresholdOption = Annotated[float | None, typer.Option(help="The least cosine that a kept sentence has, in [-1, 1].")]
RelativeOption = Annotated[float | None, typer.Option(help="Or the least share of the best cosine, in (0, 1].")]
MaxTokensOption = Annotated[int | None, typer.Option(min=1, help="A budget over all chunks, in estimated tokens.")]
UnitOption = Annotated[str, typer.Option(help="sentence, line, or the separator of records.")]


def trim(
    query: Annotated[str, typer.Argument(help="The question.")],
    files: FilesArgument = None,
    *,
    url: UrlOption,
    token: TokenOption = None,
    threshold: ThresholdOption = None,
    relative: RelativeOption = None,
    min_sentences: Annotated[int, typer.Option(min=0, help="Kept of each chunk, however they score.")] = 1,
    window: Annotated[int, typer.Option(min=0, help="Neighbours kept on each side.")] = 0,
    max_tokens: MaxTokensOption = None,
    unit: UnitOption = "sentence",
    as_json: JsonOption = False,
) -> None:
    """Cut texts down to the sentences that matter for a question."""
    given = {"threshold": threshold, "relative": relative, "max_tokens": max_tokens}
    options: TrimOptions = {"min_sentences": min_sentences, "window": window, "unit": unit}
    options.update({name: value for name, value in given.items() if value is not None})  # type: ignore[typeddict-item]
    with connect(url, token) as client:
        trimmed = client.trim(query, [{"content": text} for text in _texts(files or [])], **options)
    if as_json:
        print_json(trimmed)
        return
    for chunk in trimmed.chunks:
        results().print(Text(printable(str(chunk["content"]))))
    say(receipt_line(trimmed.receipt), style="dim")


def receipt_line(receipt: TrimReceipt) -> str:
    return (
        f"kept {receipt.sentences_kept} of {receipt.sentences_in} sentences, "
        f"{receipt.characters_out} of {receipt.characters_in} characters, "
        f"about {receipt.tokens_out} of {receipt.tokens_in} tokens"
    )


def _texts(files: list[Path]) -> list[str]:
    """Raises typer.BadParameter."""
    try:
        return [file.read_text(encoding="utf-8") for file in files] if files else [sys.stdin.read()]
    except (OSError, UnicodeDecodeError) as error:
        raise typer.BadParameter(str(error)) from error
