"""README.md, CONTRIBUTING.md, docs/ and the examples in docstrings agree with the code."""

from __future__ import annotations

import doctest
import importlib
import re
from collections import Counter
from pathlib import Path

import pytest

from playground.engine import FAMILIES, RULES, Limits, Rule, evaluate, explain
from playground.engine.rules import registry

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text()
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text()
SECURITY = (ROOT / "docs" / "security-model.md").read_text()
GOALS = (ROOT / "docs" / "goals.md").read_text()
ASVS = (ROOT / "docs" / "asvs.md").read_text()
FAULTS = (ROOT / "docs" / "faults.md").read_text()
THREATS = (ROOT / "docs" / "threats.md").read_text()
# How many requirements of levels 1 and 2 each section of ASVS 5.0.0 has; they are numbered from 1.
SECTIONS = """
1.1 2, 1.2 9, 1.3 11, 1.4 3, 1.5 2, 2.1 3, 2.2 3, 2.3 4, 2.4 1, 3.2 2, 3.3 4, 3.4 6, 3.5 5, 3.7 2, 4.1 3, 4.2 1, 4.3 2,
4.4 4, 5.1 1, 5.2 3, 5.3 2, 5.4 3, 6.1 3, 6.2 12, 6.3 4, 6.4 4, 6.5 5, 6.6 3, 6.8 4, 7.1 3, 7.2 4, 7.3 2, 7.4 5, 7.5 2,
7.6 2, 8.1 2, 8.2 3, 8.3 1, 8.4 1, 9.1 3, 9.2 4, 10.1 2, 10.2 2, 10.3 4, 10.4 11, 10.5 5, 10.6 2, 10.7 3, 11.1 2,
11.2 3, 11.3 3, 11.4 4, 11.5 1, 11.6 1, 12.1 3, 12.2 2, 12.3 4, 13.1 1, 13.2 5, 13.3 2, 13.4 5, 14.1 2, 14.2 4, 14.3 3,
15.1 3, 15.2 3, 15.3 7, 16.1 1, 16.2 5, 16.3 4, 16.4 3, 16.5 3, 17.1 1, 17.2 4, 17.3 2
"""
LIMITS = (ROOT / "docs" / "limits.md").read_text()
WITH_EXAMPLES = [
    ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for folder in ("playground", "tests")
    for file in sorted((ROOT / folder).rglob("*.py"))
    if re.search(r"^ *>>> ", file.read_text(), re.MULTILINE)
]


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


@pytest.mark.parametrize(
    "text",
    [README, CONTRIBUTING, SECURITY, LIMITS, GOALS, ASVS, FAULTS, THREATS],
    ids=["README", "CONTRIBUTING", "security-model", "limits", "goals", "asvs", "faults", "threats"],
)
def test_every_file_that_is_named_exists(text: str) -> None:
    named = re.findall(r"`((?:playground|frontend|templates|static|tests|deploy)/[\w./-]*)`", text)
    assert named
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_every_limit_that_is_a_setting_is_documented_with_its_default() -> None:
    settings = (ROOT / "playground" / "settings.py").read_text()
    limits = set(re.findall(r"""number\(os\.environ, ["']([A-Z_]+)["']""", settings)) - {"METRICS_PORT"}
    assert {name for name in limits if f"`{name}`" not in LIMITS} == set()
    for number in (Limits().events, Limits().expanded_nodes, Limits().scalar_characters, Limits().references):
        assert f"{number:,}" in LIMITS


@pytest.mark.parametrize(
    "text", [README, CONTRIBUTING, GOALS, FAULTS], ids=["README", "CONTRIBUTING", "goals", "faults"]
)
def test_every_make_target_that_is_named_exists(text: str) -> None:
    makefile = (ROOT / "Makefile").read_text()
    for words in re.findall(r"\bmake ((?:run|test|torture|check|fix|build|bench|pin|help|\s)+)\b", text):
        for word in words.split():
            assert re.search(rf"^{word}:", makefile, re.MULTILINE), word


def test_every_fault_has_its_row_its_test_and_its_control() -> None:
    rows = re.findall(r"^\| R(\d+) \|[^|]+\|[^|]+\|[^|]*`tests/[^|]*\| ([^|]+) \|[^|]+\|$", FAULTS, re.MULTILINE)
    assert [int(number) for number, _ in rows] == list(range(1, 31))
    assert [number for number, control in rows if control == "–"] == []


