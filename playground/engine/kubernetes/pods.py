"""Finds the pod specs of Objects, and reads fields that may hold a value of any type."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from playground.engine.model.location import ROOT, FieldPath
from playground.engine.model.records import record
from playground.engine.reading.objects import TracedObject


def items_of(value: Any) -> Iterable[tuple[FieldPath, Any]]:
    """``value`` itself or, if it is a List, its items in their order, each with its path.

    The items of a List in a List are included, too. A List without a list of items is an Object like any other. Nesting
    may be of any depth, because there is no recursion.

    >>> [(str(path), item) for path, item in items_of({"kind": "List", "items": [1, {"kind": "List", "items": [2]}]})]
    [('items[0]', 1), ('items[1].items[0]', 2)]
    """
    return _list_items(value) if _is_list(value) else ((ROOT, value),)


def _is_list(value: Any) -> bool:
    return isinstance(value, dict) and value.get("kind") == "List" and isinstance(value.get("items"), list)


def _list_items(value: Any) -> Iterator[tuple[FieldPath, Any]]:
    waiting: list[tuple[FieldPath, Any]] = [(ROOT, value)]
    while waiting:
        path, item = waiting.pop()
        if _is_list(item):
            waiting.extend((path / "items" / index, entry) for index, entry in reversed(list(enumerate(item["items"]))))
        else:
            yield path, item


_TEMPLATE_SPEC = FieldPath(("spec", "template", "spec"))
_SPEC_PATHS: Mapping[str, FieldPath] = {
    "Pod": FieldPath(("spec",)),
    "PodTemplate": FieldPath(("template", "spec")),
    "ReplicationController": _TEMPLATE_SPEC,
    "ReplicaSet": _TEMPLATE_SPEC,
    "Deployment": _TEMPLATE_SPEC,
    "StatefulSet": _TEMPLATE_SPEC,
    "DaemonSet": _TEMPLATE_SPEC,
    "Job": _TEMPLATE_SPEC,
    "DeploymentConfig": _TEMPLATE_SPEC,
    "CronJob": FieldPath(("spec", "jobTemplate", "spec", "template", "spec")),
}
POD_KINDS = tuple(_SPEC_PATHS)

PROBES = ("livenessProbe", "readinessProbe", "startupProbe")
VOLUME_SOURCES = (  # in the order of validation
    "emptyDir hostPath gitRepo gcePersistentDisk awsElasticBlockStore secret nfs iscsi glusterfs flocker"
    " persistentVolumeClaim rbd cinder cephfs quobyte downwardAPI fc flexVolume configMap azureFile vsphereVolume"
    " photonPersistentDisk portworxVolume azureDisk storageos projected scaleIO csi ephemeral image"
).split()
CONTAINER_LISTS = (  # in the order in which the kubelet starts them
    ("initContainers", "initContainer"),
    ("containers", "container"),
    ("ephemeralContainers", "ephemeralContainer"),
)


@record()
class PodPlace:
    """One pod spec of an Object, its owner and its place. Paths are relative to the Object."""

    kind: str  # of the owner: "Pod", "Deployment", …
    owner: Mapping[str, Any]  # the Object or the item of a List that has the pod spec
    owner_path: FieldPath  # empty, or the path of the item if the owner is an item of a List
    spec_path: FieldPath
    metadata: Mapping[str, Any]  # of the pod
    spec: Mapping[str, Any]

    @property
    def template_path(self) -> FieldPath:
        """The path of the Pod or pod template: the mapping with the pod's metadata and spec."""
        return self.spec_path.parent

    @property
    def spec_path_in_owner(self) -> FieldPath:
        """The path of the pod spec from the owner, as the API server prints it: without the `items[n]` of a List."""
        return _SPEC_PATHS[self.kind]


def pod_places(value: Any) -> tuple[PodPlace, ...]:
    """Every pod spec of an Object; of a List, the pod specs of its items.

    >>> [str(place.spec_path) for place in pod_places({"kind": "CronJob"})]
    ['spec.jobTemplate.spec.template.spec']
    """
    return tuple(
        _pod_place(kind, item, path)
        for path, item in items_of(value)
        if isinstance(item, dict) and isinstance(kind := item.get("kind"), str) and kind in _SPEC_PATHS
    )


def _pod_place(kind: str, owner: Mapping[str, Any], path: FieldPath) -> PodPlace:
    relative = _SPEC_PATHS[kind]
    pod = mapping_at(owner, relative[:-1])
    spec_path = path.join(relative) if path else relative
    return PodPlace(kind, owner, path, spec_path, mapping(pod.get("metadata")), mapping(pod.get("spec")))


def pods_of(item: TracedObject) -> tuple[PodPlace, ...]:
    """Every pod spec of an Object; computed once per Object."""
    return item.once(pods_of, lambda: pod_places(item.value))


@record()
class Container:
    """One container as the author wrote it; its path starts at the same root as the path of its pod spec."""

    kind: str  # "container", "initContainer", "ephemeralContainer"
    path: FieldPath
    value: Mapping[str, Any]


def containers_of(spec: Mapping[str, Any], path: FieldPath) -> Iterator[Container]:
    """The containers of the pod spec at ``path``, in the order in which the kubelet starts them."""
    for list_, kind in CONTAINER_LISTS:
        for index, container in enumerate(sequence(spec.get(list_))):
            if container is None or isinstance(container, dict):  # Go reads null as a container without fields
                yield Container(kind, path / list_ / index, mapping(container))


def field_at(value: Any, path: Sequence[str | int]) -> Any:
    """The value at ``path``; None if there is none or the shape does not match."""
    for part in path:
        if isinstance(value, dict):
            value = value.get(part)
        elif isinstance(value, list) and isinstance(part, int) and part < len(value):
            value = value[part]
        else:
            return None
    return value


def mapping(value: Any) -> Mapping[str, Any]:
    """``value`` if it is a mapping, else an empty one."""
    return value if isinstance(value, dict) else {}


def mapping_at(value: Any, path: Sequence[str | int]) -> Mapping[str, Any]:
    """The mapping at ``path``, or an empty one."""
    return mapping(field_at(value, path))


def kind_and_name(value: Any) -> str:
    """An Object as messages call it.

    >>> kind_and_name({"kind": "Service", "metadata": {"name": "web"}}), kind_and_name({})
    ('Service/web', 'Object/unnamed')
    """
    kind = mapping(value).get("kind")
    return f"{kind if isinstance(kind, str) and kind else 'Object'}/{name_of(value) or 'unnamed'}"


def name_of(value: Any) -> str:
    """The `metadata.name` of an Object; "" if it is missing or not text."""
    name = field_at(value, ("metadata", "name"))
    return name if isinstance(name, str) else ""


def sequence(value: Any) -> Sequence[Any]:
    """``value`` if it is a list, else an empty one."""
    return value if isinstance(value, list) else ()


def mappings(value: Any) -> Sequence[Mapping[str, Any]]:
    """The entries of a list of mappings; null becomes an empty mapping, as Go reads it, and so does any other value."""
    return [entry if isinstance(entry, dict) else {} for entry in value] if isinstance(value, list) else ()


def text(value: Any) -> str:
    """The text of a string field: a number or boolean as JSON; "" for null, mappings and lists."""
    if isinstance(value, str):
        return value
    return "" if value is None or isinstance(value, dict | list) else json.dumps(value)
