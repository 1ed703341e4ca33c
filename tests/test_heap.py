"""Free memory is returned to the operating system; glibc alone would keep it, once per thread."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys

import pytest

from playground import heap

MEGABYTE = 1024 * 1024
# Eight threads, all there at once, use 20 MB one after the other, after a large block was let go of: how much is kept?
USE = """
import os, sys, threading
from pathlib import Path
from playground.heap import give_back
def held():
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
def use():
    with one_at_a_time:
        large = b"x" * 30_000_000
        del large
        blocks = [b"x" * 100_000 for _ in range(200)]
        del blocks
    together.wait()
if sys.argv[1:]:
    assert give_back()
before, one_at_a_time, together = held(), threading.Lock(), threading.Barrier(8)
threads = [threading.Thread(target=use) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(held() - before)
"""


def kept(*words: str) -> int:
    """Bytes that a process holds in the end, more than in the beginning."""
    done = subprocess.run([sys.executable, "-c", USE, *words], capture_output=True, text=True, check=True)
    return int(done.stdout)


def test_memory_freed_by_threads_is_returned_only_with_these_settings() -> None:
    assert (os.confstr("CS_GNU_LIBC_VERSION") or "").startswith("glibc")  # what follows is told of no other one
    assert kept("give back") < 40 * MEGABYTE  # what stands behind a single small block stays
    assert kept() > 120 * MEGABYTE


def test_another_c_library_is_not_configured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ctypes, "CDLL", lambda _name: object())
    assert not heap.give_back()
