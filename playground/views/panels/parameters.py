"""The parameters panel: the form of a Template's Parameters, and what each value will become."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.forms import BoundField
from django.utils.safestring import SafeString

from playground.engine import (
    Dialect,
    Origin,
    ParameterReference,
    ParameterValue,
    Problem,
    ProcessedTemplate,
    looks_secret,
)
from playground.fields import FILE_BYTES, NAMES
from playground.forms import Draft, standard_base64
from playground.parameter_form import ParameterField, ParametersForm, fits
from playground.views.panels.strength import Strength, strength
from playground.views.panels.words import counted, prose

MOST_WRONG = 10  # values that are told before a download
_PREVIEW = 200  # characters of a decoded text


@dataclass(frozen=True, slots=True)
class GeneratedItem:
    """A generated value, to be sent back with the form so that it stays."""

    value: str
    made_from: str
    in_use: bool  # not when the user gave a value of their own


@dataclass(frozen=True, slots=True)
class ParameterItem:
    """One Parameter's row of the form."""

    name: str
    id: str
    label: str
    description: str
    required: bool
    grouped: bool  # the control is a group of radio buttons
    control: BoundField
    default: str
    changed: bool
    errors: tuple[SafeString, ...]
    warning: SafeString
    notes: tuple[SafeString, ...]
    encode: str  # the button that makes base64 of the text
    most_bytes: int  # of a file that the browser encodes; 0 where no file is taken
    convertible: bool
    lengthen: bool
    shorten: str
    secret: bool
    generated: GeneratedItem | None
    strength: Strength | None  # of what is generated
    takes_expression: bool
    declared_expression: str
    expression: str


@dataclass(frozen=True, slots=True)
class FieldProblem:
    """One line of the error summary."""

    field: str  # id
    message: SafeString


@dataclass(frozen=True, slots=True)
class WrongValues:
    """What a download has to be asked about: the first values that are missing or wrong, and how many more."""

    items: tuple[tuple[str, SafeString], ...] = ()  # the Parameter's name and what is wrong
    more: int = 0

    def __bool__(self) -> bool:
        return bool(self.items)


@dataclass(frozen=True, slots=True)
class ParametersPanel:
    """What the parameters fragment shows of a Template."""

    items: tuple[ParameterItem, ...]
    counter: str
    problems: tuple[FieldProblem, ...]
    left_out: int  # Parameters without a field: there are too many, or their texts are too long for a form
    can_regenerate: bool


def parameters_panel(processed: ProcessedTemplate, draft: Draft, *, summary: bool) -> ParametersPanel:
    """The form of the Parameters that ``processed`` was made with; with ``summary``, its errors are listed first."""
    errors = _errors(processed)
    values = _shown(processed, draft)
    fields = [_field(value, processed.dialect, draft, errors.get(value.parameter.name, ())) for value in values]
    form = ParametersForm(fields)
    uses = _uses(processed)
    items = tuple(
        _item(value, field, form, processed.dialect, draft, uses.get(field.name, ()))
        for value, field in zip(values, fields, strict=True)
    )
    changed = sum(item.changed for item in items)
    return ParametersPanel(
        items=items,
        counter=f"{changed} of {len(items)} changed" if items else "",
        problems=tuple(_problems(items, processed, draft)) if summary else (),
        left_out=len(processed.values) - len(items),
        can_regenerate=sum(item.generated is not None and item.generated.in_use for item in items) > 1,
    )


def _problems(items: Iterable[ParameterItem], processed: ProcessedTemplate, draft: Draft) -> Iterator[FieldProblem]:
    """Every error, but not that a value is missing where nobody has been yet: the field itself says so."""
    missing = {value.parameter.name for value in processed.values if value.origin is Origin.MISSING}
    for item in items:
        if item.name in draft.values or item.name not in missing:
            yield from (FieldProblem(item.id, message) for message in item.errors)


