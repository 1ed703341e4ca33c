"""What is said of the entries of `env`."""

from __future__ import annotations

import pytest

from playground.engine import evaluate
from tests.engine.environments import pod


@pytest.mark.parametrize(("name", "said"), [("N", ["POD601", "POD601"]), ('"N"', ["ENV508"])])
def test_a_name_that_is_no_text_is_not_called_a_duplicate(name: str, said: list[str]) -> None:
    text = pod(f"image: a/b\nenv: [{{name: {name}, value: a}}, {{name: {name}, value: b}}]")
    assert [item.code for item in evaluate(text).diagnostics] == said
