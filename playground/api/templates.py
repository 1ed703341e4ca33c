"""`/templates`: the views of the collection and of single objects."""

from __future__ import annotations

from dataclasses import replace
from random import SystemRandom
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from playground import clock
from playground.api.groups import RESOURCE, Group
from playground.api.handling import View, answer, endpoint, saves, warning_headers
from playground.api.lists import every, page
from playground.api.objects import value_of
from playground.api.options import check_list_options, is_dry_run
from playground.api.patches import PATCHES
from playground.api.requests import (
    TABLE,
    body_text,
    body_value,
    options_of,
    own_workspace,
    switched_on,
    wanted_form,
)
from playground.api.selectors import selector_of
from playground.api.table import table
from playground.api.verbs import Outcome, RequestScope, create, find, patch, remove, remove_all, update
from playground.api.watch import watch
from playground.shares.versions import last_version


def list_objects(request: HttpRequest, group: Group, namespace: str | None = None) -> HttpResponseBase:
    """GET: a TemplateList, a Table, or a watch. Without a namespace: of the token's own namespace."""
    watching = switched_on(request, "watch")
    scope = _scope(request, group, namespace, "watch" if watching else "list")
    check_list_options(request, watching=watching)
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
    scope = _writing(request, group, namespace, "create", "CreateOptions")
    return _answer(create(scope, body_text(request), _validation(request)))


def delete_objects(request: HttpRequest, group: Group, namespace: str) -> HttpResponse:
    """DELETE on the collection: delete what the selectors select; the answer lists what was deleted.

    Raises StatusError 504 when the time is up; what was selected before is deleted.
    """
    scope, options = _deleting(request, group, namespace, "deletecollection")
    metadata = {"resourceVersion": str(last_version().value)}
    again = "those before are deleted; send the request again for the others"
    found = (revision.share for revision, _ in every(scope, selector_of(request), again))
    items = remove_all(scope, found, options)
    return answer({"kind": "TemplateList", "apiVersion": group.api_version, "metadata": metadata, "items": items})


def get_object(request: HttpRequest, group: Group, namespace: str, name: str) -> HttpResponse:
    """GET: one object, or one row of a Table."""
    scope = _scope(request, group, namespace, "get", name)
    as_table = wanted_form(request, TABLE) == TABLE
    share = find(scope, name)
    item = scope.object_of(share, value_of(share.latest))
    if as_table:
        return answer(table([item], _version(item), request.GET.get("includeObject", "")))
    return answer(item)


def update_object(request: HttpRequest, group: Group, namespace: str, name: str) -> HttpResponse:
    """PUT: replace the object if it has not changed since its resourceVersion."""
    scope = _writing(request, group, namespace, "update", "UpdateOptions", name)
    return _answer(update(scope, name, body_text(request), _validation(request)))


def patch_object(request: HttpRequest, group: Group, namespace: str, name: str) -> HttpResponse:
    """PATCH: change the object, by a patch of one of four media types."""
    scope = _writing(request, group, namespace, "patch", "PatchOptions", name)
    change = body_value(request, PATCHES)
    return _answer(patch(scope, name, change, str(request.content_type), _validation(request)))


def delete_object(request: HttpRequest, group: Group, namespace: str, name: str) -> HttpResponse:
    """DELETE: delete the object; the answer is its last state."""
    scope, options = _deleting(request, group, namespace, "delete", name)
    return answer(remove(scope, find(scope, name), options))


def _scope(request: HttpRequest, group: Group, namespace: str | None, verb: str, name: str = "") -> RequestScope:
    workspace = own_workspace(request, group, namespace, RESOURCE, verb, name)
    return RequestScope(request, group, workspace, clock.now(), SystemRandom())


def _writing(
    request: HttpRequest, group: Group, namespace: str, verb: str, options: str, name: str = ""
) -> RequestScope:
    """The scope of a request that writes, whose options are of the kind ``options``."""
    scope = _scope(request, group, namespace, verb, name)
    return replace(scope, dry=is_dry_run(request, options))


def _deleting(
    request: HttpRequest, group: Group, namespace: str, verb: str, name: str = ""
) -> tuple[RequestScope, dict[str, Any]]:
    """The scope of a DELETE, and the DeleteOptions in its body."""
    scope = _scope(request, group, namespace, verb, name)
    options = options_of(request)
    return replace(scope, dry=is_dry_run(request, "DeleteOptions", options)), options


def _answer(outcome: Outcome) -> HttpResponse:
    return answer(outcome.item, 201 if outcome.created else 200, warning_headers(outcome.warnings))


def _validation(request: HttpRequest) -> str:
    return request.GET.get("fieldValidation", "")


def _version(item: dict[str, Any]) -> dict[str, str]:
    return {"resourceVersion": item["metadata"]["resourceVersion"]}


collection: View = endpoint(GET=list_objects, POST=saves(create_object), DELETE=saves(delete_objects))
collection_of_all: View = endpoint(GET=list_objects)
item: View = endpoint(GET=get_object, PUT=saves(update_object), PATCH=saves(patch_object), DELETE=saves(delete_object))
