"""What stops a start before anything is started."""

import fcntl
import re
import socket
from pathlib import Path

import pytest

from local import serving
from local.platform import LocalPlatform, StateInUseError
from local.serving import ServingError, WranglerDev


def test_a_port_in_use_is_named_with_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "_FREE_PORT_SECONDS", 0.2)
    with socket.create_server((serving.HOST, 0)) as taken:
        port = taken.getsockname()[1]
        wrangler = WranglerDev([], folder=tmp_path, storage=tmp_path, launcher=tmp_path / "workerd", port=port)
        message = f"port {port} is in use: choose another one, as in `make dev PORT={port + 1}`"
        with pytest.raises(ServingError, match=f"^{re.escape(message)}$"):
            wrangler.start()


def test_a_state_folder_serves_one_platform_at_a_time(tmp_path: Path) -> None:
    with (tmp_path / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(StateInUseError, match=f"{re.escape(str(tmp_path))}: end it, or choose another"):
            LocalPlatform(state=tmp_path, embedder="ngram").__enter__()


def test_what_was_never_started_is_not_running(tmp_path: Path) -> None:
    wrangler = WranglerDev([], folder=tmp_path, storage=tmp_path, launcher=tmp_path / "workerd", port=0)
    with pytest.raises(ServingError, match="wrangler dev has ended"):
        wrangler.check()
