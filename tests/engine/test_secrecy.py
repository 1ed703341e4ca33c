"""Which names are taken for secrets."""

import doctest

import pytest

from playground.engine import secrecy
from playground.engine.secrecy import looks_secret


def test_examples_in_docstrings_hold() -> None:
    assert doctest.testmod(secrecy).failed == 0


@pytest.mark.parametrize(
    "name",
    [
        "PASSWORD",
        "db_passwd",
        "MONGODB_ADMIN_PASSWORD",
        "PASSPHRASE",
        "API_KEY",
        "KEY",
        "AWS_SECRET",
        "X_PWD",
        "sshKey",
    ],
)
def test_a_name_that_says_secret_is_one(name: str) -> None:
    assert looks_secret(name)


@pytest.mark.parametrize("name", ["HOST", "KEYBOARD", "PORT", "REPLICAS", ""])
def test_a_name_that_only_sounds_like_it_is_none(name: str) -> None:
    assert not looks_secret(name)
