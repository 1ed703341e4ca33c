"""`/templates`: the views of the collection and of single objects."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from playground.api.conversion import value_of
from playground.api.lists import page, selected_objects
from playground.api.protocol.endpoints import count_save, warning_headers
from playground.api.protocol.groups import Group
from playground.api.protocol.patches import PATCHES
from playground.api.protocol.request_parts import (
    TABLE,
    body_text,
    body_value,
    check_list_options,
    delete_options,
    field_validation,
    is_dry_run,
    switched_on,
    wanted_form,
)
from playground.api.protocol.selectors import selector_of
from playground.api.protocol.table import table
from playground.api.scope import scope_of
from playground.api.verbs import Outcome, create, find, patch, remove, remove_all, update
from playground.api.watch_stream import watch
from playground.storage.counter import last_version
from playground.web.status import answer


def list_objects(request: HttpRequest, group: Group, namespace: str | None = None) -> HttpResponseBase:
    """GET: a TemplateList, a Table, or a watch. The default namespace is that of the token."""
    watching = switched_on(request, "watch")
    scope = scope_of(request, group, namespace, "watch" if watching else "list")
    check_list_options(request, watching=watching)
    as_table = wanted_form(request, TABLE) == TABLE
    include = request.GET.get("includeObject", "")
    if watching:
        return watch(scope, lambda item: table([item], _list_metadata(item), include) if as_table else item)
    items, metadata = page(scope)
    if as_table:
        return answer(table(items, metadata, include))
    return answer({"kind": "TemplateList", "apiVersion": group.api_version, "metadata": metadata, "items": items})


def create_object(request: HttpRequest, group: Group, namespace: str) -> HttpResponse:
    """POST: a new object."""
    count_save(request)
    scope = scope_of(request, group, namespace, "create")
    dry = is_dry_run(request, "CreateOptions")
    return _answer(create(scope, body_text(request), field_validation(request, "Warn"), dry=dry))


def delete_objects(request: HttpRequest, group: Group, namespace: str) -> HttpResponse:
    """DELETE on the collection: delete the objects that the selectors select; the answer lists the deleted objects.

    Raises StatusError 504 when the time of the request is over; the objects selected so far are deleted.
    """
    count_save(request)
    scope = scope_of(request, group, namespace, "deletecollection")
    options = delete_options(request)
    dry = is_dry_run(request, "DeleteOptions", options)
    metadata = {"resourceVersion": str(last_version().value)}
    advice = "some are deleted; send the request again to delete the others"
    shares = (revision.share for revision, _ in selected_objects(scope, selector_of(request), advice))
    items = remove_all(scope, shares, options, dry=dry)
    return answer({"kind": "TemplateList", "apiVersion": group.api_version, "metadata": metadata, "items": items})


def get_object(request: HttpRequest, group: Group, namespace: str, name: str) -> HttpResponse:
    """GET: one object, or one row of a Table."""
    scope = scope_of(request, group, namespace, "get", name)
    as_table = wanted_form(request, TABLE) == TABLE
    share = find(scope, name)
    item = scope.object_of(share, value_of(share.latest))
    if as_table:
        return answer(table([item], _list_metadata(item), request.GET.get("includeObject", "")))
    return answer(item)


def update_object(request: HttpRequest, group: Group, namespace: str, name: str) -> HttpResponse:
    """PUT: replace the object if it has not changed since its resourceVersion."""
    count_save(request)
    scope = scope_of(request, group, namespace, "update", name)
    dry = is_dry_run(request, "UpdateOptions")
    return _answer(update(scope, name, body_text(request), field_validation(request, "Warn"), dry=dry))


def patch_object(request: HttpRequest, group: Group, namespace: str, name: str) -> HttpResponse:
    """PATCH: change the object by a patch in one of the four media types of PATCHES."""
    count_save(request)
    scope = scope_of(request, group, namespace, "patch", name)
    dry = is_dry_run(request, "PatchOptions")
    change, media_type = body_value(request, PATCHES), str(request.content_type)
    return _answer(patch(scope, name, change, media_type, field_validation(request, "Warn"), dry=dry))


def delete_object(request: HttpRequest, group: Group, namespace: str, name: str) -> HttpResponse:
    """DELETE: delete the object; the answer is its last state."""
    count_save(request)
    scope = scope_of(request, group, namespace, "delete", name)
    options = delete_options(request)
    dry = is_dry_run(request, "DeleteOptions", options)
    return answer(remove(scope, find(scope, name), options, dry=dry))


def _answer(outcome: Outcome) -> HttpResponse:
    return answer(outcome.item, 201 if outcome.created else 200, warning_headers(outcome.warnings))


def _list_metadata(item: dict[str, Any]) -> dict[str, str]:
    """The metadata of a Table that has only ``item``."""
    return {"resourceVersion": item["metadata"]["resourceVersion"]}
