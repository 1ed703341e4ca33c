"""A request learns whether its worker ends, how many threads it may occupy, and whether its client is there."""

from __future__ import annotations

import socket
import struct
import sys
from types import SimpleNamespace

import pytest

from playground.web import worker


@pytest.fixture
def gunicorns(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    gunicorn_worker = SimpleNamespace(alive=True, cfg=SimpleNamespace(threads=32))
    monkeypatch.setattr(worker, "_worker", None)
    worker.begin(gunicorn_worker)
    return gunicorn_worker


def test_a_worker_ends_when_gunicorn_says_so(gunicorns: SimpleNamespace) -> None:
    assert not worker.is_ending()
    gunicorns.alive = False
    assert worker.is_ending()


@pytest.mark.parametrize(("threads", "spare"), [(32, 16), (3, 1), (1, 1)])
def test_half_of_the_threads_may_be_occupied_for_long(gunicorns: SimpleNamespace, threads: int, spare: int) -> None:
    gunicorns.cfg.threads = threads
    assert worker.spare_threads() == spare


def test_without_gunicorn_nothing_ends_and_nothing_is_occupied(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "_worker", None)
    assert (worker.is_ending(), worker.spare_threads()) == (False, sys.maxsize)
    assert not worker.client_is_gone({})


def test_a_client_is_gone_when_it_has_closed_its_connection() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        environ = {"gunicorn.socket": ours}
        assert not worker.client_is_gone(environ)
        theirs.send(b"a")
        assert not worker.client_is_gone(environ)
        ours.recv(1)
        theirs.close()
        assert worker.client_is_gone(environ)


def test_a_client_that_has_reset_its_connection_is_gone() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        theirs = socket.create_connection(server.getsockname())
        ours, _ = server.accept()
        theirs.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # close with a reset
        theirs.close()
        with ours:
            assert worker.client_is_gone({"gunicorn.socket": ours})
