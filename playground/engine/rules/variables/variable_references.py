"""Rules about `$(VAR)` in env, command and args without a variable of that name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from playground.engine.cluster.services import Service
from playground.engine.containers.environment import ContainerEnvironment, Fate, Variable, VariableReference
from playground.engine.evaluation import Evaluation
from playground.engine.kubernetes.names import LONGEST_NAME, strict_env_name_errors
from playground.engine.kubernetes.pods import PodPlace, mapping_at, text
from playground.engine.model.diagnostics import Finding, Fix, Related, Severity, write
from playground.engine.model.location import FieldPath, SourceSpan
from playground.engine.rules.fixes.define_variable import define
from playground.engine.rules.fixes.move import move_above
from playground.engine.rules.fixes.wording import write_inside
from playground.engine.rules.prose import is_prose
from playground.engine.rules.registry import rule
from playground.engine.rules.variables.late_definitions import ForwardReference, causes_of
from playground.engine.rules.variables.received_values import IMAGE_NAMES
from playground.engine.rules.walks import (
    GUESSES,
    Use,
    first_indexes,
    index_of,
    is_from_template,
    once_per_evaluation,
    pods,
    unresolved,
    uses_where,
    variable_names,
)
from playground.engine.templates.substitution import Dialect
from playground.engine.text.nearest import nearest

_SERVICE = re.compile(
    r"([A-Z0-9_.]+?)_(?:SERVICE_HOST|SERVICE_PORT(?:_[A-Z0-9_]+)?|PORT(?:_\d+_(?:TCP|UDP|SCTP).*)?)\Z"
)
_DEFAULT = re.compile(r"([A-Za-z_]\w*):?[-=?+]", re.ASCII)
_LIKE_A_VARIABLE = re.compile(r"[A-Z][A-Z0-9_]*")
_COMMANDS = frozenset(("hostname", "date", "whoami", "pwd", "nproc", "uname", "uuidgen", "id", "ls", "env"))
_LOOKED_UP = (Fate.RESOLVED, Fate.UNRESOLVED, Fate.UNKNOWN)  # not escaped, incomplete or beyond a limit
_MOST_PORTS = 5  # ports of a Service that a message lists
MOST_MATES = 50  # containers of a pod, and entries of `env` in each, that are searched for a missing name


def _declared_later(evaluation: Evaluation, use: Use) -> int | None:
    """The index of the first `env` entry with the name of the reference; None unless that entry is below the use."""
    if use.env_index is None or _reads_earlier_entry(use.reference, use.env_index):
        return None
    first = first_indexes(evaluation, use.container).get(use.reference.name)
    return first if first is not None and first > use.env_index else None


def _may_name_later_entry(reference: VariableReference, owner: Variable | None) -> bool:
    """Whether a reference in the value of ``owner`` reads anything but an earlier `env` entry."""
    return owner is not None and not _reads_earlier_entry(reference, index_of(owner))


def _reads_earlier_entry(reference: VariableReference, index: int) -> bool:
    """Whether the reference reads an `env` entry above the entry with this index."""
    path = reference.variable.path if reference.variable is not None else None
    return path is not None and path[-2] == "env" and int(path[-1]) < index


def _unresolved(evaluation: Evaluation) -> Iterator[Use]:
    """The unresolved uses, without the names that a later `env` entry declares, which ENV502 reports."""
    for use in unresolved(evaluation):
        if _declared_later(evaluation, use) is None:
            yield use


@rule("ENV501", Severity.WARNING)
def undefined_reference(evaluation: Evaluation) -> Iterator[Finding]:
    """A reference names a variable that the container does not have.

    If nothing defines NAME, Kubernetes leaves `$(NAME)` in the text, without an error, event or log entry. The process
    receives the characters `$(NAME)`. In a text for people, the author may want to show these characters, so there the
    diagnostic is only a hint.

    Example::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            args: ["--port=$(PROT)"]
            env:
            - name: PORT
              value: "8080"

    Instead::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            args: ["--port=$(PORT)"]
            env:
            - name: PORT
              value: "8080"
    """
    guesses = GUESSES
    for use in _unresolved(evaluation):
        name = use.reference.name
        if use.is_command or _service_of(name) or (name in IMAGE_NAMES and not use.in_shell):
            continue
        candidates = use.container.variables if guesses > 0 else ()
        guesses -= len(candidates)
        near = _near(evaluation, use, candidates) if guesses > 0 else ""
        near = "" if strict_env_name_errors(near) else near  # not a name that some versions of Kubernetes refuse
        in_prose = not near and _is_in_prose(evaluation, use)
        if in_prose and not _LIKE_A_VARIABLE.fullmatch(name):  # a sentence may contain any `$(…)`
            continue
        fixes = tuple(_ways_to_define(evaluation, use, near))
        yield Finding(
            f"`{use.written}` is not defined in container `{use.container.name}`, so it stays as it is.",
            use.span,
            hint=_how_to_define(evaluation, use, near),
            field=use.field,
            fix=fixes[0] if fixes else None,
            alternatives=fixes[1:],
            severity=Severity.HINT if in_prose else None,
            missing_variable=name,
        )


def _is_in_prose(evaluation: Evaluation, use: Use) -> bool:
    """Whether the reference is in a text for people: the author may want them to see the characters `$(NAME)`."""
    text, name = use.text, use.variable.name if use.variable else ""
    return evaluation.once((is_prose, use.container.object, text.path), lambda: is_prose(text.text, text.path, name))


def _near(evaluation: Evaluation, use: Use, candidates: Sequence[Variable]) -> str:
    """The variable of the container that was probably meant, such as NAME by `$( NAME )`; "" if no name is near."""
    name = use.reference.name.strip()
    if name != use.reference.name and name in variable_names(evaluation, use.container):
        return name
    return nearest(use.reference.name, (variable.name for variable in candidates))


def _ways_to_define(evaluation: Evaluation, use: Use, near: str) -> Iterator[Fix]:
    """The possible fixes, the likeliest first: another name, a new entry in `env`, or literal text."""
    item = use.object
    if _names_parameter(evaluation, use) and (
        fix := write_inside(item.document, item.where(use.text.path), use.span, f"${{{use.reference.name}}}")
    ):
        yield fix
    if near:
        yield write(f"$({near})", _with_second_parenthesis(use))
    if known_name := _name_before_default(evaluation, use):
        yield write(f"$({known_name})", use.span)
    first_index = _first_uses(evaluation)[use.container.object, use.container.path, use.reference.name]
    new_entry = define(evaluation, use.container, use.reference.name, "", first_index)
    if new_entry and use.reference.name not in _skipped(evaluation, use.container):
        yield new_entry
    if not use.in_shell and evaluation.source.text.slice(use.span) == use.written:
        yield write(f"${use.written}", use.span)


@once_per_evaluation
def _first_uses(evaluation: Evaluation) -> Mapping[tuple[int, FieldPath, str], int]:
    """The index of the `env` entry above which an undefined name must be declared, for all uses in its container."""
    indexes: dict[tuple[int, FieldPath, str], int] = {}
    for use in unresolved(evaluation):
        place, index = (use.container.object, use.container.path, use.reference.name), use.env_index or 0
        indexes[place] = min(index, indexes.get(place, index))
    return indexes


def _name_before_default(evaluation: Evaluation, use: Use) -> str:
    """NAME of `$(NAME:-default)`, a form that only shells understand; "" for another form or an undefined NAME."""
    match = _DEFAULT.match(use.reference.name)
    return match[1] if match is not None and match[1] in variable_names(evaluation, use.container) else ""


def _skipped(evaluation: Evaluation, container: ContainerEnvironment) -> frozenset[str]:
    """The names of the entries of `env` that the kubelet skips, because an optional source is absent."""
    key = _skipped, container.object, container.path
    return evaluation.once(key, lambda: frozenset(own.name for own in container.declared if own.skipped))


def _with_second_parenthesis(use: Use) -> SourceSpan:
    """The place of the reference; for `$((NAME))` including the second `)`, which is not part of the reference."""
    start, end = use.reference.start, use.reference.end
    doubled = use.reference.name.startswith("(") and use.text.text.startswith(")", end)
    return use.object.span(use.text.path, start, end + doubled)


def _names_parameter(evaluation: Evaluation, use: Use) -> bool:
    """Whether the name is a parameter of an OpenShift Template, where a parameter reference looks different."""
    processed = evaluation.processed
    if processed is None or processed.dialect is not Dialect.OPENSHIFT:
        return False
    return is_from_template(evaluation, use.container.object) and any(
        parameter.name == use.reference.name for parameter in processed.template.parameters
    )


def _other_container(evaluation: Evaluation, use: Use) -> str:
    """The name of another container of the same pod that declares the variable; "" if there is none.

    Only the first MOST_MATES containers, and the first MOST_MATES entries of each, are searched.
    """
    mates = _by_pod(evaluation)[use.container.object, use.container.pod]
    declaring = (
        mate.name
        for mate in mates[:MOST_MATES]
        if mate is not use.container and any(own.name == use.reference.name for own in mate.declared[:MOST_MATES])
    )
    return next(declaring, "")


@once_per_evaluation
def _by_pod(evaluation: Evaluation) -> Mapping[tuple[int, FieldPath], Sequence[ContainerEnvironment]]:
    by_pod: dict[tuple[int, FieldPath], list[ContainerEnvironment]] = {}
    for container in evaluation.containers:
        by_pod.setdefault((container.object, container.pod), []).append(container)
    return by_pod


def _how_to_define(evaluation: Evaluation, use: Use, near: str) -> str:
    """The hint: what to write in place of the reference, or where to define its name."""
    name = use.reference.name
    if _names_parameter(evaluation, use):
        return f"`{name}` is a parameter: write `${{{name}}}`."
    if near:
        return f"Did you mean `$({near})`?"
    if known_name := _name_before_default(evaluation, use):
        return (
            f"Kubernetes knows no defaults: write `$({known_name})`, and the default as the `value` of `{known_name}`."
        )
    if name in _skipped(evaluation, use.container):
        return (
            f"The source of `{name}` is optional and absent: define `{name}` above this source, with a default value."
        )
    if owner := _other_container(evaluation, use):
        return f"Container `{owner}` defines `{name}`, but each container has its own `env`: define `{name}` here, too."
    if use.in_shell:
        return f"Write `${name}` for a variable of the shell, or define `{name}` in `env`."
    escape = f"write `$${use.written[1:]}` if you mean these characters"
    if " " in name or name[:1] == "(" or name in _COMMANDS:
        return f"Kubernetes runs no commands: start a shell with `sh -c`, or {escape}."
    if use.variable is not None and use.variable.name == name:
        return (
            f"Kubernetes does not know the image's value: write the whole value, or define `{name}` above this entry."
        )
    where = "above this entry" if use.env_index is not None else "in `env`"
    return f"Define `{name}` {where}, or {escape}."


@rule("ENV502", Severity.WARNING)
def forward_reference(evaluation: Evaluation) -> Iterator[Finding]:
    """A variable refers to a variable that is declared after it.

    Kubernetes expands `env` in the order of the list. A value may refer to the entries above it, to `envFrom` and to
    Services. A later entry does not exist yet: the reference stays as text, or takes an older value of that name.

    Example::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            env:
            - name: PUBLIC_URL
              value: http://shop.example:$(PORT)/
            - name: PORT
              value: "8080"

    Instead::

        apiVersion: v1
        kind: Pod
        metadata: {name: web}
        spec:
          containers:
          - name: web
            image: registry.example/web:1
            env:
            - name: PORT
              value: "8080"
            - name: PUBLIC_URL
              value: http://shop.example:$(PORT)/
    """
    forward = _forward_references(evaluation)
    for _, group in groupby(forward, key=lambda item: (item.use.container.object, item.use.container.path)):
        references = tuple(group)
        causes = causes_of(evaluation, references)
        for reference in references:
            use, later, name = reference.use, reference.later, reference.use.reference.name
            path = use.container.path / "env"
            declared = use.object.span(path / later / "name")
            yield Finding(
                f"`{reference.owner}` uses `$({name})`, but `{name}` is defined later"
                f" ({_line_or_column(declared, use.span)}). Kubernetes expands `env` in order.",
                use.span,
                hint=f"Move `{name}` above `{reference.owner}`.",
                field=use.field,
                related=(Related(declared, f"`{name}` is defined here."),),
                fix=move_above(
                    evaluation, use.object, path, later, reference.index, f"Move {name} above {reference.owner}"
                ),
                cause=causes.get(reference),
            )


def _forward_references(evaluation: Evaluation) -> Iterator[ForwardReference]:
    """The references to variables that are declared later; those of one value to one variable once."""
    reported = set()
    for use in uses_where(evaluation, _may_name_later_entry):
        if use.env_index is None or use.reference.fate not in _LOOKED_UP:
            continue
        later = _declared_later(evaluation, use)
        if later is None or (place := (use.container.object, use.text.path, use.reference.name)) in reported:
            continue
        reported.add(place)
        assert use.variable is not None
        yield ForwardReference(use, use.variable.name, use.env_index, later)


def _line_or_column(declared: SourceSpan, use: SourceSpan) -> str:
    """Where a variable is declared: its line, or its column if it is on the line of the use."""
    line, column = declared.start.line, declared.start.column
    return f"column {column}" if line == use.start.line else f"line {line}"


@rule("ENV506", Severity.HINT)
def absent_service(evaluation: Evaluation) -> Iterator[Finding]:
    """A reference has the form of a Service's variable, but the text has no such Service.

    Kubernetes defines NAME_SERVICE_HOST and the other variables of a Service only if the Service exists in the pod's
    namespace, with a cluster IP, before the container starts. Otherwise the reference stays as text.

    Example::

        apiVersion: v1
        kind: Pod
        metadata: {name: client}
        spec:
          containers:
          - name: client
            image: registry.example/client:1
            args: ["$(GITSERVER_SERVICE_HOST)"]

    Instead::

        apiVersion: v1
        kind: Service
        metadata: {name: gitserver}
        spec:
          clusterIP: 10.96.44.7
          ports: [{port: 8080}]
        ---
        apiVersion: v1
        kind: Pod
        metadata: {name: client}
        spec:
          containers:
          - name: client
            image: registry.example/client:1
            args: ["$(GITSERVER_SERVICE_HOST)"]
    """
    for use in _unresolved(evaluation):
        service = _service_of(use.reference.name)
        if not service or use.is_command:
            continue
        pasted = next((item for item in evaluation.cluster.services if item.name.lower() == service), None)
        yield Finding(
            f"`{use.written}` has a value only if a Service `{service}` exists in the pod's namespace."
            if pasted is None
            else f"The Service `{service}` does not set `{use.reference.name}`: {_why_not(evaluation, use, pasted)}.",
            use.span,
            hint=f"Paste the Service `{service}` beside the pod, or assume a value for the preview."
            if pasted is None
            else "Use the Service's DNS name, or write the value itself.",
            field=use.field,
            missing_variable="" if pasted else use.reference.name,
        )


def _service_of(name: str) -> str:
    """The name of the Service that sets a variable of this name; "" if the name has another form."""
    match = _SERVICE.match(name) if len(name) <= LONGEST_NAME else None
    return match[1].lower().replace("_", "-") if match else ""


def _why_not(evaluation: Evaluation, use: Use, service: Service) -> str:
    """Why an existing Service does not set this variable, as the rest of a sentence."""
    if service.type == "ExternalName":
        return "it is an ExternalName and has no cluster IP"
    if not service.cluster_ip or service.cluster_ip == "None":
        return "it is headless and has no cluster IP"
    pod = next((pod for item, pod in pods(evaluation).values() if item is use.object and _contains(pod, use)), None)
    if pod is not None and pod.spec.get("enableServiceLinks") is False:
        return "the pod has `enableServiceLinks: false`"
    own_namespace = text(mapping_at(pod.owner, ("metadata",)).get("namespace")) if pod is not None else ""
    namespace = own_namespace or evaluation.cluster.namespace or "default"
    if service.namespace not in (None, namespace):
        return f"it is in namespace `{service.namespace}`, and the pod in `{namespace}`"
    # A port without a name is only a number.
    ports = ", ".join(f"`{port.name}` {port.port}".removeprefix("`` ") for port in service.ports[:_MOST_PORTS])
    return f"it has no such port, only {ports}" if ports else "it has no ports"


def _contains(pod: PodPlace, use: Use) -> bool:
    return use.container.pod == pod.spec_path
