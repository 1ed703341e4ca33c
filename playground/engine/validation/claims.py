"""Validation of a pod's `resourceClaims`, and of the claims that its containers name in `resources`.

Kubernetes v1.36 ``validatePodResourceClaims``, ``validateResourceClaimNames``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final

from playground.engine.cluster.pod_facts import PodFacts
from playground.engine.kubernetes.names import label_errors, subdomain_errors
from playground.engine.kubernetes.pods import mappings, text
from playground.engine.model.location import FieldPath
from playground.engine.text.go import quote, to_json
from playground.engine.validation.errors import FieldError, all_invalid, duplicate, required

_SOURCES: Final = ("resourceClaimName", "resourceClaimTemplateName")
_PRINTED: Final = ("Name", "ResourceClaimName", "ResourceClaimTemplateName")  # the fields in a message
_SEVERAL_SOURCES: Final = "at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified"
_NO_SOURCE: Final = "must specify one of: `resourceClaimName`, `resourceClaimTemplateName`"
_LONGEST_LIST: Final = 1000  # characters of the claims that a message lists; the API server lists all


def pod_claim_errors(facts: PodFacts, path: FieldPath) -> Iterator[FieldError]:
    """The errors in the `resourceClaims` of a pod. Before v1.34 the API server drops that field."""
    names: set[str] = set()
    for index, claim in enumerate(_pod_claims(facts)):
        place, name = path / index, text(claim.get("name"))
        if not name:
            yield required(place / "name")
        elif name in names:
            yield duplicate(place / "name", name, "duplicate-claim")
        else:
            yield from all_invalid(place / "name", name, label_errors(name), "invalid-name")
            names.add(name)
        yield from _source_errors(claim, place)


def _source_errors(claim: Mapping[str, Any], path: FieldPath) -> Iterator[FieldError]:
    """A claim names either a ResourceClaim or a ResourceClaimTemplate."""
    sources = {field: text(claim[field]) for field in _SOURCES if claim.get(field) is not None}
    if len(sources) != 1:
        values = (text(claim.get("name")), *(sources.get(field) for field in _SOURCES))
        printed = to_json(dict(zip(_PRINTED, values, strict=True)))
        reason = _SEVERAL_SOURCES if sources else _NO_SOURCE
        pattern = "several-value-sources" if sources else "no-value-source"
        yield FieldError(path, f"Invalid value: {printed}: {reason}", pattern)
    for field, name in sources.items():
        yield from all_invalid(path / field, name, subdomain_errors(name), "invalid-object-name")


def claim_errors(resources: Mapping[str, Any], path: FieldPath, facts: PodFacts) -> Iterator[FieldError]:
    """The errors in the `claims` of the ``resources`` of a container or pod; ``path`` is that of the claims."""
    if not facts.cluster.version.resource_claims:
        return
    keys: set[str] = set()  # of the earlier entries: a claim's name, or its name and request
    requested: Counter[str] = Counter()  # by the claim's name: how many different requests the earlier entries have
    for index, claim in enumerate(mappings(resources.get("claims"))):
        name, request = text(claim.get("name")), text(claim.get("request"))
        place = path / index
        if not name:
            yield required(place)
            continue
        key = f"{name}/{request}" if request else name
        # An entry without a request stands for all requests of its claim. It collides with any other entry.
        if name in keys:
            yield duplicate(place, name, "duplicate-claim")
        else:
            yield from all_invalid(place / "request", request, label_errors(request) if request else (), "invalid-name")
            if key in keys:
                yield duplicate(place, key, "duplicate-claim")
            elif not request:
                yield from (duplicate(place, name, "duplicate-claim") for _ in range(requested[name]))
            if request and key not in keys:
                requested[name] += 1
            keys.add(key)
        if name not in _claim_names(facts):
            body = f"Not found: {quote(name)}: must be one of the names in pod.spec.resourceClaims{_listed(facts)}"
            yield FieldError(place, body, "absent-claim", detail={"value": name})


def _pod_claims(facts: PodFacts) -> tuple[Mapping[str, Any], ...]:
    claims = facts.spec.get("resourceClaims") if facts.cluster.version.resource_claims else None
    return tuple(mappings(claims))


def _claim_names(facts: PodFacts) -> Mapping[str, None]:
    """The names of the pod's claims in alphabetical order."""

    def names() -> Mapping[str, None]:
        return dict.fromkeys(sorted(filter(None, (text(claim.get("name")) for claim in _pod_claims(facts)))))

    return facts.once(_claim_names, names)


def _listed(facts: PodFacts) -> str:
    """The names of the pod's claims, as the message about another name ends."""

    def listed() -> str:
        names = ", ".join(_claim_names(facts))
        if len(names) > _LONGEST_LIST:
            names = f"{names[:_LONGEST_LIST].rpartition(', ')[0]}, …"
        return f": {names}" if names else " which is empty"

    return facts.once(_listed, listed)
