"""The fate of each reference to a Parameter."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from playground.engine.location import FieldPath

ParameterFate = Literal["substituted", "missing", "undeclared", "inert"]


class ParameterReference(NamedTuple):
    """A reference to a Parameter, or what looks like one, and its fate.

    ``substituted``; ``missing``: its Parameter has no value though it needs one; ``undeclared``: there is no such
    Parameter; ``inert``: the dialect leaves this form alone. All but the first stay in the text as they are.
    """

    object: int | None  # in the processed objects; None: in the Template's labels or message
    path: FieldPath  # of the text in the Document, keys as written
    in_key: bool
    start: int  # in the text, code points
    end: int
    name: str
    form: str
    fate: ParameterFate
    whole: bool  # nothing else is in the text
    value: Any = None  # what it became: of a whole reference the field's new value, else the text inserted
