"""The dialog that makes a value a Parameter: proposal, places, edits and refusals."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from html import unescape

import pytest
from django.test import Client

from playground.engine import Deadline, Edit, Position, SourceSpan, SourceText, apply_edits, evaluate
from playground.pages.draft_evaluation import PageEvaluation
from playground.pages.form.draft import Draft
from playground.pages.playground.parameter_panel import Refused, parameter_panel
from tests.pages.pages import collapsed

SOURCE = """\
# Shop
kind: Template
apiVersion: template.openshift.io/v1
parameters:
- {name: TITLE, value: Shop}
objects:
- kind: Deployment
  apiVersion: apps/v1
  metadata: {name: shop, namespace: prod}
  spec:
    replicas: 2
    template:
      spec:
        containers:
        - name: shop
          image: registry.example/shop:1.4 # the newest
          args: ["--name=shop", "${TITLE} ${CODE}"]
          env: [{name: DB_PASSWORD, value: hunter2}]
"""
IMAGE = "objects[0].spec.template.spec.containers[0].image"


def place(source: str, marked: str) -> str:
    """The place of the caret in ``marked`` at its `|`, such as `3:14`; without `|`, the stretch ``marked``."""
    before, bar, after = marked.partition("|")
    start = source.index(before + after) + (len(before) if bar else 0)
    (line, column), (last, end) = SourceText(source).span(start, start if bar else start + len(marked))
    return f"{line}:{column}" if bar else f"{line}:{column}-{last}:{end}"


def answer_to(marked: str, source: str = SOURCE, **fields: str) -> str:
    response = Client().post("/parameter", {"source": source, "at": place(source, marked), **fields})
    assert response.status_code == 200
    return response.content.decode()


def boxes(page: str) -> dict[str, bool]:
    """The values of the check boxes, and whether they are checked."""
    return {value: bool(checked) for value, checked in re.findall(r'value="([^"]+)"( checked)?>', page)}


def places_in(page: str) -> list[tuple[str, str]]:
    """The labels of the places, and their lines with the value in brackets."""
    page = page.replace("<wbr>", "").replace("<mark>", "[").replace("</mark>", "]")
    listed = re.findall(r"<span>line (.*?) <code class=\"excerpt\">(.*?)</code>", page)
    return [(re.sub("</?code>", "", label), unescape(line)) for label, line in listed]


def after(marked: str, source: str = SOURCE, **fields: str) -> str:
    """The text after the dialog's edits; by default with all that it proposes."""
    proposal = answer_to(marked, source)
    names = {"to": "parameter-name", "display-name": "parameter-display-name", "description": "parameter-description"}
    entry: Mapping[str, str] = {
        name: unescape(re.findall(rf'id="{field}"[^>]* value="([^"]*)"', proposal)[0]) for name, field in names.items()
    }
    chosen = {"places": " ".join(value for value, checked in boxes(proposal).items() if checked)}
    page = answer_to(marked, source, **{**entry, **chosen, **fields})
    (edits,) = re.findall(r'data-edits="([^"]*)"', page)
    return apply_edits(source, [edit_of(edit) for edit in json.loads(unescape(edits))])


def edit_of(edit: Mapping[str, str]) -> Edit:
    start, end = (Position(*map(int, position.split(":"))) for position in edit["span"].split("-"))
    return Edit(SourceSpan(start, end), edit["text"])


def test_the_proposal_and_its_places_are_shown_before_anything_changes() -> None:
    page = answer_to("shop:1|.4")
    assert 'value="IMAGE_TAG"' in page
    assert 'value="Image tag"' in page
    assert "<p>Default: <code>1.4</code></p>" in page
    assert "Replaced in this place" in page
    assert places_in(page) == [(f"16, {IMAGE}", "image: registry.example/shop:[1.4] # the newest")]
    assert "data-edits" not in page
    assert "its objects become one first" not in page


def test_places_that_only_mention_the_value_are_listed_apart_and_not_checked() -> None:
    page = answer_to("metadata: {name: sh|op,")
    same, _, mentions = page.partition("Also mentioned here. Checked places are replaced, too.")
    assert list(boxes(same).values()) == [True, True]
    assert list(boxes(mentions).values()) == [False, False]
    assert places_in(mentions)[1] == (
        "17, objects[0].spec.template.spec.containers[0].args[0]",
        'args: ["--name=[shop]", "${TITLE} ${CODE}"]',
    )


def test_the_edits_make_the_parameter_with_the_words_that_were_entered() -> None:
    made = after("shop:1|.4", **{"to": "TAG", "display-name": 'The "tag"', "description": "<b>\u2028x"})
    declared = """- {name: TITLE, value: Shop}
- name: TAG
  displayName: 'The "tag"'
  description: "<b>\\u2028x"
  value: "1.4"
objects:
"""
    assert declared in made
    assert "image: registry.example/shop:${TAG} # the newest\n" in made
    assert after("replicas: |2").count("replicas: ${{REPLICAS}}") == 1
    bare = after("shop:1|.4", **{"display-name": "", "description": ""})
    assert '- name: IMAGE_TAG\n  value: "1.4"\nobjects:' in bare


