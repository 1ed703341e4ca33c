"""Validation of the source of one volume: what it needs, its modes, its items and their paths.

Kubernetes v1.36 ``validateVolumeSource`` and the functions that it calls: ``validateKeyToPath``,
``validateDownwardAPIVolumeFile``, ``validateProjectionSources``, ``ValidatePersistentVolumeClaimSpec``, ….
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from playground.engine.cluster.pod_facts import PodFacts
from playground.engine.kubernetes.names import LONGEST_LABEL, LONGEST_NAME, label_errors, subdomain_errors
from playground.engine.kubernetes.pods import mapping, mappings, sequence, text
from playground.engine.kubernetes.quantity import Quantity, QuantityError, parse
from playground.engine.model.location import FieldPath
from playground.engine.text.go import quote
from playground.engine.validation.env import field_errors, resource_field_errors
from playground.engine.validation.errors import (
    FieldError,
    all_invalid,
    backstep_errors,
    choice_errors,
    descending_path_errors,
    forbidden,
    invalid_value,
    pointer_errors,
    required,
    too_long,
    unsupported_value,
    whole,
)
from playground.engine.validation.labels import label_map_errors, selector_errors

Source = Mapping[str, Any]
_Errors = Iterator[FieldError]

VOLUME_FIELDS: Final = tuple(f"metadata.{name}" for name in ("annotations", "labels", "name", "namespace", "uid"))
_REQUIRED: Final = {
    "gitRepo": ("repository",),
    "gcePersistentDisk": ("pdName",),
    "awsElasticBlockStore": ("volumeID",),
    "secret": ("secretName",),
    "nfs": ("server", "path"),
    "iscsi": ("targetPortal", "iqn"),
    "glusterfs": ("endpoints", "path"),
    "persistentVolumeClaim": ("claimName",),
    "rbd": ("monitors", "image"),
    "cinder": ("volumeID",),
    "cephfs": ("monitors",),
    "flexVolume": ("driver",),
    "configMap": ("name",),
    "azureFile": ("secretName", "shareName"),
    "vsphereVolume": ("volumePath",),
    "photonPersistentDisk": ("pdID",),
    "portworxVolume": ("volumeID",),
    "azureDisk": ("diskName", "diskURI"),
    "storageos": ("volumeName",),
    "scaleIO": ("gateway", "system", "volumeName"),
    "csi": ("driver",),
    "ephemeral": ("volumeClaimTemplate",),
}
_LAST_MODE: Final = 0o777
_HOST_PATH_TYPES: Final = (
    "", "BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket",
)  # fmt: skip
_LAST_BYTE: Final = 255  # the last number of a partition or of a logical unit
_SHORTEST_TOKEN: Final = 600  # seconds
_LONGEST_TOKEN: Final = 2**32  # seconds
_PULL_POLICIES: Final = ("Always", "IfNotPresent", "Never")
_TWICE: Final = "conflicting duplicate paths"


def source_errors(name: str, source: Source, path: FieldPath, facts: PodFacts) -> _Errors:
    """Errors in the source of a volume, such as its `secret`; ``name`` is the field's, ``path`` is the source's."""
    for field in _REQUIRED.get(name, ()):
        if not source.get(field):
            yield required(path / field)
    if name in _CHECKS:
        yield from _CHECKS[name](source, path, facts)


def _empty_dir_errors(source: Source, path: FieldPath, facts: PodFacts) -> _Errors:
    limit = _quantity(source.get("sizeLimit"))
    if limit is not None and limit.amount < 0:
        yield forbidden(path / "sizeLimit", "SizeLimit field must be a valid resource quantity")


def _quantity(value: Any) -> Quantity | None:
    try:
        return None if value is None else parse(value)
    except QuantityError:  # ``decoding`` reports it
        return None


def _host_path_errors(source: Source, path: FieldPath, facts: PodFacts) -> _Errors:
    if not (host_path := text(source.get("path"))):
        yield required(path / "path")
    else:
        yield from backstep_errors(host_path, path / "path")
        yield from pointer_errors(source, "type", _HOST_PATH_TYPES, path)


def _git_repo_errors(source: Source, path: FieldPath, facts: PodFacts) -> _Errors:
    return descending_path_errors(text(source.get("directory")), path / "directory")


def _partition_errors(source: Source, path: FieldPath, facts: PodFacts) -> _Errors:
    partition = whole(source.get("partition"))
    if partition is not None and not 0 <= partition <= _LAST_BYTE:
        # The API server says 1, but accepts 0.
        yield invalid_value(path / "partition", partition, f"must be between 1 and {_LAST_BYTE}, inclusive")


def _nfs_errors(source: Source, path: FieldPath, facts: PodFacts) -> _Errors:
    if not (directory := text(source.get("path"))).startswith("/"):
        yield invalid_value(path / "path", directory, "must be an absolute path")


def _keyed_errors(source: Source, path: FieldPath, facts: PodFacts) -> _Errors:
    """Errors in a `secret` or `configMap`."""
    yield from _mode_errors(source, "defaultMode", path)
    yield from _items_errors(source, path)


def _mode_errors(source: Source, field: str, path: FieldPath) -> _Errors:
    if (mode := whole(source.get(field))) is not None and not 0 <= mode <= _LAST_MODE:
        message = "must be a number between 0 and 0777 (octal), both inclusive"
        yield invalid_value(path / field, mode, message, "bad-mode")


def _items_errors(source: Source, path: FieldPath, paths: set[str] | None = None) -> _Errors:
    """Errors in `items`. ``paths``: in a projected volume, the paths of its files so far; else None."""
    for index, item in enumerate(mappings(source.get("items"))):
        place, file = path / "items" / index, text(item.get("path"))
        for field in ("key", "path"):
            if not text(item.get(field)):
                yield required(place / field)
        yield from _file_path_errors(file, place / "path")
        yield from _mode_errors(item, "mode", place)
        if file and paths is not None:
            yield from _conflict_errors(file, text(source.get("name")), place / "path", paths)


def _file_path_errors(file: str, path: FieldPath) -> _Errors:
    """Errors in the path of a file of a volume (``ValidateLocalNonReservedPath``)."""
    yield from descending_path_errors(file, path)
    if file.startswith("..") and not file.startswith("../"):
        yield invalid_value(path, file, "must not start with '..'", "bad-path")


# The number of steps in a path from a projected volume to the path of a file.
_BELOW_PROJECTED: Final = len(("sources", 0, "secret", "items", 0, "path"))


def _conflict_errors(file: str, value: str, path: FieldPath, paths: set[str]) -> _Errors:
    """The error of a ``file`` that is in ``paths`` already. The API server prints ``value`` and the volume's path."""
    if file in paths:
        # Many items may repeat a long name: no more of the name than a valid name has characters.
        yield invalid_value(path, value[:LONGEST_NAME], _TWICE, "bad-path", FieldPath(path[:-_BELOW_PROJECTED]))
    paths.add(file)


