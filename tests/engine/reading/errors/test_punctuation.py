"""Unclosed, stray and misused punctuation is explained."""

from __future__ import annotations

import pytest

from playground.engine.reading import read


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: @b", "Text without quotes cannot begin with `@`."),
        ("a: `b`", "Text without quotes cannot begin with a backtick."),
        ("a: *.b", "Text without quotes cannot begin with `*`, which marks an alias."),
        ("a: &&b", "Text without quotes cannot begin with `&`, which marks an anchor."),
        ("a: {{ b }}", "This `{{` needs quotes: without quotes, YAML reads it as a mapping inside a mapping."),
        ("a:\n\t- b", "A tab cannot indent YAML."),
        ("a: b ]\nc: [d]]", "This `]` closes nothing."),
        ("a: [b c: d}", "`,` or `]` is expected here, inside the brackets that begin with `[`."),
        ("a: 'b' c\nd: e", "Text follows the closing quote."),
        ('a: "\\q"', "YAML does not know the escape `\\q` in double quotes."),
        ("a: *b!", "The name of an alias cannot contain `!`."),
        ("a: !b!c d", "`!` begins a tag, but this tag is not valid."),
        ("a: | b", "The line of `|` cannot contain text; the text begins on the next line."),
        ("a: - b", "A list cannot begin on the line of its key, nor inside brackets with `-`."),
        ("a: [,b]", "There is no value before this comma."),
    ],
)
def test_a_misused_character_is_explained(text: str, message: str) -> None:
    assert [problem.message for problem in read(text).problems] == [message]


def test_the_way_to_write_a_quote_fits_the_kind_of_quotes() -> None:
    assert "write '' for a single quote" in read("a: 'it's'\n").problems[0].hint
    assert 'write \\" for a quote' in read('a: "b"c"\n').problems[0].hint
