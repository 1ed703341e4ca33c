"""Rules about objects that processing changes, refuses or cannot handle."""

from __future__ import annotations

import re
from collections.abc import Iterator

from playground.engine.evaluation import Evaluation
from playground.engine.kubernetes.pods import field_at
from playground.engine.model.diagnostics import Edit, Finding, Fix, Severity
from playground.engine.model.problems import Problem
from playground.engine.rules.registry import rule
from playground.engine.rules.walks import problems
from playground.engine.text.yaml import double_quoted

_RAW_REFERENCE = re.compile(r"\$\{\{([a-zA-Z0-9_]+)\}\}")


@rule("TPL204", Severity.WARNING)
def namespace_stripped(evaluation: Evaluation) -> Iterator[Finding]:
    """An object's namespace is removed.

    `oc process` removes a hard-coded `metadata.namespace`, so that a Template can be used in any namespace. A namespace
    that refers to a parameter, such as `${NAMESPACE}`, stays.

    Example::

        apiVersion: template.openshift.io/v1
        kind: Template
        objects:
        - {apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: shop}}

    Instead::

        apiVersion: template.openshift.io/v1
        kind: Template
        parameters:
        - {name: NAMESPACE, value: shop}
        objects:
        - {apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: "${NAMESPACE}"}}
    """
    is_declared = evaluation.template is not None and evaluation.template.parameter("NAMESPACE")
    for problem in problems(evaluation, "namespace-stripped"):
        span = evaluation.span(problem)
        yield Finding(
            "`oc process` removes this hard-coded namespace.",
            span,
            hint="Remove the namespace, or refer to a parameter such as `${NAMESPACE}`.",
            field=str(problem.path),
            fix=Fix("Write ${NAMESPACE}", (Edit(span, double_quoted("${NAMESPACE}")),)) if is_declared else None,
        )


@rule("TPL206", Severity.ERROR)
def object_refused(evaluation: Evaluation) -> Iterator[Finding]:
    """An entry of `objects` is not an object that `oc` can handle.

    Every entry is a mapping with a `kind` and an `apiVersion`.

    Example::

        apiVersion: template.openshift.io/v1
        kind: Template
        objects:
        - {metadata: {name: a}}

    Instead::

        apiVersion: template.openshift.io/v1
        kind: Template
        objects:
        - {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}
    """
    advice = {  # by pattern: the message and the hint
        "object-kind-missing": ("This object has no `kind`.", "Add a `kind` and an `apiVersion`."),
        "object-not-a-mapping": (
            "This entry of `objects` is not a mapping.",
            "Write a mapping with `kind` and `apiVersion`.",
        ),
        "items-not-a-list": ("The `items` of this List are not a list.", "Write a list of objects."),
        "number-too-large": ("This number is too large for a 64-bit float.", "Put quotes around it if it is text."),
        "label-on-list": ("A Template's labels cannot be set on a list.", "Move the items of the list to `objects`."),
        "label-on-null": ("A Template's labels cannot be set on `null`.", "Remove the empty entry."),
    }
    for problem in problems(evaluation, *advice):
        message, hint = _why_no_kind(evaluation, problem) or advice[problem.pattern]
        yield Finding(message, evaluation.span(problem), hint=hint, field=str(problem.path))


def _why_no_kind(evaluation: Evaluation, problem: Problem) -> tuple[str, str] | None:
    """The message and the hint for an object whose `kind` is written, but `oc` does not accept; else None."""
    fields = field_at(evaluation.document(problem.document).value, problem.path)
    kind = fields.get("kind") if problem.pattern == "object-kind-missing" and isinstance(fields, dict) else None
    if not kind:
        return None
    if not isinstance(kind, str):
        return "The `kind` of this object is not text.", "Write the name of a kind, such as `ConfigMap`."
    message = "`oc` does not read the `kind` of this object, because the `apiVersion` is not valid."
    return message, "Write an `apiVersion` such as `v1` or `apps/v1`."


