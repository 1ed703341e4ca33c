"""What an expectation is about: an Object, or what a container receives, as plain values; with and without secrets.

Secrets are the values in Secrets, and those of secret Parameters wherever they are inserted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from playground.engine import (
    ContainerEnvironment,
    Evaluation,
    ExpandedText,
    FieldPath,
    Masking,
    OriginKind,
    SourceSpan,
    TracedObject,
    Variable,
    did_you_mean,
    field_at,
    items_of,
    secret_parameters,
)

HIDDEN: Final = "(secret)"
_SECRET_FIELDS: Final = ("data", "stringData")


class SubjectError(LookupError):
    """The evaluated text has no such Object or container, or several; the message says which there are."""


@dataclass(frozen=True, slots=True)
class Subject:
    """A value, the same value without secrets, and the place of each of its fields in the text."""

    label: str
    value: Any
    without_secrets: Callable[[], Any]
    place: Callable[[FieldPath], SourceSpan]
    parameters: Callable[[FieldPath], Sequence[str]]  # those whose values stand in the field


class NamedObject(NamedTuple):
    """An Object, which may be an item of a List. ``names``: the short one first, then with group and namespace."""

    names: tuple[str, ...]
    number: int  # of the Object or List in the Evaluation, from 0
    path: FieldPath  # of the item in the List
    value: Mapping[str, Any]


def named_objects(evaluation: Evaluation) -> list[NamedObject]:
    """The Objects of ``evaluation``, in their order; computed once per Evaluation."""
    return evaluation.once(named_objects, lambda: _named_objects(evaluation))


def _named_objects(evaluation: Evaluation) -> list[NamedObject]:
    return [
        NamedObject(tuple(_names(value)), index, path, value)
        for index, traced in enumerate(evaluation.objects)
        for path, value in items_of(traced.value)
        if isinstance(value, dict)
    ]


def _names(value: Mapping[str, Any]) -> Iterator[str]:
    """`Kind/name`, `Kind.group/name`, and both with the namespace: `Kind/namespace/name`."""
    kind, version = (text if isinstance(text := value.get(key), str) else "" for key in ("kind", "apiVersion"))
    name, namespace = (
        text if isinstance(text := field_at(value, ("metadata", key)), str) else "" for key in ("name", "namespace")
    )
    group, slash, _ = version.partition("/")
    for part in (name, f"{namespace}/{name}") if namespace else (name,):
        yield f"{kind}/{part}"
        if slash and group:
            yield f"{kind}.{group}/{part}"


def object_subject(evaluation: Evaluation, name: str) -> Subject:
    """The Object with this name. Raises SubjectError."""
    named = _object_named(named_objects(evaluation), name)
    traced = evaluation.objects[named.number]
    return Subject(
        name,
        named.value,
        lambda: field_at(object_without_secrets(evaluation, traced), named.path),
        lambda path: traced.span(named.path.join(path)),
        lambda path: _parameters(traced, named.path.join(path)),
    )


def has_object(evaluation: Evaluation, name: str) -> bool:
    """Whether there is an Object with this name."""
    return any(name in named.names for named in named_objects(evaluation))


def _object_named(objects: Sequence[NamedObject], name: str) -> NamedObject:
    matches = [named for named in objects if name in named.names]
    if len(matches) > 1:
        longer = ", ".join(f"`{named.names[-1]}`" for named in matches[:3])
        raise SubjectError(f"{len(matches)} objects are named `{name}`. Add group or namespace, as in {longer}.")
    if not matches:
        names = [named.names[0] for named in objects]
        raise SubjectError(f"There is no object `{name}`.{_advice(name, names, 'objects')}")
    return matches[0]


def _advice(name: str, names: Sequence[str], what: str) -> str:
    """The nearest of ``names``, or the first few."""
    question = did_you_mean(name, names)
    if question:
        return question
    listed = ", ".join(f"`{other}`" for other in names[:5])
    return f" The {what} are {listed}{' …' if len(names) > 5 else ''}." if names else f" There are no {what} at all."


def _parameters(traced: TracedObject, path: FieldPath) -> tuple[str, ...]:
    return tuple(dict.fromkeys(piece.parameter for piece in traced.pieces.get(path, ()) if piece.parameter))


def object_without_secrets(evaluation: Evaluation, traced: TracedObject) -> Any:
    """The Object with `${NAME}` for the value of a secret Parameter, and `(secret)` for each value of a Secret."""
    return _hidden(traced.value, FieldPath(), traced, secrets_of(evaluation))


def secrets_of(evaluation: Evaluation) -> frozenset[str]:
    """The names of the Parameters whose values are secrets; computed once per Evaluation."""
    processed = evaluation.processed
    return evaluation.once(secrets_of, lambda: secret_parameters(processed) if processed else frozenset())


def _hidden(value: Any, path: FieldPath, traced: TracedObject, secrets: frozenset[str]) -> Any:
    pieces = traced.pieces.get(path, ())
    if any(piece.parameter in secrets for piece in pieces):
        if not isinstance(value, str):
            return "".join(f"${{{{{piece.parameter}}}}}" for piece in pieces)
        return "".join(
            f"${{{piece.parameter}}}" if piece.parameter in secrets else value[piece.start : piece.end]
            for piece in pieces
        )
    if isinstance(value, list):
        return [_hidden(entry, path / index, traced, secrets) for index, entry in enumerate(value)]
    if not isinstance(value, dict):
        return value
    is_secret = value.get("kind") == "Secret"
    return {
        _hidden_key(key, path / key, traced, secrets): (
            _hidden_data(entry) if is_secret and key in _SECRET_FIELDS else _hidden(entry, path / key, traced, secrets)
        )
        for key, entry in value.items()
    }


def _hidden_data(data: Any) -> Any:
    return dict.fromkeys(data, HIDDEN) if isinstance(data, dict) else data and HIDDEN


def _hidden_key(key: str, path: FieldPath, traced: TracedObject, secrets: frozenset[str]) -> str:
    """A key; as its author wrote it if a secret Parameter is part of it."""
    written = traced.keys.get(path, key)
    return written if any(f"{{{name}}}" in written or f"({name})" in written for name in secrets) else key


def container_subject(evaluation: Evaluation, name: str, object_name: str) -> Subject:
    """What the container ``name`` receives; ``object_name`` may be "" if only one container has the name.

    `env` maps names to values, null for unknown ones; the variables of an assumed Service are left out. `command` and
    `args` are lists of texts. A container that does not start has `error`. Raises SubjectError.
    """
    container = _container_named(evaluation, name, object_name)
    owner = evaluation.objects[container.object]
    variables = _variables(evaluation, container)
    return Subject(
        f"container {name}",
        _received(container, variables, lambda variable: variable.value, lambda text: text.result),
        lambda: _received_without_secrets(evaluation, container, variables),
        lambda path: owner.span(_written_at(container, path)),
        lambda path: _parameters(owner, _written_at(container, path)),
    )


def has_container(evaluation: Evaluation, name: str, object_name: str) -> bool:
    """Whether there is such a container; SubjectError if there is no such Object."""
    return any(container.name == name for container in _containers(evaluation, object_name))


def _containers(evaluation: Evaluation, object_name: str) -> list[ContainerEnvironment]:
    """The containers of one Object; without a name, all."""
    if not object_name:
        return list(evaluation.containers)
    owner = _object_named(named_objects(evaluation), object_name)
    return [
        container
        for container in evaluation.containers
        if container.object == owner.number and container.path.is_under(owner.path)
    ]


def _container_named(evaluation: Evaluation, name: str, object_name: str) -> ContainerEnvironment:
    containers = _containers(evaluation, object_name)
    matches = [container for container in containers if container.name == name]
    if len(matches) > 1:
        raise SubjectError(f"{len(matches)} containers are named `{name}`. Say which one: `object: KIND/NAME`.")
    if not matches:
        advice = _advice(name, list(dict.fromkeys(container.name for container in containers)), "containers")
        raise SubjectError(f"There is no container `{name}`.{advice}")
    return matches[0]


def _variables(evaluation: Evaluation, container: ContainerEnvironment) -> list[Variable]:
    """The container's variables, sorted by name, without those of the Service `kubernetes` that every cluster has."""
    are_given = "services" in (evaluation.inputs.cluster or {})
    variables = (
        variable
        for variable in container.variables
        if are_given or variable.origin.kind is not OriginKind.SERVICE or variable.origin.object is not None
    )
    return sorted(variables, key=lambda variable: variable.name)


