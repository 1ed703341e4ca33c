"""Every regular expression of the project takes linear time, on texts made against it."""

from __future__ import annotations

import importlib
import os
import pkgutil
import random
import re
import time
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import playground
from tests.cost import relative_cost

SIZE = int(os.environ.get("CHARACTERS", "4000"))
NOTICEABLE = 0.005 * max(1.0, SIZE / 40_000)  # seconds of processor time of one search, far above what linear ones take
QUADRATIC = 8.0  # how many times dearer a text of four times the length is at least, if the time is squared
# What is only asked of short texts, or of texts of a kind: the most characters, and why.
BOUNDED = {
    "playground.cli.input.assignments._COMMA_LIST": (1_000, "a word of one's own command line"),
    "playground.engine.containers.specification._CLOSED": (0, "asked up to the last `)` only, so that each `$(` ends"),
    "playground.engine.containers.tokens._CLOSED_TOKEN": (0, "the same"),
    "playground.engine.containers.tokens._CLOSED_TOKEN_DAMAGED": (0, "the same"),
    "playground.engine.exporting.edits._TAG": (100, "asked of 100 characters before a value"),
    "playground.engine.templates.generators.regex._NOT_A_GROUP": (512, "LONGEST_EXPRESSION"),
    "playground.engine.kubernetes.quantity._GRAMMAR": (100, "_LONGEST"),
    "playground.engine.reading.errors.yaml_messages._ENTRY": (4_000, "_FURTHEST"),
    "playground.web.invisible_in_pages._PAGE_PART": (0, "asked of our own pages, in which a user's `<` is escaped"),
    "playground.pages.examples._EXPECTATION": (0, "asked of our own files"),
}
# How those are asked that the code keeps in a list.
ONLY = {f"playground.api.protocol.selectors.{name}": {"fullmatch"} for name in ("_SET", "_EQUAL", "_EXISTS", "_FIELD")}
WAYS = ("search", "match", "fullmatch", "sub", "finditer", "findall", "split")


@cache
def expressions() -> dict[str, re.Pattern[Any]]:
    """Every compiled expression of ours, by the name of its module and its own."""
    patterns: dict[str, re.Pattern[Any]] = {}
    for module in pkgutil.walk_packages(playground.__path__, "playground."):
        if ".migrations" in module.name or module.name.endswith(("__main__", "wsgi")):
            continue
        for name, value in vars(importlib.import_module(module.name)).items():
            for number, pattern in enumerate(_patterns(value, 0)):
                patterns.setdefault(f"{module.name}.{name}{number or ''}", pattern)
    return {name: pattern for name, pattern in patterns.items() if pattern.pattern}


def _patterns(value: Any, depth: int) -> Iterator[re.Pattern[Any]]:
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, dict) and depth < 3:
        for item in value.values():
            yield from _patterns(item, depth + 1)
    elif isinstance(value, tuple | list | set | frozenset) and depth < 3:
        for item in value:
            yield from _patterns(item, depth + 1)


