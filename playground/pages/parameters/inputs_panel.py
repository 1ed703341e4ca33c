"""The parameters panel: the form of a Template's Parameters, and the value of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.safestring import SafeString

from playground.engine import Dialect, Origin, ParameterReference, ParameterValue, Problem, ProcessedTemplate
from playground.pages.form.buttons import standard_base64
from playground.pages.form.draft import Draft, made_from
from playground.pages.form.fields import FILE_BYTES, MOST_VALUES
from playground.pages.markup import Panel, counted, prose
from playground.pages.parameters.controls import ParameterField, fits, notes, only_space, space_warning
from playground.pages.parameters.strength import Strength, strengths
from playground.pages.parameters.value_sets import SetField, SetsPanel, given_by_set, set_fields, sets_panel

MOST_WRONG = 10  # values listed before a download
SEARCHABLE = 15  # fields from which on the form has a search


@dataclass(frozen=True, slots=True)
class GeneratedItem(Panel):
    """A generated value, in a hidden field so that the next request keeps it."""

    value: str
    made_from: str
    in_use: bool  # False if the user gave a value instead


@dataclass(frozen=True, slots=True)
class ParameterItem(Panel):
    """One Parameter's row of the form."""

    name: str
    path: str  # of the Parameter in its Document
    id: str
    label: str
    description: str
    required: bool
    grouped: bool  # the control is a group of radio buttons
    control: ParameterField
    default: str
    changed: bool
    errors: tuple[SafeString, ...]
    warning: SafeString
    notes: tuple[SafeString, ...]
    encode: str  # the label of the button that encodes the text as base64
    most_bytes: int  # of a file that the browser may encode; 0 if none
    convertible: bool  # a button offers to write the base64 in the standard alphabet, with padding
    lengthen: bool  # a button offers a field of several lines
    shorten: str  # the label of the button for a field of one line; "" for no button
    secret: bool
    generated: GeneratedItem | None
    strength: Strength | None  # of the generated value
    takes_expression: bool
    declared_expression: str
    expression: str
    sets: tuple[SetField, ...]
    missing: bool  # required, and without a value


@dataclass(frozen=True, slots=True)
class FieldSection(Panel):
    """Fields that stand together, in the author's order."""

    items: tuple[ParameterItem, ...]
    heading: str = ""
    folded: bool = False  # behind a heading that unfolds them
    open: bool = False  # unfolded at first

    @property
    def wrong(self) -> int:
        """The number of fields with an error."""
        return sum(bool(item.errors) for item in self.items)


@dataclass(frozen=True, slots=True)
class FieldProblem(Panel):
    """One line of the error summary."""

    field: str  # id
    message: SafeString


@dataclass(frozen=True, slots=True)
class ParametersPanel(Panel):
    """The parameters fragment."""

    sections: tuple[FieldSection, ...]
    counter: str
    missing: str  # "2 required values missing"; "" if none is
    first_missing: str  # the id of the first field without a required value
    searchable: bool
    problems: tuple[FieldProblem, ...]
    left_out: int  # the number of Parameters that do not fit into the form
    can_regenerate: bool
    sets: SetsPanel

    @property
    def items(self) -> tuple[ParameterItem, ...]:
        """Every field, in the order of the form."""
        return tuple(item for section in self.sections for item in section.items)

    @property
    def ids_of_wrong(self) -> Mapping[str, str]:
        """The ids of the fields with an error, of a set or of the form, by the path of the Parameter."""
        return {
            item.path: next((field.id for field in item.sets if field.errors), item.id)
            for item in self.items
            if item.errors or any(field.errors for field in item.sets)
        }


def parameters_panel(processed: ProcessedTemplate, draft: Draft, *, summary: bool) -> ParametersPanel:
    """The form of the Parameters of ``processed``; with ``summary``, errors are also listed first."""
    errors = errors_of(processed)
    values = _values_with_field(processed, draft)
    own_errors = {name: messages for name, messages in errors.items() if not given_by_set(draft, name)}
    fields = [_field(value, processed.dialect, draft, own_errors.get(value.parameter.name, ())) for value in values]
    uses = _uses(processed)
    items = tuple(
        replace(
            _item(value, field, strength, processed.dialect, draft, uses.get(field.name, ())),
            sets=tuple(set_fields(value, field, draft, errors.get(field.name, ()))),
        )
        for value, field, strength in zip(values, fields, strengths(values, processed.dialect), strict=True)
    )
    sections = tuple(_sections(items, values, processed.template.parameter_groups))
    changed, missing = sum(item.changed for item in items), sum(item.missing for item in items)
    return ParametersPanel(
        sections=sections,
        counter=f"{changed} of {len(items)} changed" if items else "",
        missing=f"{counted(missing, 'required value')} missing" if missing else "",
        first_missing=next((item.id for section in sections for item in section.items if item.missing), ""),
        searchable=len(items) >= SEARCHABLE,
        problems=tuple(_problems(items, processed, draft)) if summary else (),
        left_out=len(processed.values) - len(items),
        can_regenerate=sum(item.generated is not None and item.generated.in_use for item in items) > 1,
        sets=sets_panel(draft),
    )


