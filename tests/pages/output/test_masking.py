"""Which values are masked, including those derived from secrets."""

from __future__ import annotations

import re

from django.template.loader import render_to_string

from playground.engine import Inputs, Masking, Position, evaluate
from playground.pages.output.containers import ContainerItem, containers_panel
from playground.pages.output.place import trace_at

POD = """\
apiVersion: v1
kind: Secret
metadata: {name: s}
stringData: {k: hunter2, none: ""}
---
apiVersion: v1
kind: Pod
metadata: {name: p}
spec:
  containers:
  - name: web
    image: a/b
    args: ["--url=$(URL)", "--host=$(HOST)", "$$(URL)", "--later=$(LATER)"]
    livenessProbe: {exec: {command: [check, $(URL)]}}
    env:
    - {name: EARLY, value: "$(URL)"}
    - {name: HOST, value: db}
    - {name: KEY, valueFrom: {secretKeyRef: {name: s, key: k}}}
    - {name: NONE, valueFrom: {secretKeyRef: {name: s, key: none}}}
    - {name: URL, value: "http://u:$(KEY)@$(HOST)"}
    - {name: AGAIN, value: "[$(URL)]"}
    - {name: EMPTY, value: "[$(NONE)]"}
    - {name: URL, value: "[$(HOST)]"}
"""


def web(text: str) -> ContainerItem:
    return containers_panel(evaluate(text)).items[0]


def test_what_is_derived_from_a_secret_is_masked_and_nothing_else() -> None:
    item = web(POD)
    assert {row.name for row in item.variables if row.secret} == {"KEY", "NONE", "AGAIN"}
    (url,) = [row for row in item.variables if row.name == "URL"]
    assert [(hidden.origin, hidden.secret) for hidden in url.hides] == [("env[4]", True)]
    assert [text.secret for text in item.args] == [False, False, False, False]
    assert [text.secret for text in item.probes_and_paths] == [False, False]  # a probe sees the text, not the secret


def test_arguments_and_steps_with_a_secret_are_masked_in_the_page() -> None:
    item = web(POD.replace('    - {name: URL, value: "[$(HOST)]"}\n', ""))
    assert [text.secret for text in item.args] == [True, False, False, False]
    assert item.args[0].steps[0].secret
    page = render_to_string("output/containers/_containers.html", {"containers": containers_panel(evaluate(POD))})
    assert "hunter2" in page
    assert "hunter2" not in re.sub(r'<details class="reveal">.*?</details>', "", page, flags=re.DOTALL)


def test_the_value_of_a_secret_parameter_is_masked_before_and_after_expansion() -> None:
    item = web(
        "apiVersion: template.openshift.io/v1\nkind: Template\nparameters:\n- {name: DB_PASSWORD, value: hunter2}\n"
        "- {name: HOST, value: db}\nobjects:\n- apiVersion: v1\n  kind: Pod\n  metadata: {name: p}\n  spec:\n"
        "    containers:\n    - name: c\n      image: a/b\n      args: [$(URL)]\n      env:\n"
        "      - {name: HOST, value: '${HOST}'}\n"
        "      - {name: URL, value: 'http://u:${DB_PASSWORD}@$(HOST)'}\n"
    )
    rows = {row.name: row for row in item.variables}
    assert (rows["HOST"].secret, rows["URL"].secret) == (False, True)
    assert rows["URL"].text is not None
    assert rows["URL"].text.written_secret
    (step,) = item.args[0].steps
    assert (step.secret, step.text) == (True, "")  # the text itself would tell it


def test_a_secret_that_is_assumed_is_masked_by_its_name() -> None:
    evaluation = evaluate(
        POD.replace("$(HOST)", "$(API_TOKEN)$(PLAIN)"), Inputs(assumed={"API_TOKEN": "x", "PLAIN": "y"})
    )
    (container,) = evaluation.containers
    masking = Masking(evaluation)
    hidden = {item.name: masking.hides(container, item) for item in container.variables if item.origin.assumed}
    assert (hidden["API_TOKEN"], hidden["PLAIN"]) == (True, False)


def test_the_trace_of_a_place_masks_the_expanded_text() -> None:
    line = next(number for number, text in enumerate(POD.splitlines(), 1) if "u:$(KEY)" in text)
    trace = trace_at(evaluate(POD), Position(line, POD.splitlines()[line - 1].index("u:$") + 1))
    assert [part.secret for part in trace.parts] == [True]
    card = render_to_string("output/traces/_place.html", {"trace": trace, "readable": True})
    assert '<details class="reveal">' in card
    assert card.index('<details class="reveal">') < card.index("hunter2")


def test_what_uses_an_assumed_secret_or_a_secret_parameter_of_a_config_map_is_masked_in_every_row() -> None:
    text = (
        "apiVersion: template.openshift.io/v1\nkind: Template\nparameters:\n- {name: DB_PASSWORD, value: hunter2}\n"
        "objects:\n- apiVersion: v1\n  kind: ConfigMap\n  metadata: {name: m}\n  data: {login: 'u:${DB_PASSWORD}'}\n"
        "- apiVersion: v1\n  kind: Pod\n  metadata: {name: p}\n  spec:\n    containers:\n    - name: c\n"
        "      image: a/b\n      args: ['$(COPY)', '$(URL)']\n      env:\n"
        "      - {name: LOGIN, valueFrom: {configMapKeyRef: {name: m, key: login}}}\n"
        "      - {name: COPY, value: 'x$(LOGIN)'}\n      - {name: URL, value: 'x$(API_TOKEN)'}\n"
    )
    evaluation = evaluate(text, Inputs(assumed={"API_TOKEN": "t0psecret"}))
    (item,) = containers_panel(evaluation).items
    assert {row.name for row in item.variables if row.secret} == {"LOGIN", "COPY", "URL", "API_TOKEN"}
    assert [argument.secret for argument in item.args] == [True, True]
