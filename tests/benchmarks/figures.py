"""The figures: what is measured, its place in a table and, if there is one, its goal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

# Every table and the words below its name, in the order in which they are told.
TABLES: Mapping[str, str] = {
    "Reading": (
        "`read`, every key and value with its place, in milliseconds of CPU and as a multiple of the bare parse of"
        " libyaml (`raw_parse`, no events), of PyYAML's `CSafeLoader` and, for JSON, of `json.loads`. Text is"
        " read line by line; an entry with an anchor by the parser's events."
        " Goals: as long as Go for YAML, 3.5 times as long for JSON."
    ),
    "Printing": (
        "A Template's Objects as the page prints them and as `oc process -o yaml` does, beside `CSafeDumper`. Goals:"
        " 0.4 of Go's time, from 60 KB on 0.1."
    ),
    "Expanding": (
        "`expand`, beside `re.sub` with `\\$\\((\\w+)\\)` and a function; the first four are the texts on which the"
        " real code was measured, the others are hostile."
    ),
    "Generating": (
        "`[a-zA-Z0-9]{40}` from the operating system's randomness, beside forty times `secrets.choice`: checked and"
        " drawn as for a Template's first Parameter, and drawn again as for the next one with the same expression."
        " Goals: 8 times as long as Go, and as long as Go."
    ),
    "A Template": (
        "`evaluate`, rules included, as a multiple of bare processing (read, process, print) and of"
        " `CSafeLoader` alone. Goal of bare processing: 0.85 of Go's time."
    ),
    "The fields of all Objects": (
        "`decoding_findings` of a Template's Objects, in turn with `evaluate` of the whole text. Goal: a tenth."
    ),
    "Stages": (
        "What each step of one evaluation takes in milliseconds, with what is made of it for the page: the references"
        " replaced (expand), printing (emit); median of the runs."
    ),
    "Shares of the stages": "The same in percent.",
    "Pods": "`evaluate` of Pods without a Template; a variable is what is left after reading, divided by their number.",
    "A stream of 1 MB": (
        "A Template and Pods in hundreds of documents; then one character of one document is another one."
    ),
    "Growth": "What four times as much takes: t(4n) ÷ t(n), best runs. Linear is 4.",
    "Command line": "One command, from its start to its end; `python` alone is the floor.",
    "Editor": "`playground lsp`: from a change to its diagnostics, one letter after the other. Goal: 60 ms for 20 KB.",
    "Imports": "What `python -X importtime` says of `playground process`: a package's own time and its share.",
    "Requests": (
        "wrk on the machine of the server (gunicorn gthread, as many workers as cores), with the headers and fields"
        " that the page sends. Each text differs from the one before in all its names, unless it says otherwise."
        " A load with a goal is repeated in rounds: the best one is told, because what disturbs makes the others worse,"
        " and the one in the middle. `loop` is what a fixed loop of Python took around the round: the machine's speed."
    ),
    "Saves and reads": (
        "A Template of 100 lines, another one each time, over HTTP; both databases write what they acknowledge to the"
        " disk. Best and middle rounds as for requests."
    ),
    "Hostile neighbours": (
        "Eight clients, every tenth request one of the hostile texts of `tests/hostile/`; the times of all others. Best"
        " and middle rounds as for requests."
    ),
    "First visit": (
        "What Chromium transfers, headers included; when the largest content is painted, and by how much the layout"
        " shifts until the page is at rest."
    ),
    "Lighthouse": (
        "Scores from 0 to 100, the median of three runs, of pages from this machine's server. Search engines are asked"
        " to leave shared links out, which costs their `seo`."
    ),
    "From a key to the screen": (
        "Chromium: the key in a Parameter's field, the output on the screen. Best and middle rounds as for requests,"
        " here of 15 keys and of 7. Tasks: what else keeps the page busy while 46 keys are typed in the editor."
    ),
    "Many files": (
        "`check` of links to the corpus of real templates, each several times: seconds from start to end, and of CPU,"
        " on all cores; the memory of the largest of the processes."
    ),
    "Typing in 1 MB": "Chromium: keys in the editor while a text of 1 MB is in it.",
}


@dataclass(frozen=True, slots=True)
class Goal:
    """What a figure should be: at most ``bound``, or at least."""

    bound: float
    least: bool = False

    def is_met(self, value: float) -> bool:
        """Whether ``value`` meets the goal."""
        return value >= self.bound if self.least else value <= self.bound

    def beside(self, value: float) -> str:
        """The goal and whether ``value`` meets it, as in a table.

        >>> Goal(1.4).beside(1.7), Goal(300, least=True).beside(310)
        ('≤ 1.4: not met', '≥ 300: met')
        """
        sign, result = "≥" if self.least else "≤", "met" if self.is_met(value) else "not met"
        return f"{sign} {self.bound:g}: {result}"


# The time of the Go programs as a multiple of a floor, by the bytes of a text, both measured on one machine. So a goal
# that is relative to Go can be checked without Go.
GO: Mapping[str, Mapping[int, float]] = {
    "CSafeLoader": {2_000: 0.45, 20_000: 0.6},  # reading YAML
    "json.loads": {2_000: 4.0},  # reading JSON
    "CSafeDumper": {2_000: 0.7, 20_000: 1.3, 60_000: 2.1, 1_000_000: 3.4},  # printing YAML
    "CSafeLoader, whole": {20_000: 1.6},  # a Template read, processed and printed
    "secrets.choice": {40: 0.09},  # as many characters generated
}


def against_go(floor: str, size: int, most: float) -> Goal | None:
    """The goal of at most ``most`` times Go's time for a text of ``size`` bytes, as a multiple of the ``floor``.

    Go's time is that of the nearest smaller text in GO; None if there is none.

    >>> against_go("CSafeDumper", 126_000, 0.1)
    Goal(bound=0.21, least=False)
    """
    nearest = max((bytes_ for bytes_ in GO[floor] if bytes_ <= size), default=None)
    return None if nearest is None else Goal(round(most * GO[floor][nearest], 2))


@dataclass(frozen=True, slots=True)
class Figure:
    """One cell of one of the TABLES."""

    table: str
    row: str
    column: str
    value: float
    goal: Goal | None = None

    def __post_init__(self) -> None:
        if self.table not in TABLES:
            raise ValueError(f"there is no table {self.table!r}")

    def cell(self) -> str:
        """The value, and the goal beside it.

        >>> Figure("Growth", "documents", "×", 3.912, Goal(5)).cell()
        '3.91 (≤ 5: met)'
        """
        value = rounded(self.value)
        return f"{value} ({self.goal.beside(self.value)})" if self.goal else value


def rounded(value: float) -> str:
    """Three figures at most, as many as a noisy machine can tell.

    >>> [rounded(value) for value in (12345.6, 345.67, 45.67, 5.678, 0.5678, 0.05678, 5.0, 0.0)]
    ['12,346', '346', '45.7', '5.68', '0.57', '0.057', '5', '0']
    """
    size = abs(value)
    digits = next((digits for bound, digits in ((100, 0), (10, 1), (0.1, 2), (0.01, 3)) if size >= bound), 4)
    if float(value).is_integer():  # it was counted
        digits = 0
    return f"{value:,.{digits}f}"
