"""Validation of a container's hooks and probes.

Kubernetes v1.36 ``validateLifecycle``, ``validateProbe``, ``validateHandler`` and ``ValidatePortNumOrName``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from playground.engine.cluster.pod_facts import PodFacts
from playground.engine.kubernetes.pods import PROBES, mapping, mappings, sequence, text
from playground.engine.kubernetes.versions import KubernetesVersion
from playground.engine.model.location import FieldPath
from playground.engine.validation.errors import (
    LAST_PORT,
    FieldError,
    all_invalid,
    invalid,
    port_number_error,
    required,
    unsupported,
)
from playground.engine.validation.ports import port_name_errors

_SCHEMES: Final = ("HTTP", "HTTPS")
_ONE_ACTION: Final = "may not specify more than 1 handler type"
_PROBE_ACTIONS: Final = ("exec", "httpGet", "tcpSocket", "grpc")  # in the order of validation
_HOOK_ACTIONS: Final = ("exec", "httpGet", "tcpSocket", "sleep")
# The numbers of a probe that must not be negative.
_COUNTS: Final = ("initialDelaySeconds", "timeoutSeconds", "periodSeconds", "successThreshold", "failureThreshold")
_HEADER: Final = re.compile("[-A-Za-z0-9]+")
_HEADER_MESSAGE: Final = (
    "a valid HTTP header must consist of alphanumeric characters or '-' "
    "(e.g. 'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')"
)
_GRACE_PERIOD: Final = 30  # seconds; the default of terminationGracePeriodSeconds


def without_dropped_signal(container: Mapping[str, Any], version: KubernetesVersion) -> Mapping[str, Any]:
    """The container without the `stopSignal` that the API server drops, and without a `lifecycle` left empty by that.

    Kubernetes v1.36 pkg/api/pod ``dropContainerStopSignals``.
    """
    lifecycle = mapping(container.get("lifecycle"))
    if not version.drops_stop_signals or lifecycle.get("stopSignal") is None:
        return container
    hooks = {hook: handler for hook, handler in lifecycle.items() if hook != "stopSignal" and handler is not None}
    return {**container, "lifecycle": hooks or None}


def handler_errors(container: Mapping[str, Any], path: FieldPath, facts: PodFacts) -> Iterator[FieldError]:
    """Errors in the hooks and probes of one container."""
    if "lifecycle" in container:
        for hook in ("postStart", "preStop"):
            handler = mapping(container["lifecycle"]).get(hook)
            if isinstance(handler, dict):
                yield from _action_errors(handler, _HOOK_ACTIONS, path / "lifecycle" / hook, facts)
    for kind in PROBES:
        if kind in container and isinstance(probe := container[kind], dict):
            yield from _action_errors(probe, _PROBE_ACTIONS, path / kind, facts)
            yield from _number_errors(probe, kind, path / kind, facts)


def _action_errors(
    handler: Mapping[str, Any], allowed: tuple[str, ...], path: FieldPath, facts: PodFacts
) -> Iterator[FieldError]:
    """Errors in a hook or probe, which must have exactly one action. Only the first action is validated."""
    actions = [action for action in allowed if handler.get(action) is not None]
    if not actions:
        yield FieldError(path, "Required value: must specify a handler type", "required-field-missing")
        return
    first, *extra_actions = actions
    action, place = mapping(handler[first]), path / first
    if first == "exec" and not sequence(action.get("command")):
        yield required(place / "command")
    elif first == "httpGet":
        yield from _http_errors(action, place, defaulted=facts.cluster.defaulting)
    elif first in ("tcpSocket", "grpc"):
        yield from _port_errors(action.get("port"), place / "port")
    elif first == "sleep":
        yield from _sleep_errors(action.get("seconds"), place, facts)
    for extra_action in extra_actions:
        yield FieldError(path / extra_action, f"Forbidden: {_ONE_ACTION}", "several-value-sources")


def _http_errors(action: Mapping[str, Any], path: FieldPath, *, defaulted: bool) -> Iterator[FieldError]:
    if not defaulted and not text(action.get("path")):
        yield required(path / "path")
    yield from _port_errors(action.get("port"), path / "port")
    scheme = text(action.get("scheme"))
    if scheme not in _SCHEMES and (scheme or not defaulted):
        body = unsupported(scheme, _SCHEMES)
        yield FieldError(path / "scheme", body, "unknown-choice", detail={"value": scheme})
    for header in mappings(action.get("httpHeaders")):
        if not _HEADER.fullmatch(name := text(header.get("name"))):
            yield FieldError(path / "httpHeaders", invalid(name, _HEADER_MESSAGE), "invalid-header")


def _port_errors(port: Any, path: FieldPath) -> Iterator[FieldError]:
    """Errors in a port, which is a number or the name of a port. A number in quotes is a name."""
    if isinstance(port, str):
        yield from all_invalid(path, port, port_name_errors(port), "invalid-port-name")
    elif (port is None or isinstance(port, int)) and not 1 <= int(port or 0) <= LAST_PORT:
        yield port_number_error(int(port or 0), path)


def _sleep_errors(seconds: Any, path: FieldPath, facts: PodFacts) -> Iterator[FieldError]:
    grace_period = facts.spec.get("terminationGracePeriodSeconds")
    longest = _GRACE_PERIOD if grace_period is None else grace_period
    seconds = seconds or 0
    if isinstance(seconds, int) and isinstance(longest, int) and not 0 <= seconds <= longest:
        reason = f"must be non-negative and less than terminationGracePeriodSeconds ({longest})"
        yield FieldError(path, invalid(seconds, reason), "bad-number")


def _number_errors(probe: Mapping[str, Any], kind: str, path: FieldPath, facts: PodFacts) -> Iterator[FieldError]:
    numbers = {key: probe[key] for key in probe if isinstance(probe[key], int)}
    for key in _COUNTS:
        if (number := numbers.get(key, 0)) < 0:
            yield FieldError(path / key, invalid(number, "must be greater than or equal to 0"), "bad-number")
    grace_period = numbers.get("terminationGracePeriodSeconds")
    place = path / "terminationGracePeriodSeconds"
    if grace_period is not None and grace_period <= 0:
        yield FieldError(place, invalid(grace_period, "must be greater than 0"), "bad-number")
    if kind != "readinessProbe":
        threshold = numbers.get("successThreshold") or (1 if facts.cluster.defaulting else 0)
        if threshold != 1:
            yield FieldError(path / "successThreshold", invalid(threshold, "must be 1"), "bad-number")
    elif grace_period is not None:
        yield FieldError(place, invalid(grace_period, "must not be set for readinessProbes"), "forbidden-field")
