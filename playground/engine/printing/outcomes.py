"""In words: what became of a reference, and where a Parameter's value came from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from playground.engine.containers.environment import (
    ContainerEnvironment,
    ExpandedText,
    Fate,
    OriginKind,
    VariableReference,
)
from playground.engine.templates.values import Origin

_FATES: Final[Mapping[Fate, str]] = {
    Fate.UNRESOLVED: "is not defined: it stays as it is",
    Fate.UNKNOWN: "has a value that is not in this text: it stays as it is here",
    Fate.WITHHELD: "would make the text too long to show: it stays as it is here",
    Fate.ESCAPED: "is escaped: one dollar sign is taken away",
    Fate.OPERATOR: "becomes one dollar sign",
    Fate.INCOMPLETE: "has no closing parenthesis: it stays as it is",
    Fate.DAMAGED: "is damaged: this version of Kubernetes splits the character",
}
ORIGINS: Final[Mapping[Origin, str]] = {
    Origin.GIVEN: "given",
    Origin.DEFAULT: "its default",
    Origin.GENERATED: "generated from",  # the expression follows
    Origin.MISSING: "not given, and it has no default",
}


def outcome(container: ContainerEnvironment, text: ExpandedText, reference: VariableReference) -> str:
    """What became of a ``reference`` of ``text``, as the end of a sentence; "" if a variable's value replaced it."""
    is_defined_later = reference.fate is Fate.UNRESOLVED and any(
        variable.name == reference.name for variable in container.declared
    )
    if is_defined_later:
        return "is defined later: it stays as it is"
    if reference.fate is not Fate.RESOLVED or reference.variable is None:
        return _FATES[reference.fate]
    # ``exec``: the command of a probe.
    if "exec" in text.path and reference.variable.origin.kind is not OriginKind.ENV:
        return "becomes empty: a probe sees only variables with a `value` in `env`"
    return ""
