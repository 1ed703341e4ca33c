"""Kubernetes' probes: alive and ready."""

from __future__ import annotations

import pytest
from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.test.utils import override_settings

from playground.pages import health
from playground.web import clients
from playground.web.clients import check_proxies, networks

HTTPS_ONLY = override_settings(SECURE_SSL_REDIRECT=True, ALLOWED_HOSTS=["playground.example.org"])


@HTTPS_ONLY
def test_a_probe_is_answered_by_any_name_and_over_http(client: Client) -> None:
    response = client.get("/livez", headers={"Host": "10.0.0.5"})
    assert (response.status_code, response.content) == (200, b"ok\n")
    assert client.get("/", headers={"Host": "10.0.0.5"}).status_code == 400
    assert client.get("/", headers={"Host": "playground.example.org"}).status_code == 301


@pytest.mark.django_db
def test_ready_means_the_database_has_every_migration(client: Client) -> None:
    assert client.get("/readyz").status_code == 200
    newest = MigrationRecorder.Migration.objects.filter(app="playground").latest("name").name
    MigrationRecorder(connection).record_unapplied("playground", newest)
    response = client.get("/readyz")
    assert (response.status_code, response.content) == (503, b"The database lacks a migration.\n")


def test_without_its_database_it_lives_but_is_not_ready(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise DatabaseError

    monkeypatch.setattr(health, "MigrationExecutor", fail)
    assert client.get("/livez").status_code == 200
    assert client.get("/readyz").status_code == 503


@pytest.mark.parametrize("address", ["/livez", "/readyz"])
def test_a_probe_only_reads(client: Client, address: str) -> None:
    assert client.post(address).status_code == 405


@pytest.mark.django_db
def test_who_asks_for_words_is_told_what_stops_nothing(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clients, "_problems", {})
    fine = "[+]database ok\n[+]migrations ok\n[+]clients ok\nreadyz check passed\n"
    assert client.get("/readyz?verbose").content.decode() == fine
    check_proxies({"REMOTE_ADDR": "10.0.0.1", "HTTP_X_FORWARDED_FOR": "203.0.113.7"}, networks(["10.0.0.0/8"]))
    assert client.get("/readyz?verbose").content.decode() == fine  # a proxy that tells who asks
    check_proxies({"REMOTE_ADDR": "10.0.0.1"}, networks(["10.0.0.0/8"]))
    answer = client.get("/readyz?verbose")
    assert answer.status_code == 200
    assert "[!]clients: A proxy in TRUSTED_PROXIES sends no X-Forwarded-For" in answer.content.decode()
    assert client.get("/readyz").content == b"ok\n"
