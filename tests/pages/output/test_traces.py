"""Traces of the values in the output."""

from __future__ import annotations

from playground.engine import evaluate
from playground.pages.form.draft import Draft
from playground.pages.output.containers import containers_panel
from playground.pages.output.lines_panel import output_panel
from playground.pages.output.traces import ALL_STEPS, DEEPEST, MOST_TRACES, StepItem, TracedPlace, output_traces

POD = """\
kind: Service
apiVersion: v1
metadata: {name: db}
spec: {clusterIP: 10.0.0.7, ports: [{port: 5432}]}
---
kind: Pod
apiVersion: v1
metadata: {name: p}
spec:
  containers:
  - name: web
    args: ["--url=$(PUBLIC_URL)"]
    env:
    - {name: HOST, value: $(DB_SERVICE_HOST)}
    - {name: PORT, value: "5432"}
    - {name: PUBLIC_URL, value: "http://$(HOST):$(PORT)"}
"""


def outline(steps: tuple[StepItem, ...]) -> list[object]:
    """References with the labels of their places, and what is behind them."""
    return [[step.reference, *(place.label for place in step.places), *outline(step.steps)] for step in steps]


def test_a_trace_goes_back_to_where_each_piece_was_written() -> None:
    trace = output_traces(evaluate(POD))[-1]
    assert (trace.reference, trace.use.label) == ("$(PUBLIC_URL)", "args[0], line 12")
    assert outline(trace.steps) == [
        [
            "$(PUBLIC_URL)",
            "env[2], line 16",
            ["$(HOST)", "env[0], line 14", ["$(DB_SERVICE_HOST)", "Service db, line 1"]],
            ["$(PORT)", "env[1], line 15"],
        ]
    ]
    assert trace.steps[0].text == "http://$(HOST):$(PORT)"


def test_every_value_in_the_output_opens_the_trace_of_its_reference() -> None:
    panel = output_panel(evaluate(POD), Draft())
    opened = [trace.id for trace in panel.traces if f'popovertarget="{trace.id}"' in panel.html]
    assert [trace.id for trace in panel.traces] == opened
    assert len(opened) == 4
    assert output_panel(evaluate(POD), Draft(stage="processed")).traces == ()


def test_a_variable_of_a_config_map_has_two_places() -> None:
    pod = "kind: Pod\nspec:\n  containers:\n  - name: c\n    args: [$(K)]\n    envFrom: [{configMapRef: {name: m}}]\n"
    (trace,) = output_traces(evaluate(f"kind: ConfigMap\nmetadata: {{name: m}}\ndata:\n  K: v\n---\n{pod}"))
    assert outline(trace.steps) == [["$(K)", "envFrom ConfigMap m, line 11", "ConfigMap, K, line 4"]]


def test_a_secret_stays_masked() -> None:
    pod = "kind: Pod\nspec:\n  containers:\n  - name: c\n    args: [$(K)]\n    envFrom: [{secretRef: {name: m}}]\n"
    (trace,) = output_traces(evaluate(f"kind: Secret\nmetadata: {{name: m}}\nstringData:\n  K: v\n---\n{pod}"))
    assert trace.steps[0].secret


def test_doubling_chains_are_cut() -> None:
    entries = "".join(f"    - {{name: V{n}, value: $(V{n - 1})$(V{n - 1})}}\n" for n in range(1, 16))
    pod = f"kind: Pod\nspec:\n  containers:\n  - name: c\n    env:\n    - {{name: V0, value: x}}\n{entries}"
    traces = output_traces(evaluate(pod))

    def size(steps: tuple[StepItem, ...]) -> int:
        return sum(1 + size(step.steps) for step in steps)

    def depth(steps: tuple[StepItem, ...]) -> int:
        return max((1 + depth(step.steps) for step in steps), default=0)

    assert sum(size(trace.steps) for trace in traces) == ALL_STEPS
    assert max(depth(trace.steps) for trace in traces) <= DEEPEST + 1


def test_a_page_has_a_hundred_traces_at_most() -> None:
    args = "".join("    - $(A)\n" for _ in range(MOST_TRACES + 3))
    pod = f"kind: Pod\nspec:\n  containers:\n  - name: c\n    env: [{{name: A, value: x}}]\n    args:\n{args}"
    panel = output_panel(evaluate(pod), Draft())
    assert len(panel.traces) == panel.html.count("popovertarget=") == MOST_TRACES


def test_a_probe_says_why_a_variable_is_empty() -> None:
    pod = (
        "kind: Pod\nspec:\n  containers:\n  - name: c\n    livenessProbe: {exec: {command: [a, $(IP), $(V)]}}\n"
        "    env: [{name: IP, valueFrom: {fieldRef: {fieldPath: status.podIP}}}, {name: V, value: v}]\n"
    )
    texts = containers_panel(evaluate(pod)).items[0].probes_and_paths
    assert [step.outcome for text in texts for step in text.steps] == [
        "becomes empty: a probe sees only variables with a `value` in `env`",
        "",
    ]


def test_a_place_links_to_the_source_and_shows_its_field_in_the_output() -> None:
    assert TracedPlace("a", "1:2-1:3", "0 data.a").html == (
        '<a class="place" href="#source" data-span="1:2-1:3">a</a>'
        ' <button class="place needs-script" type="button" data-output="0 data.a">(see in the output)</button>'
    )
    assert TracedPlace("not in the text", "", "0 data.a").html == "not in the text"


def test_no_part_of_a_place_is_read_as_html() -> None:
    hostile = "<b>&\"'"
    html = TracedPlace(hostile, hostile, hostile).html
    assert html.count("&lt;b&gt;&amp;&quot;&#x27;") == 3
    assert "<b>" not in html
    assert html.count('"') == 12  # those of the six attributes
