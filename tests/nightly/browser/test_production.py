"""The page as `make run` serves it: gunicorn, hashed static files, strict headers; killed and restarted."""

from __future__ import annotations

import re
import urllib.request
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Response, expect

from tests.browser.servers import Server, make_server
from tests.browser.texts import POD, TEMPLATE
from tests.browser.visits import Visit

HASHED = re.compile(r"/static/[a-z-]+\.[0-9a-f]{12}\.(css|js|svg)$")


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = make_server(tmp_path_factory.mktemp("playground"))
    yield server
    server.stop()


@pytest.fixture
def server(prepared: Server) -> Server:
    """A running server; a test may kill it."""
    if not prepared.answers():
        prepared.start()
    return prepared


@pytest.fixture
def real(server: Server, visit_site: Callable[..., Visit]) -> Visit:
    """A first visit to the real thing."""
    return visit_site(server.url)


def check_headers(answer: Response) -> None:
    """Assert that the page lets nothing in but its own files."""
    policy = answer.headers["content-security-policy"]
    for directive in (
        "default-src 'none'",
        "script-src 'self'",
        "require-trusted-types-for 'script'",
        "base-uri 'none'",
    ):
        assert f"{directive};" in f"{policy};"
    assert "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["x-frame-options"] == "DENY"
    assert answer.headers["referrer-policy"] == "same-origin"
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.smoke
def test_the_page_works_with_hashed_files_and_strict_headers(real: Visit) -> None:
    answers: list[Response] = []
    real.page.on("response", lambda answer: answers.append(answer))
    with real.page.expect_response(real.site + "/") as opening:
        real.go().alive()
    check_headers(opening.value)
    files = [answer for answer in answers if "/static/" in answer.url]
    assert {answer.url.rpartition("/")[2].partition(".")[0] for answer in files} >= {"app", "editor", "theme", "icons"}
    for answer in files:
        assert HASHED.search(answer.url), answer.url
        assert "immutable" in answer.headers["cache-control"]
        assert answer.headers.get("content-encoding") in ("br", "gzip") or answer.url.endswith(".svg")
    real.paste(TEMPLATE)
    real.field("NAME").fill("kiosk")
    expect(real.output).to_contain_text("name: kiosk")
    real.source.focus()
    real.page.keyboard.press("Control+f")
    expect(real.page.locator(".cm-search")).to_be_visible()
    real.page.keyboard.press("Escape")
    background = real.page.locator(".cm-activeLine").evaluate("(line) => getComputedStyle(line).backgroundColor")
    assert background != "rgba(0, 0, 0, 0)"  # the editor's own style sheet was let in
    address = real.page.locator("a.source-link").get_attribute("href")
    assert address
    with urllib.request.urlopen(real.site + address, timeout=60) as archive:
        assert archive.status == 200
        assert archive.read(2) == b"\x1f\x8b"


def test_what_the_page_must_not_do_is_stopped_and_heard_of(real: Visit) -> None:
    real.excuse(".")
    real.go().alive()
    assert real.noise == []
    real.page.evaluate(
        """() => {
          const script = document.createElement("script");
          script.append("window.ran = 1");
          document.body.append(script);
        }"""
    )
    assert real.page.evaluate("() => window.ran ?? 0") == 0
    assert any("policy: require-trusted-types-for" in line for line in real.noise), real.noise
    other = real.site.replace("127.0.0.1", "localhost")
    real.page.goto(f"{other}/limits")
    assert f"elsewhere: {other}/limits" in real.noise
    real.page.route("**/theme.*.js", lambda route: route.fulfill(body="window.ran = 1", content_type="text/javascript"))
    real.go()
    assert real.page.evaluate("() => window.ran ?? 0") == 0
    assert any("integrity" in line for line in real.noise), real.noise


def test_a_server_that_is_killed_and_started_again_costs_no_text_and_no_share(
    real: Visit, server: Server, visit_site: Callable[..., Visit]
) -> None:
    real.excuse("ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET")
    real.go().alive()
    real.paste(POD)
    expect(real.output).to_contain_text("web.example")
    real.share()
    expect(real.page).to_have_url(re.compile(r"/s/[A-Za-z0-9_-]{22}$"))
    path = real.page.url.removeprefix(real.site)
    real.go().alive()
    real.paste(TEMPLATE)
    expect(real.output).to_contain_text("colour: blue")
    real.field("COLOUR").fill("red")
    expect(real.output).to_contain_text("colour: red")
    server.stop()
    real.field("COLOUR").press("End")
    real.field("COLOUR").press_sequentially("dish", delay=30)
    expect(real.banner).to_contain_text("Could not reach the server. Your text is safe in this browser.")
    expect(real.field("COLOUR")).to_have_value("reddish")
    expect(real.output).to_contain_text("colour: red")
    real.source.focus()
    real.page.keyboard.press("Control+End")
    real.page.keyboard.type("# typed meanwhile")
    server.start()
    expect(real.output).to_contain_text("colour: reddish")
    expect(real.banner).to_have_text("")
    expect(real.banner).not_to_be_visible()
    assert real.text() == TEMPLATE + "# typed meanwhile"
    reader = visit_site(server.url).go(path).alive()
    assert reader.text() == POD
    expect(reader.output).to_contain_text("web.example")
