"""What the files under `/static/` say of themselves beside what every answer says."""

from __future__ import annotations

from collections.abc import MutableMapping

BADGE = "badge.svg"


def add_headers(headers: MutableMapping[str, str], _path: str, url: str) -> None:
    """Let other sites show the badge: it is there to stand in their pages. Everything else is for this site alone."""
    if url.endswith(f"/{BADGE}"):
        headers["Cross-Origin-Resource-Policy"] = "cross-origin"
