"""Builds the Objects of a Template in each dialect: decoded, substituted, labelled.

OpenShift library-go ``templateprocessing.Process``; the Kubernetes proposal.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from playground.engine.kubernetes.pods import mapping
from playground.engine.model.location import ROOT, FieldPath
from playground.engine.model.problems import Problem
from playground.engine.model.records import record
from playground.engine.reading import Document
from playground.engine.reading.objects import DOLLARS, TracedObject
from playground.engine.templates.decoding import written_json
from playground.engine.templates.substituter import Substituter
from playground.engine.templates.substitution import Dialect, parameter_tokens
from playground.engine.templates.template import Template
from playground.engine.text.go import kind_of, to_json

_WITH_LISTS: Final[Mapping[str, str]] = {
    "apps": "DeploymentConfig",
    "authorization": "ClusterRole ClusterRoleBinding Role RoleBinding RoleBindingRestriction",
    "build": "Build BuildConfig",
    "image": "Image ImageStream ImageStreamTag",
    "network": "ClusterNetwork EgressNetworkPolicy HostSubnet NetNamespace",
    "oauth": "OAuthAccessToken OAuthAuthorizeToken OAuthClient OAuthClientAuthorization",
    "project": "Project",
    "quota": "AppliedClusterResourceQuota ClusterResourceQuota",
    "route": "Route",
    "security": "SecurityContextConstraints",
    "template": "Template",
    "user": "Group Identity User",
}
_ALONE: Final[Mapping[str, str]] = {
    "apps": "DeploymentConfigRollback DeploymentLog DeploymentRequest",
    "authorization": "SubjectRulesReview SelfSubjectRulesReview ResourceAccessReview LocalResourceAccessReview "
    "SubjectAccessReview LocalSubjectAccessReview",
    "build": "BinaryBuildRequestOptions BuildLog BuildRequest",
    "image": "ImageSignature ImageStreamImage ImageStreamImport ImageStreamMapping",
    "project": "ProjectRequest",
    "security": "PodSecurityPolicySubjectReview PodSecurityPolicySelfSubjectReview PodSecurityPolicyReview",
    "user": "UserIdentityMapping",
}
GROUPS: Final[Mapping[str, str]] = {
    **{kind: f"{group}.openshift.io" for group, kinds in _ALONE.items() for kind in kinds.split()},
    **{
        kind + suffix: f"{group}.openshift.io"
        for group, kinds in _WITH_LISTS.items()
        for kind in kinds.split()
        for suffix in ("", "List")
    },
}


def group_and_version(api_version: Any) -> tuple[str, str] | None:
    """The group and version of an apiVersion as the cluster reads it; None when it has more than one `/`.

    >>> group_and_version("apps/v1"), group_and_version("v1"), group_and_version("/"), group_and_version("a/b/c")
    (('apps', 'v1'), ('', 'v1'), ('', ''), None)
    """
    text = api_version if isinstance(api_version, str) else ""
    if text.count("/") > 1:
        return None
    group, slash, version = text.partition("/")
    return (group, version) if slash else ("", group)


def kind_of_object(value: Mapping[str, Any]) -> str:
    """The kind as the cluster reads it: "" when it is no text, or when the apiVersion makes no sense."""
    kind = value.get("kind")
    return kind if isinstance(kind, str) and group_and_version(value.get("apiVersion")) is not None else ""


def regrouped(value: Mapping[str, Any]) -> tuple[str, str]:
    """The apiVersion and kind that `oc process` prints for an Object of this apiVersion and kind.

    >>> regrouped({"apiVersion": "v1", "kind": "DeploymentConfig"}), regrouped({"apiVersion": "a/b/c", "kind": "K"})
    (('apps.openshift.io/v1', 'DeploymentConfig'), ('', ''))
    """
    kind = kind_of_object(value)
    group, version = group_and_version(value.get("apiVersion")) or ("", "")
    group = group or GROUPS.get(kind, "")
    return (f"{group}/{version}" if group else version), kind


@record()
class Labelling:
    """The result of setting labels: the names set, and the Object's own labels that were lost."""

    added: tuple[str, ...]
    dropped: tuple[str, ...] = ()
    refused: bool = False  # metadata is there but no mapping: nothing could be set


def set_labels(value: dict[str, Any], labels: Mapping[str, str]) -> Labelling:
    """Set ``labels`` in ``metadata.labels`` of ``value``, a processed Object of our own, beating equal names.

    Metadata is created where there is none; null or text in its place leaves the Object as it is. A label of the
    Object that is null becomes the empty text; one that is no text makes all its own labels disappear.
    """
    metadata = value.setdefault("metadata", {})
    if not isinstance(metadata, dict):
        return Labelling((), refused=True)
    own = mapping(metadata.get("labels"))
    readable = all(isinstance(item, str | None) for item in own.values())
    kept = {name: item or "" for name, item in own.items()} if readable else {}
    metadata["labels"] = {**kept, **labels}
    return Labelling(tuple(labels), () if readable else tuple(own))


