"""The fields that the downward API supports, and their paths.

Kubernetes v1.36 ``ConvertDownwardAPIFieldLabel``, ``pkg/fieldpath`` and the sets of ``validation.go``.
"""

from __future__ import annotations

ENV_FIELDS = (  # what the API server accepts in env, besides labels and annotations with a key
    "metadata.name",
    "metadata.namespace",
    "metadata.uid",
    "spec.nodeName",
    "spec.serviceAccountName",
    "status.hostIP",
    "status.hostIPs",
    "status.podIP",
    "status.podIPs",
)
_CONVERTIBLE = {  # what ConvertDownwardAPIFieldLabel accepts, besides labels and annotations with a key
    *ENV_FIELDS,
    "metadata.labels",
    "metadata.annotations",
    "spec.restartPolicy",
    "spec.schedulerName",
    "status.phase",
}
NODE_RESOURCES = ("cpu", "memory", "ephemeral-storage")  # their missing limit becomes the node's amount
RESOURCES = tuple(f"{list_}.{name}" for list_ in ("limits", "requests") for name in sorted(NODE_RESOURCES))


class DownwardError(ValueError):
    """The kubelet cannot resolve the reference; the message is its own."""


def split_subscript(field_path: str) -> tuple[str, str] | None:
    """The path and key of `metadata.labels['key']`; None for a path without such a key.

    >>> split_subscript("metadata.labels['app']"), split_subscript('metadata.labels["app"]')
    (('metadata.labels', 'app'), None)
    """
    path, bracket, key = field_path.removesuffix("']").partition("['")
    return (path, key) if field_path.endswith("']") and path and bracket else None


def converted_field(api_version: str, field_path: str) -> str:
    """The field path as the kubelet resolves it. Raises DownwardError.

    ``api_version`` is empty only without an API server, which would fill in "v1"; the kubelet refuses an empty one.
    """
    if api_version != "v1":
        raise DownwardError(f"unsupported pod version: {api_version}")
    parts = split_subscript(field_path)
    if parts is not None:
        if parts[0] not in ("metadata.annotations", "metadata.labels"):
            raise DownwardError(f"field label does not support subscript: {field_path}")
        return field_path
    if field_path == "spec.host":  # the name that the first v1 clients sent
        return "spec.nodeName"
    if field_path not in _CONVERTIBLE:
        raise DownwardError(f"field label not supported: {field_path}")
    return field_path
