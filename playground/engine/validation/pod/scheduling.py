"""Validation of where a pod may run: affinity, tolerations, spreading, gates.

Kubernetes v1.36 ``validateAffinity``, ``ValidateTolerations``, ``validateTopologySpreadConstraints``,
``ValidateMatchLabelKeysAndMismatchLabelKeys``, ``validateSchedulingGates`` and ``validateReadinessGates``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Final

from playground.engine.cluster.pod_facts import PodFacts
from playground.engine.kubernetes.names import label_errors, label_value_errors, subdomain_errors
from playground.engine.kubernetes.pods import mapping, mappings, sequence, text
from playground.engine.model.location import FieldPath
from playground.engine.validation.errors import (
    FieldError,
    all_invalid,
    duplicate,
    forbidden,
    invalid_value,
    pointer_errors,
    required,
    unsupported_value,
    whole,
)
from playground.engine.validation.labels import NO_OPERATOR, key_errors, requirement_errors, selector_errors

_REQUIRED: Final = "requiredDuringSchedulingIgnoredDuringExecution"
_PREFERRED: Final = "preferredDuringSchedulingIgnoredDuringExecution"
_LAST_WEIGHT: Final = 100
_EFFECTS: Final = ("NoSchedule", "PreferNoSchedule", "NoExecute")
_OPERATORS: Final = ("Equal", "Exists")
_COMPARISONS: Final = ("Lt", "Gt")  # of a feature that is off in all versions
_ACTIONS: Final = ("DoNotSchedule", "ScheduleAnyway")
_NODE_POLICIES: Final = ("Honor", "Ignore")
_EVERY_TAINT: Final = 'operator must be Exists when `key` is empty, which means "match all values and all keys"'
_IN_BOTH: Final = "exists in both matchLabelKeys and labelSelector"
_NOT_POSITIVE: Final = "must be greater than zero"


def affinity_errors(facts: PodFacts, path: FieldPath) -> Iterator[FieldError]:
    """Errors in a pod's `affinity`. Here and below, ``path`` is that of the pod's spec."""
    affinity, path = mapping(facts.spec.get("affinity")), path / "affinity"
    yield from _node_affinity_errors(mapping(affinity.get("nodeAffinity")), path / "nodeAffinity", facts)
    for field in ("podAffinity", "podAntiAffinity"):
        rules, place = mapping(affinity.get(field)), path / field
        for index, term in enumerate(mappings(rules.get(_REQUIRED))):
            yield from _pod_term_errors(term, place / _REQUIRED / index, facts)
        for index, weighted in enumerate(mappings(rules.get(_PREFERRED))):
            yield from _weight_errors(weighted, place / _PREFERRED / index)
            term_place = place / _PREFERRED / index / "podAffinityTerm"
            yield from _pod_term_errors(mapping(weighted.get("podAffinityTerm")), term_place, facts)


def _node_affinity_errors(rules: Mapping[str, Any], path: FieldPath, facts: PodFacts) -> Iterator[FieldError]:
    if isinstance(selector := rules.get(_REQUIRED), dict):
        terms, place = mappings(selector.get("nodeSelectorTerms")), path / _REQUIRED / "nodeSelectorTerms"
        if not terms:
            yield required(place, "must have at least one node selector term")
        any_value = not facts.cluster.version.checked_node_values
        for index, term in enumerate(terms):
            yield from _node_term_errors(term, place / index, any_value=any_value)
    for index, weighted in enumerate(mappings(rules.get(_PREFERRED))):
        place = path / _PREFERRED / index
        yield from _weight_errors(weighted, place)
        yield from _node_term_errors(mapping(weighted.get("preference")), place / "preference", any_value=True)


def _weight_errors(weighted: Mapping[str, Any], path: FieldPath) -> Iterator[FieldError]:
    weight = whole(weighted.get("weight"), 0)
    if weight is not None and not 1 <= weight <= _LAST_WEIGHT:
        yield invalid_value(path / "weight", weight, f"must be in the range 1-{_LAST_WEIGHT}")


def _node_term_errors(term: Mapping[str, Any], path: FieldPath, *, any_value: bool) -> Iterator[FieldError]:
    for index, requirement in enumerate(mappings(term.get("matchExpressions"))):
        place = path / "matchExpressions" / index
        yield from requirement_errors(requirement, place, of_node=True, any_value=any_value)
    for index, requirement in enumerate(mappings(term.get("matchFields"))):
        yield from _field_requirement_errors(requirement, path / "matchFields" / index)


def _field_requirement_errors(requirement: Mapping[str, Any], path: FieldPath) -> Iterator[FieldError]:
    """Errors in a requirement for a field of the node; the only such field is its name."""
    operator, key = text(requirement.get("operator")), text(requirement.get("key"))
    values = sequence(requirement.get("values"))
    if operator not in ("In", "NotIn"):
        yield invalid_value(path / "operator", operator, NO_OPERATOR)
    elif len(values) != 1:
        reason = "must be only one value when `operator` is 'In' or 'NotIn' for node field selector"
        yield required(path / "values", reason)
    if key != "metadata.name":
        yield invalid_value(path / "key", key, "not a valid field selector key")
        return
    for index, value in enumerate(values):
        yield from all_invalid(path / "values" / index, text(value), subdomain_errors(text(value)), "invalid-name")


def _pod_term_errors(term: Mapping[str, Any], path: FieldPath, facts: PodFacts) -> Iterator[FieldError]:
    for field in ("labelSelector", "namespaceSelector"):
        yield from selector_errors(term.get(field), path / field)
    for index, namespace in enumerate(map(text, sequence(term.get("namespaces")))):
        for message in label_errors(namespace):
            printed = path / "namespace"  # the API server prints no index
            yield invalid_value(path / "namespaces" / index, namespace, message, "invalid-name", printed)
    if facts.cluster.version.affinity_keys:
        yield from _match_key_errors(term, path, facts)
    topology_key = text(term.get("topologyKey"))
    if not topology_key:
        yield required(path / "topologyKey", "can not be empty")
    yield from key_errors(topology_key, path / "topologyKey")


def _match_key_errors(term: Mapping[str, Any], path: FieldPath, facts: PodFacts) -> Iterator[FieldError]:
    """Errors in `matchLabelKeys` and `mismatchLabelKeys`; only affinity has the second."""
    selector = term.get("labelSelector")
    keys = {field: [*map(text, sequence(term.get(field)))] for field in ("matchLabelKeys", "mismatchLabelKeys")}
    matching, mismatching = keys.values()
    for field, names in keys.items():
        if names and not isinstance(selector, dict):
            yield forbidden(path / field, "must not be specified when labelSelector is not set")
        else:
            for index, name in enumerate(names):
                yield from key_errors(name, path / field / index)
    if matching and isinstance(selector, dict):
        yield from _repeated_key_errors(matching, mismatching, selector, path, facts)
    mismatches = frozenset(mismatching)
    for index, name in enumerate(matching):
        if name in mismatches:
            message = "exists in both matchLabelKeys and mismatchLabelKeys"
            yield invalid_value(path / "matchLabelKeys" / index, name, message)


def _repeated_key_errors(
    matching: Sequence[str], mismatching: Sequence[str], selector: Mapping[str, Any], path: FieldPath, facts: PodFacts
) -> Iterator[FieldError]:
    """Errors for keys of `matchLabelKeys` that are in the ``selector`` twice.

    Before validation, the API server adds to the selector of a Pod each such key that is a label of the Pod. So in a
    Pod, a key that the text mentions once is an error; in a pod template, the text must mention the key twice.
    """
    indexes = {key: index for index, key in enumerate(matching)}
    labels = facts.own_entries("metadata.labels") if facts.place.kind == "Pod" else {}
    selected = (text(requirement.get("key")) for requirement in mappings(selector.get("matchExpressions")))
    added = (key for key in (*matching, *mismatching) if key in labels)
    earlier = set(mapping(selector.get("matchLabels")))
    for key in chain(selected, added):
        if key in indexes and key in earlier:
            place = path / "matchLabelKeys" / indexes[key]
            printed = path / indexes[key]  # the API server leaves out `matchLabelKeys`
            yield invalid_value(place, key, _IN_BOTH, printed=printed)
        earlier.add(key)


def tolerations_errors(facts: PodFacts, path: FieldPath) -> Iterator[FieldError]:
    """Errors in a pod's `tolerations`."""
    for index, toleration in enumerate(mappings(facts.spec.get("tolerations"))):
        yield from _toleration_errors(toleration, path / "tolerations" / index, facts)


