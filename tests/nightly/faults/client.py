"""A minimal client of a running server, which sends forms as a browser does."""

from __future__ import annotations

import http.client
import urllib.error
import urllib.request
from contextlib import closing
from http.cookies import SimpleCookie
from urllib.parse import urlencode, urlsplit

from tests.browser.servers import Server

TEXT = "kind: Pod\nmetadata: {name: kept}\n"


def cookie_of(server: Server) -> str:
    """The CSRF token that the page gives a visitor."""
    with urllib.request.urlopen(f"{server.url}/", timeout=30) as page:
        return SimpleCookie(page.headers["Set-Cookie"])["csrftoken"].value


def post(server: Server, address: str, text: str = TEXT) -> tuple[int, str, str, str]:
    """Send the form as a browser does: status, body, Location and Retry-After of the answer."""
    cookie = cookie_of(server)
    with closing(http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=30)) as connection:
        headers = {"Cookie": f"csrftoken={cookie}", "Content-Type": "application/x-www-form-urlencoded"}
        body = urlencode({"source": text, "csrfmiddlewaretoken": cookie})
        connection.request("POST", address, body, headers)
        answer = connection.getresponse()
        return (
            answer.status,
            answer.read().decode(),
            answer.headers["Location"] or "",
            answer.headers["Retry-After"] or "",
        )


def get(server: Server, address: str) -> int:
    try:
        with urllib.request.urlopen(server.url + address, timeout=30) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        error.close()
        return int(error.code)
