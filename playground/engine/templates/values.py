"""The value of every Parameter: given, else default, else generated.

OpenShift library-go ``templateprocessing.GenerateParameterValues``. For the second dialect: the Kubernetes design
proposal for Templates (`$(NAME)`, typed Parameters), section "Template Instantiation".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from enum import StrEnum
from typing import Any, NamedTuple

from playground.engine.model.deadline import Deadline
from playground.engine.model.inputs import Inputs
from playground.engine.model.limits import Limits
from playground.engine.model.problems import Problem
from playground.engine.model.records import record
from playground.engine.templates.generators import ExpressionGenerator, Generation, Generator, GeneratorError
from playground.engine.templates.generators.plan import Plan
from playground.engine.templates.substitution import Dialect
from playground.engine.templates.template import Parameter, Template
from playground.engine.templates.types import TYPES, ConversionError, convert
from playground.engine.text.go import quote, to_json
from playground.engine.text.nearest import nearest

MOST_MISSPELT = 10  # unknown names for which the nearest declared name is looked for; a search takes up to 20 ms


class Origin(StrEnum):
    """Where a Parameter's value came from."""

    GIVEN = "given"
    DEFAULT = "default"
    GENERATED = "generated"
    MISSING = "missing"


@record()
class ParameterValue:
    """A Parameter with its value. ``settled`` is False if `oc` stops because there is no value.

    ``plan`` is the checked expression; None if the value is not generated, or the expression is invalid.
    """

    parameter: Parameter
    text: str
    origin: Origin
    expression: str  # the expression that would generate the value
    generation: Generation | None  # describes the values that the expression can generate
    settled: bool = True
    plan: Plan | None = field(default=None, compare=False, repr=False)


@record()
class Supply:
    """Where values come from, besides the Template: the user's inputs, and the dialect's generators by name."""

    dialect: Dialect
    inputs: Inputs
    limits: Limits
    generators: Mapping[str, Generator]


def unknown_names(template: Template, supply: Supply) -> Iterator[Problem]:
    """A Problem for each given value or expression of an undeclared Parameter; the first few with the nearest name."""
    declared = dict.fromkeys(parameter.name for parameter in template.parameters)
    given_names = dict.fromkeys((*supply.inputs.values, *supply.inputs.expressions))
    unknown = [name for name in given_names if name not in declared]
    for number, name in enumerate(unknown):
        # `oc` takes no expressions, so it has no error for one.
        error = f"unknown parameter name {quote(name)}" if name in supply.inputs.values else ""
        detail = {"parameter": name, "nearest": nearest(name, declared) if number < MOST_MISSPELT else ""}
        path = template.path / "parameters"
        yield Problem("unknown-parameter", template.document.index, path, error=error, detail=detail)


def parameter_values(
    template: Template, supply: Supply, deadline: Deadline
) -> tuple[tuple[ParameterValue, ...], tuple[Problem, ...]]:
    """The value of each Parameter, in order, and the Problems. OutOfTimeError when the ``deadline`` passes."""
    values: list[ParameterValue] = []
    problems: list[Problem] = []
    earlier_names: set[str] = set()
    characters_left = supply.limits.all_generated_characters  # each expression counts with its longest value
    for parameter in template.parameters:
        # `oc` assigns a given value to the first Parameter of its name only.
        given_value = None if parameter.name in earlier_names else supply.inputs.values.get(parameter.name)
        earlier_names.add(parameter.name)
        value, value_problems = _value(template, parameter, given_value, supply, characters_left)
        if parameter.generate:
            deadline.check()  # one expression may take tens of milliseconds
        characters_left -= value.generation.length[1] if value.generation else 0
        values.append(value)
        problems.extend(value_problems)
    return tuple(values), tuple(problems)


def _value(
    template: Template, parameter: Parameter, given_value: str | None, supply: Supply, characters_left: int
) -> tuple[ParameterValue, list[Problem]]:
    """The value of one Parameter, and its Problems. A generated value may have up to ``characters_left``."""
    expression = supply.inputs.expressions.get(parameter.name, parameter.from_)
    text, origin, plan, generation, problem = given_value or "", Origin.GIVEN, None, None, None
    if given_value is None:
        text = parameter.value or ""
        origin = Origin.MISSING if parameter.value is None else Origin.DEFAULT
    if parameter.generate and given_value is None and not text:
        text, plan, generation, problem = _generated(template, parameter, expression, supply, characters_left)
        origin = Origin.GENERATED if text else Origin.MISSING
    if problem is None and parameter.required and not text:
        origin, problem = Origin.MISSING, _missing_value_problem(template, parameter)
    type_problem = _type_problem(template, parameter, text, origin, supply)
    problems = [item for item in (problem, type_problem) if item]
    return ParameterValue(parameter, text, origin, expression, generation, problem is None, plan), problems