def _toleration_errors(toleration: Mapping[str, Any], path: FieldPath, facts: PodFacts) -> Iterator[FieldError]:
    key, operator, value, effect = (text(toleration.get(field)) for field in ("key", "operator", "value", "effect"))
    if key:
        yield from key_errors(key, path / "key")
    elif operator != "Exists":
        yield invalid_value(path / "operator", operator, _EVERY_TAINT)
    if toleration.get("tolerationSeconds") is not None and effect != "NoExecute":
        message = "effect must be 'NoExecute' when `tolerationSeconds` is set"
        yield invalid_value(path / "effect", effect, message)
    printed = path / "operator"  # the API server prints this path for errors in the value, too
    if operator in ("Equal", ""):
        if errors := label_value_errors(value):
            yield invalid_value(path / "value", value, ";".join(errors), printed=printed)
    elif operator == "Exists":
        if value:
            message = "value must be empty when `operator` is 'Exists'"
            yield invalid_value(path / "value", value, message, printed=printed)
    else:
        # Versions that know these operators refuse them, but name them as supported.
        comparing = operator in _COMPARISONS and facts.cluster.version.comparing_tolerations
        yield unsupported_value(printed, operator, (*_OPERATORS, *_COMPARISONS) if comparing else _OPERATORS)
    if effect and effect not in _EFFECTS:
        yield unsupported_value(path / "effect", effect, _EFFECTS)


