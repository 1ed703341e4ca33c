"""Workspaces: created without a form, opened by a token of which only a digest is stored.

OWASP ASVS 5.0, 6.5.2: a secret of 256 random bits needs no slow hash. So many wrong tokens do not keep the server busy.
"""

from __future__ import annotations

import hmac
from datetime import datetime, timedelta
from hashlib import sha256
from random import Random

from playground.storage.models import Workspace
from playground.storage.random_text import base64url, safe_characters

LONGEST_TOKEN = 100  # characters; longer ones are refused unchecked
_NAME_CHARACTERS = 10
_TOKEN_BYTES = 32
RETRY_TIME = timedelta(minutes=10)  # how long a browser may retry its first request


def create_workspace(now: datetime, random: Random) -> tuple[Workspace, str]:
    """A new Workspace, and its token, of which only a digest is stored."""
    token = _new_token(random)
    name = f"ws-{safe_characters(_NAME_CHARACTERS, random)}"
    return Workspace.objects.create(name=name, token_digest=_digest(token), created=now), token


def first_workspace(token: str, now: datetime, random: Random) -> tuple[Workspace, str]:
    """A new Workspace that ``token`` opens, or the Workspace that was created for it within RETRY_TIME; and its token.

    So a browser that retries its first request, or sends it twice at once, gets the same Workspace. After RETRY_TIME
    the browser gets a new Workspace with a random token: ``token`` is derived from the CSRF cookie, and must not open
    a Workspace forever.
    """
    name = f"ws-{safe_characters(_NAME_CHARACTERS, random)}"
    defaults = {"name": name, "created": now}
    workspace, new = Workspace.objects.get_or_create(token_digest=_digest(token), defaults=defaults)
    return (workspace, token) if new or now - workspace.created < RETRY_TIME else create_workspace(now, random)


def open_workspace(token: str) -> Workspace | None:
    """The Workspace that ``token`` opens; None for any other text."""
    if not token.isascii() or len(token) > LONGEST_TOKEN:
        return None
    digest = _digest(token)
    workspace = Workspace.objects.filter(token_digest=digest).first()
    return workspace if workspace and hmac.compare_digest(workspace.token_digest, digest) else None


def rotate_token(workspace: Workspace, random: Random) -> str:
    """Give ``workspace`` a new token and return it; the old one is invalid."""
    token = _new_token(random)
    workspace.token_digest = _digest(token)
    workspace.save(update_fields=["token_digest"])
    return token


def _new_token(random: Random) -> str:
    return base64url(_TOKEN_BYTES * 8, random)


def _digest(token: str) -> str:
    """The stored digest of a token; its prefix names the algorithm, so that it can be replaced."""
    return f"s256${sha256(token.encode()).hexdigest()}"
