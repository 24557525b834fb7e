"""The real Worker, to be killed: leases end soon and the clock calls often, so that no test waits a minute."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from local.platform import LocalPlatform
from tests.platform import Client

LEASE_SECONDS = 2


@pytest.fixture(scope="module")
def mortal(snapshot: Path) -> Iterator[LocalPlatform]:
    variables = {"LEASE_SECONDS": str(LEASE_SECONDS)}
    with LocalPlatform(
        embedder="ngram", faults=True, snapshot=snapshot, variables=variables, clock_seconds=0.5
    ) as running:
        yield running


@pytest.fixture
def mortal_client(mortal: LocalPlatform) -> Iterator[Client]:
    mortal.host.faults.order()
    opened = Client(mortal)
    yield opened
    opened.close()
    mortal.host.faults.order()
