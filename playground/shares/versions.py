"""Versions: the number of each change, counted over all Shares, so that whoever watches knows what came since."""

from __future__ import annotations

from django.db import connection

from playground.models import Counter, Revision, Share
from playground.shares.room import ANY_ROOM, COUNTER, NoRoomError, Room

_Parameter = int | str | bool
_Statement = tuple[str, tuple[_Parameter, ...]]
_COUNTED = (
    "UPDATE playground_counter SET value = value + 1, bytes = bytes + %s, shares = shares + %s"
    " WHERE name = %s AND bytes <= %s AND shares <= %s RETURNING value"
)
_OF_SHARE = (
    "UPDATE playground_share SET version = value, object_since = CASE WHEN %s THEN value ELSE object_since END"
    " FROM playground_counter WHERE name = %s AND id = %s"
)
_OF_REVISION = "UPDATE playground_revision SET version = value FROM playground_counter WHERE name = %s AND id = %s"


def number(
    share: Share,
    revision: Revision | None = None,
    room: Room = ANY_ROOM,
    *,
    shares: int = 0,
    is_new_object: bool = False,
) -> None:
    """Give a change its version, and count the room for its new ``revision`` and as many new ``shares``.

    The last that a change asks of the database, when all its rows are written: from here until its transaction ends
    whoever else changes a Share waits. So versions are seen in their order, and nobody who waits for the one row in
    which all is counted has what another one waits for. One conditional UPDATE decides. Raises NoRoomError when there
    would be more than ``room`` has; its transaction is then to be undone.
    """
    size = revision.size if revision else 0
    counted = (_COUNTED, (size, shares, COUNTER, room.bytes - size, room.shares - shares))
    statements: list[_Statement] = [counted, (_OF_SHARE, (is_new_object, COUNTER, share.pk))]
    if revision:
        statements.append((_OF_REVISION, (COUNTER, revision.pk)))
    version = _asked(statements)
    if version is None and not Counter.objects.filter(name=COUNTER).exists():
        Counter.objects.bulk_create([Counter(name=COUNTER)], ignore_conflicts=True)
        version = _asked(statements)
    if version is None:
        raise NoRoomError
    share.version = version
    if is_new_object:
        share.object_since = version
    if revision:
        revision.version = version


def last_version() -> Counter:
    """The version of the last change that everybody can see."""
    return Counter.objects.filter(name=COUNTER).first() or Counter(name=COUNTER)


def _asked(statements: list[_Statement]) -> int | None:
    """What the first of ``statements`` gives. PostgreSQL gets them in one message: on the way nobody need wait."""
    if connection.vendor == "postgresql":
        texts = "; ".join(statement for statement, _ in statements)
        statements = [(texts, tuple(one for _, parameters in statements for one in parameters))]
    (first, parameters), *others = statements
    with connection.cursor() as cursor:
        cursor.execute(first, parameters)
        found = cursor.fetchall()
        for statement, parameters in others if found else ():
            cursor.execute(statement, parameters)
    return int(found[0][0]) if found else None
