"""The output of wrk and of our own client is parsed correctly."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from django.test import RequestFactory

from tests.benchmarks.load import PAGE, SCRIPT, Body, Load, in_parts, live

TOLD = "Running 4s test @ http://127.0.0.1\nRequests/sec: 1.0\nfigures 400 4000000 15000 60000 2\n"


def test_what_wrk_tells_is_read() -> None:
    assert Load.told(TOLD) == Load(100.0, 0.015, 0.06, 2)


def test_silence_of_wrk_is_no_load() -> None:
    with pytest.raises(ValueError, match="unable to connect"):
        Load.told("unable to connect to 127.0.0.1:1 Connection refused\n")


def test_times_of_answers_make_a_load() -> None:
    assert Load.of([0.1] * 98 + [0.5, 0.7], 20.0) == Load(5.0, 0.1, 0.5, 0)


def test_the_script_that_wrk_runs_tells_five_figures() -> None:
    assert '"figures %d %d %.0f %.0f %d\\n"' in SCRIPT.read_text()


@pytest.mark.parametrize(("send", "line_end"), [(in_parts, "\r\n"), (live, "\n")])
def test_a_form_arrives_as_from_a_browser(send: Callable[[Mapping[str, str]], Body], line_end: str) -> None:
    body = send({"source": "kind: Pod\nname: é\n", "title": "t"})
    request = RequestFactory().generic("POST", "/", body.content, body.media)
    assert request.POST.dict() == {"source": f"kind: Pod{line_end}name: é{line_end}", "title": "t"}


def test_a_long_text_is_sent_in_parts() -> None:
    assert live({"source": "a" * PAGE["LONG_TEXT"]}).media == "application/x-www-form-urlencoded"
    assert live({"source": "a" * (PAGE["LONG_TEXT"] + 1)}).media.startswith("multipart/form-data")


def test_the_numbers_of_the_page_are_read_from_its_script() -> None:
    assert PAGE == {"SHORT": 300, "LONG": 800, "LONG_TEXT": 65_536}
