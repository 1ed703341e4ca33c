"""Whether there is nothing to say of a pod and its containers: one fast check instead of all detailed ones.

If the answer is no, ``pod_validation`` and ``validation`` look for what is wrong, and may find nothing; nearly every
pod passes and needs neither.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from playground.engine.cluster import Cluster
from playground.engine.cluster.pod_decoding import decodable
from playground.engine.containers.field_errors import LAST_PORT
from playground.engine.containers.handler_validation import COUNTS, PROBES, SCHEMES
from playground.engine.containers.image_validation import MESSAGE_POLICIES, PULL_POLICIES
from playground.engine.containers.port_validation import PROTOCOLS, are_distinct, port_name_errors
from playground.engine.containers.resource_validation import are_plain
from playground.engine.containers.volume_validation import volumes_errors
from playground.engine.kubernetes.fieldpaths import ENV_FIELDS, RESOURCES
from playground.engine.kubernetes.names import (
    config_key_errors,
    label_errors,
    label_value_errors,
    qualified_name_errors,
    subdomain_errors,
)
from playground.engine.kubernetes.pods import PodPlace, text
from playground.engine.location import ROOT
from playground.engine.objects import TracedObject

RESTART_POLICIES: Final = ("Always", "OnFailure", "Never")
DNS_POLICIES: Final = ("ClusterFirstWithHostNet", "ClusterFirst", "Default", "None")

_Check = Callable[[Any], bool]
_is_variable = re.compile(r"[-_a-zA-Z][-._a-zA-Z0-9]*").fullmatch  # a name that every version allows


def is_plain(item: TracedObject, place: PodPlace, cluster: Cluster) -> bool:
    """Whether a pod of ``item`` can be decoded and, whatever the version, has neither errors nor warnings.

    A no may be wrong; it always is where the API server sets no defaults.
    """
    known = (is_plain, place.spec_path)
    return cluster.defaulting and item.once(known, lambda: decodable(item, place) and _is_plain_pod(place))


def _is_plain_pod(place: PodPlace) -> bool:
    """The same of a pod whose fields have their types."""
    spec = place.spec
    containers = [*(spec.get("initContainers") or ()), *(spec.get("containers") or ())]
    return (
        bool(spec.get("containers"))
        and all(map(_is_plain_container, containers))
        and len({container["name"] for container in containers}) == len(containers)
        and _are_plain_ports([port for container in containers for port in container.get("ports") or ()])
        and _passes(spec, _POD)
        and _passes(place.metadata, _METADATA)
        and (place.kind != "Pod" or bool(place.metadata.get("name")))
        and all(_has_plain_mounts(container, place) for container in containers if container.get("volumeMounts"))
    )


def _passes(value: Mapping[str, Any], checks: Mapping[str, _Check]) -> bool:
    """Whether each field that has a check passes it; null is no value."""
    for key, item in value.items():
        check = checks.get(key)
        if check is not None and item is not None and not check(item):
            return False
    return True


def _has_one_of(value: Mapping[str, Any], checks: Mapping[str, _Check]) -> bool:
    """Whether just one of the fields is there, and passes its check."""
    there = [key for key in checks if value.get(key) is not None]
    return len(there) == 1 and checks[there[0]](value[there[0]])


def _is_plain_container(container: Mapping[str, Any] | None) -> bool:
    if not container or not container.get("name") or not container.get("image"):
        return False
    return _passes(container, _CONTAINER)


def _is_plain_env(env: Sequence[Mapping[str, Any] | None]) -> bool:
    """Whether each entry has a name of its own that is allowed, and no source or a plain one."""
    good = {
        name
        for entry in env
        if entry
        and (name := entry.get("name"))
        and _is_variable(name)
        and (entry.get("valueFrom") is None or (not entry.get("value") and _has_one_of(entry["valueFrom"], _SOURCES)))
    }
    return len(good) == len(env)


def _is_plain_env_from(entries: Sequence[Mapping[str, Any] | None]) -> bool:
    return all(entry and not entry.get("prefix") and _has_one_of(entry, _REFERENCES) for entry in entries)


def _has_good_name(reference: Mapping[str, Any]) -> bool:
    return not subdomain_errors(reference.get("name") or "")


def _has_good_key(reference: Mapping[str, Any]) -> bool:
    return _has_good_name(reference) and not config_key_errors(reference.get("key") or "")


def _is_plain_field(reference: Mapping[str, Any]) -> bool:
    return reference.get("fieldPath") in ENV_FIELDS and reference.get("apiVersion") is None


def _is_plain_resource(reference: Mapping[str, Any]) -> bool:
    return reference.get("resource") in RESOURCES and reference.get("divisor") is None


def _are_plain_ports(ports: Sequence[Mapping[str, Any] | None]) -> bool:
    """Whether all ports of a pod are good, and no two have the same number or name."""
    good = [port for port in ports if port and port.get("containerPort") and _passes(port, _PORT)]
    return len(good) == len(ports) and are_distinct(good)


def _has_plain_mounts(container: Mapping[str, Any], place: PodPlace) -> bool:
    """Whether each mount has a path of its own and a volume of the pod; of a StatefulSet's not all are known."""
    mounts = container.get("volumeMounts") or ()
    volumes = mounts if place.kind == "StatefulSet" else place.spec.get("volumes") or ()
    names = {volume["name"] for volume in volumes if volume and volume.get("name")}
    good = {
        path
        for mount in mounts
        if mount and (path := mount.get("mountPath")) and mount.get("name") in names and _passes(mount, _MOUNT)
    }
    return len(good) == len(mounts)


