"""What the page's one form says, as a Draft; and the form that a Template's Parameters make.

Request limits: a form that breaks one is answered with 400 or 413 and keeps what was typed.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import ceil
from typing import Any, TypeVar

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict

SOURCE_BYTES = 1024 * 1024
VALUE_CHARACTERS = 64 * 1024
NAME_CHARACTERS = 253
NAMES = 400
TITLE_CHARACTERS = 100

_Value = TypeVar("_Value")

DIALECTS = ("auto", "openshift", "proposal")
VIEWS = ("expanded", "diff", "environment")
STAGES = ("expanded", "processed")
SYNTAXES = ("yaml", "json")
SHAPES = ("documents", "list", "template")
SEVERITIES = ("all", "error", "warning")


@dataclass(frozen=True, slots=True)
class Pin:
    """A generated value that stays as long as what it was generated from."""

    value: str
    made_from: str  # dialect and expression; another one makes a new value


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
    fix: int | None = None  # the issue to mend, counted from 0 as listed
    shown: str = ""  # `digest` of the source whose issues were listed

    @property
    def digest(self) -> str:
        """A short name for this exact source, so that a fix is only applied to the text it was offered for."""
        return hashlib.sha256(self.source.encode("utf-8", "replace")).hexdigest()[:12]


class RawTextField(forms.CharField):
    """Text as typed: nothing stripped, line ends as ``\\n`` (a form sends every one as CRLF), no lone surrogates."""

    def __init__(self, **options: Any) -> None:
        super().__init__(required=False, strip=False, **options)

    def to_python(self, value: Any) -> str:
        return _well_formed(str(super().to_python(value) or ""))


class SourceField(RawTextField):
    """The source: a NUL is let through, because the engine names its line."""

    def __init__(self) -> None:
        super().__init__()
        self.validators = []

    def validate(self, value: str) -> None:
        size = len(value.encode())
        if size > SOURCE_BYTES:
            raise ValidationError(
                f"This is {ceil(10 * size / SOURCE_BYTES) / 10} MB; the limit is 1 MB. "
                "Use the command line: `python -m playground process -f FILE`.",
                code="too_large",
            )


class OneOfField(forms.ChoiceField):
    """One of a few words; the first when none is given."""

    def __init__(self, words: Sequence[str]) -> None:
        super().__init__(choices=[(word, word) for word in words], required=False)
        self._default = words[0]

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
        if len(value) > NAMES:
            raise ValidationError(f"The form has {len(value)} values; the limit is {NAMES}.")
        return {_well_formed(name): self._text(name, text) for name, text in value.items()}

    def _text(self, name: str, value: Any) -> str:
        text = _well_formed(str(value))
        if len(name) > NAME_CHARACTERS:
            raise ValidationError(f"A name has {len(name)} characters; the limit is {NAME_CHARACTERS}.")
        if len(text) > VALUE_CHARACTERS:
            raise ValidationError(f"The value of `{name}` has {len(text)} characters; the limit is {VALUE_CHARACTERS}.")
        if "\0" in text or "\0" in name:
            raise ValidationError(f"The value of `{name}` holds a NUL character, which no object can hold.")
        return text


class NamesField(forms.MultipleChoiceField):
    """Any number of names, bounded."""

    def __init__(self) -> None:
        super().__init__(required=False)

    def validate(self, value: list[str]) -> None:
        if len(value) > NAMES or any(len(name) > NAME_CHARACTERS for name in value):
            raise ValidationError(f"The form has too many names, or too long ones; the limit is {NAMES}.")


class DraftForm(forms.Form):
    """The fields of the page's form, as they arrive. Field names with a dot are read by their prefix."""

    source = SourceField()
    title = forms.CharField(max_length=TITLE_CHARACTERS, required=False)
    dialect = OneOfField(DIALECTS)
    view = OneOfField(VIEWS)
    stage = OneOfField(STAGES)
    syntax = OneOfField(SYNTAXES)
    shape = OneOfField(SHAPES)
    severity = OneOfField(SEVERITIES)
    lines = forms.CharField(max_length=8, required=False)
    value = NamedTextsField()
    default = NamedTextsField()
    generated = NamedTextsField()
    assume = NamedTextsField()
    param = NamedTextsField()
    multiline = NamesField()
    fix = forms.IntegerField(min_value=0, max_value=1_000_000, required=False)
    shown = forms.CharField(max_length=64, required=False)

    def __init__(self, data: QueryDict) -> None:
        super().__init__(data)
        self.fields["from"] = NamedTextsField()  # a keyword of the language cannot be a class attribute
        self.fields["generated-from"] = NamedTextsField()

    def draft(self) -> Draft:
        """What the form says, with defaults in place of what is not valid (see ``errors``)."""
        self.full_clean()
        clean = self.cleaned_data
        texts = {name: clean.get(name, {}) for name in ("value", "default", "from", "generated", "generated-from")}
        return Draft(
            source=clean.get("source", _well_formed(self.data.get("source", ""))),
            title=clean.get("title", ""),
            dialect=clean.get("dialect", DIALECTS[0]),
            values=clean.get("param", {})
            | {name: text for name, text in texts["value"].items() if text != texts["default"].get(name, "")},
            expressions={name: text for name, text in texts["from"].items() if text},
            pinned={
                name: Pin(text, texts["generated-from"].get(name, "")) for name, text in texts["generated"].items()
            },
            assumed={name: text for name, text in clean.get("assume", {}).items() if text},
            multiline=frozenset(clean.get("multiline", ())),
            view=clean.get("view", VIEWS[0]),
            stage=clean.get("stage", STAGES[0]),
            syntax=clean.get("syntax", SYNTAXES[0]),
            shape=clean.get("shape", SHAPES[0]),
            severity=clean.get("severity", SEVERITIES[0]),
            whole=clean.get("lines") == "all",
            fix=clean.get("fix"),
            shown=clean.get("shown", ""),
        )


