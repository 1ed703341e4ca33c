"""Validation of a container's `resources`: errors and warnings.

Kubernetes v1.36 ``validateResourceRequirements`` and ``pkg/api/pod/warnings.go``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from playground.engine.kubernetes.names import qualified_name_errors
from playground.engine.kubernetes.pods import mapping, mappings
from playground.engine.kubernetes.quantity import Quantity, QuantityError, parse
from playground.engine.model.location import FieldPath
from playground.engine.text.go import quote
from playground.engine.validation.errors import FieldError, invalid, unsupported

Amounts = Mapping[str, Quantity]

_HUGE = "hugepages-"
_OF_PODS = ("cpu", _HUGE, "memory")
_BYTES = ("memory", "ephemeral-storage")
_OF_CONTAINERS = frozenset({"cpu", *_BYTES})
_COUNTED = frozenset(
    {"services.nodeports", "services.loadbalancers"}
    | set("pods services secrets configmaps resourcequotas replicationcontrollers persistentvolumeclaims".split())
)
_OF_QUOTAS = (  # known by their names, though no container can ask for them
    {f"{list_}.{name}" for list_ in ("limits", "requests") for name in _OF_CONTAINERS}
    | {"storage", "requests.storage"}
    | _COUNTED
)


def amounts_of(container: Mapping[str, Any], *, defaulted: bool) -> tuple[Amounts, Amounts]:
    """The limits and requests of a container; ``defaulted``: a missing request is the limit."""
    resources = mapping(container.get("resources"))
    limits, requests = _amounts(mapping(resources.get("limits"))), _amounts(mapping(resources.get("requests")))
    return limits, {**limits, **requests} if defaulted else requests


def resource_errors(
    limits: Amounts, requests: Amounts, path: FieldPath, *, of_pod: bool = False
) -> Iterator[FieldError]:
    """Errors in the `resources` at ``path``, which are those of a container, or of a whole pod."""
    for name, amount in limits.items():
        yield from _amount_errors(name, amount, path / "limits", of_pod)
        yield from _page_errors(name, amount, path / "limits")
    for name, amount in requests.items():
        yield from _amount_errors(name, amount, path / "requests", of_pod)
        yield from _request_errors(name, amount, limits, path)
        yield from _page_errors(name, amount, path / "requests")
    names = {*limits, *requests}
    if any(name.startswith(_HUGE) for name in names) and not names & {"cpu", "memory"}:
        yield FieldError(path, "Forbidden: HugePages require cpu or memory", "lonely-hugepages")


def pod_resource_errors(spec: Mapping[str, Any], path: FieldPath, *, defaulted: bool) -> Iterator[FieldError]:
    """Errors in the `resources` of a pod, by themselves and beside the limits of its containers."""
    of_pod = mapping(spec.get("resources"))
    if of_pod.get("claims") is not None:
        words = "Forbidden: claims may not be set for Resources at pod-level"
        yield FieldError(path / "claims", words, "forbidden-field")
    limits, requests = amounts_of({"resources": of_pod}, defaulted=False)
    yield from resource_errors(limits, requests, path, of_pod=True)
    for index, container in enumerate(mappings(spec.get("containers"))):
        for name, amount in amounts_of(container, defaulted=defaulted)[0].items():
            if name in limits and amount.amount > limits[name].amount:
                printed = f"{path}.containers[{index}][{name}].limits"
                words = invalid(str(amount), f"must be less than or equal to pod limits of {limits[name]}")
                place = path.parent / "containers" / index / "resources" / "limits" / name
                yield FieldError(place, words, "limit-above-pods", printed)


def fraction_warnings(limits: Amounts, requests: Amounts, path: FieldPath) -> Iterator[FieldError]:
    """The warnings for parts of a byte, as `memory: 100m` has them."""
    for name in _BYTES:
        for list_, amounts in (("limits", limits), ("requests", requests)):
            if name in amounts and amounts[name].milli_value % 1000:  # or an amount too large for 64 bits
                words = f"fractional byte value {quote(str(amounts[name]))} is invalid, must be an integer"
                detail = {"value": str(amounts[name]), "resource": name}
                yield FieldError(path / list_, words, "fractional-bytes", _key(path / list_, name), "warning", detail)


def _request_errors(name: str, amount: Quantity, limits: Amounts, path: FieldPath) -> Iterator[FieldError]:
    """A request may not exceed its limit; of resources that cannot be overcommitted, it must equal the limit."""
    shared = _may_be_overcommitted(name)
    place = path / "requests"
    if name not in limits:
        if not shared:
            words = "Required value: Limit must be set for non overcommitable resources"
            yield FieldError(path / "limits", words, "required-field-missing")
        return
    limit = limits[name]
    if not shared and amount.amount != limit.amount:
        words = invalid(str(amount), f"must be equal to {name} limit of {limit}")
        yield FieldError(place, words, "request-not-limit")
    elif amount.amount > limit.amount:
        words = invalid(str(amount), f"must be less than or equal to {name} limit of {limit}")
        yield FieldError(place, words, "request-above-limit")


def _amount_errors(name: str, amount: Quantity, path: FieldPath, of_pod: bool) -> Iterator[FieldError]:
    """Errors in the name of a resource, and in its amount by itself."""
    if of_pod and name not in _OF_PODS and not name.startswith(_HUGE):
        yield FieldError(path / name, unsupported(name, _OF_PODS), "unknown-resource", _key(path, name))
    for words in () if of_pod or name in _OF_CONTAINERS else _name_errors(name):
        yield FieldError(path / name, invalid(name, words), "unknown-resource", _key(path, name))
    if amount.unscaled < 0:
        words = invalid(str(amount), "must be greater than or equal to 0")
        yield FieldError(path / name, words, "negative-amount", _key(path, name))
    if amount.milli_value % 1000 and _is_counted(name):
        words = invalid(str(amount), "must be an integer")
        yield FieldError(path / name, words, "part-of-device", _key(path, name))


def _name_errors(name: str) -> Iterator[str]:
    """Names without a slash are Kubernetes' own; others belong to a domain."""
    malformed = qualified_name_errors(name)
    yield from malformed
    if "/" not in name and not _is_of_containers(name):
        if not malformed and name not in _OF_QUOTAS and not name.startswith(f"requests.{_HUGE}"):
            yield "must be a standard resource type or fully qualified"
        yield "must be a standard resource for containers"
    elif not _is_native(name) and not _is_counted(name):
        yield "doesn't follow extended resource name standard"


