"""Finds secrets written in the text, and the Fixes that take them out of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial

from playground.engine.containers.environment import OriginKind
from playground.engine.editing.lines import ONE_LINE
from playground.engine.evaluation import Evaluation
from playground.engine.model.diagnostics import Edit, Fix
from playground.engine.model.location import FieldPath, Position, SourceSpan
from playground.engine.model.records import record
from playground.engine.reading import Document
from playground.engine.reading.objects import TracedObject
from playground.engine.rules.secrets.plain_secrets import is_written_secret
from playground.engine.rules.walks import every_object, is_from_template
from playground.engine.templates.template import Parameter, Template
from playground.engine.text.secrets import holds_secret

_DASH = re.compile(r" *- +")
_NOT_IN_NAMES = re.compile(r"[^A-Z0-9]+")


@record()
class WrittenSecret:
    """A line of the text that looks like a secret."""

    name: str  # of its parameter, variable or key; "" if only the text looks like a secret
    line: int  # from 1
    make_fix: Callable[[], Fix | None] = lambda: None  # takes longer than all else, and few secrets are shown

    @property
    def fix(self) -> Fix | None:
        """The Fix that takes the secret out of the text; only in a Template."""
        return self.make_fix()


def written_secrets(evaluation: Evaluation) -> tuple[WrittenSecret, ...]:
    """The places that look like secrets, in the order of the text, at most one in a line; also in unreadable text."""
    by_line: dict[int, WrittenSecret] = {}
    for secret in (*_defaults(evaluation), *_variables(evaluation), *_in_secrets(evaluation), *_by_text(evaluation)):
        by_line.setdefault(secret.line, secret)
    return tuple(by_line[line] for line in sorted(by_line))


def _defaults(evaluation: Evaluation) -> Iterator[WrittenSecret]:
    """The defaults of Parameters."""
    for parameter in evaluation.template.parameters if evaluation.template else ():
        if evaluation.template and is_written_secret(parameter.name, parameter.value or ""):
            document = evaluation.template.document
            line = document.span(parameter.path / "value").start.line
            yield WrittenSecret(parameter.name, line, partial(_without_default, document, parameter))


def _variables(evaluation: Evaluation) -> Iterator[WrittenSecret]:
    """The values of variables in `env`."""
    for container in evaluation.containers:
        item = evaluation.objects[container.object]
        for variable in container.declared:
            if variable.origin.kind is not OriginKind.ENV or variable.path is None or variable.expanded is None:
                continue
            place = variable.path / "value"
            if not item.is_substituted(place) and is_written_secret(variable.name, variable.expanded.text):
                yield _secret(evaluation, container.object, place, variable.name)


def _in_secrets(evaluation: Evaluation) -> Iterator[WrittenSecret]:
    """The values of Secrets; base64 under `data` does not hide them."""
    indexes = {id(item): index for index, item in enumerate(evaluation.objects)}
    for item, path, value in every_object(evaluation):
        if not isinstance(value, Mapping) or value.get("kind") != "Secret":
            continue
        index = indexes[id(item)]
        for part in ("stringData", "data"):
            texts = value.get(part)
            for key, text in texts.items() if isinstance(texts, Mapping) else ():
                place = path.join((part, key))
                if (
                    isinstance(key, str)
                    and isinstance(text, str)
                    and not item.is_substituted(place)
                    and is_written_secret(key, text)
                ):
                    # Under `data`, the value of the new Parameter would have to be base64.
                    yield _secret(evaluation, index, place, key, fixable=part == "stringData")


def _by_text(evaluation: Evaluation) -> Iterator[WrittenSecret]:
    """Lines with a private key, a token or a password in a URL, anywhere in the text."""
    text = evaluation.source.text.text
    if not holds_secret(text):
        return
    for number, line in enumerate(text.split("\n"), start=1):
        if holds_secret(line):
            yield WrittenSecret("", number)


def _secret(evaluation: Evaluation, index: int, place: FieldPath, name: str, *, fixable: bool = True) -> WrittenSecret:
    """The secret at ``place`` of an Object, with a Fix if ``fixable`` and the Object comes from the Template."""
    item = evaluation.objects[index]
    template = evaluation.template if is_from_template(evaluation, index) else None
    line = item.document.source.position(item.offsets(place)[0]).line
    if template is None or not fixable:
        return WrittenSecret(name, line)
    return WrittenSecret(name, line, partial(_as_parameter, template, item, place, name))


def _without_default(document: Document, parameter: Parameter) -> Fix | None:
    """The Fix that removes a default, and makes the Parameter required.

    If the value is generated, or the field `required` is written already, the default only becomes empty.
    """
    place = parameter.path / "value"
    if document.style(place) not in ONE_LINE:
        return None
    if parameter.generate or document.style(parameter.path / "required"):
        return Fix("Remove the value", (Edit(document.span(place), '""'),))
    whole = SourceSpan(document.key_span(place).start, document.span(place).end)
    required = '"required": true' if document.syntax == "json" else "required: true"
    return Fix("Require a value instead", (Edit(whole, required),))


def _as_parameter(template: Template, item: TracedObject, place: FieldPath, name: str) -> Fix | None:
    """The Fix that replaces the value at ``place`` by a reference to a new required Parameter.

    The Parameter's name is made from ``name``, that of the variable or key.
    """
    document = template.document
    if document.style(item.where(place)) not in ONE_LINE:
        return None
    parameter = _free_name(template, name)
    declaration = _declaration(template, parameter)
    if declaration is None:
        return None
    reference = Edit(item.span(place), f'"${{{parameter}}}"')
    return Fix(f"Replace with the parameter {parameter}", (reference, declaration))


def _free_name(template: Template, wish: str) -> str:
    """A Parameter's name made from ``wish``, with a number if the Template declares that name already."""
    declared_names = {parameter.name for parameter in template.parameters}
    base = _NOT_IN_NAMES.sub("_", wish.upper()).strip("_") or "SECRET"
    name, number = base, 1
    while name in declared_names:
        number += 1
        name = f"{base}_{number}"
    return name


def _declaration(template: Template, name: str) -> Edit | None:
    """The Edit that declares a required Parameter, above the first one or in a new list above `objects`.

    None in JSON without Parameters, for an empty list `parameters`, and if no dash or `objects` begins the line.
    """
    document, source, newline = template.document, template.document.source, template.document.source.newline
    if not template.parameters:
        key = document.key_span(template.path / "objects").start
        if key.column > 1 or document.style(template.path / "parameters") or document.syntax == "json":
            return None
        new_list = f"parameters:{newline}- name: {name}{newline}  required: true{newline}"
        return Edit(SourceSpan(key, key), new_list)
    first = template.parameters[0].path
    start = document.span(first).start
    if document.style(first.parent) == "flow":
        return Edit(SourceSpan(start, start), f'{{"name": "{name}", "required": true}}, ')
    line_start = Position(start.line, 1)
    prefix = source.line_before(start)  # the indentation and dash of the first Parameter
    if not _DASH.fullmatch(prefix):
        return None
    entry = f"{prefix}name: {name}{newline}{' ' * len(prefix)}required: true{newline}"
    return Edit(SourceSpan(line_start, line_start), entry)
