"""Rules are declared once; the number and length of their findings is limited."""

from itertools import count
from pathlib import Path

import pytest

from playground.engine import FAMILIES, RULES, Severity, evaluate, explain
from playground.engine.model.deadline import Deadline, OutOfTimeError
from playground.engine.model.diagnostics import Finding
from playground.engine.model.location import Position, SourceSpan
from playground.engine.rules import registry
from playground.engine.rules.registry import LONGEST_MESSAGE, MOST_FINDINGS, clipped, diagnose, rule
from tests.engine.rules.finding import find_diagnostics

POD = "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  containers:\n  - name: "


def test_a_code_is_unique_and_of_a_known_family() -> None:
    for code in ("ENV501", "XYZ101"):
        with pytest.raises(ValueError, match=code):
            rule(code, Severity.HINT)


def test_every_module_of_rules_is_imported_by_the_package() -> None:
    folder = Path(registry.__file__).parent
    declaring = {path.relative_to(folder) for path in folder.rglob("*.py") if "\n@rule(" in path.read_text()}
    modules = {rule.check.__module__.removeprefix("playground.engine.rules.") for rule in RULES}
    assert {Path(*module.split(".")).with_suffix(".py") for module in modules} == declaring
    assert {rule.code[:3] for rule in RULES} == set(FAMILIES)


def test_rules_come_in_the_order_of_their_codes() -> None:
    codes = [rule.code for rule in RULES]
    assert codes == sorted(codes)


def test_a_name_of_any_length_is_cut_in_every_message() -> None:
    text = POD + "a" * 100_000 + "\n    image: b\n    args: [$(X), $(Y), $(Z)]\n"
    diagnostics = evaluate(text).diagnostics
    assert {item.code for item in diagnostics} == {"ENV501", "POD602"}
    for diagnostic in diagnostics:
        assert len(diagnostic.message) <= LONGEST_MESSAGE
        assert "aaa…aaa" in (diagnostic.hint if diagnostic.code == "POD602" else diagnostic.message)


def test_a_long_word_is_cut_and_a_long_sentence_is_not() -> None:
    sentence = "word " * 60
    assert clipped(sentence) == sentence
    assert len(clipped("x" * 5_000)) < 100
    assert len(clipped("word " * 5_000)) == LONGEST_MESSAGE + 1


def test_a_rule_that_fires_thousands_of_times_says_so_and_stops() -> None:
    text = POD + "a\n    image: b\n    args:\n" + "    - $(X)\n" * (MOST_FINDINGS + 5)
    diagnostics = find_diagnostics(text, "ENV501")
    assert len(diagnostics) == MOST_FINDINGS + 1
    assert "1,000" in diagnostics[-1].message


def test_after_each_finding_the_deadline_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers, evaluation = count(), evaluate("a: b")
    place = SourceSpan(Position(1, 1), Position(1, 2))
    monkeypatch.setattr(registry, "RULES", [])
    rule("ENV501", Severity.HINT)(lambda _evaluation: (Finding(f"{next(numbers)}", place) for _ in range(100)))
    with pytest.raises(OutOfTimeError):
        diagnose(evaluation, Deadline(10.0, map(float, count()).__next__))
    assert next(numbers) < 15


def test_a_docstring_without_its_sections_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "RULES", [])

    @rule("ENV599", Severity.HINT)
    def lonely(_evaluation):  # type: ignore[no-untyped-def]
        """Only a sentence."""
        yield from ()

    with pytest.raises(ValueError, match="ENV599"):
        explain(registry.RULES[0])


def test_diagnosing_an_evaluation_again_finds_the_same() -> None:
    for item in RULES:
        evaluation = evaluate(explain(item).example)
        assert diagnose(evaluation) == evaluation.diagnostics