def test_each_place_can_be_left_out_and_a_mention_taken() -> None:
    page = answer_to("metadata: {name: sh|op,")
    first, second, image, argument = boxes(page)
    made = after("metadata: {name: sh|op,", places=f"{first} {argument}")
    assert made.count("${NAME}") == 2
    assert 'args: ["--name=${NAME}", "${TITLE} ${CODE}"]' in made
    again = answer_to("metadata: {name: sh|op,", to="TITLE", places=second)
    assert boxes(again) == {first: False, second: True, image: False, argument: False}
    none = collapsed(answer_to("metadata: {name: sh|op,", to="NAME", places=""))
    assert "No place is chosen." in none
    assert "data-edits" not in none


def test_a_secret_is_said_to_be_dropped_and_is_generated() -> None:
    page = collapsed(answer_to("value: hun|ter2"))
    assert "Default: generated. The value that stands here is dropped;" in page
    assert "hunter2" not in after("value: hun|ter2")
    assert evaluate(after("value: hun|ter2")).template.parameter("DB_PASSWORD").generate == "expression"  # type: ignore[union-attr]


def test_a_dropped_secret_that_stands_elsewhere_is_said_with_its_line() -> None:
    assert "still" not in collapsed(answer_to("value: hun|ter2"))
    commented = SOURCE.replace("# Shop", "# hunter2 is written here, too")
    assert "Line 1 still holds the dropped value." in answer_to("value: hun|ter2", commented)
    escaped = SOURCE.replace('"--name=shop"', '"\\x68unter2"')
    (own,) = boxes(answer_to("value: hun|ter2"))
    page = answer_to("value: hun|ter2", escaped, to="PASSWORD", places=own)
    assert "Line 17 still holds the dropped value." in page
    assert "Its former value may still stand elsewhere in the text." in page


def test_a_place_that_is_not_chosen_still_holds_the_secret_and_a_chosen_one_does_not() -> None:
    source = SOURCE.replace('"--name=shop"', '"hunter2"')
    page = answer_to("value: hun|ter2", source)
    (mention,) = (value for value, checked in boxes(page).items() if not checked)
    (own,) = (value for value, checked in boxes(page).items() if checked)
    assert "Line 17 still holds the dropped value." in page
    both = answer_to("value: hun|ter2", source, to="DB_PASSWORD", places=f"{own} {mention}")
    assert "data-edits" in both
    assert "still" not in both


def test_a_dropped_secret_that_is_too_short_to_search_for_is_said() -> None:
    page = answer_to("value: ab|c12", SOURCE.replace("hunter2", "abc12"))
    assert "The dropped value is too short to search for: it may still stand elsewhere in the text." in page


def test_plain_objects_become_a_template_and_the_dialog_says_so() -> None:
    pod = "# My pod\nkind: Pod\napiVersion: v1\nspec:\n  containers: [{name: a, image: b:1}]\n"
    assert "its objects become one first" in answer_to("b:|1", pod)
    made = after("b:|1", pod)
    assert made.endswith(
        "objects:\n# My pod\n- kind: Pod\n  apiVersion: v1\n  spec:\n"
        '    containers: [{name: a, image: "b:${IMAGE_TAG}"}]\n'
    )
    (value,) = boxes(answer_to("b:|1", pod))
    sent = answer_to("b:|1", pod, to="TAG", places=value)
    assert 'data-told="TAG is a parameter of the new Template, used in 1 place."' in sent


def test_the_status_says_what_happened() -> None:
    (value,) = boxes(answer_to("shop:1|.4"))
    page = answer_to("shop:1|.4", to="TAG", places=value)
    assert 'data-told="TAG is a parameter now, used in 1 place."' in page


@pytest.mark.parametrize(
    ("marked", "reason"),
    [
        ("repl|icas: 2", "The caret is on the key <code>replicas</code>"),
        ("# Sh|op", "The caret is not on a value"),
        ("# the n|ewest", "The caret is not on a value"),
        ("${TI|TLE}", "refers to <code>TITLE</code> already"),
        ("value: Sh|op", "References are replaced in <code>objects</code>"),
        ("shop, name", "not a part of one value"),
    ],
)
def test_where_no_parameter_can_be_made_the_dialog_says_why(marked: str, reason: str) -> None:
    page = answer_to(marked)
    assert reason in page.replace("<wbr>", "")
    assert "<input" not in page


