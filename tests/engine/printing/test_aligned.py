"""The aligned output: the author's text with other values, or the reason why there is none."""

from __future__ import annotations

import json
from itertools import chain, product, repeat
from pathlib import Path
from random import Random
from textwrap import indent
from typing import Any

import pytest

from playground.engine import Inputs, ProcessedTemplate, evaluate
from playground.engine.model.deadline import Deadline
from playground.engine.printing.aligned import Aligned, _are_equal, aligned
from tests.cost import steps
from tests.engine.emitted import HOSTILE_TEXTS

CORPUS = Path(__file__).resolve().parents[3] / "../shared/corpus"
FILES = sorted(path.name for path in (CORPUS / "templates").glob("*"))
HEAD = "apiVersion: template.openshift.io/v1\nkind: Template\nmetadata: {name: t}\nobjects:\n"
TAIL = "parameters:\n- name: P # the value\n- {name: N, value: '7'}\n"
OBJECT = """\
- apiVersion: v1 # before
  kind: ConfigMap
  metadata: {name: "cm-${N}", labels: {a: '${P}'}}   # flow
  data:
    plain: ${P} # comment
    ? ${P}x
    : 'it''s ${P}'
    "double": "a\\t${P}"

    number: ${{N}}
    literal: |- # header
      first ${P}
        more

    folded: >
      some ${P}
      text
    last: |
      end ${P}
"""


def process_template(text: str, **values: str) -> ProcessedTemplate:
    template = evaluate(text, Inputs(values=values, dialect="openshift")).processed
    assert template is not None
    return template


def test_only_the_changed_scalars_are_rewritten() -> None:
    answer = aligned(process_template(HEAD + OBJECT + TAIL, P="v: 1"))
    assert (
        answer.text
        == HEAD
        + (
            "- apiVersion: v1 # before\n"
            "  kind: ConfigMap\n"
            "  metadata: {name: \"cm-7\", labels: {a: 'v: 1'}}   # flow\n"
            "  data:\n"
            '    plain: "v: 1" # comment\n'
            '    ? "v: 1x"\n'
            "    : 'it''s v: 1'\n"
            '    "double": "a\\tv: 1"\n'
            "\n"
            "    number: 7\n"
            "    literal: |- # header\n"
            "      first v: 1\n"
            "        more\n"
            "\n"
            "    folded: |\n"
            "      some v: 1 text\n"
            "    last: |\n"
            "      end v: 1\n"
        )
        + TAIL
    )


def reads_back(template: ProcessedTemplate) -> bool:
    """Whether the aligned text is a Template of the processed Objects, with all comments."""
    text = aligned(template).text
    return (
        text is not None
        and json.dumps(process_template(text).template.objects) == json.dumps([item.value for item in template.objects])
        and all(f"# {comment}" in text for comment in ("before", "flow", "comment", "header", "the value"))
    )


@pytest.mark.parametrize("line_end", ["\n", "\r\n"], ids=["LF", "CRLF"])
def test_hostile_values_are_written_in_every_style_and_comments_stay(line_end: str) -> None:
    text = (HEAD + OBJECT + TAIL).replace("\n", line_end)
    values = [value for value in HOSTILE_TEXTS if len(value) < 900]
    assert [value for value in values if not reads_back(process_template(text, P=value))] == []


def test_a_block_at_the_end_of_a_text_without_a_line_end_keeps_its_own() -> None:
    text = TAIL + HEAD + "- kind: A\n  apiVersion: v1\n  a: |\n    ${P}"
    for value in ("x", "x\n", "x\n\n"):
        template = process_template(text, P=value)
        answer = aligned(template)
        assert answer.text is not None
        assert process_template(answer.text).template.objects == tuple(item.value for item in template.objects)


def test_json_stays_json() -> None:
    text = (
        '{"kind": "Template", "apiVersion": "template.openshift.io/v1",\n "objects": [{"kind": "A", "apiVersion": "v1",'
        ' "${P}":\t["${P}", "${{N}}"]}],\n "parameters": ['
        '{"name": "P", "value": "a\\"\\n"}, {"name": "N", "value": "{}"}]}\n'
    )
    answer = aligned(process_template(text))
    assert answer.text == text.replace('"${P}"', '"a\\"\\n"').replace('"${{N}}"', "{}")


