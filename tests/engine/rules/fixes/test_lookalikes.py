"""Characters that only look like spaces and dashes, and lines of other programs. One fix changes all of them."""

from __future__ import annotations

import pytest

from playground.engine import apply_edits, evaluate, read_plain
from tests.engine.rules.finding import find_diagnostics

POD = """\
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
  - name: web
    image: registry.example/web:1
"""


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text.replace("  ", "\u00a0\u00a0"),
        lambda text: text.replace("  name: web\n", "\u2003 name: web\n", 1),
        lambda text: text.replace("- name", "\u2013 name"),
        lambda text: text.replace("- name", "\u2014\u00a0name").replace("\n", "\r\n"),
    ],
)
def test_one_fix_changes_every_line(damage: object) -> None:
    text = damage(POD)  # type: ignore[operator]
    fixes = [item.fix for item in evaluate(text).diagnostics if item.fix and item.fix.title.startswith("Write plain")]
    assert len(fixes) == 1
    assert fixes[0] is not None
    mended = apply_edits(text, fixes[0].edits)
    assert read_plain(mended) == read_plain(POD)
    assert evaluate(mended).diagnostics == ()


def test_the_character_is_named_with_its_line() -> None:
    diagnostics = evaluate(POD.replace("- name", "\u2013 name")).diagnostics
    hint = "Line 7 begins with U+2013, a dash that does not begin a list item. Write `-`."
    assert [item.hint for item in diagnostics] == [hint]


@pytest.mark.parametrize("text", ["a: x\u00a0y\n", "a: \u2013 b\n", "a: |\n  \u00a0b\n  \u2013 c\n"])
def test_inside_a_text_they_are_left_alone(text: str) -> None:
    assert "SRC138" not in {item.code for item in evaluate(f"apiVersion: v1\nkind: ConfigMap\n{text}").diagnostics}


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("$ kubectl get pod web -o yaml", "This is a line of a terminal: paste only what the command printed."),
        ("me@host:~$ oc get dc", "This is a line of a terminal: paste only what the command printed."),
        ("// a pod", "A comment begins with `#` in YAML; JSON has no comments."),
    ],
)
def test_a_line_of_another_program_is_reported(line: str, hint: str) -> None:
    assert hint in {item.hint for item in evaluate(f"{line}\n{POD}").diagnostics}


def test_a_placeholder_of_a_chart_is_reported_unless_another_program_uses_it() -> None:
    image = POD.replace("registry.example/web:1", "'{{ .Values.image }}:1'")
    (diagnostic,) = evaluate(image).diagnostics
    assert (diagnostic.code, diagnostic.span.start.column, diagnostic.span.end.column) == ("SRC139", 13, 32)
    for text in (
        POD.replace("registry.example/web:1", "'{{ .Image }}'"),
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {a: '{{ .Values.B }}'}\n",
        "apiVersion: example.com/v1\nkind: Alert\nmetadata: {name: a}\nspec: {a: '{{ .Values.B }}'}\n",
    ):
        assert find_diagnostics(text, "SRC139") == []


def test_what_has_no_width_is_removed_and_not_made_a_space() -> None:
    text = POD.replace("kind:", "\u200bkind:")
    (fix,) = [
        fix for diagnostic in evaluate(text).diagnostics if diagnostic.code == "SRC138" for fix in diagnostic.fixes
    ]
    assert apply_edits(text, fix.edits) == POD


def test_a_key_that_begins_behind_a_quote_is_reported_and_left_to_its_author() -> None:
    (diagnostic,) = [
        diagnostic
        for diagnostic in evaluate('apiVersion: v1\nkind: ConfigMap\n"\u00a0data": {}\n').diagnostics
        if diagnostic.code == "SRC138"
    ]
    assert diagnostic.fixes == ()
