"""Subresource Integrity: pages name each script and style sheet by its digest, so browsers load no other.

W3C Subresource Integrity (SHA-384). The digests are computed from the served files, when `collectstatic` collects them.
"""

from __future__ import annotations

import base64
import hashlib
import json
from functools import cached_property
from pathlib import Path
from typing import Any

from django import template
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

DIGESTS = "integrity.json"
_KINDS = (".js", ".css")

register = template.Library()


class WithDigests(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # it has no types
    """The collected files, under names that change with them, and the digest of each script and style sheet."""

    def save_manifest(self) -> None:
        """Write the digests beside the names; both are of the files as they are served, addresses in them rewritten."""
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
    found = finders.find(name)
    if not found:
        raise FileNotFoundError(name)
    return digest(Path(found).read_bytes())
