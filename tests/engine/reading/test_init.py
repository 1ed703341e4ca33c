"""The package's public interface."""

from __future__ import annotations

import pytest

import playground.engine.reading as package
from playground.engine.reading import SourceError, read_plain


def test_a_plain_value_is_read_from_the_first_document() -> None:
    assert read_plain("namespace: web\n---\nmore: 1\n") == {"namespace": "web"}
    assert read_plain('{"a": [1]}') == {"a": [1]}
    assert read_plain("# nothing") is None


def test_a_text_that_can_not_be_read_says_where_and_why() -> None:
    with pytest.raises(SourceError, match=r"Line 2, column 4: Text without quotes cannot begin with `@`\."):
        read_plain("a: 1\nb: @\n")


def test_all_public_names_exist() -> None:
    assert all(hasattr(package, name) for name in package.__all__)