def _downward_errors(source: Source, path: FieldPath, facts: PodFacts) -> _Errors:
    yield from _mode_errors(source, "defaultMode", path)
    for index, file in enumerate(mappings(source.get("items"))):
        place = path / "items" / index
        yield from reprinted(_downward_file_errors(file, place, facts), place, path)


def _downward_file_errors(file: Source, path: FieldPath, facts: PodFacts) -> _Errors:
    if not (name := text(file.get("path"))):
        yield required(path / "path")
    yield from _file_path_errors(name, path / "path")
    field, resource = file.get("fieldRef"), file.get("resourceFieldRef")
    if field is not None:
        defaulted = facts.cluster.defaulting
        yield from field_errors(mapping(field), path / "fieldRef", VOLUME_FIELDS, defaulted=defaulted)
        if resource is not None:
            message = "fieldRef and resourceFieldRef can not be specified simultaneously"
            yield invalid_value(path, "resource", message)
    elif resource is not None:
        yield from resource_field_errors(mapping(resource), path / "resourceFieldRef", of_volume=True)
    else:
        yield required(path, "one of fieldRef and resourceFieldRef is required")
    yield from _mode_errors(file, "mode", path)


def reprinted(errors: _Errors, path: FieldPath, printed: FieldPath) -> _Errors:
    """The ``errors`` below ``path``, printed as if they were below ``printed``, as the API server does."""
    for error in errors:
        own = error.path if not isinstance(error.printed, FieldPath) else error.printed
        yield replace(error, printed=printed.join(own[len(path) :]))


