"""Issues on the page: where a text is broken, errors of the request, and fixes."""

from __future__ import annotations

import re

from django.test import Client

from tests.pages.pages import BROKEN, POD, fragment, output, text


def test_broken_text_keeps_the_last_output_and_says_where_it_is_broken(client: Client) -> None:
    response = client.post("/evaluate", {"source": BROKEN})
    partials = text(response)
    assert response.status_code == 200
    assert response["HX-Reswap"] == "none"
    assert re.search(r"Showing the last result that worked.*Line 2:", partials)
    assert set(re.findall(r'hx-target="([^"]*)"', partials)) == {
        "#stale",
        "#issues",
        "#shown",
        "#issues-count",
        "#source-fact",
        "#status",
        "#banner",
        "#share-contents",
        "#download-contents",
    }
    assert "<pre" not in partials


def test_broken_text_without_scripts_keeps_everything_that_was_typed(client: Client) -> None:
    form = {
        "source": BROKEN,
        "value.NAME": "mine",
        "value.EMPTIED": "",
        "default.EMPTIED": "full",
        "expression.PASSWORD": "[a]{2}",
        "generated.PASSWORD": "aa",
        "generated-from.PASSWORD": "proposal [a]{2}",
        "assumed.WHO": "me",
    }
    page = text(client.post("/", form))
    assert "There is no output: the text cannot be read. <span>Line 2:" in page
    for name, value in form.items():
        if name != "source" and "EMPTIED" not in name:
            assert f'<input type="hidden" name="{name}" value="{value}">' in page
    assert '<input type="hidden" name="clear" value="EMPTIED">' in page


def test_empty_text_offers_examples_and_complains_of_nothing(client: Client) -> None:
    page = text(client.post("/", {"source": ""}))
    assert "start from an example" in page
    assert 'class="issue ' not in page
    assert page.count('<a href="/?example=') > 3


def test_fix_is_applied_on_the_server(client: Client) -> None:
    first = text(client.post("/", {"source": POD}))
    shown = re.search(r'name="shown" value="([^"]*)"', first)
    number = re.search(r'name="fix" value="(\d+)"(?:(?!</button>).)*Move', first, re.DOTALL)
    assert shown is not None
    assert number is not None
    page = text(client.post("/", {"source": POD, "fix": number[1], "shown": shown[1]}))
    assert "value: http://8080/" in output(page)
    assert "ENV502" not in page


def test_fix_for_another_text_is_not_applied(client: Client) -> None:
    page = text(client.post("/", {"source": POD, "fix": "0", "shown": "000000000000"}))
    assert "so it was not applied" in page
    assert "value: http://$(PORT)/" in output(page)


def test_fix_that_does_not_exist_is_not_applied(client: Client) -> None:
    first = text(client.post("/", {"source": POD}))
    shown = re.search(r'name="shown" value="([^"]*)"', first)
    assert shown is not None
    assert "so it was not applied" in text(client.post("/", {"source": POD, "fix": "99", "shown": shown[1]}))


def test_issue_links_to_its_rule_and_names_its_place(client: Client) -> None:
    issues = fragment(text(client.post("/", {"source": POD})), "issues")
    assert '<a class="code" href="/rules/ENV502"' in issues
    assert re.search(r'<a class="place" href="#source" data-span="11:21-11:28">.*11:21</a>', issues)


def test_text_over_the_limit_is_refused_and_kept(client: Client) -> None:
    source = "a: " + "x" * (1024 * 1024)
    page = client.post("/", {"source": source})
    assert page.status_code == 413
    assert "the limit is 1 MB" in text(page)
    assert source in text(page)
    partial = client.post("/evaluate", {"source": source})
    assert partial.status_code == 413
    assert set(re.findall(r'hx-target="([^"]*)"', text(partial))) == {"#banner"}
    for response in (page, partial):
        assert "Use the command line: <code>python -m playground process -f FILE</code>." in text(response)


def test_form_beyond_a_limit_says_so_in_the_banner(client: Client) -> None:
    page = client.post("/", {"source": POD, "value.A": "x\0"})
    assert page.status_code == 400
    assert re.search(r'id="banner" role="alert"><p>The value of <code>A</code> holds a NUL', text(page))


def test_nul_in_the_source_is_an_issue_not_a_failure(client: Client) -> None:
    response = client.post("/", {"source": "a: \0\n"})
    assert response.status_code == 200
    assert 'class="issue issue-error"' in text(response)
