"""What is wrong is marked in the output: the ranges of issues, wrong values, and references that stay."""

from __future__ import annotations

import re
from html import unescape
from itertools import pairwise

import pytest

from playground.engine import Inputs, evaluate
from playground.pages.form.draft import Draft
from playground.pages.output.containers import containers_panel
from playground.pages.output.faults.of_evaluation import MOST_STAYING, faults_of
from playground.pages.output.lines_panel import LinesPanel, diff_panel, output_panel

POD = """\
apiVersion: v1
kind: Pod
metadata: {name: Web}
spec:
  containers:
  - name: web
    image: a/b
    args: ["-$(HOST)-$(GONE)-"]
    env:
    - {name: URL, value: "http://$(HOST):$(PORT)/"}
    - {name: HOST, value: web.example}
    - {name: PORT, value: "8080"}
    - {name: IP, valueFrom: {secretKeyRef: {name: elsewhere, key: k}}}
    - {name: COPY, value: "[$(IP)]"}
"""
TEMPLATE = """\
apiVersion: template.openshift.io/v1
kind: Template
metadata: {name: t}
parameters:
- {name: NEEDED, required: true}
- {name: EXTRA, value: "${NEEDED}"}
objects:
- apiVersion: v1
  kind: ConfigMap
  metadata: {name: c}
  data: {"${EXTRA}key": "<${NEEDED}>", b: "${EXTRA}${EXTRA}", c: "${UNDECLARED}"}
"""


def wrong(panel: LinesPanel) -> list[tuple[str, str]]:
    """The severity and the text of each underlined range."""
    pattern = r'<(a|span|mark)[^>]*data-severity="(\w+)"[^>]*class="wrong[^>]*>(.*?)</\1>'
    return [(severity, unescape(text)) for _, severity, text in re.findall(pattern, str(panel.html))]


def test_references_that_stay_are_marked_with_the_severity_of_their_issue_and_others_are_not() -> None:
    evaluation = evaluate(POD)
    panel = output_panel(evaluation, Draft())
    assert wrong(panel) == [
        ("error", "Web"),
        ("warning", "$(GONE)"),
        ("warning", "$(HOST)"),
        ("warning", "$(PORT)"),
        ("hint", "elsewhere"),
        ("hint", "$(IP)"),
    ]
    codes = [evaluation.diagnostics[int(number)].code for number in re.findall(r"#issue-(\d+)", str(panel.html))]
    assert codes == ["POD611", "ENV501", "ENV502", "ENV502", "ENV509"]
    assert 'title="Warning: `' not in str(panel.html)


def test_a_line_with_a_fault_says_its_severity_and_a_changed_line_says_so() -> None:
    html = str(output_panel(evaluate(POD), Draft()).html)
    lines = re.findall(r'<span class="line[^"]*"([^>]*)>(.*?)\n</span>', html, re.DOTALL)
    severities = [re.findall(r'data-severity="(\w+)"', attributes) for attributes, _ in lines]
    assert severities.count(["error"]) == 1
    assert severities.count(["warning"]) == 2
    changed = [re.sub(r"<[^>]*>", "", text) for attributes, text in lines if "data-changed" in attributes]
    assert changed == ["    - -web.example-$(GONE)-"]


def test_a_value_that_is_missing_or_wrong_is_marked_wherever_it_is_used() -> None:
    panel = output_panel(evaluate(TEMPLATE), Draft())
    assert ("error", "${NEEDED}") in wrong(panel)
    assert ("warning", "${UNDECLARED}") in wrong(panel)
    assert wrong(panel).count(("warning", "${NEEDED}")) == 2  # the value of EXTRA


def test_a_refused_field_is_marked_in_json_and_in_the_diff_too() -> None:
    evaluation = evaluate(POD)
    for panel in (output_panel(evaluation, Draft(syntax="json")), diff_panel(evaluation, Draft())):
        assert ("warning", "$(PORT)") in wrong(panel)
        assert [severity for severity, _ in wrong(panel)].count("error") == 1


def test_a_field_that_the_output_does_not_show_is_marked_at_its_parent() -> None:
    html = shown(POD.replace("name: web\n    image", "image").replace("name: Web", "name: web"))
    (line,) = re.findall(r'<span class="line[^>]*data-severity="error"[^>]*>(.*?)\n</span>', html, re.DOTALL)
    assert re.sub(r"<[^>]*>", "", line) == "  - image: a/b"


def shown(source: str) -> str:
    return str(output_panel(evaluate(source), Draft()).html)


def test_a_live_answer_has_no_tab_stops_and_a_whole_page_has() -> None:
    evaluation = evaluate(POD)
    whole, live = (str(output_panel(evaluation, Draft(), live=live).html) for live in (False, True))
    assert "tabindex" not in whole
    assert live.count('tabindex="-1"') == live.count("<button") + live.count("<a ")


def test_messages_are_escaped() -> None:
    html = shown(POD.replace("$(GONE)", '$(<b a=\\"c\\">)'))
    assert "<b a" not in html
    assert "$(&lt;b a=" in html


def test_the_environment_underlines_the_references_that_stay() -> None:
    (container,) = containers_panel(evaluate(POD)).items
    rows = {row.name: str(row.visible) for row in container.variables}
    assert [rows[name].count('class="wrong"') for name in ("URL", "HOST", "COPY")] == [2, 0, 1]
    assert str(container.args[0].visible).count("$(GONE)</a>") == 1


@pytest.mark.parametrize("stage", ["processed", "expanded"])
def test_faults_do_not_overlap_and_are_few_whatever_the_text(stage: str) -> None:
    names = " ".join(f"$(A{number})" for number in range(3 * MOST_STAYING))
    evaluation = evaluate(POD.replace("-$(GONE)-", names), Inputs(assumed={"GONE": "x"}))
    faults = faults_of(evaluation, stage)
    for line_faults in faults.values():
        assert all(first.end <= second.start for first, second in pairwise(line_faults))
    assert sum(map(len, faults.values())) <= 2 * MOST_STAYING
