"""Rules about values that the container receives, but not as intended."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Sequence

from playground.engine.containers.environment import Fate, OriginKind, Variable
from playground.engine.evaluation import Evaluation
from playground.engine.model.diagnostics import Edit, Finding, Fix, Severity
from playground.engine.model.location import FieldPath, Position, SourceSpan
from playground.engine.reading.objects import TracedObject
from playground.engine.rules.registry import rule
from playground.engine.rules.walks import all_texts, from_objects, problems, unresolved, uses, walk
from playground.engine.text.yaml import double_quoted

IMAGE_NAMES = frozenset({"PATH", "HOME", "HOSTNAME"})  # set by the image or the runtime, after expansion
_QUOTED = re.compile(r"""=(["'])(.*)\1\Z""", re.DOTALL)


_Amount = tuple[TracedObject, FieldPath, Variable]


@walk
def _amounts(evaluation: Evaluation) -> Sequence[_Amount]:
    """Each variable that is an amount of a resource, with its entry in `env` and the Object that this stands in."""
    return tuple(_each_amount(evaluation))


def _each_amount(evaluation: Evaluation) -> Iterator[_Amount]:
    resource = OriginKind.RESOURCE
    for container in evaluation.containers:
        item = evaluation.objects[container.object]
        for variable in container.declared:
            if variable.origin.kind is resource and variable.path is not None:
                yield item, variable.path, variable


@rule("ENV530", Severity.WARNING)
def value_with_line_end(evaluation: Evaluation) -> Iterator[Finding]:
    """A value from a Secret or ConfigMap ends with a line end, or holds a NUL character.

    `echo secret | base64` encodes the line end, too, and the variable keeps it: a password with one more character is
    refused. With a NUL character the process cannot be started.

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
    for container, variables in from_objects(evaluation):
        item = evaluation.objects[container.object]
        for variable in variables:
            if variable.value is None or variable.path is None or _written_at(evaluation, variable) in refused:
                continue
            nul = "\0" in variable.value
            # Files of several lines, such as certificates, end with one on purpose.
            if nul or (variable.value.endswith("\n") and variable.value.count("\n") == 1):
                yield Finding(
                    f"`{variable.name}` holds a NUL character: the container cannot be started with it."
                    if nul
                    else f"`{variable.name}` ends with a line end, which the process receives as a part of it.",
                    item.span(variable.path),
                    hint="Mount it as a file instead." if nul else _without(evaluation, variable),
                    field=str(item.where(variable.path)),
                    fix=None if nul else _without_line_end(evaluation, variable),
                    severity=Severity.ERROR if nul else None,
                )


def _written_at(evaluation: Evaluation, variable: Variable) -> tuple[int, FieldPath] | None:
    """The document and field of a pasted value."""
    origin = variable.origin
    if origin.object is None or origin.source is None:
        return None
    item = evaluation.objects[origin.object]
    return item.document.index, item.where(origin.source)


def _without(evaluation: Evaluation, variable: Variable) -> str:
    """Advice on how to write the value without its line end."""
    origin = variable.origin
    if origin.object is None or origin.source is None or (origin.secret and origin.source[-2] == "data"):
        return "Encode it without: `echo -n`, or `printf %s`."
    item = evaluation.objects[origin.object]
    block = item.document.style(item.where(origin.source)) in ("literal", "folded")
    return "Write `|-` in place of `|`, or `>-` in place of `>`." if block else "Take the line end out of the value."


def _without_line_end(evaluation: Evaluation, variable: Variable) -> Fix | None:
    """The edit that removes the line end from a pasted value; None if the value is not in the text."""
    origin, value = variable.origin, variable.value or ""
    if origin.object is None or origin.source is None:
        return None
    item = evaluation.objects[origin.object]
    place, span = item.where(origin.source), item.span(origin.source)
    raw, style = item.document.raw(place), item.document.style(place)
    if "${" in raw or "$(" in raw or "\ufffd" in value:
        return None  # of a parameter, or no text
    title = "Take the line end away"
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
    """A reference names a variable that only the image or the runtime sets.

    The kubelet expands before the container is created and knows nothing of the image's own variables: `$(PATH)` stays
    as text, and `PATH` then contains it.

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
                f"`$({name})` is set by the image or the runtime, so it stays as it is here.",
                use.span,
                hint=f"Let a shell read it: `sh -c '… \"${name}\"'`, or write the whole value.",
                field=use.field,
            )


@rule("ENV532", Severity.HINT)
def limit_of_the_node(evaluation: Evaluation) -> Iterator[Finding]:
    """A variable reads a limit that the container does not set.

    It then receives what the node can allocate, in whole units: all memory of the node in bytes, or its number of CPUs.
    Programs that size themselves by it use more than they get.

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
        if origin.assumed and origin.detail.startswith("limits."):
            yield Finding(
                f"`{variable.name}` is what the node can allocate, here `{variable.value}`: no limit is set.",
                item.span(path / "valueFrom"),
                hint=f"Set `resources.{origin.detail}`.",
                field=str(item.where(path)),
            )


@rule("ENV542", Severity.HINT)
def part_of_a_cpu(evaluation: Evaluation) -> Iterator[Finding]:
    """A variable reads an amount of less than one CPU, and receives 1.

    A quarter of a CPU becomes 1, and so does half of one: amounts are divided by the `divisor`, which is 1 by default,
    and rounded up. For a number of threads that is right; for a share of CPU time it is not.

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
        origin = variable.origin
        if origin.rounded and not origin.assumed and variable.value == "1" and origin.detail.endswith(".cpu"):
            yield Finding(
                f"`{variable.name}` is `1`: `{origin.rounded}` is rounded up to whole CPUs.",
                item.span(path / "valueFrom"),
                hint="Write `divisor: 1m` to receive thousandths of a CPU.",
                field=str(item.where(path)),
            )


@rule("ENV547", Severity.HINT)
def amount_not_set(evaluation: Evaluation) -> Iterator[Finding]:
    """A variable reads an amount that nothing sets, and receives 0.

    Limits of CPU, memory and ephemeral storage fall back to what the node can allocate, a request only to the
    container's limit, and huge pages to nothing. A program that sizes itself by 0 may not start, or take all there is.

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
            yield Finding(
                f"`{variable.name}` is `0`: `{origin.detail}` is not set.",
                item.span(path / "valueFrom"),
                hint=f"Set `resources.{origin.detail}`.",
                field=str(item.where(path)),
            )


@rule("ENV534", Severity.WARNING)
def quoted_argument(evaluation: Evaluation) -> Iterator[Finding]:
    """Quotes inside an argument reach the program.

    No shell reads `args`, so nothing removes the quotes: the program receives them as part of the value.

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
    matches: dict[int, re.Match[str] | None] = {}  # of each text, however many references are in it
    for use in uses(evaluation):
        if use.variable is not None or use.in_shell:
            continue
        if id(use.text) not in matches:
            matches[id(use.text)] = _QUOTED.search(use.text.text)
        quoted = matches.get(id(use.text))
        if quoted is None or quoted[2] != use.written or use.reference.fate is not Fate.RESOLVED:
            continue
        span = use.object.span(use.text.path, quoted.start() + 1, quoted.end())
        plain = evaluation.source.text.slice(span) == quoted[0][1:]
        yield Finding(
            f"The quotes around `{use.written}` reach the program: no shell takes them away.",
            span,
            hint=f"Write `{use.written}` without quotes.",
            field=use.field,
            fix=Fix("Remove the quotes", (Edit(span, use.written),)) if plain else None,
        )
