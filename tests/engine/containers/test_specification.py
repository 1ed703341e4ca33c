"""The specification of expansion: the grammar of `$(NAME)`, against the answers of the kubelet's own code."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground.engine.containers.events import Event, ObjectReference, object_event_recorder_for
from playground.engine.containers.specification import expand, mapping_func_for
from playground.engine.containers.tokens import variable_tokens
from tests.cost import growth
from tests.recordings.expansion import TEXT_ROWS, answer, expected

POD = ObjectReference("Pod", "default", "web", "", "v1", "spec.containers{app}")

dollar_texts = st.text(alphabet=st.sampled_from("$$$(()) AB\n\\é"), max_size=40)
contexts = st.dictionaries(st.text(alphabet="AB $(", max_size=3), st.text(alphabet="$(A)x", max_size=6), max_size=4)


def test_there_are_399_text_vectors_of_which_36_are_the_design_documents() -> None:
    assert len(TEXT_ROWS) == 399
    assert sum(row["id"].startswith("designdoc-") for row in TEXT_ROWS) == 36


def test_texts_are_expanded_as_by_the_kubelet() -> None:
    ours = {row["id"]: answer(row) for row in TEXT_ROWS}
    assert ours == {row["id"]: expected(row) for row in TEXT_ROWS}


def test_the_tokens_of_a_text_are_the_references_of_the_kubelet() -> None:
    tokens = {row["id"]: variable_tokens(row["input"]) for row in TEXT_ROWS}
    names = {number: [token.name for token in row if token.kind == "reference"] for number, row in tokens.items()}
    assert names == {row["id"]: row["refs"] or [] for row in TEXT_ROWS}


def expand_again(text: str, values: Mapping[str, str]) -> str:
    """The kubelet's grammar again, character by character; quadratic, as the original is."""
    result, index = "", 0
    while index < len(text):
        following, close = text[index : index + 2], text.find(")", index + 2)
        if following == "$$":
            result, index = result + "$", index + 2
        elif following == "$(" and close >= 0:
            result, index = result + values.get(text[index + 2 : close], text[index : close + 1]), close + 1
        else:
            result, index = result + text[index], index + 1
    return result


def test_the_restatement_is_the_kubelets_grammar() -> None:
    outputs = {row["id"]: expand_again(row["input"], ChainMap(*row["maps"])) for row in TEXT_ROWS}
    assert outputs == {row["id"]: row["output"] for row in TEXT_ROWS}


@given(dollar_texts | st.text(max_size=40), contexts)
def test_expand_agrees_with_a_restatement_of_the_grammar(text: str, context: dict[str, str]) -> None:
    assert expand(text, mapping_func_for(None, context)) == expand_again(text, context)


@given(
    st.lists(st.sampled_from(["$", "$$", "$(", ")", "(", "A", "$(A)", "$$(A)", "$($(A))", "$(A", "\n", "é"])), contexts
)
def test_expand_agrees_with_the_restatement_where_references_lie_close_together(
    parts: list[str], context: dict[str, str]
) -> None:
    text = "".join(parts)
    assert expand(text, mapping_func_for(None, context)) == expand_again(text, context)


def expand_by_tokens(text: str, mapping: Callable[[str], str]) -> str:
    """The expansion of ``text``, put together from its tokens."""
    pieces, end = [], 0
    for token in variable_tokens(text):
        source = text[token.start : token.end]
        literal = source if token.kind == "incomplete" else source[1:]
        pieces += [text[end : token.start], mapping(token.name) if token.kind == "reference" else literal]
        end = token.end
    return "".join(pieces) + text[end:]


@given(dollar_texts, contexts)
def test_tokens_and_mapping_reproduce_the_expansion(text: str, context: dict[str, str]) -> None:
    mapping = mapping_func_for(None, context)
    assert expand_by_tokens(text, mapping) == expand(text, mapping)


def test_first_context_that_has_the_name_wins_even_with_an_empty_value() -> None:
    assert expand("[$(A)$(B)]", mapping_func_for(None, {"A": ""}, {"A": "x", "B": "y"})) == "[y]"


def test_a_prioritized_list_gives_a_default_for_a_service_that_does_not_exist_yet() -> None:
    defaults = {"DB_SERVICE_HOST": "localhost"}
    assert expand("$(DB_SERVICE_HOST)", mapping_func_for(None, {}, defaults)) == "localhost"
    assert expand("$(DB_SERVICE_HOST)", mapping_func_for(None, {"DB_SERVICE_HOST": "10.0.0.7"}, defaults)) == "10.0.0.7"


def test_each_unresolved_reference_raises_one_event() -> None:
    events: list[Event] = []
    mapping = mapping_func_for(object_event_recorder_for(POD, events.append), {"A": "1"})
    assert expand("$(A) $(%s) $$(B) $(%s) $(", mapping) == "1 $(%s) $(B) $(%s) $("
    message = "variable reference $(%s) could not be expanded: %s is not defined"
    assert events == [Event(POD, "UnresolvedVariable", message)] * 2


def test_without_a_recorder_an_unresolved_reference_is_left_as_it_is() -> None:
    assert expand("$(NO)", mapping_func_for(None)) == "$(NO)"


def test_values_are_not_scanned_again() -> None:
    assert expand("$(A)", mapping_func_for(None, {"A": "$$ $(A) $(B)", "B": "no"})) == "$$ $(A) $(B)"


@pytest.mark.parametrize(
    ("unit", "expanded"),
    [
        ("$(A)", "1"),
        ("$$(A)", "$(A)"),
        ("$$$(A)-", "$1-"),
        ("a$)b$$)", "a$)b$)"),
        ("$$((A))$$", "$((A))$"),
        ("$x)", "$x)"),
    ],
)
def test_a_long_text_is_expanded_as_its_parts_wherever_it_is_cut(unit: str, expanded: str) -> None:
    number = 150_000 // len(unit)
    for shift in range(len(unit)):
        text = "x" * shift + unit * number
        assert expand(text, mapping_func_for(None, {"A": "1"})) == "x" * shift + expanded * number


def test_a_long_name_or_value_is_never_cut() -> None:
    long = "n" * 200_000
    mapping = mapping_func_for(None, {long: "1", "A": "2"})
    assert expand(f"$(A)$({long})$$({long})$(A){long})$$", mapping) == f"21$({long})2{long})$"
    assert expand(f"$(A)$({long}", mapping) == f"2$({long}"


@pytest.mark.parametrize("unit", ["$(", "$$(", "$(a)$(", "$$(a", "$", "$($$("])
@pytest.mark.parametrize("end", ["", ")"])
def test_cost_is_linear_in_the_text(unit: str, end: str) -> None:
    def text(size: int) -> str:
        return unit * (size // len(unit)) + end

    mapping = mapping_func_for(None, {})
    assert growth(text, lambda text: expand(text, mapping), 8_192) < 8
    assert growth(text, variable_tokens, 8_192) < 8
