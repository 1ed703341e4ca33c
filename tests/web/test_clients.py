"""No client can pose as another one."""

from __future__ import annotations

import pytest
from django.test import RequestFactory
from pytest_django.fixtures import Settings

from playground.web import clients
from playground.web.client_rates import wait_for_preview
from playground.web.clients import check_proxies, client_of, networks, proxy_problems

OURS = networks(["10.0.0.0/8", "2001:db8:1::/48"])


@pytest.mark.parametrize(
    ("peer", "forwarded", "client"),
    [
        ("203.0.113.7", "", "203.0.113.7"),
        ("203.0.113.7", "198.51.100.1", "203.0.113.7"),  # no proxy of ours: its word counts for nothing
        ("10.0.0.1", "198.51.100.1", "198.51.100.1"),
        ("10.0.0.1", "192.0.2.66, 198.51.100.1", "198.51.100.1"),  # what the client wrote itself
        ("10.0.0.1", "192.0.2.66, 198.51.100.1, 10.2.0.1", "198.51.100.1"),  # two proxies in a row
        ("10.0.0.1", "10.0.0.2", "10.0.0.2"),
        ("10.0.0.1", "", "10.0.0.1"),
        ("10.0.0.1", "nonsense", "10.0.0.1"),
        ("10.0.0.1", "198.51.100.1, ", "10.0.0.1"),
        ("10.0.0.1", "," * 10_000, "10.0.0.1"),
        ("10.0.0.1", ",".join(["10.0.0.9"] * 10_000), "10.0.0.9"),
        ("", "198.51.100.1", "198.51.100.1"),  # a local socket, which only a proxy reaches
        ("", "", "local"),
        ("2001:db8:9:8:7::1", "", "2001:db8:9:8::/64"),
        ("2001:db8:9:8:ffff::2", "", "2001:db8:9:8::/64"),  # the same subscriber
        ("fe80::1%eth0", "", "fe80::/64"),
        ("::ffff:203.0.113.7", "", "203.0.113.7"),
        ("::ffff:10.0.0.1", "198.51.100.1", "198.51.100.1"),
        ("2001:db8:1::5", "2001:db8:77::1", "2001:db8:77::/64"),
    ],
)
def test_the_client_is_the_address_reported_by_trusted_proxies(peer: str, forwarded: str, client: str) -> None:
    assert client_of({"REMOTE_ADDR": peer, "HTTP_X_FORWARDED_FOR": forwarded}, OURS) == client


def test_without_trusted_proxies_the_header_is_ignored() -> None:
    assert client_of({"REMOTE_ADDR": "10.0.0.1", "HTTP_X_FORWARDED_FOR": "198.51.100.1"}, ()) == "10.0.0.1"
    assert client_of({"REMOTE_ADDR": "", "HTTP_X_FORWARDED_FOR": "198.51.100.1"}, ()) == "local"


@pytest.mark.parametrize("word", ["10.0.0.1/8", "proxy", ""])
def test_an_invalid_network_is_refused(word: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        networks([word])


PROXIES = networks(["10.0.0.0/8", "fd00::/8"])


@pytest.fixture(autouse=True)
def no_problem_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clients, "_problems", {})


@pytest.mark.parametrize(
    ("peer", "forwarded", "warning"),
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
def test_a_proxy_that_hides_clients_is_detected(peer: str, forwarded: str, warning: str) -> None:
    check_proxies({"REMOTE_ADDR": peer, "HTTP_X_FORWARDED_FOR": forwarded}, PROXIES)
    assert len(proxy_problems()) == bool(warning)
    assert warning in "".join(proxy_problems())


def test_it_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    for _ in range(3):
        check_proxies({"REMOTE_ADDR": "10.0.0.1"}, PROXIES)
    check_proxies({"REMOTE_ADDR": "10.0.0.1", "HTTP_X_FORWARDED_FOR": "203.0.113.7"}, PROXIES)
    assert len(proxy_problems()) == len(caplog.records) == 1


@pytest.mark.django_db(transaction=True)
def test_every_counted_request_is_checked(settings: Settings) -> None:
    settings.TRUSTED_PROXIES, settings.PREVIEWS_PER_MINUTE = PROXIES, 1
    wait_for_preview(RequestFactory().post("/", REMOTE_ADDR="10.0.0.1"))
    assert proxy_problems()
