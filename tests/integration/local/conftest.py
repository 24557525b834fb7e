"""One `wrangler dev` with both simulators for all tests here, and one that may be killed."""

from collections.abc import Iterator

import pytest

from local.host import HostServer
from tests.integration.local.simulators import Simulators


@pytest.fixture(scope="session")
def host_server() -> Iterator[HostServer]:
    with HostServer(embedder="e5") as server:
        yield server


@pytest.fixture(scope="session")
def simulators(host_server: HostServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Simulators]:
    with Simulators(tmp_path_factory.mktemp("simulators"), host_url=host_server.url) as started:
        yield started


@pytest.fixture
def host(host_server: HostServer) -> Iterator[HostServer]:
    """The host without orders and without a memory of calls, before and after."""
    _forget(host_server)
    yield host_server
    _forget(host_server)


def _forget(host_server: HostServer) -> None:
    host_server.faults.order()
    host_server.faults.forget_calls()


@pytest.fixture(scope="module")
def own_simulators(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Simulators, HostServer]]:
    """A `wrangler dev` for tests that kill or restart it; a "kill" order kills wrangler and workerd."""
    folder = tmp_path_factory.mktemp("mortal")
    with HostServer(embedder="ngram") as host, Simulators(folder, host_url=host.url) as started:
        host.on_kill = started.kill
        yield started, host
