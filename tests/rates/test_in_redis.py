"""Redis counts in one step, with keys that expire, and a missing Redis is reported."""

from __future__ import annotations

import socket
import time
from pathlib import Path

import pytest
import redis

from playground.rates import in_redis
from playground.rates.limit import CountingError, Limit
from tests.rates.servers import RedisServer

TEN = Limit("ten a minute", 10, 60)


def test_keys_contain_no_address_and_expire(redis_server: RedisServer) -> None:
    redis_server.empty()
    began = time.monotonic()
    assert in_redis.take(redis_server.url, "203.0.113.7", [(TEN, 2)]) == 0
    with redis.Redis.from_url(redis_server.url, decode_responses=True) as client:
        (key,) = client.scan_iter()
        assert key.startswith("playground:rate:")
        assert "203.0.113.7" not in key
        assert 0 <= 12 - client.pttl(key) / 1000 < time.monotonic() - began + 0.1


def test_a_refused_request_writes_nothing(redis_server: RedisServer) -> None:
    redis_server.empty()
    in_redis.take(redis_server.url, "a", [(TEN, 10)])
    with redis.Redis.from_url(redis_server.url, decode_responses=True) as client:
        (key,) = client.scan_iter()
        before = client.get(key)
        assert in_redis.take(redis_server.url, "a", [(TEN, 5)]) > 25
        assert client.get(key) == before


@pytest.mark.parametrize("url", ["unix:///nowhere/redis.sock", "redis://127.0.0.1:1"])
def test_a_missing_redis_raises_counting_error(url: str) -> None:
    with pytest.raises(CountingError, match="ConnectionError"):
        in_redis.take(url, "a", [(TEN, 1)])


def test_a_redis_that_hangs_raises_counting_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(in_redis, "_TIMEOUT", 0.1)
    path = str(tmp_path / "hangs.sock")
    with socket.socket(socket.AF_UNIX) as hanging:
        hanging.bind(path)
        hanging.listen()  # takes connections, and says nothing
        with pytest.raises(CountingError, match="TimeoutError"):
            in_redis.take(f"unix://{path}", "a", [(TEN, 1)])


def test_a_restarted_redis_is_used_again(tmp_path: Path) -> None:
    server = RedisServer(tmp_path)
    server.start()
    try:
        assert in_redis.take(server.url, "a", [(TEN, 10)]) == 0
        server.stop()
        with pytest.raises(CountingError):
            in_redis.take(server.url, "a", [(TEN, 1)])
        server.start()
        assert in_redis.take(server.url, "a", [(TEN, 10)]) == 0
    finally:
        server.stop()
