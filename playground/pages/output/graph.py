"""The reference graph of a container: its variables in order, and an arc from each variable to its uses.

Variables are drawn in their order from top to bottom. So the arc of a resolved reference leads down, on the right; an
arc that leads up, on the left, is a reference that comes too early.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from playground.engine import ContainerEnvironment, ExpandedText, Fate, FieldPath, OriginKind, VariableReference
from playground.pages.allowance import Allowance

MOST_NODES = 60  # of one container
MOST_ARCS = 240
LONGEST_LABEL = 32  # characters of a name
# The following lengths are in pixels.
ROW = 28  # height
BOX = 22  # height
CHARACTER = 7.3  # width, in 12px type
EDGE = 8  # margin
MOST_BULGE = 120  # of an arc; the bulge to the next row is a sixth of this, and each further row adds less

Key = tuple[FieldPath | None, str]  # a node: the place of its entry or text, and its name


@dataclass(frozen=True, slots=True)
class Node:
    """A variable, or a text that uses some.

    ``kind``: env (declared in `env`), outside (from elsewhere, or assumed), missing (without a value), text.
    """

    label: str
    kind: str
    y: int  # of its centre

    @property
    def top(self) -> int:
        return self.y - BOX // 2

    @property
    def baseline(self) -> int:
        return self.y + 4  # pixels: half the height of a letter in 12px type


@dataclass(frozen=True, slots=True)
class Arc:
    """An arc from a variable to its use; ``early`` if it is used before it is defined."""

    path: str
    head: str  # the points of the arrowhead
    early: bool


@dataclass(frozen=True, slots=True)
class UseItem:
    """One line of the list that describes the picture in words."""

    user: str
    names: tuple[str, ...]  # the variables that the user refers to, except those of the next two lines
    early: tuple[str, ...]  # variables that are defined only after the user, or by the user
    missing: tuple[str, ...]  # variables without a value


@dataclass(frozen=True, slots=True)
class Graph:
    """The graph fragment as data."""

    id: str
    name: str  # of the container
    nodes: tuple[Node, ...]
    arcs: tuple[Arc, ...]
    uses: tuple[UseItem, ...]
    box_x: int  # the left edge of all boxes
    box_width: int
    left_out: int  # variables and texts

    @property
    def width(self) -> int:
        return self.box_x + self.box_width + MOST_BULGE

    @property
    def height(self) -> int:
        return len(self.nodes) * ROW + EDGE

    @property
    def text(self) -> int:
        """The left edge of all labels."""
        return self.box_x + EDGE

    @property
    def box_height(self) -> int:
        return BOX

    @property
    def early(self) -> int:
        """The number of references that come too early."""
        return sum(arc.early for arc in self.arcs)


@dataclass(frozen=True, slots=True)
class _Use:
    """``user`` refers to ``used``."""

    used: Key
    user: Key
    fate: Fate


def graph_of(container: ContainerEnvironment, number: int, allowance: Allowance) -> Graph | None:
    """The graph of the container with this ``number`` on the page; None without references."""
    uses = tuple(dict.fromkeys(_uses(container)))
    if not uses:
        return None
    kinds = _kinds(container, uses)
    drawn_keys = tuple(allowance.rows(kinds, MOST_NODES))
    row_of = {key: index for index, key in enumerate(drawn_keys)}
    inside = [use for use in uses if use.used in row_of and use.user in row_of]
    drawn = tuple(allowance.rows(inside, MOST_ARCS))
    labels = {key: _label(allowance.name(key[1])) for key in drawn_keys}
    box_width = round(max(map(len, labels.values()), default=0) * CHARACTER) + 2 * EDGE
    early = [use for use in drawn if _early(use, row_of)]
    box_x = max((_bulge(row_of[use.used], row_of[use.user]) for use in early), default=0) + EDGE
    sides = box_x, box_x + box_width
    return Graph(
        id=f"graph-{number}",
        name=allowance.name(container.name or "unnamed"),
        nodes=tuple(Node(labels[key], kinds[key], _middle(row_of[key])) for key in drawn_keys),
        arcs=tuple(_arc(row_of[use.used], row_of[use.user], *sides, _early(use, row_of)) for use in drawn),
        uses=tuple(_listed(drawn, labels, kinds, row_of)),
        box_x=box_x,
        box_width=box_width,
        left_out=len(kinds) - len(drawn_keys),
    )


def _uses(container: ContainerEnvironment) -> Iterator[_Use]:
    """All references, in the kubelet's order."""
    declared: dict[str, Key] = {}
    for variable in container.declared:
        declared.setdefault(variable.name, (variable.path, variable.name))
    owners = {id(variable.expanded): variable for variable in container.declared if variable.expanded}
    for text in container.texts:
        owner = owners.get(id(text))
        user = (owner.path, owner.name) if owner else (text.path, str(FieldPath(text.path[len(container.path) :])))
        for reference in _references(text):
            yield _Use(_used(reference, declared), user, reference.fate)


