"""Validation of containers' ports: errors and warnings.

Kubernetes v1.36 ``validateContainerPorts``, ``AccumulateUniqueHostPorts``, ``validatePodHostNetworkDeps``,
``IsValidPortName`` and ``pkg/api/pod/warnings.go``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from heapq import merge
from itertools import islice
from operator import itemgetter
from typing import Any, Final

from playground.engine.cluster.pod_facts import PodFacts
from playground.engine.kubernetes.pods import CONTAINER_LISTS, mappings, text
from playground.engine.model.location import FieldPath
from playground.engine.model.records import record
from playground.engine.text.go import quote
from playground.engine.validation.errors import (
    LAST_PORT,
    FieldError,
    all_invalid,
    choice_errors,
    duplicate,
    invalid,
    port_number_error,
    required,
)

_PROTOCOLS: Final = ("SCTP", "TCP", "UDP")
_LONGEST_NAME: Final = 15  # bytes
MOST_CLASHES: Final = 100  # warned of in one pod


def port_errors(ports: Sequence[Mapping[str, Any]], path: FieldPath, *, defaulted: bool) -> Iterator[FieldError]:
    """Errors in the ports of one container; ``defaulted``: the API server sets a missing protocol."""
    names: set[str] = set()
    for index, port in enumerate(ports):
        place, name = path / index, text(port.get("name"))
        if name and (errors := port_name_errors(name)):
            yield from all_invalid(place / "name", name, errors, "invalid-port-name")
        elif name in names:
            yield duplicate(place / "name", name, "duplicate-port-name")
        elif name:
            names.add(name)
        if not port.get("containerPort"):
            yield required(place / "containerPort")
        for field in ("containerPort", "hostPort"):
            if isinstance(number := port.get(field), int) and number and not 1 <= number <= LAST_PORT:
                yield port_number_error(number, place / field)
        yield from choice_errors(port, "protocol", _PROTOCOLS, place, defaulted=defaulted)


def port_name_errors(name: str) -> list[str]:
    """Errors in the name of a port.

    >>> port_name_errors("http"), port_name_errors("8080")
    ([], ['must contain at least one letter (a-z)'])
    """
    checks = (
        (
            len(name.encode("utf-8", "surrogatepass")) > _LONGEST_NAME,
            f"must be no more than {_LONGEST_NAME} characters",
        ),
        (
            re.fullmatch(r"[-a-z0-9]+", name) is None,
            "must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)",
        ),
        (re.search(r"[a-z]", name) is None, "must contain at least one letter (a-z)"),
        ("--" in name, "must not contain consecutive hyphens"),
        (name.startswith("-") or name.endswith("-"), "must not begin or end with a hyphen"),
    )
    return [error for is_wrong, error in checks if is_wrong]


@record()
class Port:
    """One port of a container, with the API server's defaults."""

    path: FieldPath
    name: str
    port: int
    host_port: int
    host_ip: str
    protocol: str

    def __str__(self) -> str:
        """The port as Go prints it."""
        return (
            f"{{Name:{self.name} HostPort:{self.host_port} ContainerPort:{self.port} Protocol:{self.protocol}"
            f" HostIP:{self.host_ip}}}"
        )


def ports_of(facts: PodFacts, list_: str) -> tuple[tuple[Port, ...], ...]:
    """The ports of each container in the list ``list_``. In a Pod on the host's network, each port is a host port."""
    return facts.once((ports_of, list_), lambda: _ports_of(facts, list_))


def _ports_of(facts: PodFacts, list_: str) -> tuple[tuple[Port, ...], ...]:
    path = facts.place.spec_path_in_owner / list_
    # The API server sets missing host ports in a Pod, not in a pod template.
    on_host = facts.spec.get("hostNetwork") is True and facts.place.kind == "Pod" and facts.cluster.defaulting
    return tuple(
        tuple(_ports(container.get("ports"), path / index / "ports", on_host))
        for index, container in enumerate(mappings(facts.spec.get(list_)))
    )


def _ports(ports: Any, path: FieldPath, on_host: bool) -> Iterator[Port]:
    for index, port in enumerate(mappings(ports)):
        number, host = (
            value if isinstance(value := port.get(key), int) else 0 for key in ("containerPort", "hostPort")
        )
        yield Port(
            path=path / index,
            name=text(port.get("name")),
            port=number,
            host_port=host or (number if on_host else 0),
            host_ip=text(port.get("hostIP")),
            protocol=text(port.get("protocol")) or "TCP",
        )


