"""Texts as files: under which names they are saved."""

from __future__ import annotations

import pytest

from playground.views.files import file_name


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("shop", "shop.yaml"),
        ("../../etc/passwd", "etc-passwd.yaml"),
        ('a"; filename="b\r\nX: 1', "a-filename-b-X-1.yaml"),
        ("日本", "untitled.yaml"),
        ("", "untitled.yaml"),
        ("x" * 300, "x" * 80 + ".yaml"),
    ],
)
def test_file_name_is_safe_on_every_system(title: str, name: str) -> None:
    assert file_name(title, "yaml") == name
