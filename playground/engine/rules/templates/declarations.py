"""Rules about the declarations of Parameters."""

from __future__ import annotations

from collections.abc import Iterator

from playground.engine.evaluation import Evaluation
from playground.engine.kubernetes.pods import field_at
from playground.engine.model.diagnostics import Edit, Finding, Fix, Related, Severity
from playground.engine.model.problems import Problem
from playground.engine.reading import Document
from playground.engine.rules.fixes.env_entries import as_entries
from playground.engine.rules.fixes.indentation import add_dash
from playground.engine.rules.fixes.wording import in_quotes, write_whole
from playground.engine.rules.registry import rule
from playground.engine.rules.walks import problems
from playground.engine.templates.template import PARAMETER_NAME
from playground.engine.text.yaml import scalar

_TYPES_IN_WORDS = {
    "string": "text",
    "number": "a number",
    "integer": "a whole number of 64 bits",
    "bool": "true or false",
    "array": "a list",
    "object": "a mapping",
    "null": "null",
    "time": "a time such as `2020-01-31T12:00:00Z`",
}
_WITHOUT_QUOTES = "Remove the quotes"
_TYPES_ELSEWHERE = {  # the name of a type in other formats: the type of a parameter
    "integer": "int",
    "number": "int",
    "boolean": "bool",
    "binary": "base64",
}


@rule("PAR302", Severity.ERROR)
def unknown_parameter_type(evaluation: Evaluation) -> Iterator[Finding]:
    """A parameter has a type that does not exist.

    The proposal has four types: `string`, `int`, `bool` and `base64`. A parameter without a type is a `string`.

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
        near = near or _TYPES_ELSEWHERE.get(kind, "")
        yield Finding(
            f"The parameter type `{kind}` does not exist.",
            span,
            hint="The types are `string`, `int`, `bool` and `base64`.",
            field=str(problem.path),
            fix=write_whole(evaluation.document(problem.document), span, near) if near else None,
        )


@rule("PAR304", Severity.ERROR)
def invalid_parameter_name(evaluation: Evaluation) -> Iterator[Finding]:
    """A parameter has no name, or a name that no reference can contain.

    A name consists of letters, digits and underscores. `oc process --local` does not check names; a server refuses
    the Template.

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
            f"`{name}` is not a valid parameter name." if name else "A parameter has no name.",
            evaluation.span(problem),
            hint="Use letters, digits and underscores only."
            if name
            else "Add a `name` of letters, digits and underscores.",
            field=str(problem.path),
        )


@rule("PAR305", Severity.WARNING)
def duplicate_parameter(evaluation: Evaluation) -> Iterator[Finding]:
    """Two parameters have the same name.

    References use the value of the last declaration. A value that you supply goes to the first one, so it has no
    effect.

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
            f"`{problem.detail['parameter']}` is declared more than once: references use the last declaration, "
            "but a supplied value goes to the first.",
            evaluation.span(problem),
            hint="Keep one declaration, and remove or rename the others.",
            field=str(problem.path),
            related=(Related(first, "The first declaration is here."),),
        )


@rule("PAR310", Severity.ERROR)
def parameter_field_not_text(evaluation: Evaluation) -> Iterator[Finding]:
    """A field of the Template has a value of the wrong type, most often a number or boolean without quotes.

    A parameter's `value` is text, even if it looks like a number: `oc process` refuses `value: 8080`. It refuses
    `name: N`, too: YAML reads `N` as a boolean.

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
        actual_type, required_type = problem.detail["found"], problem.detail["wanted"]
        span, document = evaluation.span(problem), evaluation.document(problem.document)
        lacks_quotes = actual_type in ("number", "bool") and required_type == "string"
        value = field_at(document.value, problem.path)
        fix = in_quotes(document, span, value) if lacks_quotes else _converted(document, problem)
        advice = (
            f"{fix.title}." if fix and fix.title == _WITHOUT_QUOTES else f"Write {_TYPES_IN_WORDS[required_type]} here."
        )
        yield Finding(
            f"`{problem.path}` must be {_TYPES_IN_WORDS[required_type]}, but {_actual_value(document, problem)}.",
            span,
            hint="Put quotes around the value." if lacks_quotes else advice,
            field=str(problem.path),
            fix=fix,
        )


def _actual_value(document: Document, problem: Problem) -> str:
    """What the field has in place of the required type: the rest of the sentence."""
    raw, value = document.raw(problem.path), field_at(document.value, problem.path)
    if isinstance(value, bool) and raw:
        is_word = raw.lower() in ("true", "false")
        return f"is `{raw}` without quotes" if is_word else f"Kubernetes reads `{raw}` as {str(value).lower()}"
    return f"is {_TYPES_IN_WORDS[problem.detail['found']]} here"


def _converted(document: Document, problem: Problem) -> Fix | None:
    """The Fix that writes `true` for `"true"`, a list for a mapping, or a parameter for its name; else None."""
    place, value = problem.path, field_at(document.value, problem.path)
    actual_type, required_type = problem.detail["found"], problem.detail["wanted"]
    quoted = document.style(place) in ("single", "double")
    if required_type == "bool" and quoted and isinstance(value, str) and value.lower() in ("true", "false"):
        return Fix(_WITHOUT_QUOTES, (Edit(document.span(place), value.lower()),))
    if (actual_type, required_type) == ("object", "array"):
        maps_names_to_values = place[-1] == "parameters" and "name" not in value
        return as_entries(document, place) if maps_names_to_values else add_dash(document, place)
    is_name_alone = (actual_type, required_type) == ("string", "object") and place[-2:-1] == ("parameters",)
    if is_name_alone and document.syntax == "yaml" and PARAMETER_NAME.match(value):
        return Fix(f"Write name: {value}", (Edit(document.span(place), f"{{name: {scalar(value, flow=True)}}}"),))
    return None
