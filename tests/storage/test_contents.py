"""A Revision has the contents that were stored, and a digest that identifies them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from playground.storage.contents import ROW_BYTES, Contents, contents_of, revision_of
from tests.rows import store

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
FULL = Contents("kind: Pod\n", "proposal", {"NAME": "wörld"}, {"USER": "[a-z]{4}"}, {"PORT": "80"}, "1.33")


@pytest.mark.django_db
def test_a_revision_gives_its_contents_back() -> None:
    assert contents_of(store("A" * 22, "", FULL, NOW).latest) == FULL


def test_digests_are_equal_only_for_equal_contents() -> None:
    again = Contents(**{name: getattr(FULL, name) for name in FULL.__slots__})
    assert revision_of(FULL, NOW).digest == FULL.digest == again.digest
    assert FULL.digest != Contents("kind: Pod\n").digest


def test_names_and_texts_are_counted_by_their_bytes() -> None:
    held = "kind: Pod\n" + "NAME" + "wörld" + "USER" + "[a-z]{4}" + "PORT" + "80"
    assert revision_of(FULL, NOW).size == FULL.size == ROW_BYTES + len(held.encode())
