"""Value sets in the submitted form, and the buttons that change them."""

from __future__ import annotations

import pytest

from playground.pages.form.draft import Draft
from playground.pages.form.fields import MOST_SETS
from playground.pages.form.reading import Reading, read_draft, read_link
from tests.pages.queries import query

SETS: dict[str, str | list[str]] = {
    "sets": ["dev", "prod"],
    "set.dev.A": "1",
    "set.prod.A": "",
    "set.prod.B.C": "2",
    "set.gone.A": "3",
}


def reading(**fields: str | list[str]) -> Reading:
    return read_draft(query({**SETS, **{name.replace("_", "-"): value for name, value in fields.items()}}))


def test_a_set_has_the_fields_of_its_name_and_an_empty_field_is_not_given() -> None:
    draft = reading(set="prod").draft
    assert draft == Draft(sets={"dev": {"A": "1"}, "prod": {"B.C": "2"}}, set="prod")
    assert Draft(values={"A": "0", "D": "4"}, sets=draft.sets, set="dev").chosen_values == {"A": "1", "D": "4"}


@pytest.mark.parametrize("name", ["base", "", "a b", "-a", "a.b", "x" * 31, '"><script>'])
def test_a_set_needs_a_name_that_fits_everywhere(name: str) -> None:
    for refused in (reading(sets=[name]), reading(add_set="new", new_set=name)):
        assert refused.status == 400
        assert "name" in refused.errors[0]


def test_a_set_can_make_a_value_empty_in_its_field_and_by_its_file() -> None:
    draft = read_draft(query({**SETS, "set.prod.A": '""', "set": "prod", "value.A": "0", "default.A": "1"})).draft
    assert draft.sets["prod"] == {"A": "", "B.C": "2"}
    assert draft.chosen_values == {"A": "", "B.C": "2"}
    added = read_draft(
        query({"value.A": "0", "default.A": "1", "add-set": "new", "new-set": "t", "set-lines": "A=\nB=\n"})
    )
    assert added.draft.sets == {"t": {"A": ""}}


def test_there_are_few_sets() -> None:
    names = [f"s{number}" for number in range(MOST_SETS)]
    assert reading(sets=names).status == 200
    assert reading(sets=[*names, "more"]).errors == (
        f"The form has {MOST_SETS + 1} value sets; the limit is {MOST_SETS}.",
    )
    assert reading(sets=names, add_set="new", new_set="more").status == 400
    assert reading(sets=names, add_set="new", new_set="s0", set_lines="A=1").draft.sets["s0"] == {"A": "1"}


def test_a_new_set_is_chosen_and_has_the_values_of_its_file_that_differ() -> None:
    data = {"value.A": "1", "default.B": "2", "value.B": "2", "default.C": "3", "value.C": ""}
    lines = "A=1\r\nB=2\r\n# more\r\nC=\r\nD='four\\n'\r\n"
    draft = read_draft(query({**data, "add-set": "new", "new-set": " dev ", "set-lines": lines})).draft
    assert (draft.sets, draft.set, draft.added_set) == ({"dev": {"D": "four\n"}}, "dev", "dev")


def test_a_file_that_cannot_be_read_adds_nothing() -> None:
    refused = reading(add_set="new", new_set="stage", set_lines="A=1\nword\n")
    assert refused.errors == ("Line 2 of the values of `stage` is not `NAME=VALUE`. Nothing was added.",)
    assert list(refused.draft.sets) == ["dev", "prod"]


def test_a_set_is_renamed_in_its_place_and_deleted() -> None:
    renamed = read_draft(query({**SETS, "set": "dev", "rename-set": "dev", "set-name.dev": "test"})).draft
    assert (list(renamed.sets), renamed.set) == (["test", "prod"], "test")
    taken = read_draft(query({**SETS, "rename-set": "dev", "set-name.dev": "prod"}))
    assert taken.errors == ("There is a value set `prod` already.",)
    deleted = reading(set="dev", delete_set="dev").draft
    assert (list(deleted.sets), deleted.set) == (["prod"], "")


def test_a_link_chooses_a_set_and_makes_none() -> None:
    assert read_link(query({**SETS, "set": "prod"})).draft == Draft(set="prod")


def test_the_table_of_sets_is_no_view_without_sets() -> None:
    assert reading(view="sets").draft.view == "sets"
    assert read_draft(query({"view": "sets"})).draft.view == ""
