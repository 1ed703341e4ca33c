"""The downward API in env: ``fieldRef`` and ``resourceFieldRef``.

Kubernetes v1.36 ``podFieldSelectorRuntimeValue``, ``pkg/fieldpath`` and ``pkg/api/v1/resource``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any

from playground.engine.cluster.pod_facts import PodFacts, host_ips, pod_ips
from playground.engine.cluster.provenance import Fact, Provenance
from playground.engine.kubernetes.fieldpaths import NODE_RESOURCES, DownwardError, converted_field, split_subscript
from playground.engine.kubernetes.names import qualified_name_errors
from playground.engine.kubernetes.pods import mapping, mapping_at, sequence, text
from playground.engine.kubernetes.quantity import ONE, ZERO, Quantity, QuantityError, parse
from playground.engine.model.records import record
from playground.engine.text.go import quote

_FACT_READERS: Mapping[str, Callable[[PodFacts], Fact[str]]] = {
    "metadata.name": attrgetter("name"),
    "metadata.namespace": attrgetter("namespace"),
    "metadata.uid": attrgetter("uid"),
    "spec.nodeName": attrgetter("node_name"),
    "spec.serviceAccountName": attrgetter("service_account"),
}
_LEAST_INT64 = -(2**63)  # the int64 that Go on amd64 makes of a float64 beyond 64 bits


def field_value(reference: Mapping[str, Any], facts: PodFacts) -> Fact[str]:
    """The value of a ``fieldRef``. Raises DownwardError."""
    api_version = text(reference.get("apiVersion")) or ("v1" if facts.cluster.defaulting else "")
    path = converted_field(api_version, text(reference.get("fieldPath")))
    parts = split_subscript(path)
    if parts is not None:
        return _subscripted_value(path, *parts, facts)
    if path in ("metadata.labels", "metadata.annotations"):
        return Fact(facts.once(path, lambda: _formatted(facts.own_entries(path))), Provenance.PASTED)
    if path in _FACT_READERS:
        return _FACT_READERS[path](facts)
    if not path.startswith("status.") or path == "status.phase":
        raise DownwardError(f"unsupported fieldPath: {path}")
    return facts.once(path, lambda: _addresses(path, facts))


def _formatted(values: Mapping[str, str]) -> str:
    """All labels or annotations as one text, a line for each (``fieldpath.FormatMap``)."""
    return "\n".join(f"{key}={quote(values[key])}" for key in sorted(values))


def _addresses(path: str, facts: PodFacts) -> Fact[str]:
    addresses = host_ips(facts.cluster) if path.startswith("status.hostIP") else pod_ips(facts)
    if not addresses.value and path.startswith("status.hostIP"):
        listed = " ".join(f"{{{kind} {address}}}" for kind, address in facts.cluster.node_addresses.value)
        raise DownwardError(f"host IP unknown; known addresses: [{listed}]")
    selected = addresses.value if path.endswith("s") else addresses.value[:1]
    return Fact(",".join(selected), addresses.provenance)


def _subscripted_value(field_path: str, path: str, key: str, facts: PodFacts) -> Fact[str]:
    """The value of the label or annotation ``key``; ``path`` is `metadata.labels` or `metadata.annotations`.

    Without that label or annotation the value is empty; that is no error.
    """
    is_label = path == "metadata.labels"
    errors = qualified_name_errors(key if is_label else key.lower())
    if errors:
        raise DownwardError(f"invalid key subscript in {field_path}: {';'.join(errors)}")
    values = facts.own_entries(path)
    if key in values or facts.cluster.complete:  # of a complete cluster nothing is assumed
        return Fact(values.get(key, ""), Provenance.PASTED)
    assumed_values = facts.assumed_entries(path)
    if key in assumed_values:
        return Fact(assumed_values[key], Provenance.ASSUMED)
    return Fact("", Provenance.PASTED)


@record()
class Amount:
    """The value of a ``resourceFieldRef``."""

    value: str
    assumed: bool
    rounded: str  # the quantity before it was rounded up; "" if the value is exact


def resource_value(reference: Mapping[str, Any], container: Mapping[str, Any], facts: PodFacts) -> Amount:
    """The value of a ``resourceFieldRef``: the quantity divided by the divisor, rounded up. Raises DownwardError.

    A missing or zero limit becomes the pod-level limit, else the node's allocatable amount. A missing request becomes
    the container's limit, nothing else. The limit of an init container that the reference names has no default.
    """
    name, resource = text(reference.get("containerName")), text(reference.get("resource"))
    target, node_is_limit = _referenced_container(name, container, facts)
    list_, _, kind = resource.partition(".")  # of `limits.cpu`: `limits` and `cpu`
    is_resource = kind in NODE_RESOURCES or kind.startswith("hugepages-")
    if list_ not in ("limits", "requests") or not is_resource:
        raise DownwardError(f"unsupported container resource : {resource}")
    quantity = _declared_quantity(target, list_, kind, facts)
    assumed = False
    has_default = list_ == "limits" and node_is_limit and kind in NODE_RESOURCES
    if has_default and not (quantity and quantity.amount):
        quantity, assumed = _fallback(kind, quantity, facts)
    quantity, divisor = quantity or ZERO, _quantity(reference.get("divisor"))
    divisor = divisor if divisor.amount else ONE
    rounded = "" if quantity.amount % divisor.amount == 0 else str(quantity)
    return Amount(_quotient_text(quantity, divisor, kind), assumed, rounded)


def _referenced_container(name: str, container: Mapping[str, Any], facts: PodFacts) -> tuple[Mapping[str, Any], bool]:
    """The container that the reference names, and whether its limits default to the node's."""
    if not name:
        return container, True
    if name not in facts.containers:
        raise DownwardError(f"container {name} not found")
    return facts.containers[name]