def _missing_value_problem(template: Template, parameter: Parameter) -> Problem:
    where = f"template.parameters[{parameter.index}]"
    error = f"{where}: Required value: {where}: parameter {parameter.name} is required and must be specified"
    detail = {"parameter": parameter.name}
    return Problem("required-parameter-missing", template.document.index, parameter.path, error=error, detail=detail)


class _Generated(NamedTuple):
    """The outcome of generating one value: a text, or the Problem that prevents it."""

    text: str = ""
    plan: Plan | None = None
    generation: Generation | None = None
    problem: Problem | None = None


def _generated(
    template: Template, parameter: Parameter, expression: str, supply: Supply, characters_left: int
) -> _Generated:
    """Generate a value, or take the one that an earlier evaluation generated."""
    where, document = f"template.parameters[{parameter.index}]: Invalid value:", template.document.index
    detail: dict[str, Any] = {"parameter": parameter.name, "generator": parameter.generate, "expression": expression}
    generator = supply.generators.get(parameter.generate)
    if generator is None:
        reason = f"Unknown generator name '{parameter.generate}' for parameter {parameter.name}"
        error = f"{where} {quote(parameter.generate)}: {reason}"
        detail["nearest"] = nearest(parameter.generate, supply.generators)
        path = parameter.path / "generate"
        return _Generated(problem=Problem("unknown-generator", document, path, error=error, detail=detail))
    plan = None
    try:
        plan = generator.plan(expression) if isinstance(generator, ExpressionGenerator) else None
        generation = plan.describe() if plan is not None else None
        if generation is not None:
            _check_length(generation.length[1], characters_left, supply.limits)
        earlier = supply.inputs.generated.get(parameter.name)
        text = generator.generate_value(expression) if earlier is None else earlier
    except GeneratorError as failure:
        error = f"{where} {_as_json(parameter, expression)}: {failure.message}"
        problem = _expression_problem(document, parameter, expression, failure, error, detail)
        return _Generated(plan=plan, problem=problem)
    return _Generated(text, plan, generation)


def _check_length(length: int, characters_left: int, limits: Limits) -> None:
    """Raise GeneratorError if ``length`` characters are too many for one value, or more than ``characters_left``."""
    if length > limits.generated_characters:
        most = f"the limit is {limits.generated_characters:,}"
        raise GeneratorError(f"the expression can generate {length:,} characters; {most}")
    if length > characters_left:
        most = f"{limits.all_generated_characters:,}"
        raise GeneratorError(f"all generated values together have more than {most} characters")


def _expression_problem(
    document: int, parameter: Parameter, expression: str, failure: GeneratorError, error: str, detail: dict[str, Any]
) -> Problem:
    """The Problem of an invalid expression: at its invalid part if the expression is the Template's own."""
    own = parameter.from_ and expression == parameter.from_
    path = parameter.path / "from" if own else parameter.path
    start, end = (failure.start, failure.end) if own else (None, None)
    return Problem(
        "generator-failed", document, path, start, end, error=error, detail={**detail, "message": failure.message}
    )


def _as_json(parameter: Parameter, expression: str) -> str:
    """The Parameter as Go prints it: its name, then its non-empty fields."""
    fields = {
        "displayName": parameter.display_name,
        "description": parameter.description,
        "value": parameter.value,
        "generate": parameter.generate,
        "from": expression,
        "required": parameter.required,
    }
    return to_json({"name": parameter.name, **{key: item for key, item in fields.items() if item}}, sort_keys=False)


def _type_problem(
    template: Template, parameter: Parameter, text: str, origin: Origin, supply: Supply
) -> Problem | None:
    """The Problem of an unknown type, or of a value that is not of its Parameter's type."""
    document = template.document.index
    detail: dict[str, Any] = {"parameter": parameter.name, "type": parameter.type}
    if supply.dialect is Dialect.OPENSHIFT:
        return None  # OpenShift's Parameters have no types
    if parameter.type not in TYPES:
        detail["nearest"] = nearest(parameter.type, (name for name in TYPES if name))
        return Problem("unknown-parameter-type", document, parameter.path / "type", detail=detail)
    if origin is Origin.MISSING:
        return None
    try:
        convert(text, parameter.type)
    except ConversionError as failure:
        field = {Origin.DEFAULT: "value", Origin.GENERATED: "from"}.get(origin)
        path = parameter.path / field if field else parameter.path
        start, end = (failure.start, failure.end) if origin is Origin.DEFAULT else (None, None)
        detail |= {"message": failure.message, "character": failure.character, "origin": origin, "text": text}
        return Problem("conversion-failed", document, path, start, end, detail=detail)
    return None