def _sections(
    items: Sequence[ParameterItem], values: Sequence[ParameterValue], groups: Mapping[str, Sequence[str]]
) -> Iterator[FieldSection]:
    """The fields that must be filled in, the others by their group, then the generated ones, folded.

    The order depends on the Template alone, so that no field moves while the user fills them in.
    """
    group_of = {name: title for title, names in groups.items() for name in names}
    needed: list[ParameterItem] = []
    generated: list[ParameterItem] = []
    others: dict[str, list[ParameterItem]] = {"": [], **{title: [] for title in groups}}
    for item, value in zip(items, values, strict=True):
        if value.parameter.generate:
            generated.append(item)
        elif value.parameter.required and not value.parameter.value:
            needed.append(item)
        else:
            others[group_of.get(item.name, "")].append(item)
    if first := (*needed, *others.pop("")):
        yield FieldSection(first)
    yield from (FieldSection(tuple(group), title) for title, group in others.items() if group)
    if generated:
        is_open = len(generated) == len(items) or any(item.errors for item in generated)
        heading = f"Generated values ({len(generated)})"
        yield FieldSection(tuple(generated), heading, folded=True, open=is_open)


def _problems(items: Iterable[ParameterItem], processed: ProcessedTemplate, draft: Draft) -> Iterator[FieldProblem]:
    """Every error except missing values that nobody has entered yet: the field itself shows those."""
    missing = {value.parameter.name for value in processed.values if value.origin is Origin.MISSING}
    for item in items:
        if item.name in draft.values or item.name not in missing:
            yield from (FieldProblem(item.id, message) for message in item.errors)
        yield from (FieldProblem(field.id, message) for field in item.sets for message in field.errors)


def _values_with_field(processed: ProcessedTemplate, draft: Draft) -> tuple[ParameterValue, ...]:
    """The values that get a field; of Parameters with the same name only the first, which takes the given value."""
    # In a dict, the last value of a name wins: reversed, that is the first.
    first = {value.parameter.name: value for value in reversed(processed.values)}
    # Two fields hold the given value and the default. One call of ``fits`` for both is stricter than one for each.
    fitting = [
        value
        for value in reversed(first.values())
        if fits(value.parameter.name, draft.values.get(value.parameter.name, "") + (value.parameter.value or ""))
    ]
    return tuple(fitting[:MOST_VALUES])


def _uses(processed: ProcessedTemplate) -> Mapping[str, list[ParameterReference]]:
    """The references that a value replaced, by the name of the Parameter."""
    uses: dict[str, list[ParameterReference]] = {}
    for reference in processed.references:
        if reference.fate == "substituted":
            uses.setdefault(reference.name, []).append(reference)
    return uses


def _field(value: ParameterValue, dialect: Dialect, draft: Draft, errors: tuple[str, ...]) -> ParameterField:
    parameter = value.parameter
    text = draft.values.get(parameter.name, parameter.value or "")
    described = ["description"] if parameter.description else []
    return ParameterField(
        name=parameter.name,
        label=parameter.display_name or parameter.name,
        kind=_kind(value, dialect, text, draft),
        value=text,
        required=parameter.required and not parameter.generate,  # a generator fills an empty field
        secret=bool(parameter.generate) or parameter.looks_secret,
        placeholder="(generated if empty)" if parameter.generate else "",
        described_by=(*described, *(["warning"] if only_space(text) else [])),
        errors=errors,
    )


def _kind(value: ParameterValue, dialect: Dialect, text: str, draft: Draft) -> str:
    """The kind of control for a value; only the proposal's dialect has types."""
    if dialect is Dialect.PROPOSAL and value.parameter.type in ("int", "bool", "base64"):
        return value.parameter.type
    return "lines" if "\n" in text or value.parameter.name in draft.multiline else "text"


