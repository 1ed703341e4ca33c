"""Validation of a container's `resources` and `resizePolicy`, and of a pod's `overhead`: errors and warnings.

Kubernetes v1.36 ``validateResourceRequirements``, ``validateResizePolicy``, ``validateOverhead`` and
``pkg/api/pod/warnings.go``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from playground.engine.cluster.pod_facts import PodFacts
from playground.engine.kubernetes.names import qualified_name_errors
from playground.engine.kubernetes.pods import Container, mapping, mappings, text
from playground.engine.kubernetes.quantity import Quantity, QuantityError, parse
from playground.engine.model.location import FieldPath
from playground.engine.text.go import quote
from playground.engine.validation.errors import (
    FieldError,
    duplicate,
    invalid,
    invalid_value,
    required,
    unsupported,
    unsupported_value,
)

Amounts = Mapping[str, Quantity]

HUGE_PAGES = "hugepages-"  # the start of a resource's name
_RESIZED = ("cpu", "memory")
_RESIZE_POLICIES = ("NotRequired", "RestartContainer")
_POD_RESOURCES = ("cpu", HUGE_PAGES, "memory")
_BYTE_RESOURCES = ("memory", "ephemeral-storage")
_CONTAINER_RESOURCES = frozenset({"cpu", *_BYTE_RESOURCES})
_COUNTED = frozenset(  # the kinds of objects that a quota counts
    {"services.nodeports", "services.loadbalancers"}
    | set("pods services secrets configmaps resourcequotas replicationcontrollers persistentvolumeclaims".split())
)
_QUOTA_RESOURCES = (  # standard names that quotas have, but no container
    {f"{list_}.{name}" for list_ in ("limits", "requests") for name in _CONTAINER_RESOURCES}
    | {"storage", "requests.storage"}
    | _COUNTED
)


def amounts_of(container: Mapping[str, Any], *, defaulted: bool) -> tuple[Amounts, Amounts]:
    """The limits and requests of a container. ``defaulted``: a missing request becomes the limit."""
    resources = mapping(container.get("resources"))
    limits, requests = _amounts(mapping(resources.get("limits"))), _amounts(mapping(resources.get("requests")))
    return limits, {**limits, **requests} if defaulted else requests


def container_amounts(container: Container, facts: PodFacts) -> tuple[Amounts, Amounts]:
    """The limits and requests of a container.

    The API server copies a limit into a missing request, but only in a Pod, and not for ephemeral containers.
    """
    defaulted = facts.cluster.defaulting and facts.place.kind == "Pod" and container.kind != "ephemeralContainer"
    return facts.once((amounts_of, container.path), lambda: amounts_of(container.value, defaulted=defaulted))


def resource_errors(
    limits: Amounts, requests: Amounts, path: FieldPath, *, of_pod: bool = False
) -> Iterator[FieldError]:
    """Errors in the `resources` at ``path``; ``of_pod``: these are the pod's own `resources`, not a container's."""
    for name, amount in limits.items():
        yield from _amount_errors(name, amount, path / "limits", of_pod)
        yield from _page_errors(name, amount, path / "limits")
    for name, amount in requests.items():
        yield from _amount_errors(name, amount, path / "requests", of_pod)
        yield from _request_errors(name, amount, limits, path)
        yield from _page_errors(name, amount, path / "requests")
    names = {*limits, *requests}
    if any(name.startswith(HUGE_PAGES) for name in names) and not names & {"cpu", "memory"}:
        yield FieldError(path, "Forbidden: HugePages require cpu or memory", "lonely-hugepages")


def overhead_errors(facts: PodFacts, path: FieldPath) -> Iterator[FieldError]:
    """Errors in a pod's `overhead`, which the API server checks as `limits`; ``path`` is that of the spec."""
    overhead, _ = amounts_of({"resources": {"limits": facts.spec.get("overhead")}}, defaulted=False)
    yield from resource_errors(overhead, {}, path / "overhead")


def resize_errors(container: Mapping[str, Any], path: FieldPath, facts: PodFacts) -> Iterator[FieldError]:
    """Errors in the `resizePolicy` of the container at ``path``; the API server prints the path of the list."""
    names: set[str] = set()
    list_path = path / "resizePolicy"
    for index, policy in enumerate(mappings(container.get("resizePolicy"))):
        place, name, restart = list_path / index, text(policy.get("resourceName")), text(policy.get("restartPolicy"))
        if name in names:
            yield duplicate(place, name, "repeated-entry")
        names.add(name)
        for field, value, choices in (
            ("resourceName", name, _RESIZED),
            ("restartPolicy", restart, _RESIZE_POLICIES),
        ):
            if not value:
                yield required(place / field, printed=list_path)
            elif value not in choices:
                yield unsupported_value(place / field, value, choices, list_path)
        if facts.spec.get("restartPolicy") == "Never" and restart != "NotRequired":
            message = "must be 'NotRequired' when `restartPolicy` is 'Never'"
            yield invalid_value(place / "restartPolicy", restart, message, printed=list_path)


def fraction_warnings(limits: Amounts, requests: Amounts, path: FieldPath) -> Iterator[FieldError]:
    """The warnings for fractions of a byte, such as `memory: 100m`."""
    for name in _BYTE_RESOURCES:
        for list_, amounts in (("limits", limits), ("requests", requests)):
            yield from _fraction_warnings(name, amounts, path / list_)


def overhead_warnings(facts: PodFacts, path: FieldPath) -> Iterator[FieldError]:
    """The warnings for fractions of a byte in a pod's `overhead`; ``path`` is that of the spec."""
    overhead = _amounts(mapping(facts.spec.get("overhead")))
    for name in _BYTE_RESOURCES:
        yield from _fraction_warnings(name, overhead, path / "overhead")


