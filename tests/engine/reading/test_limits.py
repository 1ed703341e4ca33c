"""Every limit holds at its number and one past it, and hostile text is refused quickly."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from playground.engine.model.limits import Limits
from playground.engine.reading import Source, read
from tests.cost import relative_cost

SMALL = Limits(
    text_bytes=3000,
    documents=5,
    events=100,
    nodes=40,
    depth=10,
    expanded_nodes=60,
    expanded_characters=500,
    scalar_characters=300,
)


def lists(depth: int) -> str:
    return "[" * depth + "]" * depth


def json_objects(depth: int) -> str:
    return '{"a":' * depth + "1" + "}" * depth


@pytest.mark.parametrize(
    ("pattern", "text_of", "most"),
    [
        ("text-too-long", lambda n: "# " + "x" * (n - 2), 3000),
        ("text-too-long", lambda n: "# " + "é" * ((n - 2) // 2) + "x" * (n % 2), 3000),
        ("too-many-documents", lambda n: "a\n---\n" * n, 5),
        ("too-many-documents", lambda n: "{} " * n, 5),
        ("too-many-documents", lambda n: "[\n---\n" * n, 5),
        ("too-many-values", lambda n: "- a\n" * (n - 1), 40),  # and the list itself
        ("too-many-values", lambda n: "- {}\n" * (n - 1), 40),
        ("too-many-values", lambda n: "[" + ",".join("1" * (n - 1)) + "]", 40),
        ("too-many-values", lambda n: "- &a x\n" + "- b\n" * (n - 3) + "- *a\n", 40),
        ("nesting-too-deep", lists, 10),
        ("nesting-too-deep", lambda n: "!a " + lists(n), 10),
        ("nesting-too-deep", lambda n: "- " * n + "x", 10),
        ("nesting-too-deep", lambda n: "".join(f"{' ' * i}a:\n" for i in range(n)), 10),
        ("nesting-too-deep", json_objects, 10),
        ("nesting-too-deep", lambda n: f"a: &x [[]]\nb: {'[' * (n - 3)}*x{']' * (n - 3)}\n", 10),
        ("nesting-too-deep", lambda n: f"a: &x [[], &y [[[]]]]\nb: {'[' * (n - 4)}*y{']' * (n - 4)}\n", 10),
        ("nesting-too-deep", lambda n: f"a: &x [1]\nb: &y [*x, 1]\nc: {'[' * (n - 3)}*y{']' * (n - 3)}\n", 10),
        ("value-too-long", lambda n: "a: " + "x" * n, 300),
        ("value-too-long", lambda n: "a: |\n " + "x" * (n - 1), 300),
        ("value-too-long", lambda n: '{"a": "' + "x" * n + '"}', 300),
        ("aliases-too-large", lambda n: "a: &a [" + "x," * 17 + "]\nb: [" + "*a," * (n - 1) + "]", 3),
        ("aliases-too-large", lambda n: "a: &a " + "x" * 100 + "\nb: [" + "*a," * n + "]", 5),
    ],
)
def test_each_limit_holds_at_its_number_and_one_past_it(pattern: str, text_of: Callable[[int], str], most: int) -> None:
    def found(source: Source) -> list[str]:
        return [p.pattern for p in source.problems if p.pattern == pattern]

    assert found(read(text_of(most), SMALL)) == []
    refused = read(text_of(most + 1), SMALL)
    assert found(refused) == [pattern]
    assert all(p.refused and p.message and p.hint for p in refused.problems)


def test_the_limit_on_events_holds_at_its_number_and_one_past_it() -> None:
    text = "- {}\n" * 5  # start of text, document and list; two events an item; end of list and document
    assert read(text, Limits(events=15)).problems == ()
    assert [p.pattern for p in read(text, Limits(events=14)).problems] == ["too-many-values"]


def test_values_and_events_are_counted_over_all_documents() -> None:
    text = "- a\n- b\n---\n- c\n- d\n"
    assert read(text, Limits(nodes=6)).problems == ()
    assert [p.document for p in read(text, Limits(nodes=5)).problems] == [1]


def test_what_aliases_stand_for_is_counted_over_all_documents() -> None:
    text = "- &a [x, x]\n- *a\n---\n- &a [x, x]\n- *a\n"
    assert read(text, Limits(expanded_nodes=16)).problems == ()  # five values and three more for each alias
    assert [p.document for p in read(text, Limits(expanded_nodes=15)).problems] == [1]
    assert [p.document for p in read(text, Limits(expanded_characters=3)).problems] == [1]


def test_the_limits_are_the_documented_ones() -> None:
    limits = Limits()
    assert (limits.text_bytes, limits.documents, limits.events, limits.nodes) == (1_048_576, 1_000, 200_000, 150_000)
    assert (limits.depth, limits.expanded_nodes, limits.expanded_characters) == (200, 400_000, 8_388_608)
    assert limits.scalar_characters == 262_144
    assert (limits.parameters, limits.objects, limits.references) == (400, 1_000, 50_000)
    assert (limits.value_characters, limits.generated_characters) == (65_536, 4_096)
    assert limits.output_characters == 4 * 1_048_576


def test_a_hint_says_where_larger_texts_are_accepted() -> None:
    assert read("x" * 1_048_577).problems[0].hint.endswith("`template-playground process -f FILE`.")
    assert Limits(beyond="").hint("Split the text") == "Split the text."


def test_messages_name_the_limit() -> None:
    assert "200" in read("[" * 201).problems[0].message
    assert "1,048,576" in read("x" * 1_048_577).problems[0].message


MIB = 1_048_576
LAUGHS = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"{name}: &{name} [{','.join(['*' + before] * 9)}]\n" for before, name in zip("abcdefgh", "bcdefghi", strict=True)
)
MERGES = (
    "a: &a\n"
    + "".join(f"  k{i}: 1\n" for i in range(100))
    + "".join(
        f"{name}: &{name}\n  <<: [{','.join(['*' + before] * 60)}]\n" for before, name in zip("abc", "bcd", strict=True)
    )
)
CHAIN = "a0: &a0 {x: 1}\n" + "".join(f"a{i}: &a{i}\n  <<: [*a{i - 1}, *a{i - 1}]\n" for i in range(1, 23))
HOSTILE = {
    "brackets": "[" * 25_000,
    "a mebibyte of brackets": "[" * MIB,
    "dashes": "- " * 25_000,
    "braces": "{a: " * 25_000,
    "json objects": '{"a":' * 25_000,
    "json lists": "[1," * 25_000,
    "question marks": "? " * 25_000,
    "billion laughs": LAUGHS,
    "merge bomb": MERGES,
    "merge chain": CHAIN,
    "a long string many times": 'a: &a "' + "x" * 65_536 + '"\nb: [' + "*a," * 10_000 + "]",
    "colliding integer keys": "".join(f"{i * (2**61 - 1)}: 1\n" for i in range(10_000)),
    "base sixty": "1:" * 100_000 + "1",
    "a number of 200,000 digits": "a: " + "9" * 200_000,
    "a date that is none": "a: 2001-99-99",
    "very many items": "[" + "1," * 40_000 + "]",
    "very many documents": "a\n---\n" * 25_000,
    "very many empty documents": "---\n" * (MIB // 32),
    "very many bad documents": "---\n\t\n" * (MIB // 32),
    "an endless quote": 'a: "' + "x" * 1_000_000,
    "an endless word": "x" * 1_000_000,
    "tabs": "\t" * 1_000_000,
    "comments": "#\n" * 250_000,
    "colons": "a" + ": " * 300_000,
    "repeated keys": "a: 1\n" * 30_000,
    "keys repeated far apart": "".join(f"k{i}: 1\n" for i in range(10_000)) * 2,
    "invisible marks": "a: " + "\ufeff" * 100_000,
    "spaces before colons": "a" + " " * 500_000 + ": b: c",
    "lone surrogates": "a: \ud800",
    "lone surrogates in json": '{"a": "\udfff"}',
    "nul": "a: \0",
}


# A hundredth of the longest text that is read. Its line separator makes it need the parser, as hostile text does.
HARMLESS = "# \u2028\n" + "".join(f"- name: n{i}\n  value: {i}\n" for i in range(420))


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_takes_at_most_half_more_than_the_longest_harmless_text(name: str) -> None:
    assert relative_cost(lambda: read(HOSTILE[name]), lambda: read(HARMLESS), most=120) < 150
    source = read(HOSTILE[name])
    for problem in source.problems:
        assert 1 <= problem.span.start.line <= len(source.text.line_starts)
        assert problem.span.start <= problem.span.end
