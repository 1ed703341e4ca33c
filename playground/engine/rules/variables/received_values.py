"""Rules about values that reach the container otherwise than intended."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from playground.engine.containers.environment import Fate, OriginKind, Variable, VariableOrigin
from playground.engine.evaluation import Evaluation
from playground.engine.kubernetes.pods import field_at, mapping, mapping_at, sequence, text
from playground.engine.kubernetes.quantity import QuantityError, parse
from playground.engine.model.diagnostics import Edit, Finding, Fix, Severity
from playground.engine.model.location import FieldPath, Position, SourceSpan
from playground.engine.reading.objects import TracedObject
from playground.engine.rules.registry import rule
from playground.engine.rules.walks import (
    all_texts,
    once_per_evaluation,
    problems,
    unresolved,
    uses,
    variables_from_objects,
)
from playground.engine.text.yaml import double_quoted

IMAGE_NAMES = frozenset({"PATH", "HOME", "HOSTNAME"})  # set by the image or the runtime, after expansion
_QUOTED = re.compile(r"""=(["'])(.*)\1\Z""", re.DOTALL)


_Amount = tuple[TracedObject, FieldPath, Variable]


@once_per_evaluation
def _amounts(evaluation: Evaluation) -> Sequence[_Amount]:
    """The variables with a `resourceFieldRef`: the Object, the path of the entry in `env`, the variable."""
    return tuple(_find_amounts(evaluation))


def _find_amounts(evaluation: Evaluation) -> Iterator[_Amount]:
    resource = OriginKind.RESOURCE
    for container in evaluation.containers:
        item = evaluation.objects[container.object]
        for variable in container.declared:
            if variable.origin.kind is resource and variable.path is not None:
                yield item, variable.path, variable


@rule("ENV530", Severity.WARNING)
def value_with_line_end(evaluation: Evaluation) -> Iterator[Finding]:
    """A value from a Secret or ConfigMap ends with a line break, or contains a NUL character.

    `echo secret | base64` encodes the line break, too. The variable keeps it, and a password with one more character is
    wrong. With a NUL character in a variable, the container does not start.

    Example::

        apiVersion: v1
        kind: Secret
        metadata: {name: login}
        stringData:
          password: "s3cr3t\\n"
        ---
        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            env:
            - name: PASSWORD
              valueFrom:
                secretKeyRef: {name: login, key: password}

    Instead::

        apiVersion: v1
        kind: Secret
        metadata: {name: login}
        stringData:
          password: s3cr3t
        ---
        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            env:
            - name: PASSWORD
              valueFrom:
                secretKeyRef: {name: login, key: password}
    """
    refused = {(problem.document, problem.path) for problem in problems(evaluation, "invalid-base64")}
    for container, variables in variables_from_objects(evaluation):
        item = evaluation.objects[container.object]
        for variable in variables:
            if variable.value is None or variable.path is None or _place_of_value(evaluation, variable) in refused:
                continue
            has_nul = "\0" in variable.value
            # A value of several lines, such as a certificate, ends with a line break on purpose.
            if has_nul or (variable.value.endswith("\n") and variable.value.count("\n") == 1):
                yield Finding(
                    f"`{variable.name}` contains a NUL character, so the container does not start."
                    if has_nul
                    else f"`{variable.name}` ends with a line break, which the process receives with the value.",
                    item.span(variable.path),
                    hint="Mount the value as a file instead."
                    if has_nul
                    else _how_to_write_without_line_break(evaluation, variable),
                    field=str(item.where(variable.path)),
                    fix=None if has_nul else _remove_line_break(evaluation, variable),
                    severity=Severity.ERROR if has_nul else None,
                )


def _place_of_value(evaluation: Evaluation, variable: Variable) -> tuple[int, FieldPath] | None:
    """The index of the Document and the path of the field that a variable's value comes from.

    None if the ConfigMap or Secret is not in the text: then ``origin.object``, the index of the Object, and
    ``origin.source``, the path of the value in that Object, are None.
    """
    origin = variable.origin
    if origin.object is None or origin.source is None:
        return None
    item = evaluation.objects[origin.object]
    return item.document.index, item.where(origin.source)


def _how_to_write_without_line_break(evaluation: Evaluation, variable: Variable) -> str:
    """How to write the value without its line break."""
    origin = variable.origin
    if origin.object is None or origin.source is None or (origin.secret and origin.source[-2] == "data"):
        return "Encode the value without the line break: use `echo -n` or `printf %s`."
    item = evaluation.objects[origin.object]
    block = item.document.style(item.where(origin.source)) in ("literal", "folded")
    return "Write `|-` in place of `|`, or `>-` in place of `>`." if block else "Remove the line break from the value."


def _remove_line_break(evaluation: Evaluation, variable: Variable) -> Fix | None:
    """The Fix that removes the line break from a pasted value; None if the value is not literally in the text."""
    origin, value = variable.origin, variable.value or ""
    if origin.object is None or origin.source is None:
        return None
    item = evaluation.objects[origin.object]
    place, span = item.where(origin.source), item.span(origin.source)
    raw, style = item.document.raw(place), item.document.style(place)
    if "${" in raw or "$(" in raw or "\ufffd" in value:
        return None  # a reference, or bytes that are no text: U+FFFD stands for them
    title = "Remove the line break"
    if origin.secret and origin.source[-2] == "data":
        encoded = base64.b64encode(value.removesuffix("\n").encode()).decode()
        return Fix(title, (Edit(span, double_quoted(encoded)),)) if style != "literal" else None
    if style == "literal":
        header = raw.split("\n", 1)[0]
        return Fix(title, (Edit(_after(span, 1), "-"),)) if header.rstrip("\r") == "|" else None
    return Fix(title, (Edit(span, double_quoted(value.removesuffix("\n"))),)) if style == "double" else None


def _after(span: SourceSpan, columns: int) -> SourceSpan:
    """The empty span ``columns`` after the start of ``span``."""
    place = Position(span.start.line, span.start.column + columns)
    return SourceSpan(place, place)


@rule("ENV531", Severity.WARNING)
def variable_of_the_image(evaluation: Evaluation) -> Iterator[Finding]:
    """A reference names a variable that only the image or the container runtime sets.

    The kubelet expands references before it creates the container, without the image's variables. So `$(PATH)` stays as
    text, and a `PATH` that contains it finds no programs.

    Example::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            env:
            - name: PATH
              value: /opt/bin:$(PATH)

    Instead::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            command: ["sh", "-c", 'PATH="/opt/bin:$PATH" exec serve']
    """
    for use in unresolved(evaluation):
        name = use.reference.name
        if name in IMAGE_NAMES and not use.in_shell:
            yield Finding(
                f"`$({name})` stays as it is: the image or the runtime sets `{name}`, not the pod.",
                use.span,
                hint=f"Let a shell read the variable, `sh -c '… \"${name}\"'`, or write the whole value.",
                field=use.field,
            )


@rule("ENV532", Severity.HINT)
def limit_of_the_node(evaluation: Evaluation) -> Iterator[Finding]:
    """A variable reads a limit that the container does not set, and receives what the node has.

    The value is then all memory that the node can allocate, in bytes, or the number of its CPUs. A program that sizes
    itself by this value uses more than it gets.

    Example::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            env:
            - name: MEMORY
              valueFrom:
                resourceFieldRef: {resource: limits.memory}

    Instead::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            resources:
              limits: {memory: 512Mi}
            env:
            - name: MEMORY
              valueFrom:
                resourceFieldRef: {resource: limits.memory}
    """
    for item, path, variable in _amounts(evaluation):
        origin = variable.origin
        # ``detail`` names the amount that is read, such as `limits.memory`. An ``assumed`` value is the node's.
        if origin.assumed and origin.detail.startswith("limits."):
            yield Finding(
                f"`{variable.name}` receives all that the node has, `{variable.value}`"
                f"{_unit(item, path, origin.detail)} in the preview: {_subject(item, path)} "
                + (
                    f"sets `{origin.detail}` to 0, which counts as no limit."
                    if _is_set(item, path, origin)
                    else f"sets no `{origin.detail}`."
                ),
                item.span(path / "valueFrom"),
                hint=f"Set `resources.{origin.detail}`.",
                field=str(item.where(path)),
            )


def _is_set(item: TracedObject, path: FieldPath, origin: VariableOrigin) -> bool:
    """Whether the container that the `env` entry at ``path`` reads sets the amount, even to 0."""
    return field_at(_container_that_is_read(item, path), ("resources", *origin.detail.split(".", 1))) is not None


def _container_that_is_read(item: TracedObject, path: FieldPath) -> Mapping[str, Any]:
    """The container whose amount the `env` entry at ``path`` reads: the named container of the pod, else its own."""
    name = _container_name(item, path)
    pod, own_container = path[:-4], path[:-2]  # of an entry such as `containers[0].env[0]`
    spec = mapping_at(item.value, pod)
    containers = (*sequence(spec.get("containers")), *sequence(spec.get("initContainers"))) if name else ()
    named = (container for container in containers if mapping(container).get("name") == name)
    return mapping(next(named, field_at(item.value, own_container)))


def _container_name(item: TracedObject, path: FieldPath) -> str:
    """The container that the `env` entry at ``path`` names; "" for its own container."""
    return text(field_at(item.value, path.join(("valueFrom", "resourceFieldRef", "containerName"))))


def _subject(item: TracedObject, path: FieldPath) -> str:
    """The container that the `env` entry at ``path`` reads, as a message names it."""
    name = _container_name(item, path)
    return f"container `{name}`" if name else "the container"


def _unit(item: TracedObject, path: FieldPath, resource: str) -> str:
    """The unit of the amount after a space; "" with a divisor, or for CPUs, whose name says the unit.

    The divisor 0 counts as the default, 1.
    """
    divisor = field_at(item.value, path.join(("valueFrom", "resourceFieldRef", "divisor")))
    return " bytes" if resource != "limits.cpu" and str(divisor or "1") in ("0", "1") else ""


@rule("ENV542", Severity.HINT)
def part_of_a_cpu(evaluation: Evaluation) -> Iterator[Finding]:
    """A variable reads an amount below one CPU, and receives 1.

    The kubelet divides the amount by the `divisor`, which is 1 by default, and rounds the result up: a quarter of a CPU
    becomes 1, and so does half a CPU. As a number of threads, 1 is right; as a share of CPU time, it is wrong.

    Example::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            resources:
              limits: {cpu: 250m}
            env:
            - name: CPUS
              valueFrom:
                resourceFieldRef: {resource: limits.cpu}

    Instead::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            resources:
              limits: {cpu: 250m}
            env:
            - name: MILLICPUS
              valueFrom:
                resourceFieldRef: {resource: limits.cpu, divisor: 1m}
    """
    for item, path, variable in _amounts(evaluation):
        origin = variable.origin  # its ``rounded`` is the amount before the kubelet rounds it; "" if it is whole
        if origin.rounded and not origin.assumed and variable.value == "1" and origin.detail.endswith(".cpu"):
            yield Finding(
                f"`{variable.name}` is `1`: "
                f"the kubelet rounds `{_amount_in_text(item, path, origin)}` up to whole CPUs.",
                item.span(path / "valueFrom"),
                hint="Write `divisor: 1m` to receive thousandths of a CPU.",
                field=str(item.where(path)),
            )


def _amount_in_text(item: TracedObject, path: FieldPath, origin: VariableOrigin) -> str:
    """The amount that the kubelet rounds, as the container writes it: `0.5`; else as Kubernetes writes it: `500m`."""
    resources = mapping_at(_container_that_is_read(item, path), ("resources",))
    _, _, resource = origin.detail.partition(".")  # `cpu` of `limits.cpu`
    for field in ("requests", "limits"):  # a missing request is copied from the limit
        amount = field_at(resources, (field, resource))
        with suppress(QuantityError):
            if amount is not None and str(parse(amount)) == origin.rounded:
                return str(amount)
    return origin.rounded


@rule("ENV547", Severity.HINT)
def amount_not_set(evaluation: Evaluation) -> Iterator[Finding]:
    """A variable reads an amount that the container does not set, and receives 0.

    An absent limit of CPU, memory or ephemeral storage counts as all that the node has. An absent request counts as the
    container's limit, or as 0 without a limit. Absent huge pages count as 0. A program that sizes itself by 0 may not
    start, or may use all memory of the node.

    Example::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            env:
            - name: MEMORY
              valueFrom:
                resourceFieldRef: {resource: requests.memory}

    Instead::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            resources:
              requests: {memory: 256Mi}
            env:
            - name: MEMORY
              valueFrom:
                resourceFieldRef: {resource: requests.memory}
    """
    for item, path, variable in _amounts(evaluation):
        origin = variable.origin
        if variable.value == "0" and not origin.assumed:
            is_set = _is_set(item, path, origin)
            yield Finding(
                f"`{variable.name}` is `0`: {_subject(item, path)} "
                + (f"sets `{origin.detail}` to 0." if is_set else f"does not set `{origin.detail}`."),
                item.span(path / "valueFrom"),
                hint=f"Set `resources.{origin.detail}`" + (" to an amount above 0." if is_set else "."),
                field=str(item.where(path)),
            )


@rule("ENV534", Severity.WARNING)
def quoted_argument(evaluation: Evaluation) -> Iterator[Finding]:
    """An argument contains quotes, which reach the program.

    No shell reads `command` and `args`, so nothing removes the quotes: the program receives them with the argument.

    Example::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            args:
            - --advertise="$(IP)"
            env:
            - {name: IP, value: 10.0.0.7}

    Instead::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            args:
            - --advertise=$(IP)
            env:
            - {name: IP, value: 10.0.0.7}
    """
    if not any(opening in all_texts(evaluation) for opening in ('="$(', "='$(")):
        return
    matches: dict[int, re.Match[str] | None] = {}  # by the ``id`` of the text, which is searched only once
    for use in uses(evaluation):
        if use.variable is not None or use.in_shell:
            continue  # in the value of a variable, quotes may be meant; a shell removes quotes
        if id(use.text) not in matches:
            matches[id(use.text)] = _QUOTED.search(use.text.text)
        quoted = matches.get(id(use.text))
        if quoted is None or quoted[2] != use.written or use.reference.fate is not Fate.RESOLVED:
            continue
        span = use.object.span(use.text.path, quoted.start() + 1, quoted.end())
        is_literal = evaluation.source.text.slice(span) == quoted[0][1:]
        yield Finding(
            f"The quotes around `{use.written}` reach the program: no shell removes them.",
            span,
            hint=f"Write `{use.written}` without quotes.",
            field=use.field,
            fix=Fix("Remove the quotes", (Edit(span, use.written),)) if is_literal else None,
        )
