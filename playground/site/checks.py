"""System checks for `manage.py check`, most of them for `--deploy` only, beyond Django's own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register
from django.core.checks import Warning as CheckWarning

_COUNTING = "playground.site.metrics.count_requests"  # it only counts, and answers nothing
FIRST = "playground.site.middleware.security_headers"
LARGEST_BODY = 16 * 1024 * 1024  # bytes


@register(Tags.security, deploy=True)
def headers_reach_every_answer(app_configs: Sequence[AppConfig] | None, **options: Any) -> list[CheckMessage]:
    """Every answer, also a static file or a refusal, has our headers only if their middleware is the first."""
    if [name for name in settings.MIDDLEWARE if name != _COUNTING][:1] == [FIRST]:
        return []
    return [Error(f"The first middleware must be {FIRST}.", id="playground.E001")]


@register(Tags.security, deploy=True)
def cookies_keep_to_their_host(app_configs: Sequence[AppConfig] | None, **options: Any) -> list[CheckMessage]:
    """No sibling domain, and no page over plain http, can set a cookie named ``__Host-…``."""
    if settings.CSRF_COOKIE_NAME.startswith("__Host-") and settings.CSRF_COOKIE_HTTPONLY:
        return []
    return [
        Error(
            "The CSRF cookie lacks the `__Host-` prefix or is open to scripts.",
            hint="Do not set INSECURE_HTTP on a site that others reach.",
            id="playground.E002",
        )
    ]


@register(Tags.security, deploy=True)
def the_site_knows_its_address(app_configs: Sequence[AppConfig] | None, **options: Any) -> list[CheckMessage]:
    """Without PUBLIC_URL, the site answers only to this machine's own names."""
    if settings.PUBLIC_URL.startswith("https://"):
        return []
    return [Error("PUBLIC_URL is not set to an https address.", id="playground.E003")]


@register(Tags.security, deploy=True)
def visitors_are_told_apart(app_configs: Sequence[AppConfig] | None, **options: Any) -> list[CheckMessage]:
    """Behind a proxy, all visitors have the proxy's address, unless its `X-Forwarded-For` is trusted."""
    if settings.TRUSTED_PROXIES or not settings.BEHIND_PROXY:
        return []
    return [
        CheckWarning(
            "BEHIND_PROXY is on and TRUSTED_PROXIES is empty: all visitors are counted as one.",
            hint="Name the proxy's addresses or networks in TRUSTED_PROXIES.",
            id="playground.W004",
        )
    ]


@register(Tags.security, deploy=True)
def limits_are_on(app_configs: Sequence[AppConfig] | None, **options: Any) -> list[CheckMessage]:
    """0 switches a limit off, which is meant for a private machine."""
    names = (
        "PREVIEWS_PER_MINUTE",
        "SAVES_PER_MINUTE",
        "SAVES_PER_HOUR",
        "SAVED_BYTES_PER_DAY",
        "ENGINE_SECONDS",
        "STORED_BYTES",
        "STORED_SHARES",
    )
    off = [name for name in names if not getattr(settings, name)]
    return [CheckWarning(f"These limits are off: {', '.join(off)}.", id="playground.W002")] if off else []


@register(Tags.security, deploy=True)
def bodies_have_an_end(app_configs: Sequence[AppConfig] | None, **options: Any) -> list[CheckMessage]:
    """Each thread may hold one request body in memory."""
    if 0 < settings.REQUEST_BYTES <= LARGEST_BODY:
        return []
    return [CheckWarning(f"REQUEST_BYTES is over {LARGEST_BODY}, or 0.", id="playground.W003")]


@register(Tags.security)
def every_variable_is_read(app_configs: Sequence[AppConfig] | None, **options: Any) -> list[CheckMessage]:
    """Earlier versions counted requests in Redis, with a variable for its address; now the database counts them."""
    if not settings.IGNORED_VARIABLES:
        return []
    return [
        CheckWarning(
            f"No longer read: {', '.join(settings.IGNORED_VARIABLES)}. The database counts the requests.",
            hint="Remove the variable.",
            id="playground.W005",
        )
    ]
