"""The file of an Object in parts: what the author wrote, and what an exporter inserts in its place.

Processing has already changed the Object: its labels, the group of its apiVersion, its namespace. Its pieces say which
of its texts contain which Parameter. A Writer is what differs from one exporter to the next.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Protocol

from playground.engine.kubernetes.pods import field_at
from playground.engine.model.deadline import Deadline
from playground.engine.model.limits import Limits
from playground.engine.model.location import FieldPath
from playground.engine.model.records import record
from playground.engine.reading.objects import Piece, TracedObject
from playground.engine.text.go import to_json

LABELS: Final = FieldPath(("metadata", "labels"))


@record()
class Insertion:
    """What an exporter inserts: ``text``. ``yaml``: what it stands for while the Parameters have the Object's values.

    So a file can be checked without the tool that reads it.
    """

    text: str
    yaml: str


Parts = Sequence[str | Insertion]


class Writer(Protocol):
    """How an exporter writes what replaces the author's text in the Objects of a processed Template."""

    @property
    def labels(self) -> Mapping[str, str] | None:
        """The labels that processing adds to the Objects; None: the Template has no labels."""

    @property
    def limits(self) -> Limits:
        """The limits within which a file is read."""

    @property
    def deadline(self) -> Deadline:
        """When the export has to be done."""

    def value(self, item: TracedObject, path: FieldPath) -> Insertion:
        """What replaces the whole value at ``path``, a text with references."""

    def in_block(self, parameter: str, indentation: str) -> Insertion:
        """What replaces a reference in a literal block; ``indentation``: the blanks before each line of the block."""

    def key(self, item: TracedObject, path: FieldPath) -> Insertion:
        """What replaces the key at ``path``, which has references."""

    def template_labels(self, indentation: int) -> Insertion:
        """The Template's labels, each on a line of its own, and the line break before them."""


def yaml_of(parts: Parts) -> str:
    """The YAML that ``parts`` stand for while the Parameters have the Object's values."""
    return "".join(part.yaml if isinstance(part, Insertion) else part for part in parts)


def label_lines(labels: Mapping[str, str] | None, indentation: int) -> str:
    """The ``labels`` as YAML, each below a line break."""
    lines = (f"\n{' ' * indentation}{to_json(key)}: {to_json(text)}" for key, text in (labels or {}).items())
    return "".join(lines)


def own_pieces(item: TracedObject, labels: Mapping[str, str] | None) -> Iterator[tuple[FieldPath, tuple[Piece, ...]]]:
    """The substituted texts of the Object that the author wrote in it: all but the Template's labels."""
    for path, pieces in item.pieces.items():
        if not (labels and path.parent == LABELS and path[-1] in labels):
            yield path, pieces


def written_text(item: TracedObject, path: FieldPath) -> str:
    """The text of a field as the author wrote it."""
    text = field_at(item.document.value, item.where(path))
    assert isinstance(text, str)
    return text
