"""The links, the example and the licence of the documents are right; so are the examples in docstrings."""

from __future__ import annotations

import doctest
import importlib
import re
from pathlib import Path

import pytest

from playground.engine import RULES, Rule, evaluate, explain
from playground.engine.rules import registry

ROOT = Path(__file__).resolve().parents[1]
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text()
WITH_EXAMPLES = [
    ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for folder in ("playground", "tests")
    for file in sorted((ROOT / folder).rglob("*.py"))
    if re.search(r"^ *>>> ", file.read_text(), re.MULTILINE)
]


def test_every_relative_link_has_a_target() -> None:
    links = [
        (page, page.parent / path if path else page, anchor)
        for page in (*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"))
        for path, anchor in re.findall(r"\]\((?!https?:)([^)#]*)#?([^)]*)\)", page.read_text())
    ]
    assert links
    assert [(page.name, target.name) for page, target, _ in links if not target.exists()] == []
    assert [(page.name, anchor) for page, target, anchor in links if anchor and anchor not in anchors(target)] == []


def anchors(page: Path) -> set[str]:
    """What links to a page's headings end with: their words, joined by hyphens."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_the_example_rule_of_contributing_works(monkeypatch: pytest.MonkeyPatch) -> None:
    rules: list[Rule] = []
    monkeypatch.setattr(registry, "RULES", rules)  # it is not to join the real rules
    code = re.search(r"```python\n(.*?)```", CONTRIBUTING, re.DOTALL)
    assert code
    exec(code[1], {})
    (example_rule,) = rules
    manual = explain(example_rule)
    assert [diagnostic.span.start.line for diagnostic in example_rule.check(evaluate(manual.example))] == [1]
    assert list(example_rule.check(evaluate(manual.instead))) == []
    assert example_rule.code not in {rule.code for rule in RULES}


@pytest.mark.parametrize("module", WITH_EXAMPLES)
def test_examples_in_docstrings_hold(module: str) -> None:
    failed, tried = doctest.testmod(importlib.import_module(module))
    assert failed == 0 < tried


def test_the_licence_file_is_the_named_licence() -> None:
    licence = (ROOT / "LICENSE").read_text()
    assert "GNU AFFERO GENERAL PUBLIC LICENSE" in licence
    assert "END OF TERMS AND CONDITIONS" in licence
