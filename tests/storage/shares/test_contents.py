"""A Revision has the contents that were stored, and a digest that identifies them."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256

import pytest

from playground.storage.shares.contents import ROW_BYTES, Contents, contents_of, revision_of
from tests.rows import store

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
FULL = Contents(
    "kind: Pod\n",
    "proposal",
    {"NAME": "wörld"},
    {"USER": "[a-z]{4}"},
    {"PORT": "80"},
    "1.33",
    {"podName": "p"},
    {"prod": {"NAME": "x"}, "dev": {}},
)


@pytest.mark.django_db
def test_a_revision_gives_its_contents_back() -> None:
    assert contents_of(store("A" * 22, "", FULL, NOW).latest) == FULL


def test_facts_that_a_server_of_the_version_before_stored_are_found() -> None:
    revision = revision_of(FULL, NOW)
    digest, size = revision.digest, revision.size
    revision.assumed, revision.cluster = {"PORT": "80", "fact:podName": "p"}, {}
    assert contents_of(revision) == FULL
    assert (digest, size) == (contents_of(revision).digest, contents_of(revision).size)


def test_the_digest_of_contents_stays_the_same_in_all_versions() -> None:
    without = Contents("kind: Pod\n", "auto", {"NAME": "a"}, {"USER": "b"}, {"PORT": "80"})
    parts = ["kind: Pod\n", "auto", "1.36", [["NAME", "a"]], [["USER", "b"]], [["PORT", "80"]]]
    assert without.digest == sha256(json.dumps(parts).encode()).hexdigest()
    parts[-1] = [["PORT", "80"], ["fact:podName", "p"]]
    assert replace(without, cluster={"podName": "p"}).digest == sha256(json.dumps(parts).encode()).hexdigest()
    with_sets = replace(without, sets={"a": {"N": "1"}, "b": {}})
    assert len({without.digest, with_sets.digest, replace(without, sets={"b": {}, "a": {"N": "1"}}).digest}) == 3


def test_digests_are_equal_only_for_equal_contents() -> None:
    again = Contents(**{name: getattr(FULL, name) for name in FULL.__slots__})
    assert revision_of(FULL, NOW).digest == FULL.digest == again.digest
    assert FULL.digest != Contents("kind: Pod\n").digest


def test_names_and_texts_are_counted_by_their_bytes() -> None:
    stored_text = "kind: Pod\n" + "NAME" + "wörld" + "USER" + "[a-z]{4}" + "PORT" + "80" + "fact:podName" + "p"
    stored_text += "prodNAMEx"
    assert revision_of(FULL, NOW).size == FULL.size == ROW_BYTES + len(stored_text.encode())
