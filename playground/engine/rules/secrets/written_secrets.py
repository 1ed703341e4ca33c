"""Finds secrets written in the text, and the Fixes that take them out of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from playground.engine.containers.environment import OriginKind
from playground.engine.editing.declaring import Declaration, declaration_edit
from playground.engine.editing.lines import ONE_LINE
from playground.engine.editing.parameter_names import free_name, reference_to, reserved_names, upper_name
from playground.engine.evaluation import Evaluation
from playground.engine.model.diagnostics import Edit, Fix
from playground.engine.model.location import FieldPath, SourceSpan
from playground.engine.model.records import record
from playground.engine.reading import Document
from playground.engine.reading.objects import TracedObject
from playground.engine.rules.secrets.plain_secrets import is_written_secret
from playground.engine.rules.walks import every_object, is_from_template
from playground.engine.templates.substitution import Dialect
from playground.engine.templates.template import Parameter, Template
from playground.engine.text.secrets import holds_secret
from playground.engine.text.yaml import double_quoted


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
    if template is None or evaluation.dialect is None or not fixable:
        return WrittenSecret(name, line)
    return WrittenSecret(name, line, partial(_as_parameter, template, evaluation.dialect, item, place, name))


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


def _as_parameter(template: Template, dialect: Dialect, item: TracedObject, place: FieldPath, name: str) -> Fix | None:
    """The Fix that replaces the value at ``place`` by a reference to a new required Parameter.

    The Parameter's name is made from ``name``, that of the variable or key; nothing refers to it yet.
    """
    document = template.document
    if document.style(item.where(place)) not in ONE_LINE:
        return None
    taken = {parameter.name for parameter in template.parameters} | reserved_names(document.source.text, dialect)
    parameter = free_name(upper_name(name) or "SECRET", taken)
    declaration = declaration_edit(template, [Declaration(parameter, required=True)])
    reference = Edit(item.span(place), double_quoted(reference_to(parameter, "${}")))
    return Fix(f"Replace with the parameter {parameter}", (reference, declaration)) if declaration else None