def _projected_errors(source: Source, path: FieldPath, facts: PodFacts) -> _Errors:
    yield from _mode_errors(source, "defaultMode", path)
    paths: set[str] = set()
    for index, projection in enumerate(mappings(source.get("sources"))):
        place = path / "sources" / index
        for field in ("secret", "configMap"):
            if (keyed := projection.get(field)) is not None:
                if not text(mapping(keyed).get("name")):
                    yield required(place / field / "name")
                yield from _items_errors(mapping(keyed), place / field, paths)
        if (downward := projection.get("downwardAPI")) is not None:
            yield from _projected_downward_errors(mapping(downward), place / "downwardAPI", facts, paths)
        if (token := projection.get("serviceAccountToken")) is not None:
            yield from _token_errors(mapping(token), place / "serviceAccountToken", path, facts)
        fields = ("secret", "configMap", "downwardAPI", "serviceAccountToken")
        if sum(projection.get(field) is not None for field in fields) > 1:
            yield forbidden(place, "may not specify more than 1 volume type per source")


def _projected_downward_errors(source: Source, path: FieldPath, facts: PodFacts, paths: set[str]) -> _Errors:
    for index, file in enumerate(mappings(source.get("items"))):
        place, name = path / "items" / index, text(file.get("path"))
        yield from reprinted(_downward_file_errors(file, place, facts), place, path)
        if name:
            yield from _conflict_errors(name, name, place / "path", paths)


def _token_errors(token: Source, path: FieldPath, projected: FieldPath, facts: PodFacts) -> _Errors:
    seconds = whole(token.get("expirationSeconds"), None if facts.cluster.defaulting else 0)
    if seconds is not None and seconds < _SHORTEST_TOKEN:
        yield invalid_value(path / "expirationSeconds", seconds, "may not specify a duration less than 10 minutes")
    if seconds is not None and seconds > _LONGEST_TOKEN:
        yield invalid_value(path / "expirationSeconds", seconds, "may not specify a duration larger than 2^32 seconds")
    if not (file := text(token.get("path"))):
        yield required(path / "path", printed=projected / "path")
    else:
        yield from reprinted(_file_path_errors(file, path / "path"), path, projected)


def _image_errors(source: Source, path: FieldPath, facts: PodFacts) -> _Errors:
    if facts.cluster.version.image_volumes:
        # A pod template may have no image: a tool or a controller may add the image later.
        if facts.place.kind == "Pod" and not text(source.get("reference")):
            yield required(path / "reference")
        yield from choice_errors(source, "pullPolicy", _PULL_POLICIES, path, defaulted=facts.cluster.defaulting)


def _csi_errors(source: Source, path: FieldPath, facts: PodFacts) -> _Errors:
    if driver := text(source.get("driver")):
        if len(driver.encode("utf-8", "surrogatepass")) > LONGEST_LABEL:
            yield too_long(path / "driver", LONGEST_LABEL)
        yield from all_invalid(path / "driver", driver, subdomain_errors(driver.lower()), "invalid-name")
    if (secret := source.get("nodePublishSecretRef")) is not None:
        name, place = text(mapping(secret).get("name")), path / "nodePublishSecretRef" / "name"
        if not name:
            yield required(place)
        else:
            for message in subdomain_errors(name):
                printed = path / "name"  # the API server leaves out `nodePublishSecretRef`
                yield invalid_value(place, name, message, "invalid-name", printed)


_ACCESS_MODES: Final = ("ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod")
_VOLUME_MODES: Final = ("Block", "Filesystem")


def _ephemeral_errors(source: Source, path: FieldPath, facts: PodFacts) -> _Errors:
    """Errors in the claim that the pod makes; the `dataSource` and `dataSourceRef` of the claim are not validated."""
    if not isinstance(template := source.get("volumeClaimTemplate"), dict):
        return
    metadata, spec = mapping(template.get("metadata")), mapping(template.get("spec"))
    path = path / "volumeClaimTemplate"
    yield from label_map_errors(mapping(metadata.get("labels")), path / "metadata" / "labels")
    for field in ("name", "generateName", "namespace"):
        if metadata.get(field):
            yield forbidden(path / "metadata" / field, "cannot be set")
    yield from _claim_errors(spec, path / "spec")


def _claim_errors(spec: Source, path: FieldPath) -> _Errors:
    modes = [*map(text, sequence(spec.get("accessModes")))]
    if not modes:
        yield required(path / "accessModes", "at least 1 access mode is required")
    yield from selector_errors(spec.get("selector"), path / "selector")
    for mode in modes:
        if mode not in _ACCESS_MODES:
            yield unsupported_value(path / "accessModes", mode, _ACCESS_MODES)
    if "ReadWriteOncePod" in modes and len(frozenset(modes) & frozenset(_ACCESS_MODES)) > 1:
        yield forbidden(path / "accessModes", "may not use ReadWriteOncePod with other access modes")
    requests = mapping(mapping(spec.get("resources")).get("requests"))
    place, printed = path / "resources" / "requests" / "storage", f"{path}.resources[storage]"
    if "storage" not in requests:
        yield required(path / "resources", printed=printed)
    elif (storage := _quantity(requests["storage"])) is not None and storage.amount <= 0:
        yield invalid_value(place, str(storage), "must be greater than zero", printed=printed)
    if name := text(spec.get("storageClassName")):
        yield from all_invalid(path / "storageClassName", name, subdomain_errors(name), "invalid-name")
    yield from pointer_errors(spec, "volumeMode", _VOLUME_MODES, path)


