"""The cluster that a pod would find: Services, ConfigMaps, Secrets, its node and its addresses.

Each fact has its provenance: pasted beside the pod, given by the user, or assumed (see ``provenance``).
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import Any

from playground.engine.cluster.node import assumed, given_or, node_facts, texts
from playground.engine.cluster.provenance import Fact, Provenance
from playground.engine.cluster.services import Service, name_refusal, service_from, with_address
from playground.engine.kubernetes.decoding import base64_error
from playground.engine.kubernetes.pods import field_at, items_of, mapping, mapping_at, sequence, text
from playground.engine.kubernetes.versions import NEWEST, KubernetesVersion
from playground.engine.model.location import ROOT, FieldPath
from playground.engine.model.records import record
from playground.engine.reading.objects import TracedObject

POD_IPS: tuple[str, ...] = ("10.1.2.3",)
_NO_FILES: Mapping[str, Any] = {}
_ASSUMED_POD_IPS = assumed(POD_IPS)
_ASSUMED_FILES = assumed(_NO_FILES)
_MASTER = service_from(  # the Service `kubernetes`, which every cluster has
    {
        "metadata": {"name": "kubernetes", "namespace": "default"},
        "spec": {"clusterIP": "10.96.0.1", "ports": [{"name": "https", "port": 443, "protocol": "TCP"}]},
    },
    Provenance.ASSUMED,
)
_POD_KEYS = ("podName", "podUID", "serviceAccountName")
# The keys of a given cluster that list objects, each with the kind of its objects.
GIVEN_KINDS = {"services": "Service", "configMaps": "ConfigMap", "secrets": "Secret"}
_FACT_KEYS = ("namespace", "podIPs", "nodeIPs", "nodeAddresses", "nodeName", "allocatable", "files", "clusterIPs")
_KUBELET_KEYS = ("servicesSynced", "noDefaulting", "nilServiceCache")  # see the last fields of Cluster
CLUSTER_KEYS = (*GIVEN_KINDS, *_FACT_KEYS, *_POD_KEYS, *_KUBELET_KEYS)  # all keys that a given cluster may have
_DATA_KINDS = {"ConfigMap", "Secret"}
_PASTED_KINDS = {*GIVEN_KINDS.values(), "Node"}


@record()
class DataObject:
    """A ConfigMap or Secret: its keys with their decoded texts, and the path of each key if the object was pasted."""

    kind: str  # "ConfigMap" or "Secret"
    name: str
    namespace: str | None  # None: not written; then the object is in the pod's namespace
    data: Mapping[str, str]
    provenance: Provenance
    # The index of the Object that is this ConfigMap or Secret, or of the List that contains it; None if not pasted.
    object: int | None = None
    places: Mapping[str, FieldPath] = field(default_factory=dict)  # the path of each key in that Object
    binary: frozenset[str] = frozenset()  # the keys of a Secret whose bytes are not UTF-8


@record()
class Cluster:
    """The cluster as the pod finds it."""

    services: tuple[Service, ...]
    data_objects: Mapping[tuple[str, str, str | None], DataObject]  # by kind, name and written namespace
    complete: bool  # the user gave Services, ConfigMaps or Secrets: no others exist
    namespace: str | None
    pod_ips: Fact[tuple[str, ...]]
    node_name: Fact[str]
    node_ips: Fact[tuple[str, ...]]
    node_addresses: Fact[tuple[tuple[str, str], ...]]  # (type, address)
    allocatable: Fact[Mapping[str, Any]]
    # The files of emptyDir volumes, which `fileKeyRef` reads: by name of the volume, a mapping of paths to contents.
    files: Fact[Mapping[str, Any]]
    pod: Mapping[str, str] = field(default_factory=dict)  # podName, podUID, serviceAccountName, as far as given
    services_synced: bool = True  # False: the kubelet has not read the Services yet, so it starts only static pods
    defaulting: bool = True  # whether the API server fills in defaults
    service_cache: bool = True  # False: a kubelet without an API server, whose pods get no variables from Services
    version: KubernetesVersion = NEWEST
    has_binary_secrets: bool = False  # some Secret has bytes that are not UTF-8

    def find(self, kind: str, name: str, namespace: str) -> DataObject | None:
        """The ConfigMap or Secret (``kind``) of this name in the pod's ``namespace``; None if there is none.

        An object without a written namespace is in the pod's namespace. Of two objects, the pasted one counts.
        """
        candidates = (self.data_objects.get((kind, name, written)) for written in (namespace, None))
        order = list(Provenance)
        return min((item for item in candidates if item), key=lambda item: order.index(item.provenance), default=None)


def cluster_for(
    objects: Sequence[TracedObject], given_cluster: Mapping[str, Any] | None, version: KubernetesVersion = NEWEST
) -> Cluster:
    """The cluster of some Objects: its facts come from the Objects, else from the given cluster, else they are assumed.

    ``given_cluster`` may have any CLUSTER_KEYS. podName, podUID and serviceAccountName are for pods without their own.
    clusterIPs are for Services without a written address; the keys are `name`, or `namespace/name` for a Service with a
    written namespace. Values of a wrong shape are ignored; nothing is raised.
    """
    given_cluster, pasted = mapping(given_cluster), tuple(_pasted(objects))
    node = next((item.value for item in pasted if item.kind == "Node"), {})
    data_objects = _first_of_each_name(_data_objects(pasted, given_cluster))
    return Cluster(
        services=tuple(item for item in _services(pasted, given_cluster) if not name_refusal(item.name, version)),
        data_objects=data_objects,
        complete=any(key in given_cluster for key in GIVEN_KINDS),
        namespace=text(given_cluster.get("namespace")) or None,
        pod_ips=given_or(given_cluster, "podIPs", _ASSUMED_POD_IPS, texts),
        **node_facts(node, given_cluster),
        files=given_or(given_cluster, "files", _ASSUMED_FILES, mapping),
        pod={key: text(given_cluster[key]) for key in _POD_KEYS if text(given_cluster.get(key))},
        services_synced=given_cluster.get("servicesSynced") is not False,
        defaulting=given_cluster.get("noDefaulting") is not True,
        service_cache=given_cluster.get("nilServiceCache") is not True,
        version=version,
        has_binary_secrets=any(item.binary for item in data_objects.values()),
    )


@record()
class _Pasted:
    """A pasted Service, ConfigMap, Secret or Node."""

    kind: str
    value: Mapping[str, Any]
    object: int  # the index of this Object, or of the List that contains it
    path: FieldPath  # in that Object


def _pasted(objects: Sequence[TracedObject]) -> Iterator[_Pasted]:
    for index, item in enumerate(objects):
        for path, value in items_of(item.value):
            kind = field_at(value, ("kind",))
            if isinstance(kind, str) and kind in _PASTED_KINDS:
                yield _Pasted(kind, value, index, path)


def _services(pasted: Sequence[_Pasted], given_cluster: Mapping[str, Any]) -> tuple[Service, ...]:
    pasted_services = (
        service_from(item.value, Provenance.PASTED, item.object, item.path) for item in pasted if item.kind == "Service"
    )
    addresses = {name: text(address) for name, address in mapping_at(given_cluster, ("clusterIPs",)).items()}
    # The index gives each Service without an address an assumed address of its own.
    addressed = [
        with_address(service, index, addresses.get(service.full_name, ""))
        for index, service in enumerate(pasted_services)
    ]
    if "services" in given_cluster:
        listed = (service_from(value, Provenance.GIVEN) for value in sequence(given_cluster["services"]))
        # For `containers.service_links`, a later Service replaces an earlier one of the same name: a pasted one counts.
        return (*listed, *addressed)
    return (*addressed, _master(addresses))


def _master(addresses: Mapping[str, str]) -> Service:
    address = addresses.get(_MASTER.full_name, "")
    return replace(_MASTER, cluster_ip=address, provenance=Provenance.GIVEN) if address else _MASTER


def _data_objects(pasted: Sequence[_Pasted], given_cluster: Mapping[str, Any]) -> Iterator[DataObject]:
    for item in pasted:
        if item.kind in _DATA_KINDS:
            yield _data_object(item.kind, item.value, Provenance.PASTED, item.object, item.path)
    for key, kind in GIVEN_KINDS.items():
        if kind in _DATA_KINDS:
            yield from (_data_object(kind, value, Provenance.GIVEN) for value in sequence(given_cluster.get(key)))


def _first_of_each_name(items: Iterable[DataObject]) -> Mapping[tuple[str, str, str | None], DataObject]:
    """The items by kind, name and namespace. The first of a name counts; pasted items come before given ones."""
    by_name: dict[tuple[str, str, str | None], DataObject] = {}
    for item in items:
        by_name.setdefault((item.kind, item.name, item.namespace), item)
    return by_name


def _data_object(
    kind: str, value: Any, provenance: Provenance, index: int | None = None, path: FieldPath = ROOT
) -> DataObject:
    data, places = {}, {}
    binary: set[str] = set()
    # A key in `stringData` replaces the same key in `data`.
    for source in ("data", "stringData") if kind == "Secret" else ("data",):
        is_base64 = kind == "Secret" and source == "data"
        for key, content in mapping_at(value, (source,)).items():
            name = text(key)
            data[name], is_text = _decoded(text(content)) if is_base64 else (text(content), True)
            places[name] = path / source / key
            (binary.discard if is_text else binary.add)(name)
    return DataObject(
        kind,
        text(field_at(value, ("metadata", "name"))),
        text(field_at(value, ("metadata", "namespace"))) or None,
        data,
        provenance,
        index,
        places if index is not None else {},
        frozenset(binary),
    )


def _decoded(content: str) -> tuple[str, bool]:
    """A Secret's bytes as text, and whether they are UTF-8. ``validation.decoding`` reports invalid base64."""
    if base64_error(content) is not None:
        return content, True
    # Go's JSON shows each invalid byte as U+FFFD; Python's "replace" would merge some of them.
    decoded = base64.b64decode(content).decode("utf-8", "surrogateescape")
    shown = "".join("\ufffd" if "\udc80" <= char <= "\udcff" else char for char in decoded)
    return shown, shown == decoded