def host_port_errors(containers: Sequence[Sequence[Port]]) -> Iterator[FieldError]:
    """Errors for ports of the host that the ``containers`` use twice; each item has the ports of one container."""
    earlier: set[str] = set()
    for port in (port for ports in containers for port in ports if port.host_port):
        host_port = f"{port.protocol}/{port.host_ip}/{port.host_port}"
        if host_port in earlier:
            yield duplicate(port.path / "hostPort", host_port, "duplicate-host-port")
        earlier.add(host_port)


def host_network_errors(facts: PodFacts) -> Iterator[FieldError]:
    """Errors for host ports that differ from the container port in a pod on the host's network."""
    if facts.spec.get("hostNetwork") is not True:
        return
    reason = "must match `containerPort` when `hostNetwork` is true"
    for port in (port for ports in ports_of(facts, "containers") for port in ports):
        # A pod template may have no host port: the API server sets the port in each Pod made from the template.
        if port.host_port != port.port and (port.host_port or facts.place.kind == "Pod"):
            yield FieldError(port.path / "hostPort", invalid(port.host_port, reason), "host-port-not-port")


def port_warnings(facts: PodFacts) -> Iterator[FieldError]:
    """The warnings for ports that the containers of the pod have twice, and for a `hostIP` without `hostPort`.

    The API server warns of every pair of clashing ports; here the warnings end after MOST_CLASHES.
    """
    if _are_distinct(facts.ports):
        return
    ports = [port for list_, _ in CONTAINER_LISTS for ports in ports_of(facts, list_) for port in ports]
    earlier, remaining = _EarlierPorts(), MOST_CLASHES
    for port in ports:
        if port.host_ip and not port.host_port:
            yield _warning(port, f"hostIP set without hostPort: {port}", "host-ip-alone")
        for earlier_port in islice(earlier.clashing(port), remaining):
            remaining -= 1
            clash = _clash(port, earlier_port)
            yield _warning(port, f"{clash} port definition with {earlier_port.path}", "repeated-port")
        earlier.add(port)
    names: dict[str, Port] = {}
    for port in ports if facts.cluster.version.warns_of_port_names else ():
        if port.name and names.setdefault(port.name, port) is not port:
            first = names[port.name].path
            consequence = f"services and probes that select ports by name will use {first}"
            body = f"duplicate port name {quote(port.name)} with {first}, {consequence}"
            yield _warning(port, body, "repeated-port-name")


def _are_distinct(ports: Sequence[Mapping[str, Any]]) -> bool:
    """Whether no number and no name appears twice and no port has a `hostIP`: then ``port_warnings`` has none."""
    numbers = {port.get("containerPort") or 0 for port in ports}
    names = [name for port in ports if (name := port.get("name"))]
    return len(numbers) == len(ports) and len(set(names)) == len(names) and not any("hostIP" in port for port in ports)


class _EarlierPorts:
    """The ports before the current one, by the values that make two ports clash.

    Two ports clash if number and protocol are equal, unless both have host ports, and these or their addresses differ.
    A port without an address is open at all addresses of the host.
    """

    def __init__(self) -> None:
        self._ports: dict[tuple[object, ...], list[tuple[int, Port]]] = {}  # each port with its number
        self._number = 0  # of the last port, from 1

    def add(self, port: Port) -> None:
        self._number += 1
        number_and_protocol = port.port, port.protocol
        keys: tuple[tuple[object, ...], ...] = (number_and_protocol, (*number_and_protocol, port.host_port))
        if port.host_port:
            keys = (*keys, (*number_and_protocol, port.host_port, port.host_ip))
        for key in keys:
            self._ports.setdefault(key, []).append((self._number, port))

    def clashing(self, port: Port) -> Iterator[Port]:
        """The earlier ports that clash with ``port``, in their order."""
        number_and_protocol = port.port, port.protocol
        with_host_port = (*number_and_protocol, port.host_port)
        # The key that ends with the host port 0 has the earlier ports without a host port.
        if not port.host_port:
            keys: tuple[tuple[object, ...], ...] = (number_and_protocol,)
        elif port.host_ip:
            keys = (*number_and_protocol, 0), (*with_host_port, port.host_ip), (*with_host_port, "")
        else:
            keys = (*number_and_protocol, 0), with_host_port
        numbered = merge(*(self._ports.get(key, ()) for key in keys), key=itemgetter(0))
        return (earlier_port for _, earlier_port in numbered)


def _clash(port: Port, earlier_port: Port) -> str:
    """The API server's word for the clash of two definitions of one port."""
    if (port.host_ip, port.host_port) == (earlier_port.host_ip, earlier_port.host_port):
        return "duplicate"
    return "dangerously ambiguous" if port.host_port and earlier_port.host_port else "overlapping"


def _warning(port: Port, body: str, pattern: str) -> FieldError:
    detail = {"port": port.port, "name": port.name}
    return FieldError(port.path, body, pattern, stage="warning", detail=detail)
