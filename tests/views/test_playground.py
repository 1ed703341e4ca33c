"""The page, whole and in parts, with Django's test client."""

from __future__ import annotations

import gzip
import re
from html import unescape

import pytest
from django.test import Client

from tests.views.pages import HOSTILE, POD, TEMPLATE, fragment, output, text


def test_first_visit_shows_an_expanded_example_with_one_warning_and_its_fix(client: Client) -> None:
    page = text(client.get("/"))
    assert "kind: Deployment" in output(page)
    assert page.count('class="issue issue-warning"') == 1
    assert 'class="issue issue-error"' not in page
    assert '<button class="fix" name="fix" value="0"' in page
    assert re.search(r'id="status" [^>]*>Expanded: 1 object, 1 warning', page)


def test_page_has_no_inline_script_and_no_style_attribute(client: Client) -> None:
    page = text(client.get("/"))
    assert " style=" not in page
    assert re.findall(r"<script(?![^>]* src=)", page) == []
    assert re.findall(r"\son[a-z]+=", page) == []


def test_every_control_has_a_label_and_every_id_is_there_once(client: Client) -> None:
    page = text(client.post("/", {"source": TEMPLATE}))
    ids = re.findall(r'\sid="([^"]*)"', page)
    assert len(ids) == len(set(ids))
    labelled = set(re.findall(r'<label[^>]* for="([^"]*)"', page))
    controls = re.findall(r'<(?:input|select|textarea)(?![^>]*type="(?:hidden|radio)")[^>]*\sid="([^"]*)"', page)
    assert controls
    assert set(controls) <= labelled


def test_example_is_loaded_by_name(client: Client) -> None:
    assert "# Order matters" in text(client.get("/?example=order-matters"))


def test_unknown_example_is_a_missing_page(client: Client) -> None:
    assert client.get("/?example=nothing").status_code == 404


def test_link_cannot_bring_a_text_or_pinned_values(client: Client) -> None:
    page = text(client.get("/", {"source": "kind: Evil", "generated.SESSION_SECRET": "known"}))
    assert "kind: Evil" not in page
    assert 'value="known"' not in page


def test_head_is_answered_and_other_methods_are_not(client: Client) -> None:
    assert client.head("/").status_code == 200
    assert client.put("/").status_code == 405
    assert client.get("/evaluate").status_code == 405
    assert client.get("/download").status_code == 405


def test_partials_are_the_fragments_of_the_page_without_its_cards(client: Client) -> None:
    form = {"source": POD, "assume.WHO": "me"}
    page, partials = text(client.post("/", form)), text(client.post("/evaluate", form))
    page, cards = re.subn(r'<div class="trace-card" id="trace-.*?</div>', "", page, flags=re.DOTALL)
    assert cards == partials.count('class="traced"') > 0
    for name in ("parameters", "output", "issues"):
        assert " ".join(fragment(page, name).split()) in " ".join(partials.split())


def test_partials_name_their_targets_and_bring_the_title(client: Client) -> None:
    partials = text(client.post("/evaluate", {"source": TEMPLATE.replace("value: shop", 'value: ""')}))
    targets = re.findall(r'<hx-partial hx-target="([^"]*)" hx-swap="([^"]*)"', partials)
    assert dict(targets) == {
        "#stale": "innerHTML",
        "#parameters-heading": "textContent",
        "#parameters": "innerMorph",
        "#issues": "innerMorph",
        "#shown": "outerMorph",
        "#issues-count": "textContent",
        "#source-fact": "textContent",
        "#status": "textContent",
        "#banner": "innerHTML",
        "#share-contents": "innerHTML",
        "#download-contents": "innerHTML",
    }
    assert partials.startswith("<title>(1 error) Template Playground</title>")


@pytest.mark.parametrize(("source", "count"), [(POD, 0), (TEMPLATE, 1)], ids=["pod", "template"])
def test_only_who_shares_a_template_is_told_which_values_would_be_left_out(
    client: Client, source: str, count: int
) -> None:
    for address in ("/", "/evaluate"):
        assert text(client.post(address, {"source": source})).count("Values that look secret") == count


def test_title_of_the_draft_is_the_title_of_the_page(client: Client) -> None:
    assert "<title>My shop</title>" in text(client.post("/", {"source": POD, "title": "My shop"}))


def test_source_is_given_back_as_it_was(client: Client) -> None:
    source = f"\n\n# {HOSTILE} </textarea>\nkind: Pod\n"
    page = text(client.post("/", {"source": source}))
    found = re.search(r"<textarea id=\"source\"[^>]*>\n(.*?)</textarea>", page, re.DOTALL)
    assert found is not None
    assert unescape(found[1]) == source


@pytest.mark.parametrize("view", ["expanded", "diff", "environment"])
@pytest.mark.parametrize("syntax", ["yaml", "json"])
def test_hostile_names_and_values_are_only_ever_text(client: Client, view: str, syntax: str) -> None:
    quoted = HOSTILE.replace('"', '\\"')
    source = f"""\
apiVersion: v1
kind: Template
metadata: {{name: "{quoted}"}}
parameters:
- name: "{quoted}"
  displayName: "{quoted}"
  description: "{quoted}"
  generate: expression
  from: "{quoted}"
- name: P
objects:
- apiVersion: v1
  kind: Pod
  metadata: {{name: "{quoted}", annotations: {{"{quoted}": "$(P)"}}}}
  spec:
    containers:
    - name: "{quoted}"
      args: ["$({quoted})", "$(P)", "$(A)"]
      env:
      - {{name: "{quoted}", value: "{quoted}"}}
      - {{name: A, value: "$({quoted})$(B)"}}
"""
    form = {"source": source, "view": view, "syntax": syntax, "value.P": HOSTILE, f"value.{HOSTILE}": "x"}
    page = text(client.post("/", form | {"title": HOSTILE, f"assume.{HOSTILE}": HOSTILE}))
    assert "<img src=x" not in page
    assert "<script>" not in page
    assert "onerror" in page


def test_the_whole_page_is_compressed_with_random_padding_and_a_token_of_its_own(client: Client) -> None:
    answers = [client.get("/", headers={"Accept-Encoding": "gzip"}) for _ in range(8)]
    pages = [gzip.decompress(answer.content).decode() for answer in answers]
    assert all(len(answer.content) < len(page) / 3 for answer, page in zip(answers, pages, strict=True))
    assert all("Accept-Encoding" in answer["Vary"] for answer in answers)
    assert len({len(answer.content) for answer in answers}) > 1
    tokens = [re.findall(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)[0] for page in pages]
    assert len(set(tokens)) == len(tokens)


def test_a_live_answer_is_compressed_with_random_padding_and_holds_no_token(client: Client) -> None:
    answers = [client.post("/evaluate", {"source": POD}, headers={"Accept-Encoding": "gzip"}) for _ in range(8)]
    pages = [gzip.decompress(answer.content).decode() for answer in answers]
    assert all(len(answer.content) < len(page) / 3 for answer, page in zip(answers, pages, strict=True))
    assert len({len(answer.content) for answer in answers}) > 1
    assert "csrf" not in "".join(pages)
