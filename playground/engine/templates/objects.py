"""Builds the Objects of a Template in each dialect: decodes, substitutes and labels them.

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

# The kinds of OpenShift by group: first those with a kind of List as well, such as RouteList, then those without.
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
_WITHOUT_LISTS: Final[Mapping[str, str]] = {
    "apps": "DeploymentConfigRollback DeploymentLog DeploymentRequest",
    "authorization": "SubjectRulesReview SelfSubjectRulesReview ResourceAccessReview LocalResourceAccessReview "
    "SubjectAccessReview LocalSubjectAccessReview",
    "build": "BinaryBuildRequestOptions BuildLog BuildRequest",
    "image": "ImageSignature ImageStreamImage ImageStreamImport ImageStreamMapping",
    "project": "ProjectRequest",
    "security": "PodSecurityPolicySubjectReview PodSecurityPolicySelfSubjectReview PodSecurityPolicyReview",
    "user": "UserIdentityMapping",
}
# The group that `oc process` gives to an Object of this kind without a group.
GROUPS: Final[Mapping[str, str]] = {
    **{kind: f"{group}.openshift.io" for group, kinds in _WITHOUT_LISTS.items() for kind in kinds.split()},
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
    """The kind as the cluster reads it: "" when it is not text, or when the apiVersion is invalid."""
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
    """The result of ``set_labels``: the names set, and the Object's own labels that were lost."""

    added: tuple[str, ...]
    dropped: tuple[str, ...] = ()
    refused: bool = False  # metadata exists but is not a mapping: no label was set


def set_labels(value: dict[str, Any], labels: Mapping[str, str]) -> Labelling:
    """Set ``labels`` in the ``metadata.labels`` of ``value``, which is changed; they replace labels of the same name.

    Missing metadata is created; null or text in its place leaves the Object as it is. A null label of the Object
    becomes the empty text. If one of its labels is not text, the Object loses all its own labels.
    """
    metadata = value.setdefault("metadata", {})
    if not isinstance(metadata, dict):
        return Labelling((), refused=True)
    own = mapping(metadata.get("labels"))
    readable = all(isinstance(item, str | None) for item in own.values())
    own_texts = {name: item or "" for name, item in own.items()} if readable else {}
    metadata["labels"] = {**own_texts, **labels}
    return Labelling(tuple(labels), () if readable else tuple(own))


def without_namespace(value: Mapping[str, Any]) -> tuple[Mapping[str, Any], FieldPath | None]:
    """An Object without its hard-coded namespace, and the field of the namespace (None: it stays).

    Call it before substitution: a namespace that contains `${P}` stays, whether P is declared or not; `$(P)` and
    `${{P}}` do not count. A namespace of text is removed; any other value becomes the empty text. The argument itself
    is not changed.
    """
    if "metadata" not in value:  # then, and only then, `oc` empties a `namespace` beside `kind`
        if "namespace" not in value or _stays(value["namespace"]):
            return value, None
        return {**value, "namespace": ""}, ROOT / "namespace"
    metadata = value["metadata"]
    if not isinstance(metadata, dict) or "namespace" not in metadata or _stays(metadata["namespace"]):
        return value, None
    path = ROOT / "metadata" / "namespace"
    if isinstance(metadata["namespace"], str) and metadata["namespace"]:
        return {**value, "metadata": {key: item for key, item in metadata.items() if key != "namespace"}}, path
    return {**value, "metadata": {**metadata, "namespace": ""}}, path


def _stays(namespace: Any) -> bool:
    """Whether a namespace stays: it contains `${P}`, or is the empty text already."""
    if not isinstance(namespace, str):
        return False
    return not namespace or any(token.form == "${}" for token in parameter_tokens(namespace, Dialect.OPENSHIFT))


_MAP = "map[string]interface {}"
_ITEMS = "decodeList.items of type []json.RawMessage"


def object_problem(document: Document, path: FieldPath, index: int, value: Any, dialect: Dialect) -> Problem | None:
    """The Problem with `oc`'s error for the Template's object at ``index``; None if `oc` accepts it."""
    too_large = document.number_too_large(path)
    if too_large is not None:
        message = f"json: cannot unmarshal number {too_large[1]} into Go value of type float64"
        pattern, relative_path = "number-too-large", too_large[0][len(path) :]
    else:
        pattern, message, relative_path = _refusal(value, dialect)
    if not pattern or value is None:  # `oc` accepts null as an object
        return None
    received, compact = written_json(document, path, value)
    if pattern == "object-kind-missing":
        message += f" in '{received}'"
    error = f"item[{index}].objects: Invalid value: {compact}: unable to handle object: {message}"
    return Problem(pattern, document.index, path.join(relative_path), error=error, detail={"found": kind_of(value)})


def _refusal(value: Any, dialect: Dialect) -> tuple[str, str, tuple[str | int, ...]]:
    """Why `oc` refuses an Object: the Problem's pattern, the message and the field. `oc` accepts it: all are empty."""
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


def _misfit(value: Any, target: str) -> str:
    return f"json: cannot unmarshal {kind_of(value)} into Go {target}"