def _references(text: ExpandedText) -> Iterator[VariableReference]:
    """The references of ``text`` that name a variable; for example, an escaped reference names none."""
    drawn = (Fate.RESOLVED, Fate.UNRESOLVED, Fate.UNKNOWN, Fate.WITHHELD)
    return (reference for reference in text.references if reference.fate in drawn)


def _used(reference: VariableReference, declared: dict[str, Key]) -> Key:
    """The variable that ``reference`` means; for an unresolved reference, the variable that is declared too late."""
    if reference.variable is not None:
        return reference.variable.path, reference.name
    return declared.get(reference.name, (None, reference.name))


def _kinds(container: ContainerEnvironment, uses: Iterable[_Use]) -> dict[Key, str]:
    """The kinds of the nodes, in the order of their rows: variables from outside, variables of `env`, texts."""
    used = {use.used: use.fate for use in uses}
    users = dict.fromkeys(use.user for use in uses)
    declared = [(variable.path, variable.name) for variable in container.declared]
    inside, assumed = set(declared), _assumed(container)
    outside = {
        key: "missing" if fate is Fate.UNRESOLVED and key[1] not in assumed else "outside"
        for key, fate in used.items()
        if key not in inside
    }
    skipped = {variable.path for variable in container.declared if variable.skipped}
    env = {key: "missing" if key[0] in skipped else "env" for key in declared if key in used or key in users}
    return outside | env | {key: "text" for key in users if key not in inside}


def _assumed(container: ContainerEnvironment) -> set[str]:
    return {variable.name for variable in container.variables if variable.origin.kind is OriginKind.ASSUMED}


def _early(use: _Use, row_of: dict[Key, int]) -> bool:
    """Whether the variable is defined only after the entry that uses it, or by that entry."""
    return use.fate is Fate.UNRESOLVED and row_of[use.used] >= row_of[use.user]


def _label(name: str) -> str:
    """A name, shortened to fit into a box."""
    if not name:
        return '""'
    return name if len(name) <= LONGEST_LABEL else f"{name[: LONGEST_LABEL - 1]}…"


def _middle(row: int) -> int:
    return row * ROW + (ROW + EDGE) // 2


def _bulge(start: int, end: int) -> int:
    """How far the arc between two rows reaches to the side, in pixels."""
    rows = abs(start - end) or 1
    return round((MOST_BULGE - EDGE) * rows / (rows + 5))


def _arc(used: int, user: int, left: int, right: int, early: bool) -> Arc:
    """The arc between two rows, with its head at the user; on the left if the user comes too early."""
    side, direction = (left, -1) if early else (right, 1)
    # A cubic Bézier curve reaches three quarters of the way to its control points.
    out = side + direction * round(_bulge(used, user) * 4 / 3)
    start, end = _middle(used), _middle(user)
    if used == user:
        start, end = start - BOX // 4, end + BOX // 4
    # The arrowhead is 7 pixels long and 8 high; the curve ends inside it.
    head = f"{side},{end} {side + direction * 7},{end - 4} {side + direction * 7},{end + 4}"
    return Arc(f"M{side} {start}C{out} {start} {out} {end} {side + direction * 5} {end}", head, early)


def _listed(
    uses: Iterable[_Use], labels: dict[Key, str], kinds: dict[Key, str], row_of: dict[Key, int]
) -> Iterator[UseItem]:
    """The users with the variables that they refer to, in the order of their rows."""
    by_user: dict[Key, list[_Use]] = {}
    for use in uses:
        by_user.setdefault(use.user, []).append(use)
    for user in sorted(by_user, key=row_of.__getitem__):
        early = [use.used for use in by_user[user] if _early(use, row_of)]
        missing = [use.used for use in by_user[user] if kinds[use.used] == "missing"]
        plain = [use.used for use in by_user[user] if use.used not in (*early, *missing)]
        names = (tuple(labels[key] for key in keys) for keys in (plain, early, missing))
        yield UseItem(labels[user], *names)
