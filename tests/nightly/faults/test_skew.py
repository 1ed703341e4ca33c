"""Servers whose clocks are hours off use the database's time for links, limits and dates."""

from __future__ import annotations

import urllib.request
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from pathlib import Path

import psycopg
import pytest

from tests.browser.servers import Server
from tests.nightly.faults.client import get, post
from tests.nightly.faults.replicas import PostgreSQL, Replicas, running, twin

SKEW = timedelta(hours=2)
SAVES = 5
WRONG = {"DJANGO_SETTINGS_MODULE": "tests.nightly.faults.own_clock"}


def skewed(server: Server, hours: str, **more: str) -> Server:
    """``server`` on a machine whose clock is off by ``hours``."""
    (library,) = Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1")
    # the times of files are changed too, by which gunicorn sees whether a worker lives
    skew = {"LD_PRELOAD": str(library), "FAKETIME": f"{hours}h", "GUNICORN_CMD_ARGS": "--timeout 0"}
    return twin(server, WORKERS="1", SAVES_PER_HOUR=str(SAVES), **skew, **more)


@pytest.fixture(scope="module")
def servers(replicas: Replicas) -> Iterator[dict[str, Server]]:
    """Servers with the right time, ahead of it and behind it; and two that believe their own clocks."""
    right = replicas.servers[0]
    named = {
        "right": twin(right, WORKERS="1", SAVES_PER_HOUR=str(SAVES)),
        "ahead": skewed(right, "+2"),
        "behind": skewed(right, "-2"),
        "wrongly ahead": skewed(right, "+2", **WRONG),
        "wrongly behind": skewed(right, "-2", **WRONG),
    }
    with running(*named.values()):
        yield named


def test_the_clocks_of_the_servers_differ(servers: dict[str, Server]) -> None:
    for name, offset in (("ahead", SKEW), ("behind", -SKEW)):
        with urllib.request.urlopen(f"{servers[name].url}/livez", timeout=30) as answer:
            server_time = parsedate_to_datetime(answer.headers["Date"])
        assert abs(server_time - datetime.now(UTC) - offset) < timedelta(minutes=5)


def expiring(database: PostgreSQL, server: Server, text: str, interval: str) -> str:
    """A new link whose end is ``interval`` away by the database's clock."""
    address = post(server, "/share", text)[2]
    with psycopg.connect(database.url) as connection:
        connection.execute(
            "UPDATE playground_share SET expires = now() + %s::interval WHERE slug = %s",
            [interval, address.removeprefix("/s/")],
        )
    return f"{address}/raw"


def test_nothing_expires_early_and_nothing_is_read_that_has_expired(
    servers: dict[str, Server], replicas: Replicas, shared_database: PostgreSQL
) -> None:
    living = expiring(shared_database, replicas.balancer, "# lives", "1 hour")
    over = expiring(shared_database, replicas.balancer, "# is over", "-1 second")
    for name in ("right", "ahead", "behind"):
        assert (get(servers[name], living), get(servers[name], over)) == (200, 410)
    assert get(servers["wrongly ahead"], living) == 410
    assert get(servers["wrongly behind"], over) == 200


def test_dates_come_from_the_databases_clock(servers: dict[str, Server], shared_database: PostgreSQL) -> None:
    def age(name: str) -> timedelta:
        slug = post(servers[name], "/share", f"# {name}")[2].removeprefix("/s/")
        with psycopg.connect(shared_database.url) as connection:
            (stored_age,) = connection.execute(
                "SELECT now() - created FROM playground_share WHERE slug = %s", [slug]
            ).fetchone() or (None,)
        assert isinstance(stored_age, timedelta)
        return stored_age

    forget_limits(shared_database)
    assert all(abs(age(name)) < timedelta(minutes=1) for name in ("ahead", "behind"))
    forget_limits(shared_database)
    assert all(abs(age(name)) > timedelta(hours=1) for name in ("wrongly behind", "wrongly ahead"))


def forget_limits(database: PostgreSQL) -> None:
    with psycopg.connect(database.url) as connection:
        connection.execute("DELETE FROM playground_rate")


def test_a_rate_limit_holds_across_servers(servers: dict[str, Server], shared_database: PostgreSQL) -> None:
    forget_limits(shared_database)
    assert [post(servers["right"], "/share", f"# {number}")[0] for number in range(SAVES)] == [303] * SAVES
    assert [post(servers[name], "/share", "# more")[0] for name in ("right", "behind", "ahead")] == [429] * 3
    assert post(servers["wrongly ahead"], "/share", "# more")[0] == 303
