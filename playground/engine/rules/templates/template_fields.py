"""Rules about a Template and its fields."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from playground.engine.evaluation import Evaluation
from playground.engine.kubernetes.pods import field_at, mapping_at
from playground.engine.model.diagnostics import Edit, Finding, Fix, Related, Severity
from playground.engine.model.location import FieldPath
from playground.engine.model.problems import Problem
from playground.engine.reading import Document
from playground.engine.rules.fixes.wording import write_whole
from playground.engine.rules.registry import rule
from playground.engine.rules.walks import problems
from playground.engine.templates.substitution import Dialect
from playground.engine.templates.template import OPENSHIFT_VERSION, PROPOSAL_VERSIONS

_NAMES_ELSEWHERE: Final[Mapping[tuple[str, str], str]] = {  # the type, and a field's name in other formats: `oc`'s name
    ("Template", "items"): "objects",
    ("Template", "resources"): "objects",
    ("Template", "params"): "parameters",
    ("Parameter", "default"): "value",
    ("Parameter", "defaultValue"): "value",
    ("Parameter", "expression"): "from",
    ("Parameter", "pattern"): "from",
    ("Parameter", "regex"): "from",
}


@rule("TPL201", Severity.HINT)
def legacy_api_version(evaluation: Evaluation) -> Iterator[Finding]:
    """A Template has the apiVersion `v1`, which OpenShift has dropped, or no apiVersion.

    `oc` 4.17 and later refuse a Template with `apiVersion: v1` or without an `apiVersion`. The Playground reads such a
    Template in the dialect of the Kubernetes proposal, with `$(NAME)` and typed parameters. If you choose that dialect
    yourself, this hint disappears.

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
    has_version = "apiVersion" in mapping_at(template.document.value, template.path)
    span = template.document.span(template.path / "apiVersion" if has_version else template.path / "kind")
    refused = processed.dialect is Dialect.OPENSHIFT
    references = processed.references
    # With the other apiVersion, a Template that uses the proposal's `$(NAME)` would mean something else.
    uses_proposal = any(reference.form == "$()" and reference.fate == "substituted" for reference in references)
    yield Finding(
        "`oc` 4.17 and later refuse this Template: its apiVersion is not `template.openshift.io/v1`."
        if refused
        else "This Template is read as the old Kubernetes proposal for Templates describes; "
        f"`oc` 4.17 and later refuse {'its' if has_version else 'a Template without an'} apiVersion.",
        span,
        hint=f"Write `{'' if has_version else 'apiVersion: '}{OPENSHIFT_VERSION}` for OpenShift, "
        "or choose the proposal as the dialect.",
        field=str(template.path / "apiVersion"),
        fix=write_whole(template.document, span, OPENSHIFT_VERSION)
        if has_version and (refused or not uses_proposal)
        else None,
        severity=Severity.ERROR if refused else None,
    )


@rule("TPL202", Severity.ERROR)
def unknown_api_version(evaluation: Evaluation) -> Iterator[Finding]:
    """A Template has an unknown apiVersion.

    `oc process` accepts `template.openshift.io/v1` only.

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
            "OpenShift has no Template with this apiVersion.",
            span,
            hint=f"Write `{OPENSHIFT_VERSION}`.",
            field=str(problem.path),
            fix=write_whole(evaluation.document(problem.document), span, OPENSHIFT_VERSION),
        )


@rule("TPL203", Severity.WARNING)
def unknown_field(evaluation: Evaluation) -> Iterator[Finding]:
    """A Template or Parameter has a field that does not exist.

    `oc process` drops the field without a message. Field names are case-sensitive: `displayname` has no effect.

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
    fixed: set[tuple[int, FieldPath]] = set()  # by document, the fields that a Fix writes
    for problem in problems(evaluation, "unknown-field"):
        if problem.path[-1] == "type" and evaluation.dialect is Dialect.PROPOSAL:
            continue  # the proposal's Parameters have a `type`
        near, span = problem.detail["nearest"] or _name_in_oc(evaluation, problem), evaluation.span(problem)
        hint = f"Did you mean `{near}`?" if near else "Remove the field, or write its value as an annotation."
        document, fix, target = evaluation.document(problem.document), None, problem.path.parent / near
        if near in mapping_at(document.value, problem.path[:-1]):
            hint = f"`{near}` is there already: remove `{problem.detail['field']}`."
        elif near and (problem.document, target) not in fixed:  # two misspelt fields would become one name
            fixed.add((problem.document, target))
            fix = write_whole(document, span, near)
        yield Finding(
            f"`oc` knows no field `{problem.detail['field']}` here, and drops the field.",
            span,
            hint=hint,
            field=str(problem.path),
            fix=fix,
        )


