"""The form of the page as a browser sends it while someone types: its choices and values."""

from __future__ import annotations

import urllib.request
from collections.abc import Mapping
from html.parser import HTMLParser

from tests.benchmarks.load import Body, live
from tests.browser.servers import Server


class Fields(HTMLParser):
    """The fields of a page, or of a part of it, with the values that a browser would send; but no ``textarea``."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.values: dict[str, str] = {}
        self._choices = ""  # the name of the `select` that is open
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        if tag == "select":
            self._choices = has.get("name", "")
        elif tag == "option" and (self._choices not in self.values or "selected" in has):
            self.values[self._choices] = has.get("value", "")
        elif tag == "input" and "name" in has:
            kind = has.get("type", "text")
            if kind in ("hidden", "text") or (kind in ("radio", "checkbox") and "checked" in has):
                self.values[has["name"]] = has.get("value", "")


def typed(server: Server, text: str, headers: Mapping[str, str]) -> dict[str, str]:
    """What the page sends when ``text`` is changed once more after its output is there."""
    plain = {name: value for name, value in headers.items() if name != "Accept-Encoding"}

    def fields(path: str, body: Body | None = None) -> dict[str, str]:
        more = {"Content-Type": body.media} if body else {}
        request = urllib.request.Request(server.url + path, body and body.content, {**plain, **more})
        with urllib.request.urlopen(request, timeout=60) as answer:
            return Fields(answer.read().decode()).values

    of_the_example = fields("/")
    choices = {name: of_the_example[name] for name in ("dialect", "kubernetes", "view", "stage", "syntax", "shape")}
    return {"source": text, **choices, **fields("/evaluate", live({"source": text, **choices}))}
