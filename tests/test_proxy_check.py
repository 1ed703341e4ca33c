"""A proxy that hides the clients' addresses is reported once; visitors cannot fake that from outside."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.test import RequestFactory
from pytest_django.fixtures import Settings

from playground import request_limits
from playground.clients import networks
from playground.proxy_check import forget, notice, noticed

PROXIES = networks(["10.0.0.0/8", "fd00::/8"])


@pytest.fixture(autouse=True)
def anew() -> Iterator[None]:
    forget()
    yield
    forget()


@pytest.mark.parametrize(
    ("peer", "forwarded", "told"),
    [
        ("10.0.0.1", "203.0.113.7", ""),
        ("10.0.0.1", "", "A proxy in TRUSTED_PROXIES sends no"),
        ("10.0.0.1", " ", "A proxy in TRUSTED_PROXIES sends no"),
        ("fd00::1", "", "A proxy in TRUSTED_PROXIES sends no"),
        ("::ffff:10.0.0.1", "", "A proxy in TRUSTED_PROXIES sends no"),
        ("192.168.0.1", "203.0.113.7", "that is not in TRUSTED_PROXIES"),
        ("8.8.8.8", "203.0.113.7", ""),  # who makes a header up from outside proves nothing
        ("8.8.8.8", "", ""),
        ("192.168.0.1", "", ""),
        ("", "203.0.113.7", ""),
    ],
)
def test_a_proxy_that_hides_clients_is_detected(peer: str, forwarded: str, told: str) -> None:
    notice({"REMOTE_ADDR": peer, "HTTP_X_FORWARDED_FOR": forwarded}, PROXIES)
    assert len(noticed()) == bool(told)
    assert told in "".join(noticed())


def test_it_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    for _ in range(3):
        notice({"REMOTE_ADDR": "10.0.0.1"}, PROXIES)
    notice({"REMOTE_ADDR": "10.0.0.1", "HTTP_X_FORWARDED_FOR": "203.0.113.7"}, PROXIES)
    assert len(noticed()) == len(caplog.records) == 1


def test_every_counted_request_is_checked(settings: Settings) -> None:
    settings.TRUSTED_PROXIES = PROXIES
    request_limits._client(RequestFactory().post("/", REMOTE_ADDR="10.0.0.1"))
    assert noticed()
