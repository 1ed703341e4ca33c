"""Other programs' formats of variables become lists of entries."""

from __future__ import annotations

import pytest

from playground.engine import evaluate, read_plain
from tests.engine.environments import pod
from tests.engine.rules.fixing import mend

WANTED = [{"name": "A", "value": "b"}, {"name": "PORT", "value": "8080"}]


@pytest.mark.parametrize(
    "env",
    [
        "env: {A: b, PORT: 8080}",
        "env: [A=b, PORT=8080]",
        "env: [{A: b}, {PORT: 8080}]",
        "env:\n      A: b\n      PORT: 8080",
        "env:\n    - A=b\n    - PORT=8080",
        "env:\n    - A: b\n    - PORT: 8080",
        "env:\n    - A: b\n    - name: PORT\n      value: '8080'",
    ],
)
def test_every_form_becomes_entries_with_name_and_value(env: str) -> None:
    text = mend(pod(env), "POD602", "POD609")
    assert read_plain(text)["spec"]["containers"][0]["env"] == WANTED
    assert evaluate(text).diagnostics == ()
    assert text.count("\n") >= pod(env).count("\n")


def test_lines_end_as_before() -> None:
    text = mend(pod("env:\n      A: b\n      PORT: 8080").replace("\n", "\r\n"), "POD602", "POD609")
    assert read_plain(text)["spec"]["containers"][0]["env"] == WANTED
    assert text.count("\r\n") == text.count("\n")


@pytest.mark.parametrize(
    "env",
    [
        "env: {A: {b: c}}",
        "env: {A: }",
        "env: []",
        "env:\n      # why\n      A: b\n      # how\n      B: c",
        "env: [=b]",
    ],
)
def test_what_is_no_pair_or_would_lose_something_has_no_fix(env: str) -> None:
    assert mend(pod(env), "POD602", "POD609") == pod(env)
