"""Validation of a pod's own `resources`, also compared with the `resources` of its containers.

Kubernetes v1.36 ``validatePodResources``, ``validatePodResourceConsistency``; core/v1 ``defaultHugePagePodLimits``,
``defaultPodRequests``; component-helpers ``AggregateContainerRequests``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from playground.engine.cluster.pod_facts import PodFacts
from playground.engine.kubernetes.pods import Container, containers_of, mapping, mapping_at
from playground.engine.kubernetes.quantity import Quantity
from playground.engine.model.location import FieldPath
from playground.engine.validation.claims import claim_errors
from playground.engine.validation.errors import FieldError, invalid
from playground.engine.validation.resources import (
    HUGE_PAGES,
    Amounts,
    amounts_of,
    container_amounts,
    printed_path,
    resource_errors,
)


def pod_resource_errors(facts: PodFacts, path: FieldPath) -> Iterator[FieldError]:
    """Errors in the `resources` of a pod at ``path``."""
    if mapping_at(facts.spec, ("os",)).get("name") == "windows":
        yield FieldError(path, "Forbidden: may not be set for a windows pod", "forbidden-field")
        return
    resources = mapping(facts.spec.get("resources"))
    if resources.get("claims") is not None:
        body = "Forbidden: claims may not be set for Resources at pod-level"
        yield FieldError(path / "claims", body, "forbidden-field")
    containers = [item for item in containers_of(facts.spec, path.parent) if item.kind != "ephemeralContainer"]
    limits, requests = amounts_of({"resources": resources}, defaulted=False)
    limit_sums, request_sums = (_sums(containers, facts, list_) for list_ in (0, 1))
    if facts.cluster.defaulting and facts.place.kind == "Pod":
        limits, requests = _defaulted(limits, requests, limit_sums, request_sums)
    yield from resource_errors(limits, requests, path, of_pod=True)
    yield from claim_errors(resources, path / "claims", facts)
    for name, amount in request_sums.items():
        if name in requests and amount.amount > requests[name].amount:
            reason = f"must be greater than or equal to aggregate container requests of {amount}"
            yield _too_small_error(path / "requests", name, requests, reason)
    for name, amount in limit_sums.items():
        if name.startswith(HUGE_PAGES) and name in limits and amount.amount > limits[name].amount:
            reason = f"must be greater than or equal to aggregate container limits of {amount}"
            yield _too_small_error(path / "limits", name, limits, reason)
    yield from _container_limit_errors(containers, limits, path, facts)


def _too_small_error(path: FieldPath, name: str, amounts: Amounts, reason: str) -> FieldError:
    """The error of an amount of the pod that is less than its containers need together."""
    body = invalid(str(amounts[name]), reason)
    return FieldError(path / name, body, "amount-below-containers", printed_path(path, name))


def _container_limit_errors(
    containers: Sequence[Container], limits: Amounts, path: FieldPath, facts: PodFacts
) -> Iterator[FieldError]:
    """The errors for limits of a regular container that exceed the pod's."""
    for container in containers:
        for name, amount in container_amounts(container, facts)[0].items() if container.kind == "container" else ():
            if name in limits and amount.amount > limits[name].amount:
                printed = f"{path}.containers[{container.path[-1]}][{name}].limits"
                body = invalid(str(amount), f"must be less than or equal to pod limits of {limits[name]}")
                place = container.path / "resources" / "limits" / name
                yield FieldError(place, body, "limit-above-pods", printed)


def _sums(containers: Sequence[Container], facts: PodFacts, list_: int) -> Amounts:
    """What the containers need together, of each resource. ``list_``: 0 for their limits, 1 for their requests.

    The init containers run before the others, one after the other, beside the sidecars that started before them.
    """
    together: dict[str, Quantity] = {}  # of the containers and sidecars, which all run at the same time
    sidecars: dict[str, Quantity] = {}  # of the sidecars so far
    peaks: dict[str, Quantity] = {}  # the most that was needed while an init container ran
    for container in containers:
        amounts = container_amounts(container, facts)[list_]
        if container.kind == "container":
            _add(together, amounts)
        elif container.value.get("restartPolicy") == "Always":
            _add(together, amounts)
            _add(sidecars, amounts)
            _raise_peaks(peaks, {name: sidecars[name] for name in amounts})
        else:
            beside_sidecars = {name: amounts[name] + sidecars[name] for name in amounts if name in sidecars}
            _raise_peaks(peaks, {**amounts, **beside_sidecars})
    _raise_peaks(together, peaks)
    return together


def _add(sums: dict[str, Quantity], amounts: Amounts) -> None:
    for name, amount in amounts.items():
        sums[name] = sums[name] + amount if name in sums else amount


def _raise_peaks(peaks: dict[str, Quantity], amounts: Amounts) -> None:
    """Raise each of the ``peaks`` to the amount of the same resource if that is larger."""
    for name, amount in amounts.items():
        if name not in peaks or amount.amount > peaks[name].amount:
            peaks[name] = amount


def _defaulted(
    limits: Amounts, requests: Amounts, limit_sums: Amounts, request_sums: Amounts
) -> tuple[Amounts, Amounts]:
    """The pod's limits and requests with the API server's defaults, which a pod template does not get."""
    if limits or requests:
        # Huge pages that the pod does not mention are limited to what its containers may use.
        huge_pages = {name: amount for name, amount in limit_sums.items() if name.startswith(HUGE_PAGES)}
        limits = {**{name: amount for name, amount in huge_pages.items() if name not in requests}, **limits}
    if limits:
        # A missing request becomes what the containers request, else the pod's limit.
        needed = {name: amount for name, amount in request_sums.items() if name in ("cpu", "memory")}
        from_limits = {name: limits[name] for name in limits if _is_pod_resource(name)}
        requests = {**from_limits, **needed, **requests}
    return limits, requests


def _is_pod_resource(name: str) -> bool:
    """Whether the `resources` of a pod may have this resource."""
    return name in ("cpu", "memory") or name.startswith(HUGE_PAGES)
