"""Validation of a container's ports and its `imagePullPolicy`.

Kubernetes v1.36 ``validateContainerPorts``, ``validatePullPolicy``, ``IsValidPortName`` and ``IsValidPortNum``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from playground.engine.containers.field_errors import FieldError, all_invalid, required, unsupported
from playground.engine.goformat import quote
from playground.engine.kubernetes.pods import text
from playground.engine.location import FieldPath

_PROTOCOLS: Final = ("SCTP", "TCP", "UDP")
_PULL_POLICIES: Final = ("Always", "IfNotPresent", "Never")
_LONGEST_NAME: Final = 15  # bytes
_LAST: Final = 65_535


def port_errors(ports: Sequence[Mapping[str, Any]], path: FieldPath) -> Iterator[FieldError]:
    """Errors in the ports of one container."""
    names: set[str] = set()
    for index, port in enumerate(ports):
        at, name = path / index, text(port.get("name"))
        if name and (errors := port_name_errors(name)):
            yield from all_invalid(at / "name", name, errors, "invalid-port-name")
        elif name in names:
            yield FieldError(
                at / "name", f"Duplicate value: {quote(name)}", "duplicate-port-name", detail={"value": name}
            )
        elif name:
            names.add(name)
        yield from _number_errors(port, at)
        if (protocol := text(port.get("protocol"))) and protocol not in _PROTOCOLS:
            yield _unknown(at / "protocol", protocol, _PROTOCOLS)


def pull_policy_errors(container: Mapping[str, Any], path: FieldPath) -> Iterator[FieldError]:
    """Errors in its `imagePullPolicy`."""
    if (policy := text(container.get("imagePullPolicy"))) and policy not in _PULL_POLICIES:
        yield _unknown(path / "imagePullPolicy", policy, _PULL_POLICIES)


def port_name_errors(name: str) -> list[str]:
    """Errors in the name of a port.

    >>> port_name_errors("http"), port_name_errors("8080")
    ([], ['must contain at least one letter (a-z)'])
    """
    wrong = (
        (len(name.encode("utf-8", "surrogatepass")) > _LONGEST_NAME, f"must be no more than {_LONGEST_NAME} bytes"),
        (
            re.fullmatch(r"[-a-z0-9]+", name) is None,
            "must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)",
        ),
        (re.search(r"[a-z]", name) is None, "must contain at least one letter (a-z)"),
        ("--" in name, "must not contain consecutive hyphens"),
        (name.startswith("-") or name.endswith("-"), "must not begin or end with a hyphen"),
    )
    return [error for is_wrong, error in wrong if is_wrong]


def _number_errors(port: Mapping[str, Any], path: FieldPath) -> Iterator[FieldError]:
    """A port of the host is none if it is zero or left out."""
    for field in ("containerPort", "hostPort"):
        number = port.get(field)
        if number in (None, 0):
            if field == "containerPort":
                yield required(path / field)
        elif isinstance(number, int) and not 1 <= number <= _LAST:
            words = f"Invalid value: {number}: must be between 1 and {_LAST}, inclusive"
            yield FieldError(path / field, words, "invalid-port")


def _unknown(path: FieldPath, value: str, known: Sequence[str]) -> FieldError:
    return FieldError(path, unsupported(value, known), "unknown-choice", detail={"value": value})
