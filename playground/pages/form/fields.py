"""Form fields with limits, safe to encode and to store.

A request that exceeds a limit is refused; the message names the limit.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from playground.engine import LONGEST_NAME, SET_NAME, Limits

SOURCE_BYTES = Limits().text_bytes
MOST_FILES = Limits().documents  # that the page joins to one source
SOURCE_ADVICE = "Use the command line: `template-playground process -f FILE`."  # for a larger source
VALUE_CHARACTERS = Limits().value_characters
FILE_BYTES = VALUE_CHARACTERS // 4 * 3  # of a file whose base64 is a value
MOST_VALUES = Limits().parameters  # of one kind in a form, such as the values of Parameters
MOST_SETS = 6  # value sets
MOST_SET_NAME = 30  # characters
BASE = "base"  # in a form, the values without a set; no set can have this name
EMPTY_IN_SET = '""'  # the text of a set's field that gives the empty value; without a text, the base's holds
_SET_NAME = re.compile(SET_NAME)
_FIX = re.compile(r"([0-9]{1,7})(?:\.([0-9]{1,2}))?")


class RawTextField(forms.CharField):
    """Text as typed: nothing stripped, line ends as ``\\n`` (a form sends every one as CRLF), no lone surrogates."""

    def __init__(self, **options: Any) -> None:
        super().__init__(required=False, strip=False, **options)

    def to_python(self, value: Any) -> str:
        return well_formed(str(super().to_python(value) or ""))


class SourceField(RawTextField):
    """The source; it may hold a NUL, because the engine names its line."""

    def __init__(self) -> None:
        super().__init__()
        self.validators = []  # the only validator of a CharField without limits refuses a NUL

    def validate(self, value: str) -> None:
        size = len(value.encode())
        if size > SOURCE_BYTES:
            raise ValidationError(f"{size_sentence(size)} {SOURCE_ADVICE}", code="too_large")


def size_sentence(size: int) -> str:
    """The sentence about a source of ``size`` bytes, which are too many."""
    return f"This is {ceil(10 * size / SOURCE_BYTES) / 10} MB; the limit is 1 MB."


class OneOfField(forms.ChoiceField):
    """One of a few values; the first if the form has none."""

    def __init__(self, values: Sequence[str]) -> None:
        super().__init__(choices=[(value, value) for value in values], required=False)
        self._default = values[0]

    def clean(self, value: Any) -> str:
        return str(super().clean(value)) or self._default


class _Named(forms.Widget):
    """Reads all fields called ``prefix.NAME`` as a mapping from NAME to text."""

    def value_from_datadict(self, data: Mapping[str, Any], _files: Any, name: str) -> dict[str, Any]:
        prefix = f"{name}."
        return {key[len(prefix) :]: data[key] for key in data if key.startswith(prefix)}


class NamedTextsField(forms.Field):
    """Texts by name, as many and as long as the limits allow."""

    widget = _Named

    def __init__(self) -> None:
        super().__init__(required=False)

    def clean(self, value: dict[str, Any]) -> dict[str, str]:
        if len(value) > MOST_VALUES:
            raise ValidationError(f"The form has {len(value)} values; the limit is {MOST_VALUES}.")
        return {well_formed(name): self._text(name, text) for name, text in value.items()}

    def _text(self, name: str, value: Any) -> str:
        text = well_formed(str(value))
        if len(name) > LONGEST_NAME:
            raise ValidationError(f"A name has {len(name)} characters; the limit is {LONGEST_NAME}.")
        if len(text) > VALUE_CHARACTERS:
            raise ValidationError(f"The value of `{name}` has {len(text)} characters; the limit is {VALUE_CHARACTERS}.")
        if "\0" in text or "\0" in name:
            raise ValidationError(f"The value of `{name}` holds a NUL character, which no object can hold.")
        return text


class _Sets(forms.Widget):
    """Reads the names of value sets, `sets`, and the fields called ``set.SET.NAME``: the texts of each set by name."""

    def value_from_datadict(self, data: Any, _files: Any, name: str) -> dict[str, dict[str, Any]]:
        sets: dict[str, dict[str, Any]] = {set_name: {} for set_name in data.getlist(name)}
        for key in data:
            prefix, _, place = key.partition(".")
            set_name, dot, parameter = place.partition(".")
            if prefix == "set" and dot and set_name in sets:
                sets[set_name][parameter] = data[key]
        return sets


class SetsField(forms.Field):
    """Value sets by name, at most MOST_SETS; an empty text is not given, and EMPTY_IN_SET gives the empty value."""

    widget = _Sets

    def __init__(self) -> None:
        super().__init__(required=False)

    def clean(self, value: dict[str, dict[str, Any]]) -> dict[str, dict[str, str]]:
        if len(value) > MOST_SETS:
            raise ValidationError(f"The form has {len(value)} value sets; the limit is {MOST_SETS}.")
        if why := next(filter(None, map(why_no_set_name, value)), ""):
            raise ValidationError(why)
        texts = NamedTextsField()
        return {
            name: {
                parameter: "" if text == EMPTY_IN_SET else text
                for parameter, text in texts.clean(values).items()
                if text
            }
            for name, values in value.items()
        }


def why_no_set_name(name: str) -> str:
    """Why a value set cannot have this name; "" if it can."""
    if name == BASE:
        return f"`{BASE}` means the values without a set. Choose another name for the set."
    if _SET_NAME.fullmatch(name):
        return ""
    return f"A value set's name has up to {MOST_SET_NAME} letters, digits, `-` and `_`, such as `prod`."


class NamesField(forms.MultipleChoiceField):
    """Names, as many and as long as the limits allow, without a NUL."""

    def __init__(self) -> None:
        super().__init__(required=False)

    def to_python(self, value: Any) -> list[str]:
        return [well_formed(name) for name in super().to_python(value)]

    def validate(self, value: list[str]) -> None:
        if len(value) > MOST_VALUES or any(len(name) > LONGEST_NAME for name in value):
            raise ValidationError(
                f"The form has more than {MOST_VALUES} names, or one of more than {LONGEST_NAME} characters."
            )
        if any("\0" in name for name in value):
            raise ValidationError("A name holds a NUL character, which no object can hold.")


ALL_FIXES = (-1, 0)  # in place of an issue and its fix: the fixes of all issues that have exactly one fix


class FixField(forms.Field):
    """The number of an issue, and after a dot which of its fixes: `3`, `3.1`; `all`; None if no fix is asked for."""

    def __init__(self) -> None:
        super().__init__(required=False)

    def clean(self, value: Any) -> tuple[int, int] | None:
        if not value:
            return None
        if value == "all":
            return ALL_FIXES
        number = _FIX.fullmatch(str(value))
        if number is None:
            raise ValidationError(
                "`fix` must be the number of an issue, such as `3`, or of one of its fixes, such as `3.1`."
            )
        return int(number[1]), int(number[2] or 0)


def well_formed(text: str) -> str:
    """``text`` with ``\\n`` line ends and every lone surrogate replaced, so that it can be encoded and stored."""
    whole = text if text.isascii() else text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return whole.replace("\r\n", "\n")
