"""What holds for one example holds for each."""

from __future__ import annotations

import pytest

from playground.pages.examples import examples
from tests.browser.test_gallery import test_an_example_opens_expanded_and_stays_so_when_asked_again  # noqa: F401


@pytest.fixture(params=[example.name for example in examples()])
def example(request: pytest.FixtureRequest) -> str:
    """The name of each example."""
    return str(request.param)
