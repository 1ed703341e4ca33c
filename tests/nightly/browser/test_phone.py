"""What holds for a small phone holds for a common one, too."""

from __future__ import annotations

import pytest

from tests.browser.conftest import OpenVisit
from tests.browser.test_narrow import (  # noqa: F401
    TOUCH,
    test_a_form_is_filled_in_with_the_thumb,
    test_a_tap_on_an_issue_shows_its_place_in_the_source,
    test_lines_with_values_are_no_further_apart_than_others,
    test_no_pane_scrolls_the_page_sideways_and_targets_fit_a_thumb,
    test_nothing_is_beyond_the_edge_of_a_phone,
    test_tabs_carry_counts_and_follow_the_arrow_keys,
    test_text_of_inputs_is_large_enough_that_a_phone_does_not_zoom,
    test_turning_a_phone_keeps_text_and_pane,
)
from tests.browser.visits import PHONE, Visit


@pytest.fixture
def phone(open_visit: OpenVisit) -> Visit:
    """A first visit with a common phone."""
    return open_visit(viewport=PHONE, **TOUCH)
