"""The page, whole and in parts, with Django's client: what a browser gets, with and without its scripts."""

from __future__ import annotations

import gzip
import re
from html import unescape
from typing import Protocol

import pytest
from django.test import Client

from playground.fields import NAMES, VALUE_CHARACTERS
from playground.views.playground import file_name

TEMPLATE = """\
apiVersion: v1
kind: Template
metadata: {name: t}
parameters:
- name: NAME
  displayName: Name of it
  description: What it is called.
  value: shop
  required: true
- name: REPLICAS
  type: int
  value: "2"
- name: DEBUG
  type: bool
- name: BLOB
  type: base64
- name: PASSWORD
  generate: expression
  from: "[a-z]{12}"
objects:
- apiVersion: v1
  kind: ConfigMap
  metadata: {name: $(NAME)}
  data: {password: "$(PASSWORD)", debug: "x$(DEBUG)", blob: "$(BLOB)", replicas: "n$(REPLICAS)"}
"""
POD = """\
apiVersion: v1
kind: Pod
metadata: {name: p}
spec:
  containers:
  - name: web
    image: i
    args: ["$(WHO)"]
    env:
    - name: URL
      value: http://$(PORT)/
    - name: PORT
      value: "8080"
    - name: POD_IP
      valueFrom: {fieldRef: {fieldPath: status.podIP}}
"""
BROKEN = "a: 1\nb: c: d\n"
HOSTILE = '"><img src=x onerror=alert(1)><script>alert(2)</script>'


class Answer(Protocol):
    """What the test client returns, as far as it matters here."""

    @property
    def content(self) -> bytes: ...


def text(response: Answer) -> str:
    return response.content.decode()


def fragment(page: str, name: str) -> str:
    """The inside of the element with this id, up to what follows it in the page."""
    following = {"parameters": "</div>\n    </section>", "output": "</div>\n</section>", "issues": "</div>\n</section>"}
    start = page.index(f'id="{name}"')
    return page[page.index(">", start) + 1 : page.index(following[name], start)]


def output(page: str) -> str:
    """What the output pane says, as text."""
    code = re.search(r'<code data-places="[^"]*">(.*)</code></pre>', page, re.DOTALL)
    assert code is not None
    return unescape(re.sub(r"<[^>]*>", "", code[1]))


def generated(page: str, name: str) -> str:
    found = re.search(rf'name="generated\.{name}" value="([^"]*)"', page)
    assert found is not None
    return unescape(found[1])


def pinned(page: str, name: str) -> dict[str, str]:
    found = re.search(rf'name="generated-from\.{name}" value="([^"]*)"', page)
    assert found is not None
    return {f"generated.{name}": generated(page, name), f"generated-from.{name}": unescape(found[1])}


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


def test_link_prefills_values_also_falsy_ones(client: Client) -> None:
    page = text(client.get("/?param.REPLICAS=0&param.APP_NAME=store"))
    assert "replicas: 0" in output(page)
    assert "name: store" in output(page)
    assert "2 of 3 changed" in page


def test_unknown_name_in_a_link_is_reported_with_the_nearest(client: Client) -> None:
    page = text(client.get("/?param.REPLCAS=3"))
    assert "Unknown parameter <code>REPLCAS</code> in the link was ignored. Did you mean <code>REPLICAS</code>?" in page
    assert "0 of 3 changed" in page


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
        "#shown": "outerHTML",
        "#issues-count": "textContent",
        "#source-fact": "textContent",
        "#status": "textContent",
        "#banner": "innerHTML",
        "#share-contents": "innerHTML",
        "#download-contents": "innerHTML",
    }
    assert partials.startswith("<title>(1 error) Template Playground</title>")


def hidden(page: str) -> dict[str, str]:
    """What a browser sends back unchanged: generated values, and which panels it has."""
    found = re.findall(r'<input type="hidden" name="((?:seen|generated|generated-from)\.\w+)" value="([^"]*)">', page)
    return {name: unescape(value) for name, value in found}


def renewed(client: Client, form: dict[str, str]) -> set[str]:
    """Which panels a live answer to ``form`` renders anew."""
    return set(re.findall(r'hx-target="#(parameters|issues|shown|status)"', text(client.post("/evaluate", form))))


