"""The page, whole and in parts, with Django's test client."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from html import unescape

import pytest
from django.test import Client

from playground.pages.output.place import CARD
from tests.pages.pages import BROKEN, HOSTILE, POD, TEMPLATE, collapsed, fragment, output, text


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


def test_link_cannot_bring_a_text_or_generated_values(client: Client) -> None:
    page = text(client.get("/", {"source": "kind: Evil", "generated.SESSION_SECRET": "known"}))
    assert "kind: Evil" not in page
    assert 'value="known"' not in page


def test_head_is_answered_and_other_methods_are_not(client: Client) -> None:
    assert client.head("/").status_code == 200
    assert client.put("/").status_code == 405
    assert client.get("/evaluate").status_code == 405
    assert client.get("/download").status_code == 405


def test_partials_are_the_fragments_of_the_page_without_its_cards(client: Client) -> None:
    form = {"source": POD, "view": "expanded", "assumed.WHO": "me"}
    page, partials = text(client.post("/", form)), text(client.post("/evaluate", form))
    partials = partials.replace(' tabindex="-1"', "")  # of the values: the scripts lead to them with the arrow keys
    page, cards = re.subn(r'<div class="trace-card" id="trace-.*?</div>', "", page, flags=re.DOTALL)
    assert cards == partials.count('class="traced"') > 0
    for name in ("parameters", "output", "issues"):
        assert " ".join(fragment(page, name).split()) in " ".join(partials.split())


def test_of_a_text_that_is_too_large_only_the_size_is_sent_and_nothing_else_is_lost(client: Client) -> None:
    partials = text(client.post("/evaluate", {"source-bytes": "2500000", "value.NAME": "kiosk"}))
    assert "<h3>This is 2.4 MB; the limit is 1 MB.</h3>" in partials
    assert "template-playground process -f FILE" in partials
    assert '<input type="hidden" name="value.NAME" value="kiosk">' in partials
    assert "Not expanded: the text is too large." in partials
    assert "<pre" not in partials


def test_partials_name_their_targets_and_bring_the_title(client: Client) -> None:
    partials = text(client.post("/evaluate", {"source": TEMPLATE.replace("value: shop", 'value: ""')}))
    targets = re.findall(r'<hx-partial hx-target="([^"]*)" hx-swap="([^"]*)"', partials)
    assert dict(targets) == {
        "#stale": "innerHTML",
        "#views": "innerMorph",
        "#automatic-dialect": "textContent",
        "#parameters-heading": "textContent",
        "#against-choices": "innerHTML",
        "#parameters": "innerMorph",
        "#issues": "innerMorph",
        "#shown": "outerMorph",
        "#issues-count": "textContent",
        "#source-fact": "textContent",
        "#status": "textContent",
        "#banner": "innerHTML",
        "#share-contents": "innerHTML",
    }
    assert partials.startswith("<title>(1 error) t – Template Playground</title>")


@pytest.mark.parametrize(
    ("change", "brings_the_form"),
    [
        ({"source": TEMPLATE.replace("ConfigMap", "Secret")}, False),
        ({"source": TEMPLATE.replace("Name of it", "The name")}, True),
        ({"value.NAME": "c"}, True),
        ({"source": POD}, True),
    ],
    ids=["another kind", "another label", "another value", "a pod"],
)
def test_a_form_that_the_page_shows_already_is_left_out(
    client: Client, change: dict[str, str], brings_the_form: bool
) -> None:
    partials = text(client.post("/evaluate", {"source": TEMPLATE, "value.NAME": "b"}))
    hidden = dict(re.findall(r'name="(shown-inputs|generated[^"]*)" value="([^"]+)"', partials))
    again = text(client.post("/evaluate", {"source": TEMPLATE, "value.NAME": "b", **hidden, **change}))
    assert "#parameters" in partials
    assert ("#parameters" in again) is brings_the_form


@pytest.mark.parametrize(("source", "count"), [(POD, 0), (TEMPLATE, 1)], ids=["pod", "template"])
def test_only_who_shares_a_template_is_told_which_values_would_be_left_out(
    client: Client, source: str, count: int
) -> None:
    for address in ("/", "/evaluate"):
        assert text(client.post(address, {"source": source})).count("Values that look secret") == count


@pytest.mark.parametrize(
    ("source", "title", "window", "name"),
    [
        (POD, "My shop", "My shop – Template Playground", "p"),
        (POD, "", "p – Template Playground", "p"),
        (TEMPLATE, "", "t – Template Playground", "t"),
        (BROKEN, "", "(1 error) Template Playground", "Untitled"),
        ("", "", "Template Playground", "Untitled"),
    ],
    ids=["a title", "a pod", "a Template", "broken", "empty"],
)
def test_a_text_without_a_title_is_named_by_its_template_or_object(
    client: Client, source: str, title: str, window: str, name: str
) -> None:
    page = text(client.post("/", {"source": source, "title": title}))
    assert f"<title>{window}</title>" in page
    assert re.findall(r'placeholder="([^"]*)"', collapsed(page)).count(name) == 2  # in the header, and in the dialog
    assert text(client.post("/evaluate", {"source": source, "title": title})).startswith(f"<title>{window}</title>")


def test_source_is_given_back_as_it_was(client: Client) -> None:
    source = f"\n\n# {HOSTILE} </textarea>\nkind: Pod\n"
    page = text(client.post("/", {"source": source}))
    match = re.search(r"<textarea id=\"source\"[^>]*>\n(.*?)</textarea>", page, re.DOTALL)
    assert match is not None
    assert unescape(match[1]) == source


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
    page = text(client.post("/", form | {"title": HOSTILE, f"assumed.{HOSTILE}": HOSTILE}))
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


@pytest.mark.django_db
def test_the_pages_of_a_share_are_compressed_and_the_list_of_shares_is_not(client: Client) -> None:
    address = client.post("/share", {"source": POD})["Location"]
    for path, encoding in ((address, "gzip"), (f"{address}/details", "gzip"), ("/shares", None)):
        assert client.get(path, headers={"Accept-Encoding": "gzip"}).get("Content-Encoding") == encoding, path


def test_a_live_answer_is_compressed_with_random_padding_and_holds_no_token(client: Client) -> None:
    answers = [client.post("/evaluate", {"source": POD}, headers={"Accept-Encoding": "gzip"}) for _ in range(8)]
    pages = [gzip.decompress(answer.content).decode() for answer in answers]
    assert all(len(answer.content) < len(page) / 3 for answer, page in zip(answers, pages, strict=True))
    assert len({len(answer.content) for answer in answers}) > 1
    assert "csrf" not in "".join(pages)


ANGLED_POD = """\
kind: Pod
apiVersion: v1
spec:
  containers:
  - name: c
    args: ["$(WHO)<b>"]
    env: [{name: WHO, value: "<i>"}]
