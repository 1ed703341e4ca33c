"""The rule `env`: off by default, it makes every other variable a Parameter."""

from __future__ import annotations

import pytest

from tests.engine.authoring.suggestions.texts import (
    container,
    documents,
    parameters,
    service,
    suggestions,
    template,
    workload,
)


def env(*entries: tuple[str, str], name: str = "web") -> str:
    return workload("Deployment", name, container(name, "a", env=entries))


def variables(text: str) -> dict[str, str]:
    return {item.key: item.value for item in suggestions(text).items if item.rule == "env"}


def test_it_is_off_until_somebody_wants_it() -> None:
    text = env(("LOG_LEVEL", "info"))
    assert "LOG_LEVEL" not in parameters(text)
    assert "value: ${LOG_LEVEL}\n" in template(text, "LOG_LEVEL").text


def test_equal_values_share_a_parameter_and_others_get_a_number() -> None:
    text = documents(env(("MODE", "a")), env(("MODE", "a"), name="web-b"), env(("MODE", "b"), name="web-c"))
    assert variables(text) == {"MODE": "a", "MODE_2": "b"}


@pytest.mark.parametrize("value", ["$(A)", "x-${A}", '""', "3", "null", "|\n            a\n            b"])
def test_references_and_what_is_no_text_on_one_line_stay(value: str) -> None:
    assert variables(env(("MODE", value))) == {}


def test_what_another_rule_takes_stays_with_that_rule() -> None:
    text = documents(env(("PASSWORD", "x"), ("DB", "web-db"), ("HOST", "a")), service("web-db"))
    assert variables(text) == {"HOST": "a"}
