"""What can be done with the objects of `/templates`: the verbs of the API on the Shares of a Workspace.

OpenShift ``templates`` forbid creation by update and updates without a resourceVersion
(``pkg/template/apiserver/registry/template/strategy.go``); apiserver ``endpoints/handlers`` for the rest.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from random import Random
from typing import Any

from django.http import HttpRequest

from playground.allowances import room
from playground.api.groups import GROUPS, Group
from playground.api.objects import contents_with, shown, stored, stored_version
from playground.api.patches import APPLY, MERGE, patched
from playground.api.received import Received, received
from playground.api.status import Cause, StatusError, already_exists, bad_request, conflict, invalid, not_found, refused
from playground.api.validation import checked
from playground.engine import object_text
from playground.models import Revision, Share, Workspace
from playground.shares.changing import Conflict, Full, Gone, delete, revise
from playground.shares.finding import objects
from playground.shares.making import Expiry, NameTaken, create_object, suffixed

ATTEMPTS = 5  # at a patch, which says what to change and not from what (apiserver, ``patch.go``)
_UID_WORDS = "Precondition failed: UID in precondition: {}, UID in object meta: {}"


@dataclass(frozen=True, slots=True)
class Door:
    """Where a request came in: the group version, whose namespace it is, and what time and chance are."""

    request: HttpRequest
    group: Group
    workspace: Workspace
    now: datetime
    random: Random
    dry: bool = False

    def shown(self, share: Share, revision: Revision | None = None) -> dict[str, Any]:
        """The object of ``share``, as its latest Revision has it."""
        return shown(share, revision or share.latest, self.group, self.request)


@dataclass(frozen=True, slots=True)
class Outcome:
    """An object as it is after a request, and what is to be said about what was sent."""

    item: dict[str, Any]
    warnings: tuple[str, ...] = ()
    created: bool = False


def find(door: Door, name: str) -> Share:
    """The object ``name``. Raises StatusError 404."""
    share = objects(door.workspace, door.now).filter(object_name=name).first()
    if share is None:
        raise not_found(door.group, name)
    return share


def create(door: Door, text: str, validation: str) -> Outcome:
    """A new object of what ``text`` holds, under its name or one that begins as it asks. Raises StatusError."""
    sent = received(text, door.group, door.workspace.name, validation)
    if sent.metadata.get("resourceVersion"):
        raise bad_request("resourceVersion should not be set on objects to be created")
    prefix = sent.metadata.get("generateName")
    name = sent.name or (suffixed(str(prefix)[:58], door.random) if prefix else "")
    made = stored(sent.value, name, door.group.api_version)
    checked(made, door.group, name, is_new=True)
    if door.dry:
        return Outcome(_only_shown(door, name, made), sent.warnings, created=True)
    expires = Expiry.MONTH.after(door.now)
    result = create_object(
        door.workspace, contents_with(made, None), name, door.now, door.random, expires=expires, room=room()
    )
    if isinstance(result, NameTaken):
        raise already_exists(door.group, name)
    return Outcome(door.shown(result.share), sent.warnings, created=True)


def update(door: Door, name: str, text: str, validation: str) -> Outcome:
    """The object ``name`` with what ``text`` holds, if it is still as its sender saw it. Raises StatusError."""
    share, latest = _with_latest(door, name)
    sent = received(text, door.group, door.workspace.name, validation, _storage(latest, door.group).dialect)
    if not sent.metadata.get("resourceVersion"):
        words = "Invalid value: 0x0: must be specified for an update"
        raise invalid(door.group, name, [Cause("metadata.resourceVersion", words)])
    return _replaced(door, share, latest, sent)


def patch(door: Door, name: str, change: Any, kind: str, validation: str) -> Outcome:
    """The object ``name`` after ``change``, tried again when others are faster. Raises StatusError.

    ``apply`` creates what isn't there; its lists are replaced as a whole and what it no longer names stays.
    """
    for attempt in range(ATTEMPTS):
        share = objects(door.workspace, door.now).filter(object_name=name).first()
        if share is None and kind == APPLY and isinstance(change, dict):
            return create(door, object_text({**change, "metadata": {**_metadata(change), "name": name}}), validation)
        share, latest = _with_latest(door, name)
        whole = patched(door.shown(share, latest), change, MERGE if kind == APPLY else kind)
        dialect = _storage(latest, door.group).dialect
        sent = received(object_text(whole), door.group, door.workspace.name, validation, dialect)
        try:
            return _replaced(door, share, latest, sent)
        except StatusError as error:
            own = "resourceVersion" in _metadata(change) or "uid" in _metadata(change)
            if error.code != 409 or own or attempt == ATTEMPTS - 1:
                raise
    raise conflict(door.group, name)


def remove(door: Door, share: Share, options: dict[str, Any]) -> dict[str, Any]:
    """End an object, if it is the one that ``preconditions`` mean; it as it was last. Raises StatusError."""
    wanted = options.get("preconditions")
    wanted = wanted if isinstance(wanted, dict) else {}
    if wanted.get("uid") not in (None, share.uid):
        raise conflict(door.group, share.object_name, _UID_WORDS.format(wanted["uid"], share.uid))
    if wanted.get("resourceVersion") not in (None, str(share.version)):
        raise conflict(door.group, share.object_name)
    if door.dry:
        return door.shown(share)
    result = delete(share, door.now, share.head if wanted.get("resourceVersion") else None)
    if isinstance(result, Gone):
        raise not_found(door.group, share.object_name)
    if isinstance(result, Conflict):
        raise conflict(door.group, share.object_name)
    return door.shown(result)


def _replaced(door: Door, share: Share, latest: Revision, sent: Received) -> Outcome:
    """``share`` with a further Revision of what was sent, which was made from ``latest``."""
    name = share.object_name
    if sent.name != name:
        words = f"the name of the object ({sent.name}) does not match the name on the URL ({name})"
        raise bad_request(words)
    if sent.metadata.get("uid") not in (None, "", share.uid):
        raise conflict(door.group, name, _UID_WORDS.format(sent.metadata["uid"], share.uid))
    if str(sent.metadata.get("resourceVersion") or share.version) != str(share.version):
        raise conflict(door.group, name)
    made = stored(sent.value, name, stored_version(latest, door.group))
    described = checked(made, door.group, name, is_new=False)
    if door.dry:
        return Outcome(door.shown(share, _unsaved(latest, made)), sent.warnings)
    result = revise(share, latest.number, contents_with(made, latest), described, door.now, door.random, room())
    if isinstance(result, Gone):
        raise not_found(door.group, name)
    if isinstance(result, Conflict):
        raise conflict(door.group, name)
    if isinstance(result, Full):
        raise refused(403, f'exceeded quota: "{name}" was changed too often; delete it and create it again')
    return Outcome(door.shown(result.share), sent.warnings)


def _with_latest(door: Door, name: str) -> tuple[Share, Revision]:
    """The object ``name`` and its latest Revision as of the same moment: version and contents belong together."""
    share = find(door, name)
    return share, share.revisions.get(number=share.head)


def _storage(latest: Revision, group: Group) -> Group:
    version = stored_version(latest, group)
    return next((one for one in GROUPS if one.api_version == version), group)


def _only_shown(door: Door, name: str, text: str) -> dict[str, Any]:
    """What a dry run of ``create`` answers: everything but a version."""
    if objects(door.workspace, door.now).filter(object_name=name).exists():
        raise already_exists(door.group, name)
    share = Share(workspace=door.workspace, object_name=name, created=door.now, slug="A" * 22)
    item = door.shown(share, Revision(number=1, text=text))
    for field in ("resourceVersion", "uid"):
        del item["metadata"][field]
    return item


def _unsaved(latest: Revision, text: str) -> Revision:
    return Revision(number=latest.number, text=text, version=latest.version)


def _metadata(change: Any) -> dict[str, Any]:
    found = change.get("metadata") if isinstance(change, dict) else None
    return found if isinstance(found, dict) else {}
