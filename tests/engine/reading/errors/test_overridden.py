"""Values that another value of the same key overrides are not judged; kubectl 1.36.3 gave these answers."""

from __future__ import annotations

import pytest

from playground.engine.reading import read


def refused(text: str) -> list[tuple[str, str, str]]:
    """Pattern, place and field of each problem that refuses ``text``."""
    return [(p.pattern, str(p.span), str(p.field)) for p in read(text).problems if p.refused]


@pytest.mark.parametrize(
    "text",
    [
        "x: {null: 1}\nx: 2\n",
        "x: {18446744073709551615: 1}\nx: 2\n",
        "x: .inf\nx: 1\n",
        "x: {y: [{~: .nan}]}\nx: 2\n",
        "x: {<<: {a: .inf}, a: 1}\n",
        "a: {b: &b {~: 1}}\na: {b: 1}\n",
        "a: {b: &b .inf}\na: 1\nx: {y: *b}\nx: 1\n",
        "x:\n  - {~: 1}\nx: !!null\n",
    ],
)
def test_an_overridden_value_refuses_nothing(text: str) -> None:
    assert refused(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x: {null: 1}\n", [("unsupported-key", "1:5", "x")]),
        ("x: 1\nx: {null: 1}\n", [("unsupported-key", "2:5", "x")]),
        ("x: {a: .inf, a: .nan}\n", [("unsupported-value", "1:17", "x.a")]),
        ("x: {a: 1, <<: {a: .inf}}\n", [("unsupported-value", "1:19", "x.a")]),
        ("x: {<<: [{~: 1}], ~: 2}\n", [("unsupported-key", "1:11", "x"), ("unsupported-key", "1:19", "x")]),
        ("x: &a {null: 1}\nz: {<<: *a}\nx: 1\n", [("unsupported-key", "1:8", "z")]),
        ("x: {b: &b [.inf]}\nz: [*b]\nx: 1\n", [("unsupported-value", "1:12", "z[0][0]")]),
        ("x: &a .inf\nz: *a\nx: 1\n", [("unsupported-value", "2:4", "z")]),
        ("[.inf, {~: 1}]\n", [("unsupported-value", "1:2", "[0]"), ("unsupported-key", "1:9", "[1]")]),
    ],
)
def test_a_value_that_stays_is_judged(text: str, expected: list[tuple[str, str, str]]) -> None:
    assert refused(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x: {? {a: 1} : 1}\nx: 2\n", "unsupported-key"),
        ("x: !!int a\nx: 2\n", "tag-mismatch"),
        ("x: {<<: 1}\nx: 2\n", "merge-not-a-mapping"),
        ("x: &a {b: *a}\nx: 2\n", "recursive-alias"),
    ],
)
def test_what_goyaml_refuses_while_it_decodes_refuses_the_text_everywhere(text: str, expected: str) -> None:
    assert [pattern for pattern, _, _ in refused(text)] == [expected]


def test_the_error_names_the_value_that_the_key_has_in_the_end() -> None:
    [problem] = [p for p in read("x: {a: {~: 1}}\nx: {a: {~: [2]}}\n").problems if p.refused]
    assert problem.error == (
        "error converting YAML to JSON: unsupported map key of type: %!s(<nil>), key: <nil>, value: []interface {}{2}"
    )


@pytest.mark.parametrize("unit", ["x: {~: .inf}\n", "- &a {~: 1}\n- <<: [*a, *a]\n", "- [.inf]\n"])
def test_many_doubtful_values_take_linear_time(unit: str) -> None:
    assert len(refused(unit * 3_000)) <= 100
