"""The table of what differs between value sets."""

from __future__ import annotations

from dataclasses import replace

import pytest

from playground.engine import Deadline
from playground.pages.draft_evaluation import evaluate_draft
from playground.pages.form.draft import Draft
from playground.pages.output import sets_table as module
from playground.pages.output.sets_table import SetsTable, sets_table

TEMPLATE = """\
kind: Template
apiVersion: template.openshift.io/v1
metadata: {name: t}
parameters:
- {name: HOST, value: db}
- {name: NEEDED, required: true}
- {name: DB_PASSWORD, value: hunter2}
- {name: MADE, generate: expression, from: "[a-z]{8}"}
- {name: REPLICAS, value: "1"}
objects:
- {kind: ConfigMap, apiVersion: v1, metadata: {name: a}, data: {url: "//${HOST}", made: "${MADE}", n: "${NEEDED}"}}
- {kind: Deployment, apiVersion: apps/v1, metadata: {name: b}, spec: {replicas: "${{REPLICAS}}", p: "${DB_PASSWORD}"}}
"""


def table(sets: dict[str, dict[str, str]], **draft: object) -> SetsTable:
    return sets_table(evaluate_draft(Draft(source=TEMPLATE, sets=sets, **draft)))  # type: ignore[arg-type]


def rows(shown: SetsTable) -> list[tuple[str, str, list[str]]]:
    return [(item.name, row.field, [cell.value for cell in row.cells]) for item in shown.groups for row in item.rows]


def test_each_row_has_the_value_without_a_set_and_that_of_each_set() -> None:
    shown = table({"dev": {"REPLICAS": "2"}, "prod": {"HOST": "db.example"}}, values={"NEEDED": "x"}, set="prod")
    assert shown.sets == ("base", "dev", "prod")
    assert rows(shown) == [
        ("ConfigMap/a", "data.url", ["//db", "//db", "//db.example"]),
        ("Deployment/b", "spec.replicas", ["1", "2", "1"]),
    ]
    assert [cell.differs for cell in shown.groups[1].rows[0].cells] == [False, True, False]
    assert (shown.summary, shown.refused) == ("2 differences between the sets, after processing.", ())
    assert 'data-span="11:70-11:81"' in shown.groups[0].rows[0].link


def test_secrets_are_masked() -> None:
    (item,) = table({"prod": {"DB_PASSWORD": "hunter3"}}, values={"NEEDED": "x"}).groups
    assert [cell.secret for cell in item.rows[0].cells] == [True, True]


def test_a_set_that_is_refused_is_named() -> None:
    shown = table({"dev": {}, "prod": {"NEEDED": "x"}})
    assert ["<code>base</code> is refused" in line for line in shown.refused] == [True, False]
    assert "NEEDED" in shown.refused[0]
    assert "<code>dev</code>" in shown.refused[1]
    assert len(shown.refused) == 2


def test_equal_sets_and_a_text_without_a_template_have_no_rows() -> None:
    assert table({"dev": {}}, values={"NEEDED": "x"}).summary == "Nothing differs between the sets."
    pod = sets_table(evaluate_draft(Draft(source="kind: Pod", sets={"dev": {}})))
    assert pod.summary == "The text is no Template, so it has no values that could differ."


def test_all_sets_have_one_deadline_and_many_rows_are_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    evaluated = evaluate_draft(Draft(source=TEMPLATE, sets={"dev": {"HOST": "1", "REPLICAS": "3"}}))
    monkeypatch.setattr(module, "MOST_DIFFERENCES", 1)
    assert sets_table(evaluated).cut == "The first 1 of 2 fields."
    ticks = iter(range(10_000))
    late = replace(evaluated, deadline=Deadline(-1.0, lambda: float(next(ticks))))
    assert late.deadline
    late.deadline._steps = 999
    assert sets_table(late).summary.startswith("It takes too long")
