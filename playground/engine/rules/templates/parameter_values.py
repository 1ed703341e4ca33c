"""Rules about the values of Parameters."""

from __future__ import annotations

from collections.abc import Iterator

from playground.engine.evaluation import Evaluation
from playground.engine.model.diagnostics import Edit, Finding, Fix, Severity
from playground.engine.model.problems import Problem
from playground.engine.rules.registry import rule
from playground.engine.rules.walks import problems
from playground.engine.templates.values import Origin

_BOOLEANS = {
    **dict.fromkeys(("yes", "y", "on", "1", "true"), "true"),
    **dict.fromkeys(("no", "n", "off", "0", "false"), "false"),
}


@rule("PAR301", Severity.ERROR)
def required_parameter_missing(evaluation: Evaluation) -> Iterator[Finding]:
    """A required parameter has no value.

    Nothing was given, there is no default, and nothing is generated: `oc process` refuses the whole Template.

    Example::

        apiVersion: template.openshift.io/v1
        kind: Template
        objects: []
        parameters:
        - name: DOMAIN
          required: true

    Instead::

        apiVersion: template.openshift.io/v1
        kind: Template
        objects: []
        parameters:
        - name: DOMAIN
          required: true
          value: shop.example
    """
    for problem in problems(evaluation, "required-parameter-missing"):
        name = problem.detail["parameter"]
        yield Finding(
            f"`{name}` is required and has no value.",
            evaluation.document(problem.document).key_span(problem.path / "name"),
            hint=f"Fill in `{name}`, or give the parameter a `value` or a generator.",
            field=str(problem.path),
        )


@rule("PAR303", Severity.ERROR)
def value_not_of_its_type(evaluation: Evaluation) -> Iterator[Finding]:
    """The value of a typed parameter does not have that type.

    An int is a whole number of 64 bits in decimal digits, a bool is `true` or `false`, base64 is the standard
    alphabet with its padding. Nothing is guessed: `yes` is no bool, `1.5` no int.

    Example::

        apiVersion: v1
        kind: Template
        objects: []
        parameters:
        - {name: REPLICAS, type: int, value: "three"}

    Instead::

        apiVersion: v1
        kind: Template
        objects: []
        parameters:
        - {name: REPLICAS, type: int, value: "3"}
    """
    wanted = {"int": "a whole number, such as `3`", "bool": "`true` or `false`", "base64": "standard base64, padded"}
    for problem in problems(evaluation, "conversion-failed"):
        name, message = problem.detail["parameter"], problem.detail["message"]
        yield Finding(
            f"`{name}`: {message.rstrip('.')}.",
            evaluation.span(problem),
            hint=f"The value must be {wanted[problem.detail['type']]}.",
            field=str(problem.path),
            fix=_as_bool(evaluation, problem) if problem.detail["type"] == "bool" else None,
        )


def _as_bool(evaluation: Evaluation, problem: Problem) -> Fix | None:
    """`true` or `false` for a word that other programs take for it."""
    document = evaluation.document(problem.document)
    default = problem.path[-1] == "value" and problem.detail["parameter"] not in evaluation.inputs.values
    meant = _BOOLEANS.get(document.raw(problem.path).strip("\"'").lower(), "") if default else ""
    return Fix(f"Write {meant}", (Edit(document.span(problem.path), f'"{meant}"'),)) if meant else None


@rule("PAR307", Severity.WARNING)
def unknown_parameter(evaluation: Evaluation) -> Iterator[Finding]:
    """A value is given for a parameter that the Template does not declare.

    `oc process` refuses it, unless told to ignore unknown parameters. This page ignores the value.

    Example::

        # -p REPLCAS=3
        apiVersion: template.openshift.io/v1
        kind: Template
        message: ${REPLICAS}
        objects: []
        parameters:
        - {name: REPLICAS, value: "1"}

    Instead::

        # -p REPLICAS=3
        apiVersion: template.openshift.io/v1
        kind: Template
        message: ${REPLICAS}
        objects: []
        parameters:
        - {name: REPLICAS, value: "1"}
    """
    for problem in problems(evaluation, "unknown-parameter"):
        name, near = problem.detail["parameter"], problem.detail["nearest"]
        yield Finding(
            f"The Template has no parameter `{name}`; the value given for it is ignored.",
            evaluation.document(problem.document).key_span(problem.path),
            hint=f"Did you mean `{near}`?" if near else "Declare it under `parameters`, or leave the value out.",
            field=str(problem.path),
        )


@rule("PAR308", Severity.WARNING)
def blank_value(evaluation: Evaluation) -> Iterator[Finding]:
    """The value of a parameter consists of spaces only.

    Blank is not empty: it counts as a value, so nothing is generated and `required` is satisfied.

    Example::

        apiVersion: template.openshift.io/v1
        kind: Template
        message: ${TOKEN}
        objects: []
        parameters:
        - {name: TOKEN, generate: expression, from: "[a-z]{8}", value: "  "}

    Instead::

        apiVersion: template.openshift.io/v1
        kind: Template
        message: ${TOKEN}
        objects: []
        parameters:
        - {name: TOKEN, generate: expression, from: "[a-z]{8}"}
    """
    if evaluation.processed is None:
        return
    document = evaluation.processed.template.document
    for value in evaluation.processed.values:
        if value.text and not value.text.strip() and value.origin in (Origin.GIVEN, Origin.DEFAULT):
            generated = " This prevents a value from being generated." if value.parameter.generate else ""
            count = len(value.text)
            default = value.origin is Origin.DEFAULT
            path = value.parameter.path / ("value" if default else "name")
            yield Finding(
                f"The value of `{value.parameter.name}` is {count} space{'s' * (count > 1)}, which is not empty."
                + generated,
                document.span(path),
                hint="Clear the value if that is not what you want.",
                field=str(path),
            )
