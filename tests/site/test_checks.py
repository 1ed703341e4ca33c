"""`manage.py check --deploy` reports each unsafe setting that Django's own checks do not."""

from __future__ import annotations

from ipaddress import ip_network
from typing import Any

import pytest
from django.core import checks
from pytest_django.fixtures import Settings

PRODUCTION: dict[str, Any] = {
    "CSRF_COOKIE_NAME": "__Host-csrftoken",
    "PUBLIC_URL": "https://playground.example.org",
    "PREVIEWS_PER_MINUTE": 600,
    "SAVES_PER_MINUTE": 10,
    "SAVES_PER_HOUR": 60,
    "SAVED_BYTES_PER_DAY": 50_000_000,
}
# What is set wrongly, and what is found.
WRONG: tuple[tuple[str, str, Any], ...] = (
    ("playground.E001", "MIDDLEWARE", ["django.middleware.security.SecurityMiddleware"]),
    ("playground.E002", "CSRF_COOKIE_NAME", "csrftoken"),
    ("playground.E002", "CSRF_COOKIE_HTTPONLY", False),
    ("playground.E003", "PUBLIC_URL", ""),
    ("playground.E003", "PUBLIC_URL", "http://playground.example.org"),
    ("playground.W004", "BEHIND_PROXY", True),
    ("playground.W002", "SAVES_PER_MINUTE", 0),
    ("playground.W002", "ENGINE_SECONDS", 0),
    ("playground.W003", "REQUEST_BYTES", 17 * 1024 * 1024),
    ("playground.W003", "REQUEST_BYTES", 0),
    ("playground.W005", "IGNORED_VARIABLES", ["REDIS_URL"]),
)


@pytest.fixture(autouse=True)
def production(settings: Settings) -> None:
    """A site on the internet."""
    for name, value in PRODUCTION.items():
        setattr(settings, name, value)


def failed() -> list[str]:
    """The ids of our own checks that find something."""
    ids = (str(message.id) for message in checks.run_checks(tags=["security"], include_deployment_checks=True))
    return [check for check in ids if check.startswith("playground.")]


def test_a_correctly_configured_site_passes() -> None:
    assert failed() == []


@pytest.mark.parametrize(("code", "name", "value"), WRONG)
def test_each_wrong_setting_is_found(settings: Settings, code: str, name: str, value: Any) -> None:
    setattr(settings, name, value)
    assert failed() == [code]


def test_the_check_passes_when_the_proxy_is_trusted(settings: Settings) -> None:
    settings.BEHIND_PROXY = True
    settings.TRUSTED_PROXIES = (ip_network("10.0.0.0/8"),)
    assert failed() == []