def _is_relative(path: str) -> bool:
    return not path.startswith("/") and ".." not in path


def _has_plain_amounts(resources: Mapping[str, Any]) -> bool:
    return are_plain(resources.get("limits") or {}, resources.get("requests") or {})


def _is_plain_probe(probe: Mapping[str, Any]) -> bool:
    return _has_one_of(probe, _ACTIONS) and _passes(probe, _PROBE)


def _is_plain_request(action: Any) -> bool:
    return type(action) is dict and action.get("port") is not None and _passes(action, _REQUEST)


def _is_port(port: Any) -> bool:
    return 0 < port <= LAST_PORT if type(port) is int else type(port) is str and not port_name_errors(port)


def _are_plain_labels(labels: Any) -> bool:
    if type(labels) is not dict or any(map(qualified_name_errors, labels)):
        return False
    return not any(map(label_value_errors, map(text, labels.values())))


def _are_distinct_names(entries: Sequence[Mapping[str, Any] | None]) -> bool:
    return len({entry["name"] for entry in entries if entry and entry.get("name")}) == len(entries)


def _is_label(name: str) -> bool:
    return not label_errors(name)


def _is_subdomain(name: Any) -> bool:
    return type(name) is str and not subdomain_errors(name)


def _is_unread(_value: Any) -> bool:
    """The check of a field that is rarely written: it is left to the detailed checks."""
    return False


_SOURCES: Final[Mapping[str, _Check]] = {
    "fieldRef": _is_plain_field,
    "resourceFieldRef": _is_plain_resource,
    "configMapKeyRef": _has_good_key,
    "secretKeyRef": _has_good_key,
    "fileKeyRef": _is_unread,
}
_REFERENCES: Final[Mapping[str, _Check]] = {"configMapRef": _has_good_name, "secretRef": _has_good_name}
_PORT: Final[Mapping[str, _Check]] = {
    "containerPort": _is_port,
    "name": _is_port,
    "protocol": PROTOCOLS.__contains__,
    "hostPort": _is_unread,
}
_MOUNT: Final[Mapping[str, _Check]] = {"subPath": _is_relative, "subPathExpr": _is_unread}
_REQUEST: Final[Mapping[str, _Check]] = {
    "port": _is_port,
    "scheme": SCHEMES.__contains__,
    "httpHeaders": _is_unread,
}
_ACTIONS: Final[Mapping[str, _Check]] = {
    "exec": lambda action: bool(action.get("command")),
    "httpGet": _is_plain_request,
    "tcpSocket": _is_plain_request,
    "grpc": _is_plain_request,
}
_PROBE: Final[Mapping[str, _Check]] = {
    **dict.fromkeys(COUNTS, (0).__le__),
    "successThreshold": (1).__eq__,
    "terminationGracePeriodSeconds": _is_unread,
}
_CONTAINER: Final[Mapping[str, _Check]] = {
    "name": _is_label,
    "image": lambda image: image == image.strip(),
    "env": _is_plain_env,
    "envFrom": _is_plain_env_from,
    "resources": _has_plain_amounts,
    "imagePullPolicy": PULL_POLICIES.__contains__,
    "terminationMessagePolicy": MESSAGE_POLICIES.__contains__,
    **dict.fromkeys(PROBES, _is_plain_probe),
    "lifecycle": _is_unread,
    "restartPolicy": _is_unread,
}
_POD: Final[Mapping[str, _Check]] = {
    "volumes": lambda volumes: not any(volumes_errors(volumes, ROOT)),
    "imagePullSecrets": _are_distinct_names,
    "nodeSelector": _are_plain_labels,
    "restartPolicy": RESTART_POLICIES.__contains__,
    "dnsPolicy": DNS_POLICIES.__contains__,
    **dict.fromkeys(("serviceAccountName", "nodeName", "priorityClassName", "runtimeClassName"), _is_subdomain),
    **dict.fromkeys(("hostname", "subdomain"), _is_label),
    **dict.fromkeys(("activeDeadlineSeconds", "ephemeralContainers", "hostAliases", "resources"), _is_unread),
}
_METADATA: Final[Mapping[str, _Check]] = {
    "name": _is_subdomain,
    "namespace": _is_label,
    "generateName": _is_unread,
    "labels": _are_plain_labels,
    "annotations": lambda annotations: not any(map(qualified_name_errors, map(str.lower, annotations))),
}
