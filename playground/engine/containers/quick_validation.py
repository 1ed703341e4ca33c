"""Whether there is nothing to say of a pod and its containers: one fast check instead of all detailed ones.

It puts together the fast checks of the modules of validation (see ``plain``). If the answer is no, ``pod_validation``
and ``container_validation`` look for what is wrong, and may find nothing; nearly every pod passes and needs neither.
"""

from __future__ import annotations

from playground.engine.cluster import Cluster
from playground.engine.cluster.pod_decoding import decodable
from playground.engine.containers.container_validation import is_plain_container
from playground.engine.containers.metadata_validation import PLAIN_METADATA
from playground.engine.containers.mount_validation import has_plain_mounts
from playground.engine.containers.plain import passes
from playground.engine.containers.port_validation import are_plain_ports
from playground.engine.containers.spec_validation import PLAIN_SPEC
from playground.engine.kubernetes.pods import PodPlace
from playground.engine.objects import TracedObject


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
        and all(map(is_plain_container, containers))
        and len({container["name"] for container in containers}) == len(containers)
        and are_plain_ports([port for container in containers for port in container.get("ports") or ()])
        and passes(spec, PLAIN_SPEC)
        and passes(place.metadata, PLAIN_METADATA)
        and (place.kind != "Pod" or bool(place.metadata.get("name")))
        and all(has_plain_mounts(container, place) for container in containers if container.get("volumeMounts"))
    )
