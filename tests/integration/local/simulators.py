"""Starts the simulators under the real `wrangler dev`, with a caller in front that turns HTTP into RPC."""

import json
import os
import shutil
import signal
import socket
import subprocess
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import requests

ROOT = Path(__file__).parents[3]
COMPATIBILITY_DATE = "2026-11-01"
NO_HOST = "http://127.0.0.1:9"
"""Where nothing listens."""

START_SECONDS = 60
STOP_SECONDS = 10
CALL_SECONDS = 30
SLOW_DELAY_MS = 2500
"""Milliseconds until a write is visible through VECTORIZE_SLOW."""

INDEX = json.loads((ROOT / "vectorize" / "index.json").read_text())


class CallFailedError(Exception):
    """The call threw: `name` and message as the caller in JavaScript saw them."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(message)
        self.name = name
        self.message = message


@dataclass(frozen=True, slots=True)
class RawResponse:
    """A Response that came over RPC."""

    status: int
    content_type: str | None
    body: str


class Simulators:
    """One `wrangler dev` with both simulators; `state` outlives it."""

    def __init__(self, folder: Path, *, host_url: str) -> None:
        self.state = folder / "state"
        self._folder = folder
        self._log = folder / "wrangler.log"
        self._configurations = _write_configurations(folder, host_url)
        self._process: subprocess.Popen[bytes] | None = None
        self._url = ""

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self) -> None:
        port, inspector = _free_ports()
        self._url = f"http://127.0.0.1:{port}"
        wrangler = ROOT / "node_modules" / "wrangler" / "bin" / "wrangler.js"
        node = shutil.which("node", path=f"{ROOT / '.venv' / 'bin'}:{os.environ['PATH']}") or "node"
        command = [node, str(wrangler), "dev", "--ip=127.0.0.1", f"--port={port}"]
        command += [f"--inspector-port={inspector}", f"--persist-to={self.state}"]
        command += [f"--config={path}" for path in self._configurations]
        environment = {
            **os.environ,
            "CLOUDFLARE_CF_FETCH_ENABLED": "false",
            "WRANGLER_SEND_METRICS": "false",
            "CI": "1",
        }
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                command,
                cwd=self._folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self._wait_until_ready()

    def stop(self) -> None:
        if self._process is None:
            return
        self._signal(signal.SIGTERM)
        try:
            self._process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()
            self._process.wait(STOP_SECONDS)
        self._process = None

    def kill(self) -> None:
        """SIGKILL for wrangler and workerd, as when the machine goes down."""
        self._signal(signal.SIGKILL)

    def restart(self) -> None:
        """Start again over the same state, whatever became of the processes."""
        self.stop()
        self.start()

    def call(self, binding: str, method: str, *arguments: object) -> Any:  # noqa: ANN401 - whatever came back
        """Call `env[binding][method](...arguments)` in the caller.

        Raises:
            CallFailedError: the method threw.
        """
        answer = requests.post(
            self._url, json={"binding": binding, "method": method, "args": arguments}, timeout=CALL_SECONDS
        ).json()
        if "error" in answer:
            raise CallFailedError(answer["error"]["name"], answer["error"]["message"])
        if "response" in answer:
            raw = answer["response"]
            return RawResponse(raw["status"], raw["contentType"], raw["body"])
        return answer["value"]

    def _signal(self, number: signal.Signals) -> None:
        # The whole group: wrangler is two processes, workerd its children. The group may be gone already.
        if self._process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, number)

    def _wait_until_ready(self) -> None:
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline:
            try:
                self.call("VECTORIZE_UNTOUCHED", "describe")
            except (requests.RequestException, CallFailedError):
                time.sleep(0.1)
            else:
                return
        raise TimeoutError(f"wrangler dev was not ready: {self._log.read_text()[-2000:]}")


def _free_ports() -> tuple[int, int]:
    with socket.socket() as first, socket.socket() as second:
        first.bind(("127.0.0.1", 0))
        second.bind(("127.0.0.1", 0))
        return first.getsockname()[1], second.getsockname()[1]


def _write_configurations(folder: Path, host_url: str) -> list[Path]:
    workers = {
        "AI": _workers_ai("ai", host_url, embedder="ngram", faults="on"),
        "AI_ALONE": _workers_ai("ai-alone", NO_HOST, embedder="ngram", faults="on"),
        "AI_E5": _workers_ai("ai-e5", host_url, embedder="e5", faults="off"),
        "AI_INSTANT": _workers_ai("ai-instant", NO_HOST, embedder="instant", faults="off"),
        "VECTORIZE": _vectorize("vectorize", host_url, faults="on", delay=0),
        "VECTORIZE_SLOW": _vectorize("vectorize-slow", host_url, faults="off", delay=SLOW_DELAY_MS),
        "VECTORIZE_UNTOUCHED": _vectorize("vectorize-untouched", host_url, faults="off", delay=0),
    }
    services = [
        {
            "binding": binding,
            "service": worker["name"],
            "entrypoint": "AI" if binding.startswith("AI") else "Vectorize",
        }
        for binding, worker in workers.items()
    ]
    caller = {"name": "caller", "main": str(Path(__file__).with_name("caller.js")), "services": services}
    return [_write(folder, worker) for worker in (caller, *workers.values())]


def _workers_ai(name: str, host_url: str, *, embedder: str, faults: str) -> dict[str, Any]:
    return {
        "name": name,
        "main": str(ROOT / "local" / "workers_ai" / "worker.js"),
        "vars": {"HOST_URL": host_url, "EMBEDDER": embedder, "FAULTS": faults},
    }


def _vectorize(name: str, host_url: str, *, faults: str, delay: int) -> dict[str, Any]:
    variables = {"HOST_URL": host_url, "FAULTS": faults, "VISIBILITY_DELAY_MS": str(delay)}
    return {
        "name": name,
        "main": str(ROOT / "local" / "vectorize" / "worker.js"),
        "vars": {**variables, "INDEX": json.dumps(INDEX)},
        "durable_objects": {"bindings": [{"name": "STORE", "class_name": "VectorizeIndex"}]},
        "migrations": [{"tag": "v1", "new_sqlite_classes": ["VectorizeIndex"]}],
    }


def _write(folder: Path, configuration: dict[str, Any]) -> Path:
    path = folder / str(configuration["name"]) / "wrangler.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({**configuration, "compatibility_date": COMPATIBILITY_DATE}))
    return path
