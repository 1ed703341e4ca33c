"""`/templates`: the views of the collection and of single objects."""

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
from playground.api.verbs import Outcome, RequestScope, create, find, patch, remove, update
from playground.api.watch import watch


def list_objects(request: HttpRequest, group: Group, namespace: str | None = None) -> HttpResponseBase:
    """GET: a TemplateList, a Table, or a watch. Without a namespace: of the token's own namespace."""
    watching = switched_on(request, "watch")
    scope = _scope(request, group, namespace, "watch" if watching else "list")
    as_table = wanted_form(request, TABLE) == TABLE
    include = request.GET.get("includeObject", "")
    if watching:
        return watch(scope, lambda item: table([item], _version(item), include) if as_table else item)
    items, metadata = page(scope)
    if as_table:
        return answer(table(items, metadata, include))
    return answer({"kind": "TemplateList", "apiVersion": group.api_version, "metadata": metadata, "items": items})


def create_object(request: HttpRequest, group: Group, namespace: str) -> HttpResponse:
    """POST: a new object."""
    scope = _scope(request, group, namespace, "create", dry=is_dry_run(request))
    return _answer(create(scope, body_text(request), _validation(request)))


def delete_objects(request: HttpRequest, group: Group, namespace: str) -> HttpResponse:
    """DELETE on the collection: delete what the selectors select; the answer lists what was deleted."""
    options = options_of(request)
    scope = _scope(request, group, namespace, "deletecollection", dry=is_dry_run(request, options))
    found = [revision.share for revision, _ in every(scope, selector_of(request))]
    items = [remove(scope, share, options) for share in found]
    return answer({"kind": "TemplateList", "apiVersion": group.api_version, "metadata": {}, "items": items})


def get_object(request: HttpRequest, group: Group, namespace: str, name: str) -> HttpResponse:
    """GET: one object, or one row of a Table."""
    scope = _scope(request, group, namespace, "get")
    as_table = wanted_form(request, TABLE) == TABLE
    item = scope.shown(find(scope, name))
    if as_table:
        return answer(table([item], _version(item), request.GET.get("includeObject", "")))
    return answer(item)


def update_object(request: HttpRequest, group: Group, namespace: str, name: str) -> HttpResponse:
    """PUT: replace the object if it has not changed since its resourceVersion."""
    scope = _scope(request, group, namespace, "update", dry=is_dry_run(request))
    return _answer(update(scope, name, body_text(request), _validation(request)))


def patch_object(request: HttpRequest, group: Group, namespace: str, name: str) -> HttpResponse:
    """PATCH: change the object, by a patch of one of four media types."""
    scope = _scope(request, group, namespace, "patch", dry=is_dry_run(request))
    change, kind = body_value(request, PATCHES), str(request.content_type)
    if kind == APPLY and not request.GET.get("fieldManager"):
        words = "Required value: is required for apply patch"
        raise invalid(group, name, [Cause("fieldManager", words)])
    return _answer(patch(scope, name, change, kind, _validation(request)))


def delete_object(request: HttpRequest, group: Group, namespace: str, name: str) -> HttpResponse:
    """DELETE: delete the object; the answer is its last state."""
    options = options_of(request)
    scope = _scope(request, group, namespace, "delete", dry=is_dry_run(request, options))
    return answer(remove(scope, find(scope, name), options))


def _scope(request: HttpRequest, group: Group, namespace: str | None, verb: str, *, dry: bool = False) -> RequestScope:
    workspace = own_workspace(request, group, namespace, RESOURCE, verb)
    return RequestScope(request, group, workspace, clock.now(), SystemRandom(), dry)


def _answer(outcome: Outcome) -> HttpResponse:
    return answer(outcome.item, 201 if outcome.created else 200, warning_headers(outcome.warnings))


def _validation(request: HttpRequest) -> str:
    return request.GET.get("fieldValidation", "")


def _version(item: dict[str, Any]) -> dict[str, str]:
    return {"resourceVersion": item["metadata"]["resourceVersion"]}


collection: View = endpoint(GET=list_objects, POST=saves(create_object), DELETE=saves(delete_objects))
collection_of_all: View = endpoint(GET=list_objects)
item: View = endpoint(GET=get_object, PUT=saves(update_object), PATCH=saves(patch_object), DELETE=saves(delete_object))
