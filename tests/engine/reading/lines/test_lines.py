"""Reading by lines gives the same as reading by events, or leaves the text to the event reader."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from random import Random

import pytest

from playground.engine.model.deadline import STEPS
from playground.engine.model.limits import Limits
from playground.engine.reading.errors import differences
from playground.engine.reading.lines import read_lines, rows
from playground.engine.reading.problem import RefusalError
from playground.engine.reading.scalars import Resolver
from playground.engine.reading.stream import cut_into_chunks
from playground.engine.reading.tape import Guards, Tape, TapedValue
from playground.engine.reading.yaml import YamlReading
from playground.engine.rules import RULES, explain
from tests.cost import growth

ROOT = Path(__file__).resolve().parents[3]
PLAIN = "plain: a value that stands on a line of its own\n"
WORDS = "- : , # \" ' | |- |+ > [ ] { } [] {} [a,b] a a: é \u00a0 1 0.5 . ... &a *a !x ? \\ <<: = % @ ` ~ null 1e400 ''"
TYPED = (
    *WORDS.split(" "),
    " ",
    "  ",
    "\n",
    "\n\n",
    "   \n",
    "- ",
    ": ",
    " #",
    "? ",
    "y: 1\n",
    "- - x",
    "{a: b}",
    "&a ",
    "*a",
    "\r\n",
    "\t",
    ": |\n",
    "- >-\n",
    "# c\n",
)


def read_by_lines(text: str, limits: Limits | None = None) -> tuple[TapedValue | None, Guards]:
    guards = Guards(limits or Limits())
    return read_lines(text, guards, Resolver()), guards


def agrees(text: str) -> bool:
    """Whether ``text`` is read by lines; AssertionError if the event reader reads anything else."""
    piece, guards = read_by_lines(text)
    if piece is None:
        return False
    expected_guards = Guards(Limits())
    reading = YamlReading(text, expected_guards, Resolver())
    try:
        expected = reading.run()
    except RefusalError as error:
        raise AssertionError(f"refused: {text!r}") from error
    assert expected is not None, text
    assert (repr(piece.value), guards) == (repr(expected.value), expected_guards), text
    assert reading.raw_problems == [], text
    for part in fields(Tape):
        assert getattr(piece.tape, part.name) == getattr(expected.tape, part.name), (part.name, text)
    return True


def example_texts() -> list[str]:
    """Every text that the project itself holds as an example: right ones and wrong ones."""
    files = [*ROOT.glob("playground/examples/*.yaml"), *ROOT.glob("tests/cases/**/*.yaml")]
    texts = [path.read_text("utf-8") for path in files]
    texts += [text for rule in RULES for text in (explain(rule).example, explain(rule).instead)]
    chunks = (f"{chunk.text}\n" for text in texts for chunk in cut_into_chunks(text))
    return [text for text in chunks if not differences.invalid_character(text) and not differences.directive(text)]


def test_every_example_is_read_as_by_the_parser() -> None:
    texts = example_texts()
    assert sum(map(agrees, texts)) > len(texts) / 4


@pytest.mark.parametrize("steps", [STEPS, 3])  # with 3, one or two lines are taken apart at a time
def test_edited_examples_are_read_as_by_the_parser(steps: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "_WINDOW", 6 * steps)
    random, texts, by_lines_alone = Random(steps), [text for text in example_texts() if len(text) < 3000], 0
    for _ in range(2_000):
        lines = random.choice(texts).split("\n")
        first = random.randrange(len(lines))
        text = "\n".join(lines[first : first + random.randrange(1, random.choice((14, 80)))])
        for _ in range(random.randrange(1, 4)):
            start = random.randrange(len(text) + 1)
            text = text[:start] + random.choice(TYPED) + text[start + random.choice((0, 0, 0, 1, 2, 5)) :]
        text = next(iter(cut_into_chunks(f"{text}\n"))).text
        by_lines_alone += not differences.directive(text) and agrees(text)
    assert by_lines_alone > 100


PLAIN_PIECES = ["a", "b c", "- ", "#", " #", ":", ": ", '"', "[", "\n  ", "\n    ", "\n\n    ", "\n \n    ", "\n", "\t"]
BLOCK_PIECES = [" ", "  ", "   ", "a", "b c", "#", "\n", "\n", "\n  ", "\n   ", "\n     ", "\t", "\r\n", "\r\n    "]
QUOTED_PIECES = ["a", "b c", " ", "  ", "\t", "\n  ", "''", '\\"', "\\n", "\\t", "\\\\", "#", ": "]
BRACKET_PIECES = ["a", "1", "1.5", "no", "'b'", '"c"', ", ", ",", " ", "a: b", "c: 'd'", "[", "]", "{}", "y", "?", "&"]


@pytest.mark.parametrize(
    ("opener", "pieces", "closer", "least"),
    [
        ("a", PLAIN_PIECES, "", 100),
        ("|", ["", "-", "+"], "", 100),
        (">", ["", "-", "+"], "", 100),
        ("'", QUOTED_PIECES, "'", 100),
        ('"', QUOTED_PIECES, '"', 100),
        ("[", BRACKET_PIECES, "]", 60),
        ("{", BRACKET_PIECES, "}", 20),
    ],
)
def test_values_are_read_as_by_the_event_reader(opener: str, pieces: list[str], closer: str, least: int) -> None:
    random, by_lines_alone = Random(opener), 0
    for _ in range(1_000):
        before = random.choice(["k: ", "- ", "- k: ", "k:\n- ", "z:\n  k: ", "- z:\n  - k: ", "k:  "])
        if opener in "|>":
            lines = "".join(random.choices(BLOCK_PIECES, k=random.randrange(1, 9)))
            value = f"{opener}{random.choice(pieces)}\n    {lines}"
        else:
            value = opener + "".join(random.choices(pieces, k=random.randrange(8))) + closer
        after = random.choice(["", "", " # c", "\n\n# c"]) if opener not in "|>" else ""
        more = {"k": "y2: 1\n", "-": "- 1\n"}.get(before[0], "")
        by_lines_alone += agrees(f"{before}{value}{after}\n{random.choice([more, ''])}")
    assert by_lines_alone > least


@pytest.mark.parametrize(
    "text",
    [
        "a: b\n",
        '# before\na:\n# between\n  b: 1 # after\n\n  c:\nd:\n- x\n- g: z\n  e: "f"\n',
        "a: |\n\n    x\n      y\n\n\nb: |-\n  x\n\nc: |+\n  x\n\n",
        "a: [b, \"c\", 1, -2, null]\nb: {c: d, 'e': true}\n",
        "a: http://x:80/y#z\nb: --c=d\ne: f # g\nh: i#j\nk: a :b\n",
        "a: é\u00a0ü\n",
        "a: b # c\r\nd:\r\n- |\r\n  e\r\n\r\n  f\r\n- 'g'\r\n",
        'a: "b\tc" #\td\ne: |\n  f\tg\n  \th\n',
        "a: |\n  b\n \n     \n  c\n  \n",
        "a: >\n  b\n  c\n\n  d\ne: >-\n  f\n\ng: >+\n  h\n\n",
        "a: 'b''c'\nd: ['''']\n",
        'a: "\\"b\\" \\\\n\\n\\t"\nd: ["\\""]\n.e: f\n',
        "a: b\n  c\n\n\n  - d\ne:\n- f\n  g\n- h: 1\n    2\n  i: j\n",
    ],
)
def test_common_text_is_read(text: str) -> None:
    assert agrees(text)


@pytest.mark.parametrize(
    "text",
    [
        "a: b\n  c # d\n",
        "a: &x b\nc: *x\n",
        "a: &x\n  b: c\nd:\n  <<: *x\n  b: f\ng: *x\n",
        "- &x [b]\n- *x\n",
        "- - a\n",
        "-\n- b\n",
        "- a: >\n    b\n     c\n  d: e\n",
        "a: !t b\n",
        "a: !t\n  b: |\n    c\n\n    d\n",
        "a: >\n  b\n   c\n",
        "a: |2\n  b\n",
        "a: |\nb: c\n",
        'a: "b\\x41"\n',
        'a: "b\n  c" # d\ne: "f\\\n  g"\n',
        "a:\n  b\n  c\nd: e\n",
        "a:\n- b: c\n    - d # e\n  e: f\n",
        "a: [\n  b, {c: d}\n]\n",
        "a: [b: c]\n",
        "a: {b c: d}\n",
        "a:\tb\n",
        "a b: c\n",
        "-   a: 1\n    b: 2\n",
        "a: 'b\n  c'\n",
        "a: 1\nb: {c: d}\n'a': 3\n",
    ],
)
def test_unusual_text_is_left_to_the_event_reader(text: str) -> None:
    assert read_by_lines(text)[0] is None
    assert read_by_lines(f"- {PLAIN}" + text if text[0] == "-" else PLAIN + text)[0] is None


@pytest.mark.parametrize(
    "text",
    [
        "text\n",
        "a: b\n  c: d\n",
        "a: b: c\n",
        "a: *x\n",
        "a: &x 1\na: *x\n",
        "{a: 1, a: 2}\n",
        "a: {b: 1, b: 2}\n",
        "a: {y: 1}\n",
        "y: 1\n",
        "<<: [1]\n",
        "? a\n: b\n",
        "? a\n",
        "a: b\rc: d\n",
        "a: b\u2028c\n",
        "a: .inf\n",
        "a: &x .inf\n",
        "a: 123456789012345678901234567890\n",
        "a: [b?]\n",
        'a: "\\/"\n',
        "a: [b\n",
        "a: b\n...\n",
        "&x\na: b\n",
    ],
)
def test_text_with_problems_is_left_to_the_event_reader(text: str) -> None:
    assert read_by_lines(text)[0] is None
    assert read_by_lines(PLAIN + text)[0] is None


@pytest.mark.parametrize("text", ["", "# nothing\n", "  a: b\nc: d\n", f"{'k' * 1100}: v\n"])
def test_text_without_common_entries_is_left_to_the_event_reader(text: str) -> None:
    assert read_by_lines(text)[0] is None


@pytest.mark.parametrize(
    "limits", [Limits(nodes=4), Limits(events=8), Limits(depth=1), Limits(scalar_characters=4)], ids=str
)
def test_a_text_beyond_a_limit_is_left_to_the_event_reader_and_not_counted(limits: Limits) -> None:
    text = "a: {b: cdefgh}\n"
    assert read_by_lines(text)[0] is not None
    piece, guards = read_by_lines(text, limits)
    assert (piece, guards) == (None, Guards(limits))


def test_hostile_lines_take_linear_time() -> None:
    for piece in ("a :", ": ", "[a, ", "{a: b, ", "a #", "- ", "'", '"', " ", "\n ", "#\n", "|\n"):
        assert growth(lambda size, piece=piece: f"k: {piece * size}\n", read_by_lines, 4_000) < 8  # type: ignore[misc]


@pytest.mark.parametrize(
    "start", ["", "-", "k:", "k: a", "k: 'a'", "k: [", "k: [a", "k: [a,", "k: {", "k: {a:", "k: {a: b"]
)
def test_a_run_of_spaces_takes_linear_time(start: str) -> None:
    assert growth(lambda size: f"{start}{' ' * size}@\n", read_by_lines, 4_000) < 8


def test_a_window_in_which_no_row_ends_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "_WINDOW", 18)
    agrees("    \n{name: B, v: lue: $(A)$(A)}\n\n\n")
