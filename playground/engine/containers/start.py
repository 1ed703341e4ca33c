"""What stops the kubelet after it has built a container's environment.

Kubernetes v1.36 pkg/kubelet/kuberuntime ``verifyRunAsNonRoot``, pkg/securitycontext
``DetermineEffectiveSecurityContext``; kubernetes issue 139132 (bytes that are not UTF-8).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from playground.engine.cluster.pod_facts import PodFacts
from playground.engine.containers.environment import ExpandedText, Fate
from playground.engine.kubernetes.pods import mapping, mapping_at, text
from playground.engine.model.location import FieldPath
from playground.engine.text.go import quote

BINARY_TEXT = "grpc: error while marshaling: string field contains invalid UTF-8"


def root_user_failure(facts: PodFacts, container: Mapping[str, Any], path: FieldPath) -> tuple[FieldPath, str] | None:
    """The path of `runAsUser: 0` and the kubelet's error, if the container must not run as root; else None.

    The fields of a container's `securityContext` count before those of the pod's. The user of the image is not known.
    """
    if "securityContext" not in facts.spec and "securityContext" not in container:
        return None
    contexts = (
        (mapping(container.get("securityContext")), path),
        (mapping(facts.spec.get("securityContext")), facts.place.spec_path),
    )
    settings = (context["runAsNonRoot"] for context, _ in contexts if context.get("runAsNonRoot") is not None)
    root_is_forbidden = next(settings, False) is True
    users = ((context["runAsUser"], holder) for context, holder in contexts if context.get("runAsUser") is not None)
    user, holder_path = next(users, (None, path))
    is_windows = mapping_at(facts.spec, ("os",)).get("name") == "windows"
    if not root_is_forbidden or user != 0 or isinstance(user, bool) or is_windows:
        return None
    pod = quote(f"{facts.name.value}_{facts.namespace.value}({facts.uid.value})")
    name = text(container.get("name"))
    error = f"container's runAsUser breaks non-root policy (pod: {pod}, container: {name})"
    return holder_path / "securityContext" / "runAsUser", error


def path_of_binary_text(texts: Iterable[ExpandedText]) -> FieldPath | None:
    """The path of the first text with a Secret's bytes that are not UTF-8; None if there is none.

    The bytes may come into the text through a chain of variables.
    """
    examined: set[int] = set()
    for expanded in texts:
        waiting = [expanded]
        while waiting:
            for reference in waiting.pop().references:
                variable = reference.variable
                if reference.fate is not Fate.RESOLVED or variable is None or id(variable) in examined:
                    continue
                examined.add(id(variable))
                if variable.origin.binary:
                    return expanded.path
                if variable.expanded is not None:
                    waiting.append(variable.expanded)
    return None
