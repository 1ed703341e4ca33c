"""Templates in unusual forms, with the real Helm: each gives what `oc process` gives, for hostile values, too."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.engine.exporting.helm.program import HELMS, NEWEST, HelmError, chart_of, rendered
from tests.engine.exporting.helm.proof import differences, hostile_values, subjects
from tests.engine.exporting.texts import Text

FILES = sorted((Path(__file__).parent / "odd").glob("*.yaml"))
PLAIN = """\
apiVersion: template.openshift.io/v1
kind: Template
objects:
- apiVersion: v1
  kind: ConfigMap
  metadata:
    name: ${A}
  # why
  data:
    text: |
      x ${A}
      end
parameters:
- name: A
  value: a
"""
BOTH_WAYS = """\
apiVersion: template.openshift.io/v1
kind: Template
objects:
- {apiVersion: v1, kind: ConfigMap, metadata: {name: a}, json: "${{A}}", text: "x${A}"}
parameters:
- {name: A, value: "1"}
"""
JSON = {
    "kind": "Template",
    "apiVersion": "template.openshift.io/v1",
    "objects": [{"apiVersion": "v1", "kind": "A", "${A}": "${B}\n{{ # \u2028", "\x7f": ["\ufeff😀", "${{B}}"]}],
    "parameters": [{"name": "A", "value": "a"}, {"name": "B"}],
}
ENDS = """\
apiVersion: template.openshift.io/v1
kind: Template
objects:
- {apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {a: "x${A}", b: "${A}\\n \\n"}}
"""
BLOCKS = (
    "|+\n      a",
    "|+\n      a\n\n",
    ">+\n      a",
    "|-\n      a ",
    "|\n      a\t",
    "|\n      a\n\n      ",
    "a\u00a0",
)
TEXTS = {
    **{file.stem: file.read_text(encoding="utf-8") for file in FILES},
    "plain": PLAIN,
    "a byte order mark": f"\ufeff{PLAIN}",
    "line ends of Windows": PLAIN.replace("\n", "\r\n"),
    "line ends of old Macs": PLAIN.replace("\n", "\r"),
    "ends of files": ENDS
    + "".join(
        f"- apiVersion: v1\n  kind: ConfigMap\n  metadata: {{name: '${{A}}'}}\n  data:\n    a: {block}\n"
        for block in BLOCKS
    )
    + "parameters:\n- {name: A, value: a}\n",
    "no objects": PLAIN.partition("objects")[0],
    "JSON": json.dumps(JSON),
    "raw JSON": json.dumps(JSON, ensure_ascii=False, indent=1),
}


@pytest.mark.skipif(not NEWEST, reason="Helm is not here")
def test_odd_templates_give_what_oc_gives(tmp_path: Path) -> None:
    charts, refusals = subjects(Text(name, text, "auto") for name, text in TEXTS.items())
    assert refusals == {}
    assert len(charts) == len(TEXTS)
    defaults = {subject.id: dict[str, str]() for subject in charts}
    assert differences(NEWEST[0], tmp_path / "defaults", charts, defaults, in_chart=True) == {}
    for number in range(3, 60, 9):
        values = {subject.id: hostile_values(subject, number) for subject in charts}
        assert differences(NEWEST[0], tmp_path / str(number), charts, values, in_chart=number % 2 == 0) == {}


@pytest.mark.skipif(not HELMS, reason="Helm is not here")
@pytest.mark.parametrize("value", ['1,"value":2', '1],"value":[2', '1,"Error":2', "1,2", "1}", ' {"a": [1]} '])
def test_a_value_that_is_used_as_text_too_is_json_only_as_a_whole(tmp_path: Path, value: str) -> None:
    charts, _ = subjects([Text("both ways", BOTH_WAYS, "auto")])
    for number, program in enumerate(HELMS):
        values = {"both ways": {"A": value}}
        assert differences(program, tmp_path / str(number), charts, values, in_chart=False) == {}


@pytest.mark.skipif(not NEWEST, reason="Helm is not here")
@pytest.mark.parametrize("code", ["0085", "feff", "ffff"])
def test_a_character_that_yaml_cannot_hold_is_refused_where_a_value_is_used_as_text_too(
    tmp_path: Path, code: str
) -> None:
    charts, _ = subjects([Text("both ways", BOTH_WAYS, "auto")])
    values = {"both ways": {"A": f'"\\u{code}"'}}
    with pytest.raises(HelmError, match="character that YAML cannot hold"):
        differences(NEWEST[0], tmp_path, charts, values, in_chart=False)


@pytest.mark.parametrize("program", HELMS, ids=lambda path: path.name)
@pytest.mark.parametrize("value", ["null", " \tnull\n"])
def test_null_is_refused_where_a_value_is_used_as_text_too(tmp_path: Path, value: str, program: Path) -> None:
    (tmp_path / "null").mkdir()
    with pytest.raises(HelmError, match="The value null would remove a field, which this chart cannot do"):
        rendered(program, tmp_path / "null", [chart_of(BOTH_WAYS)], {"web": {"a": value}})
    charts, _ = subjects([Text("both ways", BOTH_WAYS, "auto")])
    for number, inside in enumerate(("[null]", '"null"', "nulls")):
        values = {"both ways": {"A": inside}}
        assert differences(program, tmp_path / str(number), charts, values, in_chart=False) == {}
