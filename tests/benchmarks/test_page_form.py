"""What a browser would send is found in a page, and sent again with the text that was typed."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.benchmarks.page_form import Fields
from tests.benchmarks.texts import different, template


@pytest.mark.parametrize(
    ("html", "values"),
    [
        ('<input name="a" value="1"><input type="hidden" name="b">', {"a": "1", "b": ""}),
        ('<input type="radio" name="a" value="1"><input type="radio" name="a" value="2" checked>', {"a": "2"}),
        ('<input type="file" name="a"><input id="no-name" value="1">', {}),
        ('<select name="a"><option value="1"><option value="2" selected></select>', {"a": "2"}),
        ('<select name="a"><option value="1"><option value="2"></select>', {"a": "1"}),
        ('<code data-digests="x1y2">', {"seen.lines": "x1y2"}),
    ],
)
def test_fields_are_sent_as_a_browser_sends_them(html: str, values: dict[str, str]) -> None:
    assert Fields(html).values == values


@pytest.mark.django_db
def test_what_the_page_has_is_not_sent_again(client: Client) -> None:
    text = template(3_200)
    address = reverse("evaluate")
    first = client.post(address, {"source": different(text, "one-")}).content.decode()
    form = Fields(first).values
    assert {"seen.parameters", "seen.issues", "seen.lines", "value.NAME", "generated.PASSWORD"} <= set(form)
    again = client.post(address, {**form, "source": different(text, "two-")}).content.decode()
    assert 'hx-target="#parameters"' in first
    assert 'hx-target="#parameters"' not in again
    assert 0 < again.count("two-") <= first.count("one-")
    assert len(again) < len(first)
