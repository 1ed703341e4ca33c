"""The form fields of a request."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError

from playground.pages.form.fields import (
    MOST_VALUES,
    FixField,
    NamedTextsField,
    NamesField,
    OneOfField,
    SourceField,
    well_formed,
)


def test_line_ends_and_lone_surrogates_are_mended_and_pairs_stay() -> None:
    assert well_formed("a\r\nb\rc\ud800 \U0001f600") == "a\nb\rc\ufffd \U0001f600"


def test_first_word_is_the_default_and_no_other_is_taken() -> None:
    field = OneOfField(["yaml", "json"])
    assert field.clean("") == field.clean(None) == "yaml"
    assert field.clean("json") == "json"
    with pytest.raises(ValidationError):
        field.clean("xml")


def test_source_over_the_limit_is_measured_in_bytes_and_rounded_up() -> None:
    with pytest.raises(ValidationError, match=r"This is 1\.6 MB; the limit is 1 MB"):
        SourceField().clean("é" * 800_000)


def test_texts_by_name_are_bounded_in_number() -> None:
    field = NamedTextsField()
    assert field.clean({str(number): "" for number in range(MOST_VALUES)})
    with pytest.raises(ValidationError):
        field.clean({str(number): "" for number in range(MOST_VALUES + 1)})


def test_fields_of_one_prefix_are_a_mapping() -> None:
    data = {"value.A": "1", "value.a.b": "2", "default.A": "3", "value": "4"}
    assert NamedTextsField.widget().value_from_datadict(data, {}, "value") == {"A": "1", "a.b": "2"}


def test_a_fix_is_an_issue_and_one_of_its_ways() -> None:
    assert [FixField().clean(text) for text in ("", None, "3", "3.1")] == [None, None, (3, 0), (3, 1)]
    for text in ("-1", "1.", "a", "1.2.3", "12345678", "\u0663"):
        with pytest.raises(ValidationError):
            FixField().clean(text)


def test_names_are_bounded_in_number_and_length() -> None:
    assert NamesField().clean(["A", "B"]) == ["A", "B"]
    for names in (["A"] * (MOST_VALUES + 1), ["A" * 254], ["A\0"]):
        with pytest.raises(ValidationError):
            NamesField().clean(names)
