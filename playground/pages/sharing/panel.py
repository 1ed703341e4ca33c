"""The panels of a Share's pages: its Revision, its owner, and how two texts differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from html import escape
from itertools import repeat, takewhile

from django.utils.safestring import SafeString, mark_safe

from playground.engine import FieldPath, OutputLine, diff_lines
from playground.pages.allowance import Allowance
from playground.pages.markup import counted
from playground.pages.output.lines import SIGNS, folded_rows, lines_of_text, rows
from playground.storage.models import Revision, Share
from playground.storage.shares.contents import Contents

MOST_ROWS = 2_000  # lines of a diff on a page
MOST_COMPARED = 20_000  # lines between the first difference and the last one, of both texts together
_MOST_EQUAL = 100  # equal lines that are shown before the first difference, and after the last one


@dataclass(frozen=True, slots=True)
class SharePanel:
    """The bar above the text that was shared."""

    slug: str
    title: str
    display_title: str  # the title, or a name in its place
    number: int  # of the Revision on the page
    head: int  # the number of the latest Revision, on which an update is based
    owned: bool
    expires: datetime | None
    parent: str  # slug of the Share that this is a copy of; "" for none
    text: str  # of the stored Revision

    @property
    def next(self) -> int:
        """The number of the Revision that an update adds."""
        return self.head + 1

    @property
    def previous(self) -> int:
        """The number of the Revision before the latest one."""
        return max(1, self.head - 1)

    @property
    def numbers(self) -> range:
        """The numbers of all Revisions, the latest one first."""
        return range(self.head, 0, -1)

    @property
    def is_latest(self) -> bool:
        """Whether the page shows the latest Revision."""
        return self.number == self.head


def share_panel(share: Share, revision: Revision, *, owned: bool) -> SharePanel:
    """The panel of ``share`` on the page of ``revision``."""
    return SharePanel(
        slug=share.slug,
        title=share.title,
        display_title=display_title(share),
        number=revision.number,
        head=share.head,
        owned=owned,
        expires=share.expires,
        parent=share.parent.slug if share.parent else "",
        text=revision.text,
    )


def display_title(share: Share) -> str:
    """The title of ``share``, else its name as an object, else "Untitled"."""
    return share.title or share.object_name or "Untitled"


@dataclass(frozen=True, slots=True)
class DiffPanel:
    """The differences of two texts; the beginning of them if there are many."""

    html: SafeString
    summary: str
    cut: str


@dataclass(frozen=True, slots=True)
class ComparisonPanel:
    """The differences of two Revisions: of their texts, and of the values and choices stored with them."""

    before: int
    after: int
    text: DiffPanel
    choices: DiffPanel | None


@dataclass(frozen=True, slots=True)
class ConflictPanel:
    """The Revision that was saved while the user was writing, and how the user's text differs from it."""

    number: int
    saved: datetime | None
    diff: DiffPanel


def comparison_panel(before: int, old: Contents, after: int, new: Contents) -> ComparisonPanel:
    """The differences between Revision ``before``, which holds ``old``, and Revision ``after``, which holds ``new``."""
    return ComparisonPanel(before, after, diff_of(old.text, new.text), choices_diff(old, new))


def choices_diff(old: Contents, new: Contents) -> DiffPanel | None:
    """The differences of the values and choices that are stored beside two texts; None if there are none."""
    old_choices, new_choices = tuple(_choices(old)), tuple(_choices(new))
    return diff_of_lines(old_choices, new_choices) if old_choices != new_choices else None


def diff_of(before: str, after: str) -> DiffPanel:
    """The differences from ``before`` to ``after``, line by line, in linear time; a sentence if they are too many."""
    return diff_of_lines(lines_of_text(before), lines_of_text(after))


def diff_of_lines(before: Sequence[str], after: Sequence[str], noun: str = "text") -> DiffPanel:
    """The same of two lists of lines; each is a ``noun``. Without HTML if they are the same."""
    start = _equal_pairs(zip(before, after, strict=False))  # equal lines above the first difference
    if start == len(before) == len(after):
        return DiffPanel(SafeString(""), f"The {noun}s are the same.", "")
    end = _equal_pairs(zip(reversed(before[start:]), reversed(after[start:]), strict=False))  # below the last one
    old, new = before[start : len(before) - end], after[start : len(after) - end]
    if len(old) + len(new) > MOST_COMPARED:
        differing = f"From the first difference to the last one, the {noun}s have {len(old) + len(new):,} lines."
        return DiffPanel(SafeString(""), f"{differing} At most {MOST_COMPARED:,} are compared.", "")
    changes = diff_lines(_as_output(old), _as_output(new))
    above, below = after[max(0, start - _MOST_EQUAL) : start], after[len(after) - end :][:_MOST_EQUAL]
    signs_and_texts = [(" ", text) for text in above]
    signs_and_texts += ((line.sign, line.text) for line in changes)
    signs_and_texts += ((" ", text) for text in below)
    total, shown_lines, allowance = start + len(changes) + end, signs_and_texts[:MOST_ROWS], Allowance()
    signed = [SIGNS[sign].format(escape(allowance.clip(text))) for sign, text in shown_lines]
    blocks = folded_rows(rows(signed, repeat("")), [sign for sign, _ in shown_lines])
    html = mark_safe("".join(blocks))  # noqa: S308  # every row is made of escaped texts
    cut = f"{len(shown_lines):,} of {total:,} lines are shown." if len(shown_lines) < total else ""
    return DiffPanel(html, _summary([line.sign for line in changes]), cut)


def _equal_pairs(pairs: Iterable[tuple[str, str]]) -> int:
    """The number of pairs of equal lines before the first pair of different ones."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _summary(signs: Sequence[str]) -> str:
    new, gone = signs.count("+"), signs.count("-")
    return f"{counted(new, 'line')} new, {counted(gone, 'line')} gone."


def _as_output(lines: Sequence[str]) -> tuple[OutputLine, ...]:
    """``lines`` in the form that ``diff_lines`` compares; they belong to no Object."""
    return tuple(OutputLine(line, None, FieldPath()) for line in lines)


def _choices(contents: Contents) -> Iterator[str]:
    """The values and choices stored beside the text, a line each."""
    yield f"Dialect: {contents.dialect}"
    yield f"Kubernetes: {contents.kubernetes}"
    texts_by_name = (
        ("", contents.values),
        ("from ", contents.expressions),
        ("assumed ", contents.assumed),
        ("assumed ", contents.cluster),
    )
    for prefix, texts in texts_by_name:
        yield from (f"{prefix}{name} = {text}" for name, text in sorted(texts.items()))
    for set_name, texts in contents.sets.items():
        yield f"value set {set_name}"
        yield from (f"{set_name}: {name} = {text}" for name, text in sorted(texts.items()))
