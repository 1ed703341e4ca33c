"""Workspaces are opened by their token only."""

from __future__ import annotations

import base64
from datetime import UTC, datetime
from functools import partial
from hashlib import pbkdf2_hmac, sha256
from random import SystemRandom

import pytest
from django.db import connection

from playground.storage import workspaces
from playground.storage.models import Workspace
from playground.storage.workspaces import create_workspace, open_workspace, rotate_token
from tests.cost import relative_cost

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
RANDOM = SystemRandom()

pytestmark = pytest.mark.django_db


def test_a_workspace_is_opened_by_its_token() -> None:
    workspace, token = create_workspace(NOW, RANDOM)
    other_workspace, _ = create_workspace(NOW, RANDOM)
    assert open_workspace(token) == workspace != other_workspace
    assert workspace.name.startswith("ws-")
    assert (workspace.created, len(token)) == (NOW, 43)


@pytest.mark.parametrize("text", ["", "x", "\0", "ä", "\ud800", "A" * 43, "A" * 10_000])
def test_other_texts_open_nothing(text: str) -> None:
    create_workspace(NOW, RANDOM)
    assert open_workspace(text) is None


def test_checking_a_token_is_cheap() -> None:
    _, token = create_workspace(NOW, RANDOM)
    slow_digest = partial(pbkdf2_hmac, "sha256", token.encode(), b"salt", 1_000)  # a password's has 600,000 rounds
    for check in (partial(workspaces._digest, token), partial(open_workspace, "A" * 10_000)):
        assert relative_cost(check, slow_digest, most=0.5) < 0.5


def test_nothing_near_the_token_opens_it() -> None:
    workspace, token = create_workspace(NOW, RANDOM)
    for text in (token[:-1], token + "A", token.swapcase(), f" {token}", workspace.name, workspace.token_digest):
        assert open_workspace(text) is None


def test_after_a_rotation_only_the_new_token_opens() -> None:
    workspace, before = create_workspace(NOW, RANDOM)
    after = rotate_token(workspace, RANDOM)
    assert (open_workspace(before), open_workspace(after)) == (None, workspace)


def test_the_database_contains_no_token_in_any_encoding() -> None:
    workspace, token = create_workspace(NOW, RANDOM)
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM playground_workspace")
        stored = repr(cursor.fetchall())
    raw = base64.urlsafe_b64decode(f"{token}=")
    for writing in (token, raw.hex(), repr(raw), base64.b64encode(raw).decode()):
        assert writing not in stored
    assert workspace.token_digest == f"s256${sha256(token.encode()).hexdigest()}"
    assert Workspace.objects.get().token_digest in stored
