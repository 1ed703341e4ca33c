"""A suite: recorded answers of a real program, each beside our own answer."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

_VECTORS = Path(__file__).resolve().parents[1] / "vectors"


@dataclass(frozen=True, slots=True)
class Case:
    """One recorded answer: whether ours is equal, and the text that shows the case on the page."""

    id: str
    title: str
    equal: bool
    reason: str = ""  # why our answer differs on purpose; "" if it must be equal
    call: str = ""  # how the real program was called, if that is more than the text
    recorded: str = ""  # the real program's answer, if ours differs on purpose
    text: str = ""  # what the page opens; "" if the page cannot show the case
    values: Mapping[str, str] = field(default_factory=dict)  # of the text's Parameters
    dialect: str = ""  # that the page chooses; "" for the text's own
    kubernetes: str = ""  # the version that the page chooses; "" for the newest


@dataclass(frozen=True, slots=True)
class Suite:
    """The cases of one real program."""

    name: str
    title: str
    program: str  # with its version, as far as that was noted
    no_later_than: (
        str  # the recording: the day on which its last answer came into the repository, as no other was noted
    )
    note: str  # how the answers are compared, and what the page cannot show
    cases: tuple[Case, ...]


def rows_of(name: str) -> list[dict[str, Any]]:
    """The lines of a recording."""
    text = (_VECTORS / f"{name}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]
