"""Redis counts if it is configured; while it does not answer, the database does, and one line is logged."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis
from pytest_django.fixtures import Settings

from playground.models import Rate
from playground.rates import counting
from playground.rates.counting import take
from playground.rates.limit import Limit
from tests.rates.servers import RedisServer

TEN = [(Limit("ten a minute", 10, 60), 1)]
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def silence() -> Iterator[None]:
    """No test finds a Redis that an earlier one has missed."""
    counting._redis.cache_clear()
    yield
    counting._redis.cache_clear()


@pytest.mark.django_db
def test_without_redis_the_database_counts(settings: Settings) -> None:
    settings.REDIS_URL = ""
    assert [take("a", TEN) for _ in range(11)][:10] == [0.0] * 10
    assert take("a", TEN) > 0
    assert Rate.objects.count() == 1


@pytest.mark.django_db
def test_with_redis_the_database_is_not_queried(settings: Settings, redis_server: RedisServer) -> None:
    redis_server.empty()
    settings.REDIS_URL = redis_server.url
    assert [take("a", TEN) for _ in range(10)] == [0.0] * 10
    assert take("a", TEN) > 0
    assert not Rate.objects.exists()


@pytest.mark.django_db
def test_while_redis_is_down_the_database_counts_and_one_line_is_logged(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.REDIS_URL = "unix:///nowhere/redis.sock"
    assert [take("203.0.113.7", TEN) for _ in range(10)] == [0.0] * 10
    assert take("203.0.113.7", TEN) > 0
    (record,) = caplog.records
    assert record.message == "Redis does not answer: the database counts requests"
    assert record.exc_info
    assert record.exc_info[0] is redis.ConnectionError


@pytest.mark.django_db
def test_redis_is_tried_again_after_a_while(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = RedisServer(tmp_path)
    settings.REDIS_URL = server.url
    assert take("a", TEN) == 0
    assert Rate.objects.count() == 1
    server.start()
    try:
        assert take("b", TEN) == 0
        assert Rate.objects.count() == 2  # it is left alone for now
        monkeypatch.setattr(time, "monotonic", lambda: 1e9)
        assert take("c", TEN) == 0
        assert Rate.objects.count() == 2
    finally:
        server.stop()


def test_the_library_is_loaded_only_if_redis_is_configured() -> None:
    code = (
        "import django, sys; django.setup(); from playground.rates import counting; import playground.urls;"
        "assert 'redis' not in sys.modules; counting._redis('redis://127.0.0.1:1'); assert 'redis' in sys.modules"
    )
    environment = {"DJANGO_SETTINGS_MODULE": "tests.settings", "PYTHONPATH": str(ROOT)}
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environment, check=True)
