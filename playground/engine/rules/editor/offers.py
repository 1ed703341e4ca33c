"""What can be written at a place: the fields of a kind, the values of an enumeration, kinds, and names of the text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

from playground.engine.kubernetes.pods import CONTAINER_LISTS, field_at, mapping
from playground.engine.kubernetes.schema import Field, kinds
from playground.engine.model.location import FieldPath
from playground.engine.printing.kind_fields import PARTS, object_path, written_field, written_type
from playground.engine.rules.editor.typed_place import MARK, TypedPlace

Offer = tuple[str, str]  # a value, and what it is: "key of ConfigMap"
_DATA: Final = ("data", "stringData", "binaryData")


def offered_fields(place: TypedPlace, minor: int) -> dict[str, Field]:
    """The fields that the mapping at ``place`` can have and does not have yet, the required ones first."""
    type_ = written_type(minor, place.value, place.path)
    if type_ is None or type_.shape != "struct":
        return {}
    siblings = siblings_of(place)
    fields = {name: field for name, field in type_.fields.items() if name not in siblings}
    return dict(sorted(fields.items(), key=lambda entry: not entry[1].required))


def siblings_of(place: TypedPlace) -> frozenset[str]:
    """The other keys of the mapping in which a key is typed."""
    return frozenset(mapping(field_at(place.value, place.path))) - {MARK}


def kind_at(place: TypedPlace) -> str:
    """The kind of the Object around ``place``; "" if it has none."""
    return _text(field_at(place.value, object_path(place.value, place.path)), "kind")


def path_in_object(place: TypedPlace) -> FieldPath:
    """The path of ``place`` from its Object."""
    return FieldPath(place.path[len(object_path(place.value, place.path)) :])


def offered_values(place: TypedPlace, minor: int) -> list[Offer]:
    """The values that the field at ``place`` can have, as far as they are known; each once."""
    path = path_in_object(place)
    if path in (("kind",), ("apiVersion",)):
        return _kinds(place, minor, path[0] == "kind")
    if names := list(dict(_names(place)).items()):
        return names
    last = next((index for index in reversed(range(len(place.path))) if isinstance(place.path[index], str)), None)
    field = written_field(minor, place.value, FieldPath(place.path[: last + 1])) if last is not None else None
    if field is None:
        return []
    values = field.values or (("true", "false") if field.type.shape == "bool" else ())
    return [(value, "") for value in values]


def _kinds(place: TypedPlace, minor: int, is_kind: bool) -> list[Offer]:
    """The kinds that fit the Object's apiVersion, or the apiVersions that fit its kind; all where that is unknown."""
    head, by_version = field_at(place.value, object_path(place.value, place.path)), kinds(minor)
    version, kind = _text(head, "apiVersion"), _text(head, "kind")
    pairs = [(api_version, name) for api_version, names in by_version.items() for name in names]
    if is_kind:
        return list({name: own for own, name in pairs if version not in by_version or own == version}.items())
    is_known = any(name == kind for _, name in pairs)
    return list({own: kind if is_known else "" for own, name in pairs if not is_known or name == kind}.items())


def objects_in(values: Iterable[Any]) -> Iterator[Any]:
    """The Objects of the documents, those in Templates and Lists too."""
    for value in values:
        yield value
        if isinstance(value, dict):
            yield from items_at(value, PARTS.get(_text(value, "kind"), ""))


def items_at(value: Any, *path: str) -> list[Any]:
    """The entries of the list at ``path``; none if there is no list."""
    items = field_at(value, path)
    return items if isinstance(items, list) else []


def _text(value: Any, *path: str) -> str:
    """The text, or whole number, at ``path``; "" for anything else."""
    field = field_at(value, path)
    is_text = isinstance(field, str | int) and not isinstance(field, bool)
    return "" if not is_text or MARK in str(field) else str(field)


def _named(place: TypedPlace, kind: str) -> list[Any]:
    return [value for value in objects_in(place.values) if _text(value, "kind") == kind]


def _names_of(kind: str) -> Callable[[TypedPlace], Iterator[Offer]]:
    return lambda place: ((_text(value, "metadata", "name"), kind) for value in _named(place, kind))