def _item(
    value: ParameterValue,
    field: ParameterField,
    strength: Strength | None,
    dialect: Dialect,
    draft: Draft,
    uses: Sequence[ParameterReference],
) -> ParameterItem:
    parameter = value.parameter
    default = parameter.value or ""
    lines = field.value.count("\n") + 1
    wrong_base64 = field.kind == "base64" and bool(field.errors) and field.value != ""
    return ParameterItem(
        name=field.name,
        path=str(parameter.path),
        id=field.id,
        label=field.label,
        description=parameter.description,
        required=parameter.required,
        grouped=field.kind == "bool",
        control=field,
        default=default,
        changed=draft.values.get(field.name, default) != default or field.name in draft.expressions,
        errors=tuple(prose(message) for message in field.errors),
        warning=prose(space_warning(field.value, generates=bool(parameter.generate))),
        notes=tuple(prose(note) for note in notes(field, uses, generated=value.origin is Origin.GENERATED)),
        encode=_encode_label(field, wrong_base64),
        most_bytes=FILE_BYTES if field.kind == "base64" else 0,
        convertible=wrong_base64 and standard_base64(field.value) is not None,
        lengthen=field.kind == "text",
        shorten=("Use one line" if lines == 1 else f"Join {lines} lines into one") if field.kind == "lines" else "",
        secret=field.secret,
        generated=_generated(value, dialect, draft),
        strength=strength,
        takes_expression=bool(parameter.generate),
        declared_expression=parameter.from_,
        expression=draft.expressions.get(field.name, ""),
        sets=(),
        missing=field.required and value.origin is Origin.MISSING,
    )


def _encode_label(field: ParameterField, wrong: bool) -> str:
    """The label of the button that encodes the text of a base64 field; "" for no button.

    A field that holds base64 has the button, too: a text like `shop` may happen to be base64.
    """
    if field.kind != "base64" or not field.value:
        return ""
    return "Encode this text as base64" if wrong else "Encode text"


def _generated(value: ParameterValue, dialect: Dialect, draft: Draft) -> GeneratedItem | None:
    if value.origin is Origin.GENERATED:
        return GeneratedItem(value.text, made_from(value.expression, dialect), in_use=True)
    name = value.parameter.name
    unused = draft.generated.get(name)
    # The chosen set gives another value. The field without a set still says "generated", and shows the generated value.
    in_use = given_by_set(draft, name) and not draft.values.get(name)
    return GeneratedItem(unused.value, unused.made_from, in_use) if unused and value.parameter.generate else None


@dataclass(frozen=True, slots=True)
class WrongValues(Panel):
    """What must be confirmed before a download: the first missing or wrong values, and the number of others."""

    # Pairs of a Parameter's name and its message; the name is "" if the message begins with it.
    items: tuple[tuple[str, SafeString], ...] = ()
    more: int = 0

    def __bool__(self) -> bool:
        return bool(self.items)


def wrong_values(processed: ProcessedTemplate | None) -> WrongValues:
    """The values of ``processed`` that the form calls wrong, in the order in which processing met them."""
    errors = errors_of(processed) if processed else {}
    listed = [(name, " ".join(messages)) for name, messages in errors.items()][:MOST_WRONG]
    items = tuple(("" if message.startswith(f"`{name}`") else name, prose(message)) for name, message in listed)
    return WrongValues(items, len(errors) - len(items))


def errors_of(processed: ProcessedTemplate) -> Mapping[str, tuple[str, ...]]:
    """The errors of each Parameter's value, by name. Errors of a declaration are issues only."""
    errors: dict[str, tuple[str, ...]] = {}
    labels = {value.parameter.name: value.parameter.display_name for value in processed.values}
    for problem in processed.problems:
        name = problem.detail.get("parameter")
        message_of = _MESSAGES.get(problem.pattern)
        if message_of is not None and name in labels:
            errors[name] = (*errors.get(name, ()), message_of(problem, labels[name] or f"`{name}`"))
    return errors


def _missing(_problem: Problem, label: str) -> str:
    return f"{label} is required."


def _not_of_its_type(problem: Problem, _label: str) -> str:
    text, message = problem.detail["text"], problem.detail["message"]
    if problem.detail["type"] == "bool":
        return f"`{text}` is not true or false."
    if problem.detail["type"] == "int" and problem.detail["character"]:
        return f"`{text}` is not a whole number."
    return f"{message[0].upper()}{message[1:]}."  # as the issue says


def _not_generated(problem: Problem, _label: str) -> str:
    return f"Nothing can be generated from `{problem.detail['expression']}`: {problem.detail['message']}."


_MESSAGES: Mapping[str, Callable[[Problem, str], str]] = {
    "required-parameter-missing": _missing,
    "conversion-failed": _not_of_its_type,
    "generator-failed": _not_generated,
}
