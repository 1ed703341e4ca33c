"""Does the same work for many items on all cores, in the order of the items."""

from __future__ import annotations

import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, TypeVar

from playground.cli.options import RequestError

if TYPE_CHECKING:  # the imports take time and memory, and most runs need no process
    from concurrent.futures import Future, ProcessPoolExecutor

Item = TypeVar("Item")
Result = TypeVar("Result")

BATCH: Final = 8  # items that a process takes at once
FEWEST: Final = 24  # items for which processes are started; for fewer, that takes more time than it saves
_ENDINGS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)  # Ctrl+C, `kill`, and a terminal that is closed
_WAITING: Final = 4  # batches for each process that are begun before the first is complete: so memory stays small


def results_in_order(
    work: Callable[[Sequence[Item]], list[Result]], items: Sequence[Item], *, alone: bool
) -> Iterator[Result]:
    """The results of ``work`` for batches of ``items``, in their order; ``alone``: without further processes.

    Raises RequestError if the system ends a process.
    """
    if alone or len(items) < FEWEST or _cores() < 2:
        for item in items:
            yield from work([item])
        return
    futures: Any = import_module("concurrent.futures.process")
    multiprocessing: Any = import_module("multiprocessing")
    sys.stdout.flush()  # a forked process has a copy of what is not yet written
    context = multiprocessing.get_context("fork" if sys.platform == "linux" else None)
    pool: ProcessPoolExecutor = futures.ProcessPoolExecutor(min(_cores(), len(items) // BATCH), context, _start)
    running: deque[Future[list[Result]]] = deque()
    try:
        with interrupts_held():  # the first batch starts the processes, which an interrupt would leave half begun
            running.append(pool.submit(work, items[:BATCH]))
        for first in range(BATCH, len(items), BATCH):
            running.append(pool.submit(work, items[first : first + BATCH]))
            if len(running) > _WAITING * _cores():
                yield from running.popleft().result()
        while running:
            yield from running.popleft().result()
    except futures.BrokenProcessPool:
        raise RequestError("a process that checked files was ended, perhaps for lack of memory") from None
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Let Ctrl+C, and what else asks the process to end, wait until the block is over."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _ENDINGS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _start() -> None:
    """Begin a process: Ctrl+C ends it without a word."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDINGS)


def _cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
