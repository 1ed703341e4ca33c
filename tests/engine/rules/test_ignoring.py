"""`# playground: ignore CODE` ignores on its line, or on the line below it, and nowhere else."""

from __future__ import annotations

import pytest

from playground.engine import Severity, apply_edits, evaluate
from tests.cost import steps
from tests.texts import POD

CODE = "ENV502"  # of line 13 of POD
PLACE = "      value: http://$(HOST):$(PORT)\n"
IGNORE = "# playground: ignore"


def codes(text: str) -> list[str]:
    return [diagnostic.code for diagnostic in evaluate(text).diagnostics]


def with_comment(comment: str, *, above: bool = False) -> str:
    assert codes(POD) == [CODE]
    return POD.replace(PLACE, f"      {comment}\n{PLACE}" if above else f"{PLACE.rstrip()} {comment}\n")


@pytest.mark.parametrize(
    "words",
    ["ENV502", "env502", "forward-reference", "ENV", "ENV502 # the pod is old", "ENV502,", " ENV502", "\tENV502"],
)
@pytest.mark.parametrize("above", [False, True])
def test_a_comment_on_the_line_or_alone_above_it_ignores(words: str, above: bool) -> None:
    assert codes(with_comment(f"{IGNORE} {words}", above=above)) == []
    assert codes(with_comment(f"#playground:ignore {words}", above=above)) == []
    assert codes(with_comment(f"# template-playground: ignore {words}", above=above)) == []
    assert codes(with_comment(f"# why {IGNORE} {words}", above=above)) == []


@pytest.mark.parametrize("words", [": ENV502", "[ENV502]", "[SRC, ENV502]", ":ENV502,SRC"])
def test_the_punctuation_of_other_tools_is_understood(words: str) -> None:
    assert CODE not in codes(with_comment(f"{IGNORE}{words}"))


@pytest.mark.parametrize("words", [": GEN ENV502", "[GEN, ENV502]", ":ENV502,GEN", ".ENV502", "=ENV502", "(ENV502"])
def test_the_fix_of_a_comment_leaves_one_that_ignores(words: str) -> None:
    text = with_comment(f"{IGNORE}{words}")
    (hint,) = [item for item in evaluate(text).diagnostics if item.code == "SRC142"]
    assert hint.fix
    assert codes(apply_edits(text, hint.fix.edits)) == []


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_further_comments_and_blank_lines_may_be_between(newline: str) -> None:
    text = with_comment(f"{IGNORE} {CODE}\n\n      # because\n   # {IGNORE} GEN", above=True).replace("\n", newline)
    assert codes(text) == ["SRC142"]  # of the second comment


def test_a_comment_behind_a_value_does_not_ignore_on_the_next_line() -> None:
    text = POD.replace("name: URL\n", f"name: URL {IGNORE} {CODE}\n")
    assert codes(text) == [CODE, "SRC142"]


@pytest.mark.parametrize(
    ("before", "line"), [("    - name: URL\n", 14), ("    - {name: PORT", 13), ("    env:\n", 0), ("apiVersion", 0)]
)
def test_a_comment_close_to_what_it_names_is_to_be_moved_and_no_fix_removes_it(before: str, line: int) -> None:
    text = POD.replace(before, f"{IGNORE} {CODE}\n{before}")
    (hint,) = [item for item in evaluate(text).diagnostics if item.code == "SRC142"]
    moving = f"Line {line} has it: write the comment behind that line, or alone above it."
    assert hint.hint == (moving if line else "Remove the comment.")
    assert bool(hint.fix) == (not line)
    assert [fix.title for fix in hint.fixes] == ["Remove the comment"]


def test_only_what_is_named_is_ignored() -> None:
    twice = POD.replace("$(PORT)\n", "$(PORT)/$(HSOT)\n")
    assert len(codes(twice)) == 2
    (other,) = {*codes(twice)} - {CODE}
    line = "$(PORT)/$(HSOT)"
    assert codes(twice.replace(f"{line}\n", f"{line} {IGNORE} {CODE}\n")) == [other]
    assert codes(twice.replace(f"{line}\n", f"{line} {IGNORE} {other}, {CODE}\n")) == []


BLOCK = POD.replace("http://$(HOST):", "|\n        a\n        http://")


def test_a_block_is_ignored_from_its_first_line_and_holds_no_comments() -> None:
    assert codes(BLOCK) == [CODE]
    assert codes(BLOCK.replace("value: |\n", f"value: | {IGNORE} {CODE}\n")) == []
    assert codes(BLOCK.replace("      value: |\n", f"      {IGNORE} {CODE}\n      value: |\n")) == []
    for inside in (f"a {IGNORE} {CODE}\n", f"a\n        {IGNORE} {CODE}\n"):
        assert codes(BLOCK.replace("        a\n", f"        {inside}")) == [CODE]
    assert codes(BLOCK.replace("http://$(PORT)\n", f"http://$(PORT) {IGNORE} {CODE}\n")) == [CODE]


