"""The rules for names and keys."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from playground.engine.kubernetes.names import (
    config_key_errors,
    env_name_errors,
    label_errors,
    label_value_errors,
    prefix_errors,
    qualified_name_errors,
    subdomain_errors,
)

Rule = Callable[[str], list[str]]


@pytest.mark.parametrize(
    ("rule", "good"),
    [
        (env_name_errors, "A"),
        (env_name_errors, "1 ($x)~"),
        (config_key_errors, "app.conf"),
        (config_key_errors, ".hidden"),
        (subdomain_errors, "a-b.c1"),
        (label_value_errors, ""),
        (label_value_errors, "a" * 63),
        (label_value_errors, "Name_1.x"),
        (qualified_name_errors, "app"),
        (qualified_name_errors, "app.kubernetes.io/Name_1.x"),
    ],
)
def test_valid_names_pass(rule: Rule, good: str) -> None:
    assert rule(good) == []


@pytest.mark.parametrize(
    ("rule", "bad", "start"),
    [
        (env_name_errors, "A=B", "a valid environment variable name must consist only of printable ASCII"),
        (env_name_errors, "A\n", "a valid environment variable name must consist only of printable ASCII"),
        (env_name_errors, "", "environment variable name must be non-empty"),
        (config_key_errors, "a/b", "a valid config key must consist of"),
        (config_key_errors, "..", "must not be '..'"),
        (config_key_errors, "..a", "must not start with '..'"),
        (config_key_errors, "a" * 254, "must be no more than 253 characters"),
        (subdomain_errors, "A", "a lowercase RFC 1123 subdomain must consist of"),
        (subdomain_errors, "a..b", "a lowercase RFC 1123 subdomain must consist of"),
        (subdomain_errors, "a\n", "a lowercase RFC 1123 subdomain must consist of"),
        (label_value_errors, "a b", "a valid label must be an empty string or consist of alphanumeric characters"),
        (label_value_errors, "-", "a valid label must be an empty string or consist of alphanumeric characters"),
        (label_value_errors, "a" * 64, "must be no more than 63 bytes"),
        (qualified_name_errors, "", "name part must be non-empty"),
        (qualified_name_errors, "-a", "name part must consist of"),
        (qualified_name_errors, "a" * 64, "name part must be no more than 63 bytes"),
        (qualified_name_errors, f"{'a' * 254}/a", "prefix part must be no more than 253 bytes"),
        (qualified_name_errors, "/a", "prefix part must be non-empty"),
        (qualified_name_errors, "A/a", "prefix part a lowercase RFC 1123 subdomain"),
        (qualified_name_errors, "a/b/c", "a valid label key must consist of"),
    ],
)
def test_invalid_names_are_refused_in_kubernetes_words(rule: Rule, bad: str, start: str) -> None:
    assert rule(bad)[0].startswith(start)


def test_a_message_shows_its_pattern_and_examples() -> None:
    (message,) = config_key_errors("ä")
    assert message.endswith(
        "(e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')"
    )


@pytest.mark.parametrize(
    ("name", "messages"),
    [
        ("my-name", []),
        ("1", []),
        ("a.b", ["must not contain dots"]),
        ("a" * 64, ["must be no more than 63 characters"]),
        ("-a", ["a lowercase RFC 1123 label must consist of"]),
        ("", ["a lowercase RFC 1123 label must consist of"]),
        (f"{'a' * 64}.b", ["must be no more than 63 characters", "must not contain dots"]),
    ],
)
def test_a_label_has_no_dots(name: str, messages: list[str]) -> None:
    errors = label_errors(name)
    assert len(errors) == len(messages)
    assert all(error.startswith(message) for error, message in zip(errors, messages, strict=True))


@pytest.mark.parametrize(("name", "good"), [("a-", True), ("-", False), ("a.-", True), ("-a-", False), ("a.b-", True)])
def test_a_prefix_may_end_with_a_dash(name: str, good: bool) -> None:
    assert (prefix_errors(name) == []) == good
