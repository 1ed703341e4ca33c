"""With a Memory the result is the same to the last field, whatever was edited in between."""

from __future__ import annotations

import gc
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, repeat
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playground.engine import RULES, Deadline, Document, Evaluation, Limits, Memory, evaluate, explain
from tests.engine.sameness import difference

EXAMPLES = sorted((Path(__file__).resolve().parents[2] / "playground/examples").glob("*.yaml"))
POD = """\
apiVersion: v1
kind: Pod
metadata: {name: NAME, labels: {app: NAME}}
spec:
  containers:
  - name: NAME
    image: registry.example/web:$(TAG)
    args: ["$(A)", "${B}", '--p="$(A)"', "$(WEB_PORT)"]
    envFrom: [{configMapRef: {name: settings}}]
    env:
    - {name: FIRST, value: "$(LAST)-1"}
    - {name: LAST, value: "$(DB_SERVICE_HOST) $$ $(FIRST"}
    - {name: DB_PASSWORD, value: hunter2}
    - {name: APP, valueFrom: {fieldRef: {fieldPath: "metadata.labels['app']"}}}
    ports: [{containerPort: "80"}]
"""
SERVICE = "apiVersion: v1\nkind: Service\nmetadata: {name: NAME}\nspec: {clusterIP: 10.0.0.7, ports: [{port: 80}]}\n"
SETTINGS = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\ndata: {A: x, B: "$(A)", C: "l\\n"}\n'
TEMPLATE = """\
apiVersion: template.openshift.io/v1
kind: Template
labels: {app: shop}
parameters:
- {name: A, value: x}
- {name: PASSWORD, generate: expression, from: "[a-z]{4}"}
objects:
- {apiVersion: v1, kind: Service, metadata: {name: shop}, spec: {ports: [{port: 80}]}}
- apiVersion: v1
  kind: Pod
  metadata: {name: shop}
  spec:
    containers:
    - {name: shop, image: a, args: ["$(SHOP_PORT)", "$(B) ${A}"], env: [{name: Q, value: "${PASSWORD}"}]}
"""
LISTED = "kind: List\nitems:\n" + "".join("- " + POD.replace("\n", "\n  ").rstrip() + "\n" for _ in range(2))
NODE = "apiVersion: v1\nkind: Node\nmetadata: {name: a}\nstatus: {allocatable: {cpu: 1}}\n"
JSON = '{"apiVersion": "v1", "kind": "Pod", "spec": {"containers": [{"name": "a", "args": ["$(Q)"]}]}}\n{"a": 1}\n'
FLUX = "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nspec: {postBuild: {substitute: {B: x}}}\n"
ODD = (
    "",
    "# nothing\n",
    "a: [\n",
    "\ta: b\n",
    "x: &a {b: 1}\ny: *a\n",
    "a: 1\na: 2\n",
    "5\n",
    NODE,
    JSON,
    FLUX,
    LISTED,
)
DOCUMENTS = (
    *(POD.replace("NAME", name) for name in ("web", "db", "Bad_Name")),
    *(SERVICE.replace("NAME", name) for name in ("web", "db", "db-service")),
    SETTINGS,
    TEMPLATE,
    TEMPLATE.replace('generate: expression, from: "[a-z]{4}"', "value: x"),
    *ODD,
    *(text for rule in RULES if rule.local for text in (explain(rule).example, explain(rule).instead)),
)
WORDS = ("web", "db", "A", "80", "v1", "Pod", "$(", "hunter2", "shop", '"', "x", "name", "1")
NARROW = (
    Limits(inherited_variables=40),
    Limits(references=12),
    Limits(output_characters=60),
    Limits(nodes=300, events=500),
    Limits(documents=4),
    Limits(objects=3),
    Limits(text_characters=10),
)
CLUSTER = {
    "namespace": "shop",
    "services": [{"metadata": {"name": "web"}, "spec": {"clusterIP": "10.0.0.9", "ports": [{"port": 1}]}}],
}
Edit = tuple[str, int, int, str]
edits = st.tuples(
    st.sampled_from(("insert", "delete", "swap", "copy", "replace", "type", "type", "type")),
    st.integers(0, 50),
    st.integers(0, 2_000),
    st.sampled_from((*WORDS, *DOCUMENTS, *"\n $(){}:-#&*é\r\t", "---\n", "$(A)", "null")),
)
manners: st.SearchStrategy[Mapping[str, Any]] = st.fixed_dictionaries(
    {},
    optional={
        "limits": st.sampled_from(NARROW),
        "assumed": st.sampled_from(({"LAST": "1", "A": "2"}, {"A": "2", "LAST": "1"})),
        "cluster": st.just(CLUSTER),
        "kubernetes": st.sampled_from(("1.29", "1.33")),
        "values": st.just({"A": "given"}),
    },
)