def test_panels_that_are_as_the_page_has_them_are_not_sent_again(client: Client) -> None:
    form = {"source": TEMPLATE, "value.NAME": "x"}
    seen = hidden(text(client.post("/evaluate", form)))
    assert {"seen.issues", "seen.parameters"} < seen.keys()
    assert renewed(client, {**form, **seen}) == {"shown", "status"}
    assert renewed(client, {**form, **seen, "source": f"{TEMPLATE}# end\n"}) == {"shown", "status"}
    assert "parameters" in renewed(client, {**form, **seen, "value.NAME": "y"})
    assert renewed(client, {**form, **seen, "source": f"# begin\n{TEMPLATE}"}) >= {"shown", "status"}
    assert renewed(client, {**form, "seen.issues": "x" * 70_000}) == set()  # the request is refused
    assert renewed(client, {**form, "seen.issues": "<b>", "seen.parameters": ""}) == {
        "parameters",
        "issues",
        "shown",
        "status",
    }


def test_the_page_itself_says_what_it_has(client: Client) -> None:
    seen = hidden(text(client.post("/", {"source": TEMPLATE})))
    assert renewed(client, {"source": TEMPLATE, **seen}) == {"shown", "status"}
    assert hidden(text(client.post("/", {"source": TEMPLATE, **seen}))) == seen  # a page is always whole


def test_after_a_command_nothing_counts_as_seen(client: Client) -> None:
    """The field may hold what was typed after the panel was sent; taking that back shows the panel of before."""
    seen = hidden(text(client.post("/evaluate", {"source": TEMPLATE})))
    form = {"source": TEMPLATE, "value.NAME": "shop", "default.NAME": "shop", **seen}
    assert "parameters" not in renewed(client, form)
    assert "parameters" in renewed(client, {**form, "value.NAME": "typed", "reset": "NAME"})


def test_issues_are_sent_when_their_places_move(client: Client) -> None:
    pod = POD.replace("kind: Pod", "kind: Pod\nnote: x")
    seen = hidden(text(client.post("/evaluate", {"source": pod})))
    assert "issues" not in renewed(client, {"source": pod, **seen})
    assert "issues" in renewed(client, {"source": f"# moved\n{pod}", **seen})


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
        "from.PASSWORD": "[a]{2}",
        "generated.PASSWORD": "aa",
        "generated-from.PASSWORD": "proposal [a]{2}",
        "assume.WHO": "me",
    }
    page = text(client.post("/", form))
    assert "There is no output: the text cannot be read. Line 2:" in page
    for name, value in form.items():
        if name != "source" and "EMPTIED" not in name:
            assert f'<input type="hidden" name="{name}" value="{value}">' in page
    assert '<input type="hidden" name="clear" value="EMPTIED">' in page


def test_empty_text_offers_examples_and_complains_of_nothing(client: Client) -> None:
    page = text(client.post("/", {"source": ""}))
    assert "start from an example" in page
    assert 'class="issue ' not in page
    assert page.count('<a href="/?example=') > 3


def test_value_of_the_form_reaches_the_output(client: Client) -> None:
    page = text(client.post("/", {"source": TEMPLATE, "value.NAME": "store", "default.NAME": "shop"}))
    assert "name: store" in output(page)
    assert "1 of 5 changed" in page
    assert 'name="reset" value="NAME"' in page


def test_default_that_changes_in_the_source_shows_in_a_field_left_alone(client: Client) -> None:
    source = TEMPLATE.replace("value: shop", "value: store")
    page = text(client.post("/", {"source": source, "value.NAME": "shop", "default.NAME": "shop"}))
    assert "name: store" in output(page)
    assert 'name="value.NAME" value="store"' in page


def test_emptied_required_value_is_an_error_at_its_field(client: Client) -> None:
    page = text(client.post("/", {"source": TEMPLATE, "value.NAME": "", "default.NAME": "shop"}))
    assert "There is a problem" in page
    assert 'aria-invalid="true"' in page
    field = re.search(r'<div class="field[^>]*data-parameter="NAME">(.*?)</div>', page, re.DOTALL)
    assert field is not None
    assert 'class="error"' in field[1]


def test_required_value_that_nobody_has_touched_is_no_problem_yet(client: Client) -> None:
    page = text(client.get("/?example=start-here"))
    assert "There is a problem" not in page
    page = text(client.post("/", {"source": TEMPLATE.replace("value: shop", 'value: ""'), "value.NAME": ""}))
    assert "There is a problem" not in page
    field = re.search(r'<div class="field[^>]*data-parameter="NAME">(.*?)</div>', page, re.DOTALL)
    assert field is not None
    assert 'class="error"' in field[1]


