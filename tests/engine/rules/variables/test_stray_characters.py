"""Quotes, backslashes and folded lines are reported only where they change the received value."""

from __future__ import annotations

import pytest

from playground.engine import apply_edits, evaluate
from tests.engine.environments import pod
from tests.engine.rules.finding import find_diagnostic, find_diagnostics


@pytest.mark.parametrize("value", ["'\"no\"'", "\"'no'\""])
def test_the_second_pair_of_quotes_is_taken_away(value: str) -> None:
    text = pod(f"env: [{{name: A, value: {value}}}]")
    diagnostic = find_diagnostic(text, "ENV545")
    assert diagnostic.fix is not None
    after = evaluate(apply_edits(text, diagnostic.fix.edits))
    assert [variable.value for variable in after.containers[0].declared] == ["no"]
    assert after.diagnostics == ()


def test_quotes_in_a_config_map_are_reported_once_in_place() -> None:
    config = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c, namespace: shop}\ndata:\n  A: '\"a b\"'\n---\n"
    source = "valueFrom: {configMapKeyRef: {name: c, key: A}}"
    text = config + pod(f"envFrom: [{{configMapRef: {{name: c}}}}]\nenv: [{{name: B, {source}}}]")
    diagnostic = find_diagnostic(text, "ENV545")
    assert (diagnostic.span.start.line, diagnostic.fix is not None) == (5, True)


@pytest.mark.parametrize(
    "value", ['\'{"a": "b"}\'', "'[\"a\"]'", '\'"a" "b"\'', "it's", "'\"'", "'\"a'", "'\"' + 'x'"[:5]]
)
def test_other_quotes_are_left_alone(value: str) -> None:
    assert find_diagnostics(pod(f"env:\n- name: A\n  value: {value}"), "ENV545") == []


@pytest.mark.parametrize(
    ("value", "mended"),
    [("'\\$(A)'", "'$$(A)'"), ("'echo \\$(A)'", "'echo $$(A)'"), ('"\\\\$(A)"', '"$$(A)"')],
)
def test_a_backslash_is_replaced_by_the_escape(value: str, mended: str) -> None:
    text = pod(f"args: [{value}]\nenv: [{{name: A, value: b}}]")
    diagnostic = find_diagnostic(text, "ENV546")
    assert diagnostic.fix is not None
    assert f"args: [{mended}]" in apply_edits(text, diagnostic.fix.edits)


@pytest.mark.parametrize("value", ["'C:\\dir\\$(A)'", "'\\\\$(A)\\x'", "'\\$(B)'", "'$(A)\\$$(A)'"])
def test_a_backslash_in_a_path_or_before_an_unresolved_reference_is_left_alone(value: str) -> None:
    assert find_diagnostics(pod(f"args: [{value}]\nenv: [{{name: A, value: b}}]"), "ENV546") == []


PEM = "-----BEGIN CERTIFICATE-----\n    MIIBszCCAVmgAwIBAgIUQx\n    -----END CERTIFICATE-----\n"


def test_a_certificate_in_a_folded_block_becomes_a_literal_block() -> None:
    text = f"apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: a}}\ndata:\n  ca.crt: >-\n    {PEM}"
    diagnostic = find_diagnostic(text, "SRC140")
    assert diagnostic.fix is not None
    after = apply_edits(text, diagnostic.fix.edits)
    assert "ca.crt: |-\n" in after
    assert find_diagnostics(after, "SRC140") == []


def test_a_certificate_in_quotes_over_several_lines_is_reported() -> None:
    text = f'apiVersion: v1\nkind: Secret\nmetadata: {{name: a}}\nstringData:\n  ca.crt: "{PEM.rstrip()}"\n'
    diagnostic = find_diagnostic(text, "SRC140")
    assert diagnostic.fix is None


@pytest.mark.parametrize(
    ("lines", "line"),
    [
        ("# a\nb", 15),
        ("a; # why\nb", 15),
        ("a\n# why\nb", 16),
        ("set -e\na", 15),
        ("set -euo pipefail\na\nb", 15),
        ("a &&\nb", 0),
        ("run\n--x\n--y", 0),
        ("a\nb # at the end", 0),
        ("# a\n\nb", 0),
        ('echo "# a"\nb', 0),
        ("echo a#b\nc", 0),
    ],
)
def test_a_script_whose_lines_are_joined_is_reported_at_the_line(lines: str, line: int) -> None:
    block = "".join(f"\n    {content}" if content else "\n" for content in lines.split("\n"))
    text = pod(f"command:\n- sh\n- -c\n- >{block}")
    diagnostics = find_diagnostics(text, "SRC140")
    assert [diagnostic.span.start.line for diagnostic in diagnostics] == [line] * bool(line)
    for diagnostic in diagnostics:
        assert diagnostic.fix is not None
        assert find_diagnostics(apply_edits(text, diagnostic.fix.edits), "SRC140") == []


@pytest.mark.parametrize(
    ("value", "reason"),
    [("'\"no\"'", "YAML removes only the outer pair."), ('|-\n    "no"', "nothing removes them.")],
)
def test_a_block_has_no_outer_pair_of_quotes(value: str, reason: str) -> None:
    diagnostic = find_diagnostic(pod(f"env:\n- name: A\n  value: {value}"), "ENV545")
    assert diagnostic.message == f"The process receives the value of `A` with quotes: {reason}"
