"""Which Parameters of a processed Template hold secrets, and which expressions reveal one.

Kubernetes ``Secret``: what its ``data`` and ``stringData`` hold; the rest goes by names and by what is generated.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from playground.engine.generators import GeneratorError, describe
from playground.engine.processing import ParameterValue, ProcessedTemplate
from playground.engine.processing.references import ParameterReference
from playground.engine.secrecy import holds_secret, looks_secret
from playground.engine.substitution import Dialect

LEAST_BITS: Final = 8.0  # bits; an expression with less reveals its value
_OPEN: Final = ("apiVersion", "kind", "metadata", "type")  # fields of a Secret that everybody may read


def secret_parameters(processed: ProcessedTemplate) -> frozenset[str]:
    """The names of all Parameters whose values are secrets.

    A value that is generated is one; so is a value whose Parameter is called like one, and a value that goes into a
    Secret.
    """
    named = {value.parameter.name for value in processed.values if _is_called_secret(value)}
    return frozenset(named | {use.name for use in processed.references if _goes_into_a_secret(processed, use)})


def tells_secret(expression: str, dialect: Dialect) -> bool:
    """Whether knowing ``expression`` nearly means knowing the value generated from it.

    In the openshift dialect most texts are expressions of which nothing is drawn: they are the value.

    >>> tells_secret("hunter2", Dialect.OPENSHIFT), tells_secret("[a-z]{8}", Dialect.OPENSHIFT)
    (True, False)
    """
    try:
        return describe(expression, dialect).bits < LEAST_BITS or holds_secret(expression)
    except GeneratorError:
        return True


def _is_called_secret(value: ParameterValue) -> bool:
    parameter = value.parameter
    return bool(parameter.generate) or looks_secret(parameter.name) or looks_secret(parameter.display_name)


def _goes_into_a_secret(processed: ProcessedTemplate, use: ParameterReference) -> bool:
    """Whether a reference is inside of a Secret, which may be an entry of a list."""
    if use.object is None:
        return False
    value: Any = processed.template.document.value
    found = False
    for step in use.path:
        found = found or (_is_secret(value) and step not in _OPEN)
        value = _below(value, step)
    return found


def _is_secret(value: Any) -> bool:
    return isinstance(value, dict) and value.get("kind") == "Secret"


def _below(value: Any, step: str | int) -> Any:
    if isinstance(value, dict):
        return value.get(step)
    return value[step] if isinstance(value, Sequence) and isinstance(step, int) else None