def test_summary_of_errors_never_appears_while_typing(client: Client) -> None:
    partials = text(client.post("/evaluate", {"source": TEMPLATE, "value.NAME": "", "default.NAME": "shop"}))
    assert 'aria-invalid="true"' in partials
    assert "There is a problem" not in partials


def test_value_of_the_wrong_type_is_kept_as_typed_beside_its_error(client: Client) -> None:
    page = text(client.post("/", {"source": TEMPLATE, "value.REPLICAS": "3abc", "default.REPLICAS": "2"}))
    assert 'name="value.REPLICAS" value="3abc"' in page
    assert "<code>3abc</code> is not a whole number." in page


def test_white_space_is_not_empty_and_keeps_a_generator_from_running(client: Client) -> None:
    page = text(client.post("/", {"source": TEMPLATE, "value.PASSWORD": "  "}))
    assert "The value is 2 spaces, which is not empty. This will prevent a value from being generated." in page
    assert re.search(r'name="clear" value="PASSWORD"[^>]*>Clear it<', page)


def test_value_can_be_cleared_and_reset_by_buttons(client: Client) -> None:
    cleared = text(client.post("/", {"source": TEMPLATE, "value.PASSWORD": "  ", "clear": "PASSWORD"}))
    assert "which is not empty" not in cleared
    assert generated(cleared, "PASSWORD")
    reset = text(client.post("/", {"source": TEMPLATE, "value.NAME": "x", "default.NAME": "shop", "reset": "NAME"}))
    assert "0 of 5 changed" in reset


def test_generated_value_stays_between_requests(client: Client) -> None:
    first = text(client.post("/", {"source": TEMPLATE}))
    second = text(client.post("/evaluate", {"source": TEMPLATE.replace("shop", "store"), **pinned(first, "PASSWORD")}))
    assert generated(second, "PASSWORD") == generated(first, "PASSWORD")
    assert f"password: {generated(first, 'PASSWORD')}" in output(second)


def test_regenerate_makes_a_new_value(client: Client) -> None:
    first = text(client.post("/", {"source": TEMPLATE}))
    second = text(client.post("/", {"source": TEMPLATE, **pinned(first, "PASSWORD"), "regenerate": "PASSWORD"}))
    assert generated(second, "PASSWORD") != generated(first, "PASSWORD")


def test_other_expression_makes_a_new_value(client: Client) -> None:
    first = text(client.post("/", {"source": TEMPLATE}))
    second = text(client.post("/", {"source": TEMPLATE, **pinned(first, "PASSWORD"), "from.PASSWORD": "[0-9]{4}"}))
    assert re.fullmatch("[0-9]{4}", generated(second, "PASSWORD"))


def test_other_expression_in_the_source_makes_a_new_value(client: Client) -> None:
    first = text(client.post("/", {"source": TEMPLATE}))
    second = text(client.post("/", {"source": TEMPLATE.replace("{12}", "{13}"), **pinned(first, "PASSWORD")}))
    assert len(generated(second, "PASSWORD")) == 13


def test_value_of_ones_own_keeps_the_generated_one_for_later(client: Client) -> None:
    first = text(client.post("/", {"source": TEMPLATE}))
    form = {"source": TEMPLATE, **pinned(first, "PASSWORD"), "value.PASSWORD": "mine"}
    own = text(client.post("/", form))
    assert "password: mine" in output(own)
    assert "Use generated value" in own
    back = text(client.post("/", {"source": TEMPLATE, **pinned(own, "PASSWORD"), "clear": "PASSWORD"}))
    assert generated(back, "PASSWORD") == generated(first, "PASSWORD")


def test_boolean_is_two_or_three_radio_buttons(client: Client) -> None:
    page = text(client.post("/", {"source": TEMPLATE, "value.DEBUG": "true"}))
    assert re.search(r'type="radio" name="value.DEBUG" value="true"[^>]* checked', page)
    assert page.count('name="value.DEBUG"') == 3
    assert "debug: xtrue" in output(page)


def test_base64_says_what_it_holds_and_text_can_be_encoded(client: Client) -> None:
    page = text(client.post("/", {"source": TEMPLATE, "value.BLOB": "aGVsbG8="}))
    assert "Holds the text hello" in page
    wrong = text(client.post("/", {"source": TEMPLATE, "value.BLOB": "hello there!"}))
    assert "Not valid base64 at character 6." in wrong
    assert 'name="encode" value="BLOB"' in wrong
    assert 'name="convert"' not in wrong
    assert 'name="convert" value="BLOB"' in text(client.post("/", {"source": TEMPLATE, "value.BLOB": "aGVsbG8"}))
    right = text(client.post("/", {"source": TEMPLATE, "value.BLOB": "hello there!", "encode": "BLOB"}))
    assert "Holds the text hello there!" in right


