"""The names of new Parameters, and the references to them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, Literal

from playground.engine.templates.substitution import Dialect, parameter_tokens

ReferenceForm = Literal["${}", "${{}}"]
_HUMP: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_NOT_IN_NAMES: Final = re.compile(r"[^A-Z0-9]+")
_LONGEST: Final = 60  # characters of a proposed name


def reference_to(name: str, form: ReferenceForm) -> str:
    """A reference to the Parameter ``name``.

    >>> reference_to("REPLICAS", "${{}}")
    '${{REPLICAS}}'
    """
    return f"${{{{{name}}}}}" if form == "${{}}" else f"${{{name}}}"


def upper_name(text: str) -> str:
    """``text``, such as a key, as the name of a Parameter; "" if it has no letter or digit of ASCII.

    >>> upper_name("imagePullPolicy"), upper_name("app.kubernetes.io/part-of"), upper_name("é")
    ('IMAGE_PULL_POLICY', 'PART_OF', '')
    """
    last = text.rstrip("/").rpartition("/")[2]
    return _NOT_IN_NAMES.sub("_", _HUMP.sub("_", last).upper()).strip("_")[:_LONGEST].strip("_")


def reserved_names(text: str, dialect: Dialect) -> frozenset[str]:
    """The names to which something in ``text`` refers: a script may have its own `${NAME}`."""
    return frozenset(token.name for token in parameter_tokens(text, dialect))


def free_name(name: str, taken: Iterable[str]) -> str:
    """``name``, with a number if it is ``taken``.

    >>> free_name("IMAGE", ["IMAGE", "IMAGE_2"])
    'IMAGE_3'
    """
    taken, numbered, number = frozenset(taken), name, 1
    while numbered in taken:
        number += 1
        numbered = f"{name}_{number}"
    return numbered
