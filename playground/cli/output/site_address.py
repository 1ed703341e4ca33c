"""The address of the site whose pages describe the rules."""

from __future__ import annotations

import os
from typing import Final

LOCAL_SITE: Final = "http://127.0.0.1:8000"  # where `make run` serves the pages


def site_address() -> str:
    """PUBLIC_URL, or LOCAL_SITE without it; without a slash at the end."""
    return (os.environ.get("PUBLIC_URL") or LOCAL_SITE).rstrip("/")