def test_field_takes_several_lines_and_joins_them_again(client: Client) -> None:
    longer = text(client.post("/", {"source": TEMPLATE, "lengthen": "NAME"}))
    assert re.search(r'<textarea name="value.NAME"', longer)
    assert '<input type="hidden" name="multiline" value="NAME">' in longer
    form = {"source": TEMPLATE, "value.NAME": "a\r\nb", "multiline": "NAME"}
    assert "Join 2 lines into one" in text(client.post("/", form))
    shorter = text(client.post("/", form | {"shorten": "NAME"}))
    assert re.search(r'<input type="text" name="value.NAME" value="a b"', shorter)


def test_values_of_a_text_that_is_no_template_for_a_moment_are_carried(client: Client) -> None:
    page = text(client.post("/", {"source": TEMPLATE.replace("kind: Template", "kind: Templat"), "value.NAME": "mine"}))
    assert '<input type="hidden" name="value.NAME" value="mine">' in page


def test_pod_shows_what_it_needs_and_asks_for_what_is_missing(client: Client) -> None:
    page = text(client.post("/", {"source": POD}))
    assert '<h2 id="parameters-heading">Environment</h2>' in page
    assert 'name="assume.WHO"' in page
    assert 'name="assume.PORT"' not in page  # it is defined, only too late
    assert re.search(r'<code>POD_IP</code> <span class="assumed">assumed</span>', page)


def test_assumed_value_is_used_and_stays_to_be_changed(client: Client) -> None:
    page = text(client.post("/", {"source": POD, "assume.WHO": "me"}))
    assert "- me\n" in output(page)
    assert 'name="assume.WHO" value="me"' in page


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


def test_value_is_marked_with_where_it_came_from(client: Client) -> None:
    page = text(client.post("/", {"source": TEMPLATE}))
    mark = '<mark class="from-parameter" data-parameter="NAME">shop</mark>'
    assert re.search(rf'name: <button class="traced"[^>]*>{re.escape(mark)}</button>', page)


def test_lines_lead_back_to_their_field_in_the_source(client: Client) -> None:
    page = text(client.post("/", {"source": POD}))
    start = POD.index("v1")
    assert f'<code data-places="{start}+2 ' in page


def test_processed_stage_leaves_variables_alone(client: Client) -> None:
    page = text(client.post("/", {"source": POD, "stage": "processed"}))
    assert "value: http://$(PORT)/" in output(page)


def test_diff_shows_what_changed_against_the_source(client: Client) -> None:
    page = text(client.post("/", {"source": TEMPLATE, "view": "diff"}))
    assert re.search(r"<del>.*name: \$\(NAME\)</del>", page)
    assert re.search(r"<ins>.*name: shop</ins>", page)


def test_environment_shows_each_variable_with_its_origin_and_steps(client: Client) -> None:
    page = text(client.post("/", {"source": POD, "view": "environment", "assume.WHO": "me"}))
    assert "Pod p: web" in page
    assert '<code>$(WHO)</code> is <code class="value">me</code> <span class="assumed">assumed</span>' in page
    assert "<code>$(PORT)</code> is defined later: it stays as it is" in page
    assert re.search(r">env\[2\]</a>\s*.*<span class=\"detail\">status.podIP</span>", page)


def test_long_output_is_cut_until_all_is_asked_for(client: Client) -> None:
    source = "kind: ConfigMap\napiVersion: v1\ndata:\n" + "".join(f"  k{number}: v\n" for number in range(2500))
    page = text(client.post("/", {"source": source}))
    assert page.count('class="line"') == 2000
    assert "The first 2,000 of 2,503 lines." in page
    whole = text(client.post("/", {"source": source, "lines": "all"}))
    assert whole.count('class="line"') == 2503
    assert '<input type="hidden" name="lines" value="all">' in whole


def test_text_over_the_limit_is_refused_and_kept(client: Client) -> None:
    source = "a: " + "x" * (1024 * 1024)
    page = client.post("/", {"source": source})
    assert page.status_code == 413
    assert "the limit is 1 MB" in text(page)
    assert source in text(page)
    partial = client.post("/evaluate", {"source": source})
    assert partial.status_code == 413
    assert set(re.findall(r'hx-target="([^"]*)"', text(partial))) == {"#banner"}