@pytest.mark.parametrize(
    ("objects", "why"),
    [
        (
            "- {kind: A, apiVersion: v1, metadata: {namespace: x}}\n",
            "processing removes `objects[0].metadata.namespace`",
        ),
        ("- {kind: A}\n", "processing adds `objects[0].apiVersion`"),
        ("- {kind: A, apiVersion: v1, a: '${{N}}'}\nlabels: {l: v}\n", "processing adds `objects[0].metadata`"),
        (
            "- {kind: A, apiVersion: v1, metadata: {labels: []}}\nlabels: {l: v}\n",
            "processing replaces all of `objects[0].metadata.labels`",
        ),
        (
            f"- {{kind: A, apiVersion: v1, a: {{? '{'k' * 1000}${{P}}' : 1}}}}\n",
            f"the key of `objects[0].a[{'k' * 1000}${{P}}]` becomes too long",
        ),
        (
            "- {kind: A, apiVersion: v1, metadata: {labels: {l: &x a}}, alias: *x}\nlabels: {l: v}\n",
            "the rewritten text would not be read as the same Objects",
        ),
    ],
)
def test_changes_that_need_more_than_rewriting_are_reported(objects: str, why: str) -> None:
    answer = aligned(process_template(HEAD + objects + TAIL))
    assert (answer.text, answer.why) == (None, why)


def test_a_template_in_a_list_is_rewritten_in_its_place() -> None:
    template = f"{HEAD}- {{kind: A, apiVersion: v1, a: '${{N}}'}} # kept\n{TAIL}"
    text = f"kind: List\napiVersion: v1\nitems:\n-\n{indent(template, '  ')}"
    assert aligned(process_template(text)).text == text.replace("'${N}'", "'7'")


def test_an_anchored_text_changes_with_every_alias() -> None:
    text = HEAD + "- {kind: A, apiVersion: v1, a: &x 'v${N}', b: *x}\n" + TAIL
    assert aligned(process_template(text)).text == text.replace("v${N}", "v7")


@pytest.mark.skipif(not FILES, reason="the corpus of real templates is not beside the project")
def test_real_templates_are_aligned_or_say_why() -> None:
    random, texts = Random(3), 0
    for name in FILES:
        text = (CORPUS / "templates" / name).read_text(encoding="utf-8")
        template: Any = evaluate(text, Inputs(dialect="openshift"), random=random).processed
        answer = aligned(template)
        assert (answer.text is None) == bool(answer.why)
        texts += answer.text is not None
        assert not answer.why or answer.why.startswith("processing "), (name, answer.why)
    assert texts > 10


def test_a_field_without_a_value_gets_its_value_behind_the_colon() -> None:
    text = HEAD + "- apiVersion: v1\n  kind: ConfigMap\n  metadata:\n    labels:\nlabels: {a: b}\n" + TAIL
    answer = aligned(process_template(text))
    assert answer.text == text.replace("    labels:\n", '    labels: {"a": "b"}\n')


def test_the_steps_do_not_grow_with_the_depth_of_each_reference() -> None:
    def rewritten(depth: int) -> int:
        text = "kind: Template\napiVersion: v1\nparameters: [{name: A, value: b}]\nobjects:\n- x: "
        processed = evaluate(text + "[" * depth + "'${A}'," * 400 + "]" * depth + "\n").processed
        assert processed is not None
        return steps(lambda: aligned(processed))

    assert rewritten(160) < 1.5 * rewritten(20)


def test_a_text_that_takes_too_long_is_not_rewritten() -> None:
    template, moments = process_template(HEAD + OBJECT * 100 + TAIL, P="v"), chain([0.0], repeat(1.0))
    answer = aligned(template, Deadline(0.5, moments.__next__))
    assert answer == Aligned(None, "rewriting the text takes too long")


def test_an_object_is_compared_with_its_types() -> None:
    values: list[object] = [1, 1.0, True, "1", None, [], {}, [1], {"a": 1}, {"a": 1.0}, {"b": 1}, [1, 1], 0.0, -0.0]
    for first, second in product(values, repeat=2):
        assert _are_equal(first, second, Deadline()) == (first is second)
