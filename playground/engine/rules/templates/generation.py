"""Rules about generated values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from playground.engine.evaluation import Evaluation
from playground.engine.kubernetes.pods import mapping_at
from playground.engine.model.diagnostics import Edit, Finding, Fix, Severity
from playground.engine.model.location import FieldPath, SourceSpan
from playground.engine.model.problems import Problem
from playground.engine.reading import Document
from playground.engine.rules.fixes.wording import write_whole
from playground.engine.rules.registry import rule
from playground.engine.rules.walks import once_per_evaluation, problems
from playground.engine.templates.generators import GENERATORS, Generation
from playground.engine.templates.substitution import Dialect
from playground.engine.templates.template import Parameter
from playground.engine.text.secrets import SECRET_BITS
from playground.engine.text.yaml import double_quoted

_GENERATED_PART: Final = re.compile(r"\[[a-zA-Z0-9\-\\]+\]\{\d+\}")  # the part that OpenShift's generator replaces
_REGULAR_EXPRESSION: Final = re.compile(  # a part in the usual syntax, such as `[!@#]{2}` or `\w+`
    r"\[[^\[\]\s]{2,}\](?:\{\d+(?:,\d*)?\}|[+*])|\\[wdaA](?:\{|\+|\*)"
)


@once_per_evaluation
def _generated(evaluation: Evaluation) -> Sequence[tuple[Parameter, Generation]]:
    """The Parameters whose values are generated, and how: the Generation is what the generator makes of `from`."""
    values = evaluation.processed.values if evaluation.processed else ()
    return [(value.parameter, value.generation) for value in values if value.generation is not None]


def _expression_span(evaluation: Evaluation, parameter: Parameter) -> SourceSpan:
    """Where the expression of a Parameter is written."""
    assert evaluation.template is not None
    return evaluation.template.document.span(parameter.path / "from")


@rule("GEN701", Severity.WARNING)
def constant_expression(evaluation: Evaluation) -> Iterator[Finding]:
    """A value that should be generated is the same text for everybody.

    OpenShift's generator replaces `[…]{n}`, with ranges of letters and digits or one of the classes `\\w`, `\\d`, `\\a`
    and `\\A` between the brackets. Any other expression is accepted, and its text becomes the value, even of a
    password. Without an expression the value is empty.

    Example::

        apiVersion: template.openshift.io/v1
        kind: Template
        message: ${PASSWORD}
        objects: []
        parameters:
        - {name: PASSWORD, generate: expression, from: "[a-zA-Z0-9]{8,16}"}

    Instead::

        apiVersion: template.openshift.io/v1
        kind: Template
        message: ${PASSWORD}
        objects: []
        parameters:
        - {name: PASSWORD, generate: expression, from: "[a-zA-Z0-9]{16}"}
    """
    for parameter, generation in _generated(evaluation):
        if not generation.literal:  # the generator replaces at least a part of the expression
            continue
        # ``meant`` is the expression to suggest: the author probably expects its effect.
        meant, span = generation.meant, _expression_span(evaluation, parameter)
        _, most_characters = generation.length
        yield Finding(
            f"`{parameter.name}` is not generated: its value is the text of its expression, the same for everybody."
            if most_characters
            else f"`{parameter.name}` is empty: its generator has no expression.",
            span,
            hint=f"Write `{meant}`." if meant else "Write ranges and a length, such as `[a-zA-Z0-9]{16}`.",
            field=str(parameter.path / "from"),
            fix=Fix(f"Write {meant}", (Edit(span, double_quoted(meant)),)) if meant else None,
        )


@rule("GEN702", Severity.ERROR)
def expression_refused(evaluation: Evaluation) -> Iterator[Finding]:
    """No value can be generated from an expression.

    The range is reversed, the length is out of bounds, or the expression has a part that cannot be generated, such as a
    look-ahead or an endless repetition.

    Example::

        apiVersion: template.openshift.io/v1
        kind: Template
        message: ${PASSWORD}
        objects: []
        parameters:
        - {name: PASSWORD, generate: expression, from: "[a-z]{256}"}

    Instead::

        apiVersion: template.openshift.io/v1
        kind: Template
        message: ${PASSWORD}
        objects: []
        parameters:
        - {name: PASSWORD, generate: expression, from: "[a-z]{255}"}
    """
    for problem in problems(evaluation, "generator-failed"):
        yield Finding(
            f"`{problem.detail['parameter']}` cannot be generated: {problem.detail['message'].rstrip('.')}.",
            evaluation.span(problem),
            hint="Write ranges and a length, such as `[a-zA-Z0-9]{16}`.",
            field=str(problem.path),
        )


@rule("GEN703", Severity.ERROR)
def unknown_generator(evaluation: Evaluation) -> Iterator[Finding]:
    """A parameter names a generator that does not exist.

    The only generator is `expression`.

    Example::

        apiVersion: template.openshift.io/v1
        kind: Template
        message: ${PASSWORD}
        objects: []
        parameters:
        - {name: PASSWORD, generate: random, from: "[a-z]{8}"}

    Instead::

        apiVersion: template.openshift.io/v1
        kind: Template
        message: ${PASSWORD}
        objects: []
        parameters:
        - {name: PASSWORD, generate: expression, from: "[a-z]{24}"}
    """
    for problem in problems(evaluation, "unknown-generator"):
        span, name = evaluation.span(problem), problem.detail["generator"]
        document = evaluation.document(problem.document)
        is_expression = _REGULAR_EXPRESSION.search(name) is not None
        yield Finding(
            f"The generator `{name}` does not exist.",
            span,
            hint="Write the expression as `from`, beside `generate: expression`."
            if is_expression
            else f"Write {' or '.join(f'`{name}`' for name in GENERATORS)}.",
            field=str(problem.path),
            fix=_as_from(evaluation, problem) if is_expression else write_whole(document, span, "expression"),
        )


def _as_from(evaluation: Evaluation, problem: Problem) -> Fix | None:
    """The Fix that moves an expression from `generate` to `from`; None if the Parameter has a `from` already."""
    document, parameter = evaluation.document(problem.document), problem.path[:-1]
    if "from" in mapping_at(document.value, parameter) or document.syntax != "yaml":
        return None
    edit = Edit(document.key_span(problem.path), "from")
    return Fix("Move the expression to from", (_generate_before(document, problem.path), edit))


def _generate_before(document: Document, place: FieldPath) -> Edit:
    """The edit that writes `generate: expression` before the field at ``place``."""
    start = document.key_span(place).start
    next_line = f"{document.source.newline}{' ' * (start.column - 1)}"
    separator = ", " if document.style(place[:-1]) == "flow" else next_line
    return Edit(SourceSpan(start, start), f"generate: expression{separator}")


@rule("GEN706", Severity.WARNING)
def expression_not_used(evaluation: Evaluation) -> Iterator[Finding]:
    """A parameter has an expression but no generator, so its value is empty.

    `from` alone has no effect: a value is generated from it only with `generate: expression`.

    Example::

        apiVersion: template.openshift.io/v1
        kind: Template
        message: ${PASSWORD}
        objects: []
        parameters:
        - {name: PASSWORD, from: "[a-zA-Z0-9]{16}"}

    Instead::

        apiVersion: template.openshift.io/v1
        kind: Template
        message: ${PASSWORD}
        objects: []
        parameters:
        - {name: PASSWORD, generate: expression, from: "[a-zA-Z0-9]{16}"}
    """
    if evaluation.processed is None:
        return
    for value in evaluation.processed.values:
        parameter = value.parameter
        if parameter.generate or parameter.value or not parameter.from_ or value.text:
            continue
        document, place = evaluation.processed.template.document, parameter.path / "from"
        is_yaml = document.syntax == "yaml"
        yield Finding(
            f"`{parameter.name}` is empty: its `from` has no effect without a generator.",
            document.key_span(place),
            hint="Write `generate: expression` beside `from`.",
            field=str(place),
            fix=Fix("Write generate: expression", (_generate_before(document, place),)) if is_yaml else None,
        )


@rule("GEN707", Severity.WARNING)
def part_of_an_expression(evaluation: Evaluation) -> Iterator[Finding]:
    """A part of an expression is copied into every generated value as it is.

    OpenShift's generator replaces `[…]{n}`, with ranges of letters and digits between the brackets, and copies all
    other text. For `[a-z]{8}[!@#]{2}` the last eight characters of every value are `[!@#]{2}`. In brackets, `\\A`
    stands for all punctuation characters.

    Example::

        apiVersion: template.openshift.io/v1
        kind: Template
        message: ${PASSWORD}
        objects: []
        parameters:
        - {name: PASSWORD, generate: expression, from: "[a-zA-Z0-9]{16}[!@#]{2}"}

    Instead::

        apiVersion: template.openshift.io/v1
        kind: Template
        message: ${PASSWORD}
        objects: []
        parameters:
        - {name: PASSWORD, generate: expression, from: "[a-zA-Z0-9]{16}[\\\\A]{2}"}
    """
    if evaluation.processed is None or evaluation.processed.dialect is not Dialect.OPENSHIFT:
        return
    for parameter, generation in _generated(evaluation):
        copied_text = _GENERATED_PART.sub("", parameter.from_)
        part = (
            _REGULAR_EXPRESSION.search(copied_text)
            if copied_text != parameter.from_ and not generation.literal
            else None
        )
        if part is not None:
            yield Finding(
                f"`{part[0]}` is not generated: every value of `{parameter.name}` contains this text as it is.",
                _expression_span(evaluation, parameter),
                hint="Write ranges of letters and digits with a length, or `[\\A]{2}` for two punctuation characters.",
                field=str(parameter.path / "from"),
            )


@rule("GEN704", Severity.WARNING)
def weak_secret(evaluation: Evaluation) -> Iterator[Finding]:
    """A generated secret has so few possible values that it can be guessed.

    Below 64 bits of entropy, an attacker can find a password, token or key by trying all values.

    Example::

        apiVersion: template.openshift.io/v1
        kind: Template
        message: ${PASSWORD}
        objects: []
        parameters:
        - {name: PASSWORD, generate: expression, from: "[a-z]{8}"}

    Instead::

        apiVersion: template.openshift.io/v1
        kind: Template
        message: ${PASSWORD}
        objects: []
        parameters:
        - {name: PASSWORD, generate: expression, from: "[a-zA-Z0-9]{16}"}
    """
    for parameter, generation in _generated(evaluation):
        if generation.literal or generation.bits >= SECRET_BITS or not parameter.looks_secret:
            continue
        yield Finding(
            f"`{parameter.name}` has only {generation.bits:.0f} bits of entropy; a secret needs {SECRET_BITS} or more.",
            _expression_span(evaluation, parameter),
            hint="Make the value longer, or use more characters: `[a-zA-Z0-9]{16}` has 95 bits.",
            field=str(parameter.path / "from"),
        )


@rule("GEN705", Severity.HINT)
def last_character_drawn(evaluation: Evaluation) -> Iterator[Finding]:
    """A range includes its last character here, but not in `oc process`.

    OpenShift's generator never yields the last character of a range: `[0-1]{8}` is always `00000000` in `oc process`.
    The Playground includes the last character, as OpenShift's documentation says.

    Example::

        apiVersion: template.openshift.io/v1
        kind: Template
        message: ${CODE}
        objects: []
        parameters:
        - {name: CODE, generate: expression, from: "[0-1]{8}"}

    Instead::

        apiVersion: template.openshift.io/v1
        kind: Template
        message: ${CODE}
        objects: []
        parameters:
        - {name: CODE, generate: expression, from: "[\\\\d]{8}"}
    """
    for parameter, generation in _generated(evaluation):
        # ``never`` has the characters of the ``alphabet`` that `oc process` does not use.
        characters_left = len(generation.alphabet) - len(generation.never)
        if len(generation.never) and characters_left < 2:
            yield Finding(
                f"`oc process` always generates the same `{parameter.name}`, because it never uses the last character "
                "of a range.",
                _expression_span(evaluation, parameter),
                hint="Write a wider range, or `[\\d]` for digits.",
                field=str(parameter.path / "from"),
            )
