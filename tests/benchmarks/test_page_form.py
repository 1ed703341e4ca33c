"""What a browser would send is found in a page, and sent again with the text that was typed."""

from __future__ import annotations

import pytest

from tests.benchmarks.page_form import Fields


@pytest.mark.parametrize(
    ("html", "values"),
    [
        ('<input name="a" value="1"><input type="hidden" name="b">', {"a": "1", "b": ""}),
        ('<input type="radio" name="a" value="1"><input type="radio" name="a" value="2" checked>', {"a": "2"}),
        ('<input type="file" name="a"><input id="no-name" value="1">', {}),
        ('<select name="a"><option value="1"><option value="2" selected></select>', {"a": "2"}),
        ('<select name="a"><option value="1"><option value="2"></select>', {"a": "1"}),
    ],
)
def test_fields_are_sent_as_a_browser_sends_them(html: str, values: dict[str, str]) -> None:
    assert Fields(html).values == values
