"""The ranges of the output that came from a Parameter or a variable."""

from __future__ import annotations

from playground.engine import evaluate
from playground.views.panels.marks import Mark, marks_in_block, marks_in_line, marks_of

TEXT = """\
apiVersion: v1
kind: Template
parameters:
- {name: A, value: "x$(V)y"}
- {name: N, type: int, value: "3"}
objects:
- kind: Pod
  apiVersion: v1
  spec:
    number: $(N)
    containers:
    - name: c
      args: ["-$(A)-$$(Z)-$(V)-$(A)"]
      env: [{name: V, value: "val"}]
"""


def marked(stage: str) -> dict[str, list[tuple[str, str, str]]]:
    """By field: kind, name and text of each mark."""
    evaluation = evaluate(TEXT)
    found: dict[str, list[tuple[str, str, str]]] = {}
    for (index, path), marks in marks_of(evaluation, stage, {0}).items():
        value = evaluation.expanded[index] if stage == "expanded" else evaluation.objects[index].value
        for part in path:
            value = value[part]
        found[str(path)] = [(mark.kind, mark.name, str(value)[mark.start : mark.end]) for mark in marks]
    return found


def test_parameter_is_marked_after_processing() -> None:
    assert marked("processed")["spec.containers[0].args[0]"] == [("parameter", "A", "x$(V)y")] * 2


def test_typed_parameter_is_marked_as_a_whole() -> None:
    assert marked("processed")["spec.number"] == [("parameter", "N", "3")]


def test_objects_that_are_not_shown_have_no_marks() -> None:
    evaluation = evaluate(TEXT)
    assert marks_of(evaluation, "processed", {1}) == marks_of(evaluation, "expanded", set()) == {}


def test_expansion_moves_the_marks_of_parameters_and_adds_those_of_variables() -> None:
    part = [("parameter", "A", "x"), ("variable", "V", "val"), ("parameter", "A", "y")]
    assert marked("expanded")["spec.containers[0].args[0]"] == [*part, ("variable", "V", "val"), *part]


def test_a_value_is_found_in_every_style_of_writing() -> None:
    value, mark = 'a"b\nc', Mark(1, 4, "parameter", "P")
    line = '  key: "a\\"b\\nc",'
    found = marks_in_line(line, value, [mark])
    assert [line[item.start : item.end] for item in found] == ['\\"b\\n']


def test_a_value_is_searched_after_its_key() -> None:
    found = marks_in_line("shop: shop", "shop", [Mark(0, 4, "parameter", "P")])
    assert [(mark.start, mark.end) for mark in found] == [(6, 10)]


def test_value_that_the_line_does_not_show_has_no_marks() -> None:
    assert marks_in_line("key: other", "value", [Mark(0, 5, "parameter", "P")]) == ()


def test_mark_over_several_lines_is_cut_at_each_line_end() -> None:
    lines = ["    one two", "    three", "    four", "  # left over"]
    found = marks_in_block(lines, "one two\nthree\nfour\n", [Mark(4, 15, "parameter", "P")])
    cut = [[line[mark.start : mark.end] for mark in marks] for line, marks in zip(lines, found, strict=True)]
    assert cut == [["two"], ["three"], ["f"], []]


def test_labels_that_the_template_sets_are_marked_on_each_object() -> None:
    text = (
        "apiVersion: template.openshift.io/v1\nkind: Template\nparameters: [{name: A, value: x}]\n"
        'labels: {whole: "${A}", part: "is-${A}", none: n, "${A}": k}\n'
        "objects:\n- {apiVersion: v1, kind: ConfigMap, metadata: {name: m, labels: {part: own, mine: '${A}'}}}\n"
        "- {apiVersion: v1, kind: ConfigMap, metadata: {name: n}}\n"
    )
    found = {(index, path[-1]): marks for (index, path), marks in marks_of(evaluate(text), "processed", {0, 1}).items()}
    for index in (0, 1):
        assert [(mark.start, mark.end, mark.name) for mark in found[index, "whole"]] == [(0, 1, "A")]
        assert [(mark.start, mark.end, mark.trace) for mark in found[index, "part"]] == [(3, 4, "trace-parameter-0")]
    assert sorted(found) == [(0, "mine"), (0, "part"), (0, "whole"), (1, "part"), (1, "whole")]
