"""libyaml's errors are reworded for people."""

from __future__ import annotations

import pytest

from playground.engine.reading import read


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("a: b: c", "The value of `a` contains another `: `, which needs quotes.", "Put quotes around the value."),
        ("a:\n  b:c\n  d: e", "A space is missing after the `:` of `b`.", "Write `b: c`."),
        ("- a\n-b\n- c", "A space is missing after the `-` of this list item.", "Write `- ` before the item."),
        ("a: b\n  c: d", "This line is indented deeper than the key `a` above, which has a value already.",
         "Align the line with `a`, or remove the value of `a`."),
        ("a:\n   b: 1\n  c: 2",
         "This line is indented by 2 spaces, which fits no line above; the mapping around it is indented by 0.",
         "Align the line with the entries that it belongs to."),
        ("a:\n  - b\n - c",
         "This line is indented by 1 space, which fits no line above; the mapping around it is indented by 0.",
         "Align the line with the entries that it belongs to."),
        ("a: b\n- c", "A list item cannot be among the keys of a mapping.",
         "Indent the list item below its key, or write a key above the item."),
        ("- a\nb: c", "This line is not an item of the list above: it does not begin with `- `.",
         "Write `- ` before the line, or change the indentation."),
        ("a: |\n  x\n y", "This line is indented by 1 space, less than the text block above, and is not a key.",
         "Indent the line like the block's first line, or write `key: value`."),
        ("a: [b", "This `[` is never closed.", "Add the missing `]`."),
        ("a: [", "This `[` is never closed.", "Add the missing `]`."),
        ("a: {b: [c,\n", "This `[` is never closed.", "Add the missing `]`."),
        ("a: [{b: [c], # {\n", "This `{` is never closed.", "Add the missing `}`."),
        ("a: {b: [c: ", "This `[` is never closed.", "Add the missing `]`."),
        ("a: &b !c [", "This `[` is never closed.", "Add the missing `]`."),
        ("a: 'b", "This single quote is never closed.", "Add the closing `'` at the end of the text."),
        ('a: "b\nc: "d"', "This double quote has no closing quote of its own.",
         'Add the closing `"` at the end of the text.'),
        ("x" * 1100 + ": b", "This key is 1,100 characters long; YAML allows 1,024.",
         "Shorten the key, or quote the text."),
        ('{\n// c\n"a": 1}', "`//` does not begin a comment.",
         "A comment begins with `#` in YAML; JSON has no comments."),
        (": b", "This line has no key before its `:`.", "Write a key before the `:`."),
        ("a: b # c\n  d", "`d` is not a key, and does not continue the text above.",
         "Write `key: value`. If the text continues the line above, put quotes around the whole text."),
        ("a: b\nfoo bar\nc: d", "`foo bar` has no `:`, so it is not a key.",
         "Write `key: value`. If the text continues the line above, put quotes around the whole text."),
    ],
)  # fmt: skip
def test_a_syntax_error_is_explained_with_a_hint(text: str, message: str, hint: str) -> None:
    [problem] = read(text).problems
    assert (problem.message, problem.hint) == (message, hint)


@pytest.mark.parametrize("text", ["a: 1\r\n\tb: 2\r\n", "a: 1\r\tb: 2\r"])
def test_lines_are_counted_as_an_editor_does(text: str) -> None:
    [problem] = read(text).problems
    assert (problem.pattern, str(problem.span)) == ("tab-indentation", "2:1")


@pytest.mark.parametrize(
    ("text", "place"), [("a: [\n", "1:4"), ("a: [b]\nc: {d: [e],\n", "2:4"), ("a: &b\n  [", "2:3")]
)
def test_a_bracket_at_the_end_is_the_one_that_is_open(text: str, place: str) -> None:
    [problem] = read(text).problems
    assert (problem.pattern, str(problem.span)) == ("unclosed-bracket", place)


def test_columns_after_wide_characters_are_code_points() -> None:
    [problem] = read("é😀: b: c").problems
    assert str(problem.span) == "1:6"


def test_the_lines_of_earlier_documents_are_counted() -> None:
    [problem] = read("a: 1\n---\nb: 2\n---\nc: @\n").problems
    assert str(problem.span) == "5:4"
