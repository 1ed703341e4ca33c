"""The client behind a request, by its address; and proxies that hide it, so that all visitors would count as one.

`X-Forwarded-For` is believed only from trusted proxies: RFC 7239 §8 says why. An IPv6 subscriber has a whole /64
(RFC 6177), so that counts as one client.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from logging import getLogger

Network = IPv4Network | IPv6Network

_SUBSCRIBER = 64  # bits of the prefix that identifies an IPv6 subscriber
_FURTHEST = 32  # proxies in a row; a header with more is forged


def networks(words: Sequence[str]) -> tuple[Network, ...]:
    """Parse addresses and networks (`10.0.0.0/8`). Raises ValueError for a word that is neither."""
    return tuple(ip_network(word) for word in words)


def client_of(meta: Mapping[str, str], proxies: Sequence[Network]) -> str:
    """The client behind a request with the WSGI environment ``meta``: an IPv4 address or an IPv6 /64, as text.

    ``X-Forwarded-For`` is read from the right, as long as the address that appended each entry is one of ``proxies``:
    anything further left may have been sent by the client itself. A peer without an address (a local socket) is
    ``local``.
    """
    named = meta.get("HTTP_X_FORWARDED_FOR", "").rsplit(",", _FURTHEST)[-_FURTHEST:] if proxies else []
    client = meta.get("REMOTE_ADDR", "")
    while named and (not client or _is_in(client, proxies)):
        further = named.pop().strip()
        if not address_of(further):
            break
        client = further
    return _counted(client)


def _is_in(text: str, proxies: Sequence[Network]) -> bool:
    address = address_of(text)
    return address is not None and any(address in network for network in proxies)


def address_of(text: str) -> IPv4Address | IPv6Address | None:
    """Parse an address, an IPv4-mapped IPv6 one as IPv4; None if ``text`` is not an address."""
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return address.ipv4_mapped or address if isinstance(address, IPv6Address) else address


def _counted(text: str) -> str:
    address = address_of(text)
    if isinstance(address, IPv6Address):
        return str(ip_network((address, _SUBSCRIBER), strict=False))
    return str(address or "local")


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