def test_every_threat_has_its_row_its_test_and_its_control() -> None:
    rows = re.findall(r"^\| (T\d[^|]*) \|[^|]+\|[^|]+\|[^|]*`tests/[^|]*\| ([^|]+) \|$", THREATS, re.MULTILINE)
    parts = [part.split("–T") for threats, _ in rows for part in threats.removeprefix("T").split(", T")]
    assert sorted(number for part in parts for number in range(int(part[0]), int(part[-1]) + 1)) == [*range(1, 51)]
    assert [threats for threats, control in rows if control == "–"] == []


def test_every_relative_link_has_a_target() -> None:
    links = [
        (page, page.parent / path if path else page, anchor)
        for page in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md"))
        for path, anchor in re.findall(r"\]\((?!https?:)([^)#]*)#?([^)]*)\)", page.read_text())
    ]
    assert links
    assert [(page.name, target.name) for page, target, _ in links if not target.exists()] == []
    assert [(page.name, anchor) for page, target, anchor in links if anchor and anchor not in anchors(target)] == []


def anchors(page: Path) -> set[str]:
    """What links to a page's headings end with: their words, joined by hyphens."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_every_goal_has_a_figure_a_verdict_and_the_command_that_repeats_it() -> None:
    rows = re.findall(r"^\| (G\d+) \| (.+?) \| (.+?) \| (.+?) \| (.+?) \|$", GOALS, re.MULTILINE)
    assert [row[0] for row in rows] == [f"G{number}" for number in range(1, 21)]
    for name, _, _, verdict, command in rows:
        assert re.match(r"(met|partly|not met|not measured)\b", verdict), name
        assert re.search(r"`(?:\w+=\w+ )?(?:make (?:test|torture|check|bench)|\.venv/bin/pytest tests/)", command), name
        for path in re.findall(r"\btests/[\w./]*", command):
            assert (ROOT / path).exists(), path


def test_every_requirement_of_the_asvs_is_answered_once() -> None:
    counted = re.findall(r"(\d+\.\d+) (\d+)", SECTIONS)
    wanted = [f"{section}.{number + 1}" for section, most in counted for number in range(int(most))]
    applies, does_not = ASVS.split("## What does not apply")
    rows = re.findall(r"^\| (\d+\.\d+\.\d+) \| [^|]+ \| (kept|partly|not kept|site) \| (.*)\|$", applies, re.MULTILINE)
    others = re.findall(r"\b\d+\.\d+\.\d+\b", does_not)
    assert sorted([*(number for number, _, _ in rows), *others]) == sorted(wanted)
    assert [number for number, verdict, where in rows if verdict != "site" and not where.strip()] == []
    verdicts = Counter(verdict for _, verdict, _ in rows)
    said = f"{len(wanted)} requirements: {len(rows)} apply, of which {verdicts['kept']} are kept, "
    said += f"{verdicts['partly']} partly, {verdicts['not kept']} not, and {verdicts['site']} are the site's; "
    said += f"{len(others)} do not apply."
    assert said in " ".join(ASVS.split())


def test_the_documented_families_of_rules_exist() -> None:
    named = re.search(r"Find the family \(`([A-Z ]+)`\)", CONTRIBUTING)
    assert named
    assert tuple(named[1].split()) == tuple(FAMILIES)


def test_the_example_rule_of_contributing_works(monkeypatch: pytest.MonkeyPatch) -> None:
    rules: list[Rule] = []
    monkeypatch.setattr(registry, "RULES", rules)  # it is not to join the real rules
    code = re.search(r"```python\n(.*?)```", CONTRIBUTING, re.DOTALL)
    assert code
    exec(code[1], {})
    (shown,) = rules
    manual = explain(shown)
    assert [found.span.start.line for found in shown.check(evaluate(manual.example))] == [6]
    assert list(shown.check(evaluate(manual.instead))) == []
    assert shown.code not in {rule.code for rule in RULES}


@pytest.mark.parametrize("module", WITH_EXAMPLES)
def test_examples_in_docstrings_hold(module: str) -> None:
    failed, tried = doctest.testmod(importlib.import_module(module))
    assert failed == 0 < tried


def test_the_licence_file_is_the_named_licence() -> None:
    licence = (ROOT / "LICENSE").read_text()
    assert "GNU AFFERO GENERAL PUBLIC LICENSE" in licence
    assert "END OF TERMS AND CONDITIONS" in licence
    assert "AGPL-3.0-or-later" in README
