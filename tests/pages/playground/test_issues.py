"""Diagnostics as a list, worst first."""

from __future__ import annotations

import json
import re

from django.test import Client

from playground.engine import apply_edits, evaluate, joined
from playground.pages.output.faults.of_evaluation import MOST_ISSUES
from playground.pages.playground.issues import issue_count, issues_panel
from tests.pages.pages import BROKEN, POD, collapsed, fragment, output, text

LATE = """\
kind: Pod
apiVersion: v1
metadata: {name: p}
spec:
  containers:
  - name: c
    env:
    - {name: A, value: $(B)}
    - {name: B, value: b}
"""


def test_items_keep_the_order_and_the_number_of_their_diagnostics() -> None:
    evaluation = evaluate(LATE + "  bad: [}\n---\n" + LATE)
    panel = issues_panel(evaluation, "digest")
    assert [item.code for item in panel.items] == [diagnostic.code for diagnostic in evaluation.diagnostics]
    assert panel.items[0].severity == "error"
    assert panel.source_digest == "digest"


def test_fix_is_the_same_with_and_without_scripts() -> None:
    evaluation = evaluate(LATE)
    number, item = next((n, item) for n, item in enumerate(issues_panel(evaluation, "").items) if item.fixes)
    fix = evaluation.diagnostics[number].fix
    assert fix is not None
    edits = json.loads(item.fixes[0].edits)
    assert [edit["text"] for edit in edits] == [edit.text for edit in fix.edits]
    assert edits[0]["span"].startswith(f"{fix.edits[0].span.start}-")
    assert apply_edits(LATE, fix.edits).index("name: B") < apply_edits(LATE, fix.edits).index("name: A")


def test_an_undefined_name_offers_every_fix_and_a_field_for_its_value() -> None:
    pod = "kind: Pod\napiVersion: v1\nspec:\n  containers:\n  - name: c\n    args: [$(WHO)]\n"
    items = issues_panel(evaluate(pod), "", {"WHO": "ap-1"}).items
    number, item = next((n, item) for n, item in enumerate(items) if item.code == "ENV501")
    assert [(fix.number, fix.title) for fix in item.fixes] == [
        (str(number), "Add WHO to env"),
        (f"{number}.1", "Write $$(WHO)"),
    ]
    assert item.assume == "ap-1"
    assert issues_panel(evaluate(pod), "").items[number].assume == ""


def test_long_list_is_cut_and_says_how_many_are_left_out() -> None:
    undefined = "".join(f"    - {{name: A{number}, value: $(B{number})}}\n" for number in range(250))
    evaluation = evaluate(LATE.replace("    - {name: A, value: $(B)}\n", undefined))
    panel = issues_panel(evaluation, "")
    assert len(panel.items) == MOST_ISSUES
    assert panel.left_out == len(evaluation.diagnostics) - MOST_ISSUES > 0


def test_one_cause_is_one_item_with_one_fix_that_is_applied_everywhere(client: Client) -> None:
    undefined = (
        "kind: Pod\napiVersion: v1\nspec:\n  containers:\n  - name: c\n    args: [$(WHO), $(WHO),\n      $(WHO)]\n"
    )
    evaluation = evaluate(undefined)
    panel = issues_panel(evaluation, "")
    item = next(item for item in panel.items if item.code == "ENV501")
    assert (item.place.label, [place.label for place in item.others]) == ("Line 6", ["", "Line 7"])
    assert "1 warning" in panel.count
    fix = next(fix for fix in item.fixes if fix.title == "Write $$(WHO)")
    digest = re.search(r'name="shown" value="([^"]*)"', text(client.post("/", {"source": undefined})))
    assert digest is not None
    page = text(client.post("/", {"source": undefined, "fix": fix.number, "shown": digest[1]}))
    assert page.count("$$(WHO)") >= 3
    assert "ENV501" not in page


