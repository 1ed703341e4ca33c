"""Per container, every variable with its final value and where it came from."""

from __future__ import annotations

from django.template.loader import render_to_string

from playground.engine import Inputs, evaluate
from playground.pages.draft_evaluation import evaluate_with_fix
from playground.pages.form.draft import Draft
from playground.pages.output.containers import MOST_CONTAINERS, MOST_HIDDEN, MOST_TEXTS, ContainerItem, containers_panel

POD = """\
kind: Pod
apiVersion: v1
metadata: {name: p}
spec:
  initContainers:
  - name: first
  containers:
  - name: web
    command: [run]
    args: ["--url=$(URL)", "$$(URL)"]
    env:
    - {name: URL, value: "http://$(HOST):$(PORT)/"}
    - {name: HOST, value: h}
    - {name: URL, value: "http://$(HOST)/"}
"""


def web() -> ContainerItem:
    return containers_panel(evaluate(POD)).items[1]


def test_containers_are_named_by_object_name_and_kind() -> None:
    assert [(item.heading, item.kind) for item in containers_panel(evaluate(POD)).items] == [
        ("Pod p: first", "init container"),
        ("Pod p: web", "container"),
    ]


def test_variable_has_its_value_its_origin_and_what_it_hides() -> None:
    url = next(item for item in web().variables if item.name == "URL")
    assert (url.value, url.origin) == ("http://h/", "env[2]")
    assert [(item.origin, item.value) for item in url.hides] == [("env[0]", "http://$(HOST):$(PORT)/")]


def test_a_variable_links_to_its_entry_and_to_its_value_in_the_text() -> None:
    source = (
        "kind: ConfigMap\nmetadata: {name: m}\ndata:\n  A: a\n  B: b\n---\nkind: Service\nmetadata: {name: s}\n"
        "spec: {ports: [{port: 1}]}\n---\nkind: Pod\nspec:\n  containers:\n  - name: c\n    args: [$(S_SERVICE_PORT)]\n"
        "    envFrom: [{configMapRef: {name: m}}]\n"
        "    env: [{name: C, valueFrom: {configMapKeyRef: {name: m, key: B}}}, {name: D, value: d}]\n"
    )
    (item,) = containers_panel(evaluate(source)).items
    assert item.heading == "Pod: c"
    rows = {row.name: (row.span.split(":")[0], row.detail, row.detail_span.split(":")[0]) for row in item.variables}
    assert rows == {
        "S_SERVICE_PORT": ("7", "", ""),
        "A": ("16", "key A", "4"),
        "B": ("16", "key B", "5"),
        "C": ("17", "key B of ConfigMap m", "5"),
        "D": ("17", "", ""),
    }


def test_each_step_says_what_became_of_a_reference() -> None:
    args = web().args
    (step,) = args[0].steps
    assert (step.reference, step.outcome, step.value, step.text) == ("$(URL)", "", "http://h/", "http://$(HOST)/")
    assert [place.label for place in step.places] == ["env[2], line 14"]
    assert [(inner.reference, inner.value) for inner in step.steps] == [("$(HOST)", "h")]
    assert args[1].steps[0].outcome == "is escaped: one dollar sign is taken away"
    assert [item.label for item in (*web().command, *args)] == ["command[0]", "args[0]", "args[1]"]


def test_each_unresolved_reference_has_the_event_of_the_design_document() -> None:
    pod = (
        'kind: Pod\nmetadata: {name: p, namespace: s}\nspec:\n  containers:\n  - {name: c, args: ["$(A)$(A)", $(B)]}\n'
    )
    (item,) = containers_panel(evaluate(pod)).items
    a, again, b = item.wished
    assert a == again
    assert (a.type, a.reason, a.object) == ("Warning", "UnresolvedVariable", "Pod s/p spec.containers{c}")
    assert b.message == "variable reference $(B) could not be expanded: B is not defined"
    assert (item.recorded, item.events_left_out) == ((), 0)


def test_events_that_old_kubelets_record_are_marked() -> None:
    settings = "kind: ConfigMap\nmetadata: {name: m}\ndata: {1a: x}\n---\n"
    pod = "kind: Pod\nspec:\n  containers:\n  - {name: c, envFrom: [{configMapRef: {name: m}}]}\n"
    (item,) = containers_panel(evaluate(settings + pod, Inputs(kubernetes="1.29"))).items
    assert [event.reason for event in item.recorded] == ["InvalidEnvironmentVariableNames"]
    assert item.wished == ()


def test_unused_service_variables_are_only_named() -> None:
    assert "KUBERNETES_SERVICE_HOST" in web().unused
    assert all(item.name != "KUBERNETES_SERVICE_HOST" for item in web().variables)


