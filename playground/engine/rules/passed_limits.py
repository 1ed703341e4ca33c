"""Rules about a text that passes a limit of the page or the command line."""

from __future__ import annotations

from collections.abc import Iterator

from playground.engine.evaluation import Evaluation
from playground.engine.model.diagnostics import Finding, Severity
from playground.engine.model.location import ROOT, Position, SourceSpan
from playground.engine.reading import LIMIT_PATTERNS
from playground.engine.rules.registry import rule
from playground.engine.rules.text.source_problems import findings_of
from playground.engine.rules.walks import problems
from playground.engine.templates.template import objects_outside


@rule("SRC120", Severity.ERROR)
def limit_exceeded(evaluation: Evaluation) -> Iterator[Finding]:
    """The text exceeds a limit of the Playground.

    Limits keep the page fast for everybody; manifests that people write stay far below them. The command line allows
    larger texts.

    Example::

        [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[
         [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[
         [[[[[[[[[[

    Instead::

        [[[[[1]]]]]
    """
    yield from findings_of(evaluation, *LIMIT_PATTERNS)
    if evaluation.stopped is not None:
        yield Finding(
            f"The evaluation took more than {evaluation.stopped:g} s and was stopped.",
            SourceSpan(Position(1, 1), Position(1, 1)),
            hint=evaluation.limits.hint("Split the text"),
        )
    most = evaluation.limits.objects
    objects = [] if evaluation.stopped else list(objects_outside(evaluation.templates, evaluation.source.documents))
    if len(objects) > most:
        first_ignored, outside = objects[most], " outside of the Template" if evaluation.templates else ""
        yield Finding(
            f"The text has {len(objects):,} objects{outside}; only the first {most:,} are evaluated.",
            first_ignored.span(ROOT),
            hint=evaluation.limits.hint("Split the text"),
            field=str(first_ignored.path),
        )


@rule("ENV510", Severity.WARNING)
def preview_limit_reached(evaluation: Evaluation) -> Iterator[Finding]:
    """The variables of the text exceed a limit of the Playground.

    If each variable refers twice to the variable before it, the values double with every step: 25 variables make
    168 MB. The preview stops at 1 MiB for one value, 4 MiB for all values, 50,000 references, and 100,000 variables
    that come from Services, ConfigMaps and Secrets. The kubelet does not stop, and the container fails to start.

    Example::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            env:
            - {name: A, value: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa}
            - {name: B, value: $(A)$(A)$(A)$(A)$(A)$(A)$(A)$(A)$(A)$(A)$(A)$(A)$(A)$(A)$(A)$(A)}
            - {name: C, value: $(B)$(B)$(B)$(B)$(B)$(B)$(B)$(B)$(B)$(B)$(B)$(B)$(B)$(B)$(B)$(B)}
            - {name: D, value: $(C)$(C)$(C)$(C)$(C)$(C)$(C)$(C)$(C)$(C)$(C)$(C)$(C)$(C)$(C)$(C)}
            - {name: E, value: $(D)$(D)$(D)$(D)$(D)$(D)$(D)$(D)$(D)$(D)$(D)$(D)$(D)$(D)$(D)$(D)}

    Instead::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            env:
            - {name: A, value: aaaa}
            - {name: B, value: $(A)$(A)}
    """
    limits = evaluation.limits
    for problem in problems(evaluation, "too-many-references"):
        yield Finding(
            f"The text has more than {problem.detail['limit']:,} references; those in this field are not replaced.",
            evaluation.span(problem),
            hint="Split the text.",
            field=str(problem.path),
        )
    for problem in problems(evaluation, "too-many-variables")[:1]:  # further problems would have the same message
        yield Finding(
            f"The containers inherit more than {problem.detail['limit']:,} variables; the rest is not shown.",
            evaluation.span(problem),
            hint="Split the text, and paste only the Services, ConfigMaps and Secrets that matter.",
            field=str(problem.path),
        )
    for problem in problems(evaluation, "value-too-large"):
        yield Finding(
            f"`$({problem.detail['name']})` is not replaced: the value would have more than "
            f"{limits.text_characters:,} characters, or all values more than {limits.output_characters:,}.",
            evaluation.span(problem),
            hint="Shorten the values: no process can start with so large an environment.",
            field=str(problem.path),
        )


@rule("TPL211", Severity.ERROR)
def output_too_large(evaluation: Evaluation) -> Iterator[Finding]:
    """The Template exceeds a limit of the Playground.

    The number of objects, parameters and references, the length of each value, and the size of the output are limited.
    The Playground counts first, without inserting, because a few references to a long value can produce gigabytes.

    Example::

        apiVersion: v1
        kind: Template
        parameters:
        - {name: A, generate: expression, from: "[a-z]{4096}"}
        objects:
        - apiVersion: v1
          kind: ConfigMap
          data:
            a: &a $(A)$(A)$(A)$(A)$(A)$(A)$(A)$(A)$(A)$(A)$(A)$(A)$(A)$(A)$(A)$(A)
            b: &b [*a, *a, *a, *a, *a, *a, *a, *a]
            c: [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]

    Instead::

        apiVersion: v1
        kind: Template
        parameters:
        - {name: A, generate: expression, from: "[a-z]{40}"}
        objects:
        - apiVersion: v1
          kind: ConfigMap
          data: {a: $(A)}
    """
    for problem in problems(evaluation, "output-too-large"):
        yield Finding(
            f"From here on, no value is inserted: {problem.detail['message']}.",
            evaluation.span(problem),
            hint=evaluation.limits.hint("Use fewer objects, parameters and references, and shorter values"),
            field=str(problem.path),
        )
