"""Problems of a stream of documents have their place."""

from __future__ import annotations

import pytest

from playground.engine.reading.limits import Limits
from playground.engine.reading.stream import bad_separator, ignored, past_text_limit, too_many_documents


@pytest.mark.parametrize(("text", "at"), [("aaaaa", None), ("aaaaaa", 5), ("ééa", None), ("éééa", 2), ("😀\ud800", 1)])
def test_a_text_is_too_long_from_the_first_character_that_does_not_fit_whole(text: str, at: int | None) -> None:
    found = past_text_limit(text, Limits(text_bytes=5))
    assert (found and found.start) == at


def test_the_first_document_too_many_is_reported_at_its_content() -> None:
    assert too_many_documents(Limits(documents=1), "{}  \n {}", 2).start == 6


def test_a_bad_separator_is_reported_as_kubernetes_tells_it() -> None:
    assert bad_separator("--- a\n", 0, 5).error == "invalid Yaml document separator: --- a"


@pytest.mark.parametrize(("rest", "many"), [("", 0), (" # b\n\n", 0), ("b: 1\n", 1), ("# b\nc", 1)])
def test_only_readable_documents_count_as_ignored(rest: str, many: int) -> None:
    assert len(ignored(f"a: 1\n...\n{rest}", 9)) == many
