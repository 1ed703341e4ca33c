"""The digest of a Draft."""

from __future__ import annotations

from playground.engine import Dialect
from playground.pages.form.draft import Draft, made_from


def test_digest_changes_with_the_source() -> None:
    assert Draft(source="a").digest != Draft(source="b").digest


def test_a_source_is_as_shown_until_it_changes() -> None:
    shown_digest = Draft(source="a").digest
    assert Draft(source="a", shown_digest=shown_digest).is_as_shown
    assert not Draft(source="b", shown_digest=shown_digest).is_as_shown
    assert not Draft(source="a").is_as_shown


def test_a_generated_value_depends_on_dialect_and_expression() -> None:
    assert made_from("[a-z]{3}", Dialect.OPENSHIFT) == "openshift [a-z]{3}"
    assert made_from("[a-z]{3}", Dialect.PROPOSAL) == "proposal [a-z]{3}"
