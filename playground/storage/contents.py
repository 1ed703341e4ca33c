"""The contents of a Revision, and the size that is counted for it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256

from playground.storage.models import Revision

ROW_BYTES = 1024  # counted for a Revision beside its texts: roughly the size of its rows and index entries


@dataclass(frozen=True, slots=True)
class Contents:
    """The contents of a Revision. The caller must leave out secrets."""

    text: str
    dialect: str = "auto"
    values: Mapping[str, str] = field(default_factory=dict)
    expressions: Mapping[str, str] = field(default_factory=dict)
    assumed: Mapping[str, str] = field(default_factory=dict)
    kubernetes: str = "1.36"

    @property
    def size(self) -> int:
        """The bytes counted for it: all texts and names, and ROW_BYTES."""
        texts = [
            self.text,
            *(text for named in (self.values, self.expressions, self.assumed) for text in named.values()),
        ]
        names = [name for named in (self.values, self.expressions, self.assumed) for name in named]
        return ROW_BYTES + sum(len(text.encode()) for text in (*texts, *names))

    @property
    def digest(self) -> str:
        """A digest that identifies the contents, which must be storable."""
        named = (self.values, self.expressions, self.assumed)
        parts = [self.text, self.dialect, self.kubernetes, *(sorted(texts.items()) for texts in named)]
        return sha256(json.dumps(parts).encode()).hexdigest()


def contents_of(revision: Revision) -> Contents:
    """The contents of ``revision``."""
    return Contents(
        revision.text,
        revision.dialect,
        revision.values,
        revision.expressions,
        revision.assumed,
        revision.kubernetes,
    )


def revision_of(contents: Contents, now: datetime) -> Revision:
    """A Revision with ``contents``, not stored yet and without a Share. Raises ValidationError for what cannot be
    stored, before any query."""
    revision = Revision(
        number=1,
        text=contents.text,
        values=dict(contents.values),
        expressions=dict(contents.expressions),
        assumed=dict(contents.assumed),
        dialect=contents.dialect,
        kubernetes=contents.kubernetes,
        created=now,
    )
    revision.clean_fields(exclude=["share"])
    revision.digest, revision.size = contents.digest, contents.size
    return revision