@rule("TPL207", Severity.WARNING)
def key_collision(evaluation: Evaluation) -> Iterator[Finding]:
    """Two keys of one mapping are equal after substitution.

    `oc process` keeps only one of these keys, at random. The Playground keeps the last one in the text.

    Example::

        apiVersion: template.openshift.io/v1
        kind: Template
        parameters:
        - {name: KEY, value: host}
        objects:
        - apiVersion: v1
          kind: ConfigMap
          data:
            ${KEY}: a.example
            host: b.example

    Instead::

        apiVersion: template.openshift.io/v1
        kind: Template
        parameters:
        - {name: KEY, value: url}
        objects:
        - apiVersion: v1
          kind: ConfigMap
          data:
            ${KEY}: a.example
            host: b.example
    """
    for problem in problems(evaluation, "key-collision"):
        yield Finding(
            f"After substitution this key and another key of the same mapping are both `{problem.detail['key']}`.",
            evaluation.span(problem),
            hint="Choose another key or value: `oc process` keeps only one of these keys, at random.",
            field=str(problem.path),
        )


@rule("TPL208", Severity.ERROR)
def processor_crash(evaluation: Evaluation) -> Iterator[Finding]:
    """`${{NAME}}` inserts a value that makes `oc process` crash.

    `oc process` ends with a stack trace if the value is `null` in a list, or is inserted as a key and is not text.

    Example::

        apiVersion: template.openshift.io/v1
        kind: Template
        parameters:
        - {name: ITEM, value: "null"}
        objects:
        - {apiVersion: v1, kind: ConfigMap, items_: ["${{ITEM}}"]}

    Instead::

        apiVersion: template.openshift.io/v1
        kind: Template
        parameters:
        - {name: ITEM, value: "null"}
        objects:
        - {apiVersion: v1, kind: ConfigMap, items_: ["${ITEM}"]}
    """
    messages = {
        "null-in-list": "`null` cannot be inserted into a list; `oc process` crashes here.",
        "key-not-text": "A key must be text; `oc process` crashes here.",
    }
    for problem in problems(evaluation, *messages):
        yield Finding(
            messages[problem.pattern],
            evaluation.span(problem),
            hint=f"Write `{_as_text(evaluation, problem)}` to insert the value as text.",
            field=str(problem.path),
        )


def _as_text(evaluation: Evaluation, problem: Problem) -> str:
    """The reference that inserts as text the value of the `${{NAME}}` at the Problem."""
    match = _RAW_REFERENCE.search(evaluation.source.text.slice(evaluation.span(problem)))
    return f"${{{match[1] if match else 'NAME'}}}"


@rule("TPL209", Severity.WARNING)
def labels_lost(evaluation: Evaluation) -> Iterator[Finding]:
    """An object loses its labels, or does not get the labels of the Template.

    If one label of an object is not text, `oc process` drops all labels that the object had. If `metadata` is not a
    mapping, `oc process` adds no labels.

    Example::

        apiVersion: template.openshift.io/v1
        kind: Template
        labels: {app: shop}
        objects:
        - {apiVersion: v1, kind: ConfigMap, metadata: {name: a, labels: {tier: 1, part: web}}}

    Instead::

        apiVersion: template.openshift.io/v1
        kind: Template
        labels: {app: shop}
        objects:
        - {apiVersion: v1, kind: ConfigMap, metadata: {name: a, labels: {tier: "1", part: web}}}
    """
    for problem in problems(evaluation, "labels-dropped"):
        names = ", ".join(f"`{name}`" for name in problem.detail["labels"])
        yield Finding(
            f"The object loses its own labels {names}, because one of them is not text.",
            evaluation.span(problem),
            hint="Put quotes around the value that is not text.",
            field=str(problem.path),
        )
    for problem in problems(evaluation, "labels-not-applied"):
        yield Finding(
            "The Template's labels cannot be added, because `metadata` is not a mapping.",
            evaluation.span(problem),
            hint="Write a mapping, or remove `metadata`.",
            field=str(problem.path),
        )