def spread_errors(facts: PodFacts, path: FieldPath) -> Iterator[FieldError]:
    """Errors in a pod's `topologySpreadConstraints`."""
    constraints = mappings(facts.spec.get("topologySpreadConstraints"))
    keys_and_actions = [
        tuple(text(item.get(field)) for field in ("topologyKey", "whenUnsatisfiable")) for item in constraints
    ]
    later = Counter(keys_and_actions)  # how often a key and action are in the constraints after the current one
    for index, (constraint, (topology_key, action)) in enumerate(zip(constraints, keys_and_actions, strict=True)):
        place = path / "topologySpreadConstraints" / index
        later[topology_key, action] -= 1
        if (skew := whole(constraint.get("maxSkew"), 0)) is not None and skew <= 0:
            yield invalid_value(place / "maxSkew", skew, _NOT_POSITIVE)
        if not topology_key:
            yield required(place / "topologyKey", "can not be empty")
        if action not in _ACTIONS:
            yield unsupported_value(place / "whenUnsatisfiable", action, _ACTIONS)
        if later[topology_key, action]:
            repeated = duplicate(place, f"{{{topology_key}, {action}}}", "repeated-entry")
            yield FieldError(place, repeated.body, repeated.pattern, f"{place}.{{topologyKey, whenUnsatisfiable}}")
        yield from _domain_errors(constraint.get("minDomains"), action, place / "minDomains")
        for field in ("nodeAffinityPolicy", "nodeTaintsPolicy"):
            yield from pointer_errors(constraint, field, _NODE_POLICIES, place)
        if facts.cluster.version.merges_spread_keys:
            yield from _match_key_errors({**constraint, "mismatchLabelKeys": None}, place, facts)
        else:
            yield from _unmerged_key_errors(constraint, place)
        yield from selector_errors(constraint.get("labelSelector"), place / "labelSelector")


def _domain_errors(value: Any, action: str, path: FieldPath) -> Iterator[FieldError]:
    if (domains := whole(value)) is None:
        return
    if domains <= 0:
        yield invalid_value(path, domains, _NOT_POSITIVE)
    if action != "DoNotSchedule":
        message = f"can only use minDomains if whenUnsatisfiable=DoNotSchedule, not {action}"
        yield invalid_value(path, domains, message)


def _unmerged_key_errors(constraint: Mapping[str, Any], path: FieldPath) -> Iterator[FieldError]:
    """Errors in the `matchLabelKeys` of a constraint before v1.34 (``ValidateMatchLabelKeysInTopologySpread``)."""
    selector, place = constraint.get("labelSelector"), path / "matchLabelKeys"
    keys = [*map(text, sequence(constraint.get("matchLabelKeys")))]
    if keys and not isinstance(selector, dict):
        yield forbidden(place, "must not be specified when labelSelector is not set")
    requirements = mappings(mapping(selector).get("matchExpressions"))
    selected = {*mapping(mapping(selector).get("matchLabels")), *(text(item.get("key")) for item in requirements)}
    for index, key in enumerate(keys):
        yield from key_errors(key, place / index)
        if key in selected:
            yield invalid_value(place / index, key, _IN_BOTH)


def gate_errors(facts: PodFacts, path: FieldPath) -> Iterator[FieldError]:
    """Errors in a pod's `schedulingGates`."""
    names: set[str] = set()
    for index, gate in enumerate(mappings(facts.spec.get("schedulingGates"))):
        name, place = text(gate.get("name")), path / "schedulingGates" / index
        yield from key_errors(name, place)
        if name in names:
            yield duplicate(place, name, "repeated-entry")
        names.add(name)


def readiness_errors(facts: PodFacts, path: FieldPath) -> Iterator[FieldError]:
    """Errors in a pod's `readinessGates`."""
    for index, gate in enumerate(mappings(facts.spec.get("readinessGates"))):
        place = path / "readinessGates" / index / "conditionType"
        yield from key_errors(text(gate.get("conditionType")), place)
