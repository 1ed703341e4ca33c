"""The time from a change in an editor to its diagnostics, with the real server and a client that is not ours."""

from __future__ import annotations

import statistics
import time

from lsprotocol import types

from tests.benchmarks.conftest import Note
from tests.benchmarks.figures import Goal
from tests.benchmarks.texts import template
from tests.lsp.editor import Editor

CHANGES = 100
SIZES = {1_000: None, 20_000: 60.0, 126_000: None}  # characters of a Template, and the goal in milliseconds


def test_from_a_change_to_its_diagnostics(note: Note) -> None:
    for size, goal in SIZES.items():
        with Editor() as editor:
            seconds = sorted(seconds_of_changes(editor, template(size)))
        row = f"a change in {size / 1000:.0f} KB"
        note("Editor", row, "median, ms", statistics.median(seconds) * 1e3, Goal(goal) if goal else None)
        note("Editor", row, "95 of 100 within, ms", seconds[len(seconds) * 95 // 100] * 1e3)


def seconds_of_changes(editor: Editor, text: str) -> list[float]:
    """The seconds that the diagnostics of each change take: a letter is typed into a value, one after the other."""
    uri, line = editor.open(text), text[: text.index("value: part-")].count("\n")
    editor.diagnostics(uri)
    place = types.Position(line, len(text.splitlines()[line]))
    seconds = []
    for _ in range(CHANGES):
        start = time.perf_counter()
        editor.change(uri, types.TextDocumentContentChangePartial(types.Range(place, place), "x"))
        editor.diagnostics(uri)
        seconds.append(time.perf_counter() - start)
    return seconds
