"""A Redis server for tests, which can be stopped and started."""

from __future__ import annotations

import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

import redis

from tests.browser.servers import START_UP


@dataclass(slots=True)
class RedisServer:
    """A real Redis server on a socket in a temporary folder, without persistence."""

    folder: Path
    _process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"unix://{self.folder / 'redis.sock'}"

    def start(self) -> None:
        """Start it, and wait until it answers."""
        path = self.folder / "redis.sock"
        options = (
            "--port",
            "0",
            "--unixsocket",
            str(path),
            "--save",
            "",
            "--appendonly",
            "no",
            "--dir",
            str(self.folder),
        )
        self._process = subprocess.Popen(["redis-server", *options], stdout=subprocess.DEVNULL)
        end = time.monotonic() + START_UP
        while not self._answers():
            assert time.monotonic() < end, "redis-server does not answer"
            time.sleep(0.02)

    def stop(self) -> None:
        """Kill it."""
        if self._process:
            self._process.kill()
            self._process.wait(60)
            self._process = None

    def empty(self) -> None:
        """Delete all keys."""
        with redis.Redis.from_url(self.url) as client:
            client.flushall()

    def _answers(self) -> bool:
        try:
            with redis.Redis.from_url(self.url) as client:
                return bool(client.ping())
        except redis.RedisError:
            return False
