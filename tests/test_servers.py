"""Servers of tests get ports that nobody else has."""

from __future__ import annotations

import socket
from itertools import islice

import pytest

from tests.browser import servers
from tests.browser.servers import PORTS, PROCESSES, free_port

EACH = len(PORTS) // PROCESSES


def test_a_port_that_is_in_use_is_left_out() -> None:
    busy = free_port()
    with socket.socket() as one:
        one.bind(("127.0.0.1", busy))
        found = {free_port() for _ in range(EACH - 1)}
    assert busy not in found
    assert found <= set(PORTS)


def test_no_other_process_gets_the_same_one(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: set[int] = set()
    for worker in range(PROCESSES):
        monkeypatch.setenv("PYTEST_XDIST_WORKER", f"gw{worker}")
        own = set(islice(servers._own_ports.__wrapped__(), EACH))
        assert len(own) == EACH
        assert not own & taken
        taken |= own
    assert taken == set(PORTS)
