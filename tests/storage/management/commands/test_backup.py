"""What was stored, backed up and lost is there again after a restore."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from playground.storage.models import Share
from playground.storage.shares.contents import Contents
from playground.storage.shares.finding import find_share
from tests.rows import store

SLUG = "AbCdEfGhIjKlMnOpQrSt-_"


@pytest.mark.django_db(transaction=True)
def test_a_restored_backup_contains_the_share(tmp_path: Path) -> None:
    if connection.vendor == "postgresql":
        with pytest.raises(CommandError, match="pg_dump"):
            call_command("backup", str(tmp_path / "saved"))
        with pytest.raises(CommandError, match="pg_restore"):
            call_command("restore", str(tmp_path / "saved"))
        return
    store(SLUG, "Mine", Contents("kind: Pod\n"), timezone.now())
    call_command("backup", str(tmp_path / "saved"))
    Share.objects.all().delete()
    call_command("restore", str(tmp_path / "saved"))
    share = find_share(SLUG)
    assert share is not None
    assert share.latest.text == "kind: Pod\n"


def test_a_command_that_fails_says_why(tmp_path: Path) -> None:
    for word in ("restore", "backup"):
        with pytest.raises(CommandError, match=r"There is no backup|could not be written|pg_"):
            call_command(word, str(tmp_path / "no-such-folder" / "file"))