# Characters: to match a much longer name takes too long. The API server has no limit; iSCSI allows 223 bytes.
_LONGEST_INITIATOR: Final = 1000
_NAME_STARTS: Final = ("iqn", "eui", "naa")
_LONGEST_PORTAL: Final = 64  # bytes of a volume's name and its portal together
_INITIATORS: Final = {  # Kubernetes' own patterns: after `eui` and `naa`, any character stands for the point
    "iqn": re.compile(r"iqn\.\d{4}-\d{2}\.([a-zA-Z0-9.-]+)(:[^,;*&$|\s]+)\Z", re.ASCII),
    "eui": re.compile(r"\Aeui.[a-zA-Z0-9]{16}\Z"),
    "naa": re.compile(r"\Anaa.[a-zA-Z0-9]{32}\Z"),
}


def _iscsi_errors(source: Source, path: FieldPath, facts: PodFacts) -> _Errors:
    if name := text(source.get("iqn")):
        yield from _initiator_errors(name, path / "iqn")
    if (unit := whole(source.get("lun"))) is not None and not 0 <= unit <= _LAST_BYTE:
        yield invalid_value(path / "lun", unit, f"must be between 0 and {_LAST_BYTE}, inclusive")
    authenticated = source.get("chapAuthDiscovery") is True or source.get("chapAuthSession") is True
    if authenticated and source.get("secretRef") is None:
        yield required(path / "secretRef")
    if isinstance(initiator := source.get("initiatorName"), str):
        yield from reprinted(
            _initiator_errors(initiator, path / "initiatorName"), path / "initiatorName", path / "initiatorname"
        )


def _initiator_errors(name: str, path: FieldPath) -> _Errors:
    start = name[:3]
    if start not in _NAME_STARTS:
        yield invalid_value(path, name, "must be valid format starting with iqn, eui, or naa")
    elif len(name) > _LONGEST_INITIATOR or not _INITIATORS[start].search(name):
        yield invalid_value(path, name, "must be valid format")


def _flocker_errors(source: Source, path: FieldPath, facts: PodFacts) -> _Errors:
    name, uuid = text(source.get("datasetName")), text(source.get("datasetUUID"))
    if not name and not uuid:
        yield required(path, "one of datasetName and datasetUUID is required")
    if name and uuid:
        yield invalid_value(path, "resource", "datasetName and datasetUUID can not be specified simultaneously")
    if "/" in name:
        yield invalid_value(path / "datasetName", name, "must not contain '/'")


def _secret_name_errors(source: Source, path: FieldPath, facts: PodFacts) -> _Errors:
    if (secret := source.get("secretRef")) is not None and not text(mapping(secret).get("name")):
        yield required(path / "secretRef" / "name")


_LONGEST_TENANT: Final = 64  # characters
_HOST_AND_PORT: Final = re.compile(r"(?:\[[^\[\]]*\]|[^:\[\]]*):[^:\[\]]*")


def _quobyte_errors(source: Source, path: FieldPath, facts: PodFacts) -> _Errors:
    registry, tenant = text(source.get("registry")), text(source.get("tenant"))
    reason = "must be a host:port pair or multiple pairs separated by commas"
    if not registry:
        yield required(path / "registry", reason)
    elif len(tenant) > _LONGEST_TENANT:
        yield required(path / "tenant", f"must be a UUID and may not exceed a length of {_LONGEST_TENANT} characters")
    else:
        # The API server reports equal errors once, so a second wrong pair gives no second error.
        if not all(map(_HOST_AND_PORT.fullmatch, registry.split(","))):
            yield invalid_value(path / "registry", registry, reason)
    if not text(source.get("volume")):
        yield required(path / "volume")