def _is_counted(name: str) -> bool:
    """Whether there are no parts of such a resource: of a device, of an object that a quota counts."""
    if _is_native(name):
        return name in _COUNTED
    return not (name.startswith("requests.") or qualified_name_errors(f"requests.{name}"))


def _is_of_containers(name: str) -> bool:
    return name in _OF_CONTAINERS or name.startswith(_HUGE)


def _page_errors(name: str, amount: Quantity, path: FieldPath) -> Iterator[FieldError]:
    """Huge pages come in whole pages."""
    if name.startswith(_HUGE) and not _is_whole(amount, name.removeprefix(_HUGE)):
        words = invalid(str(amount), f"{amount} is not positive integer multiple of {name}")
        yield FieldError(path / name, words, "broken-hugepage", _key(path, name))


def _key(path: FieldPath, name: str) -> str:
    """The path of a map's entry as the API server prints it: always with the key in brackets."""
    return f"{path}[{name}]"


def _is_whole(amount: Quantity, size: str) -> bool:
    try:
        page = parse(size)
    except QuantityError:
        return False
    return page.value > 0 and page.milli_value % 1000 == 0 and amount.value % page.value == 0


def _may_be_overcommitted(name: str) -> bool:
    """Whether requests may be below limits: for Kubernetes' own resources, except huge pages."""
    return _is_native(name) and not name.startswith(_HUGE)


def _is_native(name: str) -> bool:
    return "/" not in name or "kubernetes.io/" in name


def _amounts(listed: Mapping[str, Any]) -> Amounts:
    """The quantities of a list, rounded up to thousandths as the API server does; the rest cannot be decoded."""
    found = {}
    for name, written in listed.items():
        try:
            found[name] = parse(written).in_thousandths()
        except QuantityError:
            continue
    return found
