"""Names for what panels show."""

from __future__ import annotations

import doctest

from playground.draft import Draft
from playground.views.evaluations import evaluated
from playground.views.panels import digests
from playground.views.panels.digests import digest
from playground.views.panels.page import page_panel
from tests.texts import SHOP


def test_the_examples_are_right() -> None:
    assert doctest.testmod(digests) == (0, 1)


def test_text_that_cannot_be_encoded_has_a_name_too() -> None:
    assert digest("\ud800") != digest("")


def test_two_evaluations_of_the_same_show_the_same() -> None:
    one, other = (page_panel(evaluated(Draft(f"{SHOP}objects: []\n"))) for _ in range(2))
    assert one.parameters.digest == other.parameters.digest != ""
    assert one.issues.digest == other.issues.digest != ""
