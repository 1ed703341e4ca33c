"""What several references to variables that are declared later have in common: one variable to move."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from playground.engine.evaluation import Evaluation
from playground.engine.model.diagnostics import Cause, Fix
from playground.engine.model.records import record
from playground.engine.rules.fixes.move import move_above, move_below
from playground.engine.rules.walks import Use

_MOST_NAMES = 4  # in a message


@record(eq=False)
class ForwardReference:
    """A reference to a variable that is declared after the entry with the reference."""

    use: Use
    owner: str  # the name of the variable whose value has the reference
    index: int  # of its entry in `env`
    later: int  # the index of the entry that declares the name


def causes_of(evaluation: Evaluation, references: Sequence[ForwardReference]) -> Mapping[ForwardReference, Cause]:
    """The Cause of each reference that has one in common with others; all ``references`` are of one container.

    Several references of one variable have one cause: the variable stands too high. Several references to one variable
    have one cause, too: the variable stands too low. A reference of both kinds belongs to the larger group.
    """
    of_owner, of_later = (
        Counter(pairs) for pairs in zip(*((item.index, item.later) for item in references), strict=True)
    )
    high: dict[int, list[ForwardReference]] = defaultdict(list)
    low: dict[int, list[ForwardReference]] = defaultdict(list)
    for item in references:
        if of_owner[item.index] >= of_later[item.later]:
            high[item.index].append(item)
        else:
            low[item.later].append(item)
    causes: dict[ForwardReference, Cause] = {}
    for too_high in high.values():
        if len(too_high) > 1:
            causes |= dict.fromkeys(too_high, _too_high(evaluation, too_high))
    for too_low in low.values():
        if len(too_low) > 1:
            causes |= dict.fromkeys(too_low, _too_low(evaluation, too_low))
    return causes


def _too_high(evaluation: Evaluation, references: Sequence[ForwardReference]) -> Cause:
    """The Cause of several references of one variable."""
    first = references[0]
    names = _listed([f"$({item.use.reference.name})" for item in references])
    return Cause(
        f"`{first.owner}` uses {names}, which are defined after it. Kubernetes expands `env` in order.",
        _lowered(evaluation, references) or _raised(evaluation, references),
        f"Define them above `{first.owner}`.",
    )


def _lowered(evaluation: Evaluation, references: Sequence[ForwardReference]) -> Fix | None:
    """The Fix that moves the variable below all that it refers to; None if that would part it from its own users."""
    first, last = references[0], max(item.later for item in references)
    path = first.use.container.path / "env"
    names = [entry.name for entry in first.use.container.declared]
    between = {path / index / "value" for index in range(first.index + 1, last + 1)}
    used_between = any(
        reference.name == first.owner
        for text in first.use.container.texts
        if text.path in between
        for reference in text.references
    )
    if used_between or names.count(first.owner) > 1:
        return None
    return move_below(evaluation, first.use.object, path, first.index, last, f"Move {first.owner} below them")


def _raised(evaluation: Evaluation, references: Sequence[ForwardReference]) -> Fix | None:
    """The Fix that moves the variables above the one that refers to them."""
    first = references[0]
    path = first.use.container.path / "env"
    title = f"Move them above {first.owner}"
    fixes = [
        move_above(evaluation, first.use.object, path, later, first.index, title)
        for later in sorted({item.later for item in references})
    ]
    return Fix(title, tuple(edit for fix in fixes if fix for edit in fix.edits)) if all(fixes) else None


def _too_low(evaluation: Evaluation, references: Sequence[ForwardReference]) -> Cause:
    """The Cause of several references to one variable."""
    first, name = references[0], references[0].use.reference.name
    path, title = first.use.container.path / "env", f"Move {name} above them"
    highest = min(item.index for item in references)
    owners = _listed([item.owner for item in references])
    return Cause(
        f"{owners} use `$({name})`, which is defined after them. Kubernetes expands `env` in order.",
        move_above(evaluation, first.use.object, path, first.later, highest, title),
        f"Define `{name}` above them.",
    )


def _listed(names: Sequence[str]) -> str:
    """The names between backticks; of many only the first.

    >>> _listed(["A", "B", "C"])
    '`A`, `B` and `C`'
    """
    quoted = [f"`{name}`" for name in dict.fromkeys(names)]
    if len(quoted) > _MOST_NAMES:
        return f"{', '.join(quoted[: _MOST_NAMES - 1])} and {len(quoted) - _MOST_NAMES + 1} more"
    return " and ".join(", ".join(part) for part in (quoted[:-1], quoted[-1:]) if part)
