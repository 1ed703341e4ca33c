"""What holds for every Template, in both dialects: the properties that processing keeps, on random Templates.

OpenShift library-go ``pkg/template/templateprocessing``; the Kubernetes proposal "OpenShift Template Syntax".
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from playground.engine.model.inputs import Inputs
from playground.engine.reading import read
from playground.engine.templates import ProcessedTemplate, process
from playground.engine.templates.substitution import Dialect
from playground.engine.templates.template import find_templates
from tests.engine.emitted import to_yaml

OPENSHIFT, PROPOSAL = Dialect.OPENSHIFT, Dialect.PROPOSAL
DIALECTS = st.sampled_from(Dialect)
VERSIONS = {OPENSHIFT: "template.openshift.io/v1", PROPOSAL: "v1"}

# Texts without an operator; what looks like a reference is put between them.
WORDS = st.text(st.characters(blacklist_categories=("Cs", "Cc"), blacklist_characters="${}()"), max_size=8)
VALUES = st.one_of(WORDS, st.sampled_from(("", "7", "1.50", "true", "yes", '"q"', "- a", "a: b", "a\nb\n", " lead")))
DECLARED = ("${A}", "${B}")
ELSEWHERE = ("${X}", "${{X}}", "$(X)", "${A-B}", "${ A}", "$A", "$$(A)", "${{ A }}")


def texts(*references: str) -> st.SearchStrategy[str]:
    """Texts in which some of ``references`` stand between words."""
    if not references:
        return WORDS
    return st.lists(st.one_of(WORDS, st.sampled_from(references)), max_size=5).map("".join)


def trees(*references: str) -> st.SearchStrategy[Any]:
    """Fields of an Object; their keys hold no references, so that none of them collide."""
    leaves = st.one_of(texts(*references), st.integers(-(2**63), 2**63 - 1), st.booleans(), st.none())
    keys = WORDS.filter(lambda key: key not in ("metadata", "namespace", "items", "kind", "apiVersion", "<<"))
    return st.recursive(
        leaves, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3), max_leaves=8
    )


def objects(*references: str) -> st.SearchStrategy[list[dict[str, Any]]]:
    """Objects of no kind that has moved to another group."""

    def of(fields: Any, name: str) -> dict[str, Any]:
        return {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name}, "data": fields}

    return st.lists(st.builds(of, trees(*references), texts(*references)), min_size=1, max_size=3)


def process_objects(
    items: list[dict[str, Any]],
    dialect: Dialect,
    values: Mapping[str, str] | None = None,
    given_values: Mapping[str, str] | None = None,
    *,
    syntax: str = "json",
    **fields: Any,
) -> ProcessedTemplate:
    """A Template of these Objects and Parameters, as text, read and processed."""
    template = {
        "apiVersion": VERSIONS[dialect],
        "kind": "Template",
        "metadata": {"name": "t"},
        "objects": items,
        "parameters": [{"name": name, "value": value} for name, value in (values or {}).items()],
        **fields,
    }
    text = json.dumps(template) if syntax == "json" else to_yaml(template)
    [document] = read(text).documents
    return process(find_templates([document])[0], Inputs(values=given_values or {}, dialect=dialect), random=Random(1))


def objects_as_json(processed: ProcessedTemplate) -> str:
    """The Objects as text that tells true from 1, and an order of keys from another."""
    return json.dumps([item.value for item in processed.objects])


def strings(value: Any) -> Iterator[str]:
    """Every text in a value, keys too."""
    if isinstance(value, str):
        yield value
    for item in value if isinstance(value, list) else ():
        yield from strings(item)
    for key, item in value.items() if isinstance(value, dict) else ():
        yield key
        yield from strings(item)


PARAMETERS = st.fixed_dictionaries({"A": VALUES, "B": VALUES})


@given(objects(*ELSEWHERE), DIALECTS, PARAMETERS)
def test_objects_without_references_to_parameters_are_unchanged(
    items: list[dict[str, Any]], dialect: Dialect, values: dict[str, str]
) -> None:
    assert objects_as_json(process_objects(items, dialect, values)) == json.dumps(items)


@given(objects(*DECLARED), DIALECTS, PARAMETERS)
def test_every_parameter_reference_is_replaced_by_its_value(
    items: list[dict[str, Any]], dialect: Dialect, values: dict[str, str]
) -> None:
    processed = process_objects(items, dialect, values)
    expected = json.dumps(items)
    for name, value in values.items():
        expected = expected.replace(f"${{{name}}}", json.dumps(value)[1:-1])
    assert objects_as_json(processed) == expected
    assert all(reference.fate == "substituted" for reference in processed.references)


@given(objects(*DECLARED, *ELSEWHERE), DIALECTS, PARAMETERS)
def test_processing_is_idempotent(items: list[dict[str, Any]], dialect: Dialect, values: dict[str, str]) -> None:
    once = [item.value for item in process_objects(items, dialect, values).objects]
    assert objects_as_json(process_objects(once, dialect, values)) == json.dumps(once)


@given(objects(*DECLARED, *ELSEWHERE, "${{A}}", "$(A)"), DIALECTS, PARAMETERS)
def test_json_and_yaml_of_one_template_give_the_same_objects(
    items: list[dict[str, Any]], dialect: Dialect, values: dict[str, str]
) -> None:
    assert objects_as_json(process_objects(items, dialect, values)) == objects_as_json(
        process_objects(items, dialect, values, syntax="yaml")
    )


@given(objects(*DECLARED, "${{A}}", "${{B}}", "$(A)"), DIALECTS, PARAMETERS)
def test_a_value_that_is_given_and_the_same_one_as_default_give_the_same_objects(
    items: list[dict[str, Any]], dialect: Dialect, values: dict[str, str]
) -> None:
    by_default = process_objects(items, dialect, values)
    by_hand = process_objects(items, dialect, dict.fromkeys(values, "another"), values)
    assert objects_as_json(by_default) == objects_as_json(by_hand)
    assert {value.origin for value in by_hand.values} == {"given"}


@given(objects(*DECLARED), DIALECTS, PARAMETERS, st.dictionaries(texts("${A}"), texts("${B}"), min_size=1, max_size=3))
def test_every_object_has_every_label_of_the_template(
    items: list[dict[str, Any]], dialect: Dialect, values: dict[str, str], labels: dict[str, str]
) -> None:
    processed = process_objects(items, dialect, values, labels=labels)
    assert processed.labels
    assert all("${" not in text for text in strings(dict(processed.labels)))
    for item in processed.objects:
        assert item.value["metadata"]["labels"] == processed.labels


@given(objects(*DECLARED), PARAMETERS, texts(*DECLARED, *ELSEWHERE))
def test_a_namespace_stays_only_with_a_reference_in_it(
    items: list[dict[str, Any]], values: dict[str, str], namespace: str
) -> None:
    for item in items:
        item["metadata"]["namespace"] = namespace
    has_reference = any(form in namespace for form in ("${A}", "${B}", "${X}"))
    for processed in process_objects(items, OPENSHIFT, values).objects:
        metadata = processed.value["metadata"]
        if has_reference:
            assert not any(form in metadata["namespace"] for form in DECLARED)
        else:
            assert metadata.get("namespace", "") == ""
            assert ("namespace" in metadata) == (namespace == "")
    for processed in process_objects(items, PROPOSAL, values).objects:
        assert "namespace" in processed.value["metadata"]  # the proposal takes none away


@given(st.lists(st.booleans(), min_size=1, max_size=6), DIALECTS)
def test_every_parameter_that_needs_a_value_and_has_none_is_named_at_once(
    required: list[bool], dialect: Dialect
) -> None:
    parameters = [{"name": f"P{index}", "required": need} for index, need in enumerate(required)]
    processed = process_objects([], dialect, parameters=parameters)
    missing = [problem for problem in processed.problems if problem.pattern == "required-parameter-missing"]
    assert [problem.detail["parameter"] for problem in missing] == [
        f"P{index}" for index, need in enumerate(required) if need
    ]
    assert [value.settled for value in processed.values] == [not need for need in required]


@given(st.integers(-(2**63), 2**63 - 1), st.booleans(), texts("$(X)", "$$(N)", "$$(X)"))
def test_in_the_proposal_a_whole_reference_has_the_type_of_its_parameter(number: int, flag: bool, escaped: str) -> None:
    parameters = [
        {"name": "N", "type": "int", "value": str(number)},
        {"name": "F", "type": "bool", "value": "true" if flag else "false"},
    ]
    data = {"n": "$(N)", "f": "$(F)", "m": "${N}", "part": "a$(N)-$(F)", "rest": escaped}
    items = [{"apiVersion": "v1", "kind": "ConfigMap", "data": data}]
    [item] = process_objects(items, PROPOSAL, parameters=parameters).objects
    expected = {"n": number, "f": flag, "m": number, "part": f"a{number}-{str(flag).lower()}", "rest": escaped}
    assert json.dumps(item.value["data"]) == json.dumps(expected)
    [untouched] = process_objects(items, OPENSHIFT, parameters=parameters).objects
    assert untouched.value["data"] == {**data, "m": str(number)}  # there `$(N)` belongs to the kubelet


@given(objects(*DECLARED, *ELSEWHERE, "${{A}}"), DIALECTS, PARAMETERS)
def test_the_number_and_order_of_objects_is_kept(
    items: list[dict[str, Any]], dialect: Dialect, values: dict[str, str]
) -> None:
    processed = process_objects(items, dialect, values)
    assert [item.path[1] for item in processed.objects] == list(range(len(items)))
    assert [item.value["kind"] for item in processed.objects] == [item["kind"] for item in items]
