"""Records for templates behave like frozen dataclasses, and templates find their fields at the first lookup."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any

import pytest
from django.template import Context, Template

from playground.page_records import page_record


@page_record
class _Item:
    name: str
    size: int = 0

    @property
    def words(self) -> str:
        """What templates read as they read a field."""
        return f"{self.name}, {self.size}"


@dataclass(frozen=True, slots=True)
class _Other:
    name: str


def test_page_records_are_created_compared_and_copied_as_dataclasses() -> None:
    assert [item.name for item in fields(_Item)] == ["name", "size"]
    assert (_Item("a"), repr(_Item("a")), replace(_Item("a"), size=2)) == (
        _Item("a", 0),
        "_Item(name='a', size=0)",
        _Item("a", 2),
    )
    assert {_Item("a"): 1}[_Item("a")] == 1


def test_page_records_have_slots() -> None:
    item: Any = _Item("a")
    with pytest.raises(AttributeError):
        item.other = 1


def test_the_type_checker_treats_page_records_as_frozen() -> None:
    options: dict[str, Any] = page_record.__dataclass_transform__  # type: ignore[attr-defined]
    assert (options | options["kwargs"])["frozen_default"] is True


def test_a_template_finds_their_fields_at_the_first_lookup() -> None:
    item: Any = _Item("a")
    assert (item["name"], item["words"]) == ("a", "a, 0")


def test_a_template_needs_two_lookups_in_other_records() -> None:
    other: Any = _Other("a")
    with pytest.raises(TypeError):
        other["name"]


def test_a_template_reads_fields_and_properties_and_a_missing_one_is_empty() -> None:
    template = Template("{{ item.name }} {{ item.words }} {{ item.other }}{% if item.other %}no{% endif %}.")
    assert template.render(Context({"item": _Item("<a>", 2)})) == "&lt;a&gt; &lt;a&gt;, 2 ."
