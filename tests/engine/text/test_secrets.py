"""Texts that are recognised as secrets."""

import pytest

from playground.engine.text.secrets import holds_secret
from tests.cost import growth


@pytest.mark.parametrize(
    "text",
    [
        "-----BEGIN RSA PRIVATE KEY-----\nMII",
        "-----BEGIN PRIVATE KEY-----",
        "id: AKIAIOSFODNN7EXAMPLE",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln",
        "ghp_0123456789abcdefghij",
        "see postgres://u:pw@h/db",
        "redis://:pw@h",
        "://:p@",  # the shortest address, and
        "eyJ01234567.b",  # the shortest token
    ],
)
def test_secrets_are_recognised_by_their_text_under_any_name(text: str) -> None:
    assert holds_secret(text)


@pytest.mark.parametrize(
    "text", ["", "eyJ", "-----BEGIN CERTIFICATE-----", "http://h:80/a@b", "git@h:a/b", "a: b@c", "pg://u:$(PW)@h"]
)
def test_other_texts_are_not(text: str) -> None:
    assert not holds_secret(text)


@pytest.mark.parametrize(
    "text", ["eyJ", "eyJaaaaaaaa ", "://", "://:", "://a:b", "AKIA", "-----BEGIN ", "ghp_", "SG.a", "hvs.", "npm_"]
)
def test_a_long_text_takes_linear_time(text: str) -> None:
    assert growth(lambda size: text * size, holds_secret, 2000) < 8
