"""Headers of the files under `/static/`, beside those of every answer."""

from __future__ import annotations

from collections.abc import MutableMapping

from playground.statuses import HEADERS

BADGE = "badge.svg"


def add_headers(headers: MutableMapping[str, str], _path: str, url: str) -> None:
    """Nothing may run in a file that is opened by itself, which takes fewer bytes to say than what a page may do.

    Other sites may show the badge, which is made for that. All other files are for this site only.
    """
    for name, value in HEADERS.items():
        headers[name] = value
    if url.endswith(f"/{BADGE}"):
        headers["Cross-Origin-Resource-Policy"] = "cross-origin"
