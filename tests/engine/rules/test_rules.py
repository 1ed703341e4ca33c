"""Every rule fires on the example of its page, and not on the text to write instead."""

import inspect
import re
from pathlib import Path

import pytest

from playground.engine import RULES, Inputs, Rule, apply_edits, evaluate, explain
from playground.engine.reading import LIMIT_PATTERNS, PATTERNS

ROOT = Path(__file__).resolve().parents[3]
TEXTS = sorted((ROOT / "playground/examples").glob("*.yaml")) + sorted(
    (ROOT / "tests/cases/diagnostics").glob("*.yaml")
)
EXPECTATION = re.compile(r"# expect: ([A-Z0-9, ]+)$")


GIVEN = re.compile(r"^# -p (\w+)=(.*)$", re.MULTILINE)  # an example may show a value that is given beside its text


def codes(text: str) -> list[str]:
    return [diagnostic.code for diagnostic in evaluate(text, Inputs(values=dict(GIVEN.findall(text)))).diagnostics]


@pytest.mark.parametrize("rule", list(RULES), ids=lambda rule: rule.code)
def test_a_rule_fires_on_its_example_and_not_on_the_text_to_write_instead(rule: Rule) -> None:
    assert rule.code in codes(explain(rule).example)
    assert rule.code not in codes(explain(rule).instead)


def test_a_message_is_one_short_sentence_and_a_hint_says_what_to_do() -> None:
    for diagnostic in (diagnostic for rule in RULES for diagnostic in evaluate(explain(rule).example).diagnostics):
        assert diagnostic.message.endswith((".", "?")), diagnostic.message
        assert "\n" not in diagnostic.message
        assert len(diagnostic.message) <= 300, diagnostic.message
        assert diagnostic.hint, diagnostic.code


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_a_text_gets_exactly_the_diagnostics_that_it_expects(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    expected = [
        (number, code.strip())
        for number, line in enumerate(text.splitlines(), start=1)
        if (match := EXPECTATION.search(line))
        for code in match[1].split(",")
    ]
    reported = [(diagnostic.span.start.line, diagnostic.code) for diagnostic in evaluate(text).diagnostics]
    assert sorted(reported) == sorted(expected)


def test_applying_a_fix_removes_its_diagnostic() -> None:
    for rule in RULES:
        text = explain(rule).example
        for diagnostic in evaluate(text).diagnostics:
            if diagnostic.fix and diagnostic.code == rule.code:
                mended = apply_edits(text, diagnostic.fix.edits)
                before, after = codes(text), codes(mended)
                assert after.count(rule.code) < before.count(rule.code), rule.code
                assert not (set(after) - set(before)) & {"SRC101", "SRC102"}, mended


def test_every_problem_of_the_reader_has_exactly_one_rule() -> None:
    sources = [inspect.getsource(rule.check) for rule in RULES]
    patterns = [name for source in sources for name in re.findall(r'"([a-z-]+)"', source)]
    patterns += [name for source in sources if "LIMIT_PATTERNS" in source for name in LIMIT_PATTERNS]
    assert {pattern: patterns.count(pattern) for pattern in PATTERNS} == dict.fromkeys(PATTERNS, 1)
