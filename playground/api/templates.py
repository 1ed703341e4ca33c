"""`/templates`: the addresses of the collection and of each object."""

from __future__ import annotations

from random import SystemRandom
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from playground import clock
from playground.api.groups import RESOURCE, Group
from playground.api.handling import View, answer, endpoint, saves, warning_headers
from playground.api.lists import every, page
from playground.api.patches import APPLY, PATCHES
from playground.api.requests import (
    TABLE,
    body_text,
    body_value,
    is_dry_run,
    options_of,
    own_workspace,
    switched_on,
    wanted_form,
)
from playground.api.selectors import selector_of
from playground.api.status import Cause, invalid
from playground.api.table import table
from playground.api.verbs import Door, Outcome, create, find, patch, remove, update
from playground.api.watch import watch


def list_objects(request: HttpRequest, group: Group, namespace: str | None = None) -> HttpResponseBase:
    """GET: a TemplateList, a Table, or with ``watch`` what becomes of them. Without a namespace: of the token's own."""
    watching = switched_on(request, "watch")
    door = _door(request, group, namespace, "watch" if watching else "list")
    as_table = wanted_form(request, TABLE) == TABLE
    include = request.GET.get("includeObject", "")
    if watching:
        return watch(door, lambda item: table([item], _version(item), include) if as_table else item)
    items, metadata = page(door)
    if as_table:
        return answer(table(items, metadata, include))
    return answer({"kind": "TemplateList", "apiVersion": group.api_version, "metadata": metadata, "items": items})


def create_object(request: HttpRequest, group: Group, namespace: str) -> HttpResponse:
    """POST: a new object."""
    door = _door(request, group, namespace, "create", dry=is_dry_run(request))
    return _answer(create(door, body_text(request), _validation(request)))


def delete_objects(request: HttpRequest, group: Group, namespace: str) -> HttpResponse:
    """DELETE on the collection: all that the selectors select; those that were there."""
    options = options_of(request)
    door = _door(request, group, namespace, "deletecollection", dry=is_dry_run(request, options))
    found = [revision.share for revision, _ in every(door, selector_of(request))]
    items = [remove(door, share, options) for share in found]
    return answer({"kind": "TemplateList", "apiVersion": group.api_version, "metadata": {}, "items": items})


def get_object(request: HttpRequest, group: Group, namespace: str, name: str) -> HttpResponse:
    """GET: one object, or one row of a Table."""
    door = _door(request, group, namespace, "get")
    as_table = wanted_form(request, TABLE) == TABLE
    item = door.shown(find(door, name))
    if as_table:
        return answer(table([item], _version(item), request.GET.get("includeObject", "")))
    return answer(item)


def update_object(request: HttpRequest, group: Group, namespace: str, name: str) -> HttpResponse:
    """PUT: the object as a whole, if it is still as its sender saw it."""
    door = _door(request, group, namespace, "update", dry=is_dry_run(request))
    return _answer(update(door, name, body_text(request), _validation(request)))


def patch_object(request: HttpRequest, group: Group, namespace: str, name: str) -> HttpResponse:
    """PATCH: what changes, in one of four media types."""
    door = _door(request, group, namespace, "patch", dry=is_dry_run(request))
    change, kind = body_value(request, PATCHES), str(request.content_type)
    if kind == APPLY and not request.GET.get("fieldManager"):
        words = "Required value: is required for apply patch"
        raise invalid(group, name, [Cause("fieldManager", words)])
    return _answer(patch(door, name, change, kind, _validation(request)))


def delete_object(request: HttpRequest, group: Group, namespace: str, name: str) -> HttpResponse:
    """DELETE: the object's end; the object as it was."""
    options = options_of(request)
    door = _door(request, group, namespace, "delete", dry=is_dry_run(request, options))
    return answer(remove(door, find(door, name), options))


def _door(request: HttpRequest, group: Group, namespace: str | None, verb: str, *, dry: bool = False) -> Door:
    workspace = own_workspace(request, group, namespace, RESOURCE, verb)
    return Door(request, group, workspace, clock.now(), SystemRandom(), dry)


def _answer(outcome: Outcome) -> HttpResponse:
    return answer(outcome.item, 201 if outcome.created else 200, warning_headers(outcome.warnings))


def _validation(request: HttpRequest) -> str:
    return request.GET.get("fieldValidation", "")


def _version(item: dict[str, Any]) -> dict[str, str]:
    return {"resourceVersion": item["metadata"]["resourceVersion"]}


collection: View = endpoint(GET=list_objects, POST=saves(create_object), DELETE=saves(delete_objects))
collection_of_all: View = endpoint(GET=list_objects)
item: View = endpoint(GET=get_object, PUT=saves(update_object), PATCH=saves(patch_object), DELETE=saves(delete_object))
