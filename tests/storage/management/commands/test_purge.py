"""`manage.py purge` logs that the database does not answer; what it deletes: tests/storage/shares/test_purging.py."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.db import OperationalError

from playground.storage.shares import purging


def test_a_database_that_does_not_answer_is_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def gone(*_: object) -> int:
        raise OperationalError("a value of somebody")

    monkeypatch.setattr(purging, "purge", gone)
    with pytest.raises(SystemExit, match="1"):
        call_command("purge")
    assert [record.message for record in caplog.records] == ["the purge failed"]