def _shown(processed: ProcessedTemplate, draft: Draft) -> tuple[ParameterValue, ...]:
    """The values that get a field: of Parameters of one name the first, which is the one a given value is for."""
    first = {value.parameter.name: value for value in reversed(processed.values)}
    fitting = [
        value
        for value in reversed(first.values())
        if fits(value.parameter.name, draft.values.get(value.parameter.name, "") + (value.parameter.value or ""))
    ]
    return tuple(fitting[:NAMES])


def made_from(value: ParameterValue, dialect: Dialect) -> str:
    """What a generated value depends on: with any other text it is generated anew."""
    return f"{dialect.value} {value.expression}"


def _errors(processed: ProcessedTemplate) -> Mapping[str, tuple[str, ...]]:
    """What is wrong with each Parameter's value, by name; what is wrong with its declaration is an issue only."""
    found: dict[str, tuple[str, ...]] = {}
    labels = {value.parameter.name: value.parameter.display_name for value in processed.values}
    for problem in processed.problems:
        name = problem.detail.get("parameter")
        words = _WORDS.get(problem.pattern)
        if words is not None and name in labels:
            found[name] = (*found.get(name, ()), words(problem, labels[name] or name))
    return found


def wrong_values(processed: ProcessedTemplate | None) -> WrongValues:
    """The values of ``processed`` that the form calls wrong, in the order in which processing met them."""
    errors = _errors(processed) if processed else {}
    shown = list(errors.items())[:MOST_WRONG]
    items = tuple((name, prose(" ".join(messages))) for name, messages in shown)
    return WrongValues(items, len(errors) - len(items))


def _missing(_problem: Problem, label: str) -> str:
    return f"{label} is required."


def _not_of_its_type(problem: Problem, _label: str) -> str:
    text, message = problem.detail["text"], problem.detail["message"]
    if problem.detail["type"] == "base64":
        character = problem.detail["character"]
        return f"Not valid base64 at character {character}." if character else f"Not valid base64: {message}."
    what = "a whole number" if problem.detail["type"] == "int" else "true or false"
    return f"`{text}` is not {what}."


def _not_generated(problem: Problem, _label: str) -> str:
    return f"Nothing can be generated from `{problem.detail['expression']}`: {problem.detail['message']}."


_WORDS: Mapping[str, Callable[[Problem, str], str]] = {
    "required-parameter-missing": _missing,
    "conversion-failed": _not_of_its_type,
    "generator-failed": _not_generated,
}


def _uses(processed: ProcessedTemplate) -> Mapping[str, list[ParameterReference]]:
    uses: dict[str, list[ParameterReference]] = {}
    for reference in processed.references:
        if reference.fate == "substituted":
            uses.setdefault(reference.name, []).append(reference)
    return uses


def _kind(value: ParameterValue, dialect: Dialect, shown: str, draft: Draft) -> str:
    """The control a value needs; only the proposal's dialect knows types."""
    if dialect is Dialect.PROPOSAL and value.parameter.type in ("int", "bool", "base64"):
        return value.parameter.type
    return "lines" if "\n" in shown or value.parameter.name in draft.multiline else "text"


def _field(value: ParameterValue, dialect: Dialect, draft: Draft, errors: tuple[str, ...]) -> ParameterField:
    parameter = value.parameter
    shown = draft.values.get(parameter.name, parameter.value or "")
    described = ["description"] if parameter.description else []
    return ParameterField(
        name=parameter.name,
        label=parameter.display_name or parameter.name,
        kind=_kind(value, dialect, shown, draft),
        value=shown,
        required=parameter.required and not parameter.generate,
        secret=bool(parameter.generate) or looks_secret(parameter.name) or looks_secret(parameter.display_name),
        placeholder="(generated if empty)" if parameter.generate else "",
        described_by=(*described, *(["warning"] if _only_space(shown) else [])),
        errors=errors,
    )


