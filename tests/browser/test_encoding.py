"""A file beside a base64 field: encoded in the browser, bounded, and never sent as it is."""

from __future__ import annotations

import base64

import pytest
from playwright.sync_api import FilePayload, expect

from playground.pages.form.fields import FILE_BYTES
from tests.browser.conftest import OpenVisit
from tests.browser.visits import Visit

TEMPLATE = """\
kind: Template
parameters:
- name: LOGO
  type: base64
objects:
- apiVersion: v1
  kind: Secret
  metadata: {name: logo}
  data: {logo: $(LOGO)}
"""


def choose(visit: Visit, content: bytes) -> None:
    chooser = visit.row("LOGO").get_by_label("Encode a file for LOGO")
    chooser.set_input_files(FilePayload(name="logo.png", mimeType="image/png", buffer=content))


def test_a_file_becomes_the_value_as_base64_unless_it_is_too_large(visit: Visit) -> None:
    visit.paste(TEMPLATE)
    content = bytes(range(256)) * 150  # more than one call of the browser takes
    choose(visit, content)
    expect(visit.field("LOGO")).to_have_value(base64.b64encode(content).decode())
    expect(visit.row("LOGO")).to_contain_text("Holds 38,400 bytes.")
    visit.field("LOGO").fill("aGVsbG8=")
    expect(visit.row("LOGO")).to_contain_text("Holds the text hello")
    choose(visit, b"x" * (FILE_BYTES + 1))
    expect(visit.row("LOGO").get_by_role("alert")).to_have_text("logo.png has 49 KB; the limit is 48 KB.")
    expect(visit.field("LOGO")).to_have_value("aGVsbG8=")
    choose(visit, b"hi")
    expect(visit.row("LOGO").get_by_role("alert")).to_have_count(0)
    expect(visit.field("LOGO")).to_have_value("aGk=")


@pytest.mark.nightly
def test_no_file_is_offered_without_scripts(open_visit: OpenVisit) -> None:
    bare = open_visit(java_script_enabled=False)
    bare.page.locator("#source").fill(TEMPLATE)
    bare.page.locator("button.expand").click()
    expect(bare.field("LOGO")).to_be_visible()
    expect(bare.page.get_by_text("Encode file…")).not_to_be_visible()
    expect(bare.row("LOGO").locator("input[type=file]")).not_to_be_visible()
