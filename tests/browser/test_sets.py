"""Value sets: columns of the form, files, the diff of two sets, the table of all."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import FilePayload, expect

from tests.browser.accessibility import violations
from tests.browser.conftest import OpenVisit
from tests.browser.visits import PHONE, Visit

TEMPLATE = """\
kind: Template
apiVersion: template.openshift.io/v1
metadata: {name: shop}
parameters:
- {name: HOST, value: localhost}
- {name: REPLICAS, value: "1"}
- {name: DB_PASSWORD, generate: expression, from: "[a-z]{24}"}
objects:
- kind: Deployment
  apiVersion: apps/v1
  metadata: {name: shop}
  spec: {replicas: "${{REPLICAS}}"}
- kind: ConfigMap
  apiVersion: v1
  metadata: {name: shop}
  data: {url: "http://${HOST}"}
"""


def test_sets_are_columns_of_the_form_and_their_values_feed_the_output(visit: Visit) -> None:
    page, head = visit.page, visit.page.locator("#pane-output .pane-head")
    with visit.answer():
        visit.paste(TEMPLATE)
    page.locator("#edit-sets > summary").click()
    page.locator('[name="new-set"]').fill("dev")
    with visit.answer():
        page.keyboard.press("Enter")
    expect(page.locator('[name="set.dev.HOST"]')).to_be_focused()
    expect(page.locator('[name="set.dev.HOST"]')).to_have_attribute("placeholder", "localhost")
    expect(page.locator('[name="new-set"]')).to_have_value("")
    page.keyboard.type("dev.example")
    expect(visit.output).to_contain_text("url: http://dev.example")
    with visit.answer():
        page.locator("#open-set").set_input_files(
            FilePayload(name="prod.env", mimeType="text/plain", buffer=b"REPLICAS=3\nHOST='prod.example' # why\n")
        )
    expect(visit.output).to_contain_text("replicas: 3")
    expect(page.locator('[name="set.prod.HOST"]')).to_have_value("prod.example")
    expect(page.locator('[name="set.prod.DB_PASSWORD"]')).to_have_attribute("placeholder", "generated")

    visit.choose("view", "diff")
    with visit.answer():
        head.locator("#against").select_option("dev")
    expect(visit.output).to_contain_text("2 changes between dev and prod.")
    visit.choose("view", "sets")
    expect(visit.output.locator("thead th")).to_have_text(["base", "dev", "prod"])
    expect(visit.output.locator("tr", has_text="spec.replicas").locator("+ tr td")).to_have_text(["1", "1", "3"])
    expect(head.locator("#against")).to_be_hidden()
    assert violations(visit, "sets") == []

    visit.share()
    page.reload()
    visit.alive()
    expect(page.locator('[name="set.dev.HOST"]')).to_have_value("dev.example")
    page.locator("#edit-sets > summary").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download prod").click()
    assert Path(download.value.path()).read_text() == "HOST=prod.example\nREPLICAS=3\n"
    assert download.value.suggested_filename == "prod.env"
    with visit.answer():
        page.get_by_role("button", name="Delete dev").click()
    expect(page.locator('[name="set.dev.HOST"]')).to_have_count(0)
    expect(page.locator("#shared[data-changed]")).to_be_visible()
    page.reload()
    visit.alive()
    expect(page.locator('[name="set.dev.HOST"]')).to_have_count(0)  # not saved, but deleted
    expect(page.locator('[name="set.prod.HOST"]')).to_have_value("prod.example")


def test_sets_work_without_scripts_and_on_a_phone(open_visit: OpenVisit) -> None:
    bare = open_visit(java_script_enabled=False, viewport=PHONE)
    page = bare.page
    page.locator("#source").fill(TEMPLATE)
    bare.follow(page.locator("button.expand"))
    page.locator('a[data-pane="parameters"]').click()
    page.locator("#edit-sets > summary").click()
    page.locator('[name="new-set"]').fill("prod")
    page.locator(".set-lines > summary").click()
    page.locator('[name="set-lines"]').fill("REPLICAS=3\n")
    bare.follow(page.locator("#add-set"))
    expect(bare.output).to_contain_text("replicas: 3")
    expect(page.locator('[name="set.prod.REPLICAS"]')).to_have_value("3")
