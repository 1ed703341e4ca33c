"""Random texts: slugs, tokens, and characters that are valid in any Kubernetes name."""

from __future__ import annotations

import base64
from random import Random

# The characters of Kubernetes' generated names (apimachinery, util/rand): no look-alikes, no vowels.
SAFE_CHARACTERS = "bcdfghjklmnpqrstvwxz2456789"


def safe_characters(count: int, random: Random) -> str:
    """``count`` random characters that are valid in any Kubernetes name."""
    return "".join(random.choice(SAFE_CHARACTERS) for _ in range(count))


def base64url(bits: int, random: Random) -> str:
    """``bits`` random bits, encoded for a URL."""
    return token_from(random.randbytes(bits // 8))


def token_from(secret: bytes) -> str:
    """``secret`` encoded for a URL or a cookie."""
    return base64.urlsafe_b64encode(secret).rstrip(b"=").decode()
