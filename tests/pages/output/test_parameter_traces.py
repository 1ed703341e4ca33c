"""The origins of Parameters' values, and the references they feed."""

from __future__ import annotations

from random import Random

from django.template.loader import render_to_string

from playground.engine import Inputs, Limits, evaluate
from playground.pages.allowance import Allowance
from playground.pages.form.draft import Draft
from playground.pages.output.lines_panel import output_panel
from playground.pages.output.parameter_traces import (
    MOST_PARAMETERS,
    MOST_PLACES,
    parameter_traces,
    traces_of_parameters,
)

TEMPLATE = """\
kind: Template
apiVersion: template.openshift.io/v1
parameters:
- {name: NAME, value: shop}
- {name: GIVEN}
- {name: PASSWORD, generate: expression, from: "[a-z]{8}"}
- {name: EMPTY}
- {name: NUMBER, value: "3"}
labels: {app: "${NAME}"}
objects:
- kind: ConfigMap
  apiVersion: v1
  metadata: {name: "${NAME}"}
  data: {"${NAME}": "${GIVEN}", p: "${PASSWORD}", e: "-${EMPTY}", n: "${NUMBER}"}
"""


def test_each_value_has_its_origin_its_declaration_and_its_references() -> None:
    traces = parameter_traces(evaluate(TEMPLATE, Inputs(values={"GIVEN": "g"}), random=Random(1)), Allowance())
    assert {(item.name, item.origin, item.expression, item.secret) for item in traces} == {
        ("NAME", "its default", "", False),
        ("GIVEN", "given in the form", "", False),
        ("PASSWORD", "generated from", "[a-z]{8}", True),
        ("EMPTY", "not given, and it has no default", "", False),
        ("NUMBER", "its default", "", False),
    }
    name = next(item for item in traces if item.name == "NAME")
    assert name.declared.label == "parameters[0], line 4"
    assert [(use.label, use.output) for use in name.uses] == [
        ("labels.app, line 9", ""),
        ("objects[0].metadata.name, line 13", "0 metadata.name"),
        ("objects[0].data[${NAME}], line 14", ""),
    ]


def test_every_value_of_a_parameter_in_the_output_opens_its_trace() -> None:
    panel = output_panel(evaluate(TEMPLATE), Draft())
    opened = [item.id for item in panel.parameters if f'popovertarget="{item.id}"' in panel.html]
    assert {item.name for item in panel.parameters if item.id in opened} == {"NAME", "PASSWORD", "NUMBER"}
    page = render_to_string("output/traces/_traces.html", {"parameters": panel.parameters})
    assert [page.count(f'id="{item.id}"') for item in panel.parameters] == [1] * len(panel.parameters)


def test_a_secret_value_stays_masked_until_it_is_asked_for() -> None:
    (trace,) = (item for item in output_panel(evaluate(TEMPLATE), Draft()).parameters if item.name == "PASSWORD")
    page = render_to_string("output/traces/_parameter.html", {"parameter": trace})
    assert page.index('<details class="reveal">') < page.index(trace.value) < page.index("</details>")


def test_many_parameters_and_many_references_are_cut_and_counted() -> None:
    count = MOST_PARAMETERS + 5
    declared = "".join(f"- {{name: P{n}, value: v}}\n" for n in range(count))
    data = "".join(f"    k{n}: ${{P{n}}}{'${P0}' if n < MOST_PLACES + 3 else ''}\n" for n in range(count))
    source = f"kind: Template\napiVersion: v1\nparameters:\n{declared}objects:\n- kind: ConfigMap\n  data:\n{data}"
    traces = parameter_traces(evaluate(source), Allowance())
    assert len(traces) == MOST_PARAMETERS
    assert (traces[0].name, len(traces[0].uses), traces[0].uses_left_out) == ("P0", MOST_PLACES, 4)


def test_a_text_without_a_template_has_no_parameters() -> None:
    assert parameter_traces(evaluate("kind: Pod\napiVersion: v1\n"), Allowance()) == ()


def test_past_a_limit_a_reference_has_a_place_in_the_text_and_none_in_the_output() -> None:
    whole = "apiVersion: template.openshift.io/v1\nkind: Template\nparameters: [{name: A, value: a}]\n"
    text = f"{whole}objects:\n- {{kind: B, b: '${{A}}'}}\n- {{kind: C, c: '{'${A}' * 9}'}}\n"
    evaluation = evaluate(text, limits=Limits(references=5))
    assert evaluation.processed is not None
    assert evaluation.processed.full
    (trace,) = traces_of_parameters(evaluation, {"A": "trace"}, Allowance())
    assert [(use.label, use.output) for use in trace.uses] == [("objects[0].b, line 5", "")]
