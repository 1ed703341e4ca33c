"""What holds for a small phone holds for a common one, too."""

from __future__ import annotations

import pytest

from tests.browser.conftest import OpenVisit
from tests.browser.test_narrow import (  # noqa: F401
    TOUCH,
    test_no_pane_scrolls_the_page_sideways_and_targets_fit_a_thumb,
    test_nothing_is_beyond_the_edge_of_a_phone,
    test_tabs_carry_counts_follow_the_arrow_keys_and_a_tap_on_an_issue,
)
from tests.browser.visits import PHONE, Visit


@pytest.fixture
def phone(open_visit: OpenVisit) -> Visit:
    """A first visit with a common phone."""
    return open_visit(viewport=PHONE, **TOUCH)
