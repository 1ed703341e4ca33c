"""A server under load: pages, previews, saves on both databases, reads, previews beside hostile texts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from itertools import count
from pathlib import Path

import psycopg
import pytest

from tests.api.servers import new_database
from tests.benchmarks.conftest import Note
from tests.benchmarks.figures import Goal
from tests.benchmarks.load import Load, form_headers, gets, in_parts, live, neighbours, posts, running
from tests.benchmarks.measure import in_rounds, middle
from tests.benchmarks.page_form import typed
from tests.benchmarks.texts import different, template, without_secrets
from tests.browser.servers import Server
from tests.hostile.families import FAMILIES
from tests.nightly.faults.client import post

SECONDS = 3
ROUNDS = 5  # of a load that has a goal
LINES_100 = 3_200  # bytes of a Template of about a hundred lines
KINDS = {"20 KB": template(20_000), "100 lines": template(LINES_100)}
FREE = dict.fromkeys(("PREVIEWS_PER_MINUTE", "SAVES_PER_MINUTE", "SAVES_PER_HOUR", "SAVED_BYTES_PER_DAY"), "0") | {
    "LOG_LEVEL": "CRITICAL"
}  # a client may ask as often as it can
_seeds = (f"s{number:x}x" for number in count())  # no two loads send the same texts


@pytest.fixture(scope="module", params=["SQLite", "PostgreSQL"])
def stored(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Server]]:
    """The name of a database, and a server on a new one."""
    none: AbstractContextManager[dict[str, str]] = nullcontext({})
    with new_database() if request.param == "PostgreSQL" else none as more:
        assert bool(more) == (request.param == "PostgreSQL")
        assert not more or is_durable(more["DATABASE_URL"])
        with running(tmp_path_factory.mktemp("site"), {**FREE, **more}) as site:
            yield request.param, site


def is_durable(database: str) -> bool:
    """Whether PostgreSQL answers only when the disk has what it was given, as on a site."""
    with psycopg.connect(database) as connection:
        results = [connection.execute(f"SHOW {name}").fetchone() for name in ("fsync", "synchronous_commit")]
    return results == [("on",), ("on",)]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on SQLite, for what no database is asked for."""
    with running(tmp_path_factory.mktemp("site"), FREE) as site:
        yield site


def tell(
    note: Note,
    table: str,
    row: str,
    load: Callable[[], Load],
    rounds: int,
    most: float | None = None,
    least: float | None = None,
) -> None:
    """One row of a ``load``, the best and the middle one of its ``rounds``.

    ``most`` are milliseconds of the 99th in a hundred, ``least`` are requests a second.
    """
    results = in_rounds(load, lambda result: result.rate, rounds)
    assert not sum(round_.result.errors for round_ in results)
    best, half = results[0], middle(results)
    note(table, row, "a second", best.result.rate, Goal(least, least=True) if least else None)
    note(table, row, "p50, ms", best.result.p50 * 1e3)
    note(table, row, "p99, ms", best.result.p99 * 1e3, Goal(most) if most else None)
    note(table, row, "loop, ms", best.loop * 1e3)
    if rounds > 1:
        note(table, row, "a second, middle", half.result.rate)
        note(table, row, "p99, ms, middle", half.result.p99 * 1e3)
        note(table, row, "loop, ms, middle", half.loop * 1e3)


def _clients(count: int) -> str:
    return "1 client" if count == 1 else f"{count} clients"


@pytest.mark.parametrize("clients", [1, 8, 64])
def test_the_page(clients: int, server: Server, tmp_path: Path, note: Note) -> None:
    rounds, most = (ROUNDS, 100) if clients == 8 else (1, None)
    row = f"page, {_clients(clients)}"
    tell(note, "Requests", row, lambda: gets(server, ["/"], clients, SECONDS, tmp_path), rounds, most)


@pytest.mark.parametrize("clients", [1, 8, 64])
@pytest.mark.parametrize("kind", KINDS)
def test_previews(kind: str, clients: int, server: Server, tmp_path: Path, note: Note) -> None:
    rounds, most, least = (ROUNDS, 60, 300) if clients == 8 else (1, None, None)  # for both sizes: the goal names none
    row = f"preview, {kind}, {_clients(clients)}"
    tell(note, "Requests", row, lambda: preview(server, kind, "different", clients, tmp_path), rounds, most, least)


def test_previews_of_the_same_text(server: Server, tmp_path: Path, note: Note) -> None:
    row = "preview, 20 KB, 8 clients, always the same text"
    tell(note, "Requests", row, lambda: preview(server, "20 KB", "same", 8, tmp_path), 1)


def preview(server: Server, kind: str, differ: str, clients: int, folder: Path) -> Load:
    headers = {**form_headers(server), "HX-Request": "true"}
    form = live(typed(server, KINDS[kind], headers))
    return posts(server, "/evaluate", form, headers, (next(_seeds), differ), clients, SECONDS, folder)


@pytest.mark.parametrize("writers", [8, 16])
def test_saves(writers: int, stored: tuple[str, Server], tmp_path: Path, note: Note) -> None:
    name, site = stored
    text, headers = without_secrets(KINDS["100 lines"]), form_headers(site)
    assert post(site, "/share", text)[0] == 303
    rounds, most = (ROUNDS, {"SQLite": 750, "PostgreSQL": 150}[name]) if writers == 8 else (1, None)

    def save() -> Load:
        return posts(
            site, "/share", in_parts({"source": text}), headers, (next(_seeds), "different"), writers, SECONDS, tmp_path
        )

    tell(note, "Saves and reads", f"save, {name}, {_clients(writers)}", save, rounds, most)


@pytest.mark.parametrize("kind", ["page", "raw"])
def test_reads(kind: str, stored: tuple[str, Server], tmp_path: Path, note: Note) -> None:
    name, site = stored
    texts = [different(without_secrets(KINDS["100 lines"]), f"{kind}{number}") for number in range(40)]
    answers = [post(site, "/share", text) for text in texts]
    assert {status for status, *_ in answers} == {303}
    paths = [address + ("/raw" if kind == "raw" else "") for _, _, address, _ in answers]
    row = f"read {kind}, {name}, 8 clients"
    tell(note, "Saves and reads", row, lambda: gets(site, paths, 8, SECONDS, tmp_path), ROUNDS, 100)


@pytest.mark.parametrize("hostile", [False, True])
def test_hostile_neighbours(hostile: bool, server: Server, note: Note) -> None:
    bombs = [text for family in FAMILIES for text in family.texts] if hostile else []
    form = typed(server, KINDS["100 lines"], form_headers(server))
    thrown = 0

    def load() -> Load:
        nonlocal thrown
        seed = next(_seeds)

        def text(client: int, number: int) -> str:
            return different(form["source"], f"{seed}{client}x{number}")

        result, more = neighbours(server, form, text, bombs, 8, SECONDS)
        thrown += more
        return result

    row = f"previews of 100 lines, {'with every tenth a hostile one' if hostile else 'alone'}"
    tell(note, "Hostile neighbours", row, load, ROUNDS, 500 if hostile else 150)
    if hostile:
        assert thrown
        note("Hostile neighbours", row, "hostile ones", thrown)
