"""The tokens of Go templates, beyond the vectors."""

from __future__ import annotations

import pytest

from playground.cli.output.gotemplate import GoTemplateError, parse


@pytest.mark.parametrize(
    ("template", "message"),
    [
        ("{{3)}}", "unexpected right paren"),
        ("{{\a}}", "unrecognized character in action: U+0007"),
        ("{{1+2i}}", 'illegal number syntax: "1+2i"'),
        ("{{1+2}}", 'bad number syntax: "1+2"'),
        ("\n{{.a\n\n", "unclosed action started at output:2"),
        ('\n{{.a\n"', "unterminated quoted string in action started at output:2"),
    ],
)
def test_invalid_tokens_are_refused(template: str, message: str) -> None:
    with pytest.raises(GoTemplateError) as refused:
        parse(template)
    assert str(refused.value).partition(": ")[2].partition(": ")[2] == message
