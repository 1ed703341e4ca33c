"""The commands for pasting from a cluster, run by the real `kubectl` against an API of a few objects."""

from __future__ import annotations

import base64
import json
import os
import subprocess
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from playground.engine import Evaluation, evaluate, read, written_secrets
from playground.pages.playground.cluster_commands import CLUSTER_COMMANDS
from tests.api.servers import KUBECTL
from tests.pages.pages import text

KINDS = {
    "v1": {"services": "Service", "configmaps": "ConfigMap", "secrets": "Secret", "nodes": "Node"},
    "apps/v1": {"deployments": "Deployment"},
}
SECRET = "hunter2-of-the-cluster"


def written_by_the_server(name: str) -> dict[str, Any]:
    """The metadata of an object called ``name`` as an API server returns it."""
    field: dict[str, Any] = {"f:kubectl.kubernetes.io/last-applied-configuration": {}}
    return {
        "name": name,
        "namespace": "shop",
        "uid": f"4c6e3a52-6d3b-4b7e-9c3e-{name.encode().hex():0>12.12}",
        "resourceVersion": "123456",
        "generation": 2,
        "creationTimestamp": "2026-03-01T10:00:00Z",
        "annotations": {"kubectl.kubernetes.io/last-applied-configuration": json.dumps({"data": {"password": SECRET}})},
        "managedFields": [
            {
                "manager": "kubectl-client-side-apply",
                "operation": "Update",
                "apiVersion": "v1",
                "time": "2026-03-01T10:00:00Z",
                "fieldsType": "FieldsV1",
                "fieldsV1": {"f:metadata": {"f:annotations": field}},
            }
        ],
    }


CONTAINER = {
    "name": "web",
    "image": "registry.example.org/web:1.4",
    "imagePullPolicy": "IfNotPresent",
    "args": ["--db=$(DB_SERVICE_HOST):$(DB_SERVICE_PORT)", "--level=$(LEVEL)"],
    "env": [
        {"name": "PASSWORD", "valueFrom": {"secretKeyRef": {"name": "db", "key": "password"}}},
        {"name": "DSN", "value": "postgres://app:$(PASSWORD)@$(DB_SERVICE_HOST)/app"},
        {"name": "NODE", "valueFrom": {"fieldRef": {"apiVersion": "v1", "fieldPath": "status.hostIP"}}},
    ],
    "envFrom": [{"configMapRef": {"name": "web"}}],
    "resources": {},
    "terminationMessagePath": "/dev/termination-log",
    "terminationMessagePolicy": "File",
}
DEPLOYMENT = {
    "apiVersion": "apps/v1",
    "kind": "Deployment",
    "metadata": written_by_the_server("web"),
    "spec": {
        "progressDeadlineSeconds": 600,
        "replicas": 2,
        "revisionHistoryLimit": 10,
        "selector": {"matchLabels": {"app": "web"}},
        "strategy": {"type": "RollingUpdate", "rollingUpdate": {"maxSurge": "25%", "maxUnavailable": "25%"}},
        "template": {
            "metadata": {"creationTimestamp": None, "labels": {"app": "web"}},
            "spec": {
                "containers": [CONTAINER],
                "dnsPolicy": "ClusterFirst",
                "restartPolicy": "Always",
                "schedulerName": "default-scheduler",
                "securityContext": {},
                "terminationGracePeriodSeconds": 30,
            },
        },
    },
    "status": {
        "conditions": [
            {
                "type": "Available",
                "status": "True",
                "reason": "MinimumReplicasAvailable",
                "message": "Deployment has minimum availability.",
                "lastTransitionTime": "2026-03-01T10:00:05Z",
                "lastUpdateTime": "2026-03-01T10:00:05Z",
            }
        ],
        "observedGeneration": 2,
        "readyReplicas": 2,
        "replicas": 2,
    },
}
SERVICE = {
    "metadata": written_by_the_server("db"),
    "spec": {
        "clusterIP": "10.96.7.8",
        "clusterIPs": ["10.96.7.8"],
        "internalTrafficPolicy": "Cluster",
        "ipFamilies": ["IPv4"],
        "ipFamilyPolicy": "SingleStack",
        "ports": [{"name": "postgres", "port": 5432, "protocol": "TCP", "targetPort": 5432}],
        "selector": {"app": "db"},
        "sessionAffinity": "None",
        "type": "ClusterIP",
    },
    "status": {"loadBalancer": {}},
}
SECRETS = [
    {
        "metadata": written_by_the_server("db"),
        "type": "Opaque",
        "data": {key: base64.b64encode(SECRET.encode()).decode() for key in ("password", "1e3", "tls.key", "true")},
    },
    {"metadata": written_by_the_server("1e3"), "type": "Opaque"},
]
NODE = {
    "apiVersion": "v1",
    "kind": "Node",
    "metadata": {key: value for key, value in written_by_the_server("worker-3").items() if key != "namespace"},
    "spec": {"podCIDR": "10.1.2.0/24"},
    "status": {
        "addresses": [{"type": "InternalIP", "address": "10.0.0.7"}, {"type": "Hostname", "address": "worker-3"}],
        "allocatable": {"cpu": "8", "memory": "32778084Ki", "pods": "110"},
        "nodeInfo": {"kernelVersion": "6.1.0", "kubeletVersion": "v1.36.0", "operatingSystem": "linux"},
    },
}


def listed(kind: str, items: list[Any]) -> dict[str, Any]:
    return {"apiVersion": "v1", "kind": f"{kind}List", "metadata": {"resourceVersion": "77"}, "items": items}


