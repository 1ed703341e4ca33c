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


def test_static_files_are_hashed_compressed_and_kept_for_ever(real: Visit) -> None:
    answers: list[Response] = []
    real.page.on("response", lambda answer: answers.append(answer))
    real.go().alive()
    files = [answer for answer in answers if "/static/" in answer.url]
    assert {answer.url.rpartition("/")[2].partition(".")[0] for answer in files} >= {"app", "editor", "theme", "icons"}
    for answer in files:
        assert HASHED.search(answer.url), answer.url
        assert "immutable" in answer.headers["cache-control"]
        assert answer.headers.get("content-encoding") in ("br", "gzip") or answer.url.endswith(".svg")


def test_the_page_is_strict_and_works_all_the_same(real: Visit) -> None:
    with real.page.expect_response(real.site + "/") as opened:
        real.go().alive()
    headers = opened.value.headers
    policy = headers["content-security-policy"]
    for directive in (
        "default-src 'none'",
        "script-src 'self'",
        "require-trusted-types-for 'script'",
        "base-uri 'none'",
    ):
        assert f"{directive};" in f"{policy};"
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cache-control"] == "no-store"
    real.paste(TEMPLATE)
    real.field("NAME").fill("kiosk")
    expect(real.output).to_contain_text("name: kiosk")
    real.source.focus()
    real.page.keyboard.press("Control+f")
    expect(real.page.locator(".cm-search")).to_be_visible()
    real.page.keyboard.press("Escape")
    weight = real.page.locator(".cm-activeLine").evaluate("(one) => getComputedStyle(one).backgroundColor")
    assert weight != "rgba(0, 0, 0, 0)"  # the editor's own style sheet was let in


def test_an_inline_script_does_not_run_and_the_tests_would_hear_of_it(real: Visit) -> None:
    real.go().alive()
    real.page.evaluate(
        """() => {
          const script = document.createElement("script");
          script.append("window.ran = 1");
          document.body.append(script);
        }"""
    )
    assert real.page.evaluate("() => window.ran ?? 0") == 0
    assert any("policy: require-trusted-types-for" in line for line in real.noise), real.noise
    real.excuse(".")


def test_a_request_to_another_site_would_be_heard_of(real: Visit) -> None:
    real.go().alive()
    assert real.noise == []
    other = real.site.replace("127.0.0.1", "localhost")
    real.page.goto(f"{other}/limits")
    assert f"elsewhere: {other}/limits" in real.noise
    real.excuse("elsewhere")


def test_a_script_that_was_changed_on_its_way_does_not_run(real: Visit) -> None:
    real.excuse("integrity")
    real.page.route("**/theme.*.js", lambda route: route.fulfill(body="window.ran = 1", content_type="text/javascript"))
    real.go()
    assert real.page.evaluate("() => window.ran ?? 0") == 0
    assert any("integrity" in line for line in real.noise), real.noise


def test_a_server_that_is_killed_and_started_again_costs_no_text(real: Visit, server: Server) -> None:
    real.excuse("ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET")
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


def test_a_share_outlives_the_server(real: Visit, server: Server, visit_site: Callable[..., Visit]) -> None:
    real.go().alive()
    real.paste(POD)
    expect(real.output).to_contain_text("value: web.example")
    real.share()
    expect(real.page).to_have_url(re.compile(r"/s/[A-Za-z0-9_-]{22}$"))
    path = real.page.url.removeprefix(real.site)
    server.stop()
    server.start()
    other = visit_site(server.url).go(path).alive()
    assert other.text() == POD
    expect(other.output).to_contain_text("value: web.example")


def test_the_source_of_the_very_program_is_handed_out(real: Visit) -> None:
    real.go().alive()
    address = real.page.locator("a.source-link").get_attribute("href")
    assert address
    with urllib.request.urlopen(real.site + address, timeout=60) as answer:
        assert answer.status == 200
        assert answer.read(2) == b"\x1f\x8b"