def edited(documents: Sequence[str], edit: Edit) -> list[str]:
    """The documents after one edit: of the stream, or of the text of one of them."""
    what, number, place, text = edit
    made = list(documents)
    here, there = number % (len(made) or 1), place % (len(made) or 1)
    if what == "insert" or not made:
        made.insert(there, text)
    elif what == "delete":
        del made[here]
    elif what == "swap":
        made[here], made[there] = made[there], made[here]
    elif what == "copy":
        made.insert(there, made[here])
    elif what == "replace":
        made[here] = made[here].replace(WORDS[place % len(WORDS)], text, 1)
    else:
        at = place % (len(made[here]) + 1)
        made[here] = made[here][:at] + text + made[here][at + number % 3 :]
    return made


def stream(documents: Sequence[str]) -> str:
    return "---\n".join(text if text.endswith("\n") or not text else f"{text}\n" for text in documents)


def compared(text: str, memory: Memory, **more: Any) -> Evaluation:
    """The evaluation with the memory, which has to be the same as without."""
    known = evaluate(text, memory=memory, random=random.Random(1), **more)
    assert difference(known, evaluate(text, random=random.Random(1), **more)) == ""
    return known


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(DOCUMENTS), max_size=8), st.lists(edits, max_size=8), manners)
def test_after_any_edits_the_result_equals_that_without_a_memory(
    documents: list[str], changes: list[Edit], more: Mapping[str, Any]
) -> None:
    memory = Memory()
    compared(stream(documents), memory, **more)
    for change in changes:
        documents = edited(documents, change)
        compared(stream(documents), memory, **more)


def edits_of(documents: Sequence[str], chance: random.Random) -> Iterator[list[str]]:
    """The stream, after one edit, after two …"""
    made = list(documents)
    for _ in range(4):
        yield made
        what = chance.choice(("insert", "delete", "swap", "copy", "replace", "type"))
        made = edited(made, (what, chance.randrange(50), chance.randrange(2_000), chance.choice(WORDS)))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_beside_other_documents_the_result_equals_that_without_a_memory(path: Path) -> None:
    chance, memory = random.Random(path.stem), Memory()
    documents = [*re.split("^---\n", path.read_text(), flags=re.MULTILINE), *chance.sample(DOCUMENTS, 4)]
    for made in edits_of(documents, chance):
        compared(stream(made), memory)


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule.local], ids=lambda rule: rule.code)
def test_the_findings_of_local_rules_equal_those_without_a_memory(rule: Any) -> None:
    manual, memory = explain(rule), Memory()
    bad, good = manual.example, manual.instead
    streams = ([POD, bad, good], [bad, good], [good, bad, bad], [bad, POD, bad], [POD, good], [good, bad, TEMPLATE])
    said = [item.code for documents in streams for item in compared(stream(documents), memory).diagnostics]
    assert rule.code in said


def test_unchanged_documents_are_neither_read_nor_evaluated_again() -> None:
    memory, pods = Memory(), [POD.replace("NAME", name) for name in ("web", "db", "shop")]
    before = evaluate(stream(pods), memory=memory)
    after = evaluate(stream([pods[0], pods[1].replace("hunter2", "hunter3"), pods[2]]), memory=memory)
    assert [one.value is other.value for one, other in zip(before.objects, after.objects, strict=True)] == [1, 0, 1]
    assert [one is other for one, other in zip(before.containers, after.containers, strict=True)] == [1, 0, 1]


