"""A Worker that serves on this machine, and what one request to it costs."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeAlias

import requests

from local.configuration import LOCAL_TOKEN
from local.platform import LocalPlatform

_REPLY_SECONDS = 120
_BYTES_IN_A_KIBIBYTE = 1024
_WASM_RESERVATION_BYTES = 2**32

Condition: TypeAlias = Callable[[dict[str, Any]], bool]


@dataclass(frozen=True, slots=True)
class Sample:
    """One request. `cpu_ms` is what all threads of the runtime's process spent: the Worker's, the bindings'
    simulators' and the collector's; unlike `wall_ms` it hardly depends on what else the machine does.
    """

    wall_ms: float
    cpu_ms: float
    answer: dict[str, Any]
    headers: dict[str, str]


class Served:
    """Asks one running Worker. One request at a time, or `cpu_ms` counts what others cost."""

    def __init__(self, platform: LocalPlatform) -> None:
        self.platform = platform
        self.session = new_session()
        self.process = runtime_process(platform.storage.parent)

    def post(self, path: str, body: object) -> Sample:
        """Raises RuntimeError when the answer is not a success."""
        cpu = self.process.cpu_milliseconds()
        begin = time.perf_counter()
        response = self.session.post(self.platform.url + path, json=body, timeout=_REPLY_SECONDS)
        wall = (time.perf_counter() - begin) * 1000
        if not response.ok:
            raise RuntimeError(f"{path} answered {response.status_code}: {response.text[:500]}")
        spent = self.process.cpu_milliseconds() - cpu
        return Sample(wall, spent, response.json(), dict(response.headers))

    def get(self, path: str) -> dict[str, Any]:
        response = self.session.get(self.platform.url + path, timeout=_REPLY_SECONDS)
        response.raise_for_status()
        answer: dict[str, Any] = response.json()
        return answer

    def await_post(self, path: str, body: object, *, seconds: float, until: Condition) -> Sample:
        """Ask until the answer is as it should be. Raises TimeoutError."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            sample = self.post(path, body)
            if until(sample.answer):
                return sample
            time.sleep(0.1)
        raise TimeoutError(f"{path} did not come to the awaited answer within {seconds} s")


def new_session() -> requests.Session:
    session = requests.Session()
    session.trust_env = False
    session.headers["authorization"] = f"Bearer {LOCAL_TOKEN}"
    return session


@dataclass(frozen=True, slots=True)
class RuntimeProcess:
    """The workerd that runs the Worker, the simulators and D1."""

    folder: Path

    def cpu_milliseconds(self) -> float:
        """Of all threads that are alive, to the nanosecond where `utime` has hundredths of a second."""
        spent = 0
        for file in (self.folder / "task").glob("*/schedstat"):
            try:
                spent += int(file.read_text().split()[0])
            except (FileNotFoundError, ProcessLookupError):  # a thread that has just ended
                continue
        return spent / 1e6

    def forget_peak(self) -> None:
        """Let `peak_bytes` begin anew."""
        (self.folder / "clear_refs").write_text("5")

    def peak_bytes(self) -> int:
        """The most memory that was resident."""
        return self._status("VmHWM")

    def resident_bytes(self) -> int:
        return self._status("VmRSS")

    def wasm_bytes(self) -> int:
        """The size of the largest WebAssembly memory, 0 where there is none: V8 reserves 4 GiB for one, of which what
        is in use can be written and the rest cannot be touched.
        """
        regions = [line.split() for line in (self.folder / "maps").read_text().splitlines()]
        sizes = [0]
        for region, rest in pairwise(regions):
            if (region[1], rest[1]) == ("rw-p", "---p") and _size(region) + _size(rest) == _WASM_RESERVATION_BYTES:
                sizes.append(_size(region))
        return max(sizes)

    def _status(self, name: str) -> int:
        lines = dict(line.split(":", 1) for line in (self.folder / "status").read_text().splitlines())
        return int(lines[name].split()[0]) * _BYTES_IN_A_KIBIBYTE


def _size(region: Sequence[str]) -> int:
    start, end = (int(address, 16) for address in region[0].split("-"))
    return end - start


def runtime_process(state: Path) -> RuntimeProcess:
    """The process by the folder of its state. wrangler's proxy is a workerd too, but has no debug port."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            command = (folder / "cmdline").read_bytes()
        except (FileNotFoundError, ProcessLookupError, PermissionError):
            continue
        if f"{state}/".encode() in command and b"--debug-port" in command:
            return RuntimeProcess(folder)
    raise RuntimeError(f"no workerd runs on {state}")


@contextmanager
def serving(**options: Any) -> Iterator[Served]:  # noqa: ANN401 - those of LocalPlatform
    """A platform with the instant embedder; no clock, so that only what is asked for runs."""
    with LocalPlatform(embedder="instant", clock_seconds=None, **options) as platform:
        yield Served(platform)