def _item(
    value: ParameterValue,
    field: ParameterField,
    form: ParametersForm,
    dialect: Dialect,
    draft: Draft,
    uses: tuple[ParameterReference, ...] | list[ParameterReference],
) -> ParameterItem:
    parameter = value.parameter
    default = parameter.value or ""
    lines = field.value.count("\n") + 1
    wrong_base64 = field.kind == "base64" and bool(field.errors) and field.value != ""
    return ParameterItem(
        name=field.name,
        id=field.id,
        label=field.label,
        description=parameter.description,
        required=parameter.required,
        grouped=field.kind == "bool",
        control=form.control(field.name),
        default=default,
        changed=draft.values.get(field.name, default) != default or field.name in draft.expressions,
        errors=tuple(prose(message) for message in field.errors),
        warning=prose(_space_warning(field.value, bool(parameter.generate))),
        notes=tuple(prose(note) for note in _notes(field, uses, generated=value.origin is Origin.GENERATED)),
        encode=_encode(field, wrong_base64),
        most_bytes=FILE_BYTES if field.kind == "base64" else 0,
        convertible=wrong_base64 and standard_base64(field.value) is not None,
        lengthen=field.kind == "text",
        shorten=("Use one line" if lines == 1 else f"Join {lines} lines into one") if field.kind == "lines" else "",
        secret=field.secret,
        generated=_generated(value, dialect, draft),
        strength=strength(value, dialect) if parameter.generate else None,
        takes_expression=bool(parameter.generate),
        declared_expression=parameter.from_,
        expression=draft.expressions.get(field.name, ""),
    )


def _encode(field: ParameterField, wrong: bool) -> str:
    """The words of the button that encodes the text of a base64 field; a word such as `shop` is base64 by chance."""
    if field.kind != "base64" or not field.value:
        return ""
    return "Encode this text as base64" if wrong else "Encode text"


def _generated(value: ParameterValue, dialect: Dialect, draft: Draft) -> GeneratedItem | None:
    if value.origin is Origin.GENERATED:
        return GeneratedItem(value.text, made_from(value, dialect), in_use=True)
    pin = draft.pinned.get(value.parameter.name)
    return GeneratedItem(pin.value, pin.made_from, in_use=False) if pin and value.parameter.generate else None


def _only_space(text: str) -> bool:
    return text != "" and text.isspace()


def _space_warning(text: str, generates: bool) -> str:
    if not _only_space(text):
        return ""
    what = counted(len(text), "space") if text.strip(" ") == "" else counted(len(text), "white-space character")
    warning = f"The value is {what}, which is not empty."
    return f"{warning} This will prevent a value from being generated." if generates else warning


def _notes(
    field: ParameterField, uses: tuple[ParameterReference, ...] | list[ParameterReference], *, generated: bool
) -> list[str]:
    """How the value will be written, where its type makes a difference, and where what is masked can be read."""
    notes = []
    if field.secret and uses and (field.value or generated):
        notes.append("Masked here, visible in the output.")
    if field.kind in ("int", "bool") and not field.errors and field.value:
        if any(use.whole for use in uses):
            notes.append(f"Will be written as `{field.value.strip()}`, without quotes.")
        if any(not use.whole for use in uses):
            notes.append("Used inside text, so written as text there.")
    if field.kind == "base64" and not field.errors and field.value:
        notes.append(_decoded(field.value, secret=field.secret))
    return notes


def _decoded(text: str, *, secret: bool) -> str:
    """What a base64 text holds, if it is text that may be read; otherwise how much."""
    try:
        data = base64.b64decode(text, validate=True)
    except binascii.Error:
        return ""
    size = f"Holds {counted(len(data), 'byte')}."
    if secret:
        return size
    try:
        words = data.decode()
    except UnicodeDecodeError:
        return size
    return f"Holds the text {words[:_PREVIEW]}" + ("…" if len(words) > _PREVIEW else "")