def claim_warnings(spec: Mapping[str, Any], path: FieldPath, printed: FieldPath) -> Iterator[FieldError]:
    """The warnings for fractions of a byte in the ``spec`` of a PersistentVolumeClaim at ``path``.

    ``printed`` is the path that the API server prints (``GetWarningsForPersistentVolumeClaimSpec``).
    """
    limits, requests = amounts_of(spec, defaulted=False)
    for list_, amounts in (("requests", requests), ("limits", limits)):
        yield from _fraction_warnings("storage", amounts, path / "resources" / list_, printed / "resources" / list_)


def _fraction_warnings(
    name: str, amounts: Amounts, path: FieldPath, printed: FieldPath | None = None
) -> Iterator[FieldError]:
    # As in Kubernetes, ``milli_value`` may overflow: then a whole number of bytes gets the warning, too.
    if name in amounts and amounts[name].milli_value % 1000:
        body = f"fractional byte value {quote(str(amounts[name]))} is invalid, must be an integer"
        detail = {"value": str(amounts[name]), "resource": name}
        yield FieldError(path, body, "fractional-bytes", printed_path(printed or path, name), "warning", detail)


def _request_errors(name: str, amount: Quantity, limits: Amounts, path: FieldPath) -> Iterator[FieldError]:
    """A request may not exceed its limit. If the resource cannot be overcommitted, the request must equal the limit."""
    overcommittable = _may_be_overcommitted(name)
    place = path / "requests"
    if name not in limits:
        if not overcommittable:
            body = "Required value: Limit must be set for non overcommitable resources"
            yield FieldError(path / "limits", body, "required-field-missing")
        return
    limit = limits[name]
    if not overcommittable and amount.amount != limit.amount:
        body = invalid(str(amount), f"must be equal to {name} limit of {limit}")
        yield FieldError(place, body, "request-not-limit")
    elif amount.amount > limit.amount:
        body = invalid(str(amount), f"must be less than or equal to {name} limit of {limit}")
        yield FieldError(place, body, "request-above-limit")


def _amount_errors(name: str, amount: Quantity, path: FieldPath, of_pod: bool) -> Iterator[FieldError]:
    """Errors in the name of a resource and in its amount, without a look at other amounts."""
    if of_pod and name not in _POD_RESOURCES and not name.startswith(HUGE_PAGES):
        yield FieldError(path / name, unsupported(name, _POD_RESOURCES), "unknown-resource", printed_path(path, name))
    for reason in () if of_pod or name in _CONTAINER_RESOURCES else _name_errors(name):
        yield FieldError(path / name, invalid(name, reason), "unknown-resource", printed_path(path, name))
    if amount.unscaled < 0:
        body = invalid(str(amount), "must be greater than or equal to 0")
        yield FieldError(path / name, body, "negative-amount", printed_path(path, name))
    if amount.milli_value % 1000 and _is_counted(name):
        body = invalid(str(amount), "must be an integer")
        yield FieldError(path / name, body, "part-of-device", printed_path(path, name))


def _name_errors(name: str) -> Iterator[str]:
    """What is wrong with the name of a container's resource. Without a slash, it must be a name of Kubernetes' own."""
    malformed = qualified_name_errors(name)
    yield from malformed
    if "/" not in name and not _is_container_resource(name):
        if not malformed and name not in _QUOTA_RESOURCES and not name.startswith(f"requests.{HUGE_PAGES}"):
            yield "must be a standard resource type or fully qualified"
        yield "must be a standard resource for containers"
    elif not _is_native(name) and not _is_counted(name):
        yield "doesn't follow extended resource name standard"


def _is_counted(name: str) -> bool:
    """Whether the resource has only whole amounts: devices, and objects that a quota counts."""
    if _is_native(name):
        return name in _COUNTED
    return not (name.startswith("requests.") or qualified_name_errors(f"requests.{name}"))


def _is_container_resource(name: str) -> bool:
    return name in _CONTAINER_RESOURCES or name.startswith(HUGE_PAGES)


def _page_errors(name: str, amount: Quantity, path: FieldPath) -> Iterator[FieldError]:
    """Errors in amounts of huge pages that are not whole pages."""
    if name.startswith(HUGE_PAGES) and not _is_whole(amount, name.removeprefix(HUGE_PAGES)):
        body = invalid(str(amount), f"{amount} is not positive integer multiple of {name}")
        yield FieldError(path / name, body, "broken-hugepage", printed_path(path, name))


def printed_path(path: FieldPath, name: str) -> str:
    """The path of a map's entry as the API server prints it: with the key in brackets."""
    return f"{path}[{name}]"


def _is_whole(amount: Quantity, size: str) -> bool:
    """Whether ``amount`` is a whole number of pages; ``size``: of one page, such as `2Mi`."""
    try:
        page = parse(size)
    except QuantityError:
        return False
    return page.value > 0 and page.milli_value % 1000 == 0 and amount.value % page.value == 0


def _may_be_overcommitted(name: str) -> bool:
    """Whether requests may be below limits: for Kubernetes' own resources, except huge pages."""
    return _is_native(name) and not name.startswith(HUGE_PAGES)


def _is_native(name: str) -> bool:
    """Whether Kubernetes itself defines the resource, not a device plugin (``IsNativeResource``)."""
    return "/" not in name or "kubernetes.io/" in name


def _amounts(quantities: Mapping[str, Any]) -> Amounts:
    """The quantities by resource, rounded up to thousandths like the API server. Invalid quantities are left out."""
    amounts = {}
    for name, quantity in quantities.items():
        try:
            amounts[name] = parse(quantity).in_thousandths()
        except QuantityError:
            continue
    return amounts