def _keys_of(kind: str, name: str, levels: int = 1) -> Callable[[TypedPlace], Iterator[Offer]]:
    """The keys of the Object whose name is the field ``name`` of the mapping that is so many ``levels`` above."""

    def keys(place: TypedPlace) -> Iterator[Offer]:
        wanted = _text(field_at(place.value, place.path[:-levels]), name)
        for value in _named(place, kind):
            if _text(value, "metadata", "name") == wanted:
                yield from ((key, f"key of {kind}") for part in _DATA for key in mapping(mapping(value).get(part)))

    return keys


def _pod(place: TypedPlace) -> Any:
    """The nearest mapping around the place that has containers."""
    around = (field_at(place.value, place.path[:length]) for length in reversed(range(len(place.path) + 1)))
    return next((value for value in around if "containers" in mapping(value)), None)


def _containers(pod: Any) -> list[Any]:
    return [container for field, _ in CONTAINER_LISTS for container in items_at(pod, field)]


def _pods_in(value: Any) -> Iterator[Any]:
    """Every mapping below ``value`` that has containers, in whichever kind of Object."""
    waiting = [value]
    for part in waiting:  # grows in the loop
        if isinstance(part, dict):
            if "containers" in part:
                yield part
            waiting += part.values()
        elif isinstance(part, list):
            waiting += part


def _numbered(entries: Iterable[Any], number: str) -> Iterator[Offer]:
    """The names and the numbers of ports."""
    for entry in entries:
        yield _text(entry, "name"), f"port {_text(entry, number)}"
        yield _text(entry, number), _text(entry, "name") or "port"


def _ports_of(containers: Iterable[Any]) -> Iterator[Offer]:
    return _numbered((port for container in containers for port in items_at(container, "ports")), "containerPort")


def _all_ports(place: TypedPlace) -> Iterator[Offer]:
    return _ports_of(container for value in place.values for pod in _pods_in(value) for container in _containers(pod))


def _service_ports(place: TypedPlace) -> Iterator[Offer]:
    services = _named(place, "Service")
    return _numbered((port for service in services for port in items_at(service, "spec", "ports")), "port")


def _volumes(place: TypedPlace) -> Iterator[Offer]:
    return ((_text(volume, "name"), "volume") for volume in items_at(_pod(place), "volumes"))


def _container_names(place: TypedPlace) -> Iterator[Offer]:
    return ((_text(container, "name"), "container") for container in _containers(_pod(place)))


# By the end of the path without indexes; the first that fits is taken. The page's editor has the same in names.js.
_NAMES: Final[Sequence[tuple[str, Callable[[TypedPlace], Iterator[Offer]]]]] = (
    (r"(configMapKeyRef|configMapRef|configMap)\.name$", _names_of("ConfigMap")),
    (
        r"(secretKeyRef|secretRef|secret|imagePullSecrets|secrets|pullSecret|pushSecret)\.name$|secretName$",
        _names_of("Secret"),
    ),
    (r"configMapKeyRef\.key$", _keys_of("ConfigMap", "name")),
    (r"secretKeyRef\.key$", _keys_of("Secret", "name")),
    (r"configMap\.items\.key$", _keys_of("ConfigMap", "name", 3)),
    (r"projected\.sources\.secret\.items\.key$", _keys_of("Secret", "name", 3)),
    (r"secret\.items\.key$", _keys_of("Secret", "secretName", 3)),
    (r"volume(Mounts|Devices)\.name$", _volumes),
    (r"containerName$", _container_names),
    (r"(httpGet|tcpSocket|grpc)\.port$", lambda place: _ports_of(_containers(_pod(place)))),
    (r"^spec\.ports\.targetPort$", _all_ports),
    (r"(backend\.service|^spec\.to|alternateBackends)\.name$|serviceName$", _names_of("Service")),
    (r"^spec\.port\.targetPort$|backend\.service\.port\.(name|number)$", _service_ports),
    (r"claimName$", _names_of("PersistentVolumeClaim")),
    (r"serviceAccountName$", _names_of("ServiceAccount")),
)


def _names(place: TypedPlace) -> Iterator[Offer]:
    """The names that the field may hold: of Objects, their keys, ports, volumes and containers."""
    path = ".".join(part for part in path_in_object(place) if isinstance(part, str))
    offers = next((offers for pattern, offers in _NAMES if re.search(pattern, path)), None)
    wanted = r"\d+\Z" if path.endswith("port.number") else r".*\D" if path.endswith("port.name") else "."
    for name, what in offers(place) if offers else ():
        if re.match(wanted, name, re.DOTALL):
            yield name, what
