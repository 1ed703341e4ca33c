"""Whether nothing is wrong with an Object's fields: one fast check instead of three detailed ones.

If the answer is no, ``types`` finds what cannot be decoded, ``fields`` what is unknown, and a rule what is text by
mistake; nearly every Object passes and needs none of them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import chain
from typing import Any, Final

from playground.engine.kubernetes.fields import TYPES, type_of
from playground.engine.kubernetes.fitting import TEXTS, check_of, is_string
from playground.engine.kubernetes.go_types import STRUCTS

# Fields that are numbers or booleans at any place, and maps whose keys the author chooses.
NUMBERS: Final = frozenset(
    "replicas minReplicas maxReplicas minReadySeconds revisionHistoryLimit progressDeadlineSeconds backoffLimit"
    " parallelism completions activeDeadlineSeconds ttlSecondsAfterFinished successfulJobsHistoryLimit"
    " failedJobsHistoryLimit startingDeadlineSeconds terminationGracePeriodSeconds containerPort hostPort nodePort"
    " initialDelaySeconds periodSeconds timeoutSeconds successThreshold failureThreshold runAsUser runAsGroup fsGroup"
    " defaultMode weight number intervalSeconds updatePeriodSeconds completionDeadlineSeconds"
    " successfulBuildsHistoryLimit failedBuildsHistoryLimit".split()
)
BOOLEANS: Final = frozenset(
    "hostNetwork hostPID hostIPC shareProcessNamespace privileged runAsNonRoot readOnlyRootFilesystem"
    " allowPrivilegeEscalation stdin stdinOnce tty readOnly automountServiceAccountToken paused suspend automatic"
    " forcePull noCache incremental".split()
)
# Those that may also be a port's name or a percentage, but no text of digits alone.
COUNTS: Final = frozenset({"targetPort", "maxSurge", "maxUnavailable", "minAvailable"})
OWN_NAMES: Final = frozenset(
    {"metadata", "labels", "matchLabels", "selector", "nodeSelector", "limits", "requests", "env"}
)
NO_TEXT: Final = NUMBERS | BOOLEANS
_SUSPECT: Final = NO_TEXT | COUNTS
_MAPPINGS: Final = frozenset({dict})
_LITERAL: Final = frozenset({"name", "value"})
_Check = Callable[[Any], bool]


def is_sound(value: Any) -> bool:
    """Whether all fields of an Object are known, fit their types, and none that is a number or a boolean holds text.

    False for an Object of a type that is not known here.
    """
    kind = type_of(value) if type(value) is dict else ""
    return bool(kind) and _struct(kind)(value)


@cache
def _struct(kind: str) -> _Check:
    """The check of a type: of each field that it has; null is no value."""
    go_types = STRUCTS.get(f"v1.{kind}", {})
    checks = {name: _field(name, inner, go_types.get(name, "")) for name, inner in TYPES[kind].items()}

    def check(value: Any) -> bool:
        if type(value) is not dict:
            return value is None
        for name, item in value.items():
            part = checks.get(name)
            if part is None:
                return False
            if item is None or (part is is_string and type(item) is str):  # as most are
                continue
            if not part(item):
                return False
        return True

    return check


def _field(name: str, inner: str, go_type: str) -> _Check:
    """The check of a field: by its nested type, else by its Go type, else by what it may not contain."""
    if inner == "[]EnvVar":
        return _env()
    if inner:
        return _list(_struct(inner.removeprefix("[]"))) if inner.startswith("[]") else _struct(inner)
    if go_type:
        return check_of(go_type)
    if name in COUNTS:
        return _is_no_digits
    return _holds_anything if name in OWN_NAMES else _is_no_text if name in NO_TEXT else _without_text


def _list(part: _Check) -> _Check:
    return lambda value: type(value) is list and all(map(part, value))


def _env() -> _Check:
    """The check of `env`: where all entries are names with literal values, as most are, they are asked at once."""
    one_by_one = _list(_struct("EnvVar"))

    def check(value: Any) -> bool:
        return (
            type(value) is list
            and _MAPPINGS.issuperset(map(type, value))
            and _LITERAL.issuperset(chain.from_iterable(value))
            and TEXTS.issuperset(map(type, chain.from_iterable(map(dict.values, value))))
        ) or one_by_one(value)

    return check


def _holds_anything(_value: Any) -> bool:
    return True


def _is_no_text(value: Any) -> bool:
    return type(value) is not str and _without_text(value)


def _is_no_digits(value: Any) -> bool:
    return not value.isdecimal() if type(value) is str else _without_text(value)


def is_wrong_text(name: str | int, text: str) -> bool:
    """Whether the field ``name`` may not contain this text."""
    return name in _SUSPECT and (name in NO_TEXT or text.isdecimal())


def _without_text(value: Any) -> bool:
    """Whether no number or boolean below is text."""
    if type(value) is not dict and type(value) is not list:
        return True
    for key, item in value.items() if type(value) is dict else enumerate(value):
        if type(item) is str:
            if key in _SUSPECT and is_wrong_text(key, item):
                return False
        elif key not in OWN_NAMES and not _without_text(item):
            return False
    return True