def test_without_a_memory_nothing_is_kept() -> None:
    def living() -> int:
        return sum(type(each) is Document for each in gc.get_objects())  # a lazy object would be asked for its class

    gc.collect()  # what other tests have left
    before, memory = living(), Memory()
    evaluate(stream(DOCUMENTS))
    assert living() == before
    evaluate(stream(DOCUMENTS), memory=memory)
    assert living() > before
    del memory
    assert living() == before


def test_generated_values_are_drawn_again() -> None:
    memory = Memory()
    first, second = (evaluate(TEMPLATE, memory=memory, random=random.Random(seed)).processed for seed in (1, 2))
    assert first
    assert second
    assert first.values[1].text != second.values[1].text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"kubernetes": "1.36"}, {"kubernetes": "1.29"}),
        ({"assumed": {"A": "1"}}, {"assumed": {"A": "2"}}),
        ({"assumed": {"A": "1", "B": "2"}}, {"assumed": {"B": "2", "A": "1"}}),
        ({"limits": Limits()}, {"limits": Limits(references=3)}),
        ({"cluster": {"allocatable": {"cpu": 1}}}, {"cluster": {"allocatable": {"cpu": True}}}),
        ({}, {"cluster": CLUSTER}),
    ],
)
def test_another_cluster_invalidates_the_memory(before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
    memory, text = Memory(), stream(DOCUMENTS[:7])
    compared(text, memory, **before)
    era = memory.era
    compared(text, memory, **before)
    assert memory.era is era
    compared(text, memory, **after)
    assert memory.era is not era


def documents_of(memory: Memory) -> list[Any]:
    return [document.value for known in memory.chunks.values() for document in known.documents]


def test_a_memory_holds_the_documents_of_the_last_text_but_not_the_text() -> None:
    memory = Memory()
    for number in range(3):
        evaluate(f"a: {number}\n---\nb: 1\n", memory=memory)
    assert documents_of(memory) == [{"a": 2}, {"b": 1}]
    assert {document.source.text for known in memory.chunks.values() for document in known.documents} == {""}


def test_an_incompletely_read_text_does_not_change_the_memory() -> None:
    memory, long = Memory(), "- x\n" * 10_000
    compared("a: 1\n", memory)
    late = Deadline(1.0, chain([0.0], repeat(9.0)).__next__)
    assert evaluate(long, memory=memory, deadline=late).stopped
    assert documents_of(memory) == [{"a": 1}]
    assert not evaluate(long, memory=memory, limits=Limits(text_bytes=10)).readable
    assert documents_of(memory) == [{"a": 1}]
    compared("a: 3\n", memory)
    assert documents_of(memory) == [{"a": 3}]


@pytest.mark.parametrize(("characters", "many"), [(13, 2), (14, 3), (100, 3), (0, 0)])
def test_the_size_of_a_memory_is_limited(characters: int, many: int) -> None:
    memory = Memory(characters)
    compared("a: 1\n---\nb: 2\n---\nc: 3", memory)
    compared("a: 1\n---\nb: 2\n---\nc: 3", memory)
    assert len(memory.chunks) == many


def test_what_is_drawn_anew_is_inserted_anew() -> None:
    text = TEMPLATE.replace("${A}", "${A} ${PASSWORD}").replace('"${PASSWORD}"', '"${PASSWORD}-${A}"')
    memory, seeds = Memory(), (1, 2, 3)
    known = [evaluate(text, memory=memory, random=random.Random(seed)) for seed in seeds]
    new = [evaluate(text, random=random.Random(seed)) for seed in seeds]
    assert [difference(one, other) for one, other in zip(known, new, strict=True)] == [""] * 3
    assert len({one.containers[0].declared[0].value for one in known}) == 3
