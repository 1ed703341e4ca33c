"""A cluster for Helm: as much of an API server as reading one Secret takes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

_MISSING = {"kind": "Status", "apiVersion": "v1", "status": "Failure", "reason": "NotFound", "code": 404}
_SECRETS = {"name": "secrets", "singularName": "secret", "namespaced": True, "kind": "Secret", "verbs": ["get"]}
_MAPS = {"name": "configmaps", "singularName": "configmap", "namespaced": True, "kind": "ConfigMap", "verbs": ["get"]}


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Callable[..., Path]]:
    """Makes a cluster whose namespace `prod` has one Secret; the function returns the file of its kubeconfig."""
    with ExitStack() as servers:

        def make(name: str, metadata: Mapping[str, Any] | None = None, data: Mapping[str, str] | None = None) -> Path:
            named = {"name": name, "namespace": "prod", **(metadata or {})}
            answers = {
                "/version": {"major": "1", "minor": "34", "gitVersion": "v1.34.0"},
                "/api": {"kind": "APIVersions", "versions": ["v1"]},
                "/apis": {"kind": "APIGroupList", "apiVersion": "v1", "groups": []},
                "/api/v1": {"kind": "APIResourceList", "groupVersion": "v1", "resources": [_SECRETS, _MAPS]},
                "/api/v1/namespaces/prod/secrets": {"kind": "SecretList", "apiVersion": "v1", "items": []},
                f"/api/v1/namespaces/prod/secrets/{name}": {
                    "kind": "Secret", "apiVersion": "v1", "metadata": named, "data": data or {},
                },
            }  # fmt: skip
            server = servers.enter_context(ThreadingHTTPServer(("127.0.0.1", 0), _handler(answers)))
            Thread(target=server.serve_forever, daemon=True).start()
            servers.callback(server.shutdown)
            address = f"http://127.0.0.1:{server.server_address[1]}"
            file = tmp_path / f"kubeconfig-{server.server_address[1]}"
            file.write_text(json.dumps(_kubeconfig(address)))
            return file

        yield make


def _handler(answers: Mapping[str, Any]) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            answer = answers.get(self.path.partition("?")[0])
            self.send_response(200 if answer else 404)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(json.dumps(answer or _MISSING).encode())

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
            pass

    return Handler


def _kubeconfig(address: str) -> dict[str, Any]:
    return {
        "apiVersion": "v1",
        "kind": "Config",
        "current-context": "c",
        "contexts": [{"name": "c", "context": {"cluster": "c", "user": "u"}}],
        "clusters": [{"name": "c", "cluster": {"server": address}}],
        "users": [{"name": "u", "user": {}}],
    }
