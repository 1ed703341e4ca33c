"""The editor completes by keyboard: references with values, names of the text, fields, values; in YAML and JSON."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.browser.visits import PHONE, Visit
from tests.texts import UNFINISHED_POD, UNFINISHED_TEMPLATE

JSON = """\
{"kind": "Pod", "apiVersion": "v1", "metadata": {"name": "p"}, "spec": {"volumes": [{"name": "data"}],
"containers": [{"name": "c", "volumeMounts": [{"mountPath": "/x"}], "env": [{"name": "A", "value": "x"}]}]}}
"""


def options(visit: Visit) -> Locator:
    return visit.page.get_by_role("listbox").get_by_role("option")


def paste(visit: Visit, text: str) -> None:
    """Put ``text`` in place of the source, and wait until the editor can complete."""
    visit.paste(text)
    visit.page.wait_for_function("() => window.playgroundEditor.complete")


def type_after(visit: Visit, place: str, typed: str) -> None:
    """Put the caret behind the last ``place`` of the text, and type."""
    keys = visit.page.keyboard
    keys.press("Control+End")
    for _ in range(len(visit.text().rpartition(place)[2])):
        keys.press("ArrowLeft")
    keys.type(typed)


def test_a_list_opens_although_the_fields_of_the_kind_come_late(visit: Visit) -> None:
    held: list[Route] = []
    visit.page.route("**/kinds/**", lambda route: held.append(route))
    paste(visit, UNFINISHED_TEMPLATE)
    type_after(visit, "LAST", "\nvalue: ")  # asks for the fields
    visit.until_held(held)
    visit.page.keyboard.type("$(")
    for route in held:
        route.continue_()
    expect(options(visit).first).to_have_text("FIRST1")


def test_references_names_fields_and_values_are_completed_by_keyboard(visit: Visit) -> None:
    keys = visit.page.keyboard
    paste(visit, UNFINISHED_TEMPLATE)
    type_after(visit, "LAST", "\nvalue: $(")
    expect(options(visit).first).to_have_text("FIRST1")
    expect(options(visit).nth(1)).to_have_text("SECRET••••••••")
    visit.picture("completion of a variable")
    keys.press("Enter")
    keys.type("-${W")
    expect(options(visit)).to_have_text(["WHOme"])
    keys.press("Enter")
    assert visit.text() == f"{UNFINISHED_TEMPLATE}        value: $(FIRST)-${{WHO}}\n"
    keys.type("\n")
    keys.press("Backspace")
    keys.type("- name: NEXT\nvalueF")
    expect(options(visit)).to_have_count(4)
    expect(options(visit).first).to_have_text("valueFromEnvVarSource")
    expect(visit.page.locator(".cm-completionInfo")).to_have_text(
        "Source for the environment variable's value.", use_inner_text=True
    )
    visit.picture("completion of a field")
    keys.press("ArrowDown")
    keys.press("Enter")
    keys.press("Control+Space")
    expect(options(visit)).to_have_text(["settingsConfigMap"])
    keys.press("Enter")
    keys.press("Escape")  # leaves the editor: the list is closed
    assert not visit.focused(".cm-content")
    assert visit.text().endswith(
        "valueFrom:\n          configMapKeyRef:\n            name: settings\n            key: \n"
    )

    # A Pod of its own: required fields, then the values of an enumeration.
    visit.paste("apiVersion: batch/v1\nkind: C")
    keys.press("Control+Space")
    expect(options(visit)).to_have_text(["CronJobbatch/v1"])
    keys.press("Escape")
    visit.paste(UNFINISHED_POD)
    type_after(visit, "image: a", "\nports:\n- ")
    keys.press("Control+Space")
    expect(options(visit).first).to_have_text("containerPortinteger, required")
    keys.press("Enter")
    keys.type("80\n")
    keys.press("Control+Space")
    expect(options(visit).filter(has_text="containerPort")).to_have_count(0)
    keys.type("prot")
    expect(options(visit)).to_have_text(["protocolstring"])
    keys.press("Enter")
    keys.press("Control+Space")
    expect(options(visit)).to_have_text(["TCP", "UDP", "SCTP"])
    keys.press("ArrowDown")
    keys.press("Enter")
    assert visit.text() == f"{UNFINISHED_POD}    ports:\n    - containerPort: 80\n      protocol: UDP\n"


@pytest.mark.nightly
def test_what_is_written_whole_or_in_a_comment_is_left_alone(visit: Visit) -> None:
    keys = visit.page.keyboard
    paste(visit, "apiVersion: v1\nkind:")
    type_after(visit, "kind:", " Pod")
    expect(options(visit).first).to_have_text("Podv1")
    keys.press("Enter")
    keys.type("spec: {restartPolicy: ays # Al")
    expect(options(visit)).to_have_count(0)
    assert visit.text() == "apiVersion: v1\nkind: Pod\nspec: {restartPolicy: ays # Al"


@pytest.mark.nightly
def test_a_parameter_with_a_generator_is_written_whole(visit: Visit) -> None:
    keys = visit.page.keyboard
    paste(visit, UNFINISHED_TEMPLATE)
    type_after(visit, '"[a-z]{20}"}', "\n- n")
    before = visit.text()
    expect(options(visit).nth(1)).to_have_text("namea parameter with a generator")
    keys.press("ArrowDown")
    keys.press("Enter")
    keys.type("TOKEN")
    written = '- name: TOKEN\n  generate: expression\n  from: "[a-zA-Z0-9]{16}"\n'
    assert visit.text() == before.replace("- n\n", written)


@pytest.mark.nightly
def test_a_name_is_completed_on_a_phone_in_json_that_cannot_be_read_meanwhile(visit: Visit) -> None:
    keys = visit.page.keyboard
    visit.page.set_viewport_size(PHONE)
    paste(visit, JSON)
    type_after(visit, '"/x"', ', "name": "d')
    expect(options(visit)).to_have_text(["datavolume"])
    visit.picture("completion on a phone")
    assert visit.overflow() == 0
    options(visit).first.click()
    type_after(visit, '"name": "c"', ', "imageP')
    expect(options(visit).first).to_have_text("imagePullPolicystring")
    keys.press("Enter")
    keys.press("Control+Space")
    expect(options(visit).first).to_have_text("Always")
    keys.press("Enter")
    type_after(visit, '"value": "', "$(")
    keys.press("Escape")
    keys.press("Tab")  # leaves the editor
    assert not visit.focused(".cm-content")
    pulled = JSON.replace('"name": "c"', '"name": "c", "imagePullPolicy": "Always"')
    assert visit.text() == pulled.replace('"/x"', '"/x", "name": "data"').replace('"x"}', '"$(x"}')
