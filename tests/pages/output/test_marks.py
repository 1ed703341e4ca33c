"""The ranges of the output that came from a Parameter or a variable."""

from __future__ import annotations

import tracemalloc
from html import escape

from playground.engine import evaluate
from playground.pages.output.marks import MOST_MARKS, Mark, Writer, marks_in_block, marks_in_line, marks_of

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
    marks_by_path: dict[str, list[tuple[str, str, str]]] = {}
    for (index, path), marks in marks_of(evaluation, stage, {0}).items():
        value = evaluation.expanded[index] if stage == "expanded" else evaluation.objects[index].value
        for part in path:
            value = value[part]
        marks_by_path[str(path)] = [(mark.kind, mark.name, str(value)[mark.start : mark.end]) for mark in marks]
    return marks_by_path


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
    marks = marks_in_line(line, value, [mark])
    assert [line[item.start : item.end] for item in marks] == ['\\"b\\n']


def test_a_value_is_searched_after_its_key() -> None:
    marks = marks_in_line("shop: shop", "shop", [Mark(0, 4, "parameter", "P")])
    assert [(mark.start, mark.end) for mark in marks] == [(6, 10)]


def test_value_that_the_line_does_not_show_has_no_marks() -> None:
    assert marks_in_line("key: other", "value", [Mark(0, 5, "parameter", "P")]) == ()


def test_mark_over_several_lines_is_cut_at_each_line_end() -> None:
    lines = ["    one two", "    three", "    four", "  # left over"]
    marks_of_lines = marks_in_block(lines, "one two\nthree\nfour\n", [Mark(4, 15, "parameter", "P")])
    cut = [[line[mark.start : mark.end] for mark in marks] for line, marks in zip(lines, marks_of_lines, strict=True)]
    assert cut == [["two"], ["three"], ["f"], []]


def test_labels_that_the_template_sets_are_marked_on_each_object() -> None:
    text = (
        "apiVersion: template.openshift.io/v1\nkind: Template\nparameters: [{name: A, value: x}]\n"
        'labels: {whole: "${A}", part: "is-${A}", none: n, "${A}": k}\n'
        "objects:\n- {apiVersion: v1, kind: ConfigMap, metadata: {name: m, labels: {part: own, mine: '${A}'}}}\n"
        "- {apiVersion: v1, kind: ConfigMap, metadata: {name: n}}\n"
    )
    marks_by_place = {
        (index, path[-1]): marks for (index, path), marks in marks_of(evaluate(text), "processed", {0, 1}).items()
    }
    for index in (0, 1):
        assert [(mark.start, mark.end, mark.name) for mark in marks_by_place[index, "whole"]] == [(0, 1, "A")]
        assert [(mark.start, mark.end, mark.trace) for mark in marks_by_place[index, "part"]] == [
            (3, 4, "trace-parameter-0")
        ]
    assert sorted(marks_by_place) == [(0, "mine"), (0, "part"), (0, "whole"), (1, "part"), (1, "whole")]


def written(text: str, *marks: Mark) -> str:
    return Writer()(text, escape(text), marks)


def test_a_mark_names_its_origin() -> None:
    assert (
        written("a: xy", Mark(3, 4, "parameter", "P")) == 'a: <mark class="from-parameter" data-parameter="P">x</mark>y'
    )


def test_a_mark_with_a_trace_is_a_button_that_opens_it() -> None:
    assert written("x", Mark(0, 1, "variable", "V", "trace-0")) == (
        '<button class="traced" type="button" popovertarget="trace-0">'
        '<mark class="from-variable" data-variable="V">x</mark></button>'
    )


def test_texts_and_names_are_escaped_everywhere() -> None:
    html = written("<a>'<b>\"&", Mark(4, 7, "variable", '"<n>', "trace-0"), Mark(8, 9, "parameter", "'p"))
    assert html == (
        '&lt;a&gt;&#x27;<button class="traced" type="button" popovertarget="trace-0">'
        '<mark class="from-variable" data-variable="&quot;&lt;n&gt;">&lt;b&gt;</mark></button>'
        '&quot;<mark class="from-parameter" data-parameter="&#x27;p">&amp;</mark>'
    )


def test_marks_do_not_overlap() -> None:
    html = written("abc", Mark(0, 2, "variable", "V"), Mark(1, 3, "parameter", "P"))
    assert html == '<mark class="from-variable" data-variable="V">ab</mark>c'


def test_only_a_button_without_a_text_is_named() -> None:
    assert 'popovertarget="trace-0" aria-label="White space of &lt;P&gt;"><mark' in written(
        "a ", Mark(1, 2, "parameter", "<P>", "trace-0")
    )
    assert "aria-label" not in written("a ", Mark(1, 2, "parameter", "P"))


def test_the_number_of_marks_in_a_line_is_limited() -> None:
    marks = [Mark(number, number + 1, "parameter", "P") for number in range(MOST_MARKS + 5)]
    assert written("x" * len(marks), *marks).count("<mark") == MOST_MARKS


def test_a_long_text_in_quotes_takes_no_more_memory_than_a_few_copies() -> None:
    text = f'- "{"x" * 100_000}"'
    tracemalloc.start()
    try:
        assert Writer(framed=True)(text, text, ()) == text
        assert tracemalloc.get_traced_memory()[1] < 1_000_000  # bytes
    finally:
        tracemalloc.stop()
