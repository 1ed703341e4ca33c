"""The API server's errors and warnings for a Pod written as YAML; shared by the tests of this folder."""

from __future__ import annotations

from playground.engine.cluster import cluster_for
from playground.engine.kubernetes.versions import version_named
from playground.engine.validation import validate
from tests.engine.environments import objects_of

_CONTAINERS = "containers: [{name: a, image: i}]"
_POD = "kind: Pod\nmetadata: {name: p, labels: {app: web}}"
DEPLOYMENT = "kind: Deployment\nspec:\n  template:\n    metadata: {labels: {app: web}}"


def pod_errors(fields: str, version: str = "1.36", head: str = _POD) -> list[str]:
    """The errors of validation for a pod with one good container and these ``fields`` of its spec, without "spec."."""
    spec = fields if "containers:" in fields else f"{_CONTAINERS}, {fields}"
    indent = "    " if head.startswith("kind: Deployment") else ""
    objects = objects_of(f"{head}\n{indent}spec: {{{spec}}}")
    problems = validate(objects, cluster_for(objects, None, version_named(version)))
    errors = [problem.error for problem in problems if problem.detail["stage"] in ("decode", "validation")]
    return [error.removeprefix("spec.template.").removeprefix("spec.") for error in errors]


def container_errors(fields: str, version: str = "1.36", more: str = "volumes: []") -> list[str]:
    """The errors of validation for a container with these ``fields``; ``more`` are fields of the pod's spec."""
    return pod_errors(f"containers: [{{name: a, image: i, {fields}}}], {more}", version)


def pod_warnings(fields: str, version: str = "1.36", metadata: str = "name: p") -> list[str]:
    """The warnings for a Pod with one good container and these ``fields`` of its spec."""
    return warnings_of(f"kind: Pod\nmetadata: {{{metadata}}}\nspec: {{{_CONTAINERS}, {fields}}}", version)


def warnings_of(text: str, version: str = "1.36") -> list[str]:
    """The warnings for the Objects of ``text``."""
    objects = objects_of(text)
    problems = validate(objects, cluster_for(objects, None, version_named(version)))
    return [problem.error for problem in problems if problem.detail["stage"] == "warning"]
