"""The scope of a request to `/templates`: group version, Workspace, time and random source, read once at its start."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from random import Random, SystemRandom
from typing import Any

from django.http import HttpRequest

from playground.api.conversion import object_of
from playground.api.protocol.groups import RESOURCE, Group
from playground.api.protocol.request_parts import own_workspace
from playground.engine import Deadline
from playground.storage import clock
from playground.storage.models import Share, Workspace
from playground.web.configured_limits import deadline


@dataclass(frozen=True, slots=True)
class RequestScope:
    """The context of one request; apiserver ``endpoints/handlers`` has this name for it."""

    request: HttpRequest
    group: Group
    workspace: Workspace
    now: datetime
    random: Random
    deadline: Deadline

    def object_of(self, share: Share, value: Mapping[str, Any]) -> dict[str, Any]:
        """The object of ``share``, whose text holds ``value``."""
        return object_of(share, value, self.group, self.request)


def scope_of(request: HttpRequest, group: Group, namespace: str | None, verb: str, name: str = "") -> RequestScope:
    """The scope of a request that does ``verb`` in ``namespace`` (None: the token's own). Raises StatusError 401, 403.

    ``name`` is the name of the object if the request is about a single object.
    """
    workspace = own_workspace(request, group, namespace, RESOURCE, verb, name)
    return RequestScope(request, group, workspace, clock.now(), SystemRandom(), deadline())
