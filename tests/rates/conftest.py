"""The counters behind one interface: the test database, and a real Redis."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import pytest

from playground.rates import in_database, in_redis
from playground.rates.limit import Wanted
from tests.rates.servers import RedisServer

Take = Callable[[str, Wanted, float | None], float]


@pytest.fixture(scope="session")
def redis_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    """One that is given time to answer: a busy machine is no reason to count elsewhere."""
    server = RedisServer(tmp_path_factory.mktemp("redis"))
    server.start()
    with pytest.MonkeyPatch.context() as patience:
        patience.setattr(in_redis, "_TIMEOUT", 60)
        yield server
    server.stop()


@pytest.fixture(params=["database", "redis"])
def take(request: pytest.FixtureRequest) -> Take:
    """Each counter in turn; `make test` runs the tests with SQLite and with PostgreSQL."""
    if request.param == "database":
        return in_database.take
    server: RedisServer = request.getfixturevalue("redis_server")
    server.empty()
    return partial(in_redis.take, server.url)
