"""Validation of labels, and of selectors of labels.

apimachinery v1.36 ``ValidateLabels``, ``ValidateLabelName`` and ``ValidateLabelSelector``; Kubernetes v1.36
``ValidateNodeSelectorRequirement``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from playground.engine.kubernetes.names import label_value_errors, qualified_name_errors
from playground.engine.kubernetes.pods import mapping, mappings, sequence, text
from playground.engine.model.location import FieldPath
from playground.engine.validation.errors import FieldError, all_invalid, forbidden, invalid_value, required

_WITH_VALUES: Final = ("In", "NotIn")
_WITHOUT_VALUES: Final = ("Exists", "DoesNotExist")
_COMPARISONS: Final = ("Gt", "Lt")
NO_OPERATOR: Final = "not a valid selector operator"


def label_map_errors(labels: Mapping[str, Any], path: FieldPath) -> Iterator[FieldError]:
    """Errors in the keys and values of ``labels``."""
    for key, value in labels.items():
        if errors := qualified_name_errors(key):
            yield from all_invalid(path, key, errors, "invalid-name")
        if errors := label_value_errors(text(value)):
            yield from all_invalid(path, text(value), errors, "invalid-name")


def selector_errors(selector: Any, path: FieldPath) -> Iterator[FieldError]:
    """Errors in a label selector."""
    if isinstance(selector, dict):
        yield from label_map_errors(mapping(selector.get("matchLabels")), path / "matchLabels")
        for index, requirement in enumerate(mappings(selector.get("matchExpressions"))):
            yield from requirement_errors(requirement, path / "matchExpressions" / index)


def requirement_errors(
    requirement: Mapping[str, Any], path: FieldPath, *, of_node: bool = False, any_value: bool = False
) -> Iterator[FieldError]:
    """Errors in one requirement of a selector.

    ``of_node``: the selector selects nodes. ``any_value``: the values are not checked.
    """
    operator, values = text(requirement.get("operator")), sequence(requirement.get("values"))
    if operator in _WITH_VALUES:
        if not values:
            yield required(path / "values", "must be specified when `operator` is 'In' or 'NotIn'")
    elif operator in _WITHOUT_VALUES:
        if values:
            yield forbidden(path / "values", "may not be specified when `operator` is 'Exists' or 'DoesNotExist'")
    elif of_node and operator in _COMPARISONS:
        if len(values) != 1:
            yield required(path / "values", "must be specified single value when `operator` is 'Lt' or 'Gt'")
    else:
        yield invalid_value(path / "operator", operator, NO_OPERATOR)
    yield from key_errors(text(requirement.get("key")), path / "key")
    for index, value in enumerate(() if any_value else values):
        yield from all_invalid(path / "values" / index, text(value), label_value_errors(text(value)), "invalid-name")


def key_errors(key: str, path: FieldPath) -> Iterator[FieldError]:
    """Errors in the key of a label, also an empty key."""
    return all_invalid(path, key, qualified_name_errors(key), "invalid-name")
