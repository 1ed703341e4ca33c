"""What the page's one form says, as a Draft, after the button that was pressed did its work on it.

Request limits: a form that breaks one is answered with 400 or 413 and keeps what was typed.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict

from playground.engine import KUBERNETES_VERSIONS, LONGEST_NAME, Dialect, ParameterValue
from playground.fields import (
    VALUE_CHARACTERS,
    FixField,
    NamedTextsField,
    NamesField,
    OneOfField,
    SourceField,
    well_formed,
)
from playground.models import TITLE_CHARACTERS

_Value = TypeVar("_Value")
_BASE64 = re.compile(r"[A-Za-z0-9+/]+")

DIALECTS = ("auto", "openshift", "proposal")
VIEWS = ("expanded", "diff", "environment")
STAGES = ("expanded", "processed")
SYNTAXES = ("yaml", "json")
SHAPES = ("documents", "list", "template", "aligned")
SEVERITIES = ("all", "error", "warning")


@dataclass(frozen=True, slots=True)
class Pin:
    """A generated value that stays as long as what it was generated from."""

    value: str
    made_from: str  # dialect and expression; another one makes a new value


def made_from(value: ParameterValue, dialect: Dialect) -> str:
    """What a Pin of this generated value depends on: with any other text the value is generated anew."""
    return f"{dialect.value} {value.expression}"


@dataclass(frozen=True, slots=True)
class Draft:
    """Everything the page's form holds; what a Share stores and what the engine is asked about.

    ``values`` holds only what the user gave. A field shows its Parameter's default, and a field that still says
    what it was shown with is not given: so a default that is changed in the source shows at once. A field that
    was emptied is given, and empty, as in the OpenShift console: a required Parameter then has no value, a
    generator generates, any other becomes the empty text. "Reset to default" takes a given value back. A field
    without a default needs no ``default.NAME`` beside it. An empty ``from.NAME`` or ``assume.NAME`` is not given,
    for nothing can be meant by it.
    """

    source: str = ""
    title: str = ""
    dialect: str = "auto"
    kubernetes: str = KUBERNETES_VERSIONS[0]
    values: Mapping[str, str] = field(default_factory=dict)
    expressions: Mapping[str, str] = field(default_factory=dict)
    pinned: Mapping[str, Pin] = field(default_factory=dict)
    assumed: Mapping[str, str] = field(default_factory=dict)
    multiline: frozenset[str] = frozenset()  # names of Parameters whose field takes several lines
    view: str = "expanded"
    stage: str = "expanded"
    syntax: str = "yaml"
    shape: str = "documents"
    severity: str = "all"  # which issues are in sight
    whole: bool = False  # every line of the output, however many
    fix: tuple[int, int] | None = None  # the issue to mend, counted from 0 as listed, and which of its fixes
    define: str = ""  # the assumed variable to declare in the source
    shown: str = ""  # `digest` of the source whose issues were listed

    @property
    def digest(self) -> str:
        """A short name for this exact source, so that a fix is only applied to the text it was offered for."""
        return hashlib.sha256(self.source.encode("utf-8", "replace")).hexdigest()[:12]


@dataclass(frozen=True, slots=True)
class Reading:
    """A request's Draft, and what was wrong with the request."""

    draft: Draft
    errors: tuple[str, ...] = ()
    status: int = 200
    seen: Mapping[str, str] = field(default_factory=dict)  # digests of what the page shows and need not be sent again


def read_draft(data: QueryDict) -> Reading:
    """The Draft that a request's form holds, after the button that was pressed did its work on it."""
    clean, wrong = _cleaned(data)
    draft, refused = _commanded(_draft(data, clean), clean)
    messages = (*(str(message) for error in wrong.values() for message in error.messages), *refused)
    too_large = "source" in wrong and wrong["source"].code == "too_large"
    # A command changes what the form was sent with: what its answer shows may be what an earlier one did.
    seen = {} if any(verb in clean for verb in _COMMANDS) else clean.get("seen", {})
    return Reading(draft, messages, 413 if too_large else 400 if messages else 200, seen)


def _commanded(draft: Draft, clean: Mapping[str, Any]) -> tuple[Draft, tuple[str, ...]]:
    """``draft`` after each command, once for each name, and what was not done because it makes a value too long.

    A command is told what the field shows: a default is worked on as a typed text is.
    """
    refused = []
    for verb, change in _COMMANDS.items():
        for name in dict.fromkeys(clean.get(verb, ())):
            changed = change(draft, name, draft.values.get(name, clean.get("default", {}).get(name, "")))
            size = len(changed.values.get(name, ""))
            if size > VALUE_CHARACTERS:
                refused.append(f"The value of `{name}` would have {size} characters; the limit is {VALUE_CHARACTERS}.")
            else:
                draft = changed
    return draft, tuple(refused)


def _regenerated(draft: Draft, name: str, _shown: str) -> Draft:
    """Forget the generated value of ``name``, or of all with ``*``."""
    return replace(draft, pinned={} if name == "*" else _without(draft.pinned, name))