def test_a_comment_ignores_an_issue_and_one_without_effect_is_an_issue(client: Client) -> None:
    line = "    - {name: A, value: $(B)}"
    page = text(client.post("/", {"source": LATE.replace(line, f"{line} # playground: ignore ENV502, GEN")}))
    assert "/rules/ENV502" in text(client.post("/", {"source": LATE}))
    assert ("/rules/ENV502" in page, "/rules/SRC142" in page) == (False, True)
    assert "/rules/SRC142" not in text(
        client.post("/", {"source": LATE.replace(line, f"{line} # playground: ignore ENV502")})
    )


def test_all_fixes_with_one_meaning_are_previewed_and_applied_together(client: Client) -> None:
    twice = LATE + "    - {name: C, value: $(D)}\n    - {name: D, value: $(WHO)}\n"
    together = issues_panel(evaluate(twice), "").together
    assert together is not None
    changes = [(change.label, change.message) for change in together.changes]
    assert changes == [("Line 8", "Move B above A"), ("Line 10", "Move D above C")]
    assert issues_panel(evaluate(LATE), "").together is None
    first = text(client.post("/", {"source": twice}))
    digest = re.search(r'name="shown" value="([^"]*)"', first)
    assert digest is not None
    assert first.index("Fix all that have one meaning (2)") < first.index('name="fix" value="all"')
    page = text(client.post("/", {"source": twice, "fix": "all", "shown": digest[1]}))
    assert "ENV502" not in page
    assert "ENV501" in page


def test_hints_of_one_rule_are_one_line_with_their_number(client: Client) -> None:
    parameters = "".join(f"- {{name: N{number}, value: x}}\n" for number in range(3))
    template = f"kind: Template\napiVersion: template.openshift.io/v1\nparameters:\n{parameters}objects: []\n"
    groups = [group for group in issues_panel(evaluate(template), "").groups if group.summary]
    assert [(group.items[0].severity, len(group.items), group.count) for group in groups] == [("hint", 3, "3 hints")]
    page = fragment(text(client.post("/", {"source": template})), "issues")
    assert page.index("<details>") < page.index("3 hints") < page.index('class="issue issue-hint"')


def test_an_absent_object_leads_to_the_fields_of_its_keys_one_after_the_other(client: Client) -> None:
    keys = [f"{{name: {key}, valueFrom: {{secretKeyRef: {{name: shop, key: {key}}}}}}}" for key in "AB"]
    source = LATE.replace("{name: A, value: $(B)}", keys[0]).replace("{name: B, value: b}", keys[1])
    for assumed, name in (({}, "A"), ({"assumed.A": "x"}, "B")):
        page = client.post("/", {"source": source, **assumed}).content.decode()
        (link,) = re.findall(r'<a class="assume" href="#([\w-]+)">Assume values</a>', page)
        assert re.search(f'<input id="{link}" name="assumed.{name}"', page)
    page = client.post("/", {"source": source, "assumed.A": "x", "assumed.B": "y"}).content.decode()
    assert "ENV509" not in page
    assert 'name="assumed.A" value="x"' in page


def test_the_count_omits_severities_without_issues() -> None:
    assert issue_count(evaluate(LATE)) == "1 warning"
    assert issue_count(evaluate("kind: ConfigMap\napiVersion: v1\n")) == "none"


def test_a_hint_does_not_repeat_its_button() -> None:
    text = "apiVersion: template.openshift.io/v1\nkind: Template\nparameters:\n- name: N\nobjects: []\n"
    evaluation = evaluate(text)
    number, diagnostic = next(
        (n, candidate) for n, candidate in enumerate(evaluation.diagnostics) if candidate.code == "PAR310"
    )
    item = issues_panel(evaluation, "").items[number]
    assert diagnostic.hint == "Put quotes around the value."
    assert [fix.title for fix in item.fixes] == ["Put quotes around the value"]
    assert item.hint == ""
    lacking = issues_panel(evaluate('{"a": "b" "c": "d"}'), "").items[0]
    assert lacking.hint
    assert lacking.fixes


