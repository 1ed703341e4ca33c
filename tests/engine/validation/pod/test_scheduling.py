"""The API server's errors for affinity, tolerations, spreading and gates, in its words and order."""

from __future__ import annotations

import pytest

from playground.engine.kubernetes.names import label_errors, label_value_errors, qualified_name_errors
from tests.engine.validation.pods import DEPLOYMENT, pod_errors

_REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution"
_PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution"
_EMPTY, _NO_KEY = qualified_name_errors("")
(_KEY,) = qualified_name_errors("a b")
(_VALUE,) = label_value_errors("a b")
(_LABEL,) = label_errors("A")
_TERM = "labelSelector: {matchLabels: {app: web}}, topologyKey: kubernetes.io/hostname"
_SPREAD = "maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule"


@pytest.mark.parametrize(
    "fields",
    [
        "tolerations: [{operator: Exists}, {key: a, value: b}, {key: a, operator: Equal, effect: NoSchedule}]",
        "tolerations: [{key: a, operator: Exists, effect: NoExecute, tolerationSeconds: 60}]",
        (
            f"affinity: {{nodeAffinity: {{{_REQUIRED}: {{nodeSelectorTerms: [{{matchExpressions: "
            "[{key: a, operator: In, values: [b]}, {key: a, operator: Gt, values: ['1']}, {key: a, operator: Exists}],"
            " matchFields: [{key: metadata.name, operator: In, values: [node-1]}]}]}}}"
        ),
        f"affinity: {{podAffinity: {{{_REQUIRED}: [{{{_TERM}, matchLabelKeys: [tier], namespaces: [shop]}}]}}}}",
        f"affinity: {{podAntiAffinity: {{{_PREFERRED}: [{{weight: 100, podAffinityTerm: {{{_TERM}}}}}]}}}}",
        f"topologySpreadConstraints: [{{{_SPREAD}, minDomains: 2, nodeTaintsPolicy: Honor}}]",
        "readinessGates: [{conditionType: example.com/ready}], schedulingGates: [{name: example.com/a}]",
        "affinity: null, tolerations: null, topologySpreadConstraints: [], readinessGates: null, schedulingGates: []",
    ],
)
@pytest.mark.parametrize("version", ["1.29", "1.36"])
def test_valid_fields_have_no_errors(fields: str, version: str) -> None:
    assert pod_errors(fields, version) == []


@pytest.mark.parametrize(
    ("toleration", "errors"),
    [
        (
            "{key: a b, operator: exists, effect: Never}",
            [
                f'key: Invalid value: "a b": {_KEY}',
                'operator: Unsupported value: "exists": supported values: "Equal", "Exists"',
                'effect: Unsupported value: "Never": supported values: "NoSchedule", "PreferNoSchedule", "NoExecute"',
            ],
        ),
        (
            "{operator: Equal, value: a b, tolerationSeconds: 0}",
            [
                (
                    'operator: Invalid value: "Equal": operator must be Exists when `key` is empty, which means'
                    ' "match all values and all keys"'
                ),
                "effect: Invalid value: \"\": effect must be 'NoExecute' when `tolerationSeconds` is set",
                f'operator: Invalid value: "a b": {_VALUE}',
            ],
        ),
        (
            "{key: a, operator: Exists, value: b}",
            ["operator: Invalid value: \"b\": value must be empty when `operator` is 'Exists'"],
        ),
    ],
)
def test_tolerations_are_refused_in_the_api_servers_words(toleration: str, errors: list[str]) -> None:
    spec = f"tolerations: [{{operator: Exists}}, {toleration}]"
    assert pod_errors(spec) == [f"tolerations[1].{error}" for error in errors]


def test_comparing_operators_are_known_and_off() -> None:
    toleration = "tolerations: [{key: a, operator: Gt, value: '1'}]"
    start = 'tolerations[0].operator: Unsupported value: "Gt": supported values: "Equal", "Exists"'
    assert (pod_errors(toleration, "1.34"), pod_errors(toleration)) == ([start], [f'{start}, "Lt", "Gt"'])


def test_a_required_node_affinity_is_refused_in_the_api_servers_words() -> None:
    expressions = "[{operator: In}, {key: a, operator: Exists, values: [b]}, {key: a, operator: Lt, values: [a b, c]}]"
    fields = "[{key: a, operator: Exists}, {key: metadata.name, operator: In, values: [a, b]}]"
    term = f"{{matchExpressions: {expressions}, matchFields: {fields}}}"
    path = f"affinity.nodeAffinity.{_REQUIRED}.nodeSelectorTerms"
    assert pod_errors(f"affinity: {{nodeAffinity: {{{_REQUIRED}: {{nodeSelectorTerms: [{term}]}}}}}}") == [
        f"{path}[0].{error}"
        for error in (
            "matchExpressions[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'",
            f'matchExpressions[0].key: Invalid value: "": {_EMPTY}',
            f'matchExpressions[0].key: Invalid value: "": {_NO_KEY}',
            "matchExpressions[1].values: Forbidden: may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
            (
                "matchExpressions[2].values: Required value: must be specified single value when `operator` is"
                " 'Lt' or 'Gt'"
            ),
            f'matchExpressions[2].values[0]: Invalid value: "a b": {_VALUE}',
            'matchFields[0].operator: Invalid value: "Exists": not a valid selector operator',
            'matchFields[0].key: Invalid value: "a": not a valid field selector key',
            (
                "matchFields[1].values: Required value: must be only one value when `operator` is 'In' or 'NotIn' for"
                " node field selector"
            ),
        )
    ]
    no_terms = pod_errors(f"affinity: {{nodeAffinity: {{{_REQUIRED}: {{}}}}}}")
    assert no_terms == [f"{path}: Required value: must have at least one node selector term"]


