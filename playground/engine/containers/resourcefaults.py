"""What validation refuses, and warns of, in a container's `resources`.

Kubernetes v1.36 ``validateResourceRequirements`` and ``pkg/api/pod/warnings.go``.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from playground.engine.containers.faults import Fault, invalid
from playground.engine.gotext import quote
from playground.engine.kubernetes.pods import mapping, mapping_at
from playground.engine.kubernetes.quantity import Quantity, QuantityError, parse
from playground.engine.location import FieldPath

Amounts = Mapping[str, Quantity]

_HUGE = "hugepages-"
_BYTES = ("memory", "ephemeral-storage")


def resource_faults(container: Mapping[str, Any], path: FieldPath, *, defaulted: bool) -> Iterator[Fault]:
    """What is refused in the `resources` at ``path``; ``defaulted``: a missing request is the limit."""
    limits, requests = _amounts(container, "limits"), _amounts(container, "requests")
    requests = {**limits, **requests} if defaulted else requests
    yield from _page_faults(limits, path / "limits")
    for name, amount in requests.items():
        yield from _request_faults(name, amount, limits, path)
    yield from _page_faults(requests, path / "requests")
    names = {*limits, *requests}
    if any(name.startswith(_HUGE) for name in names) and not names & {"cpu", "memory"}:
        yield Fault(path, "Forbidden: HugePages require cpu or memory", "lonely-hugepages")


def fraction_warnings(container: Mapping[str, Any], path: FieldPath, *, defaulted: bool) -> Iterator[Fault]:
    """The warnings for parts of a byte, as `memory: 100m` has them."""
    limits, requests = _amounts(container, "limits"), _amounts(container, "requests")
    requests = {**limits, **requests} if defaulted else requests
    for name in _BYTES:
        for list_, amounts in (("limits", limits), ("requests", requests)):
            if name in amounts and amounts[name].milli_value % 1000:
                words = f"fractional byte value {quote(str(amounts[name]))} is invalid, must be an integer"
                detail = {"value": str(amounts[name]), "resource": name}
                yield Fault(path / list_, words, "fractional-bytes", _key(path / list_, name), "warning", detail)


def _request_faults(name: str, amount: Quantity, limits: Amounts, path: FieldPath) -> Iterator[Fault]:
    """A request may not be above its limit; what cannot be shared must be asked for in full."""
    shared = _may_be_overcommitted(name)
    place = path / "requests"
    if name not in limits:
        if not shared:
            words = "Required value: Limit must be set for non overcommitable resources"
            yield Fault(path / "limits", words, "required-field-missing")
        return
    limit = limits[name]
    if not shared and amount.amount != limit.amount:
        words = invalid(str(amount), f"must be equal to {name} limit of {limit}")
        yield Fault(place, words, "request-not-limit")
    elif amount.amount > limit.amount:
        words = invalid(str(amount), f"must be less than or equal to {name} limit of {limit}")
        yield Fault(place, words, "request-above-limit")


def _page_faults(amounts: Amounts, path: FieldPath) -> Iterator[Fault]:
    """Huge pages come in whole pages."""
    for name, amount in amounts.items():
        if name.startswith(_HUGE) and not _is_whole(amount, name.removeprefix(_HUGE)):
            words = invalid(str(amount), f"{amount} is not positive integer multiple of {name}")
            yield Fault(path / name, words, "broken-hugepage", _key(path, name))


def _key(path: FieldPath, name: str) -> str:
    """The path of a map's entry as the API server prints it: always with the key in brackets."""
    return f"{path}[{name}]"


def _is_whole(amount: Quantity, size: str) -> bool:
    try:
        page = parse(size)
    except QuantityError:
        return False
    return page.amount > 0 and page.amount.denominator == 1 and amount.value % page.value == 0


def _may_be_overcommitted(name: str) -> bool:
    """Whether requests may be below limits: for Kubernetes' own resources, except huge pages."""
    return ("/" not in name or "kubernetes.io/" in name) and not name.startswith(_HUGE)


def _amounts(container: Mapping[str, Any], list_: str) -> Amounts:
    """The quantities of a list, rounded up to thousandths as the API server does; the rest cannot be decoded."""
    found = {}
    for name, written in mapping_at(mapping(container.get("resources")), (list_,)).items():
        try:
            amount = parse(written)
        except QuantityError:
            continue
        found[name] = Quantity(Fraction(math.ceil(amount.amount * 1000), 1000), amount.format)
    return found
