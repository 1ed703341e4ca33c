"""Times as Go reads them; kubectl 1.36.3 gave these answers for `metadata.creationTimestamp`."""

from __future__ import annotations

import pytest

from playground.engine.text.times import time_error


@pytest.mark.parametrize(
    "text",
    [
        "2020-01-01T00:00:00Z",
        "2020-01-01T1:00:01Z",
        "2020-01-01T00:00:00,5Z",
        "2020-01-01T00:00:00.123456789123+14:30",
        "2020-02-29T23:59:59-24:60",
        "0000-02-29T00:00:00Z",
    ],
)
def test_times_that_go_reads(text: str) -> None:
    assert time_error(text) == ""


@pytest.mark.parametrize(
    ("text", "rest", "expected"),
    [
        ("", "", "2006"),
        ("20a0-01-01T00:00:61Z", "20a0-01-01T00:00:61Z", "2006"),
        ("2020-1-01T00:00:61Z", "1-01T00:00:61Z", "01"),
        ("2020-01-01 00:00:00Z", " 00:00:00Z", "T"),
        ("2020-01-01", "", "T"),
        ("2020-01-01T01:0:01Z", "0:01Z", "04"),
        ("2020-01-01T01:00:1Z", "1Z", "05"),
        ("2020-01-01T01:00:00.Z", ".Z", "Z07:00"),
        ("2020-01-01T01:00:10+0500", "+0500", "Z07:00"),
        ("2020-01-01T01:00:10x05:00", "x05:00", "Z07:00"),
    ],
)
def test_text_that_is_no_time(text: str, rest: str, expected: str) -> None:
    assert time_error(text) == (
        f'parsing time "{text}" as "2006-01-02T15:04:05Z07:00": cannot parse "{rest}" as "{expected}"'
    )


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("2020-00-01T00:00:00Z", "month out of range"),
        ("2021-02-29T00:00:00Z", "day out of range"),
        ("2020-01-01T24:00:00Z", "hour out of range"),
        ("2020-01-01T00:60:00Z", "minute out of range"),
        ("2020-01-01T00:00:60Z", "second out of range"),
        ("2020-01-01T00:00:00+25:00", "time zone offset hour out of range"),
        ("2020-01-01T00:00:00x25:61", "time zone offset minute out of range"),
        ("2020-01-01T00:00:00Zx", 'extra text: "x"'),
    ],
)
def test_parts_that_are_out_of_range(text: str, error: str) -> None:
    assert time_error(text) == f'parsing time "{text}": {error}'


def test_the_error_quotes_bytes() -> None:
    assert time_error('é\n"').endswith(r'cannot parse "\xc3\xa9\x0a\"" as "2006"')
