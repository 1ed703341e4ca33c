"""Kubernetes' probes: whether the process is alive, and whether it is ready."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from playground.web.clients import proxy_problems


@require_safe
def livez(_request: HttpRequest) -> HttpResponse:
    """The process answers; the database is not checked, because a restart would not repair it."""
    return _plain("ok", 200)


@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """The database answers and has every migration; with `?verbose` each check, and warnings."""
    try:
        executor = MigrationExecutor(connection)
        missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError:
        return _plain("The database does not answer.", 503)
    if missing:
        return _plain("The database lacks a migration.", 503)
    return _plain("\n".join(_in_words()) if "verbose" in request.GET else "ok", 200)


def _in_words() -> Iterator[str]:
    """One line per check, as in Kubernetes' own `/readyz?verbose` (apiserver, ``healthz.go``).

    ``clients``: whether a proxy hides the addresses of its clients. The server is ready even then.
    """
    yield "[+]database ok"
    yield "[+]migrations ok"
    problems = proxy_problems()
    yield from (f"[!]clients: {problem}" for problem in problems)
    if not problems:
        yield "[+]clients ok"
    yield "readyz check passed"


def _plain(text: str, status: int) -> HttpResponse:
    return HttpResponse(f"{text}\n", status=status, content_type="text/plain; charset=utf-8")


# `/healthz` is the name before Kubernetes 1.16.
PROBES: Mapping[str, Callable[[HttpRequest], HttpResponse]] = {"/livez": livez, "/readyz": readyz, "/healthz": readyz}
