"""The form fields of a Template's Parameters: one control `value.NAME` each, in the order of declaration.

What is wrong with a value is found by the engine, and shown beside its control. Django's own widgets would render a
template or more for each of them.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from playground.engine import LONGEST_NAME
from playground.fields import VALUE_CHARACTERS


@dataclass(frozen=True, slots=True)
class ParameterField:
    """What the form of a Template needs to know of one Parameter, and its control.

    Whole numbers are typed as text: a number control hides bad text. So are secrets, which the style sheet masks: for
    password fields browsers offer to keep what is typed, and take two of them for a form that changes a password.
    """

    name: str
    label: str
    kind: str  # "text", "lines", "int", "bool" or "base64"
    value: str  # what the field shows
    required: bool = False
    secret: bool = False
    placeholder: str = ""
    described_by: tuple[str, ...] = ()  # ends of the ids of the texts that describe the field
    errors: tuple[str, ...] = ()

    @property
    def descriptions(self) -> str:
        """The ids of all texts that describe the control."""
        ends = (*self.described_by, *(["error"] if self.errors else []))
        return " ".join(f"{self.id}-{end}" for end in ends)

    @property
    def shown_when_empty(self) -> str:
        """The placeholder, or a space: without any, the style sheet could not tell whether a secret is empty."""
        return self.placeholder or (" " if self.secret else "")

    @property
    def choices(self) -> tuple[tuple[str, str], ...]:
        """The values of a yes or no, and the words for them."""
        return (("true", "true"), ("false", "false"), *(() if self.required else (("", "not set"),)))

    @property
    def id(self) -> str:
        """A short id that any name can have: names hold what ids cannot, and could collide with other ids."""
        return field_id(self.name)


def fits(name: str, value: str) -> bool:
    """Whether a form that shows this field is one that ``read_draft`` takes back."""
    return len(name) <= LONGEST_NAME and len(value) <= VALUE_CHARACTERS and "\0" not in name + value


def field_id(name: str) -> str:
    """The id of the field for the Parameter ``name``."""
    return "p-" + hashlib.sha1(name.encode(), usedforsecurity=False).hexdigest()[:8]