def _reset(draft: Draft, name: str, _shown: str) -> Draft:
    return replace(draft, values=_without(draft.values, name), expressions=_without(draft.expressions, name))


def _cleared(draft: Draft, name: str, _shown: str) -> Draft:
    return replace(draft, values={**draft.values, name: ""})


def _multiple_lines(draft: Draft, name: str, _shown: str) -> Draft:
    return replace(draft, multiline=draft.multiline | {name})


def _one_line(draft: Draft, name: str, shown: str) -> Draft:
    values = {**draft.values, name: " ".join(shown.split("\n"))} if "\n" in shown else draft.values
    return replace(draft, values=values, multiline=draft.multiline - {name})


def _encoded(draft: Draft, name: str, shown: str) -> Draft:
    """The text in the field of ``name`` as base64."""
    text = base64.b64encode(shown.encode()).decode()
    return replace(draft, values={**draft.values, name: text})


def standard_base64(text: str) -> str | None:
    """``text`` as standard base64 with padding, if it is base64 in the alphabet of URLs or without its padding.

    >>> standard_base64("_-8")
    '/+8='
    """
    bare = text.strip().rstrip("=").replace("-", "+").replace("_", "/")
    if not _BASE64.fullmatch(bare) or len(bare) % 4 == 1:
        return None
    standard = bare + "=" * (-len(bare) % 4)
    return standard if standard != text else None


def _converted(draft: Draft, name: str, shown: str) -> Draft:
    standard = standard_base64(shown)
    return draft if standard is None else replace(draft, values={**draft.values, name: standard})


_COMMANDS = {
    "regenerate": _regenerated,
    "reset": _reset,
    "clear": _cleared,
    "lengthen": _multiple_lines,
    "shorten": _one_line,
    "encode": _encoded,
    "convert": _converted,
}


def _without(texts: Mapping[str, _Value], name: str) -> dict[str, _Value]:
    return {other: text for other, text in texts.items() if other != name}


# What the page's form holds, by name. Field names with a dot are read by their prefix.
_FIELDS: Mapping[str, forms.Field] = {
    "source": SourceField(),
    "title": forms.CharField(max_length=TITLE_CHARACTERS, required=False),
    "dialect": OneOfField(DIALECTS),
    "kubernetes": OneOfField(KUBERNETES_VERSIONS),
    "view": OneOfField(VIEWS),
    "stage": OneOfField(STAGES),
    "syntax": OneOfField(SYNTAXES),
    "shape": OneOfField(SHAPES),
    "severity": OneOfField(SEVERITIES),
    "lines": forms.CharField(max_length=8, required=False),
    "value": NamedTextsField(),
    "default": NamedTextsField(),
    "generated": NamedTextsField(),
    "assume": NamedTextsField(),
    "param": NamedTextsField(),
    "multiline": NamesField(),
    "fix": FixField(),
    "define": forms.CharField(max_length=LONGEST_NAME, required=False),
    "shown": forms.CharField(max_length=64, required=False),
    "from": NamedTextsField(),
    "generated-from": NamedTextsField(),
    "seen": NamedTextsField(),
    **{verb: NamesField() for verb in _COMMANDS},
}


def _cleaned(data: QueryDict) -> tuple[dict[str, Any], dict[str, ValidationError]]:
    """What ``data`` holds of each field, and what is wrong with the others.

    As Django's own Form does it, which would copy every field for every request and ask those, too, that are not there.
    """
    clean, wrong = {}, {}
    for name, each in _FIELDS.items():
        value = each.widget.value_from_datadict(data, {}, name)
        if value:
            try:
                clean[name] = each.clean(value)
            except ValidationError as error:
                wrong[name] = error
    return clean, wrong


def _draft(data: QueryDict, clean: Mapping[str, Any]) -> Draft:
    """What ``clean`` says of a form, with defaults in place of what is not valid or not there."""
    texts = {name: clean.get(name, {}) for name in ("value", "default", "from", "generated", "generated-from")}
    return Draft(
        source=clean["source"] if "source" in clean else well_formed(data.get("source", "")),
        title=clean.get("title", ""),
        dialect=clean.get("dialect", DIALECTS[0]),
        kubernetes=clean.get("kubernetes", KUBERNETES_VERSIONS[0]),
        values=clean.get("param", {})
        | {name: text for name, text in texts["value"].items() if text != texts["default"].get(name, "")},
        expressions={name: text for name, text in texts["from"].items() if text},
        pinned={name: Pin(text, texts["generated-from"].get(name, "")) for name, text in texts["generated"].items()},
        assumed={name: text for name, text in clean.get("assume", {}).items() if text},
        multiline=frozenset(clean.get("multiline", ())),
        view=clean.get("view", VIEWS[0]),
        stage=clean.get("stage", STAGES[0]),
        syntax=clean.get("syntax", SYNTAXES[0]),
        shape=clean.get("shape", SHAPES[0]),
        severity=clean.get("severity", SEVERITIES[0]),
        whole=clean.get("lines") == "all",
        fix=clean.get("fix"),
        define=clean.get("define", ""),
        shown=clean.get("shown", ""),
    )
