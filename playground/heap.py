"""Settings of the C library's allocator that make it return free memory to the operating system.

mallopt(3) and ``malloc/malloc.c`` of glibc. By default its thresholds adapt to the blocks that are freed: once a block
of 4 MB was, such blocks are no longer mapped individually, and each thread's arena keeps 8 MB free at its end (64 MB at
most). A worker with 13 MB in use kept 128 MB free.
"""

from __future__ import annotations

import ctypes

_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8  # malloc.h
_KEPT = 1024 * 1024  # free bytes that may stay at the end of the heap
_MAPPED = 512 * 1024  # bytes; larger blocks are mapped and unmapped individually, which takes 0.1 ms per megabyte
_ARENAS = 1  # because of the GIL more would gain nothing


def give_back() -> bool:
    """Make the allocator return free memory, in this process and its forks; False if the C library is not glibc.

    Must be called before a second thread starts, because that would get an arena of its own.
    """
    library = ctypes.CDLL(None)
    if not hasattr(library, "mallopt"):
        return False
    settings = {_ARENA_MAX: _ARENAS, _MMAP_THRESHOLD: _MAPPED, _TRIM_THRESHOLD: _KEPT}
    taken = [library.mallopt(name, value) for name, value in settings.items()]
    return all(taken)