def test_broken_text_is_answered_for_a_page_with_an_older_output_and_for_one_without(client: Client) -> None:
    response = client.post("/evaluate", {"source": BROKEN})
    partials = text(response)
    assert response.status_code == 200
    assert re.search(r"<h3>This YAML cannot be read.</h3>.*Go to line 2", partials, re.DOTALL)
    assert re.search(r"Showing the last result that worked.*Line 2:", partials, re.DOTALL)
    assert set(re.findall(r'hx-target="([^"]*)"', partials)) == {
        "#stale",
        "#parameters",
        "#parameters-heading",
        "#views",
        "#automatic-dialect",
        "#against-choices",
        "#issues",
        "#shown",
        "#issues-count",
        "#source-fact",
        "#status",
        "#banner",
        "#share-contents",
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
    assert re.search(r"<h3>This YAML cannot be read.</h3>\s*<p>Line 2:", page)
    for name, value in form.items():
        if name != "source" and "EMPTIED" not in name:
            assert f'<input type="hidden" name="{name}" value="{value}">' in page
    assert '<input type="hidden" name="clear" value="EMPTIED">' in page


def test_empty_text_offers_examples_and_complains_of_nothing(client: Client) -> None:
    page = text(client.post("/", {"source": ""}))
    assert "Or from an example" in page
    assert 'class="issue ' not in page
    assert page.count('<a href="/?example=') > 3


def test_fix_is_applied_on_the_server(client: Client) -> None:
    first = text(client.post("/", {"source": POD}))
    digest = re.search(r'name="shown" value="([^"]*)"', first)
    number = re.search(r'name="fix" value="(\d+)"(?:(?!</button>).)*Move', first, re.DOTALL)
    assert digest is not None
    assert number is not None
    page = text(client.post("/", {"source": POD, "view": "expanded", "fix": number[1], "shown": digest[1]}))
    assert "value: http://8080/" in output(page)
    assert "ENV502" not in page


def test_fix_for_another_text_is_not_applied(client: Client) -> None:
    page = text(client.post("/", {"source": POD, "view": "expanded", "fix": "0", "shown": "000000000000"}))
    assert "so it was not applied" in page
    assert "value: http://$(PORT)/" in output(page)


def test_fix_that_does_not_exist_is_not_applied(client: Client) -> None:
    first = text(client.post("/", {"source": POD}))
    digest = re.search(r'name="shown" value="([^"]*)"', first)
    assert digest is not None
    assert "so it was not applied" in text(client.post("/", {"source": POD, "fix": "99", "shown": digest[1]}))


def test_issue_links_to_its_rule_and_names_its_place(client: Client) -> None:
    issues = fragment(text(client.post("/", {"source": POD})), "issues")
    assert '<a class="code" href="/rules/ENV502"' in issues
    assert re.search(r'<a class="place" href="#source" data-span="11:21-11:28">Line 11</a>', collapsed(issues))


def test_an_issue_of_a_joined_text_names_its_file_and_the_line_there(client: Client) -> None:
    page = text(client.post("/", {"source": joined([("pod.yaml", POD), ("late/<b>.yaml", LATE)])}))
    for part in (fragment(page, "issues"), fragment(page, "output")):  # there beside its variable
        assert ">Line 12 (pod.yaml, line 11)</a>" in part
        assert ">Line 26 (late/&lt;b&gt;.yaml, line 8)</a>" in part


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
        assert "Use the command line: <code>template-playground process -f FILE</code>." in text(response)


def test_form_beyond_a_limit_says_so_in_the_banner(client: Client) -> None:
    page = client.post("/", {"source": POD, "value.A": "x\0"})
    assert page.status_code == 400
    assert re.search(r'id="banner" role="alert"><p>The value of <code>A</code> holds a NUL', text(page))


def test_nul_in_the_source_is_an_issue_not_a_failure(client: Client) -> None:
    response = client.post("/", {"source": "a: \0\n"})
    assert response.status_code == 200
    assert 'class="issue issue-error"' in text(response)
