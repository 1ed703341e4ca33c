"""Texts to share, and functions that share and update them with the test client."""

from __future__ import annotations

from django.test import Client

POD = "kind: Pod\napiVersion: v1\nmetadata: {name: web}\n"
TEMPLATE = """\
apiVersion: template.openshift.io/v1
kind: Template
metadata: {name: shop}
parameters:
- {name: HOST, value: db}
- {name: ADMIN, generate: expression, from: "[a-z]{8}"}
- {name: DB_PASSWORD, value: ""}
- {name: REPLICAS, value: "1"}
objects:
- apiVersion: v1
  kind: ConfigMap
  metadata: {name: shop}
  data: {host: "${HOST}", admin: "${ADMIN}", password: "${DB_PASSWORD}", replicas: "${REPLICAS}"}
"""
SECOND = f"{POD}# second\n"


def share(client: Client, **fields: str) -> str:
    """Share ``fields`` and return the address of the Share; `__` in a name stands for a dot."""
    response = client.post("/share", {name.replace("__", "."): text for name, text in fields.items()})
    assert response.status_code == 303, response.content.decode()
    return response["Location"]


def update(client: Client, address: str, based_on: int, **fields: str) -> tuple[int, str]:
    """Update the Share at ``address``; return the status, and the address of a redirect or else the page."""
    data = {name.replace("__", "."): text for name, text in fields.items()}
    response = client.post(f"{address}/update", {"based_on": str(based_on), "source": SECOND, **data})
    return response.status_code, response.get("Location") or response.content.decode()
