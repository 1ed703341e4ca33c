"""What we say about a Template and what becomes of its objects (TPL2xx)."""

from __future__ import annotations

from collections.abc import Iterator

from playground.engine.diagnostics import Edit, Finding, Fix, Severity
from playground.engine.evaluation import Evaluation
from playground.engine.rules.registry import rule
from playground.engine.rules.walk import problems
from playground.engine.substitution import Dialect
from playground.engine.template import OPENSHIFT_VERSION, PROPOSAL_VERSIONS


@rule("TPL201", Severity.HINT)
def legacy_api_version(evaluation: Evaluation) -> Iterator[Finding]:
    """A Template has the apiVersion that OpenShift gave up.

    `oc` 4.17 and later refuse a Template with `apiVersion: v1`. Here it is read as the Kubernetes proposal wrote it,
    with `$(NAME)` and typed parameters; choose the proposal's dialect to say that you mean that.

    Example::

        apiVersion: v1
        kind: Template
        metadata: {name: shop}
        objects: []

    Instead::

        apiVersion: template.openshift.io/v1
        kind: Template
        metadata: {name: shop}
        objects: []
    """
    template, processed = evaluation.template, evaluation.processed
    if template is None or processed is None or template.api_version not in PROPOSAL_VERSIONS:
        return
    if evaluation.inputs.dialect == Dialect.PROPOSAL:
        return
    written = "apiVersion" in template.document.value
    span = template.document.span(template.path / "apiVersion" if written else template.path / "kind")
    refused = processed.dialect is Dialect.OPENSHIFT
    plain = refused or not any(use.form == "$()" and use.fate == "substituted" for use in processed.references)
    yield Finding(
        "`oc` 4.17 and later refuse this Template: its apiVersion is not `template.openshift.io/v1`."
        if refused
        else "This Template is read as the Kubernetes proposal; `oc` 4.17 and later refuse its apiVersion.",
        span,
        hint="Write `template.openshift.io/v1` for OpenShift, or choose the proposal's dialect.",
        field=str(template.path / "apiVersion"),
        fix=Fix(f"Write {OPENSHIFT_VERSION}", (Edit(span, OPENSHIFT_VERSION),)) if written and plain else None,
        severity=Severity.ERROR if refused else None,
    )


@rule("TPL202", Severity.ERROR)
def unknown_api_version(evaluation: Evaluation) -> Iterator[Finding]:
    """A Template has an apiVersion that nobody knows.

    `oc process` reads `template.openshift.io/v1` only.

    Example::

        apiVersion: template.openshift.io/v1beta1
        kind: Template
        objects: []

    Instead::

        apiVersion: template.openshift.io/v1
        kind: Template
        objects: []
    """
    for problem in problems(evaluation, "unknown-api-version"):
        span = evaluation.span(problem)
        yield Finding(
            "No version of OpenShift knows this apiVersion for a Template.",
            span,
            hint=f"Write `{OPENSHIFT_VERSION}`.",
            field=str(problem.path),
            fix=Fix(f"Write {OPENSHIFT_VERSION}", (Edit(span, OPENSHIFT_VERSION),)),
        )


@rule("TPL203", Severity.WARNING)
def unknown_field(evaluation: Evaluation) -> Iterator[Finding]:
    """A Template or Parameter has a field that does not exist.

    It is dropped without a word. Field names are case-sensitive: `displayname` and `requred` do nothing.

    Example::

        apiVersion: template.openshift.io/v1
        kind: Template
        message: ${HOST}
        objects: []
        parameters:
        - {name: HOST, value: a.example, requred: true}

    Instead::

        apiVersion: template.openshift.io/v1
        kind: Template
        message: ${HOST}
        objects: []
        parameters:
        - {name: HOST, value: a.example, required: true}
    """
    for problem in problems(evaluation, "unknown-field"):
        if problem.path[-1] == "type" and evaluation.dialect is Dialect.PROPOSAL:
            continue
        near, span = problem.detail["nearest"], evaluation.span(problem)
        yield Finding(
            f"`{problem.detail['field']}` is not a field that `oc` knows here; it is dropped.",
            span,
            hint=f"Did you mean `{near}`?" if near else "Remove it, or keep it in an annotation.",
            field=str(problem.path),
            fix=Fix(f"Write {near}", (Edit(span, near),)) if near else None,
        )


