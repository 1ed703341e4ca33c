"""The output line by line, and what differs from the source."""

from __future__ import annotations

import json
import re
import tracemalloc
from collections.abc import Callable
from html import escape, unescape

import pytest

from playground.engine import Evaluation, FieldPath, Position, SourceSpan, evaluate
from playground.engine.reading import SourceText
from playground.pages.form.draft import Draft
from playground.pages.output import lines_panel
from playground.pages.output.lines_panel import LinesPanel, diff_panel, output_panel
from playground.pages.output.output_text import output_file
from playground.pages.output.traces import output_place

TEMPLATE = """\
kind: Template
apiVersion: v1
metadata: {name: t}
parameters:
- {name: A, value: shop}
- {name: TEXT, value: "one\\ntwo <b>"}
objects:
- kind: ConfigMap
  apiVersion: v1
  metadata: {name: $(A)}
  data: {text: "$(TEXT)"}
- kind: Pod
  apiVersion: v1
  spec:
    containers:
    - name: c
      args: ["$(V)"]
      env: [{name: V, value: v}]
"""


def rows(panel: LinesPanel) -> list[str]:
    """The lines without their tags."""
    lines = re.findall(r'<span class="line[^>]*>(.*?)\n</span>', str(panel.html), re.DOTALL)
    return [unescape(re.sub(r"<[^>]*>", "", line)) for line in lines]


def draft(**choices: object) -> Draft:
    return Draft(source=TEMPLATE, **choices)  # type: ignore[arg-type]


def test_lines_are_those_of_the_file() -> None:
    evaluation = evaluate(TEMPLATE)
    for syntax in ("yaml", "json"):
        for shape in ("documents", "list", "template"):
            chosen = draft(syntax=syntax, shape=shape)
            lines = "".join(f"{row}\n" for row in rows(output_panel(evaluation, chosen)))
            assert lines.encode() == output_file(evaluation, chosen)[0]


def test_list_is_one_json_value_of_kind_list() -> None:
    value = json.loads(output_file(evaluate(TEMPLATE), draft(syntax="json", shape="list"))[0])
    assert value["kind"] == "List"
    assert [item["kind"] for item in value["items"]] == ["ConfigMap", "Pod"]


def test_template_shape_of_a_text_without_template_is_documents() -> None:
    evaluation = evaluate("kind: ConfigMap\napiVersion: v1\n")
    assert output_file(evaluation, Draft(shape="template")) == output_file(evaluation, Draft())


def test_stage_decides_whether_variables_are_expanded() -> None:
    assert b"- v\n" in output_file(evaluate(TEMPLATE), draft())[0]
    assert b"- $(V)\n" in output_file(evaluate(TEMPLATE), draft(stage="processed"))[0]


def test_text_of_several_lines_is_marked_in_each() -> None:
    html = str(output_panel(evaluate(TEMPLATE), draft()).html)
    assert re.findall(r'<mark class="from-parameter" data-parameter="TEXT">([^<]*)</mark>', html) == [
        "one",
        "two &lt;b&gt;",
    ]


def test_a_value_of_white_space_has_a_name_for_screen_readers() -> None:
    source = TEMPLATE.replace("value: shop", 'value: "  "').replace("name: $(A)", 'name: "$(A)"')
    html = str(output_panel(evaluate(source), draft()).html)
    assert re.search(r'aria-label="White space of A"><mark [^>]*data-parameter="A">  </mark>', html)
    assert html.count("aria-label") == 1


def led_to(panel: LinesPanel, source: str) -> list[tuple[str, str]]:
    """Each line, and what of the source it leads to."""
    text = SourceText(source)
    spans = [
        [Position(*map(int, end.split(":"))) for end in place.split("-") if end] for place in panel.places.split(" ")
    ]
    places = [text.slice(SourceSpan(*span)) if span else "" for span in spans]
    return list(zip(rows(panel), places, strict=True))


def test_every_line_links_to_the_place_of_its_field() -> None:
    links = led_to(output_panel(evaluate(TEMPLATE), draft()), TEMPLATE)
    assert links[2:9] == [
        ("metadata:", "{name: $(A)}"),
        ("  name: shop", "$(A)"),
        ("data:", '{text: "$(TEXT)"}'),
        ("  text: |-", '"$(TEXT)"'),
        ("    one", '"$(TEXT)"'),
        ("    two <b>", '"$(TEXT)"'),
        ("---", ""),
    ]
    unlike = [(line, source_text) for line, source_text in links[9:] if not line.endswith((source_text, ":"))]
    assert unlike == [("    - v", '"$(V)"')]


def test_lines_of_a_diff_link_to_the_source_on_both_sides() -> None:
    links = led_to(diff_panel(evaluate(TEMPLATE), draft()), TEMPLATE)
    assert [source_text for line, source_text in links if line in ("-  name: $(A)", "+  name: shop")] == ["$(A)"] * 2


def test_lines_that_a_trace_links_to_name_their_field() -> None:
    source = TEMPLATE.replace("args: [", 'args: ["$(GONE)$(EMPTY)", "$(EMPTY)", ').replace(
        "env: [", "env: [{name: EMPTY}, "
    )
    html = str(output_panel(evaluate(source), draft()).html)
    fields = ["0 metadata.name", *["0 data.text"] * 3, *(f"1 spec.containers[0].args[{index}]" for index in range(3))]
    assert re.findall(r'data-field="([^"]*)"', html) == fields


