"""Which Parameters of a processed Template hold secrets, and which expressions reveal one.

Kubernetes ``Secret``: what its ``data`` and ``stringData`` hold; the rest goes by names and by what is generated.
"""

from __future__ import annotations

from typing import Any, Final

from playground.engine.templates import ProcessedTemplate
from playground.engine.templates.generators import Generation, GeneratorError, describe
from playground.engine.templates.substituter import ParameterReference
from playground.engine.templates.substitution import Dialect
from playground.engine.text.secrets import holds_secret

LEAST_BITS: Final = 8.0  # bits; an expression with less reveals its value
_OPEN: Final = ("apiVersion", "kind", "metadata", "type")  # fields of a Secret that everybody may read


def secret_parameters(processed: ProcessedTemplate) -> frozenset[str]:
    """The names of all Parameters whose values are secrets.

    A value that is generated is one; so is a value whose Parameter is called like one, and a value that goes into a
    Secret.
    """
    parameters = (value.parameter for value in processed.values)
    found = {parameter.name for parameter in parameters if parameter.generate or parameter.looks_secret}
    for use in processed.references:
        if use.name not in found and _goes_into_a_secret(processed, use):
            found.add(use.name)
    return frozenset(found)


def tells_secret(expression: str, dialect: Dialect, generation: Generation | None = None) -> bool:
    """Whether knowing ``expression`` nearly means knowing the value generated from it.

    ``generation`` describes it, if that is known: to find out may take a tenth of a second. In the openshift dialect
    most texts are expressions of which nothing is drawn: they are the value.

    >>> tells_secret("hunter2", Dialect.OPENSHIFT), tells_secret("[a-z]{8}", Dialect.OPENSHIFT)
    (True, False)
    """
    try:
        described = generation or describe(expression, dialect)
        return described.bits < LEAST_BITS or holds_secret(expression)
    except GeneratorError:
        return True


def _goes_into_a_secret(processed: ProcessedTemplate, use: ParameterReference) -> bool:
    """Whether a reference is inside of a Secret, which may be an entry of a list."""
    if use.object is None:
        return False
    value: Any = processed.template.document.value
    for step in use.path:
        if isinstance(value, dict):
            if value.get("kind") == "Secret" and step not in _OPEN:
                return True
            value = value.get(step)
        else:
            value = value[step] if isinstance(value, list) and isinstance(step, int) else None
    return False
