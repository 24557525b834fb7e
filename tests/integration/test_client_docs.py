"""The Python in docs/client.md runs as it stands there."""

import re
from pathlib import Path

import pytest

from local.platform import LocalPlatform

PAGE = Path("docs/client.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def test_every_block_runs_in_turn(
    platform: LocalPlatform,
    namespace: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    names = {
        "https://winnow.example.workers.dev": platform.url,
        "the token": platform.token,
        'namespace="sea"': f'namespace="{namespace}"',
        '"copy"': f'"{namespace}-copy"',
    }
    scope: dict[str, object] = {}
    for block in BLOCKS:
        source = block
        for shown, real in names.items():
            source = source.replace(shown, real)
        exec(compile(source, "docs/client.md", "exec"), scope)  # noqa: S102 - our own document
    printed = capsys.readouterr().out.splitlines()
    assert printed[0] == "tides 0 50 The moon raises the tides."
    assert printed[1].startswith("('filter', 'colour') 'colour' cannot be filtered")
    assert len(Path("backup.jsonl").read_text(encoding="utf-8").splitlines()) == 2
