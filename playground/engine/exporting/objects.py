"""The file of one Object: the author's own text with edits, or, where that fails, printed anew.

No text is given out before it was read as the Object.
"""

from __future__ import annotations

from typing import Any

from playground.engine.exporting.anew import printed_parts
from playground.engine.exporting.edits import edited_parts
from playground.engine.exporting.parts import Parts, Writer, yaml_of
from playground.engine.exporting.regions import Region
from playground.engine.reading import Document, read
from playground.engine.reading.objects import TracedObject
from playground.engine.text.go import to_json


def checked_parts(item: TracedObject, region: Region, writer: Writer) -> tuple[Parts, Document] | None:
    """The file of ``item``, and the Document that it is; None if no text would be read as the Object.

    ``region``: the lines of the source that belong to it, comments included.
    """
    for attempt in (edited_parts, printed_parts):
        parts = attempt(item, region, writer)
        document = None if parts is None else read_as(yaml_of(parts), item.value, writer)
        if parts is not None and document:
            return parts, document
    return None


def read_as(text: str, expected: Any, writer: Writer) -> Document | None:
    """The Document that ``text`` is; None unless it has exactly the value ``expected``, without any problem."""
    source = read(text, writer.limits, writer.deadline)
    if source.problems or len(source.documents) != 1:
        return None
    (document,) = source.documents
    return document if to_json(document.value) == to_json(expected) else None