def _fibre_channel_errors(source: Source, path: FieldPath, facts: PodFacts) -> _Errors:
    targets, ids, unit = sequence(source.get("targetWWNs")), sequence(source.get("wwids")), source.get("lun")
    if not targets and not ids:
        yield required(path / "targetWWNs", "must specify either targetWWNs or wwids, but not both")
    if targets and ids:
        message = "targetWWNs and wwids can not be specified simultaneously"
        yield invalid_value(path / "targetWWNs", targets, message)
    if targets and unit is None:
        yield required(path / "lun", "lun is required if targetWWNs is specified")
    elif targets and (number := whole(unit)) is not None and not 0 <= number <= _LAST_BYTE:
        yield invalid_value(path / "lun", number, f"must be between 0 and {_LAST_BYTE}, inclusive")


def _flex_errors(source: Source, path: FieldPath, facts: PodFacts) -> _Errors:
    for key in mapping(source.get("options")):
        namespace = f".{key.partition('/')[0].lower()}"
        if namespace.endswith((".kubernetes.io", ".k8s.io")):
            message, printed = "kubernetes.io and k8s.io namespaces are reserved", f"{path / 'options'}[{key}]"
            yield invalid_value(path / "options" / key, key, message, printed=printed)


_CACHING_MODES: Final = ("None", "ReadOnly", "ReadWrite")
_DISK_KINDS: Final = ("Dedicated", "Managed", "Shared")
_MANAGED_DISK: Final = "/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}"
_BLOB_DISK: Final = "https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd"


def _azure_disk_errors(source: Source, path: FieldPath, facts: PodFacts) -> _Errors:
    yield from pointer_errors(source, "cachingMode", _CACHING_MODES, path)
    yield from pointer_errors(source, "kind", _DISK_KINDS, path)
    kind, address = source.get("kind"), text(source.get("diskURI"))
    if kind is None:
        kind = "Shared" if facts.cluster.defaulting else None
    if kind == "Managed" and not address.startswith("/subscriptions/"):
        yield unsupported_value(path / "diskURI", address, (_MANAGED_DISK,))
    elif kind not in (None, "Managed") and not address.startswith("https://"):
        yield unsupported_value(path / "diskURI", address, (_BLOB_DISK,))


def _storage_os_errors(source: Source, path: FieldPath, facts: PodFacts) -> _Errors:
    for field in ("volumeName", "volumeNamespace"):
        if name := text(source.get(field)):
            yield from all_invalid(path / field, name, label_errors(name), "invalid-name")
    yield from _secret_name_errors(source, path, facts)


_CHECKS: Final[Mapping[str, Callable[[Source, FieldPath, PodFacts], _Errors]]] = {
    "emptyDir": _empty_dir_errors,
    "hostPath": _host_path_errors,
    "gitRepo": _git_repo_errors,
    "gcePersistentDisk": _partition_errors,
    "awsElasticBlockStore": _partition_errors,
    "secret": _keyed_errors,
    "nfs": _nfs_errors,
    "iscsi": _iscsi_errors,
    "flocker": _flocker_errors,
    "cinder": _secret_name_errors,
    "quobyte": _quobyte_errors,
    "downwardAPI": _downward_errors,
    "fc": _fibre_channel_errors,
    "flexVolume": _flex_errors,
    "configMap": _keyed_errors,
    "azureDisk": _azure_disk_errors,
    "storageos": _storage_os_errors,
    "projected": _projected_errors,
    "csi": _csi_errors,
    "ephemeral": _ephemeral_errors,
    "image": _image_errors,
}


def claim_name_errors(volume: Source, path: FieldPath, facts: PodFacts) -> _Errors:
    """Errors in the name of the claim that a Pod makes for an ephemeral ``volume`` at ``path``."""
    pod, name = text(facts.place.metadata.get("name")), text(volume.get("name"))
    if facts.place.kind == "Pod" and pod and name:
        claim = f"{pod}-{name}"
        for message in subdomain_errors(claim):
            yield invalid_value(path / "name", name, f"PVC name {quote(claim)}: {message}", "invalid-name")


def long_portal_errors(volume: Source, path: FieldPath) -> _Errors:
    """The error of an `iscsi` ``volume`` at ``path`` whose name and portal are too long together."""
    source, name = mapping(volume.get("iscsi")), text(volume.get("name"))
    portal = f"{name}:{text(source.get('targetPortal'))}"
    if source.get("initiatorName") is not None and len(portal.encode("utf-8", "surrogatepass")) > _LONGEST_PORTAL:
        message = f"Total length of <volume name>:<iscsi.targetPortal> must be under {_LONGEST_PORTAL} characters"
        yield invalid_value(path / "name", name, f"{message} if iscsi.initiatorName is specified.")