def _received(
    container: ContainerEnvironment,
    variables: Sequence[Variable],
    value_of: Callable[[Variable], str | None],
    result_of: Callable[[ExpandedText], str],
) -> dict[str, Any]:
    received: dict[str, Any] = {"error": container.error} if container.error else {}
    if container.aborted:  # the kubelet stops before it has an environment
        return received
    received["env"] = {variable.name: None if variable.random else value_of(variable) for variable in variables}
    for name, texts in (("command", container.command), ("args", container.args)):
        received[name] = [None if text.random else result_of(text) for text in texts]
    return received


def _received_without_secrets(
    evaluation: Evaluation, container: ContainerEnvironment, variables: Sequence[Variable]
) -> dict[str, Any]:
    masking = Masking(evaluation)
    return _received(
        container,
        variables,
        lambda variable: HIDDEN if variable.value and masking.hides(container, variable) else variable.value,
        lambda text: HIDDEN if masking.hides_text(container, text) else text.result,
    )


def _written_at(container: ContainerEnvironment, path: FieldPath) -> FieldPath:
    """The path in the Object of what is at ``path`` of the received values."""
    match path:
        case ("env", str(name), *_):
            variable = next((variable for variable in container.variables if variable.name == name), None)
            return variable.path / "value" if variable and variable.path else container.path
        case ("command", int(index), *_):
            return container.command[index].path
        case ("args", int(index), *_):
            return container.args[index].path
        case (str(name), *_):
            return container.path / name
    return container.path
