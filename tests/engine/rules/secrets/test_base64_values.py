"""Values of a Secret that are encoded twice or not at all are reported; keys and certificates are not."""

from __future__ import annotations

import base64
import hashlib
import random
import string

import pytest

from playground.engine import Diagnostic, apply_edits, read_plain
from playground.engine.text.base64 import padded, plain_text
from tests.engine.rules.finding import find_diagnostic, find_diagnostics

HEAD = "apiVersion: v1\nkind: Secret\nmetadata: {name: s}\n"
ONCE = base64.b64encode(b"password123").decode()
TWICE = base64.b64encode(ONCE.encode()).decode()


def find_in_secret(text: str) -> list[Diagnostic]:
    return find_diagnostics(HEAD + text, "ENV543", "ENV544")


@pytest.mark.parametrize(
    ("fields", "meant"),
    [
        (f"stringData: {{a: {ONCE}}}\n", {"data": {"a": ONCE}}),
        (f'"stringData":\n  a: {ONCE}\n  b: {ONCE}\n', {"data": {"a": ONCE, "b": ONCE}}),
        (f"data: {{a: {TWICE}}}\n", {"data": {"a": ONCE}}),
        ("data: {a: bill}\n", {"data": {"a": base64.b64encode(b"bill").decode()}}),
        ("data: {a: 'deadbeef'}\n", {"data": {"a": base64.b64encode(b"deadbeef").decode()}}),
    ],
)
def test_after_the_fix_the_value_is_encoded_once(fields: str, meant: dict[str, object]) -> None:
    diagnostic = find_in_secret(fields)[0]
    assert diagnostic.fix is not None
    after = apply_edits(HEAD + fields, diagnostic.fix.edits)
    value = read_plain(after)
    assert {key: value[key] for key in meant} == meant
    assert find_in_secret(after.removeprefix(HEAD)) == []


@pytest.mark.parametrize(
    "fields", [f"stringData: {{a: {ONCE}, b: c}}\n", f"stringData: {{a: {ONCE}}}\ndata: {{b: aGk=}}\n"]
)
def test_a_value_beside_others_stays_in_its_field(fields: str) -> None:
    (diagnostic,) = find_in_secret(fields)
    assert diagnostic.fix is None


@pytest.mark.parametrize(
    "fields",
    [
        "stringData: {a: password, b: 'user:pass', c: ''}\n",
        f"data: {{a: {ONCE}, b: '', c: aGVsbG8=}}\n",
        f"data: {{a: {base64.b64encode(hashlib.sha384(b'a key').digest()).decode()}}}\n",
        "data: {a: dGVzdA==, b: YWJj}\n",
        "data: {a: cnVu, b: c3Rvcmu1}\n",
    ],
)
def test_correctly_encoded_values_have_no_finding(fields: str) -> None:
    assert find_in_secret(fields) == []


def test_no_message_contains_a_secret() -> None:
    diagnostics = find_in_secret(f"stringData: {{a: {ONCE}}}\ndata: {{b: {TWICE}, c: bill}}\n")
    assert len(diagnostics) == 3
    assert not [
        diagnostic for diagnostic in diagnostics if "password123" in str(diagnostic) or "bill" in diagnostic.message
    ]


def test_a_value_from_a_parameter_is_reported_without_a_fix() -> None:
    text = (
        "apiVersion: template.openshift.io/v1\nkind: Template\nparameters: [{name: A, value: root}]\nobjects:\n"
        "- {apiVersion: v1, kind: Secret, metadata: {name: s}, data: {a: '${A}'}}\n"
    )
    diagnostic = find_diagnostic(text, "ENV544")
    assert diagnostic.fix is None


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
    draw = random.Random(1)  # a fixed seed: one password in 50,000 is base64 of printable text by chance
    passwords = ["".join(draw.choices(letters, k=16)) for _ in range(1000)]
    assert not [password for password in passwords if plain_text(password)]


def test_a_very_long_text_is_not_examined() -> None:
    assert plain_text(base64.b64encode(b"a" * 60_000).decode()) == ""
