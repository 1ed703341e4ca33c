"""The client behind a request, by its address; and proxies that hide addresses, so that all visitors count as one.

Only trusted proxies may set `X-Forwarded-For` (RFC 7239 §8 says why). An IPv6 subscriber has a whole /64 (RFC 6177),
which counts as one client.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from logging import getLogger

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

_SUBSCRIBER = 64  # bits of the prefix that identifies an IPv6 subscriber
_MOST_PROXIES = 32  # proxies in a row; a header with more is forged
_SILENT = "A proxy in TRUSTED_PROXIES sends no X-Forwarded-For: all visitors behind it are counted as one."
_UNKNOWN = (
    "X-Forwarded-For comes from a private address that is not in TRUSTED_PROXIES: all visitors behind it are counted "
    "as one."
)

_log = getLogger(__name__)
_problems: dict[str, None] = {}  # detected in this process, in the order of detection


def networks(texts: Sequence[str]) -> tuple[Network, ...]:
    """Parse addresses and networks (`10.0.0.0/8`). Raises ValueError for a text that is neither."""
    return tuple(ip_network(text) for text in texts)


def client_of(meta: Mapping[str, str], proxies: Sequence[Network]) -> str:
    """The client behind a request with the WSGI environment ``meta``: an IPv4 address or an IPv6 /64, as text.

    ``X-Forwarded-For`` is read from the right, as long as the address that appended each entry is one of ``proxies``:
    anything further left may have been sent by the client itself. A peer without an address (a local socket) is
    ``local``.
    """
    forwarded = meta.get("HTTP_X_FORWARDED_FOR", "").rsplit(",", _MOST_PROXIES)[-_MOST_PROXIES:] if proxies else []
    client = meta.get("REMOTE_ADDR", "")
    while forwarded and (not client or _is_in(address_of(client), proxies)):
        entry = forwarded.pop().strip()
        if not address_of(entry):
            break
        client = entry
    address = address_of(client)
    if isinstance(address, IPv6Address):
        return str(ip_network((address, _SUBSCRIBER), strict=False))
    return str(address or "local")


def address_of(text: str) -> Address | None:
    """Parse an address, an IPv4-mapped IPv6 one as IPv4; None if ``text`` is not an address."""
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return address.ipv4_mapped or address if isinstance(address, IPv6Address) else address


def _is_in(address: Address | None, networks: Sequence[Network]) -> bool:
    return address is not None and any(address in network for network in networks)


def check_proxies(meta: Mapping[str, str], proxies: Sequence[Network]) -> None:
    """Check the request with the WSGI environment ``meta``; log each kind of misconfiguration once."""
    peer = address_of(meta.get("REMOTE_ADDR", ""))
    if peer is None:
        return
    is_trusted, forwards = _is_in(peer, proxies), bool(meta.get("HTTP_X_FORWARDED_FOR", "").strip())
    if is_trusted and not forwards:
        _report(_SILENT)
    elif forwards and not is_trusted and peer.is_private:
        _report(_UNKNOWN)


def _report(problem: str) -> None:
    if problem not in _problems:
        _problems[problem] = None
        _log.warning("a proxy hides the addresses of its clients", extra={"detail": problem})


def proxy_problems() -> tuple[str, ...]:
    """The misconfigurations that this process has detected, as sentences."""
    return tuple(_problems)
