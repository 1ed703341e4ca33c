"""Rules about text that looks like a reference to a Parameter but is not one, or looks escaped but is not.

OpenShift library-go ``pkg/template/templateprocessing.go`` defines the only two forms, `${NAME}` and `${{NAME}}`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from playground.engine.evaluation import Evaluation
from playground.engine.kubernetes.pods import field_at
from playground.engine.model.diagnostics import Finding, Severity, write
from playground.engine.model.location import FieldPath
from playground.engine.reading.objects import TracedObject
from playground.engine.rules.fixes.wording import write_inside
from playground.engine.rules.prose import is_prose
from playground.engine.rules.registry import rule
from playground.engine.rules.walks import declared_names, has_bare_dollar, once_per_evaluation, strings_with_dollars

_SPACED = re.compile(r"\$(\{\{?)(?=\s|\w+\s)\s{0,9}(\w+)\s{0,9}(\}\}?)", re.ASCII)
_BARE = re.compile(r"(?<![$\\])\$([A-Za-z_]\w+)", re.ASCII)
_DEFAULT = re.compile(r"(?<!\$)\$\{(\w+)(?::?[-=?+][^{}]*)\}", re.ASCII)
_COMMANDS = frozenset({"command", "args"})
# The fields of a ConfigMap or Secret that hold files; the program that reads a file may replace references in it.
_FILES = frozenset({"data", "stringData", "binaryData"})


def _texts(evaluation: Evaluation) -> Iterator[tuple[TracedObject, FieldPath, str]]:
    """The strings of the processed Objects that contain a `$` without `(` after it, except prose."""
    for row in _gathered_texts(evaluation):
        evaluation.deadline.spend()
        yield row


@once_per_evaluation
def _gathered_texts(evaluation: Evaluation) -> Sequence[tuple[TracedObject, FieldPath, str]]:
    objects = evaluation.processed.objects if evaluation.processed else ()
    places = [(item, path, text) for item in objects for path, text in strings_with_dollars(item, evaluation.deadline)]
    if not has_bare_dollar("\n".join([text for _, _, text in places])):
        return ()
    texts: list[tuple[TracedObject, FieldPath, str]] = []
    for item, path, text in places:
        evaluation.deadline.spend()
        if has_bare_dollar(text) and not is_prose(text, path):
            texts.append((item, path, text))
    return texts


@once_per_evaluation
def _parameter_names(evaluation: Evaluation) -> frozenset[str]:
    template = evaluation.template
    return frozenset(parameter.name for parameter in template.parameters) if template else frozenset()


def _finding(item: TracedObject, path: FieldPath, match: re.Match[str], message: str, replacement: str) -> Finding:
    """The Finding for ``match`` in the string at ``path``, with the advice and the Fix to write ``replacement``."""
    span = item.span(path, match.start(), match.end())
    is_in_source = item.document.source.slice(span) == match[0]  # else it comes from a parameter's value
    fix = write_inside(item.document, item.where(path), span, replacement) if is_in_source else None
    return Finding(message, span, hint=f"Write `{replacement}`.", field=str(item.where(path)), fix=fix)


@rule("REF406", Severity.WARNING)
def spaces_in_reference(evaluation: Evaluation) -> Iterator[Finding]:
    """A reference has spaces between its braces.

    `${ NAME }` and `${{ NAME }}` are references in other tools, but not in a Template: they stay in the text.

    Example::

        apiVersion: template.openshift.io/v1
        kind: Template
        parameters:
        - {name: HOST, value: a.example}
        objects:
        - {apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {host: "${ HOST }", also: "${HOST}"}}

    Instead::

        apiVersion: template.openshift.io/v1
        kind: Template
        parameters:
        - {name: HOST, value: a.example}
        objects:
        - {apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {host: "${HOST}", also: "${HOST}"}}
    """
    for item, path, text in _texts(evaluation):
        for match in _SPACED.finditer(text):
            if match[2] in _parameter_names(evaluation):
                message = f"`{match[0]}` is not a reference because of its spaces, so it stays in the text."
                yield _finding(item, path, match, message, f"${match[1]}{match[2]}{match[3]}")


@rule("REF407", Severity.WARNING)
def bare_name(evaluation: Evaluation) -> Iterator[Finding]:
    """`$NAME` names a parameter, but lacks the braces of a reference.

    Neither `oc process` nor Kubernetes replaces `$NAME`. Text with spaces, such as a shell script, and the data of a
    ConfigMap or Secret are not reported, because a shell or program may replace `$NAME` there.

    Example::

        apiVersion: template.openshift.io/v1
        kind: Template
        parameters:
        - {name: HOST, value: a.example}
        objects:
        - {apiVersion: v1, kind: Service, metadata: {name: a}, spec: {externalName: "$HOST", clusterIP: "${HOST}"}}

    Instead::

        apiVersion: template.openshift.io/v1
        kind: Template
        parameters:
        - {name: HOST, value: a.example}
        objects:
        - {apiVersion: v1, kind: Service, metadata: {name: a}, spec: {externalName: "${HOST}", clusterIP: "${HOST}"}}
    """
    names = _parameter_names(evaluation) - declared_names(evaluation)  # ENV503 reports a container's variable
    for item, path, text in _texts(evaluation):
        # `data` is the first part of the path, or the third: `items[0].data` in a List.
        if not _FILES.isdisjoint(path[:3]) or text.split(None, 1) != [text]:
            continue  # a file, a script or a sentence
        for match in _BARE.finditer(text):
            name = match[1]
            if name not in names:
                continue
            message = f"`{match[0]}` is not a reference to the parameter `{name}`, so it stays in the text."
            yield _finding(item, path, match, message, f"${{{name}}}")


@rule("REF408", Severity.WARNING)
def escaped_reference(evaluation: Evaluation) -> Iterator[Finding]:
    """A dollar sign before a reference looks like an escape, but is not one.

    `$${NAME}` becomes a `$` and the value. Templates have no escape: `${NAME}` stays in the text only if no parameter
    has that name.

    Example::

        apiVersion: template.openshift.io/v1
        kind: Template
        parameters:
        - {name: HOST, value: a.example}
        objects:
        - {apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {script: "ping $${HOST}", host: "${HOST}"}}

    Instead::

        apiVersion: template.openshift.io/v1
        kind: Template
        parameters:
        - {name: HOST, value: a.example}
        objects:
        - {apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {script: "ping ${HOST}", host: "${HOST}"}}
    """
    if evaluation.processed is None or not evaluation.processed.template.document.may_hold("$$"):
        return
    document = evaluation.processed.template.document
    for reference in evaluation.processed.references:
        if reference.fate != "substituted" or reference.in_key or not reference.start:
            continue  # at the start of a text, no `$` precedes the reference
        text, reference_text = field_at(document.value, reference.path), f"${{{reference.name}}}"
        # A label of the option `-l`, and the kind that a List's item gets from the List, are not written there.
        if isinstance(text, str) and text[reference.start - 1 : reference.end] == f"${reference_text}":
            span = document.text_span(reference.path, reference.start - 1, reference.end)
            yield Finding(
                f"`${reference_text}` is not an escape: it becomes `$` and the value of `{reference.name}`.",
                span,
                hint=f"Write `{reference_text}` for the value, or `${reference.name}` for a variable of the shell.",
                field=str(reference.path),
                fix=write(reference_text, span),
            )


@rule("REF409", Severity.WARNING)
def default_in_reference(evaluation: Evaluation) -> Iterator[Finding]:
    """A reference has a default, or a dash in its name.

    Shells replace `${NAME:-default}`. A Template does not, so the text stays as it is; write the default as the
    `value` of the parameter. Commands and the contents of files are not reported, because a shell may read them.

    Example::

        apiVersion: template.openshift.io/v1
        kind: Template
        parameters:
        - {name: TAG, value: latest}
        objects:
        - {apiVersion: v1, kind: ConfigMap, metadata: {name: "web-${TAG:-latest}", labels: {tag: "${TAG}"}}}

    Instead::

        apiVersion: template.openshift.io/v1
        kind: Template
        parameters:
        - {name: TAG, value: latest}
        objects:
        - {apiVersion: v1, kind: ConfigMap, metadata: {name: "web-${TAG}", labels: {tag: "${TAG}"}}}
    """
    names = _parameter_names(evaluation)
    for item, path, text in _texts(evaluation):
        if "\n" in text or not _FILES.isdisjoint(path) or not _COMMANDS.isdisjoint(path):
            continue
        for match in _DEFAULT.finditer(text):
            with_underscores = match[0][2:-1].replace("-", "_")  # `${APP-NAME}` may be meant as `${APP_NAME}`
            name = with_underscores if with_underscores in names else match[1]
            if name in names and match[1] not in declared_names(evaluation):
                message = f"`{match[0]}` stays in the text: the braces of a reference must contain only a name."
                yield _finding(item, path, match, message, f"${{{name}}}")
