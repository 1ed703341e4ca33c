"""A request's form as a Draft."""

from __future__ import annotations

import pytest
from django.http import QueryDict

from playground.pages.form.draft import Draft, GeneratedValue
from playground.pages.form.fields import MOST_VALUES, SOURCE_BYTES, VALUE_CHARACTERS
from playground.pages.form.reading import Reading, read_draft, read_link


def reading(**fields: str | list[str]) -> Reading:
    data = QueryDict(mutable=True)
    for name, value in fields.items():
        data.setlist(
            name.replace("__", ".").replace("_from", "-from").replace("_by_", "-by-"),
            value if isinstance(value, list) else [value],
        )
    return read_draft(data)


def test_an_empty_form_is_an_empty_draft() -> None:
    assert reading() == Reading(Draft())


def test_the_version_of_kubernetes_is_the_newest_unless_another_is_chosen() -> None:
    assert reading().draft.kubernetes == "1.36"
    assert reading(kubernetes="1.29").draft.kubernetes == "1.29"
    refused = reading(kubernetes="1.28")
    assert (refused.draft.kubernetes, refused.status) == ("1.36", 400)


def test_of_a_repeated_field_only_the_last_counts() -> None:
    draft = reading(source=["a: 1", "b: 2"], dialect=["no such dialect", "proposal"], value__A=["1", "2"]).draft
    assert draft == Draft(source="b: 2", dialect="proposal", values={"A": "2"})


def test_line_ends_of_the_form_become_line_feeds() -> None:
    assert reading(source="a: 1\r\nb: 2\r\n").draft.source == "a: 1\nb: 2\n"


def test_source_keeps_its_outer_white_space() -> None:
    assert reading(source="\n a: 1 \n").draft.source == "\n a: 1 \n"


def test_lone_surrogate_becomes_the_replacement_character() -> None:
    assert reading(source="a: \ud800", value__A="\udfff") == Reading(Draft(source="a: \ufffd", values={"A": "\ufffd"}))


def test_nul_in_the_source_is_left_for_the_engine() -> None:
    assert reading(source="a: \0") == Reading(Draft(source="a: \0"))


def test_nul_in_a_value_is_refused() -> None:
    result = reading(value__A="x\0")
    assert result.status == 400
    assert result.errors == ("The value of `A` holds a NUL character, which no object can hold.",)


def test_source_of_exactly_the_limit_is_accepted() -> None:
    assert reading(source="é" * (SOURCE_BYTES // 2)).status == 200


def test_source_over_the_limit_is_refused_with_its_size_and_kept() -> None:
    result = reading(source="x" * (SOURCE_BYTES + 1))
    assert result.status == 413
    assert result.errors[0].startswith("This is 1.1 MB; the limit is 1 MB.")
    assert len(result.draft.source) == SOURCE_BYTES + 1


def test_an_unknown_choice_is_refused_and_the_default_is_used() -> None:
    result = reading(view="<b>")
    assert (result.status, result.draft.view) == (400, "")


def test_the_view_that_the_page_chose_is_no_choice_of_the_user() -> None:
    views = [reading(view=view, view_by_text="environment").draft.view for view in ("environment", "expanded")]
    assert views == ["", "expanded"]
    assert reading(view="environment").draft.view == "environment"  # of a link


def test_value_that_still_says_the_default_is_not_given() -> None:
    assert reading(value__A="1", default__A="1").draft.values == {}


def test_value_that_was_changed_is_given() -> None:
    assert reading(value__A="2", default__A="1").draft.values == {"A": "2"}


def test_value_that_was_emptied_is_given_and_empty() -> None:
    assert reading(value__A="", default__A="1").draft.values == {"A": ""}


def test_value_that_was_empty_and_stayed_so_is_not_given() -> None:
    assert reading(value__A="", default__A="").draft.values == {}
    assert reading(value__A="").draft.values == {}


def test_names_may_contain_any_character() -> None:
    assert reading(**{"value.a.b <i>": "1"}).draft.values == {"a.b <i>": "1"}


def test_prefilled_values_are_given() -> None:
    assert reading(param__A="0").draft.values == {"A": "0"}


def test_a_link_sets_how_the_text_is_shown_and_values_and_nothing_else() -> None:
    link = QueryDict("syntax=json&param.NAME=x&source=a&title=b&value.NAME=y&generated.NAME=z&fix=0&lines=all")
    assert read_link(link) == Reading(Draft(syntax="json", values={"NAME": "x"}))


def test_empty_expression_and_empty_assumption_are_not_given() -> None:
    draft = reading(expression__A="", assumed__B="", cluster__C="").draft
    assert (draft.expressions, draft.assumed, draft.cluster) == ({}, {}, {})


def test_a_draft_with_the_former_names_of_fields_is_read_too() -> None:
    form = {"from.A": "[a]{3}", "assume.B": "b", "assume.fact:nodeName": "n"}
    empty = {"assumed.B": ""}  # the page shows B's field, and knows no value yet
    draft = reading(**form, **empty).draft
    assert (draft.expressions, draft.assumed, draft.cluster) == ({"A": "[a]{3}"}, {"B": "b"}, {"nodeName": "n"})


def test_generated_values_come_back_with_their_dialect_and_expression() -> None:
    draft = reading(**{"generated.A": "abc", "generated-from.A": "openshift [a-z]{3}"}).draft
    assert draft.generated == {"A": GeneratedValue("abc", "openshift [a-z]{3}")}


def test_a_button_works_on_a_default_as_on_a_typed_text() -> None:
    fields = {"value.A": "a\nb", "default.A": "a\nb"}
    assert reading(**fields, encode="A").draft.values == {"A": "YQpi"}
    assert reading(**fields, multiline="A", shorten="A").draft.values == {"A": "a b"}
    assert reading(value__A="_-8", default__A="_-8", convert="A").draft.values == {"A": "/+8="}


def test_a_button_works_once_on_each_name() -> None:
    assert reading(value__A="héllo", value__B="b", encode=["A", "A", "B", "A"]).draft.values == {
        "A": "aMOpbGxv",
        "B": "Yg==",
    }


def test_a_button_that_makes_a_value_too_long_is_refused() -> None:
    result = reading(value__A="x" * VALUE_CHARACTERS, encode="A")
    assert result.errors == ("The value of `A` would have 87384 characters; the limit is 65536.",)
    assert (result.status, result.draft.values) == (400, {"A": "x" * VALUE_CHARACTERS})


@pytest.mark.parametrize(
    "fields",
    [
        {f"value.P{number}": "" for number in range(MOST_VALUES + 1)},
        {"value.A": "x" * (VALUE_CHARACTERS + 1)},
        {"value." + "n" * 254: ""},
        {"multiline": "n" * 254},
        {"encode": "n" * 254},
        {"clear": "a\0"},
        {"fix": "-1"},
        {"title": "t" * 101},
    ],
)
def test_request_beyond_a_limit_is_refused(fields: dict[str, str]) -> None:
    assert reading(**fields).status == 400


def test_boxes_of_suggestions_are_the_last_of_their_fields() -> None:
    draft = reading(take__A=["off", "on"], take__B="off", action="use-template").draft
    assert (draft.taken, draft.adopts) == ({"A": True, "B": False}, True)
    assert reading(action="make-template", view="diff").draft.view == "template"
