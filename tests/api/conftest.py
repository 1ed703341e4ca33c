"""A Workspace with its token, and requests as Kubernetes clients send them."""

from __future__ import annotations

from datetime import UTC, datetime
from random import SystemRandom

import pytest
from pytest_django.fixtures import Settings

from playground.api import watch_stream
from playground.storage.workspaces import create_workspace
from tests.api.calls import Api

RANDOM = SystemRandom()


@pytest.fixture(autouse=True)
def no_limits(settings: Settings) -> None:
    """Switch off all limits; they have their own tests."""
    settings.PREVIEWS_PER_MINUTE = settings.SAVES_PER_MINUTE = settings.SAVES_PER_HOUR = 0
    settings.SAVED_BYTES_PER_DAY = 0


@pytest.fixture(autouse=True)
def free_slots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give each test all slots for watches: watches of other tests may still occupy some."""
    monkeypatch.setattr(watch_stream, "_slots", watch_stream.WatchSlots())


@pytest.fixture
def api(db: None) -> Api:
    """A client with the token of a new Workspace."""
    workspace, token = create_workspace(datetime.now(UTC), RANDOM)
    return Api(workspace, token)


@pytest.fixture
def stranger(db: None) -> Api:
    """A client with the token of another Workspace."""
    workspace, token = create_workspace(datetime.now(UTC), RANDOM)
    return Api(workspace, token)
