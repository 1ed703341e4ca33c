"""The default settings are safe, and unsafe ones stop the start."""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.signing import BadSignature, TimestampSigner
from pytest_django.fixtures import Settings

ROOT = Path(__file__).resolve().parents[1]
KEY = "only-for-tests-" * 4
PRODUCTION = {"PUBLIC_URL": "https://playground.example.org", "SECRET_KEY": KEY}


def load(monkeypatch: pytest.MonkeyPatch, folder: Path, **environment: str) -> dict[str, Any]:
    """The settings as they are with ``environment`` and nothing else set."""
    for name in (*os.environ,):
        if name not in ("PATH", "HOME"):
            monkeypatch.delenv(name)
    for name, value in {"DATA_DIR": str(folder), **environment}.items():
        monkeypatch.setenv(name, value)
    return runpy.run_path(str(ROOT / "playground" / "settings.py"))


def test_by_default_only_https_is_served(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    settings = load(monkeypatch, tmp_path)
    assert settings["SECURE_SSL_REDIRECT"] is True
    assert settings["CSRF_COOKIE_SECURE"] is True
    assert settings["CSRF_COOKIE_NAME"] == "__Host-csrftoken"
    assert settings["SECURE_HSTS_SECONDS"] == 31_536_000
    assert settings["DEBUG"] is False
    assert settings["ALLOWED_HOSTS"] == ["localhost", "127.0.0.1", "[::1]"]


def test_insecure_http_switches_off_what_needs_https(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    settings = load(monkeypatch, tmp_path, INSECURE_HTTP="1")
    assert settings["SECURE_SSL_REDIRECT"] is False
    assert settings["CSRF_COOKIE_SECURE"] is False
    assert settings["CSRF_COOKIE_NAME"] == "csrftoken"
    assert settings["SECURE_HSTS_SECONDS"] == 0


@pytest.mark.parametrize("name", ["INSECURE_HTTP", "DEBUG"])
def test_a_public_https_site_cannot_be_made_unsafe(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="PUBLIC_URL is https"):
        load(monkeypatch, tmp_path, **PRODUCTION, **{name: "1"})


def test_the_public_address_is_answered_and_may_post(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    settings = load(monkeypatch, tmp_path, **PRODUCTION)
    assert "playground.example.org" in settings["ALLOWED_HOSTS"]
    assert settings["CSRF_TRUSTED_ORIGINS"] == ["https://playground.example.org"]


@pytest.mark.parametrize("address", ["playground.example.org", "ftp://example.org", "https://"])
def test_the_public_url_must_be_http_or_https(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, address: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="PUBLIC_URL is"):
        load(monkeypatch, tmp_path, PUBLIC_URL=address)


def test_every_host_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(ImproperlyConfigured, match="ALLOWED_HOSTS"):
        load(monkeypatch, tmp_path, ALLOWED_HOSTS="*")


def test_sqlite_writes_are_durable_and_wait_for_each_other(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    database = load(monkeypatch, tmp_path)["DATABASES"]["default"]
    assert database["NAME"] == str(tmp_path / "playground.sqlite3")
    assert database["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert database["OPTIONS"]["timeout"] == 20
    assert "journal_mode=WAL" in database["OPTIONS"]["init_command"]
    assert "synchronous=FULL" in database["OPTIONS"]["init_command"]
    assert "cache_size=-256" in database["OPTIONS"]["init_command"]


def test_a_sqlite_that_cannot_return_what_it_updates_is_refused_by_name(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("sqlite3.sqlite_version_info", (3, 34, 1))
    monkeypatch.setattr("sqlite3.sqlite_version", "3.34.1")
    with pytest.raises(ImproperlyConfigured, match=r"SQLite 3\.35 or later is required \(found 3\.34\.1\)"):
        load(monkeypatch, tmp_path)


def test_postgresql_is_queried_with_timeouts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    url = "postgres://user:word@db.example.org/playground"
    database = load(monkeypatch, tmp_path, DATABASE_URL=url, SECRET_KEY=KEY)["DATABASES"]["default"]
    assert database["ENGINE"] == "django.db.backends.postgresql"
    assert database["CONN_HEALTH_CHECKS"] is True
    assert database["OPTIONS"]["connect_timeout"] == 3
    assert "statement_timeout=5s" in database["OPTIONS"]["options"]
    assert "lock_timeout=2s" in database["OPTIONS"]["options"]
    assert "idle_in_transaction_session_timeout=1min" in database["OPTIONS"]["options"]


def test_with_postgresql_the_secret_key_is_required(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(ImproperlyConfigured, match="set SECRET_KEY"):
        load(monkeypatch, tmp_path, DATABASE_URL="postgres://db.example.org/playground")


def test_other_databases_are_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL names neither"):
        load(monkeypatch, tmp_path, DATABASE_URL="mysql://db.example.org/playground", SECRET_KEY=KEY)


def test_a_variable_that_is_no_longer_read_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert load(monkeypatch, tmp_path)["IGNORED_VARIABLES"] == []
    settings = load(monkeypatch, tmp_path, REDIS_URL="redis://cache.example.org/0")
    assert settings["IGNORED_VARIABLES"] == ["REDIS_URL"]


STARTS: tuple[tuple[dict[str, str], str], ...] = (
    ({}, ""),
    (PRODUCTION, ""),
    (PRODUCTION | {"DATABASE_URL": "postgres://db.example.org/playground"}, ""),
    ({"INSECURE_HTTP": "1"}, ""),
    ({"DEBUG": "1", "INSECURE_HTTP": "1"}, ""),
    ({"PUBLIC_URL": "http://playground.lan", "INSECURE_HTTP": "1"}, ""),
    (PRODUCTION | {"DEBUG": "1"}, "PUBLIC_URL is https"),
    (PRODUCTION | {"INSECURE_HTTP": "1"}, "PUBLIC_URL is https"),
    (PRODUCTION | {"SECRET_KEY": "short"}, "SECRET_KEY has 5 characters"),
    (PRODUCTION | {"SECRET_KEY": "x" * 64}, "placeholder"),
    (PRODUCTION | {"SECRET_KEY_FILE": "/nowhere"}, "SECRET_KEY and SECRET_KEY_FILE are both set"),
    ({"PUBLIC_URL": PRODUCTION["PUBLIC_URL"], "SECRET_KEY_FILE": "/nowhere"}, "SECRET_KEY_FILE"),
    ({"DATABASE_URL": "postgres://db.example.org/playground"}, "set SECRET_KEY"),
    ({"DATABASE_URL": "mysql://db.example.org/playground", "SECRET_KEY": KEY}, "DATABASE_URL names neither"),
    ({"ALLOWED_HOSTS": "*"}, "ALLOWED_HOSTS"),
    ({"PUBLIC_URL": "playground.example.org"}, "PUBLIC_URL is"),
    ({"DEBUG": "maybe"}, "DEBUG"),
    ({"REQUEST_BYTES": "-1"}, "REQUEST_BYTES"),
    ({"SAVES_PER_MINUTE": "many"}, "SAVES_PER_MINUTE"),
    ({"TRUSTED_PROXIES": "10.0.0.0/99"}, "TRUSTED_PROXIES"),
    ({"SECURITY_CONTACT": "me@example.org"}, "SECURITY_CONTACT"),
)


@pytest.mark.parametrize(("environment", "refusal"), STARTS)
def test_unsafe_settings_stop_the_start(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, environment: dict[str, str], refusal: str
) -> None:
    if not refusal:
        assert load(monkeypatch, tmp_path, **environment)["SECRET_KEY"]
        return
    with pytest.raises(ImproperlyConfigured, match=refusal):
        load(monkeypatch, tmp_path, **environment)


@pytest.mark.parametrize("is_named", [True, False])
def test_a_new_key_keeps_forms_valid_while_the_old_one_is_named(settings: Settings, is_named: bool) -> None:
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = KEY, []
    signed = TimestampSigner().sign("form")
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another-" * 10, [KEY] if is_named else []
    if is_named:
        assert TimestampSigner().unsign(signed) == "form"
    else:
        with pytest.raises(BadSignature):
            TimestampSigner().unsign(signed)


def test_djangos_own_deployment_check_finds_nothing_in_production(tmp_path: Path) -> None:
    environment = PRODUCTION | {"DATA_DIR": str(tmp_path), "HSTS_PRELOAD": "1", "PATH": os.environ["PATH"]}
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    checked = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert (checked.returncode, checked.stdout) == (0, "System check identified no issues (0 silenced).\n")


def test_the_deployment_check_finds_insecure_http(tmp_path: Path) -> None:
    environment = {"DATA_DIR": str(tmp_path), "INSECURE_HTTP": "1", "PATH": os.environ["PATH"]}
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    checked = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert checked.returncode == 1
    assert "playground.E002" in checked.stderr
    assert "playground.E003" in checked.stderr


def test_the_deployment_check_finds_an_untrusted_proxy(tmp_path: Path) -> None:
    environment = PRODUCTION | {"DATA_DIR": str(tmp_path), "HSTS_PRELOAD": "1", "PATH": os.environ["PATH"]}
    environment |= {"BEHIND_PROXY": "1"}
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    alone = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert alone.returncode == 1
    assert "playground.W004" in alone.stderr
    environment |= {"TRUSTED_PROXIES": "10.0.0.0/8"}
    assert subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=False).returncode == 0