def without_namespace(value: Mapping[str, Any]) -> tuple[Mapping[str, Any], FieldPath | None]:
    """An Object without its hard-coded namespace, and the field that lost it (None: nothing was done).

    Comes before substitution: a namespace with a `${P}` in it, declared or not, stays; `$(P)` and `${{P}}` do not
    count. Text makes the field go; anything else, and "", makes it the empty text. The Object itself is not changed.
    """
    if "metadata" not in value:
        if "namespace" not in value or _is_kept(value["namespace"]):
            return value, None
        return {**value, "namespace": ""}, ROOT / "namespace"
    metadata = value["metadata"]
    if not isinstance(metadata, dict) or "namespace" not in metadata or _is_kept(metadata["namespace"]):
        return value, None
    path = ROOT / "metadata" / "namespace"
    if isinstance(metadata["namespace"], str) and metadata["namespace"]:
        return {**value, "metadata": {key: item for key, item in metadata.items() if key != "namespace"}}, path
    return {**value, "metadata": {**metadata, "namespace": ""}}, path


def _is_kept(namespace: Any) -> bool:
    """Whether it holds a reference, or is the empty text already."""
    if not isinstance(namespace, str):
        return False
    return not namespace or any(token.form == "${}" for token in parameter_tokens(namespace, Dialect.OPENSHIFT))


_MAP = "map[string]interface {}"
_ITEMS = "decodeList.items of type []json.RawMessage"


def object_problem(document: Document, path: FieldPath, index: int, value: Any, dialect: Dialect) -> Problem | None:
    """`oc`'s errors for the Template's object with this ``index``."""
    pattern, words, at = _refusal(value, dialect)
    if not pattern or value is None:
        return None
    received, compact = written_json(document, path, value)
    if pattern == "object-kind-missing":
        words += f" in '{received}'"
    error = f"item[{index}].objects: Invalid value: {compact}: unable to handle object: {words}"
    return Problem(pattern, document.index, path.join(at), error=error, detail={"found": kind_of(value)})


def _refusal(value: Any, dialect: Dialect) -> tuple[str, str, tuple[str | int, ...]]:
    """The pattern, the words and the field of what is wrong with an Object; an empty pattern when nothing is."""
    if not isinstance(value, dict):
        return "object-not-a-mapping", _misfit(value, "value of type unstructured.detector"), ()
    items = value.get("items")
    if dialect is Dialect.OPENSHIFT and items is not None:
        if not isinstance(items, list):
            return "items-not-a-list", _misfit(items, f"struct field {_ITEMS}"), ("items",)
        for index, item in enumerate(items):
            if item is not None and not isinstance(item, dict):
                return "object-not-a-mapping", _misfit(item, f"value of type {_MAP}"), ("items", index)
    return ("", "", ()) if kind_of_object(value) else ("object-kind-missing", "Object 'Kind' is missing", ())


def _misfit(value: Any, wanted: str) -> str:
    return f"json: cannot unmarshal {kind_of(value)} into Go {wanted}"


def decoded(value: Mapping[str, Any]) -> Mapping[str, Any]:
    """An Object with ``items``, of which those without kind and apiVersion get both from it, the kind less `List`.

    >>> decoded({"kind": "FooList", "apiVersion": "v1", "items": [{"a": 1}]})["items"]
    [{'a': 1, 'kind': 'Foo', 'apiVersion': 'v1'}]
    """
    items = value["items"]
    if items is not None and not isinstance(items, list):
        return value
    version = value.get("apiVersion")
    inherited = {
        "kind": kind_of_object(value).removesuffix("List"),
        "apiVersion": version if isinstance(version, str) else "",
    }
    return {**value, "items": [_with_kind(item, inherited) for item in items or ()]}


def _with_kind(item: Any, inherited: Mapping[str, str]) -> Any:
    if item is not None and not isinstance(item, dict):
        return item
    item = item or {}
    typed = any(isinstance(item.get(field), str) and item[field] for field in inherited)
    return item if typed else {**item, **inherited}


_CHANGED = frozenset({"apiVersion", "kind", "metadata"})  # fields in which something is changed after substitution


