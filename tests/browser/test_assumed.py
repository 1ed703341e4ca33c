"""Facts and names that nobody gave: assumed for the preview, kept, and written into the source only when asked."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenVisit
from tests.browser.visits import Visit

POD = """\
kind: Pod
apiVersion: v1
metadata: {name: p}
spec:
  containers:
  - name: c
    image: x
    args: [$(IP) $(CACHE_SERVICE_PORT)]
    env:
    - name: IP
      valueFrom: {fieldRef: {fieldPath: status.podIP}}
"""


def test_an_undefined_name_is_assumed_from_its_issue_and_added_to_env_from_its_field(visit: Visit) -> None:
    visit.paste(POD.replace("CACHE_SERVICE_PORT", "WHO"))
    issue = visit.issues.filter(has_text="ENV501")
    expect(issue.locator("button.fix")).to_have_text(["Add WHO to env", "Write $$(WHO)"])
    issue.get_by_role("link", name="Assume a value").click()
    field = visit.page.get_by_label("WHO in c")
    expect(field).to_be_focused()
    visit.page.keyboard.type("me")
    expect(visit.output).to_contain_text("10.1.2.3 me")
    visit.page.get_by_role("button", name="Add to env WHO").click()
    expect(field).to_have_count(0)
    expect(visit.output).to_contain_text("10.1.2.3 me")
    assert '    - name: WHO\n      value: "me"\n    - name: IP\n' in visit.text()
    visit.page.keyboard.press("Control+z")
    expect(visit.output).to_contain_text("10.1.2.3 $(WHO)")


@pytest.mark.nightly
def test_an_assumed_name_is_added_to_env_without_scripts(open_visit: OpenVisit) -> None:
    bare = open_visit(java_script_enabled=False)
    bare.page.locator("#source").fill(POD.replace("CACHE_SERVICE_PORT", "WHO"))
    bare.follow(bare.page.locator("button.expand"))
    bare.page.get_by_label("WHO in c").fill("me")
    bare.follow(bare.page.locator("button.expand"))
    bare.follow(bare.page.get_by_role("button", name="Add to env WHO"))
    assert '    - name: WHO\n      value: "me"\n' in bare.page.locator("#source").input_value()
    expect(bare.page.get_by_label("WHO in c")).to_have_count(0)


def test_an_assumed_fact_shows_at_once_and_is_kept_with_the_draft(visit: Visit) -> None:
    visit.paste(POD)
    expect(visit.output).to_contain_text("10.1.2.3 $(CACHE_SERVICE_PORT)")
    visit.page.get_by_label("Pod IPs for IP").fill("10.9.9.9")
    visit.page.get_by_label("CACHE_SERVICE_PORT in c").fill("6379")
    expect(visit.output).to_contain_text("10.9.9.9 6379")
    assert visit.text() == POD
    visit.page.reload()
    visit.alive()
    expect(visit.page.get_by_label("Pod IPs for IP")).to_have_value("10.9.9.9")
    expect(visit.output).to_contain_text("10.9.9.9 6379")


@pytest.mark.nightly
def test_the_address_of_a_service_that_has_none_yet_is_assumed_and_not_written(visit: Visit) -> None:
    source = "kind: Service\napiVersion: v1\nmetadata: {name: db}\nspec: {ports: [{port: 5432}]}\n---\n" + POD.replace(
        "$(IP)", "$(DB_SERVICE_HOST)"
    )
    visit.paste(source)
    expect(visit.output).to_contain_text("10.96.100.1 $(CACHE_SERVICE_PORT)")
    field = visit.page.get_by_label("Cluster IP of Service db for DB_SERVICE_HOST")
    field.fill("10.0.0.42")
    expect(visit.output).to_contain_text("10.0.0.42 $(CACHE_SERVICE_PORT)")
    assert visit.text() == source
    visit.share()
    visit.page.reload()
    visit.alive()
    expect(field).to_have_value("10.0.0.42")
    expect(visit.output).to_contain_text("10.0.0.42 $(CACHE_SERVICE_PORT)")
