"""Rules about the values of Parameters."""

from __future__ import annotations

from collections.abc import Iterator

from playground.engine.evaluation import Evaluation
from playground.engine.kubernetes.pods import mapping_at
from playground.engine.model.diagnostics import Edit, Finding, Fix, Severity
from playground.engine.model.problems import Problem
from playground.engine.rules.fixes.wording import write_empty
from playground.engine.rules.registry import rule
from playground.engine.rules.walks import problems
from playground.engine.templates.values import Origin

_BOOLEANS = {  # spellings that other programs accept for a boolean
    **dict.fromkeys(("yes", "y", "on", "1", "true"), "true"),
    **dict.fromkeys(("no", "n", "off", "0", "false"), "false"),
}


@rule("PAR301", Severity.ERROR)
def required_parameter_missing(evaluation: Evaluation) -> Iterator[Finding]:
    """A required parameter has no value.

    No value is supplied, the parameter has no default, and no value is generated: `oc process` refuses the whole
    Template.

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
            hint=f"Supply a value for `{name}`, or give the parameter a `value` or a generator.",
            field=str(problem.path),
        )


@rule("PAR303", Severity.ERROR)
def value_not_of_its_type(evaluation: Evaluation) -> Iterator[Finding]:
    """The value of a parameter does not fit the type of the parameter.

    An `int` is a whole number in decimal digits that fits into 64 bits. A `bool` is `true` or `false`. A `base64`
    value has the standard alphabet, with padding. Other spellings are refused: `yes` is not a `bool`, and
    `1.5` is not an `int`.

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
    forms = {
        "int": "a whole number of at most 64 bits, such as `3`",
        "bool": "`true` or `false`",
        "base64": "standard base64, padded",
    }
    for problem in problems(evaluation, "conversion-failed"):
        name, message = problem.detail["parameter"], problem.detail["message"]
        yield Finding(
            f"The value of `{name}` does not fit the type `{problem.detail['type']}`: {message.rstrip('.')}.",
            evaluation.span(problem),
            hint=f"The value must be {forms[problem.detail['type']]}.",
            field=str(problem.path),
            fix=_as_bool(evaluation, problem) if problem.detail["type"] == "bool" else None,
        )


def _as_bool(evaluation: Evaluation, problem: Problem) -> Fix | None:
    """The Fix that writes `true` or `false` for another spelling, if the value is the default in the Template."""
    document = evaluation.document(problem.document)
    is_default = problem.path[-1] == "value" and problem.detail["parameter"] not in evaluation.inputs.values
    boolean = _BOOLEANS.get(document.raw(problem.path).strip("\"'").lower(), "") if is_default else ""
    return Fix(f"Write {boolean}", (Edit(document.span(problem.path), f'"{boolean}"'),)) if boolean else None


@rule("PAR307", Severity.WARNING)
def unknown_parameter(evaluation: Evaluation) -> Iterator[Finding]:
    """A value is supplied for a parameter that the Template does not declare.

    `oc process`, and `process` here, refuse such a value, unless `--ignore-unknown-parameters` is set. The page,
    `check` and `expand` ignore the value.

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
            f"The Template has no parameter `{name}`: `oc process` refuses the supplied value, the preview ignores it.",
            evaluation.document(problem.document).key_span(problem.path),
            hint=f"Did you mean `{near}`?"
            if near
            else "Declare the parameter under `parameters`, or remove the value.",
            field=str(problem.path),
        )


@rule("PAR308", Severity.WARNING)
def blank_value(evaluation: Evaluation) -> Iterator[Finding]:
    """The value of a parameter consists only of white space: spaces, tabs or line breaks.

    White space counts as a value: no value is generated, and `required` is satisfied.

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
            character = "white-space character" if value.text.strip(" ") else "space"
            characters = f"{len(value.text)} {character}{'s' * (len(value.text) > 1)}"
            consequence = " No value is generated." if value.parameter.generate else ""
            path = value.parameter.path / ("value" if value.origin is Origin.DEFAULT else "name")
            yield Finding(
                f"The value of `{value.parameter.name}` is {characters}, which is not empty.{consequence}",
                document.span(path),
                hint="Remove the white space, unless the program needs this value.",
                field=str(path),
            )


@rule("PAR312", Severity.HINT)
def nothing_as_default(evaluation: Evaluation) -> Iterator[Finding]:
    """Nothing follows the `value:` of a parameter.

    The parameter has no default then, as without the line: references to the parameter become the empty text. The
    value may have been forgotten. A parameter that is required or generated, or has a value supplied, is not reported.

    Example::

        apiVersion: template.openshift.io/v1
        kind: Template
        message: Level ${LEVEL}.
        objects: []
        parameters:
        - name: LEVEL
          value:

    Instead::

        apiVersion: template.openshift.io/v1
        kind: Template
        message: Level ${LEVEL}.
        objects: []
        parameters:
        - name: LEVEL
          value: info
    """
    if evaluation.processed is None:
        return
    document = evaluation.processed.template.document
    for value in evaluation.processed.values:
        parameter, path = value.parameter, value.parameter.path / "value"
        if value.origin is Origin.GIVEN or parameter.value or parameter.generate or parameter.required:
            continue
        if "value" in mapping_at(document.value, parameter.path) and document.raw(path) == "":
            yield Finding(
                f"Nothing follows `value:`, so the parameter `{parameter.name}` has no default.",
                document.key_span(path),
                hint='Write the default, or `""` if the empty text is meant.',
                field=str(path),
                fix=write_empty(document, path),
            )