def made_objects(
    template: Template, labels: Mapping[str, str] | None, substituter: Substituter
) -> tuple[TracedObject, ...]:
    """The Objects of ``template``, with the ``labels``; none if there are too many, or too many labels in all of them.

    References and Problems are recorded in ``substituter``.
    """
    objects: list[TracedObject] = []
    number, most = len(template.objects or ()), substituter.limits.objects
    if number > most:
        substituter.refuse(
            template.path / "objects" / most, f"the Template has {number:,} objects; the limit is {most:,}"
        )
        return ()
    if labels and not substituter.full and not substituter.repeats(labels, number, template.path / "labels"):
        return ()
    plain = not any("$" in text for text in (labels or {}).values())
    for index, value in enumerate(template.objects or ()):
        path = template.path / "objects" / index
        problem = object_problem(template.document, path, index, value, substituter.dialect)
        if problem:
            substituter.problems.append(problem)
        if value is None:
            objects.append(TracedObject(None, template.document, path))
            if labels is not None and substituter.dialect is Dialect.OPENSHIFT:
                _refuse_labels("label-on-null", index, labels, path, substituter)
        elif isinstance(value, dict):
            substituter.start(len(objects), path)
            if substituter.dialect is Dialect.OPENSHIFT:
                # What cannot be decoded is never labelled: `oc` goes on with the next Object.
                made = _as_openshift(value, index, None if problem else labels, path, substituter)
            else:
                made = _as_proposed(value, labels, path, substituter)
            pieces, keys, known = substituter.pieces, substituter.keys, _known_dollars(substituter) if plain else {}
            objects.append(TracedObject(made, template.document, path, pieces, keys, known))
    return tuple(objects)


def _known_dollars(substituter: Substituter) -> dict[object, Any]:
    """The strings with a `$` that substitution passed, for the Object to remember, so that rules need not search again.

    Empty if there may be others: in a mapping or list that a value made, or in a field that is changed later.
    """
    changed = substituter.nested or not _CHANGED.isdisjoint([path[0] for path, _ in substituter.dollars])
    return {} if changed else {DOLLARS: substituter.dollars}


def _as_openshift(
    value: Mapping[str, Any],
    index: int,
    labels: Mapping[str, str] | None,
    path: FieldPath,
    substituter: Substituter,
) -> dict[str, Any]:
    """One Object as `oc` makes it: what has ``items`` is a list, which keeps its namespace and cannot be labelled."""
    is_list = "items" in value
    if is_list:
        value = decoded(value)
    else:
        value, stripped = without_namespace(value)
        _note(substituter, "namespace-stripped", stripped and path.join(stripped))
    made: dict[str, Any] = substituter.value(dict(value))
    _regroup(made, path, substituter)
    if labels is not None and is_list:
        _refuse_labels("label-on-list", index, labels, path, substituter)
    elif labels is not None:
        _set_labels(made, labels, path, substituter)
    return made


def _refuse_labels(
    pattern: str, index: int, labels: Mapping[str, str], path: FieldPath, substituter: Substituter
) -> None:
    """Labels are there, even if none is in them, for something that has no metadata to OpenShift."""
    words = "label could not be applied: object does not implement the Object interfaces"
    error = f"item[{index}].labels: Invalid value: {to_json(dict(labels))}: {words}"
    substituter.problems.append(Problem(pattern, substituter.document.index, path, error=error))


def _as_proposed(
    value: dict[str, Any],
    labels: Mapping[str, str] | None,
    path: FieldPath,
    substituter: Substituter,
) -> dict[str, Any]:
    """One Object as the proposal makes it: labelled, references substituted, and nothing else."""
    made: dict[str, Any] = substituter.value(value)
    if labels:
        if made.get("metadata") is None:
            made["metadata"] = {}
        _set_labels(made, labels, path, substituter)
    return made


def _regroup(made: dict[str, Any], path: FieldPath, substituter: Substituter) -> None:
    """Write apiVersion and kind as `oc` does: text always, and OpenShift's own kinds in their groups."""
    before = made.get("apiVersion")
    for key, text in zip(("apiVersion", "kind"), regrouped(made), strict=True):
        if made.get(key) != text:
            made[key] = text
            substituter.pieces.pop(ROOT / key, None)
    if before != made["apiVersion"] and made["kind"] in GROUPS:
        detail = {"before": before, "after": made["apiVersion"], "kind": made["kind"]}
        _note(substituter, "legacy-group", path / "apiVersion", **detail)


def _set_labels(
    made: dict[str, Any],
    labels: Mapping[str, str],
    path: FieldPath,
    substituter: Substituter,
) -> None:
    done = set_labels(made, labels)
    where = ROOT / "metadata" / "labels"
    for name in (*done.added, *done.dropped) if substituter.pieces or substituter.keys else ():
        substituter.pieces.pop(where / name, None)
        substituter.keys.pop(where / name, None)
    substituter.pieces |= {where / name: substituter.labels[name] for name in done.added if substituter.labels[name]}
    if done.refused:
        _note(substituter, "labels-not-applied", path / "metadata", labels=tuple(labels))
    if done.dropped:
        _note(substituter, "labels-dropped", path.join(where), labels=done.dropped)


def _note(substituter: Substituter, pattern: str, path: FieldPath | None, **detail: Any) -> None:
    if path is not None:
        substituter.problems.append(Problem(pattern, substituter.document.index, path, detail=detail))