@pytest.mark.parametrize("view", [output_panel, diff_panel])
@pytest.mark.parametrize("key", ['<b>"', "a.b", "é", "&amp;", "0", "", "'"])
def test_the_field_of_a_line_has_the_name_that_traces_link_to_and_is_escaped(
    view: Callable[[Evaluation, Draft], LinesPanel], key: str
) -> None:
    evaluation = evaluate(f"kind: ConfigMap\ndata: {{{json.dumps(key)}: [{{{json.dumps(key)}: $(X)}}]}}\n")
    named = escape(output_place(0, FieldPath(("data", key, 0, key))))
    assert f'data-field="{named}"' in view(evaluation, Draft()).html


def test_diff_without_a_difference_says_so() -> None:
    source = "kind: ConfigMap\napiVersion: v1\n"
    assert diff_panel(evaluate(source), Draft(source=source)).compared == "Nothing differs from the source."


def test_diff_counts_the_fields_that_differ_and_says_between_what() -> None:
    evaluation = evaluate(TEMPLATE)
    summary_of_both_stages = "3 changes between the source's objects and the output."
    summary_of_one_stage = "2 changes between the source's objects and the processed ones."
    assert diff_panel(evaluation, draft()).compared == summary_of_both_stages
    assert diff_panel(evaluation, draft(stage="processed")).compared == summary_of_one_stage


def test_diff_folds_what_did_not_change_and_loses_no_line() -> None:
    source = "kind: ConfigMap\napiVersion: v1\ndata:\n" + "".join(f"  k{number}: v\n" for number in range(30))
    panel = diff_panel(evaluate(source), Draft(source=source))
    assert "<summary>… 33 unchanged lines</summary>" in panel.html
    assert len(rows(panel)) == panel.total == 33


def test_a_diff_removes_what_was_written_and_adds_the_result() -> None:
    html = str(diff_panel(evaluate(TEMPLATE), draft()).html)
    assert re.search(r"<del>.*\$\(A\)</del>", html)
    assert re.search(r"<ins>.*shop</ins>", html)


def test_a_long_key_is_not_repeated_in_every_line_below_it() -> None:
    key = "k" * 10_000
    evaluation = evaluate(f"kind: ConfigMap\napiVersion: v1\ndata:\n  ? {key}\n  : {list(range(200))}\n")
    assert len(output_panel(evaluation, Draft()).html) < 50_000
    assert len(diff_panel(evaluation, Draft()).html) < 50_000


def test_the_aligned_output_stands_line_for_line_beside_the_source() -> None:
    source = TEMPLATE.replace('"one\\ntwo <b>"', "one <b>").replace("metadata: {name: t}", "metadata: {name: t} # mine")
    panel = output_panel(evaluate(source), draft(shape="aligned"))
    assert panel.total == source.count("\n")
    line = source.splitlines().index("  metadata: {name: $(A)}") + 1
    line_of_name = (
        '<span class="line indent-1" data-changed="">  metadata: {name: <mark class="from-parameter">shop</mark>}'
    )
    assert line_of_name in panel.html
    assert led_to(panel, source)[line - 1] == ("  metadata: {name: shop}", "  metadata: {name: $(A)}")
    assert "# mine" in panel.html
    assert "one &lt;b&gt;" in panel.html
    assert output_file(evaluate(source), draft(shape="aligned", syntax="json")) == (
        "".join(f"{row}\n" for row in rows(panel)).encode(),
        "yaml",
    )


def test_all_links_of_an_issue_in_the_aligned_output_lead_to_its_number() -> None:
    env = '[{name: B, value: "$(D)"}, {name: C, value: "$(D)"}, {name: D, value: ""}]'
    evaluation = evaluate(TEMPLATE.replace("[{name: V, value: v}]", env))
    numbers = {issue.numbers[0] for issue in evaluation.issues}
    for shape in ("documents", "aligned"):
        links = re.findall(r'href="#issue-(\d+)"', str(output_panel(evaluation, draft(shape=shape)).html))
        assert len(links) >= 2
        assert set(map(int, links)) <= numbers


def test_without_an_aligned_output_the_plain_one_says_why() -> None:
    labelled = evaluate(TEMPLATE + "labels: {a: b}\n")
    panel = output_panel(labelled, draft(shape="aligned"))
    assert str(panel.note).startswith("No aligned output: processing adds")
    assert panel.html == output_panel(labelled, draft()).html
    assert output_file(labelled, draft(shape="aligned")) == output_file(labelled, draft())
    assert "there is no Template" in str(output_panel(evaluate("kind: Pod\n"), draft(shape="aligned")).note)


def test_a_large_output_is_not_compared_and_not_shown_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    evaluation = evaluate("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {a: b, c: d}\n")
    assert (output_panel(evaluation, Draft(whole=True)).shown_count, diff_panel(evaluation, Draft()).total) == (7, 7)
    monkeypatch.setattr(lines_panel, "MOST_WHOLE", 5)
    panel = output_panel(evaluation, Draft(whole=True))
    assert (panel.cut, panel.whole) == ("The first 5 of 7 lines.", True)
    for name, most in (("MOST_COMPARED", 6), ("LONGEST_COMPARED", 500)):
        with monkeypatch.context() as patched:
            patched.setattr(lines_panel, name, most)
            compared = diff_panel(evaluation, Draft())
            assert (compared.total, compared.compared[:45]) == (0, "This output is too large to be compared here.")


def test_an_output_is_printed_only_as_far_as_it_is_shown() -> None:
    deep = f"a: {'{a: ' * 180}[{'1,' * 100_000}]{'}' * 180}\n"
    evaluation = evaluate(deep)
    tracemalloc.start()
    try:
        assert output_panel(evaluation, Draft()).total == 100_181
        assert tracemalloc.get_traced_memory()[1] < 30_000_000
    finally:
        tracemalloc.stop()
