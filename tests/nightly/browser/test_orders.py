"""Of many answers out of order (ORDERS) the one to the last input is shown each time."""

from __future__ import annotations

from tests.browser.test_typing import test_of_answers_out_of_order_the_last_input_s_shows  # noqa: F401
