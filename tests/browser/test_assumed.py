"""Facts and names that nobody gave: assumed for the preview, kept, and never written into the source."""

from __future__ import annotations

from playwright.sync_api import expect

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


def test_an_assumed_fact_shows_at_once_and_is_kept_with_the_draft(visit: Visit) -> None:
    visit.paste(POD)
    expect(visit.output).to_contain_text("10.1.2.3 $(CACHE_SERVICE_PORT)")
    visit.page.get_by_label("Pod IPs, for IP").fill("10.9.9.9")
    visit.page.get_by_label("CACHE_SERVICE_PORT in c").fill("6379")
    expect(visit.output).to_contain_text("10.9.9.9 6379")
    assert visit.text() == POD
    visit.page.wait_for_timeout(500)  # the draft is written a moment after an edit
    visit.page.reload()
    visit.alive()
    expect(visit.page.get_by_label("Pod IPs, for IP")).to_have_value("10.9.9.9")
    expect(visit.output).to_contain_text("10.9.9.9 6379")
