"""The verbs of the API on the objects of `/templates`, which are the Shares of a Workspace.

OpenShift forbids an update without resourceVersion, and an update that creates a Template
(``pkg/template/apiserver/registry/template/strategy.go``); apiserver ``endpoints/handlers`` for everything else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from playground.api.conversion import SHARE_LINK, contents_with, group_of, mapping_of, template_to_store, value_of
from playground.api.protocol.patches import APPLY, MERGE, patched
from playground.api.protocol.status_errors import (
    Cause,
    StatusError,
    already_exists,
    bad_request,
    conflict,
    invalid,
    invalid_patch,
    not_found,
    refused,
)
from playground.api.scope import RequestScope
from playground.api.sent_template import (
    DecodedTemplate,
    UndecodableError,
    check_namespace,
    check_template,
    decode_template,
)
from playground.engine import Dialect, go_json
from playground.storage.models import Revision, Share
from playground.storage.shares.changing import Conflict, Full, Gone, delete, revise
from playground.storage.shares.expiry import Expiry
from playground.storage.shares.finding import objects
from playground.storage.shares.identity import Identity, suffixed
from playground.storage.shares.saving import NameTaken, create_object
from playground.web.configured_limits import storage_quota

ATTEMPTS = 5  # of a patch without resourceVersion, while other requests change the object (apiserver, ``patch.go``)
_LONGEST_PREFIX = 58  # characters of generateName: 63, less the 5 that are added (apiserver, ``names/generate.go``)
_UID_CONFLICT = "Precondition failed: UID in precondition: {}, UID in object meta: {}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """An object after a request, and the warnings about the body of the request."""

    item: dict[str, Any]
    warnings: tuple[str, ...] = ()
    created: bool = False


@dataclass(frozen=True, slots=True)
class _Latest:
    """A stored object: a Share and the Revision that is its head, so that version and contents belong together."""

    share: Share
    revision: Revision
    value: dict[str, Any]
    api_version: str  # of the stored text; updates through another group do not change it
    dialect: Dialect


def find(scope: RequestScope, name: str) -> Share:
    """The object ``name``. Raises StatusError 404."""
    share = objects(scope.workspace, scope.now).filter(object_name=name).first()
    if share is None:
        raise not_found(scope.group, name)
    return share


def create(scope: RequestScope, text: str, validation: str, *, dry: bool) -> Outcome:
    """Store the object in ``text`` under its name, or a new name from ``generateName``. Raises StatusError."""
    decoded = decode_template(text, scope.group, validation, deadline=scope.deadline)
    check_namespace(decoded, scope.workspace.name)
    if decoded.metadata.get("resourceVersion"):
        raise bad_request("resourceVersion should not be set on objects to be created")
    prefix = decoded.metadata.get("generateName")
    name = decoded.name or (suffixed(str(prefix)[:_LONGEST_PREFIX], scope.random) if prefix else "")
    template = template_to_store(decoded.value, name, decoded.group.api_version)
    check_template(decoded, scope.group, name, is_new=True)
    if dry:
        return Outcome(_as_if_created(scope, name, template.value), decoded.warnings, created=True)
    expires, contents = Expiry.MONTH.after(scope.now), contents_with(template.text, None)
    result = create_object(
        scope.workspace, contents, name, scope.now, scope.random, expires=expires, quota=storage_quota()
    )
    if isinstance(result, NameTaken):
        raise already_exists(scope.group, name)
    return Outcome(scope.object_of(result.share, template.value), decoded.warnings, created=True)


def update(scope: RequestScope, name: str, text: str, validation: str, *, dry: bool) -> Outcome:
    """Replace the object ``name`` by ``text`` if its resourceVersion is still the latest. Raises StatusError."""
    latest = _latest(scope, name)
    decoded = decode_template(text, scope.group, validation, latest.dialect, deadline=scope.deadline)
    _check_name(scope, name, decoded.metadata)
    if not decoded.metadata.get("resourceVersion"):
        message = "Invalid value: 0x0: must be specified for an update"
        raise invalid(scope.group, name, [Cause("metadata.resourceVersion", message)])
    return _replace(scope, latest, decoded, dry=dry)


def patch(scope: RequestScope, name: str, change: Any, kind: str, validation: str, *, dry: bool) -> Outcome:
    """Apply ``change`` to the object ``name``; try again if the object changes meanwhile. Raises StatusError.

    ``kind`` is the media type of the patch. A patch of kind APPLY creates a missing object, and replaces
    complete lists. Unlike on a real server, it does not remove fields that an earlier patch set.
    """
    for attempt in range(ATTEMPTS):
        if kind == APPLY and isinstance(change, dict) and not _exists(scope, name):
            metadata = {"name": name, **_metadata(change)}
            _check_name(scope, name, metadata)
            return create(scope, go_json({**change, "metadata": metadata}), validation, dry=dry)
        latest = _latest(scope, name)
        decoded = _patched(scope, latest, change, kind, validation)
        _check_name(scope, name, decoded.metadata)
        try:
            return _replace(scope, latest, decoded, dry=dry)
        except StatusError as error:
            # A patch that names a version or uid is for this state of the object only, so it is not tried again.
            names_version = "resourceVersion" in _metadata(change) or "uid" in _metadata(change)
            if error.code != 409 or names_version or attempt == ATTEMPTS - 1:
                raise
    raise conflict(scope.group, name)  # for the type checker: the last attempt returns or raises


def remove(scope: RequestScope, share: Share, options: dict[str, Any], *, dry: bool) -> dict[str, Any]:
    """Delete an object if the ``preconditions`` in ``options`` are met; return its last state. Raises StatusError."""
    preconditions = mapping_of(options.get("preconditions"))
    uid, version = preconditions.get("uid"), preconditions.get("resourceVersion")
    if uid not in (None, share.uid):
        mismatch = f"the UID in the precondition ({uid}) does not match the UID in record ({share.uid})"
        why = f"{mismatch}. The object might have been deleted and then recreated"
        raise conflict(scope.group, share.object_name, why, "Template")
    if version not in (None, str(share.version)):
        mismatch = f"the ResourceVersion in the precondition ({version}) does not match the ResourceVersion in record"
        why = f"{mismatch} ({share.version}). The object might have been modified"
        raise conflict(scope.group, share.object_name, why, "Template")
    if dry:
        return scope.object_of(share, value_of(share.latest))
    # A precondition on the version also holds against a Revision that another request adds meanwhile.
    result = delete(share, scope.now, share.head if version else None)
    if isinstance(result, Gone):
        raise not_found(scope.group, share.object_name)
    if isinstance(result, Conflict):
        raise conflict(scope.group, share.object_name)
    return scope.object_of(result, value_of(result.latest))


def remove_all(
    scope: RequestScope, shares: Iterable[Share], options: dict[str, Any], *, dry: bool
) -> list[dict[str, Any]]:
    """Delete ``shares``; return the last state of each, except those that another request deletes meanwhile.

    Raises StatusError; the objects before the failing one stay deleted (registry ``store.go``, ``DeleteCollection``).
    """
    items = []
    for share in shares:
        try:
            items.append(remove(scope, share, options, dry=dry))
        except StatusError as error:
            if error.code != 404:
                raise
    return items


def _patched(scope: RequestScope, latest: _Latest, change: Any, kind: str, validation: str) -> DecodedTemplate:
    """The object with ``change``, decoded from its JSON as the real server does (``patch.go``)."""
    current = scope.object_of(latest.share, latest.value)
    text = go_json(patched(current, change, MERGE if kind == APPLY else kind))
    try:
        return decode_template(text, scope.group, validation, latest.dialect, deadline=scope.deadline)
    except UndecodableError as error:
        raise invalid_patch(text, error.why) from None


def _replace(scope: RequestScope, latest: _Latest, decoded: DecodedTemplate, *, dry: bool) -> Outcome:
    """Store ``decoded`` as a new Revision if its uid and version are those of ``latest``. Raises StatusError."""
    share, name = latest.share, latest.share.object_name
    if decoded.metadata.get("uid") not in (None, "", share.uid):
        raise conflict(scope.group, name, _UID_CONFLICT.format(decoded.metadata["uid"], share.uid))
    if str(decoded.metadata.get("resourceVersion") or share.version) != str(share.version):
        raise conflict(scope.group, name)
    template = template_to_store(decoded.value, name, latest.api_version)
    check_template(decoded, scope.group, name, is_new=False)
    if dry:
        return Outcome(scope.object_of(share, template.value), decoded.warnings)
    contents, identity = contents_with(template.text, latest.revision), Identity("Template", name)
    result = revise(share, latest.revision.number, contents, identity, scope.now, scope.random, storage_quota())
    if isinstance(result, Gone):
        raise not_found(scope.group, name)
    if isinstance(result, Conflict):
        raise conflict(scope.group, name)
    if isinstance(result, Full):
        why = f'"{name}" has the maximum number of revisions; delete it and create it again'
        raise refused(403, f"exceeded quota: {why}")
    return Outcome(scope.object_of(result.share, template.value), decoded.warnings)


def _check_name(scope: RequestScope, name: str, metadata: Mapping[str, Any]) -> None:
    """Compare name and namespace in ``metadata`` with those of the URL (``checkName``). Raises StatusError 400."""
    sent_name, namespace = metadata.get("name"), metadata.get("namespace")
    if not sent_name:
        raise bad_request(f"the name of the object ({name} based on URL) was undeterminable: name must be provided")
    if sent_name != name:
        raise bad_request(f"the name of the object ({sent_name}) does not match the name on the URL ({name})")
    if namespace and namespace != scope.workspace.name:
        mismatch = f"the namespace of the object ({namespace}) does not match the namespace on the URL"
        raise bad_request(f"{mismatch} ({scope.workspace.name})")


def _latest(scope: RequestScope, name: str) -> _Latest:
    """The stored object ``name``. Raises StatusError 404."""
    share = find(scope, name)
    revision = share.revisions.get(number=share.head)
    value = value_of(revision)
    version = value.get("apiVersion")
    group = group_of(version) or scope.group
    return _Latest(share, revision, value, version if isinstance(version, str) else group.api_version, group.dialect)


def _exists(scope: RequestScope, name: str) -> bool:
    return objects(scope.workspace, scope.now).filter(object_name=name).exists()


def _as_if_created(scope: RequestScope, name: str, value: Mapping[str, Any]) -> dict[str, Any]:
    """The answer to a dry run of ``create``: without the uid, version and link that only a stored object has.

    Raises StatusError 409 if the name exists.
    """
    if _exists(scope, name):
        raise already_exists(scope.group, name)
    # Any slug will do: the link with it is removed below.
    share = Share(workspace=scope.workspace, object_name=name, created=scope.now, slug="A" * 22)
    item = scope.object_of(share, value)
    for server_field in ("resourceVersion", "uid"):
        del item["metadata"][server_field]
    del item["metadata"]["annotations"][SHARE_LINK]
    return item


def _metadata(change: Any) -> dict[str, Any]:
    return mapping_of(mapping_of(change).get("metadata"))
