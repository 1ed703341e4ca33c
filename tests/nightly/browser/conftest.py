"""The fixtures of the browser tests."""

from tests.browser.conftest import browser, open_visit, visit, visit_site, window  # noqa: F401
from tests.browser.test_typing import delay  # noqa: F401
