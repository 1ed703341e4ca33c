"""The Share on the page: which Revision, until when, and whether this browser may change it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from playground.storage.models import Revision, Share


@dataclass(frozen=True, slots=True)
class SharePanel:
    """The bar above the text that was shared."""

    slug: str
    title: str
    called: str  # shown if there is no title
    number: int  # of the Revision in sight
    head: int  # the number of the latest one: what an update is based on
    owned: bool
    expires: datetime | None
    parent: str  # slug of the Share that this is a copy of; "" for none
    text: str  # as it is stored

    @property
    def next(self) -> int:
        """The number that an update makes."""
        return self.head + 1

    @property
    def previous(self) -> int:
        """The number of the Revision before the latest one."""
        return max(1, self.head - 1)

    @property
    def is_latest(self) -> bool:
        """Whether the latest Revision is the one in sight."""
        return self.number == self.head


def called(share: Share) -> str:
    """What ``share`` is called: its title, else its only object's name, else "Untitled"."""
    return share.title or share.object_name or "Untitled"


def share_panel(share: Share, revision: Revision, *, owned: bool) -> SharePanel:
    """``share`` with ``revision`` in sight."""
    return SharePanel(
        slug=share.slug,
        title=share.title,
        called=called(share),
        number=revision.number,
        head=share.head,
        owned=owned,
        expires=share.expires,
        parent=share.parent.slug if share.parent else "",
        text=revision.text,
    )