@rule("TPL204", Severity.WARNING)
def namespace_stripped(evaluation: Evaluation) -> Iterator[Finding]:
    """An object's namespace is taken away.

    `oc process` removes a hard-coded `metadata.namespace` so that a Template can be used in any namespace. One that
    refers to a parameter, as in `${NAMESPACE}`, stays.

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
    for problem in problems(evaluation, "namespace-stripped"):
        yield Finding(
            "`oc process` takes this hard-coded namespace away.",
            evaluation.span(problem),
            hint="Remove it, or refer to a parameter such as `${NAMESPACE}`.",
            field=str(problem.path),
        )


@rule("TPL205", Severity.WARNING)
def second_template(evaluation: Evaluation) -> Iterator[Finding]:
    """The text holds more than one Template.

    Only the first is processed; `oc process` says the same, on its standard output.

    Example::

        apiVersion: template.openshift.io/v1
        kind: Template
        objects: []
        ---
        apiVersion: template.openshift.io/v1
        kind: Template
        objects: []

    Instead::

        apiVersion: template.openshift.io/v1
        kind: Template
        objects: []
    """
    for template in evaluation.templates[1:]:
        yield Finding(
            "Only the first Template of a text is processed, so this one is ignored.",
            template.document.span(template.path / "kind"),
            hint="Process each Template on its own.",
            field=str(template.path),
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
    words = {
        "object-kind-missing": ("This object has no `kind`.", "Give it a `kind` and an `apiVersion`."),
        "object-not-a-mapping": ("An object must be a mapping.", "Write a mapping with `kind` and `apiVersion`."),
        "items-not-a-list": ("`items` must be a list.", "Write a list of objects."),
        "label-on-list": ("A Template's labels can't be set on a list.", "Put the items into `objects` themselves."),
        "label-on-null": ("A Template's labels can't be set on `null`.", "Remove the empty entry."),
    }
    for problem in problems(evaluation, *words):
        message, hint = words[problem.pattern]
        yield Finding(message, evaluation.span(problem), hint=hint, field=str(problem.path))


@rule("TPL207", Severity.WARNING)
def key_collision(evaluation: Evaluation) -> Iterator[Finding]:
    """Two keys of one mapping are the same after substitution.

    `oc process` keeps one of the two, at random. Here the last one in the text wins.

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
            f"After substitution this key is `{problem.detail['key']}`, like another one in the same mapping.",
            evaluation.span(problem),
            hint="Choose other values or names: `oc process` keeps one of the two at random.",
            field=str(problem.path),
        )


@rule("TPL208", Severity.ERROR)
def processor_crash(evaluation: Evaluation) -> Iterator[Finding]:
    """`${{NAME}}` inserts a value that `oc process` crashes on.

    `null` in a list, or anything but text as a key, ends the real program with a stack trace.

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
    words = {
        "null-in-list": "`null` can't be inserted into a list; `oc process` crashes here.",
        "key-not-text": "A key must be text; `oc process` crashes here.",
    }
    for problem in problems(evaluation, *words):
        yield Finding(
            words[problem.pattern],
            evaluation.span(problem),
            hint="Write `${NAME}` to insert the value as text.",
            field=str(problem.path),
        )


@rule("TPL209", Severity.WARNING)
def labels_lost(evaluation: Evaluation) -> Iterator[Finding]:
    """Labels get lost when the Template's own are added.

    One label of an object whose value is not text makes `oc process` drop all of the object's labels; metadata that
    is not a mapping takes no labels at all.

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
            "The Template's labels can't be set: `metadata` is not a mapping.",
            evaluation.span(problem),
            hint="Write a mapping, or leave `metadata` out.",
            field=str(problem.path),
        )


@rule("TPL210", Severity.ERROR)
def template_in_list(evaluation: Evaluation) -> Iterator[Finding]:
    """A Template stands inside a List.

    `oc process` wants the Template itself.

    Example::

        apiVersion: v1
        kind: List
        items:
        - {apiVersion: template.openshift.io/v1, kind: Template, objects: []}

    Instead::

        apiVersion: template.openshift.io/v1
        kind: Template
        objects: []
    """
    for problem in problems(evaluation, "template-in-list"):
        yield Finding(
            "`oc process` does not look for a Template inside a List.",
            evaluation.span(problem),
            hint="Write the Template as a document of its own.",
            field=str(problem.path),
        )


@rule("TPL211", Severity.ERROR)
def output_too_large(evaluation: Evaluation) -> Iterator[Finding]:
    """The Template passes a limit of this page.

    The number of objects, parameters and references, the length of each value, and the size of what they make are
    limited. All are counted before anything is inserted: a few references to a long value make gigabytes.

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
            f"Nothing is inserted from here on: {problem.detail['message']}.",
            evaluation.span(problem),
            hint=evaluation.inputs.limits.hint("Use fewer and shorter ones"),
            field=str(problem.path),
        )
