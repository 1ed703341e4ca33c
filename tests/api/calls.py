"""Sends requests to the API as Kubernetes clients do."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.test import Client

from playground.api.protocol.groups import OPENSHIFT, Group
from playground.storage.models import Workspace


def template(name: str = "web", **more: Any) -> dict[str, Any]:
    """A Template of `template.openshift.io/v1`."""
    value = {"apiVersion": "template.openshift.io/v1", "kind": "Template", "metadata": {"name": name}, "objects": []}
    return value | more


@dataclass(slots=True)
class Api:
    """A client with a token."""

    workspace: Workspace
    token: str
    client: Client = field(default_factory=Client)

    def address(self, name: str = "", group: Group = OPENSHIFT, namespace: str = "") -> str:
        """The path of the collection, or of one object."""
        base = f"/{group.path}/namespaces/{namespace or self.workspace.name}/templates"
        return f"{base}/{name}" if name else base

    def call(
        self,
        method: str,
        address: str,
        body: Any = None,
        status: int = 200,
        media: str = "application/json",
        **headers: Any,
    ) -> Any:
        """The JSON of the answer, which has ``status``; ``body`` is sent as it is when it is text."""
        text = body if isinstance(body, str | bytes) else "" if body is None else json.dumps(body)
        headers = {
            "Authorization": f"Bearer {self.token}",
            **{key.replace("_", "-"): value for key, value in headers.items()},
        }
        answer = self.client.generic(method, address, text, content_type=media if text else "", headers=headers)
        answer_body = json.loads(answer.content)
        assert answer.status_code == status, answer_body
        self.headers = dict(answer.headers)
        return answer_body

    headers: Mapping[str, str] = field(default_factory=dict)

    def get(self, name: str = "", status: int = 200, **headers: Any) -> Any:
        return self.call("GET", self.address(name), None, status, **headers)

    def create(self, value: Any, status: int = 201, query: str = "") -> Any:
        return self.call("POST", self.address() + query, value, status)

    def put(self, name: str, value: Any, status: int = 200, query: str = "") -> Any:
        return self.call("PUT", self.address(name) + query, value, status)

    def patch(self, name: str, value: Any, kind: str = "merge-patch+json", status: int = 200, query: str = "") -> Any:
        return self.call("PATCH", self.address(name) + query, value, status, f"application/{kind}")

    def delete(self, name: str = "", body: Any = None, status: int = 200, query: str = "") -> Any:
        return self.call("DELETE", self.address(name) + query, body, status)
