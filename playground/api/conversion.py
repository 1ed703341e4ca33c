"""Converts an object of the API to the text that its Share stores, and back.

The API adds the fields that the server owns (uid, resourceVersion, namespace, …) to its answers and drops them from
requests; apiserver ``registry/rest``. An object may be stored in one group version and read in the other, which lacks
some of its fields. An annotation then holds these fields, as in ``autoscaling/v1`` (kubernetes
``pkg/apis/autoscaling/v1/conversion.go``).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from playground.api.protocol.groups import GROUPS, Group
from playground.api.protocol.status_errors import StatusError, refused
from playground.engine import LONGEST_OUTPUT, go_json, object_text, printed_size, read_plain
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
EXPIRES = "playground/expires"  # the annotation with the time at which the Share expires
STORED_AS = "playground/stored-as"  # the annotation with the stored text's group version, and its Parameters' types
# Characters of a type in STORED_AS. A client may write the annotation, and many Parameters may have one name: each of
# them would get a copy of a long type.
_LONGEST_TYPE = 20
_OWN_ANNOTATIONS = frozenset({SHARE_LINK, EXPIRES, STORED_AS})


@dataclass(frozen=True, slots=True)
class StoredTemplate:
    """The text to store for an object, and the value that reading this text gives."""

    text: str
    value: dict[str, Any]


def object_of(share: Share, value: Mapping[str, Any], group: Group, request: HttpRequest) -> dict[str, Any]:
    """The object of ``share``, whose text holds ``value``, as an object of ``group``."""
    metadata = {key: item for key, item in mapping_of(value.get("metadata")).items() if key not in SERVERS_OWN}
    annotations = {**mapping_of(metadata.get("annotations")), SHARE_LINK: share_address(share, request)}
    if share.expires:
        annotations[EXPIRES] = timestamp(share.expires)
    if value.get("apiVersion") != group.api_version and group_of(value.get("apiVersion")):
        annotations[STORED_AS] = go_json({"apiVersion": value["apiVersion"], "types": _types_in(value)})
    metadata |= {
        "name": share.object_name,
        "namespace": share.workspace.name if share.workspace else "",
        "uid": share.uid,
        "resourceVersion": str(share.version),
        "generation": share.head,
        "creationTimestamp": timestamp(share.created),
        "annotations": annotations,
    }
    fields = {key: item for key, item in value.items() if key not in ("kind", "apiVersion", "metadata")}
    fields["objects"] = fields.get("objects") or []
    return {"kind": "Template", "apiVersion": group.api_version, "metadata": metadata, **fields}


def _types_in(value: Mapping[str, Any]) -> dict[str, str]:
    """The types of the Parameters of a Template, by name: `oc` drops them when it sends a Template back."""
    parameters = value.get("parameters")
    declared = map(mapping_of, parameters if isinstance(parameters, list) else ())
    pairs = ((parameter.get("name"), parameter.get("type")) for parameter in declared)
    return {name: kind for name, kind in pairs if isinstance(name, str) and isinstance(kind, str)}


def group_of(api_version: Any) -> Group | None:
    """The group version of Templates with this ``apiVersion``; None if there is none."""
    return next((group for group in GROUPS if group.api_version == api_version), None)


def stored_group(value: Mapping[str, Any]) -> tuple[Group | None, dict[str, str]]:
    """The group version and the types in the annotation STORED_AS of a Template; None and {} without the annotation.

    Types of more than _LONGEST_TYPE characters are left out.
    """
    annotations = mapping_of(mapping_of(value.get("metadata")).get("annotations"))
    try:
        stored = mapping_of(json.loads(str(annotations.get(STORED_AS, ""))))
    except (ValueError, RecursionError):
        return None, {}
    pairs = mapping_of(stored.get("types")).items()
    types = {name: kind for name, kind in pairs if isinstance(kind, str) and len(kind) <= _LONGEST_TYPE}
    return group_of(stored.get("apiVersion")), types


def share_address(share: Share, request: HttpRequest) -> str:
    """The absolute URL of the Share's page."""
    return public_url(request, reverse("shared", args=[share.slug]))


def value_of(revision: Revision) -> dict[str, Any]:
    """The object in the text of ``revision``, as a plain mapping."""
    return mapping_of(read_plain(revision.text))


def template_to_store(value: Mapping[str, Any], name: str, api_version: str) -> StoredTemplate:
    """The text that stores the object ``value`` under ``name``, without the fields that the server owns.

    The text is YAML in `kubectl`'s style; JSON if reading that YAML would give another value. Raises StatusError 413
    for a text of more than TEXT_CHARACTERS.
    """
    template = _without_servers_own(value, name) | {"kind": "Template", "apiVersion": api_version}
    if _characters(template) > TEXT_CHARACTERS:
        raise _too_long()
    # Indentation can make the YAML a hundred times as large as the object, so the size is estimated before printing.
    text = object_text(template, "yaml") if printed_size(template, LONGEST_OUTPUT) <= LONGEST_OUTPUT else None
    if text is None or len(text) > TEXT_CHARACTERS:
        raise _too_long()
    read_back = read_plain(text)
    if read_back == template:
        return StoredTemplate(text, read_back)
    text = object_text(template, "json")
    return StoredTemplate(text, read_plain(text))


def _characters(value: Any) -> int:
    """How many characters all texts in ``value`` have; counted no further than TEXT_CHARACTERS."""
    characters, waiting = 0, [value]
    while waiting and characters <= TEXT_CHARACTERS:
        item = waiting.pop()
        if isinstance(item, str):
            characters += len(item)
        elif isinstance(item, dict):
            waiting += item.values()
        elif isinstance(item, list):
            waiting += item
    return characters


def _too_long() -> StatusError:
    return refused(413, f"the object as YAML has more than {TEXT_CHARACTERS:,} characters, which is the limit")


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
    """The Contents of ``revision`` with its text replaced by ``text``; without a Revision, ``text`` alone."""
    return replace(contents_of(revision), text=text) if revision else Contents(text)


def mapping_of(value: Any) -> dict[str, Any]:
    """``value`` if it is a mapping, else an empty mapping: a client may send any type."""
    return value if isinstance(value, dict) else {}


def timestamp(moment: datetime) -> str:
    """``moment`` in the format of Kubernetes: RFC 3339, UTC, whole seconds."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