def test_values_of_a_preferred_node_affinity_may_be_invalid_and_older_versions_check_none() -> None:
    term = "matchExpressions: [{key: a, operator: In, values: [a b]}]"
    preferred = f"affinity: {{nodeAffinity: {{{_PREFERRED}: [{{preference: {{{term}}}}}]}}}}"
    weight = f"affinity.nodeAffinity.{_PREFERRED}[0].weight: Invalid value: 0: must be in the range 1-100"
    assert pod_errors(preferred) == [weight]
    assert pod_errors(f"affinity: {{nodeAffinity: {{{_REQUIRED}: {{nodeSelectorTerms: [{{{term}}}]}}}}}}", "1.32") == []


def test_a_pod_affinity_is_refused_in_the_api_servers_words() -> None:
    selector = "{matchLabels: {a b: c}, matchExpressions: [{key: a, operator: Gt}]}"
    term = f"{{labelSelector: {selector}, namespaces: [shop, A], mismatchLabelKeys: [a b]}}"
    path = f"affinity.podAntiAffinity.{_PREFERRED}[0]"
    weighted = f"{{weight: 101, podAffinityTerm: {term}}}"
    assert pod_errors(f"affinity: {{podAntiAffinity: {{{_PREFERRED}: [{weighted}]}}}}") == [
        f"{path}.weight: Invalid value: 101: must be in the range 1-100",
        *(
            f"{path}.podAffinityTerm.{error}"
            for error in (
                f'labelSelector.matchLabels: Invalid value: "a b": {_KEY}',
                'labelSelector.matchExpressions[0].operator: Invalid value: "Gt": not a valid selector operator',
                f'namespace: Invalid value: "A": {_LABEL}',
                f'mismatchLabelKeys[0]: Invalid value: "a b": {_KEY}',
                "topologyKey: Required value: can not be empty",
                f'topologyKey: Invalid value: "": {_EMPTY}',
                f'topologyKey: Invalid value: "": {_NO_KEY}',
            )
        ),
    ]


def test_match_label_keys_need_a_selector_that_lacks_them() -> None:
    path, terms = f"affinity.podAffinity.{_REQUIRED}[0]", f"affinity: {{podAffinity: {{{_REQUIRED}: [{{"
    both = "exists in both matchLabelKeys and"
    unselected = pod_errors(f"{terms}topologyKey: a, matchLabelKeys: [app]}}]}}}}")
    assert unselected == [f"{path}.matchLabelKeys: Forbidden: must not be specified when labelSelector is not set"]
    keyed = f"{terms}{_TERM}, matchLabelKeys: [tier, app], mismatchLabelKeys: [tier]}}]}}}}"
    mismatched = f'{path}.matchLabelKeys[0]: Invalid value: "tier": {both} mismatchLabelKeys'
    # The API server adds the keys of a Pod's own labels to the selector before it validates.
    assert pod_errors(keyed) == [f'{path}[1]: Invalid value: "app": {both} labelSelector', mismatched]
    assert pod_errors(keyed, head=DEPLOYMENT) == [mismatched]
    assert pod_errors(keyed, "1.30") == []


def test_spread_constraints_are_refused_in_the_api_servers_words() -> None:
    second = "{maxSkew: -1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule, nodeAffinityPolicy: never}"
    third = "{maxSkew: 1, minDomains: 0, nodeTaintsPolicy: never, labelSelector: {matchLabels: {a: b c}}}"
    (label,) = label_value_errors("b c")
    assert pod_errors(f"topologySpreadConstraints: [{{{_SPREAD}}}, {second}, {third}]") == [
        f"topologySpreadConstraints{error}"
        for error in (
            '[0].{topologyKey, whenUnsatisfiable}: Duplicate value: "{zone, DoNotSchedule}"',
            "[1].maxSkew: Invalid value: -1: must be greater than zero",
            '[1].nodeAffinityPolicy: Unsupported value: "never": supported values: "Honor", "Ignore"',
            "[2].topologyKey: Required value: can not be empty",
            '[2].whenUnsatisfiable: Unsupported value: "": supported values: "DoNotSchedule", "ScheduleAnyway"',
            "[2].minDomains: Invalid value: 0: must be greater than zero",
            "[2].minDomains: Invalid value: 0: can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ",
            '[2].nodeTaintsPolicy: Unsupported value: "never": supported values: "Honor", "Ignore"',
            f'[2].labelSelector.matchLabels: Invalid value: "b c": {label}',
        )
    ]


def test_keys_of_a_spread_constraint_are_merged_with_its_selector_since_1_34() -> None:
    keyed = (
        f"topologySpreadConstraints: [{{{_SPREAD}, labelSelector: {{matchLabels: {{app: b}}}}, matchLabelKeys: [app]}}]"
    )
    message = 'Invalid value: "app": exists in both matchLabelKeys and labelSelector'
    assert pod_errors(keyed, "1.33") == [f"topologySpreadConstraints[0].matchLabelKeys[0]: {message}"]
    assert pod_errors(keyed) == [f"topologySpreadConstraints[0][0]: {message}"]


def test_gates_have_qualified_names_and_hold_the_pod_back_from_its_node() -> None:
    gates = "readinessGates: [{conditionType: a b}], schedulingGates: [{name: a}, {name: a b}, {name: a}]"
    assert pod_errors(f"{gates}, nodeName: node-1") == [
        f'readinessGates[0].conditionType: Invalid value: "a b": {_KEY}',
        f'schedulingGates[1]: Invalid value: "a b": {_KEY}',
        'schedulingGates[2]: Duplicate value: "a"',
        "nodeName: Forbidden: cannot be set until all schedulingGates have been cleared",
    ]