def with_typed_items(value: Mapping[str, Any]) -> Mapping[str, Any]:
    """An Object that has ``items``, as `oc` decodes it.

    Items without kind and apiVersion get both from the Object, the kind without `List`.

    >>> with_typed_items({"kind": "FooList", "apiVersion": "v1", "items": [{"a": 1}]})["items"]
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


_CHANGED = frozenset({"apiVersion", "kind", "metadata"})  # fields that may be changed after substitution


def build_objects(
    template: Template, labels: Mapping[str, str] | None, substituter: Substituter
) -> tuple[TracedObject, ...]:
    """The Objects of ``template`` with the ``labels``; none if the Objects or all their labels exceed a limit.

    References and Problems are recorded in ``substituter``.
    """
    objects: list[TracedObject] = []
    count, most = len(template.objects or ()), substituter.limits.objects
    if count > most:
        substituter.refuse(
            template.path / "objects" / most, f"the Template has {count:,} objects; the limit is {most:,}"
        )
        return ()
    if labels and not substituter.full and not substituter.labels_fit(labels, count, template.path / "labels"):
        return ()
    # The labels are set last, so ``substituter.dollars`` lacks those with a `$`.
    plain_labels = not any("$" in text for text in (labels or {}).values())
    for index, value in enumerate(template.objects or ()):
        path = template.path / "objects" / index
        problem = object_problem(template.document, path, index, value, substituter.dialect)
        if problem:
            substituter.problems.append(problem)
            if problem.pattern == "number-too-large":
                continue  # the Document holds the largest double instead, which the author did not write
        if value is None:
            objects.append(TracedObject(None, template.document, path))
            if labels is not None and substituter.dialect is Dialect.OPENSHIFT:
                _refuse_labels("label-on-null", index, labels, path, substituter)
        elif isinstance(value, dict):
            substituter.start(len(objects), path)
            if substituter.dialect is Dialect.PROPOSAL:
                built = _as_proposed(value, labels, path, substituter)
            else:
                # An Object that `oc` cannot decode gets no labels: `oc` goes on with the next Object.
                built = _as_openshift(value, index, None if problem else labels, path, substituter)
            cached_facts = _dollars(substituter) if plain_labels or substituter.full else {}
            traced = TracedObject(built, template.document, path, substituter.pieces, substituter.keys, cached_facts)
            objects.append(traced)
    return tuple(objects)


def _dollars(substituter: Substituter) -> dict[object, Any]:
    """The strings with a `$` in the Object just built, for its cache, so that rules need not search again.

    Empty if a field with one may be changed later. Past a limit the rest of the strings is not listed.
    """
    changed = not _CHANGED.isdisjoint([path[0] for path, _ in substituter.dollars])
    return {} if changed and not substituter.full else {DOLLARS: substituter.dollars}


def _as_openshift(
    value: Mapping[str, Any],
    index: int,
    labels: Mapping[str, str] | None,
    path: FieldPath,
    substituter: Substituter,
) -> dict[str, Any]:
    """One Object as `oc` builds it. An Object with ``items`` is a list: it keeps its namespace and gets no labels."""
    is_list = "items" in value
    if is_list:
        value = with_typed_items(value)
    else:
        value, namespace_path = without_namespace(value)
        if namespace_path is not None:
            _note(substituter, "namespace-stripped", path.join(namespace_path))
    result: dict[str, Any] = substituter.value(dict(value))
    _regroup(result, path, substituter)
    if labels is not None and is_list:
        _refuse_labels("label-on-list", index, labels, path, substituter)
    elif labels is not None:
        _set_labels(result, labels, path, substituter)
    return result


def _refuse_labels(
    pattern: str, index: int, labels: Mapping[str, str], path: FieldPath, substituter: Substituter
) -> None:
    """Record that `oc` refuses to label a list or null, even with an empty map of labels."""
    reason = "label could not be applied: object does not implement the Object interfaces"
    error = f"item[{index}].labels: Invalid value: {to_json(dict(labels))}: {reason}"
    substituter.problems.append(Problem(pattern, substituter.document.index, path, error=error))


def _as_proposed(
    value: dict[str, Any],
    labels: Mapping[str, str] | None,
    path: FieldPath,
    substituter: Substituter,
) -> dict[str, Any]:
    """One Object as the proposal builds it: references substituted, labels set, and nothing else."""
    result: dict[str, Any] = substituter.value(value)
    if labels:
        if result.get("metadata") is None:
            result["metadata"] = {}
        _set_labels(result, labels, path, substituter)
    return result


def _regroup(value: dict[str, Any], path: FieldPath, substituter: Substituter) -> None:
    """Set apiVersion and kind as `oc` prints them: always text, and OpenShift's own kinds in their groups."""
    before = value.get("apiVersion")
    for key, text in zip(("apiVersion", "kind"), regrouped(value), strict=True):
        if value.get(key) != text:
            value[key] = text
            substituter.pieces.pop(ROOT / key, None)
    if before != value["apiVersion"] and value["kind"] in GROUPS:
        detail = {"before": before, "after": value["apiVersion"], "kind": value["kind"]}
        _note(substituter, "legacy-group", path / "apiVersion", **detail)


def _set_labels(
    value: dict[str, Any],
    labels: Mapping[str, str],
    path: FieldPath,
    substituter: Substituter,
) -> None:
    labelling = set_labels(value, labels)
    labels_path = ROOT / "metadata" / "labels"
    for name in (*labelling.added, *labelling.dropped) if substituter.pieces or substituter.keys else ():
        substituter.pieces.pop(labels_path / name, None)
        substituter.keys.pop(labels_path / name, None)
    substituter.pieces |= {
        labels_path / name: substituter.labels[name] for name in labelling.added if substituter.labels[name]
    }
    if labelling.refused:
        _note(substituter, "labels-not-applied", path / "metadata", labels=tuple(labels))
    if labelling.dropped:
        _note(substituter, "labels-dropped", path.join(labels_path), labels=labelling.dropped)


def _note(substituter: Substituter, pattern: str, path: FieldPath, **detail: Any) -> None:
    """Record a Problem for which `oc` has no error: the Object is processed all the same."""
    substituter.problems.append(Problem(pattern, substituter.document.index, path, detail=detail))
