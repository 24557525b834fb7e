"""The running Worker, for the tests that speak HTTP to it."""

import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from local.platform import LocalPlatform
from tests.platform import Client


@pytest.fixture(scope="session")
def snapshot(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the Worker's memory snapshot is: taken by the first platform that is given it, used by all."""
    return tmp_path_factory.mktemp("snapshot")


@pytest.fixture(scope="session")
def platform(snapshot: Path) -> Iterator[LocalPlatform]:
    """The Worker as production starts it, from its own memory snapshot; shared by all tests of a run."""
    with LocalPlatform(embedder="ngram", faults=True, snapshot=snapshot) as running:
        yield running
        running.check()


@pytest.fixture
def client(platform: LocalPlatform) -> Iterator[Client]:
    opened = Client(platform)
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def model_client(snapshot: Path) -> Iterator[Client]:
    """Speaks to a Worker whose model knows meaning, where `client`'s knows spelling and is instant."""
    with LocalPlatform(embedder="e5", snapshot=snapshot) as running:
        opened = Client(running)
        yield opened
        opened.close()
        running.check()


@pytest.fixture
def namespace() -> str:
    """A namespace of the test's own, since the platform is shared."""
    return f"test-{uuid.uuid4().hex}"
