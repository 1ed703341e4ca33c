"""One server for the tests of a file that need no settings."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.lsp.editor import Editor


@pytest.fixture(scope="module")
def editor() -> Iterator[Editor]:
    """An editor like VS Code, without settings."""
    with Editor() as started:
        yield started
