"""The life of a link in three browsers: its owner's, a stranger's, and the owner's on another machine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

from playwright.sync_api import expect

from tests.browser.conftest import OpenVisit
from tests.browser.texts import POD
from tests.browser.visits import Visit, in_sight

SECOND = f"{POD}# second\n"


def share_text(visit: Visit, text: str = POD, title: str = "Web") -> str:
    """Share ``text``; the path of the link."""
    visit.paste(text)
    visit.page.locator("#title").fill(title)
    visit.share()
    return visit.page.url.removeprefix(visit.site)


def update(visit: Visit, text: str) -> None:
    visit.paste(text)
    visit.page.locator("#shared button.update").click()
    visit.page.locator("#saved-link").wait_for()
    visit.page.keyboard.press("Escape")


def test_everything_is_done_without_scripts(open_visit: OpenVisit) -> None:
    visit = open_visit(java_script_enabled=False)
    page = visit.page
    page.locator("#source").fill(POD)
    page.locator("button.share").click()
    question = page.locator(".asked.sharing")
    expect(question).to_contain_text("Anyone with the link can read this.")
    question.get_by_label("Expires").select_option("never")
    visit.follow(question.get_by_role("button", name="Share"))
    expect(page.locator("#shared")).to_contain_text("It does not expire.")
    path = page.url.removeprefix(visit.site)
    page.locator("#source").fill(SECOND)
    visit.follow(page.locator("button.expand"))
    assert page.url == visit.site + path
    page.locator("button.share").click()
    visit.follow(question.get_by_role("button", name="Update this link"))
    expect(page.locator("#shared")).to_contain_text("revision 2")
    assert page.locator("#source").input_value() == SECOND
    visit.follow(page.get_by_role("link", name="Details"))
    visit.follow(page.get_by_role("button", name="Compare"))
    expect(page.locator("#comparison ins")).to_have_text("+# second")
    page.locator("#new-title").fill("Renamed")
    visit.follow(page.get_by_role("button", name="Rename"))
    expect(page.get_by_role("status")).to_have_text("The title is saved.")
    page.get_by_label("Expires").select_option("day")
    visit.follow(page.get_by_role("button", name="Set"))
    expect(page.get_by_role("status")).to_contain_text("The link expires on ")
    assert (
        page.get_by_label("Expires").locator("option:checked").inner_text()
        in f"on {page.locator('time').first.inner_text()}"
    )
    visit.go("/shares")
    page.get_by_label("Search").fill("renamed")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_role("link", name="Renamed", exact=True)).to_be_visible()
    page.locator("summary", has_text="Delete").click()
    visit.follow(page.get_by_role("button", name="Delete it"))
    expect(page.get_by_role("status")).to_have_text("“Renamed” is deleted: nobody can open its link any more.")


# A site that speaks to its frames and listens to them, and a frame that does speak: what must be noticed.
SPEAKING = """
<script>const heard = []; addEventListener("message", (event) => heard.push(event.data));</script>
<iframe name="speaking" srcdoc="<script>
  onmessage = () => parent.postMessage('speaking', '*'); parent.postMessage('speaking', '*');
</script>"></iframe>
"""


@contextmanager
def another_site(page: str) -> Iterator[str]:
    """A site of another origin whose every address answers with ``page``; its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(page.encode())

        def log_message(self, *_: object) -> None:
            """Nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()


def test_another_site_frames_the_embedded_text_and_nothing_else(visit: Visit) -> None:
    path = share_text(visit)
    visit.excuse("frame-ancestors|X-Frame-Options|ERR_BLOCKED_BY_RESPONSE|Framing|elsewhere: http://127")
    frames = "".join(
        f'<iframe name="{name}" src="{visit.site}{path}{end}"></iframe>'
        for name, end in (("embed", "/embed"), ("page", ""))
    )
    with another_site(frames + SPEAKING) as site:
        visit.page.goto(site)
        frame = visit.page.frame_locator('iframe[name="embed"]')
        expect(frame.locator("pre").first).to_contain_text("kind: Pod")
        assert frame.locator("form, button, input, script").count() == 0
        assert visit.page.frame_locator('iframe[name="page"]').locator("#source").count() == 0
        before = frame.locator("html").inner_html()
        visit.page.evaluate(
            "() => Array.from(frames).forEach((frame) => frame.postMessage({ height: 9, html: 'x' }, '*'))"
        )
        visit.page.wait_for_function("() => heard.length >= 2")  # what a frame that speaks says of itself, and answers
        assert visit.page.evaluate("() => heard") == ["speaking", "speaking"]
        assert frame.locator("html").inner_html() == before
        panes = [frame.get_by_role("region", name=name) for name in ("Source", "Output")]
        source, output = (pane.bounding_box() for pane in panes)
        assert source
        assert output
        assert output["y"] >= source["y"] + source["height"], "below each other where there is little room"
        visit.page.locator('iframe[name="embed"]').evaluate("(frame) => { frame.width = 900; }")
        source, output = (pane.bounding_box() for pane in panes)
        assert source
        assert output
        assert output["y"] == source["y"], "else side by side"
        assert output["x"] >= source["x"] + source["width"]
        with visit.context.expect_page() as opened:
            frame.get_by_role("link", name="Open in Template Playground").click()
        assert opened.value.url == visit.site + path


def test_a_line_that_looks_like_a_secret_is_asked_about_and_replaced(visit: Visit) -> None:
    visit.paste(
        "apiVersion: template.openshift.io/v1\nkind: Template\nmetadata: {name: shop}\nobjects:\n"
        "- apiVersion: v1\n  kind: Secret\n  metadata: {name: shop}\n  stringData:\n    password: hunter2\n"
    )
    dialog = visit.page.locator("dialog#share")
    visit.page.locator("button.share").click()
    expect(dialog).to_contain_text("Line 9: password")
    in_sight(dialog)
    assert visit.focused("#share [data-close]")
    expect(dialog.locator("button.primary")).to_have_text("Share anyway")
    dialog.get_by_role("button", name="Replace with the parameter PASSWORD").click()
    expect(dialog.locator(".secrets")).to_have_count(0)
    expect(dialog.locator("button.primary")).to_have_text("Share")
    dialog.locator("button.primary").click()
    visit.page.locator("#saved-link").wait_for()
    expect(dialog).not_to_be_visible()
    assert "hunter2" not in visit.text()
    assert "- name: PASSWORD\n  required: true\n" in visit.text()
