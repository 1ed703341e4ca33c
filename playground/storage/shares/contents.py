"""The contents of a Revision, and the size that is counted for it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256

from playground.storage.models import Revision

FACT = "fact:"  # the prefix of the name of a fact about the cluster, where it is stored as an assumed variable
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
    cluster: Mapping[str, str] = field(default_factory=dict)
    sets: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # values of Parameters, by the set's name

    @property
    def size(self) -> int:
        """The bytes that the quota counts: all texts and names, and ROW_BYTES."""
        names_and_texts = [text for texts in self._texts_by_name for pair in texts.items() for text in pair]
        names_and_texts += [text for name in self.sets for pair in self.sets[name].items() for text in (name, *pair)]
        return ROW_BYTES + sum(len(text.encode()) for text in (self.text, *names_and_texts))

    @property
    def digest(self) -> str:
        """A digest that identifies the contents, which must be storable."""
        parts: list[object] = [
            self.text,
            self.dialect,
            self.kubernetes,
            *(sorted(texts.items()) for texts in self._texts_by_name),
        ]
        if self.sets:
            parts.append([(name, sorted(values.items())) for name, values in self.sets.items()])
        return sha256(json.dumps(parts).encode()).hexdigest()

    @property
    def _texts_by_name(self) -> tuple[Mapping[str, str], ...]:
        """All texts by name. Facts are among the assumed variables, as they were stored before migration 0010: so a
        stored Revision keeps its size and its digest."""
        facts = {FACT + name: text for name, text in self.cluster.items()}
        return self.values, self.expressions, {**self.assumed, **facts}


def contents_of(revision: Revision) -> Contents:
    """The contents of ``revision``.

    During an upgrade, a server of the previous version may store facts among the variables.
    """
    facts = {name.removeprefix(FACT): text for name, text in revision.assumed.items() if name.startswith(FACT)}
    return Contents(
        revision.text,
        revision.dialect,
        revision.values,
        revision.expressions,
        {name: text for name, text in revision.assumed.items() if not name.startswith(FACT)},
        revision.kubernetes,
        {**revision.cluster, **facts},
        {item["name"]: item["values"] for item in revision.sets},
    )


def revision_of(contents: Contents, now: datetime) -> Revision:
    """A Revision with ``contents``, not stored yet and without a Share. Raises ValidationError for contents that
    cannot be stored, before any query."""
    revision = Revision(
        number=1,
        text=contents.text,
        values=dict(contents.values),
        expressions=dict(contents.expressions),
        assumed=dict(contents.assumed),
        cluster=dict(contents.cluster),
        sets=[{"name": name, "values": dict(values)} for name, values in contents.sets.items()],
        dialect=contents.dialect,
        kubernetes=contents.kubernetes,
        created=now,
    )
    revision.clean_fields(exclude=["share"])
    revision.digest, revision.size = contents.digest, contents.size
    return revision
