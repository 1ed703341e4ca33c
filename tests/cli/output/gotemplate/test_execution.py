"""Go templates against the answers of Go's own ``text/template`` (1.19), what newer versions do, and the limits."""

from __future__ import annotations

from typing import Any

import pytest

from playground.cli.output.gotemplate import execution
from tests.recordings.gotemplates import ROWS, answer, printed


def test_all_vectors_are_read() -> None:
    assert len(ROWS) == 450
    assert sum(bool(vector["unread"]) for vector in ROWS) == 127
    assert sum(bool(vector["ended"]) for vector in ROWS) == 121


def test_templates_print_and_fail_as_in_go() -> None:
    answers = [{"template": vector["template"], **answer(vector["template"])} for vector in ROWS]
    assert [(ours, go) for ours, go in zip(answers, ROWS, strict=True) if ours != go] == []


@pytest.mark.parametrize(
    ("template", "output"),
    [
        ("{{range 3}}{{.}}{{end}}{{range $x := .i}}{{break}}{{end}}{{range 0}}x{{else}}none{{end}}", "012none"),
        ("{{with .nul}}x{{else with .kind}}{{.}}{{else}}y{{end}}", "List"),
        ("{{with .nul}}x{{else with .b}}{{.}}{{else}}y{{end}}", "y"),
        (
            "{{$x := 0}}{{range $x = .el}}{{else}}{{$x}}{{end}}{{range $x = .items}}{{break}}{{end}}{{$x.kind}}",
            "[]ConfigMap",
        ),
        ("{{$k := 0}}{{$v := 0}}{{range $k, $v = .nest}}{{end}}{{$k}}{{$v}}", "amap[b:map[c:deep]]"),
    ],
)
def test_features_of_newer_go_versions_are_supported(template: str, output: str) -> None:
    assert printed(template) == (output, "")


@pytest.mark.parametrize(
    ("template", "message"),
    [
        ("{{range $i, $e := 3}}{{end}}", "can't use 3 to iterate over more than one variable"),
        ("{{call .kind}}", "error calling call: non-function .kind of type string"),
        ("{{.i | call}}", "error calling call: non-function <int64 Value> of type int64"),
        ("{{call .nul}}", "error calling call: call of nil"),
    ],
)
def test_messages_follow_newer_go_versions(template: str, message: str) -> None:
    assert printed(template)[1].endswith(f">: {message}")


def test_an_invalid_utf_8_byte_is_passed_through() -> None:
    assert printed('{{base64decode "/w=="}}{{slice .s 8 9 | printf "%q"}}') == ('\udcff"\\xb6"', "")


_LOOP = "{{define `t`}}{{template `t`}}{{end}}{{template `t`}}"
_BUSY = "{{range 2000}}{{range 2000}}{{end}}{{end}}"
_GROWS = "{{$x := `0123456789`}}{{range 40}}{{$x = print $x $x}}{{end}}"
_WIDE = "{{range 30}}{{printf `%900000d` 1}}{{end}}"


@pytest.mark.parametrize(
    ("template", "limit"),
    [
        (_LOOP, "more than 100 nested levels, which is the limit"),
        (_BUSY, "more than 50,000 steps, which is the limit"),
        (_GROWS, "more than 16,777,216 characters, which is the limit"),
        (_WIDE, "more than 16,777,216 characters, which is the limit"),
        ("{{printf `" + "%900000d" * 30 + "` }}", "MISSING"),
        (
            "{{printf `" + "%*d" * 30 + "`" + " 900000 1" * 30 + "}}",
            "more than 16,777,216 characters, which is the limit",
        ),
        ("{{range 9000000000000}}{{end}}", "more than 50,000 steps, which is the limit"),
    ],
)
def test_endless_templates_reach_a_limit_with_a_message(
    template: str, limit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(execution, "MOST_STEPS", execution.MOST_STEPS if "characters" in limit else 50_000)
    output, ended = printed(template)
    assert limit in ended or limit in output


def test_the_entries_of_a_range_count_also_if_it_ends_early(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(execution, "MOST_STEPS", 50_000)
    nested = "{{range .l}}{{range $.l}}{{break}}{{end}}{{end}}"
    assert printed(nested, {"l": [1] * 100}) == ("", "")
    assert "more than 50,000 steps" in printed(nested, {"l": [1] * 1_000})[1]


def test_the_items_that_a_slice_copies_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(execution, "MOST_STEPS", 50_000)
    copied = "{{range .l}}{{$copy := slice $.l 1}}{{end}}"
    assert printed(copied, {"l": [1] * 1_000}) == ("", "")
    assert "more than 50,000 steps" in printed(copied, {"l": [1] * 3_000})[1]


@pytest.mark.parametrize(("name", "small"), [("MOST_STEPS", 30), ("LONGEST", 30), ("DEEPEST", 3)])
def test_templates_below_the_limits_are_executed(name: str, small: int, monkeypatch: pytest.MonkeyPatch) -> None:
    template = "{{range 4}}{{if true}}{{with `0123456789`}}{{(.)}}{{end}}{{end}}{{end}}"
    assert printed(template) == ("0123456789" * 4, "")
    monkeypatch.setattr(execution, name, small)
    assert printed(template)[1].endswith("which is the limit")


def test_the_deepest_allowed_template_is_executed() -> None:
    deep = "{{if .n}}{{(.v)}}{{with .n}}{{template `t` .}}{{end}}{{end}}"
    data: dict[str, Any] = {}
    for _ in range(32):
        data = {"n": data, "v": 1}
    assert printed("{{define `t`}}" + deep + "{{end}}{{template `t` .}}", data) == (
        "1" * 31,
        "",
    )  # the last one has no more of it