def test_form_of_any_template_is_one_that_can_be_sent(client: Client) -> None:
    declared = "".join(f"- {{name: P{number}, value: v}}\n" for number in range(NAMES - 1))
    long_name, long_value = "N" * 300, "v" * VALUE_CHARACTERS
    source = f"kind: Template\napiVersion: v1\nparameters:\n{declared}- {{name: {long_name}, value: v}}\n"
    source = source.replace("name: P3, value: v", f"name: P3, value: {long_value}") + "objects: []\n"
    page = text(client.post("/", {"source": source}))
    assert "1 more without a field" in page
    fields = dict(re.findall(r'name="((?:value|default)\.[^"]*)" value="([^"]*)"', page))
    assert len(fields) == 2 * (NAMES - 1)
    assert client.post("/", {"source": source, **fields}).status_code == 200


def test_form_beyond_a_limit_says_so_in_the_banner(client: Client) -> None:
    page = client.post("/", {"source": POD, "value.A": "x\0"})
    assert page.status_code == 400
    assert re.search(r'id="banner" role="alert"><p>The value of <code>A</code> holds a NUL', text(page))


def test_nul_in_the_source_is_an_issue_not_a_failure(client: Client) -> None:
    response = client.post("/", {"source": "a: \0\n"})
    assert response.status_code == 200
    assert 'class="issue issue-error"' in text(response)


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


def test_download_with_wrong_values_asks_once(client: Client) -> None:
    form = {"source": TEMPLATE, "value.NAME": "", "default.NAME": "shop", "value.REPLICAS": "3abc"}
    asked = client.post("/download", {**form, "action": "download-output"})
    assert asked["Content-Type"].startswith("text/html")
    question = text(asked).split('<section class="asked"')[1].split("</section>")[0]
    assert "<code>NAME</code> Name of it is required." in question
    assert "<code>REPLICAS</code> <code>3abc</code> is not a whole number." in question
    assert 'value="download-anyway"' in question
    answer = client.post("/download", {**form, "action": "download-anyway"})
    assert answer["Content-Disposition"] == 'attachment; filename="output.yaml"'


def test_download_with_right_values_asks_nothing(client: Client) -> None:
    answer = client.post("/download", {"source": TEMPLATE, "action": "download-output"})
    assert answer["Content-Disposition"] == 'attachment; filename="output.yaml"'


def test_download_of_a_broken_text_shows_why_there_is_none(client: Client) -> None:
    response = client.post("/download", {"source": BROKEN, "action": "download-output"})
    assert response["Content-Type"].startswith("text/html")
    assert "There is no output" in text(response)


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("shop", "shop.yaml"),
        ("../../etc/passwd", "etc-passwd.yaml"),
        ('a"; filename="b\r\nX: 1', "a-filename-b-X-1.yaml"),
        ("日本", "untitled.yaml"),
        ("", "untitled.yaml"),
        ("x" * 300, "x" * 80 + ".yaml"),
    ],
)
def test_file_name_is_safe_on_every_system(title: str, name: str) -> None:
    assert file_name(title, "yaml") == name


def test_text_in_which_nothing_is_replaced_is_shown_once(client: Client) -> None:
    page = text(client.post("/", {"source": POD.replace("$(WHO)", "$(NOBODY)"), "view": "environment"}))
    assert "as written: nothing was replaced" in page
    assert "<summary>from" not in page


def test_the_whole_page_is_compressed_with_random_padding_and_a_token_of_its_own(client: Client) -> None:
    answers = [client.get("/", headers={"Accept-Encoding": "gzip"}) for _ in range(8)]
    pages = [gzip.decompress(answer.content).decode() for answer in answers]
    assert all(len(answer.content) < len(page) / 3 for answer, page in zip(answers, pages, strict=True))
    assert all("Accept-Encoding" in answer["Vary"] for answer in answers)
    assert len({len(answer.content) for answer in answers}) > 1
    tokens = [re.findall(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)[0] for page in pages]
    assert len(set(tokens)) == len(tokens)


def test_what_changes_while_someone_types_is_not_compressed(client: Client) -> None:
    answer = client.post("/evaluate", {"source": POD}, headers={"Accept-Encoding": "gzip", "HX-Request": "true"})
    assert "Content-Encoding" not in answer