def test_blocks_aliases_broken_and_plain_texts_are_answered() -> None:
    block = SOURCE.replace("replicas: 2", "script: |\n      echo hello\n      exit 1")
    assert "Select the part that becomes a parameter" in answer_to("exit| 1", block)
    assert "      echo ${SCRIPT}\n" in after("hello", block)
    alias = SOURCE.replace("{name: shop, namespace", "{name: &n shop, label: *n, namespace")
    assert places_in(answer_to("*|n", alias))[0][0].startswith("9, ")
    assert "The text cannot be read" in answer_to("a|: [", "a: [\n")
    refused = answer_to("a: |1", "kind: Pod\n---\na: 1\n")
    assert "no <code>kind</code>" in refused
    assert '<a class="place" href="#source" data-span="3:1-3:1">Line 3</a>' in refused


def test_a_refused_name_keeps_what_was_entered() -> None:
    for name, reason in (
        ("TITLE", "The Template has a parameter <code>TITLE</code> already."),
        ("CODE", "The text refers to <code>CODE</code> already"),
        ("a<b", "has letters, digits and <code>_</code> only."),
        ("", "has letters, digits and <code>_</code> only."),
    ):
        page = answer_to("shop:1|.4", to=name, description="My <words>", places="16:40-16:43")
        assert reason in page
        assert 'aria-describedby="parameter-name-error"' in page
        assert 'value="My &lt;words&gt;"' in page
        assert "data-edits" not in page


def test_a_result_with_other_objects_is_refused_with_its_place() -> None:
    page = collapsed(answer_to("namespace: pr|od"))
    assert "but would keep the parameter&#x27;s value." in page
    assert 'data-span="9:37-9:41">Line 9</a>' in page
    sent = answer_to("namespace: pr|od", to="NAMESPACE", places="9:37-9:41")
    assert "data-edits" not in sent


def test_a_text_that_has_changed_since_is_not_changed_at_places_of_before() -> None:
    page = answer_to("shop:1|.4", to="TAG", places="15:9-15:12")
    assert "The text has changed since its places were listed." in page
    assert list(boxes(page).values()) == [True]
    assert "data-edits" not in page


def test_places_that_are_not_listed_are_counted_and_replaced_only_if_they_are_chosen() -> None:
    many = SOURCE + "".join(
        f"- {{kind: ConfigMap, apiVersion: v1, metadata: {{name: shop-{n}}}}}\n" for n in range(140)
    )
    page = answer_to("metadata: {name: sh|op,", many)
    assert "Replaced in 142 places of the same meaning" in page
    assert len(places_in(page.partition("Also mentioned")[0])) == 100
    assert "and 42 more, which are not listed" in page
    assert boxes(page)["+42"]
    assert after("metadata: {name: sh|op,", many).count("${NAME}") == 142
    without = " ".join(value for value, checked in boxes(page).items() if checked and value != "+42")
    assert after("metadata: {name: sh|op,", many, places=without).count("${NAME}") == 100
    assert "The text has changed" in answer_to("metadata: {name: sh|op,", many, to="NAME", places="+41")


def test_more_mentions_than_are_listed_are_told() -> None:
    many = SOURCE + "".join(f"- {{kind: A, apiVersion: v1, data: {{a: shop-{n}}}}}\n" for n in range(140))
    assert "Only the first 100 are listed." in answer_to("metadata: {name: sh|op,", many)


def test_words_that_are_too_long_are_refused() -> None:
    (value,) = boxes(answer_to("shop:1|.4"))
    page = answer_to("shop:1|.4", to="TAG", places=value, description="x" * 2001)
    assert "may have 2,000 characters each" in page
    assert "data-edits" not in page


def test_when_the_time_runs_out_the_dialog_says_so() -> None:
    source = "kind: ConfigMap\napiVersion: v1\ndata:\n" + "".join(f"  a{n}: shop\n" for n in range(9_000))
    evaluated = PageEvaluation(Draft(source), evaluate(source), deadline=Deadline(-1.0))
    panel = parameter_panel(evaluated, SourceSpan(Position(4, 8), Position(4, 8)), None)
    assert isinstance(panel, Refused)
    assert "The time of one request ran out" in panel.message


@pytest.mark.parametrize("at", ["", "0:1", "1", "1:1-", "1:5-1:4", "1:1-1:2-1:3", "1:1\n"])
def test_what_is_no_place_is_refused(at: str) -> None:
    assert Client().post("/parameter", {"source": SOURCE, "at": at}).status_code == 400


def test_a_place_outside_of_the_text_is_on_no_value() -> None:
    for at in ("9999999:9999999", "1:1-9999999:1", "7:900-7:901"):
        response = Client().post("/parameter", {"source": SOURCE, "at": at})
        assert b"parameter-heading" in response.content


def test_a_form_that_breaks_a_limit_is_refused_with_the_limit() -> None:
    response = Client().post("/parameter", {"source": "x" * (2**20 + 1), "at": "1:1"})
    assert response.status_code == 413
    assert b"the limit is 1 MB" in response.content
