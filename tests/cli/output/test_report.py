"""What is said about a text: diagnostics, references, Events."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from playground.cli.output.report import MOST_EVENTS, diagnostic_lines, event_lines, workflow_command
from playground.engine import Diagnostic, Position, Related, Severity, SourceSpan, evaluate, joined
from tests.cli.running import process, run


def span(line: int, column: int, end_column: int, end_line: int | None = None) -> SourceSpan:
    return SourceSpan(Position(line, column), Position(end_line or line, end_column))


def diagnostic(place: SourceSpan, **more: object) -> Diagnostic:
    fields = {
        "code": "ENV599",
        "name": "a-name",
        "severity": Severity.WARNING,
        "message": "A message.",
        "hint": "",
        "span": place,
        "field": "",
        "related": (),
        "fix": None,
    }
    return Diagnostic(**{**fields, **more})  # type: ignore[arg-type]


def reported(text: str, place: SourceSpan, **more: object) -> list[str]:
    return list(diagnostic_lines(diagnostic(place, **more), evaluate(text), "pod.yaml"))


def test_the_place_is_shown_under_its_line() -> None:
    assert reported("a: 1\nbc: xyz\n", span(2, 5, 8)) == [
        "pod.yaml:2:5: ENV599 A message. [warning]",
        "    2 | bc: xyz",
        "      |     ^^^",
    ]


def test_hint_and_related_places_follow() -> None:
    lines = reported("a: 1\n", span(1, 1, 2), hint="Do this.", related=(Related(span(1, 4, 5), "It is here."),))
    assert lines[3:] == ["      = Do this.", "pod.yaml:1:4: note: It is here."]


def test_a_place_in_a_joined_text_is_also_that_in_its_file() -> None:
    text = joined([("config.yaml", "a: 1\n"), ("web\n.yaml", "b: 2\nc: 3\n")])
    assert reported(text, span(6, 1, 2), hint="Do this.")[3:] == ["      = web\\n.yaml, line 2", "      = Do this."]


def test_carets_stay_under_tabs_and_wide_characters() -> None:
    assert reported("日:\t本x\n", span(1, 4, 6))[2] == "      |    \t^^^"


def test_a_place_of_several_lines_is_marked_to_the_end_of_the_first() -> None:
    assert reported("a: |\n  x\n  y\n", span(1, 4, 4, 3))[1:] == ["    1 | a: |", "      |    ^"]


def test_a_place_without_extent_has_one_caret_and_an_empty_line_none() -> None:
    assert reported("ab: 1\n", span(1, 3, 3))[2] == "      |   ^"
    assert reported("\n", span(1, 1, 1)) == ["pod.yaml:1:1: ENV599 A message. [warning]"]


def test_a_very_long_line_is_cut_around_the_place() -> None:
    head, line, carets = reported(f"a: {'x' * 5000}\n", span(1, 2000, 2003))
    assert head.startswith("pod.yaml:1:2000:")
    assert (len(line), carets) == (8 + 120, f"      | {' ' * 60}^^^")


def test_control_characters_are_not_printed() -> None:
    lines = reported("a: \x1b[31mred\u202e\n", span(1, 9, 13), message="`\x1b[0m\n`")
    assert lines == [
        r"pod.yaml:1:9: ENV599 `\x1b[0m\n` [warning]",
        r"    1 | a: \x1b[31mred\u202e",
        r"      |            ^^^^^^^^^",
    ]


def test_lines_end_where_an_editor_ends_them() -> None:
    assert reported("a: 1\r\nb: 2\rc: 3\n", span(3, 1, 2))[1:] == ["    3 | c: 3", "      | ^"]


def test_colours_do_not_change_the_text() -> None:
    plain = reported("a: 1\nbc: xyz\n", span(2, 5, 8), hint="Do this.")
    coloured = list(
        diagnostic_lines(
            diagnostic(span(2, 5, 8), hint="Do this."), evaluate("a: 1\nbc: xyz\n"), "pod.yaml", coloured=True
        )
    )
    assert coloured[0].startswith("\x1b[1mpod.yaml:2:5:\x1b[0m \x1b[33mENV599\x1b[0m ")
    assert [re.sub("\x1b\\[[0-9;]*m", "", line) for line in coloured] == plain


def diagnostic_to(end: Position, **more: str) -> Diagnostic:
    texts = {"message": "A message.", "hint": "", **more}
    span = SourceSpan(Position(3, 5), end)
    return Diagnostic("ENV599", "a-name", Severity.HINT, texts["message"], texts["hint"], span, "", (), None)


def unescaped(text: str) -> str:
    return re.sub("%(0A|0D|25|3A|2C)", lambda match: chr(int(match[1], 16)), text)


def test_a_diagnostic_is_one_line_with_its_place() -> None:
    assert workflow_command(diagnostic_to(Position(3, 9)), "pod.yaml") == (
        "::notice file=pod.yaml,line=3,endLine=3,col=5,endColumn=9,title=ENV599 a-name::A message."
    )


def test_columns_are_left_out_where_several_lines_are_meant() -> None:
    line = workflow_command(diagnostic_to(Position(4, 1)), "pod.yaml")
    assert line == "::notice file=pod.yaml,line=3,endLine=4,title=ENV599 a-name::A message."


def test_what_the_runner_would_misread_is_escaped_and_read_back() -> None:
    file, message, hint = "a,b:c%0A.yaml", "100% `a::b`,\r\n", "::error::no command"
    line = workflow_command(diagnostic_to(Position(3, 9), message=message, hint=hint), file)
    assert "\n" not in line
    assert "\r" not in line
    _, properties, data = line.split("::", 2)
    assert unescaped(data) == f"{message}\n{hint}"
    values = dict(pair.split("=", 1) for pair in properties.split(" ", 1)[1].split(","))
    assert unescaped(values["file"]) == file


TEXT = """\
apiVersion: template.openshift.io/v1
kind: Template
labels: {by: "${B}"}
objects:
- apiVersion: v1
  kind: ConfigMap
  metadata: {name: "${A}-${NONE}"}
  data:
    ${A}: "x${{A}}"