def attacks(pattern: re.Pattern[Any]) -> Iterator[str]:
    """Long texts of what the expression itself names, of what is common, and of pairs of them; all end in a failure."""
    literals = re.findall(r"[A-Za-z0-9 ]{2,12}|[^\w\s\\]", str(pattern.pattern))
    parts = [*dict.fromkeys(literals)][:14]
    common = [
        "a",
        "A",
        "0",
        " ",
        "\n",
        "\t",
        "-",
        "_",
        ".",
        "$",
        "$(",
        "${",
        "'",
        '"',
        "\\",
        "[",
        "(",
        "a ",
        "a.",
        "é",
        "a\n",
    ]
    for word in dict.fromkeys((*common, *parts)):
        yield word * (SIZE // len(word)) + "\0"
        yield "\0" + word * (SIZE // len(word)) + "!"
    for blank in " \t\n":
        yield "a" + blank * SIZE + "\0"
        yield "- a:" + blank * SIZE + "\0"
        yield "a -" + f"{blank}a" * (SIZE // 2) + "\0"
    for first, second in pairwise(parts):
        yield first + second * (SIZE // len(second)) + "\0"
        yield (first + second) * (SIZE // len(first + second)) + "\x01"


def ways(name: str) -> set[str]:
    """How the expression is asked; in every way where that cannot be read off the code."""
    module, _, own = name.rpartition(".")
    source = Path(str(importlib.import_module(module).__file__)).read_text()
    used = set(re.findall(rf"\b{own}\.({'|'.join(WAYS)})\b", source))
    names = {"search" if way in ("sub", "finditer", "findall", "split") else way for way in used}
    return ONLY.get(name) or names or {"search", "match", "fullmatch"}


def is_slow(pattern: re.Pattern[Any], methods: Iterable[str] = ("search", "match", "fullmatch")) -> bool:
    """Whether some text takes noticeable time, and far more than four times as much as a quarter of its length."""

    def search(text: str) -> None:
        subject: Any = text if isinstance(pattern.pattern, str) else text.encode()
        for way in methods:
            getattr(pattern, way)(subject)

    for text in attacks(pattern):
        began = time.process_time()
        search(text)
        if time.process_time() - began > NOTICEABLE:
            quarter = text[: len(text) // 4] + text[-1]
            if relative_cost(partial(search, text), partial(search, quarter), most=QUADRATIC) > QUADRATIC:
                return True
    return False


def test_every_regular_expression_takes_linear_time() -> None:
    assert len(expressions()) >= 150
    unbounded = {name: pattern for name, pattern in expressions().items() if name not in BOUNDED}
    assert len(unbounded) == len(expressions()) - len(BOUNDED)
    assert [name for name, pattern in unbounded.items() if is_slow(pattern, ways(name))] == []


def test_a_bounded_text_takes_no_noticeable_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{__name__}.NOTICEABLE", 0.3)
    for name, (bound, _) in BOUNDED.items():
        monkeypatch.setattr(f"{__name__}.SIZE", bound)
        assert not bound or not is_slow(expressions()[name], ways(name)), name


@pytest.mark.parametrize(
    ("pattern", "attack"),
    [
        (r"(a+)+$", lambda size: "a" * (14 + 2 * size) + "!"),
        (r"(?:a|a)*$", lambda size: "a" * (14 + 2 * size) + "!"),
        (r" +\Z", lambda size: " " * (1_000 << size) + "!"),
        (r"(?P<key>[a-z]+)\s+in", lambda size: "a" * (1_000 << size)),
    ],
    ids=["nested", "alternatives", "blanks", "letters"],
)
def test_a_slow_expression_would_be_noticed(
    pattern: str, attack: Callable[[int], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Each text takes four times as long as the one before: the first that takes noticeable time ends the search.
    monkeypatch.setattr(f"{__name__}.attacks", lambda _: map(attack, range(6)))
    assert is_slow(re.compile(pattern), ("search",))


# `(…)*+`, `(…)++`, `(…)?+`, `(…){n}+`: Python up to 3.11.4 goes on from where an attempt at the group has failed. So it
# matches too much, unless each attempt fails at its first character. A single character, `[^)]*+`, is no group.
_POSSESSIVE_GROUP = re.compile(r"(?<!\\)\)(?:[*+?]|\{[0-9,]*\})\+")
# These match alike in Python 3.11.2. Each round of the atomic `(?>(…)*)` would take 100 bytes, in texts of a megabyte.
ALIKE_IN_OLDER_PYTHONS = {
    "playground.engine.authoring.wrapping._ABOVE",
    "playground.engine.reading.document._PROPERTIES",
    "playground.engine.reading.errors.differences._SLASH_ESCAPE",
    "playground.engine.reading.reader.ONLY_COMMENTS",
    "playground.engine.reading.reader._EMPTY",
    "playground.engine.reading.stream.ONLY_COMMENTS",
    "playground.engine.rules.fixes.indentation._COLON_WITHOUT_VALUE",
    "playground.pages.output.faults.in_lines._KEY",
    "playground.pages.output.marks._KEY",
}


def test_few_groups_are_possessive_because_older_pythons_match_too_much() -> None:
    texts = {name: str(pattern.pattern) for name, pattern in expressions().items()}
    assert {name for name, text in texts.items() if _POSSESSIVE_GROUP.search(text)} == ALIKE_IN_OLDER_PYTHONS


def atomic(pattern: str) -> str:
    """``pattern`` with its possessive groups `(?:…)*+` as atomic groups `(?>(?:…)*)`."""
    opened: list[int] = []
    for token in re.finditer(r"\\.|\[\^?(?:\\.|[^\]\\])+\]|\)\*\+|[()]", pattern):
        if token[0] == "(":
            opened.append(token.start())
        elif token[0].startswith(")"):
            start = opened.pop()
            if token[0] == ")*+":
                return atomic(f"{pattern[:start]}(?>{pattern[start : token.start()]})*){pattern[token.end() :]}")
    return pattern


@pytest.mark.parametrize("name", sorted(ALIKE_IN_OLDER_PYTHONS))
def test_a_possessive_group_matches_what_an_atomic_one_does(name: str) -> None:
    pattern = expressions()[name]
    other = re.compile(atomic(pattern.pattern), pattern.flags)
    assert other.pattern != pattern.pattern
    randomness = random.Random(name)
    for _ in range(2_000):
        text = "".join(randomness.choices("\"'\\/#:,- \n\ra.&!", k=randomness.randrange(16)))
        for way in ("match", "search", "fullmatch"):
            matches = [getattr(expression, way)(text) for expression in (pattern, other)]
            assert len({match and (match.span(), match.groups()) for match in matches}) == 1, (way, text)


@pytest.mark.parametrize("pattern", ["(?:ab?c)*+", "(a)?+", "(?:a|b){0,200}+", "x(?:a)++y"])
def test_a_possessive_group_would_be_noticed(pattern: str) -> None:
    assert _POSSESSIVE_GROUP.search(pattern)
    assert not _POSSESSIVE_GROUP.search(r"[^)]*+ \)*+ a++ (?>(?:ab?c)*)")
