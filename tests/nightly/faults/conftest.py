"""Two servers on one PostgreSQL behind a balancer, shared by all tests that do not harm them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.browser.servers import Server
from tests.nightly.faults.replicas import (
    UNLIMITED,
    PostgreSQL,
    Replicas,
    balanced,
    make_replica,
    postgresql,
    running,
    twin,
)


@pytest.fixture(scope="session")
def shared_database() -> Iterator[PostgreSQL]:
    with postgresql() as started:
        yield started


@pytest.fixture(scope="session")
def replicas(shared_database: PostgreSQL, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Replicas]:
    folder = tmp_path_factory.mktemp("replicas")
    first = make_replica(folder, shared_database, UNLIMITED)
    two = twin(first)
    with running(first, two), balanced(folder, first.url, two.url) as balancer:
        yield Replicas(Server(balancer.url, first.environment), (first, two))
