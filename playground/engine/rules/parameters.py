"""What we say about Parameters and their values (PAR3xx)."""

from __future__ import annotations

from collections.abc import Iterator

from playground.engine.diagnostics import Edit, Finding, Fix, Related, Severity
from playground.engine.emit import double_quoted
from playground.engine.environment import ContainerEnvironment
from playground.engine.evaluation import Evaluation
from playground.engine.location import FieldPath, SourceSpan
from playground.engine.problems import Problem
from playground.engine.processing.substituter import ParameterReference
from playground.engine.processing.values import Origin
from playground.engine.rules.registry import rule
from playground.engine.rules.walk import container_at, places_of_containers, problems
from playground.engine.source import Document

_KINDS = {
    "string": "text",
    "number": "a number",
    "bool": "true or false",
    "array": "a list",
    "object": "a mapping",
    "null": "null",
}


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


@rule("PAR302", Severity.ERROR)
def unknown_parameter_type(evaluation: Evaluation) -> Iterator[Finding]:
    """A parameter has a type that does not exist.

    The proposal knows string (also when no type is given), int, bool and base64.

    Example::

        apiVersion: v1
        kind: Template
        objects: []
        parameters:
        - {name: REPLICAS, type: integer, value: "3"}

    Instead::

        apiVersion: v1
        kind: Template
        objects: []
        parameters:
        - {name: REPLICAS, type: int, value: "3"}
    """
    for problem in problems(evaluation, "unknown-parameter-type"):
        kind, near, span = problem.detail["type"], problem.detail["nearest"], evaluation.span(problem)
        near = near or {"integer": "int", "number": "int", "boolean": "bool", "binary": "base64"}.get(kind, "")
        yield Finding(
            f"`{kind}` is not a type of parameter.",
            span,
            hint="The types are `string`, `int`, `bool` and `base64`.",
            field=str(problem.path),
            fix=Fix(f"Write {near}", (Edit(span, near),)) if near else None,
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


@rule("PAR304", Severity.ERROR)
def invalid_parameter_name(evaluation: Evaluation) -> Iterator[Finding]:
    """A parameter has no name, or one that no reference can spell.

    Names are letters, digits and underscores. `oc process --local` does not look; a server refuses the Template.

    Example::

        apiVersion: template.openshift.io/v1
        kind: Template
        objects: []
        parameters:
        - {name: DB-HOST, value: db.internal}

    Instead::

        apiVersion: template.openshift.io/v1
        kind: Template
        objects: []
        parameters:
        - {name: DB_HOST, value: db.internal}
    """
    for problem in problems(evaluation, "parameter-name-missing", "parameter-name-invalid"):
        name = problem.detail["parameter"]
        yield Finding(
            f"`{name}` is not a name for a parameter." if name else "A parameter has no name.",
            evaluation.span(problem),
            hint="Use letters, digits and underscores only.",
            field=str(problem.path),
        )


@rule("PAR305", Severity.WARNING)
def duplicate_parameter(evaluation: Evaluation) -> Iterator[Finding]:
    """Two parameters have the same name.

    References take the last one's value; a value that is given goes to the first one. So it has no effect.

    Example::

        apiVersion: template.openshift.io/v1
        kind: Template
        objects: []
        parameters:
        - {name: HOST, value: a.example}
        - {name: HOST, value: b.example}

    Instead::

        apiVersion: template.openshift.io/v1
        kind: Template
        objects: []
        parameters:
        - {name: HOST, value: b.example}
    """
    for problem in problems(evaluation, "duplicate-parameter"):
        first = evaluation.document(problem.document).span(problem.detail["first"])
        yield Finding(
            f"`{problem.detail['parameter']}` is declared twice; references take this one, given values the first.",
            evaluation.span(problem),
            hint="Remove or rename one of them.",
            field=str(problem.path),
            related=(Related(first, "It was declared here first."),),
        )


@rule("PAR306", Severity.HINT)
def unused_parameter(evaluation: Evaluation) -> Iterator[Finding]:
    """Nothing refers to a parameter.

    Its value changes nothing in the output. Often the reference is misspelt or has a form that this dialect does not
    know.

    Example::

        apiVersion: template.openshift.io/v1
        kind: Template
        objects: []
        parameters:
        - {name: HOST, value: a.example}

    Instead::

        apiVersion: template.openshift.io/v1
        kind: Template
        message: Open ${HOST}.
        objects: []
        parameters:
        - {name: HOST, value: a.example}
    """
    if evaluation.processed is None or evaluation.processed.full:
        return
    used = {reference.name for reference in evaluation.processed.references}
    for parameter in evaluation.processed.template.parameters:
        if parameter.name and parameter.name not in used:
            yield Finding(
                f"Nothing refers to the parameter `{parameter.name}`.",
                _name_span(evaluation, parameter.path),
                hint="Remove it, or look for a misspelt reference.",
                field=str(parameter.path),
            )


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
    for value in evaluation.processed.values if evaluation.processed else ():
        if value.text and not value.text.strip() and value.origin in (Origin.GIVEN, Origin.DEFAULT):
            generated = " This prevents a value from being generated." if value.parameter.generate else ""
            count = len(value.text)
            default = value.origin is Origin.DEFAULT
            path = value.parameter.path / ("value" if default else "name")
            yield Finding(
                f"The value of `{value.parameter.name}` is {count} space{'s' * (count > 1)}, which is not empty."
                + generated,
                _document(evaluation).span(path),
                hint="Clear the value if that is not what you want.",
                field=str(path),
            )


@rule("PAR309", Severity.HINT)
def shadowed_variable(evaluation: Evaluation) -> Iterator[Finding]:
    """A parameter has the name of a container's variable, and a reference that could mean either.

    In the proposal's dialect both are written `$(NAME)`. The Template comes first, so the parameter's value is
    inserted and the container's variable is never asked.

    Example::

        apiVersion: v1
        kind: Template
        parameters:
        - {name: HOST, value: a.example}
        objects:
        - apiVersion: v1
          kind: Pod
          metadata: {name: web}
          spec:
            containers:
            - name: web
              image: registry.example/web:1
              args: ["--host=$(HOST)"]
              env:
              - {name: HOST, value: b.example}

    Instead::

        apiVersion: v1
        kind: Template
        parameters:
        - {name: HOST, value: a.example}
        objects:
        - apiVersion: v1
          kind: Pod
          metadata: {name: web}
          spec:
            containers:
            - name: web
              image: registry.example/web:1
              args: ["--host=$$(HOST)"]
              env:
              - {name: HOST, value: "b.example"}
              - {name: OTHER, value: "${HOST}"}
    """
    if evaluation.processed is None:
        return
    document, places = evaluation.processed.template.document, places_of_containers(evaluation)
    for reference in evaluation.processed.references:
        if reference.form != "$()" or reference.fate != "substituted" or reference.in_key:
            continue
        container = container_at(places, reference.path)
        variable = _other_definition(evaluation, container, reference) if container else None
        if variable is not None:
            yield Finding(
                f"`$({reference.name})` takes the parameter, not the container's variable of the same name.",
                document.text_span(reference.path, reference.start, reference.end),
                hint=f"Write `$$({reference.name})` for the variable, or `${{{reference.name}}}` for the parameter.",
                field=str(reference.path),
                related=(
                    Related(variable, f"The variable `{reference.name}` is defined here."),
                    *(
                        Related(_name_span(evaluation, parameter.path), f"The parameter `{parameter.name}` is this.")
                        for parameter in evaluation.processed.template.parameters
                        if parameter.name == reference.name
                    ),
                ),
            )


def _other_definition(
    evaluation: Evaluation, container: ContainerEnvironment, reference: ParameterReference
) -> SourceSpan | None:
    """Where the container defines a variable of the reference's name, unless the reference is in that definition."""
    item = evaluation.objects[container.object]
    same = (each.path for each in container.declared if each.name == reference.name and each.path is not None)
    other = next((path for path in same if not reference.path.is_under(item.where(path))), None)
    return item.span(other / "name") if other is not None else None


@rule("PAR310", Severity.ERROR)
def parameter_field_not_text(evaluation: Evaluation) -> Iterator[Finding]:
    """A field of the Template has a value of the wrong type, most often a number or boolean without quotes.

    A parameter's `value` is text, also when it looks like a number: `oc process` refuses `value: 8080`, and
    `name: N` is a boolean to Kubernetes.

    Example::

        apiVersion: template.openshift.io/v1
        kind: Template
        message: ${PORT}
        objects: []
        parameters:
        - name: PORT
          value: 8080

    Instead::

        apiVersion: template.openshift.io/v1
        kind: Template
        message: ${PORT}
        objects: []
        parameters:
        - name: PORT
          value: "8080"
    """
    for problem in evaluation.processed.problems if evaluation.processed else ():
        if problem.pattern != "wrong-type":
            continue
        found, wanted = _KINDS[problem.detail["found"]], _KINDS[problem.detail["wanted"]]
        span, scalar = evaluation.span(problem), problem.detail["found"] in ("number", "bool") and wanted == "text"
        text = evaluation.source.text.slice(span)
        yield Finding(
            f"`{problem.path}` must be {wanted}, but this is {found}.",
            span,
            hint="Put quotes around it." if scalar else f"Write {wanted} here.",
            field=str(problem.path),
            fix=Fix("Put quotes around it", (Edit(span, double_quoted(text)),)) if scalar else None,
        )


def _document(evaluation: Evaluation) -> Document:
    assert evaluation.processed is not None
    return evaluation.processed.template.document


def _name_span(evaluation: Evaluation, path: FieldPath) -> SourceSpan:
    return _document(evaluation).span(path / "name")
