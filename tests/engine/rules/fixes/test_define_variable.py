"""A variable is declared in `env`, in the style of the text."""

from __future__ import annotations

import pytest

from playground.engine import Fix, Inputs, apply_edits, evaluate
from playground.engine.rules.fixes.define_variable import MOST_CONTAINERS, define_assumed, escaped
from tests.engine.rules.finding import find_diagnostics

HEAD = "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  containers:\n"
ARGS = '    args: ["$(WHO)"]\n'
PARAMETER = (
    'kind: Template\napiVersion: template.openshift.io/v1\nparameters:\n- {name: E, value: "[]"}\nobjects:\n'
    '- {kind: Pod, apiVersion: v1, spec: {containers: [{name: w, args: ["$(WHO)"], env: "${{E}}"}]}}\n'
)


def pod(fields: str) -> str:
    return f"{HEAD}  - name: web\n    image: i\n{fields}"


def find_fix(text: str) -> Fix | None:
    """What ENV501 offers for `$(WHO)`."""
    diagnostic = find_diagnostics(text, "ENV501")[0]
    fixes = [fix for fix in (diagnostic.fix, *diagnostic.alternatives) if fix is not None]
    return next((fix for fix in fixes if fix.title == "Add WHO to env"), None)


@pytest.mark.parametrize(
    "text",
    [
        pod(ARGS),
        pod(ARGS + "    env:\n    - name: A\n      value: a\n"),
        pod("    env:\n      -   name: A\n          value: $(WHO)\n"),
        pod("    env: []\n" + ARGS),
        pod("    env: # nothing yet\n" + ARGS),
        pod("    env: null\n" + ARGS),
        pod("    env: [{name: A, value: $(WHO)}]\n"),
        pod("    env:\n    - {name: A, value: $(WHO)}\n"),
        HEAD + '  - {name: web, image: i, args: ["$(WHO)"]}\n',
        HEAD + '  - args: ["$(WHO)"]\n    name: web # the last line',
        pod(ARGS).replace("\n", "\r\n"),
        '{"apiVersion": "v1", "kind": "Pod", "spec": {"containers": [{"name": "web", "args": ["$(WHO)"]}]}}',
        '{"kind": "Pod", "apiVersion": "v1", "spec": {"containers": [\n{"env": [{"name": "A", "value": "$(WHO)"}]}]}}',
    ],
)
def test_the_entry_is_inserted_above_its_use_and_nothing_else_changes(text: str) -> None:
    fix = find_fix(text)
    assert fix is not None
    after = evaluate(apply_edits(text, fix.edits))
    assert "ENV501" not in [item.code for item in after.diagnostics]
    before = evaluate(text).objects[0].value
    entries = after.objects[0].value["spec"]["containers"][0].pop("env")
    assert entries[0] == {"name": "WHO", "value": ""}
    assert (before["spec"]["containers"][0].pop("env", None) or []) == entries[1:]
    assert after.objects[0].value == before
    assert apply_edits(text, fix.edits).count("\r\n") in (0, apply_edits(text, fix.edits).count("\n"))


@pytest.mark.parametrize(
    "text",
    [
        pod(ARGS + "    env: &env\n    - name: A\n      value: a\n") + "  - name: two\n    env: *env\n" + ARGS,
        pod(ARGS).replace("- name: web", "- &web\n    name: web") + "  - *web\n",
        pod(ARGS).replace("- name: web\n    image: i\n", "- &web {name: web,").replace("    args", "args").rstrip()
        + "}\n  - *web\n",
    ],
)
def test_a_list_shared_by_an_alias_is_changed_once_for_all(text: str) -> None:
    fix = find_fix(text)
    assert fix is not None
    containers = evaluate(apply_edits(text, fix.edits)).objects[0].value["spec"]["containers"]
    assert [container["env"][0] for container in containers] == [{"name": "WHO", "value": ""}] * 2


def test_the_new_entry_is_right_above_the_entry_that_needs_it() -> None:
    text = pod("    env:\n    - name: A\n      value: a\n    # who\n    - name: B\n      value: $(WHO)\n")
    fix = find_fix(text)
    assert fix is not None
    entries = evaluate(apply_edits(text, fix.edits)).objects[0].value["spec"]["containers"][0]["env"]
    assert [entry["name"] for entry in entries] == ["A", "WHO", "B"]


@pytest.mark.parametrize(
    "text",
    [
        PARAMETER,
        pod(ARGS.replace("WHO", "a b")),
    ],
)
def test_no_fix_is_offered_for_a_list_defined_elsewhere_or_an_invalid_name(text: str) -> None:
    last = find_diagnostics(text, "ENV501")[-1]
    titles = [fix.title for fix in (last.fix, *last.alternatives) if fix]
    assert not [title for title in titles if "to env" in title]


def test_an_assumed_value_is_declared_unchanged_in_each_container_that_uses_it() -> None:
    text = pod("    env:\n    - name: A\n      value: $(WHO)\n") + "  - name: two\n" + ARGS + "  - name: three\n"
    value = 'me & $(HOME) "x"\ny'
    fix = define_assumed(evaluate(text, Inputs(assumed={"WHO": value}))).get("WHO")
    assert fix is not None
    after = evaluate(apply_edits(text, fix.edits))
    variables = [{item.name: item.value for item in container.declared} for container in after.containers]
    assert variables == [{"WHO": value, "A": value}, {"WHO": value}, {}]


def test_an_assumed_value_that_nothing_uses_or_a_template_would_change_is_not_declared() -> None:
    assert define_assumed(evaluate(pod(""), Inputs(assumed={"WHO": "x"}))) == {}
    template = (
        "kind: Template\napiVersion: template.openshift.io/v1\nobjects:\n"
        '- {kind: Pod, apiVersion: v1, spec: {containers: [{name: w, args: ["$(WHO)"]}]}}\n'
    )
    assert define_assumed(evaluate(template, Inputs(assumed={"WHO": "${P}"}))) == {}
    assert list(define_assumed(evaluate(template, Inputs(assumed={"WHO": "p"})))) == ["WHO"]


def test_text_without_references_is_written_unchanged() -> None:
    assert [escaped(text) for text in ("5$", "$x", "$(a)", "$$")] == ["5$", "$x", "$$(a)", "$$$$"]


def test_a_variable_used_by_too_many_containers_is_not_declared_at_once() -> None:
    edits = []
    for number in (MOST_CONTAINERS, MOST_CONTAINERS + 1):
        text = HEAD + "".join(f"  - name: c{index}\n{ARGS}" for index in range(number))
        edits.append([len(fix.edits) for fix in define_assumed(evaluate(text, Inputs(assumed={"WHO": "x"}))).values()])
    assert edits == [[MOST_CONTAINERS], []]
