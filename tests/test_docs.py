"""What README.md and CONTRIBUTING.md say is so."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from playground.engine import FAMILIES, RULES, Evaluation, Severity, evaluate, explain
from playground.engine.diagnostics import Finding
from playground.engine.kubernetes.pods import field_at
from playground.engine.rules.registry import RuleSet

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text()
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text()
SECURITY = (ROOT / "docs" / "security-model.md").read_text()


def settings_that_are_read() -> set[str]:
    """The names of all environment variables that the server asks for."""
    files = (ROOT / "playground" / "settings.py", ROOT / "gunicorn.conf.py")
    return {name for file in files for name in re.findall(r"""\(os\.environ, ["']([A-Z_]+)["']""", file.read_text())}


def test_every_setting_is_documented_and_every_documented_one_is_read() -> None:
    table = README.partition("## Settings")[2].partition("\n## ")[0]
    documented = {
        name for row in re.findall(r"^\| (`.*?`) \|", table, re.MULTILINE) for name in re.findall(r"[A-Z_]+", row)
    }
    assert documented - {"FORWARDED_ALLOW_IPS"} == settings_that_are_read()  # gunicorn reads that one by itself


@pytest.mark.parametrize("text", [README, CONTRIBUTING, SECURITY], ids=["README", "CONTRIBUTING", "security-model"])
def test_every_file_that_is_named_exists(text: str) -> None:
    named = re.findall(r"`((?:playground|frontend|templates|static|tests|deploy)/[\w./-]*)`", text)
    assert named
    assert [path for path in named if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("text", [README, CONTRIBUTING], ids=["README", "CONTRIBUTING"])
def test_every_word_of_make_exists(text: str) -> None:
    makefile = (ROOT / "Makefile").read_text()
    for words in re.findall(r"\bmake ((?:run|test|torture|check|fix|build|bench|pin|help|\s)+)\b", text):
        for word in words.split():
            assert re.search(rf"^{word}:", makefile, re.MULTILINE), word


def test_every_relative_link_leads_somewhere() -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)", README + CONTRIBUTING)
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_the_rules_of_the_house_are_those_that_are_asserted() -> None:
    asserted = re.findall(r'"""(\d)\. ', (ROOT / "tests" / "test_architecture.py").read_text())
    written = re.findall(
        r"^(\d)\. ", CONTRIBUTING.partition("## The rules of the house")[2].partition("\n## ")[0], re.MULTILINE
    )
    assert asserted == written == [str(number) for number in range(1, 10)]


def test_the_families_of_rules_are_those_that_are_named() -> None:
    named = re.search(r"Find the family \(`([A-Z ]+)`\)", CONTRIBUTING)
    assert named
    assert tuple(named[1].split()) == tuple(FAMILIES)


def test_the_rule_that_is_shown_does_what_its_manual_says() -> None:
    rules = RuleSet()
    code = re.search(r"```python\n(.*?)```", CONTRIBUTING, re.DOTALL)
    assert code
    names = {"Evaluation": Evaluation, "Finding": Finding, "Iterator": Iterator, "Severity": Severity}
    exec(code[1], {**names, "field_at": field_at, "rule": rules.rule})
    (shown,) = rules
    manual = explain(shown)
    assert [found.span.start.line for found in shown.check(evaluate(manual.example))] == [6]
    assert list(shown.check(evaluate(manual.instead))) == []
    assert shown.code not in {rule.code for rule in RULES}


def test_the_licence_is_the_one_that_is_named() -> None:
    licence = (ROOT / "LICENSE").read_text()
    assert "GNU AFFERO GENERAL PUBLIC LICENSE" in licence
    assert "END OF TERMS AND CONDITIONS" in licence
    assert "AGPL-3.0-or-later" in README
