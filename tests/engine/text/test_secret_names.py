"""Names of secrets are recognised; what is reported is also suggested, and what is suggested is also masked."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground.engine.text.secret_names import is_secret_name, is_surely_secret, looks_secret

WORDS = (
    *("PASSWORD", "passwd", "Passphrase", "PWD", "TOKEN", "API", "KEY", "SECRET", "credentials", "JWT", "AUTH"),
    *("FILE", "NAME", "URL", "DB", "IZER", "1", "_", "-", "."),
)


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
        "ADMIN_PW",
        "adminPw",
        "PIN",
        "BEARER",
        "JWT",
        "API_AUTH",
        "SSL_CERT",
        "DATABASE_URL",
        "Admin password",
    ],
)
def test_names_of_secrets_are_recognised(name: str) -> None:
    assert looks_secret(name)


@pytest.mark.parametrize(
    "name", ["HOST", "KEYBOARD", "PORT", "REPLICAS", "AUTHOR", "SHOPPING", "CONCERT", "BASE_URL", ""]
)
def test_other_names_are_not(name: str) -> None:
    assert not looks_secret(name)


@given(st.lists(st.sampled_from(WORDS), max_size=5).map("".join))
def test_what_is_reported_is_suggested_and_what_is_suggested_is_masked(name: str) -> None:
    assert is_secret_name(name) >= is_surely_secret(name)
    assert looks_secret(name) >= is_secret_name(name)


@pytest.mark.parametrize(
    ("name", "suggested", "reported"),
    [
        ("DB_PASSWORD", True, True),
        ("HTTPS_SECRET", True, False),
        ("KAFKA_PASSWORD_SECRET_KEY", True, False),
        ("ACCESS_TOKEN_LIFETIME", True, False),
        ("DB_PASSWORD_FILE", False, False),
        ("AUTH_LDAP_URL", False, False),
        ("AWS_ACCESS_KEY_ID", False, False),
    ],
)
def test_fewer_names_are_suggested_than_masked_and_fewer_reported(name: str, suggested: bool, reported: bool) -> None:
    assert (looks_secret(name), is_secret_name(name), is_surely_secret(name)) == (True, suggested, reported)