def _name_in_oc(evaluation: Evaluation, problem: Problem) -> str:
    """`oc`'s name of a field that has another name in other formats.

    "" if no such field is known, or the text has a field of `oc`'s name already.
    """
    name = _NAMES_ELSEWHERE.get((problem.detail["of"], problem.detail["field"]), "")
    fields = field_at(evaluation.document(problem.document).value, problem.path[:-1])
    return name if isinstance(fields, dict) and name not in fields else ""


@rule("TPL205", Severity.WARNING)
def second_template(evaluation: Evaluation) -> Iterator[Finding]:
    """The text contains more than one Template.

    `oc process` processes only the first Template, and says so on its standard output.

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
            "Only the first Template of a text is processed; this Template is ignored.",
            template.document.span(template.path / "kind"),
            hint="Process each Template on its own.",
            field=str(template.path),
        )


_SEPARATOR = re.compile(r"\s*---[ \t]*\r?\n\s*")


@rule("TPL214", Severity.WARNING)
def template_not_first(evaluation: Evaluation) -> Iterator[Finding]:
    """Another object stands before the Template.

    `oc process` processes only the first document of a text, and refuses a text whose first document is no Template.
    Here, the objects beside the Template are what its pods find in their cluster.

    Example::

        apiVersion: v1
        kind: ConfigMap
        metadata: {name: settings}
        data: {level: info}
        ---
        apiVersion: template.openshift.io/v1
        kind: Template
        objects: []

    Instead::

        apiVersion: template.openshift.io/v1
        kind: Template
        objects: []
        ---
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: settings}
        data: {level: info}
    """
    template = evaluation.template
    first = next((document for document in evaluation.source.documents if document.value is not None), None)
    if template is None or template.path or first is None or first is template.document:
        return
    yield Finding(
        "`oc process` refuses this text: its first document is no Template.",
        template.document.span(template.path / "kind"),
        hint="Move the Template before all other documents.",
        related=(Related(first.span(), "This document comes first."),),
        fix=_moved_to_front(evaluation, first, template.document),
    )


def _moved_to_front(evaluation: Evaluation, first: Document, template: Document) -> Fix | None:
    """The Fix that moves the Template before ``first``.

    None if the text between the documents has a comment, or one of the two is indented: the other would get the
    indentation of its first line.
    """
    source, (start, end) = evaluation.source.text, template.offsets()
    earlier = [document for document in evaluation.source.documents if document.index < template.index]
    end_above, target = earlier[-1].offsets()[1], first.offsets()[0]
    if "json" in (first.syntax, template.syntax) or not _SEPARATOR.fullmatch(source.text, end_above, start):
        return None
    if any(document.span().start.column > 1 for document in (first, template)):
        return None
    moved = f"{source.text[start:end].rstrip()}{source.newline}---{source.newline}"
    return Fix(
        "Move the Template to the front",
        (Edit(source.span(target, target), moved), Edit(source.span(end_above, end), "")),
    )


@rule("TPL210", Severity.ERROR)
def template_in_list(evaluation: Evaluation) -> Iterator[Finding]:
    """A Template is inside a List.

    `oc process` finds a Template only as a document of its own.

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
            "`oc process` does not find this Template, because the Template is inside a List.",
            evaluation.span(problem),
            hint="Write the Template as a document of its own.",
            field=str(problem.path),
        )


@rule("TPL213", Severity.HINT)
def template_with_namespace(evaluation: Evaluation) -> Iterator[Finding]:
    """A Template has a namespace of its own.

    `oc process -f` refuses such a Template whenever `-n` is set, even to the same namespace. Without `-n` the field has
    no effect.

    Example::

        apiVersion: template.openshift.io/v1
        kind: Template
        metadata: {name: shop, namespace: tools}
        objects: []

    Instead::

        apiVersion: template.openshift.io/v1
        kind: Template
        metadata: {name: shop}
        objects: []
    """
    template, processed = evaluation.template, evaluation.processed
    if template is None or processed is None or processed.dialect is not Dialect.OPENSHIFT:
        return
    path = template.path / "metadata" / "namespace"
    namespace = field_at(template.document.value, path)
    if isinstance(namespace, str) and namespace:
        yield Finding(
            f"With `-n`, `oc process` refuses this Template, because its metadata has the namespace `{namespace}`.",
            template.document.span(path),
            hint="Remove the field: `oc process` uses the current namespace anyway.",
            field=str(path),
        )
