"""Detects a proxy that hides the clients' addresses, so that all visitors would count as one.

Each process detects it from the requests it gets; `/readyz?verbose` and the log report it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from logging import getLogger

from playground.clients import Network, address_of

_log = getLogger(__name__)
_SILENT = "A proxy in TRUSTED_PROXIES sends no X-Forwarded-For: all visitors behind it are counted as one."
_UNKNOWN = (
    "X-Forwarded-For comes from a private address that is not in TRUSTED_PROXIES: all visitors behind it are counted "
    "as one."
)
_noticed: dict[str, None] = {}  # messages, in the order of their detection


def notice(meta: Mapping[str, str], proxies: Sequence[Network]) -> None:
    """Check the request with the WSGI environment ``meta``; log each kind of misconfiguration once."""
    peer = address_of(meta.get("REMOTE_ADDR", ""))
    if peer is None:
        return
    trusted, forwarded = any(peer in network for network in proxies), bool(meta.get("HTTP_X_FORWARDED_FOR", "").strip())
    words = _SILENT if trusted and not forwarded else _UNKNOWN if forwarded and not trusted and peer.is_private else ""
    if words and words not in _noticed:
        _noticed[words] = None
        _log.warning("a proxy hides the addresses of its clients", extra={"detail": words})


def noticed() -> tuple[str, ...]:
    """The misconfigurations that this process has detected, as sentences."""
    return tuple(_noticed)


def forget() -> None:
    """Forget what was detected."""
    _noticed.clear()