def resources(version: str) -> dict[str, Any]:
    """The answer about the resources of a group."""
    listed_resources = [
        {"name": name, "kind": kind, "namespaced": kind != "Node", "verbs": ["get", "list"]}
        for name, kind in KINDS[version].items()
    ]
    return {"kind": "APIResourceList", "groupVersion": version, "resources": listed_resources}


GROUP = {"groupVersion": "apps/v1", "version": "v1"}
ANSWERS: dict[str, Any] = {
    "/api": {"kind": "APIVersions", "versions": ["v1"]},
    "/apis": {"kind": "APIGroupList", "groups": [{"name": "apps", "versions": [GROUP], "preferredVersion": GROUP}]},
    "/api/v1": resources("v1"),
    "/apis/apps/v1": resources("apps/v1"),
    "/apis/apps/v1/namespaces/shop/deployments/web": DEPLOYMENT,
    "/api/v1/namespaces/shop/services": listed("Service", [SERVICE]),
    "/api/v1/namespaces/shop/configmaps": listed(
        "ConfigMap", [{"metadata": written_by_the_server("web"), "data": {"LEVEL": "debug", "web.conf": "a\nb\n"}}]
    ),
    "/api/v1/namespaces/shop/secrets": listed("Secret", SECRETS),
    "/api/v1/nodes/worker-3": NODE,
}


class Handler(BaseHTTPRequestHandler):
    """Answers as an API server does."""

    def do_GET(self) -> None:
        answer = ANSWERS.get(self.path.partition("?")[0])
        body = json.dumps(answer or {"kind": "Status", "status": "Failure", "reason": "NotFound", "code": 404}).encode()
        self.send_response(200 if answer else 404)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Write no log."""


@pytest.fixture(scope="module")
def pasted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[str]]:
    """What each of the commands prints."""
    home = tmp_path_factory.mktemp("home")
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    configuration = {
        "apiVersion": "v1",
        "kind": "Config",
        "clusters": [{"name": "c", "cluster": {"server": f"http://127.0.0.1:{server.server_port}"}}],
        "contexts": [{"name": "c", "context": {"cluster": "c", "user": "", "namespace": "shop"}}],
        "current-context": "c",
    }
    (home / "config").write_text(json.dumps(configuration))
    yield [run(command.line, home) for command in CLUSTER_COMMANDS]
    server.shutdown()
    thread.join()
    server.server_close()


def run(line: str, home: Path) -> str:
    """The output of a command in a POSIX shell."""
    line = line.replace("deployment NAME", "deployment web").replace("node NAME", "node worker-3")
    path = f"{Path(KUBECTL).parent}:{os.defpath}"
    environment = {"HOME": str(home), "KUBECONFIG": str(home / "config"), "PATH": path, "NO_PROXY": "*"}
    process = subprocess.run(
        ["sh", "-c", line], env=environment, capture_output=True, text=True, timeout=120, check=False
    )
    assert (process.returncode, process.stderr) == (0, ""), line
    return process.stdout


def values(evaluation: Evaluation) -> dict[str, str | None]:
    (container,) = evaluation.containers
    return {variable.name: variable.value for variable in container.variables}


def test_what_the_commands_print_is_one_text_without_an_issue(pasted: list[str]) -> None:
    evaluation = evaluate("".join(pasted))
    assert evaluation.diagnostics == ()
    names = [(item.value["kind"], item.value["metadata"]["name"]) for item in evaluation.objects]
    assert names == [
        ("Deployment", "web"),
        ("Service", "db"),
        ("ConfigMap", "web"),
        ("Secret", "db"),
        ("Secret", "1e3"),
        ("Node", "worker-3"),
    ]
    received = values(evaluation)
    assert {name: received[name] for name in ("DB_SERVICE_HOST", "LEVEL", "web.conf", "PASSWORD", "DSN", "NODE")} == {
        "DB_SERVICE_HOST": "10.96.7.8",
        "LEVEL": "debug",
        "web.conf": "a\nb\n",
        "PASSWORD": "<password>",
        "DSN": "postgres://app:<password>@10.96.7.8/app",
        "NODE": "10.0.0.7",
    }


def test_the_first_command_alone_only_misses_the_secret(pasted: list[str]) -> None:
    assert [diagnostic.code for diagnostic in evaluate(pasted[0]).diagnostics] == ["ENV509"]


def test_the_command_about_secrets_prints_no_value_of_any(pasted: list[str]) -> None:
    secret = pasted[1]
    assert SECRET not in secret
    assert base64.b64encode(SECRET.encode()).decode() not in secret
    assert [document.value["stringData"] for document in read(secret).documents] == [
        {key: f"<{key}>" for key in ("1e3", "password", "tls.key", "true")},
        None,
    ]
    assert written_secrets(evaluate(secret)) == ()


def test_a_place_in_a_pasted_list_is_that_of_its_item(pasted: list[str]) -> None:
    source = pasted[0].replace("port: 5432", "prot: 5432", 1).replace("key: password", "key: pasword", 1) + pasted[1]
    evaluation = evaluate(source)
    lines = source.splitlines()
    places = {diagnostic.code: lines[diagnostic.span.start.line - 1].strip() for diagnostic in evaluation.diagnostics}
    assert places["POD609"] == "prot: 5432"
    assert places["POD603"] == "key: pasword"


def test_the_empty_page_and_the_help_show_the_commands(client: Client) -> None:
    page = text(client.get("/new"))
    for command in CLUSTER_COMMANDS:
        assert page.count(f'aria-label="Copy: {command.purpose}"') == 2
    assert text(client.get("/")).count("Copy: ") == len(CLUSTER_COMMANDS)  # in the help
