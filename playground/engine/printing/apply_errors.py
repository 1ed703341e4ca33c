"""What `kubectl apply` says of Objects that it or the API server cannot read.

kubectl v1.36 ``pkg/cmd/util/helpers.go`` (checkErr, MultipleErrors), k8s.io/cli-runtime ``pkg/resource/mapper.go``,
``k8s.io/kubectl/pkg/validation`` (getObjectKind); apiserver ``endpoints/handlers/rest.go`` (transformDecodeError).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from playground.engine.evaluation import Evaluation
from playground.engine.kubernetes.custom_kinds import kinds_beside
from playground.engine.kubernetes.decoding import cannot_handle, is_invalid, refusal_of
from playground.engine.kubernetes.kinds import Kinds, is_kubernetes
from playground.engine.kubernetes.pods import field_at, items_of, mapping, mapping_at, name_of, text
from playground.engine.templates.template import OPENSHIFT_VERSION
from playground.engine.text.go import quote

_STRICT: Final = "strict decoding error"
_IGNORABLE: Final = "; if you choose to ignore these errors, turn validation off with --validate=false"


def apply_errors(evaluation: Evaluation, file: str) -> tuple[str, ...]:
    """The errors that `kubectl apply -f FILE` prints about Templates and Objects; empty if all of them can be read.

    A Template is judged as it is written, and each of its Objects after processing. Kinds of other projects are not
    judged. An error may have two lines. ``file`` is the name that `kubectl` prints.
    """
    kinds = kinds_beside(evaluation.objects, evaluation.cluster.version.minor)
    of_kubectl, refused = list[str](), list[str]()
    for value in _values(evaluation):
        version, kind = value.get("apiVersion"), value.get("kind")
        if missing := [name for name, entry in (("apiVersion", version), ("kind", kind)) if not entry]:
            of_kubectl.append(_without_kind(missing, file))
            break  # `kubectl` reads no further
        if not isinstance(version, str) or not isinstance(kind, str):
            continue
        if not kinds.type_of(version, kind):
            of_kubectl += _not_served(value, version, kind, kinds, file)
        elif reason := refusal_of(value, kinds):
            if (version, kind) in kinds.custom and not reason.startswith(_STRICT):  # refused after decoding
                refused.append(f"The {is_invalid(kind, name_of(value), reason)}")
                continue
            error = cannot_handle(kind, version, reason)
            refused.append(f"Error from server (BadRequest): error when creating {quote(file)}: {error}")
    if len(of_kubectl) == 1 and not refused:
        of_kubectl = [f"error: {of_kubectl[0]}"]
    return (*of_kubectl, *refused)


def _values(evaluation: Evaluation) -> Iterator[Mapping[str, Any]]:
    for template in evaluation.templates:
        if template.api_version == OPENSHIFT_VERSION:
            yield mapping(field_at(template.document.value, template.path))
    for item in evaluation.objects:
        yield from (value for _, value in items_of(item.value) if isinstance(value, dict))


def _without_kind(missing: list[str], file: str) -> str:
    errors = [f"{name} not set" for name in missing]
    listed = errors[0] if len(errors) == 1 else f"[{', '.join(errors)}]"
    return f"error validating {quote(file)}: error validating data: {listed}{_IGNORABLE}"


def _not_served(value: Mapping[str, Any], version: str, kind: str, kinds: Kinds, file: str) -> list[str]:
    """The error about a kind that the chosen Kubernetes does not serve; none for a kind that is not Kubernetes' own."""
    if not is_kubernetes(version) or (version == "v1" and kinds.is_of_openshift(kind)):
        return []
    metadata = mapping_at(value, ("metadata",))
    name, namespace = (quote(text(metadata.get(key))) for key in ("name", "namespace"))
    where = f"resource mapping not found for name: {name} namespace: {namespace} from {quote(file)}"
    return [f'{where}: no matches for kind "{kind}" in version "{version}"\nensure CRDs are installed first']