def test_thousands_of_duplicates_cause_no_deep_recursion() -> None:
    entries = "".join(f"    - {{name: A, value: v{number}}}\n" for number in range(3000))
    pod = f"kind: Pod\napiVersion: v1\nspec:\n  containers:\n  - name: c\n    env:\n{entries}"
    variable = next(item for item in containers_panel(evaluate(pod)).items[0].variables if item.name == "A")
    assert variable.value == "v2999"
    assert len(variable.hides) == MOST_HIDDEN


def test_a_long_value_is_clipped_wherever_it_is_shown() -> None:
    pod = POD.replace("{name: HOST, value: h}", f"{{name: HOST, value: {'h' * 10_000}}}")
    url = next(item for item in containers_panel(evaluate(pod)).items[1].variables if item.name == "URL")
    assert url.value == "http://" + "h" * 4089 + "… and 5,912 more characters"
    assert url.text is not None
    assert url.text.steps[0].value == "h" * 4096 + "… and 5,904 more characters"


def test_a_value_that_is_used_everywhere_does_not_bloat_the_page() -> None:
    keys = "".join(f"    - {{name: A{n}, valueFrom: {{configMapKeyRef: {{name: m, key: k}}}}}}\n" for n in range(300))
    container = f"  - name: {'c' * 2000}\n    env:\n{keys}"
    source = (
        f'kind: ConfigMap\napiVersion: v1\nmetadata: {{name: m}}\ndata: {{k: "{"<" * 100_000}"}}\n---\n'
        f"kind: Pod\napiVersion: v1\nspec:\n  containers:\n{container * 10}"
    )
    panel = containers_panel(evaluate(source))
    page = render_to_string("output/containers/_containers.html", {"containers": panel})
    assert len(page) < 5 * 2**20
    assert "and 95,904 more characters" in page
    assert panel.items[0].left_out > 0
    assert len(panel.items[0].heading) < 400


def test_what_is_not_shown_is_counted() -> None:
    args = "".join(f"    - a{number}\n" for number in range(MOST_TEXTS + 2))
    entries = "".join(f"  - name: c{number}\n" for number in range(MOST_CONTAINERS + 2))
    pod = f"kind: Pod\napiVersion: v1\nspec:\n  containers:\n  - name: c\n    args:\n{args}{entries}"
    panel = containers_panel(evaluate(pod))
    assert (len(panel.items), panel.left_out) == (MOST_CONTAINERS, 3)
    assert (len(panel.items[0].args), panel.items[0].texts_left_out) == (MOST_TEXTS, 2)


def test_a_long_name_may_break_between_its_words() -> None:
    pod = "kind: Pod\nmetadata: {name: p}\nspec:\n  containers:\n  - {name: c, env: [{name: A_B, value: x}]}\n"
    assert [variable.label for variable in containers_panel(evaluate(pod)).items[0].variables] == ["A_<wbr>B"]


def test_an_assumed_variable_says_so_once() -> None:
    evaluation = evaluate(POD.replace("{name: HOST, value: h}", "{name: A, value: b}"), Inputs(assumed={"HOST": "h"}))
    (row,) = (row for row in containers_panel(evaluation).items[1].variables if row.name == "HOST")
    assert (row.origin, row.assumed) == ("assumed for the preview", False)


def test_what_is_wrong_is_beside_its_variable_and_at_the_top() -> None:
    pod = """\
kind: Pod
apiVersion: v1
metadata: {name: p}
spec:
  containers:
  - name: web
    image: a:1
    args: [$(NOPE)]
    env:
    - {name: GOOD, value: g}
    - name: URL
      value: http://$(HOST)/
    - {name: HOST, value: h}
  - name: other
    image: a:1
    env: [{name: B, value: $(NONE)}]
"""
    web, other = containers_panel(evaluate(pod), {"NOPE": "a-nope"}).items
    assert [row.name for row in web.variables] == ["URL", "GOOD", "HOST"]
    (problem,) = web.variables[0].problems
    assert (problem.severity, problem.place, len(problem.fixes)) == ("warning", "Line 12", 1)
    assert problem.fixes[0].edits
    assert web.variables[1].problems == ()
    assert [(item.place, item.assume) for item in web.problems] == [("Line 8", "a-nope")]
    assert [item.place for item in other.variables[0].problems] == ["Line 16"]
    assert other.problems == ()


def test_references_with_one_cause_are_one_issue_whose_fix_works_without_scripts() -> None:
    env = "[{name: URL, value: $(USER)@$(HOST)}, {name: USER, value: u}, {name: HOST, value: h}]"
    pod = f"kind: Pod\napiVersion: v1\nspec: {{containers: [{{name: c, image: a, env: {env}}}]}}\n"
    (problem,) = containers_panel(evaluate(pod)).items[0].variables[0].problems
    assert "$(USER)" in problem.message
    assert "$(HOST)" in problem.message
    (button,) = problem.fixes
    assert button.title == "Move URL below them"
    digest = Draft(source=pod).digest
    mended = evaluate_with_fix(Draft(source=pod, fix=(int(button.number), 0), shown_digest=digest))
    assert mended.evaluation.containers[0].variables[-1].value == "u@h"
