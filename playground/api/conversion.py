"""Converting between an object of the API and the text that its Share stores.

Fields that the server owns (uid, resourceVersion, namespace, …) are added on the way out and dropped on the way in;
apiserver ``registry/rest``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from playground.api.protocol.groups import Group
from playground.api.protocol.status_errors import refused
from playground.engine import LONGEST_OUTPUT, object_text, printed_size, read_plain
from playground.storage.models import TEXT_CHARACTERS, Revision, Share
from playground.storage.shares.contents import Contents, contents_of
from playground.web.requests import public_url

SHARE_LINK = "playground/share"  # the annotation with the address of the Share
SERVERS_OWN = (
    "namespace",
    "uid",
    "resourceVersion",
    "generation",
    "creationTimestamp",
    "deletionTimestamp",
    "deletionGracePeriodSeconds",
    "managedFields",
    "selfLink",
)
EXPIRES = "playground/expires"  # the annotation that says until when it is kept
_OWN_ANNOTATIONS = frozenset({SHARE_LINK, EXPIRES})


@dataclass(frozen=True, slots=True)
class StoredTemplate:
    """The text of a Share that is an object, and its value as it will be read."""

    text: str
    value: dict[str, Any]


def object_of(share: Share, value: Mapping[str, Any], group: Group, request: HttpRequest) -> dict[str, Any]:
    """The object of ``share``, whose text holds ``value``, as an object of ``group``."""
    metadata = {key: item for key, item in mapping_of(value.get("metadata")).items() if key not in SERVERS_OWN}
    annotations = {**mapping_of(metadata.get("annotations")), SHARE_LINK: share_address(share, request)}
    if share.expires:
        annotations[EXPIRES] = timestamp(share.expires)
    metadata |= {
        "name": share.object_name,
        "namespace": share.workspace.name if share.workspace else "",
        "uid": share.uid,
        "resourceVersion": str(share.version),
        "generation": share.head,
        "creationTimestamp": timestamp(share.created),
        "annotations": annotations,
    }
    rest = {key: item for key, item in value.items() if key not in ("kind", "apiVersion", "metadata")}
    rest["objects"] = rest.get("objects") or []
    return {"kind": "Template", "apiVersion": group.api_version, "metadata": metadata, **rest}


def share_address(share: Share, request: HttpRequest) -> str:
    """The absolute URL of the Share's page."""
    return public_url(request, reverse("shared", args=[share.slug]))


def value_of(revision: Revision) -> dict[str, Any]:
    """The object in the stored text."""
    return mapping_of(read_plain(revision.text))


def template_to_store(value: Mapping[str, Any], name: str, api_version: str) -> StoredTemplate:
    """The object ``value`` under its ``name``, without what the server owns.

    As YAML, as `kubectl` prints it, or as JSON where YAML would be read otherwise. Raises StatusError 413 when it is
    longer than a text may be.
    """
    template = _without_servers_own(value, name) | {"kind": "Template", "apiVersion": api_version}
    text = object_text(template, "yaml") if printed_size(template, LONGEST_OUTPUT) <= LONGEST_OUTPUT else None
    if text is None or len(text) > TEXT_CHARACTERS:
        raise refused(413, f"the object is longer than {TEXT_CHARACTERS:,} characters, which is the limit")
    as_read = read_plain(text)
    if as_read == template:
        return StoredTemplate(text, as_read)
    text = object_text(template, "json")
    return StoredTemplate(text, read_plain(text))


def _without_servers_own(value: Mapping[str, Any], name: str) -> dict[str, Any]:
    metadata = {key: item for key, item in mapping_of(value.get("metadata")).items() if key not in SERVERS_OWN}
    annotations = {
        key: item for key, item in mapping_of(metadata.get("annotations")).items() if key not in _OWN_ANNOTATIONS
    }
    metadata.pop("annotations", None)
    metadata.pop("generateName", None)
    metadata |= {"name": name, **({"annotations": annotations} if annotations else {})}
    return {**value, "metadata": metadata}


def contents_with(text: str, revision: Revision | None) -> Contents:
    """The Contents of ``revision`` with ``text`` in place of its own; of no Revision, ``text`` alone."""
    return replace(contents_of(revision), text=text) if revision else Contents(text)


def mapping_of(value: Any) -> dict[str, Any]:
    """``value`` if it is a mapping, else an empty one: clients may send anything."""
    return value if isinstance(value, dict) else {}


def timestamp(moment: datetime) -> str:
    """``moment`` as Kubernetes writes it: RFC 3339, in UTC, whole seconds."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
