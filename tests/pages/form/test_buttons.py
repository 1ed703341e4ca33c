"""The effect of each button on a Draft."""

from __future__ import annotations

import pytest

from playground.pages.form.buttons import press, standard_base64
from playground.pages.form.draft import Draft, GeneratedValue


def after(draft: Draft, **pressed: str) -> Draft:
    """The Draft after buttons were pressed, each on one name."""
    changed, refused = press(draft, {verb: [name] for verb, name in pressed.items()}, {})
    assert not refused
    return changed


def test_regenerate_forgets_one_generated_value_and_with_a_star_all() -> None:
    draft = Draft(generated={"A": GeneratedValue("a", ""), "B": GeneratedValue("b", "")})
    assert list(after(draft, regenerate="A").generated) == ["B"]
    assert after(draft, regenerate="*").generated == {}


def test_reset_takes_value_and_expression_back() -> None:
    assert after(Draft(values={"A": "1"}, expressions={"A": "[a]{1}"}), reset="A") == Draft()


def test_clear_empties_a_value() -> None:
    assert after(Draft(values={"A": "  "}), clear="A").values == {"A": ""}


def test_one_line_joins_the_lines_with_spaces() -> None:
    draft = after(Draft(values={"A": "a\nb"}, multiline=frozenset("A")), shorten="A")
    assert draft == Draft(values={"A": "a b"})


def test_several_lines_are_remembered() -> None:
    assert after(Draft(multiline=frozenset("A")), lengthen="B").multiline == {"A", "B"}


def test_encode_replaces_a_text_by_its_base64() -> None:
    assert after(Draft(values={"A": "héllo"}), encode="A").values == {"A": "aMOpbGxv"}


def test_a_button_changes_the_default_until_a_value_is_given() -> None:
    assert press(Draft(), {"encode": ["A"]}, {"A": "a"}) == (Draft(values={"A": "YQ=="}), ())
    assert press(Draft(values={"A": "b"}), {"encode": ["A"]}, {"A": "a"}) == (Draft(values={"A": "Yg=="}), ())


@pytest.mark.parametrize(
    ("text", "standard"),
    [("_-8", "/+8="), ("aGVsbG8", "aGVsbG8="), ("aGVsbG8=", None), ("hello", None), ("a b", None), ("", None)],
)
def test_base64_of_urls_or_without_padding_can_be_converted(text: str, standard: str | None) -> None:
    assert standard_base64(text) == standard
    assert after(Draft(values={"A": text}), convert="A").values == {"A": standard or text}
