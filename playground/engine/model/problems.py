"""Problem: something wrong in the text, as data. Rules turn it into messages.

Problems of the text itself (bad YAML, duplicate keys) have places but no fields: see ``reading.SourceProblem``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from playground.engine.model.location import ROOT, FieldPath
from playground.engine.model.records import record


@record()
class Problem:
    """Something that the real program refuses, drops or misreads, at a field of a Document."""

    pattern: str  # kebab-case, stable: what rules select by, e.g. "required-parameter-missing"
    document: int = 0  # index of the Document
    path: FieldPath = ROOT  # the field, from the Document's root, keys as the author wrote them
    start: int | None = None  # the part of the field's text, in code points; None: the whole text
    end: int | None = None  # exclusive
    in_key: bool = False  # the place is the field's key, not its value
    error: str = ""  # the real program's error message, if the program refuses the text
    detail: Mapping[str, Any] = field(default_factory=dict)  # names and values that a message needs