"""
TWO_STEPS = {
    "kind": "Pod",
    "apiVersion": "v1",
    "spec": {"containers": [{"name": "c", "args": ["$(V)$(V)"], "env": [{"name": "V", "value": "${A}"}]}]},
}


def trace_of(position: str, source: str = ANGLED_POD, **more: str) -> str:
    response = Client().post("/trace", {"source": source, "at": position, **more})
    assert response.status_code == 200
    return collapsed(response.content.decode())


def test_the_trace_of_a_place_is_a_fragment_with_a_button_that_closes_its_card() -> None:
    page = trace_of("6:14")
    assert "<code>$(WHO)</code> is used in" in page
    assert "&lt;i&gt;" in page
    assert "<i>" not in page
    assert page.count(f'popovertarget="{CARD}"') == page.count("popovertargetaction") == 1
    assert 'data-output="0 spec.containers[0].args[0]"' in page


def test_what_is_assumed_and_chosen_counts() -> None:
    assert '<code>$(NO)</code> is <code class="value">me</code>' in trace_of(
        "6:14", ANGLED_POD.replace("WHO)", "NO)"), **{"assumed.NO": "me"}
    )


def test_a_place_without_a_value_and_a_text_that_cannot_be_read_are_said_so() -> None:
    assert "Nothing at this place is replaced" in trace_of("1:9")
    assert "<code>kind</code>: string" in trace_of("1:1")
    assert "The text cannot be read, so its values are unknown." in trace_of("1:1", "a: [")


@pytest.mark.parametrize("position", ["", "0:1", "1:0", "1", "x:y", "1:1\n", "12345678:1"])
def test_what_is_no_place_is_refused(position: str) -> None:
    assert Client().post("/trace", {"source": ANGLED_POD, "at": position}).status_code == 400


def test_a_form_that_breaks_a_limit_is_refused_with_the_limit() -> None:
    response = Client().post("/trace", {"source": "x" * (2**20 + 1), "at": "1:1"})
    assert response.status_code == 413
    assert b"the limit is 1 MB" in response.content


def page_and_cards(text: str) -> tuple[str, list[str]]:
    """What a live answer says of ``text``, and the ids of the cards that its values open."""
    page = Client().post("/evaluate", {"source": text}).content.decode()
    return page, re.findall(r'<button class="traced" type="button" tabindex="-1" popovertarget="([^"]+)"', page)


def test_a_live_answer_comes_without_cards_and_each_is_the_one_of_the_whole_page() -> None:
    template = (
        f"kind: Template\napiVersion: v1\nparameters:\n- {{name: A, value: <a>}}\nobjects:\n- {json.dumps(TWO_STEPS)}\n"
    )
    page, cards = page_and_cards(template)
    assert set(cards) == {"trace-0", "trace-1", "trace-parameter-0"}
    assert "trace-card" not in page
    digest = re.search(r'name="shown" value="(\w+)"', page)
    assert digest
    whole = collapsed(Client().post("/", {"source": template}).content.decode())
    for card in cards:
        answer = trace_of("", template, card=card, shown=digest[1]).strip()
        assert answer.count(f'id="{card}"') == answer.count('class="trace-card"') == 1
        assert answer in whole
        assert "&lt;a&gt;" in answer


@pytest.mark.parametrize("card", ["trace-7", "trace-parameter-0"])
def test_a_card_of_a_value_that_is_no_more_says_so(card: str) -> None:
    digest = hashlib.sha256(ANGLED_POD.encode()).hexdigest()[:12]
    for answer in (trace_of("", card=card, shown=digest), trace_of("", card="trace-0", shown="another")):
        assert "The text or a value has changed since this output was shown." in answer
    assert f'id="{card}"' in trace_of("", card=card, shown=digest)
    assert "has changed" not in trace_of("", card="trace-0", shown=digest)


@pytest.mark.parametrize("card", ["trace", "trace-", "trace-1000", "place-trace", "trace-0 ", "trace-0\n", '"><b>'])
def test_what_is_no_card_is_refused(card: str) -> None:
    assert Client().post("/trace", {"source": ANGLED_POD, "card": card}).status_code == 400


def test_only_a_form_asks() -> None:
    assert Client().get("/trace").status_code == 405


def test_value_is_marked_with_where_it_came_from(client: Client) -> None:
    page = text(client.post("/", {"source": TEMPLATE}))
    mark = '<mark class="from-parameter" data-parameter="NAME">shop</mark>'
    assert re.search(rf'name: <button class="traced"[^>]*>{re.escape(mark)}</button>', page)


def test_lines_lead_back_to_their_field_in_the_source(client: Client) -> None:
    page = text(client.post("/", {"source": POD, "view": "expanded"}))
    before = POD[: POD.index("v1")]
    line, column = before.count("\n") + 1, len(before.rpartition("\n")[2]) + 1
    assert f'<code data-places="{line}:{column}-{line}:{column + 2} ' in page


def test_processed_stage_leaves_variables_alone(client: Client) -> None:
    both = text(client.get("/?example=both-steps&stage=processed&view=expanded"))
    assert "$(" in output(both)
    assert '<option value="processed" selected>' in both
    pod = text(client.post("/", {"source": POD, "view": "expanded", "stage": "processed"}))
    assert output(pod) == output(text(client.post("/", {"source": POD, "view": "expanded"})))  # without a Template
    assert "data-template" in both
    assert "data-template" not in pod
    broken = text(client.post("/", {"source": "a: [", "stage": "processed"}))
    assert '<option value="processed" selected>' in broken


def test_diff_shows_what_changed_against_the_source(client: Client) -> None:
    page = text(client.post("/", {"source": TEMPLATE, "view": "diff"}))
    assert re.search(r"<del>.*name: \$\(NAME\)</del>", page)
    assert re.search(r"<ins>.*name: shop</ins>", page)


def test_environment_shows_each_variable_with_its_origin_and_steps(client: Client) -> None:
    page = collapsed(text(client.post("/", {"source": POD, "view": "environment", "assumed.WHO": "me"})))
    assert "Pod p: web" in page
    assert '<code>$(WHO)</code> is <code class="value">me</code> <span class="assumed">assumed</span>' in page
    assert "<code>$(PORT)</code> is defined later: it stays as it is" in page
    assert re.search(r">env\[2\]</a>\s*.*<span class=\"detail\">status.podIP</span>", page)


def test_long_output_is_cut_until_all_is_asked_for(client: Client) -> None:
    source = "kind: ConfigMap\napiVersion: v1\ndata:\n" + "".join(f"  k{number}: v\n" for number in range(2500))
    page = text(client.post("/", {"source": source}))
    assert page.count('<span class="line') == 2000
    assert "The first 2,000 of 2,503 lines." in page
    whole = text(client.post("/", {"source": source, "lines": "all"}))
    assert whole.count('<span class="line') == 2503
    assert '<input type="hidden" name="lines" value="all">' in whole


def test_output_is_downloaded_in_the_chosen_syntax(client: Client) -> None:
    response = client.post(
        "/download", {"source": POD, "syntax": "json", "title": "My pod", "action": "download-output"}
    )
    assert response["Content-Type"] == "application/json; charset=utf-8"
    assert response["Content-Disposition"] == 'attachment; filename="My-pod.json"'
    assert response.json()["kind"] == "Pod"


def test_source_is_downloaded_as_it_is_even_when_broken(client: Client) -> None:
    response = client.post("/download", {"source": BROKEN, "action": "download-source"})
    assert response["Content-Disposition"] == 'attachment; filename="source.yaml"'
    assert text(response) == BROKEN


@pytest.mark.parametrize(
    ("form", "name"),
    [
        ({"source": TEMPLATE}, "t.yaml"),
        ({"source": TEMPLATE, "title": "My shop"}, "My-shop.yaml"),
        ({"source": POD, "title": "日本"}, "p.yaml"),
        ({"source": POD, "title": "x" * 100}, "x" * 70 + ".yaml"),
        ({"source": TEMPLATE, "syntax": "json", "shape": "list", "value.NAME": "", "default.NAME": "shop"}, "t.json"),
        ({"source": "a: 1\n"}, "output.yaml"),
    ],
)
def test_a_file_has_the_name_of_the_text(client: Client, form: dict[str, str], name: str) -> None:
    answer = client.post("/download", {**form, "action": "download-output"})
    assert answer["Content-Disposition"] == f'attachment; filename="{name}"'


def test_download_of_a_broken_text_shows_why_there_is_none(client: Client) -> None:
    response = client.post("/download", {"source": BROKEN, "action": "download-output"})
    assert response["Content-Type"].startswith("text/html")
    assert "This YAML cannot be read." in text(response)


def test_text_in_which_nothing_is_replaced_is_shown_once(client: Client) -> None:
    page = text(client.post("/", {"source": POD.replace("$(WHO)", "$(NOBODY)"), "view": "environment"}))
    assert "as written: nothing was replaced" in page
    assert "<summary>from" not in page
