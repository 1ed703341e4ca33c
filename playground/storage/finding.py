"""Finding Shares and their Workspaces: by slug, by token, as objects of `/templates`, changed since a version.

A Workspace is created without a form, and opened by a token of which only a digest is stored. OWASP ASVS 5.0, 6.5.2: a
secret of 256 random bits needs no slow hash, so checking tokens cannot be used for an attack.
"""

from __future__ import annotations

import base64
import hmac
from datetime import datetime, timedelta
from hashlib import sha256
from random import Random

from django.db.models import F, Q, QuerySet

from playground.storage.models import Revision, Share, Workspace

LONGEST_SEARCH = 200  # characters
LONGEST_TOKEN = 100  # characters; longer ones are refused unchecked
# Kubernetes' own for generated names (apimachinery, util/rand): no look-alikes, no vowels.
SAFE_CHARACTERS = "bcdfghjklmnpqrstvwxz2456789"
_NAME_CHARACTERS = 10
_TOKEN_BYTES = 32
RETRIED = timedelta(minutes=10)  # how long a first request may be retried


def find_share(slug: str) -> Share | None:
    """The Share with this slug, gone or not, and its latest Revision in the same query; None if there never was one."""
    for latest in Revision.objects.select_related("share").filter(share__slug=slug, number=F("share__head")):
        latest.share.loaded_revision = latest
        return latest.share
    return Share.objects.filter(slug=slug).first()  # it is gone, and its texts are purged


def live(workspace: Workspace, now: datetime) -> QuerySet[Share]:
    """The Shares of ``workspace`` that are not gone."""
    return Share.objects.filter(_alive(now), workspace=workspace, deleted=None)


def shares_of(workspace: Workspace, now: datetime, search: str = "") -> QuerySet[Share]:
    """The Shares of ``workspace``, those changed last first; with ``search``, those whose title, kind or name hold
    every word of it."""
    shares = live(workspace, now)
    for word in search.replace("\0", " ")[:LONGEST_SEARCH].casefold().split():
        shares = shares.filter(words__contains=word.encode("utf-8", "replace").decode())
    return shares.order_by("-updated", "-pk")


def owned(workspace: Workspace, slug: str, now: datetime) -> Share | None:
    """The Share with this slug, if ``workspace`` may change it."""
    return live(workspace, now).filter(slug=slug).first()


def objects(workspace: Workspace, now: datetime) -> QuerySet[Share]:
    """The objects of `/templates` in the namespace of ``workspace``, by name."""
    return live(workspace, now).filter(withdrawn=None).exclude(object_name="").order_by("object_name")


def changed_objects(workspace: Workspace, since: int) -> QuerySet[Share]:
    """Shares that are or were objects and changed after version ``since``, in the order of the changes."""
    return Share.objects.filter(workspace=workspace, version__gt=since).exclude(object_name="").order_by("version")


def expired_objects(workspace: Workspace, after: datetime, now: datetime) -> QuerySet[Share]:
    """The objects that expired after ``after`` and by ``now``; expiry itself changes no row."""
    expired = Share.objects.filter(workspace=workspace, withdrawn=None, expires__gt=after, expires__lte=now)
    return expired.exclude(object_name="").order_by("version")


def revision_at(share: Share, version: int) -> Revision | None:
    """The latest Revision as of ``version``."""
    return share.revisions.filter(version__lte=version).order_by("number").last()


def _alive(now: datetime) -> Q:
    return Q(expires=None) | Q(expires__gt=now)


def create_workspace(now: datetime, random: Random) -> tuple[Workspace, str]:
    """A new Workspace, and its token, of which only a digest is stored."""
    token = _new_token(random)
    name = f"ws-{safe_characters(_NAME_CHARACTERS, random)}"
    return Workspace.objects.create(name=name, token_digest=_digest(token), created=now), token


def first_workspace(token: str, now: datetime, random: Random) -> tuple[Workspace, str]:
    """A new Workspace that ``token`` opens, or the one created with it within RETRIED; and its token.

    So a browser that retries its first request, or sends it twice at once, gets the same Workspace. After RETRIED it
    gets a new Workspace with a random token: ``token`` is derived from the CSRF cookie and must not open one for good.
    """
    name = f"ws-{safe_characters(_NAME_CHARACTERS, random)}"
    defaults = {"name": name, "created": now}
    workspace, new = Workspace.objects.get_or_create(token_digest=_digest(token), defaults=defaults)
    return (workspace, token) if new or now - workspace.created < RETRIED else create_workspace(now, random)


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


def safe_characters(count: int, random: Random) -> str:
    """``count`` random characters that are valid in any Kubernetes name."""
    return "".join(random.choice(SAFE_CHARACTERS) for _ in range(count))


def base64url(bits: int, random: Random) -> str:
    """``bits`` random bits, encoded for a URL."""
    return token_from(random.randbytes(bits // 8))


def token_from(secret: bytes) -> str:
    """``secret`` encoded for a URL or a cookie."""
    return base64.urlsafe_b64encode(secret).rstrip(b"=").decode()


def _new_token(random: Random) -> str:
    return base64url(_TOKEN_BYTES * 8, random)


def _digest(token: str) -> str:
    """The stored digest of a token; its prefix names the algorithm, so that it can be replaced."""
    return f"s256${sha256(token.encode()).hexdigest()}"