@dataclass(frozen=True, slots=True)
class Reading:
    """A request's Draft, and what was wrong with the request."""

    draft: Draft
    errors: tuple[str, ...] = ()
    status: int = 200


def read_draft(data: QueryDict) -> Reading:
    """The Draft that a request's form holds, after the button that was pressed did its work on it."""
    form = DraftForm(data)
    draft = form.draft()
    for verb, change in _COMMANDS.items():
        for name in data.getlist(verb)[:NAMES]:
            draft = change(draft, name)
    messages = tuple(str(message) for errors in form.errors.values() for message in errors)
    too_large = form.has_error("source", "too_large")
    return Reading(draft, messages, 413 if too_large else 400 if messages else 200)


def _regenerated(draft: Draft, name: str) -> Draft:
    """Forget the generated value of ``name``, or of all with ``*``."""
    return replace(draft, pinned={} if name == "*" else _without(draft.pinned, name))


def _reset(draft: Draft, name: str) -> Draft:
    return replace(draft, values=_without(draft.values, name), expressions=_without(draft.expressions, name))


def _cleared(draft: Draft, name: str) -> Draft:
    return replace(draft, values={**draft.values, name: ""})


def _multiple_lines(draft: Draft, name: str) -> Draft:
    return replace(draft, multiline=draft.multiline | {name})


def _one_line(draft: Draft, name: str) -> Draft:
    joined = " ".join(draft.values.get(name, "").split("\n"))
    values = {**draft.values, name: joined} if name in draft.values else draft.values
    return replace(draft, values=values, multiline=draft.multiline - {name})


def _encoded(draft: Draft, name: str) -> Draft:
    """The typed text of ``name`` as base64."""
    text = base64.b64encode(draft.values.get(name, "").encode()).decode()
    return replace(draft, values={**draft.values, name: text})


_COMMANDS = {
    "regenerate": _regenerated,
    "reset": _reset,
    "clear": _cleared,
    "lengthen": _multiple_lines,
    "shorten": _one_line,
    "encode": _encoded,
}


