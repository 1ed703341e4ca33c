"""Settings of the C library's allocator that make it return free memory to the operating system.

mallopt(3) and ``malloc/malloc.c`` of glibc. By default its thresholds adapt to the blocks that are freed: once a block
of 4 MB was, such blocks are no longer mapped individually, and each thread's arena keeps 8 MB free at its end (64 MB at
most). A worker with 13 MB in use kept 128 MB free.
"""

from __future__ import annotations

import ctypes

_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8  # malloc.h
_KEPT = 1024 * 1024  # bytes, free ones at the end of the heap
_MAPPED = 512 * 1024  # bytes; a larger block is mapped by itself, and unmapped: 0.1 ms for a megabyte
_ARENAS = 1  # one thread at a time runs anyway, by Python's own lock


def give_back() -> bool:
    """Have the allocator give back what is free, in this process and those that are forked from it.

    To be asked before there is a second thread, which would have an arena of its own. False where the C library has no
    such settings, because it is another one than glibc.
    """
    library = ctypes.CDLL(None)
    if not hasattr(library, "mallopt"):
        return False
    settings = {_ARENA_MAX: _ARENAS, _MMAP_THRESHOLD: _MAPPED, _TRIM_THRESHOLD: _KEPT}
    taken = [library.mallopt(name, value) for name, value in settings.items()]
    return all(taken)