def _declared_quantity(target: Mapping[str, Any], list_: str, kind: str, facts: PodFacts) -> Quantity | None:
    """The container's own limit or request; None if there is none.

    The API server copies a limit into a missing request, but not for ephemeral containers: they may have no resources.
    """
    defaulting, resources = facts.cluster.defaulting, mapping(target.get("resources"))
    copies_limit = defaulting and not any(
        target is ephemeral for ephemeral in sequence(facts.spec.get("ephemeralContainers"))
    )
    for source in ("requests", "limits") if list_ == "requests" and copies_limit else (list_,):
        if kind in (amounts := mapping_at(resources, (source,))):
            quantity = _quantity(amounts[kind])
            return quantity.in_thousandths() if defaulting else quantity  # the API server's defaults round, too
    return None


def _fallback(kind: str, quantity: Quantity | None, facts: PodFacts) -> tuple[Quantity | None, bool]:
    """The pod-level limit, else the allocatable amount of the node; and whether the returned amount is assumed.

    A resource that the node does not have keeps its ``quantity``, even if the pod has a limit for it.
    """
    allocatable = facts.cluster.allocatable
    if kind not in allocatable.value:
        return quantity, allocatable.assumed
    pod_limit = _quantity(mapping_at(facts.spec, ("resources", "limits")).get(kind))
    if kind in ("cpu", "memory") and pod_limit.amount and facts.cluster.version.pod_level_resources:
        return pod_limit, False
    return _quantity(allocatable.value[kind]), allocatable.assumed


def _quantity(value: Any) -> Quantity:
    try:
        return parse(value)
    except QuantityError:  # reported separately: the API server refuses the pod
        return ZERO


def _quotient_text(quantity: Quantity, divisor: Quantity, kind: str) -> str:
    amounts = (quantity.milli_value, divisor.milli_value) if kind == "cpu" else (quantity.value, divisor.value)
    dividend, whole_divisor = map(float, amounts)  # Kubernetes divides floats too: it loses digits beyond 2**53
    if not whole_divisor:  # a divisor beyond 64 bits may become zero
        return str(_LEAST_INT64)
    return str(_int64(math.ceil(dividend / whole_divisor)))


def _int64(number: int) -> int:
    """The int64 that Go makes of a large float64. Out of range the machine decides: amd64 gives the least int64."""
    return number if number < 2**63 else _LEAST_INT64
