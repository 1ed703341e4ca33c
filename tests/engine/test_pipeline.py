"""The whole evaluation gives the results of the design documents, and works for any text."""

import gc
import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground.engine import Dialect, Inputs, Severity, evaluate, mapping_func_for

EXAMPLES = sorted((Path(__file__).resolve().parents[2] / "playground/examples").glob("*.yaml"))
TEXTS = {path.stem[3:]: path.read_text(encoding="utf-8") for path in EXAMPLES}


def test_the_example_of_the_proposal_has_the_documented_result() -> None:
    evaluation = evaluate(TEXTS["document-database"], random=random.Random(7))
    service, controller = evaluation.expanded
    env = {item["name"]: item["value"] for item in controller["spec"]["template"]["spec"]["containers"][0]["env"]}
    assert evaluation.dialect is Dialect.PROPOSAL
    assert controller["spec"]["replicas"] == 1
    assert type(controller["spec"]["replicas"]) is int
    assert env["MONGODB_USER"].startswith("user")
    assert len(env["MONGODB_USER"]) == 7
    assert len(env["MONGODB_PASSWORD"]) == 16
    assert env["MONGODB_DATABASE"] == "sampledb"
    label = {"template": "mongodb-ephemeral-template"}
    assert service["metadata"] == {"name": "mongodb", "labels": label}
    assert controller["metadata"] == {"name": "mongodb", "labels": label}


def test_a_service_beside_the_pod_gives_its_variables() -> None:
    pod = evaluate(TEXTS["composed-url"]).expanded[1]
    assert pod["spec"]["containers"][0]["args"] == ["clone", "http://10.96.44.7:8080/shop.git"]


def test_a_default_for_a_service_variable_depends_on_the_order_of_the_contexts() -> None:
    evaluation = evaluate(TEXTS["service-default"])
    variables = {variable.name: variable for variable in evaluation.containers[0].variables}
    assert variables["GIT_URL"].value == "http://fallback.example:8080/"
    declared = {"GITSERVER_SERVICE_HOST": "fallback.example"}
    services = {"GITSERVER_SERVICE_HOST": "10.96.44.7", "GITSERVER_SERVICE_PORT": "8080"}
    in_the_kubelets_order = mapping_func_for(None, declared, services)
    in_the_documents_order = mapping_func_for(None, services, declared)
    assert in_the_kubelets_order("GITSERVER_SERVICE_HOST") == "fallback.example"
    assert in_the_documents_order("GITSERVER_SERVICE_HOST") == "10.96.44.7"
    assert mapping_func_for(None, {}, declared)("GITSERVER_SERVICE_HOST") == "fallback.example"


def test_both_steps_meet_in_one_text() -> None:
    container = evaluate(TEXTS["both-steps"]).expanded[0]["spec"]["template"]["spec"]["containers"][0]
    assert container["args"][0] == "--listen=10.1.2.3:8443"
    assert container["ports"] == [{"containerPort": 8443}]


def test_a_given_value_has_precedence_over_default_and_default_over_generated() -> None:
    text = TEXTS["generated-password"]
    generated = evaluate(text).processed
    stored = evaluate(text, Inputs(generated={"DATABASE_PASSWORD": "kept"})).processed
    given_value = evaluate(
        text, Inputs(generated={"DATABASE_PASSWORD": "kept"}, values={"DATABASE_PASSWORD": "mine"})
    ).processed
    assert generated is not None
    assert stored is not None
    assert given_value is not None
    assert len(generated.values[1].text) == 24
    assert stored.values[1].text == "kept"
    assert given_value.values[1].text == "mine"


def test_a_given_expression_takes_the_place_of_the_declared_one() -> None:
    processed = evaluate(TEXTS["generated-password"], Inputs(expressions={"DATABASE_PASSWORD": "[0-9]{3}"})).processed
    assert processed is not None
    assert processed.values[1].text.isdigit()
    assert len(processed.values[1].text) == 3


def test_an_unreadable_document_leaves_the_others_alone() -> None:
    evaluation = evaluate("a: [\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n")
    assert not evaluation.readable
    assert [item.value["kind"] for item in evaluation.objects] == ["ConfigMap"]
    assert evaluation.count(Severity.ERROR) == 1


def test_every_unresolved_reference_raises_one_event() -> None:
    events = evaluate(TEXTS["order-matters"]).events
    assert [(event.involved_object.field_path, event.reason) for event in events] == [
        ("spec.containers{orders}", events[0].reason),
        ("spec.containers{orders}", events[0].reason),
    ]


def test_any_truncated_text_can_be_evaluated() -> None:
    for text in TEXTS.values():
        for end in range(0, len(text), 31):
            evaluate(text[:end])


