"""Template + values -> ProcessedTemplate, in both dialects, with every Problem of the processing.

`oc process --local` (oc ``pkg/cli/process``, library-go ``templateprocessing``); the Kubernetes proposal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random

from playground.engine.model.deadline import Deadline
from playground.engine.model.inputs import NO_INPUTS, Inputs
from playground.engine.model.limits import Limits
from playground.engine.model.location import ROOT
from playground.engine.model.problems import Problem
from playground.engine.model.records import record
from playground.engine.reading.objects import TracedObject
from playground.engine.templates.generators import GENERATORS
from playground.engine.templates.objects import build_objects
from playground.engine.templates.substituter import ParameterReference, Substituter
from playground.engine.templates.substitution import Dialect
from playground.engine.templates.template import Parameter, Template, decoding_problems_in, dialect_of
from playground.engine.templates.values import Origin, ParameterValue, Supply, parameter_values, unknown_names

__all__ = ["Origin", "ParameterReference", "ParameterValue", "ProcessedTemplate", "process"]


@record()
class ProcessedTemplate:
    """The result of processing a Template; ``refusals.refusal`` says whether `oc` would refuse it.

    Processing continues after errors: an Object that `oc` refuses is included if it is a mapping, and a reference to a
    required Parameter without a value stays in the text.
    """

    template: Template
    dialect: Dialect
    values: tuple[ParameterValue, ...]
    objects: tuple[TracedObject, ...]
    labels: Mapping[str, str] | None
    message: str | None
    references: tuple[ParameterReference, ...]
    problems: tuple[Problem, ...]
    full: bool = False  # a limit was exceeded; nothing was substituted after that

    def value(self, name: str) -> ParameterValue | None:
        """The value that references to ``name`` get; of several Parameters with that name, the last one's."""
        return next((value for value in reversed(self.values) if value.parameter.name == name), None)

    @property
    def generated(self) -> dict[str, str]:
        """The generated values, by Parameter."""
        return {value.parameter.name: value.text for value in self.values if value.origin is Origin.GENERATED}


def process(
    template: Template,
    inputs: Inputs = NO_INPUTS,
    *,
    random: Random,
    limits: Limits | None = None,
    deadline: Deadline | None = None,
) -> ProcessedTemplate:
    """Process ``template`` by the rules of its dialect, in the order of `oc process`. Never raises for any Template.

    ``inputs``: what they say of the cluster is not used. No generator runs for a given value, even for an empty one.
    ``random``: the source of generated values.
    ``limits``: if the Template has more Parameters than these allow, the result has only the first ones.
    ``deadline``: OutOfTimeError when it passes.
    """
    dialect, limits = dialect_of(template, inputs.dialect), limits or Limits()
    supply = Supply(dialect, inputs, limits, {name: make(dialect, random) for name, make in GENERATORS.items()})
    early_problems = (*decoding_problems_in(template, dialect), *unknown_names(template, supply))
    parameters_beyond = template.parameters[limits.parameters :]
    template = replace(template, parameters=template.parameters[: limits.parameters])
    deadline = deadline or Deadline()
    values, value_problems = parameter_values(template, supply, deadline)
    substituter = _substituter(template, dialect, values, limits, deadline)
    _refuse_past_limits(values, parameters_beyond, substituter)
    message = template.message
    if message is not None:
        message = substituter.text(message, template.path / "message")
    labels = _labels(template, inputs.labels, substituter)
    objects = build_objects(template, labels, substituter)
    return ProcessedTemplate(
        template=template,
        dialect=dialect,
        values=values,
        objects=() if substituter.full else objects,
        labels=labels,
        message=message,
        references=tuple(substituter.references),
        problems=(*early_problems, *value_problems, *substituter.problems),
        full=substituter.full,
    )


def _substituter(
    template: Template,
    dialect: Dialect,
    values: tuple[ParameterValue, ...],
    limits: Limits,
    deadline: Deadline,
) -> Substituter:
    last = {value.parameter.name: value for value in values}  # of several Parameters of one name, the last one counts
    return Substituter(
        document=template.document,
        dialect=dialect,
        values={name: value.text for name, value in last.items() if value.settled},
        types={name: value.parameter.type for name, value in last.items()},
        missing=frozenset(name for name, value in last.items() if not value.settled),
        limits=limits,
        deadline=deadline,
    )


def _refuse_past_limits(
    values: tuple[ParameterValue, ...], parameters_beyond: tuple[Parameter, ...], substituter: Substituter
) -> None:
    """Refuse all substitution if there are Parameters beyond the limit, or if a value is too long."""
    limits = substituter.limits
    if parameters_beyond:
        number = len(values) + len(parameters_beyond)
        message = f"the Template has {number:,} parameters; the limit is {limits.parameters:,}"
        substituter.refuse(parameters_beyond[0].path, message)
    for value in values:
        if len(value.text) > limits.value_characters and not substituter.full:
            message = (
                f"the value of `{value.parameter.name}` has {len(value.text):,} characters; "
                f"the limit is {limits.value_characters:,}"
            )
            is_default = value.origin is Origin.DEFAULT
            substituter.refuse(value.parameter.path / "value" if is_default else value.parameter.path, message)


def _labels(template: Template, chosen: Mapping[str, str], substituter: Substituter) -> dict[str, str] | None:
    """The labels to set: the Template's and the ``chosen`` ones, substituted; None if neither has a labels map."""
    if template.labels is None and not chosen:
        return None
    labels: dict[str, str] = {}
    for key, text in {**dict(_label_texts(template)), **chosen}.items():
        place = template.path / "labels" / key
        new_key = substituter.text(key, place, in_key=True)
        if new_key in labels:
            detail = {"key": new_key, "written": key}
            substituter.problems.append(
                Problem("key-collision", template.document.index, place, in_key=True, detail=detail)
            )
        labels.pop(new_key, None)  # the later label takes the place at the end, too
        labels[new_key] = substituter.text(text, place)
        substituter.labels[new_key] = substituter.pieces.get(ROOT, ())  # ``text`` records the pieces at ROOT
    return labels


def _label_texts(template: Template) -> Iterator[tuple[str, str]]:
    """The Template's labels as texts: null as the empty text, a number or bool, which `oc` refuses, as written."""
    for key, text in (template.labels or {}).items():
        if text is None or isinstance(text, str):
            yield key, text or ""
        elif not isinstance(text, dict | list):
            yield key, template.document.raw(template.path / "labels" / key)