- apiVersion: v1
  kind: Secret
  stringData:
    token: "${TOKEN}"
parameters:
- {name: A, value: a}
- {name: B, value: b}
- {name: TOKEN, value: hunter2hunter2}
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "t.yaml"
    path.write_text(TEXT)
    return str(path)


def test_each_reference_is_listed_with_its_place_and_fate(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    plain = process(capsys, "-f", file, "-p", "B=c")
    status, out, err = process(capsys, "-f", file, "-p", "B=c", "--explain")
    assert (status, out) == plain[:2]
    assert (
        err
        == "".join(
            f"{file}:{line}\n"
            for line in (
                "3:15: ${B} becomes 'c' (given)",
                "7:21: ${A} becomes 'a' (default)",
                "7:26: ${NONE} stays: the Template declares no such Parameter",
                "9:5: ${A} becomes 'a' (default)",
                "9:13: ${{A}} stays: the openshift dialect has no such reference",
                "13:13: ${TOKEN} becomes a hidden value (default)",
            )
        )
        + plain[2]
    )


def test_a_missing_value_is_listed_after_ocs_error(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path(file).write_text(TEXT.replace("{name: B, value: b}", "{name: B, required: true}"))
    status, out, err = process(capsys, "-f", file, "--explain")
    assert (status, out) == (1, "")
    lines = err.splitlines()
    assert "parameter B is required and must be specified" in lines[0]
    assert lines[1] == f"{file}:3:15: ${{B}} stays: its Parameter requires a value and has none"


def test_a_long_value_is_clipped_and_none_moves_the_cursor(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    long = process(capsys, "-f", file, "-p", f"B={'x' * 500}", "--explain")[2]
    assert f"becomes '{'x' * 120}…' (given)\n" in long
    assert "\x1b" not in process(capsys, "-f", file, "-p", "B=\x1b[2J", "--explain")[2]


POD = (
    "kind: Pod\napiVersion: v1\nmetadata: {name: p, namespace: shop}\nspec:\n  containers:\n  - {name: c, args: ARGS}\n"
)


def lines(args: str) -> list[str]:
    return list(event_lines(evaluate(POD.replace("ARGS", args))))


def test_each_unresolved_reference_has_an_event_on_its_container_and_repeated_ones_are_counted() -> None:
    note, twice, once = lines("[$(A)$(A), $(B)]")
    assert note == "Today's kubelet does not record these Events, so no cluster shows them:"
    assert twice.startswith("  Warning ")
    assert " shop/p spec.containers{c}: " in twice
    assert "A" in twice
    assert twice.endswith(" (x2)")
    assert not once.endswith(")")


def test_without_unresolved_references_nothing_is_printed() -> None:
    assert lines("[$$(A), plain]") == []


def test_many_events_are_cut_and_counted() -> None:
    event_lines = lines("[" + ", ".join(f"$(A{n})" for n in range(MOST_EVENTS + 3)) + "]")
    assert (len(event_lines), event_lines[-1]) == (MOST_EVENTS + 2, "  and 3 more")


def test_control_characters_in_a_name_do_not_reach_the_terminal() -> None:
    assert "\x1b" not in "".join(lines('["$(\\e[31m)"]'))


@pytest.mark.parametrize(("output", "printed"), [("yaml", True), ("env", False), ("json", False)])
def test_expand_prints_them_on_standard_error(
    output: str, printed: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "pod.yaml"
    file.write_text(POD.replace("ARGS", "[$(A)]"))
    _, out, err = run(capsys, "expand", "-f", str(file), "-o", output)
    assert ("spec.containers{c}" in err) is printed
    assert "Today's kubelet" not in out