@pytest.mark.parametrize("seed", range(4))
def test_any_mutated_text_can_be_evaluated(seed: int) -> None:
    chance = random.Random(seed)
    alphabet = "\"'${}()[]:-,&*!|>%@`#\n\t 0aZ~<\\\ufeff\x00\ud800é"
    for _ in range(60):
        characters = list(chance.choice(list(TEXTS.values())))
        for _ in range(chance.randint(1, 8)):
            start = chance.randrange(len(characters))
            characters[start : start + chance.randint(0, 3)] = chance.choices(alphabet, k=chance.randint(0, 3))
        evaluate("".join(characters), Inputs(dialect=chance.choice(["auto", "openshift", "proposal"])))


KEYS = "kind spec containers env name value valueFrom metadata objects parameters labels items data".split()
plain = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from(["", "$(A)", "${A}", "${{A}}", "Template", "Pod", "v1"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(KEYS),
            inner,
            max_size=4,
        )
    ),
    max_leaves=25,
)


@given(st.sampled_from(["Template", "Pod", "Deployment", "List", "CronJob", "ConfigMap"]), plain, plain)
def test_objects_of_any_shape_can_be_evaluated(kind: str, first: object, second: object) -> None:
    keys = {"Template": ("objects", "parameters"), "List": ("items", "metadata"), "ConfigMap": ("data", "metadata")}
    first_key, second_key = keys.get(kind, ("spec", "metadata"))
    evaluate(json.dumps({"apiVersion": "v1", "kind": kind, first_key: first, second_key: second}))


def test_nested_aliases_of_any_depth_can_be_evaluated() -> None:
    deep = "".join(f"  a{n}: &a{n} {'[' * 190}{f'*a{n - 1}' if n else '$(X)'}{']' * 190}\n" for n in range(9))
    text = f"apiVersion: template.openshift.io/v1\nkind: Template\nobjects:\n- kind: ConfigMap\n{deep}"
    assert [diagnostic.code for diagnostic in evaluate(text).diagnostics] == ["SRC120"]


def test_the_same_text_with_the_same_randomness_gives_the_same_evaluation() -> None:
    text = TEXTS["start-here"]
    first, second = (evaluate(text, random=random.Random(1)) for _ in range(2))
    assert first.expanded == second.expanded
    assert first.diagnostics == second.diagnostics


def uncollected(work: Callable[[], object]) -> int:
    """The number of objects that ``work`` leaves in reference cycles."""
    gc.freeze()  # the collector looks only at newer objects
    gc.disable()
    try:
        work()
        return gc.collect()
    finally:
        gc.enable()
        gc.unfreeze()


def test_an_evaluation_is_freed_without_the_garbage_collector() -> None:
    assert [name for name, text in TEXTS.items() if uncollected(lambda text=text: evaluate(text))] == []  # type: ignore[misc]


def test_a_reference_cycle_would_wait_for_the_garbage_collector() -> None:
    def work() -> None:
        evaluation = evaluate(TEXTS["composed-url"])
        evaluation.remembered["itself"] = evaluation

    assert uncollected(work) > 50


def test_too_many_references_are_reported_quickly() -> None:
    text = "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  containers:\n  - name: a\n    args:\n"
    evaluation = evaluate(text + ('    - "' + "$(" * 20_000 + '"\n') * 4)
    withheld = [argument.withheld for argument in evaluation.containers[0].args]
    assert withheld == [False, False, True, True]
    assert sum("50,000 references" in diagnostic.message for diagnostic in evaluation.diagnostics) == 2


def test_nested_lists_are_shown_as_their_items() -> None:
    evaluation = evaluate("kind: List\nitems: [{kind: A}, {kind: List, items: [{kind: B}, {kind: C}]}, {kind: D}]")
    assert [item.value["kind"] for item in evaluation.objects] == ["A", "B", "C", "D"]
    assert str(evaluation.objects[2].path) == "items[1].items[1]"


def test_a_list_with_too_many_objects_is_reported_and_cut() -> None:
    evaluation = evaluate("apiVersion: v1\nkind: List\nitems:\n" + "- {apiVersion: v1, kind: ConfigMap}\n" * 1_001)
    assert len(evaluation.objects) == 1_000
    (diagnostic,) = evaluation.diagnostics
    assert (diagnostic.code, diagnostic.span.start.line) == ("SRC120", 1_004)


def test_too_many_objects_in_nested_lists_are_reported() -> None:
    lists = "- kind: List\n  items:\n" + "  - {kind: ConfigMap}\n" * 600
    evaluation = evaluate(f"kind: List\nitems:\n{lists * 2}")
    assert len(evaluation.objects) == 1_000
    places = [(item.code, item.span.start.line) for item in evaluation.diagnostics if item.code == "SRC120"]
    assert places == [("SRC120", 2 + 602 + 2 + 401)]


def test_a_template_with_too_many_objects_is_refused() -> None:
    head = "apiVersion: template.openshift.io/v1\nkind: Template\nobjects:\n"
    evaluation = evaluate(head + "- {apiVersion: v1, kind: ConfigMap}\n" * 1_001)
    assert evaluation.objects == ()
    assert [diagnostic.code for diagnostic in evaluation.diagnostics] == ["TPL211"]
    assert len(evaluate(head + "- {apiVersion: v1, kind: ConfigMap}\n" * 1_000).objects) == 1_000
