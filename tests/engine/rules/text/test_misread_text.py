"""JSON that is read as YAML."""

from __future__ import annotations

import json

import pytest

from playground.engine import apply_edits, evaluate
from tests.cost import growth
from tests.engine.rules.finding import find_diagnostics

HEAD = '{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a",},\n'


def test_each_comma_after_a_last_member_is_removed() -> None:
    text = HEAD + ' "data": {"b": "x,}", "c": "\\",]",\n }, "l": [1, 2 , ]}\n'
    diagnostics = find_diagnostics(text, "SRC141")
    assert [str(item.span.start) for item in diagnostics] == ["1:67", "2:34", "3:16"]
    mended = apply_edits(text, [edit for item in diagnostics if item.fix for edit in item.fix.edits])
    assert json.loads(mended)["data"] == {"b": "x,}", "c": '",]'}


@pytest.mark.parametrize(
    "text",
    [
        HEAD.replace(",}", "}") + '"data": {"a": ",}"}}',
        "{apiVersion: v1, kind: ConfigMap, data: {a: b,},}",
        '---\n{\n  apiVersion: "v1",\n  "kind": "ConfigMap",\n}\n',
        HEAD + "# it's YAML\n}",
        'data: {"a": "b",}\n',
    ],
)
def test_yaml_between_braces_may_have_such_commas(text: str) -> None:
    assert "SRC141" not in {item.code for item in evaluate(text).diagnostics}


def test_many_commas_are_found_in_one_pass() -> None:
    text = HEAD + '"l": [1,' + " " * 50_000 + "]}"
    assert len(find_diagnostics(text, "SRC141")) == 2


def test_a_text_with_many_unclosed_quotes_takes_time_in_proportion() -> None:
    assert growth(lambda size: '{"a": b' + '\\"' * size + "}", evaluate, 4_000) < 8
