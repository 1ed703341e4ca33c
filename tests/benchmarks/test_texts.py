"""The texts of the benchmarks have the size they claim, and no errors."""

from __future__ import annotations

import pytest

from playground.engine import Severity, aligned, evaluate, read
from tests.benchmarks.texts import (
    as_json,
    different,
    large_template,
    mixed_stream,
    parameters,
    pod,
    references,
    template,
    without_secrets,
)


@pytest.mark.parametrize("size", [6_000, 60_000])
def test_a_template_has_its_size_and_no_error(size: int) -> None:
    text = template(size)
    assert abs(len(text) - size) < 600
    evaluation = evaluate(text)
    assert evaluation.processed
    assert [found for found in evaluation.diagnostics if found.severity is Severity.ERROR] == []


def test_large_texts_are_within_the_limits() -> None:
    for text in (large_template(1_000_000), mixed_stream()):
        assert 900_000 < len(text) < 1_048_576
        assert read(text).problems == ()
        assert evaluate(text).objects


def test_the_output_of_the_stream_can_be_aligned() -> None:
    processed = evaluate(mixed_stream()).processed
    assert processed
    assert aligned(processed).text


def test_a_different_template_has_the_same_shape() -> None:
    text = template(6_000)
    other = different(text, "s1")
    assert other != text
    assert len(evaluate(other).objects) == len(evaluate(text).objects)


def test_json_is_the_same_value() -> None:
    text = template(2_000)
    assert read(as_json(text)).documents[0].value == read(text).documents[0].value


@pytest.mark.parametrize("text", [parameters(50), references(50), pod(3, 6), without_secrets(template(3_000))])
def test_other_texts_have_no_error(text: str) -> None:
    evaluation = evaluate(text)
    assert evaluation.objects
    assert [found.message for found in evaluation.diagnostics if found.severity is Severity.ERROR] == []
