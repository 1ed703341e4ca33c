"""Expansion that records the fate of every reference."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from playground.engine.containers.budget import Budget
from playground.engine.containers.environment import ExpandedText, Fate, OriginKind, Variable, VariableOrigin
from playground.engine.containers.expansion import Scope, expand_text
from playground.engine.containers.specification import expand, mapping_func_for
from playground.engine.model.limits import Limits
from playground.engine.model.location import FieldPath

_ORIGIN = VariableOrigin(OriginKind.ENV, "env[0]")
_TEXT = st.text(alphabet="$()AB \n", max_size=40)


def expand_in(text: str, contexts: tuple[dict[str, str | None], ...], budget: Budget | None = None) -> ExpandedText:
    variables = tuple({name: Variable(name, value, _ORIGIN) for name, value in context.items()} for context in contexts)
    return expand_text(text, FieldPath(("x",)), Scope(variables, mapping_func_for(None), budget or Budget()))


def fates(text: ExpandedText) -> list[tuple[str, Fate]]:
    return [(reference.name, reference.fate) for reference in text.references]


def test_every_fate_is_recorded() -> None:
    expansion = expand_in("$(A) $(B) $(C) $$(A) $$ $(D", ({"A": "1"}, {"A": "2", "C": None}))
    assert expansion.result == "1 $(B) $(C) $(A) $ $(D"
    assert fates(expansion) == [
        ("A", Fate.RESOLVED),
        ("B", Fate.UNRESOLVED),
        ("C", Fate.UNKNOWN),
        ("A", Fate.ESCAPED),
        ("", Fate.OPERATOR),
        ("D", Fate.INCOMPLETE),
    ]
    assert [reference.value for reference in expansion.references] == ["1", None, None, None, None, None]


def test_references_have_their_places_before_and_after_expansion() -> None:
    expansion = expand_in("é$(A)-$(A)", ({"A": "long"},))
    places = [(item.start, item.end, item.result_start, item.result_end) for item in expansion.references]
    assert places == [(1, 5, 1, 5), (6, 10, 6, 10)]
    assert [expansion.result[start:end] for _, _, start, end in places] == ["long", "long"]


def test_names_that_an_unknown_source_could_define_are_not_undefined() -> None:
    scope = Scope(({},), mapping_func_for(None), Budget(), unknown_prefixes=frozenset({"APP_", "x-"}))
    expansion = expand_text("$(APP_A) $(x-.) $(A) $(APP_) $(APP_a b) $(x-ä)", FieldPath(), scope)
    assert expansion.result == expansion.text
    unknown, undefined = fates(expansion)[:1], fates(expansion)[1:]
    assert unknown == [("APP_A", Fate.UNKNOWN)]
    assert undefined == [(name, Fate.UNRESOLVED) for name in ("x-.", "A", "APP_", "APP_a b", "x-ä")]
    without_prefix = Scope(({},), mapping_func_for(None), Budget(), unknown_prefixes=frozenset({""}))
    assert fates(expand_text("$(A)", FieldPath(), without_prefix)) == [("A", Fate.UNKNOWN)]


def test_a_text_stays_within_its_limit() -> None:
    half = Limits().text_characters // 2
    assert [fate for _, fate in fates(expand_in("$(A)$(A)", ({"A": "x" * half},)))] == [Fate.RESOLVED] * 2
    expansion = expand_in("$(A)$(A)", ({"A": "x" * (half + 1)},))
    assert [fate for _, fate in fates(expansion)] == [Fate.RESOLVED, Fate.WITHHELD]
    assert expansion.result.endswith("x$(A)")


def test_all_texts_together_stay_within_the_budget() -> None:
    budget = Budget(Limits(output_characters=10))
    first, second = (expand_in("$(A)", ({"A": "12345678"},), budget) for _ in range(2))
    assert [fates(first)[0][1], fates(second)[0][1]] == [Fate.RESOLVED, Fate.WITHHELD]
    assert fates(expand_in("$(B)", ({"B": "12"},), budget)) == [("B", Fate.RESOLVED)]


def test_a_text_with_too_many_references_is_withheld_whole() -> None:
    budget = Budget(Limits(references=3))
    expansion = expand_in("$(A)$(A)$(A)$$", ({"A": "1"},), budget)
    assert (expansion.result, expansion.references, expansion.withheld) == (expansion.text, (), True)
    assert expand_in("$(A)$(A)$$", ({"A": "1"},), budget).withheld
    assert expand_in("$(A)$(A)$(A)", ({"A": "1"},), budget).result == "111"


@given(_TEXT, st.dictionaries(st.sampled_from(["A", "B", "", "A$(B"]), _TEXT, max_size=3))
def test_the_result_is_that_of_expand(text: str, context: dict[str, str]) -> None:
    expansion = expand_in(text, (dict(context),))
    assert expansion.result == expand(text, mapping_func_for(None, context))
    for reference in expansion.references:
        if reference.fate is Fate.RESOLVED:
            assert expansion.result[reference.result_start : reference.result_end] == reference.value