@pytest.mark.parametrize(
    "value", [f'"http://$(PORT) {IGNORE} {CODE}"', f"'$(PORT) {IGNORE} {CODE}'", f"$(PORT)#playground:ignore,{CODE}"]
)
def test_text_that_looks_like_a_comment_is_text(value: str) -> None:
    text = BLOCK.replace("|\n        a\n        http://$(PORT)\n", f"{value}\n")
    assert codes(text) == [CODE]


HEAD = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  z: a\n"
ANCHORED = HEAD.replace("{name: a}", "{name: &a a}").replace("z: a", "z: *a")  # the line reader leaves it to the parser


@pytest.mark.parametrize("head", [HEAD, ANCHORED])
@pytest.mark.parametrize(
    ("body", "line"),
    [
        (f"  a: |\n    text\n\n{IGNORE} ENV\n  b: c\n", 9),
        (f"  a: |\n    text\n   {IGNORE} ENV\n  b: c\n", 8),
        (f"  a: |\n    text\n    {IGNORE} ENV\n  b: c\n", 0),
        (f"  a: |+\n    text\n\n{IGNORE} ENV\n\n  b: c\n", 9),
        (f"  a: > {IGNORE} ENV\n    text\n", 6),
        (f"  a: 'x\n    {IGNORE} ENV\n    y'\n", 0),
        (f"  a: x\n    {IGNORE} ENV\n  b: c\n", 7),
        (f"  a: b\n...\n{IGNORE} ENV\n", 8),
        (f"---\n{IGNORE} ENV\n---\nkind: Pod\n", 7),
    ],
)
def test_a_comment_is_recognised_wherever_yaml_has_one(head: str, body: str, line: int) -> None:
    hints = [item.span.start.line for item in evaluate(head + body).diagnostics if item.code == "SRC142"]
    assert hints == ([line] if line else [])


def test_json_has_no_comments() -> None:
    text = (
        '{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": 1, "annotations": {"a": "# playground: ignore POD"}}}'
    )
    assert "POD" in {code[:3] for code in codes(text)}
    assert "SRC142" not in codes(text)


def test_what_makes_a_text_unreadable_is_never_ignored_and_such_a_comment_is_not_judged() -> None:
    broken = f"a: [ {IGNORE} SRC\n"
    assert codes(broken) == codes("a: [\n")
    # The other documents of the text are ignored as ever.
    assert codes(f"{with_comment(f'{IGNORE} {CODE}')}---\n{broken}") == codes("a: [\n")


@pytest.mark.parametrize(
    ("comment", "message", "mended"),
    [
        (f"{IGNORE} GEN701", "Line 13 has no diagnostic `GEN701` that this comment could ignore.", ""),
        (IGNORE, "This comment names no code, so it ignores nothing.", ""),
        (f"{IGNORE} nothing-like-it-1", "No rule has the code, name or family `nothing-like-it-1`, so", ""),
        (f"{IGNORE} ENV502 GEN # why", "Line 13 has no diagnostic `GEN` that", f" {IGNORE} ENV502 # why"),
        (
            f"{IGNORE} foward-reference",
            "No rule has the code, name or family `foward-refer",
            f" {IGNORE} forward-reference",
        ),
    ],
)
def test_a_comment_without_effect_is_a_hint_whose_fix_removes_or_corrects_it(
    comment: str, message: str, mended: str
) -> None:
    text = with_comment(comment)
    (hint,) = [item for item in evaluate(text).diagnostics if item.code == "SRC142"]
    assert hint.severity is Severity.HINT
    assert hint.message.startswith(message)
    assert hint.fix
    assert apply_edits(text, hint.fix.edits) == POD.replace(PLACE, f"{PLACE.rstrip()}{mended}\n")
    assert "SRC142" not in codes(apply_edits(text, hint.fix.edits))


@pytest.mark.parametrize("ending", ["\n", ""])
def test_a_useless_comment_alone_on_a_line_is_removed_with_its_line(ending: str) -> None:
    text = f"{POD}  {IGNORE} GEN{ending}"
    (hint,) = [item for item in evaluate(text).diagnostics if item.code == "SRC142"]
    assert hint.fix
    assert apply_edits(text, hint.fix.edits) == POD


def test_four_times_as_many_comments_take_at_most_four_times_as_many_steps() -> None:
    def work(count: int) -> int:
        text = f"{IGNORE} ENV5022 {'ENV ' * 10}\n" * count + POD
        return steps(lambda: evaluate(text))

    first, second, third = work(50), work(200), work(350)  # the rules take the same steps for each POD
    assert third - second < 1.1 * (second - first)
