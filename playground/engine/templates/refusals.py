"""Whether `oc process` would refuse a Template, and its error message.

oc ``pkg/cli/process``; apimachinery ``errors.NewInvalid`` and ``field.ErrorList``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from playground.engine.kubernetes.decoding import FATAL, decoding_findings
from playground.engine.kubernetes.kinds import Kinds
from playground.engine.kubernetes.versions import NEWEST
from playground.engine.model.problems import Problem
from playground.engine.reading import Document
from playground.engine.templates import ProcessedTemplate
from playground.engine.templates.decoding import metadata_problems
from playground.engine.templates.template import Template, decoding_problems_in, dialect_of
from playground.engine.text.go import quote

# The patterns of the Problems of each stage. `oc process` stops after the first stage with an error.
_STAGES: Final[Sequence[frozenset[str]]] = (
    # stage 0: the Template is read
    frozenset({"template-in-list", "wrong-type", "legacy-api-version", "unknown-api-version", "api-version-missing"}),
    # stage 1: the given values are assigned
    frozenset({"unknown-parameter"}),
    # stage 2: the missing values are generated
    frozenset({"required-parameter-missing", "unknown-generator", "generator-failed"}),
    # stage 3: the Objects are built
    frozenset(
        {
            "object-kind-missing",
            "object-not-a-mapping",
            "items-not-a-list",
            "number-too-large",
            "label-on-list",
            "label-on-null",
        }
    ),
)
# `oc` crashes on the first two. The others are refused by our own limits, or by the dialect of the Kubernetes proposal,
# which no program implements.
_OWN_MESSAGES: Final[Mapping[str, Callable[[Problem], str]]] = {
    "null-in-list": lambda problem: f"{problem.path}: an element of a list cannot become `null`",
    "key-not-text": lambda problem: f"{problem.path}: a key must be text and cannot become {problem.detail['value']}",
    "output-too-large": lambda problem: f"{problem.path}: {problem.detail['message']}",
    "unknown-parameter-type": lambda problem: f"{problem.path}: unknown parameter type {problem.detail['type']}",
    "conversion-failed": lambda problem: (
        f"{problem.path}: the value of parameter {problem.detail['parameter']} is no {problem.detail['type']}:"
        f" {problem.detail['message']}"
    ),
}


def refused_unread(processed: ProcessedTemplate) -> bool:
    """Whether `oc process` cannot even read the Template, and so checks nothing else, such as given values."""
    return any(problem.pattern in _STAGES[0] and problem.error for problem in processed.problems)


def decoding_error(template: Template, choice: str) -> str:
    """`oc process`'s error about a Document that it cannot decode as a Template; "" if it can.

    `oc` prints the error after ``unable to decode "FILE": ``. It decodes every Document, also those after the Template
    that it processes. ``choice``: see ``template.dialect_of``.
    """
    problems = decoding_problems_in(template, dialect_of(template, choice))
    return next((problem.error for problem in problems if problem.pattern in _STAGES[0] and problem.error), "")


def object_decoding_error(document: Document, kind: str) -> str:
    """`oc process`'s error about a Document that it cannot decode as an Object of this ``kind``; "" if it can.

    The metadata of each Object is checked. The other fields are checked if the kind is in the table of types.
    """
    # `oc` prints an error that ends the decoding at once, or else the first error in the order of the fields.
    errors = [
        (error.go_type not in FATAL, error.path, error.message)
        for error in decoding_findings(document.value, Kinds(NEWEST.minor), kind).errors
        if error.path[:1] != ("metadata",)
    ]
    errors += [
        (problem.detail["wanted"] != "time", problem.path, problem.error)
        for problem in metadata_problems(document, kind)
        if problem.error
    ]
    return min(errors)[-1] if errors else ""


def refusal(processed: ProcessedTemplate, file: str) -> str:
    """The error message of `oc process -f FILE`, without the final line break; "" if it succeeds.

    The message is our own where `oc` would crash, and where only the proposal or our limits refuse the Template.
    """
    for number, stage in enumerate(_STAGES):
        errors = [problem for problem in processed.problems if problem.pattern in stage and problem.error]
        if errors:
            return _message(number, errors, processed, file)
    own = (problem for problem in processed.problems if problem.pattern in _OWN_MESSAGES)
    return next((f"error: {_OWN_MESSAGES[problem.pattern](problem)}" for problem in own), "")


def _message(stage: int, problems: Sequence[Problem], processed: ProcessedTemplate, file: str) -> str:
    errors = [problem.error for problem in problems]
    if stage == 0 and problems[0].pattern == "template-in-list":
        return f"error: unable to parse {quote(file)}, {errors[0]}\n"  # an empty line follows, as in `oc`
    if stage == 0:
        return f"error: failed to read input object (not a Template?): unable to decode {quote(file)}: {errors[0]}"
    if stage == 1:
        return f"error: {errors[0]}" if len(errors) == 1 else "\n\n".join(errors)
    invalid = f"The Template {quote(processed.template.name)} is invalid: "
    return invalid + errors[0] if len(errors) == 1 else invalid + "".join(f"\n* {error}" for error in errors)
