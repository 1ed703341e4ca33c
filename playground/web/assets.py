"""Assets of the pages: digests, icons and headers of the files in `/static/`, the address of the source code.

W3C Subresource Integrity (SHA-384): pages name each script and style sheet by its digest, so browsers load no other.
The digests are computed from the served files, when `collectstatic` collects them.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import MutableMapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from django import template
from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.files.base import ContentFile
from django.http import HttpRequest
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from whitenoise.storage import CompressedManifestStaticFilesStorage

from playground.web.status import HEADERS

DIGESTS = "integrity.json"
BADGE = "badge.svg"
_KINDS = (".js", ".css")  # the endings of the files that get digests

register = template.Library()


class WithDigests(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # whitenoise has no types
    """Collects files under names that change with their content, with the digest of each script and style sheet."""

    def save_manifest(self) -> None:
        """Write the digests of the served files, in which the addresses of other files are already rewritten."""
        super().save_manifest()
        digests = {
            name: digest(Path(self.path(hashed)).read_bytes())
            for name, hashed in sorted(self.hashed_files.items())
            if name.endswith(_KINDS)
        }
        self.manifest_storage.delete(DIGESTS)
        self.manifest_storage.save(DIGESTS, ContentFile(json.dumps(digests).encode()))

    def digest_of(self, name: str) -> str:
        """The digest of the collected file ``name``; KeyError if it was not collected."""
        return self._digests[name]

    @cached_property
    def _digests(self) -> dict[str, str]:
        with self.manifest_storage.open(DIGESTS) as file:
            return dict(json.load(file))


def digest(content: bytes) -> str:
    """``content`` as an ``integrity`` attribute names it.

    >>> digest(b"alert('Hello, world.');")
    'sha384-H8BRh8j48O9oYatfu5AZzq6A9RINhZO5H16dQZngK7T62em8MUt1FLm52t+eX6xO'
    """
    return f"sha384-{base64.b64encode(hashlib.sha384(content).digest()).decode()}"


@register.filter
def integrity(name: str) -> str:
    """The digest of the static file ``name``: of the collected file, or of its source if none were collected."""
    storage: Any = staticfiles_storage
    if hasattr(storage, "digest_of"):
        return str(storage.digest_of(name))
    source = finders.find(name)
    if not source:
        raise FileNotFoundError(name)
    return digest(Path(source).read_bytes())


@register.simple_tag
@cache
def icon(name: str) -> SafeString:
    """The picture ``name``. Two dozen are cached: else the 200 pictures of a long list would take 11 ms."""
    address = f"{static('icons.svg')}#{name}"
    return format_html('<svg class="icon" aria-hidden="true"><use href="{}"></use></svg>', address)


def add_headers(headers: MutableMapping[str, str], _path: str, url: str) -> None:
    """A file opened on its own may run nothing. Other sites may show the badge, and no other file."""
    for name, value in HEADERS.items():
        headers[name] = value
    if url.endswith(f"/{BADGE}"):
        headers["Cross-Origin-Resource-Policy"] = "cross-origin"


def site(_request: HttpRequest) -> dict[str, object]:
    """Context processor: the address of the source code, to which the AGPL requires a link on every page."""
    return {"source_url": settings.SOURCE_URL or reverse("source")}