def _without(texts: Mapping[str, _Value], name: str) -> dict[str, _Value]:
    return {other: text for other, text in texts.items() if other != name}


def _well_formed(text: str) -> str:
    """``text`` with ``\\n`` line ends and every lone surrogate replaced, so that it can be encoded and stored."""
    whole = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return whole.replace("\r\n", "\n")


@dataclass(frozen=True, slots=True)
class ParameterField:
    """What the form of a Template needs to know of one Parameter."""

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
    def id(self) -> str:
        """A short id that any name can have: names hold what ids cannot, and could collide with other ids."""
        return field_id(self.name)


def fits(name: str, value: str) -> bool:
    """Whether a form that shows this field is one that ``DraftForm`` takes back."""
    return len(name) <= NAME_CHARACTERS and len(value) <= VALUE_CHARACTERS and "\0" not in name + value


def field_id(name: str) -> str:
    """The id of the field for the Parameter ``name``."""
    return "p-" + hashlib.sha1(name.encode(), usedforsecurity=False).hexdigest()[:8]


class ParametersForm(forms.Form):
    """The form made of a Template's Parameters: one field ``value.NAME`` each, in the order of their declaration.

    What is wrong with a value is found by the engine, never here: the form shows it beside its field.
    """

    use_required_attribute = False  # the browser's own bubble would speak another language than the page

    def __init__(self, parameters: Sequence[ParameterField]) -> None:
        names = {parameter.name: f"value.{parameter.name}" for parameter in parameters}
        super().__init__({names[item.name]: item.value for item in parameters}, auto_id=False)
        for parameter in parameters:
            self.fields[names[parameter.name]] = _field(parameter)
        self.full_clean()
        for parameter in parameters:
            for message in parameter.errors:
                self.add_error(names[parameter.name], message)

    def control(self, name: str) -> forms.BoundField:
        """The field of the Parameter ``name``."""
        return self[f"value.{name}"]


def _field(parameter: ParameterField) -> forms.Field:
    """The control that fits the Parameter's kind. Whole numbers are typed as text: a number control hides bad text."""
    attributes = _attributes(parameter)
    if parameter.kind == "bool":
        choices = [("true", "true"), ("false", "false"), *([] if parameter.required else [("", "not set")])]
        return forms.CharField(required=False, strip=False, widget=forms.RadioSelect(attributes, choices))
    widget: forms.Widget
    if parameter.kind in ("lines", "base64"):
        widget = forms.Textarea({**attributes, "rows": 4})
    elif parameter.secret:
        widget = forms.PasswordInput(attributes, render_value=True)
    elif parameter.kind == "int":
        widget = forms.TextInput({**attributes, "inputmode": "numeric"})
    else:
        widget = forms.TextInput(attributes)
    return forms.CharField(label=parameter.label, required=False, strip=False, widget=widget)


def _attributes(parameter: ParameterField) -> dict[str, Any]:
    attributes: dict[str, Any] = {
        "id": parameter.id,
        "autocomplete": "off",
        "autocapitalize": "none",
        "autocorrect": "off",
        "spellcheck": "false",
        "data-parameter": parameter.name,
    }
    ends = (*parameter.described_by, *(["error"] if parameter.errors else []))
    if ends:
        attributes["aria-describedby"] = " ".join(f"{parameter.id}-{end}" for end in ends)
    if parameter.errors:
        attributes["aria-invalid"] = "true"
    if parameter.secret:
        attributes["data-secret"] = True  # never kept in the browser
    if parameter.required:
        attributes["aria-required"] = "true"
    if parameter.placeholder:
        attributes["placeholder"] = parameter.placeholder
    return attributes


def looks_secret(name: str) -> bool:
    """Whether a Parameter of this name surely holds a secret: it is masked, and never stored."""
    return any(word in name.upper() for word in ("PASSWORD", "PASSWD", "SECRET", "TOKEN", "KEY"))
