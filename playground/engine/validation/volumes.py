"""Validation of a pod's volumes: their names and sources, and the one field that a source cannot do without.

Kubernetes v1.36 ``ValidateVolumes`` and ``validateVolumeSource``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from playground.engine.kubernetes.names import label_errors
from playground.engine.kubernetes.pods import mapping, text
from playground.engine.location import FieldPath
from playground.engine.validation.errors import FieldError, all_invalid, duplicate, required

VOLUME_SOURCES: Final = (  # in the order of validation
    "emptyDir hostPath gitRepo gcePersistentDisk awsElasticBlockStore secret nfs iscsi glusterfs flocker"
    " persistentVolumeClaim rbd cinder cephfs quobyte downwardAPI fc flexVolume configMap azureFile vsphereVolume"
    " photonPersistentDisk portworxVolume azureDisk storageos projected scaleIO csi ephemeral image"
).split()
_NEEDED: Final = {
    "secret": ("secretName",),
    "configMap": ("name",),
    "persistentVolumeClaim": ("claimName",),
    "hostPath": ("path",),
    "nfs": ("server", "path"),
    "csi": ("driver",),
}


def volumes_errors(volumes: Sequence[Any], path: FieldPath) -> Iterator[FieldError]:
    """Errors in the volumes of a pod."""
    names: set[str] = set()
    for index, volume in enumerate(map(mapping, volumes)):
        errors = tuple(_volume_errors(volume, path / index, names))
        yield from errors
        if not errors:
            names.add(text(volume.get("name")))


def _volume_errors(volume: Mapping[str, Any], path: FieldPath, taken: set[str]) -> Iterator[FieldError]:
    for number, source in enumerate(source for source in VOLUME_SOURCES if volume.get(source) is not None):
        if number:
            words = "Forbidden: may not specify more than 1 volume type"
            yield FieldError(path / source, words, "several-value-sources")
        else:
            fields = (field for field in _NEEDED.get(source, ()) if not text(mapping(volume[source]).get(field)))
            yield from (required(path / source / field) for field in fields)
    name = text(volume.get("name"))
    if name:
        yield from all_invalid(path / "name", name, label_errors(name), "invalid-volume-name")
    else:
        yield required(path / "name")
    if name in taken:
        yield duplicate(path / "name", name, "duplicate-volume-name")
