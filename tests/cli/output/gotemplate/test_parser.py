"""Parsed Go templates print as their source; too deep ones are refused."""

from __future__ import annotations

import pytest

from playground.cli.output.gotemplate import GoTemplateError, parse
from playground.cli.output.gotemplate.lexer import DEEPEST


@pytest.mark.parametrize(
    "template",
    [
        "a{{.b}}c",
        "{{$x := 1}}{{$x = .a.b | print `x` nil true}}",
        "{{if .a}}b{{else}}c{{end}}",
        "{{range $i, $e := .a}}{{break}}{{continue}}{{end}}",
        '{{with (index .a 0).b}}{{.}}{{template "x" .}}{{template "x"}}{{end}}',
    ],
)
def test_a_parsed_tree_prints_as_its_source(template: str) -> None:
    assert "".join(map(str, parse(template).trees["output"])) == template


@pytest.mark.parametrize(
    ("opener", "closer"), [("{{if .a}}", "{{end}}"), ("{{if .a}}{{else if .b}}", "{{end}}"), ("{{print (", ")}}")]
)
def test_templates_nested_too_deep_are_refused(opener: str, closer: str) -> None:
    inside = opener.removeprefix("{{print ") if closer == ")}}" else opener
    levels = DEEPEST // (2 if "else" in opener else 1) - 1
    outside = closer.removesuffix("}}") if closer == ")}}" else closer
    for count, fits in ((levels, True), (100_000, False)):
        text = opener + inside * (count - 1) + ("1" if closer == ")}}" else "") + outside * (count - 1) + closer
        if fits:
            parse(text)
            continue
        with pytest.raises(GoTemplateError, match="more than 60 nested levels, which is the limit"):
            parse(text)


def test_definitions_within_each_other_count_as_levels() -> None:
    with pytest.raises(GoTemplateError, match="more than 60 nested levels"):
        parse("{{block `x` .}}" * 100)
