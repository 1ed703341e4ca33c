"""Secrets in plain text, and names that only sound like secrets."""

from __future__ import annotations

import pytest

from playground.engine import evaluate
from tests.engine.environments import pod


@pytest.mark.parametrize(
    ("name", "value", "count"),
    [
        ("DB_PASSWORD", "hunter2", 1),
        ("apiToken", "abcdef", 1),
        ("URL", "db://shop:hunter2@db/", 1),
        ("DB_PASSWORD", "", 0),
        ("DB_PASSWORD", "changeme", 0),
        ("DB_PASSWORD", "$(OTHER)", 0),
        ("DB_PASSWORD", "<your password>", 0),
        ("DB_PASSWORD_FILE", "hunter2", 0),
        ("RANDOM_TOKEN", "/run/token", 0),
        ("REQUIRE_TOKEN", "true", 0),
        ("PASSWORD_SECRET_KEY", "client_secret", 0),
    ],
)
def test_a_secret_is_recognised_by_name_and_value(name: str, value: str, count: int) -> None:
    text = pod(f'env: [{{name: OTHER, value: a}}, {{name: {name}, value: "{value}"}}]')
    assert [item.code for item in evaluate(text).diagnostics].count("ENV535") == count


def test_a_secret_from_a_parameter_is_reported_only_at_its_default() -> None:
    text = (
        "apiVersion: template.openshift.io/v1\nkind: Template\nparameters:\n- {name: DB_PASSWORD, value: hunter2}\n"
        "objects:\n- apiVersion: v1\n  kind: Pod\n  metadata: {name: a}\n  spec:\n    containers:\n"
        "    - {name: a, image: b/c, env: [{name: DB_PASSWORD, value: '${DB_PASSWORD}'}]}\n"
    )
    assert [(item.code, item.span.start.line) for item in evaluate(text).diagnostics] == [("PAR311", 4)]


@pytest.mark.parametrize(
    ("name", "written", "literal"),
    [
        ("DB_PASSWORD", "hunter2", "hunter2"),
        ("DB_PASSWORD", "'hunter2'", "'hunter2'"),
        ("URL", "db://shop:hunter2@db/", "hunter2"),
        ("DB_PASSWORD", "|\n          hunter2", ""),
    ],
)
def test_the_value_of_which_a_parameter_is_worth_making_is_named(name: str, written: str, literal: str) -> None:
    text = pod(f"env:\n      - name: {name}\n        value: {written}\n")
    (hint,) = (item for item in evaluate(text).diagnostics if item.code == "ENV535")
    assert (evaluate(text).source.text.slice(hint.literal) if hint.literal else "") == literal


def test_beside_a_template_no_parameter_can_be_made() -> None:
    template = "apiVersion: template.openshift.io/v1\nkind: Template\nobjects: []\n---\n"
    text = template + pod("env: [{name: DB_PASSWORD, value: hunter2}]")
    (hint,) = (item for item in evaluate(text).diagnostics if item.code == "ENV535")
    assert hint.literal is None
