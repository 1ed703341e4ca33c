"""Which Parameters of a processed Template hold secrets, and which expressions reveal one.

A value is secret if it is generated, named like a secret, or in a ``Secret``, except in the fields _OPEN.
"""

from __future__ import annotations

from itertools import groupby
from typing import Any, Final

from playground.engine.templates import ProcessedTemplate
from playground.engine.templates.generators import Generation, GeneratorError, describe
from playground.engine.templates.substituter import ParameterReference
from playground.engine.templates.substitution import Dialect
from playground.engine.text.secrets import holds_secret

LEAST_BITS: Final = 8.0  # bits of entropy; an expression with fewer reveals its value
_OPEN: Final = ("apiVersion", "kind", "metadata", "type")  # fields of a Secret that everybody may read


def secret_parameters(processed: ProcessedTemplate) -> frozenset[str]:
    """The names of all Parameters whose values are secrets.

    The module's docstring says which values are secrets.
    """
    parameters = (value.parameter for value in processed.values)
    names = {parameter.name for parameter in parameters if parameter.generate or parameter.looks_secret}
    # The references of one text follow one another and share one path object.
    for _, references in groupby(processed.references, lambda reference: id(reference.path)):
        new_names = {reference.name: reference for reference in references if reference.name not in names}
        if new_names and _goes_into_a_secret(processed, next(iter(new_names.values()))):
            names.update(new_names)
    return frozenset(names)


def tells_secret(expression: str, dialect: Dialect, generation: Generation | None = None) -> bool:
    """Whether somebody who reads ``expression`` can guess the value generated from it.

    ``generation``: the description of the expression, if the caller has it; it may take a tenth of a second to compute.
    In the openshift dialect, a text without `[class]{length}` is itself the value.

    >>> tells_secret("hunter2", Dialect.OPENSHIFT), tells_secret("[a-z]{8}", Dialect.OPENSHIFT)
    (True, False)
    """
    try:
        generation = generation or describe(expression, dialect)
        return generation.bits < LEAST_BITS or holds_secret(expression)
    except GeneratorError:
        return True


def _goes_into_a_secret(processed: ProcessedTemplate, reference: ParameterReference) -> bool:
    """Whether a reference is in a Secret, which may be an item of a List.

    The items of a SecretList need no kind. A kind with a reference may become Secret.
    """
    if reference.object is None:  # a label or the message
        return False
    value: Any = processed.template.document.value
    is_item = False  # of a SecretList
    for step in reference.path:
        if isinstance(value, dict):
            kind = value.get("kind") or ("Secret" if is_item else "")
            if step not in _OPEN and (kind == "Secret" or (isinstance(kind, str) and "$" in kind)):
                return True
            is_item = kind == "SecretList" and step == "items"
            value = value.get(step)
        else:
            value = value[step] if isinstance(value, list) and isinstance(step, int) else None
    return False
