"""The base64 of a text is distinguished from words that look like it."""

from __future__ import annotations

import base64
import secrets
import string

import pytest

from playground.engine.rules.base64_text import padded, plain_text


@pytest.mark.parametrize("text", ["password123", "postgres://u:p@h/db", "a b c", "hunter2", "s3cr3t\n"])
def test_the_base64_of_a_text_is_recognised(text: str) -> None:
    encoded = base64.b64encode(text.encode()).decode()
    assert plain_text(encoded) == text.rstrip("\n")
    assert padded(encoded.rstrip("=")) == (encoded if encoded.endswith("=") else "")


@pytest.mark.parametrize(
    "text",
    ["", "password", "changeme", "admin123", "deadbeef", "bill", "cGFz", "AAAAAAAA", "not base64 at all", "x" * 9],
)
def test_words_are_not_taken_for_base64(text: str) -> None:
    assert plain_text(text) == ""
    assert padded(text) == ""


def test_of_a_thousand_passwords_none_is_taken_for_base64() -> None:
    letters = string.ascii_letters + string.digits
    drawn = ["".join(secrets.choice(letters) for _ in range(16)) for _ in range(1000)]
    assert not [word for word in drawn if plain_text(word)]  # one in 30 million would be


def test_a_very_long_text_is_not_examined() -> None:
    assert plain_text(base64.b64encode(b"a" * 60_000).decode()) == ""
