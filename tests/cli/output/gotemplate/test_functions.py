"""`base64decode`: values and errors as in Go."""

from __future__ import annotations

import pytest

from playground.cli.output.gotemplate import GoTemplateError
from playground.cli.output.gotemplate.functions import base64decode


@pytest.mark.parametrize(
    ("text", "decoded"),
    [
        ("", ""),
        ("aGk=", "hi"),
        ("YQ==", "a"),
        ("a\nGk\r\n=", "hi"),
        ("YQ=\n=\n", "a"),
        ("w6k=", "é"),
        ("/w==", "\udcff"),
    ],
)
def test_base64_is_decoded(text: str, decoded: str) -> None:
    assert base64decode(text) == decoded


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("aGk", 0), ("a", 0), ("*", 0), ("=", 0), ("a===", 1), ("ab*=", 2), ("ab=", 3), ("ab=c", 2), ("ab==x", 4),
        ("abc=x", 4), ("abcde", 4), ("abcdefg", 4), ("YWI=YWI=", 4), ("a b=", 1), ("ab\n==\nx", 6),
    ],
)  # fmt: skip
def test_the_first_invalid_byte_is_named(text: str, position: int) -> None:
    with pytest.raises(GoTemplateError) as refused:
        base64decode(text)
    assert str(refused.value) == f"base64 decode failed: illegal base64 data at input byte {position}"
