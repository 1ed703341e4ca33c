"""All containers of a text, and the expanded Object."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from playground.engine.cluster import cluster_for
from playground.engine.containers import expand_containers, expanded_objects
from playground.engine.containers.events import Event
from playground.engine.model.location import ROOT, FieldPath
from playground.engine.reading import read
from playground.engine.reading.objects import TracedObject
from tests.engine.environments import environments, objects_of, pod

_KINDS = """
  ephemeralContainers: [{name: debug}]
  initContainers:
  - {name: first, env: [{name: A, value: init}], args: [$(A)]}
  - {name: proxy, restartPolicy: Always}
"""
_KEYS = ["name", "value", "valueFrom", "env", "envFrom", "args", "command", "containers", "initContainers", "spec"]
_KEYS += ["metadata", "labels", "volumeMounts", "subPathExpr", "exec", "livenessProbe", "fieldRef", "fieldPath"]
_KEYS += ["configMapRef", "configMapKeyRef", "resourceFieldRef", "resource", "divisor", "resources", "limits", "cpu"]
_LEAVES = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
_LEAVES |= st.sampled_from(["$(A)", "$$(A)$(", "A", "metadata.labels['x']", "limits.cpu", "1Ki", ""])
_PLAIN = st.recursive(
    _LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(_KEYS), inner, max_size=4)
)
_ENTRY = st.fixed_dictionaries({"name": _PLAIN}, optional={"value": _PLAIN, "valueFrom": _PLAIN})
_CONTAINER = st.dictionaries(st.sampled_from(_KEYS), _PLAIN | st.lists(_ENTRY, max_size=4), max_size=6)


# All that expansion may change, wherever the pod spec is.
_CHANGEABLE = re.compile(
    r"(containers|initContainers|ephemeralContainers)\[\d+\]\."
    r"(env\[\d+\]\.value|(command|args)\[\d+\]|volumeMounts\[\d+\]\.subPathExpr"
    r"|(liveness|readiness|startup)Probe\.exec\.command\[\d+\])"
)
_TEXT = st.lists(st.sampled_from(["$(A)", "$$", "$(B)", "x", "$(NO)", "$$(A)", "$("]), max_size=4).map("".join)


def _probe(text: Any) -> Any:
    http = st.fixed_dictionaries({"path": text, "httpHeaders": st.lists(st.fixed_dictionaries({"value": text}))})
    return st.fixed_dictionaries({"exec": st.fixed_dictionaries({"command": st.lists(text, max_size=2)})}) | (
        st.fixed_dictionaries({"httpGet": http})
    )


def _container(text: Any) -> Any:
    """A container that has ``text`` in every field that may hold text."""
    source = st.fixed_dictionaries({"configMapKeyRef": st.fixed_dictionaries({"name": text, "key": text})})
    entry = st.fixed_dictionaries({"name": st.sampled_from("ABC"), "value": text}) | (
        st.fixed_dictionaries({"name": text, "valueFrom": source})
    )
    mount = st.fixed_dictionaries({"name": text, "mountPath": text}, optional={"subPath": text, "subPathExpr": text})
    hook = st.fixed_dictionaries({"postStart": _probe(text), "preStop": _probe(text)})
    texts = dict.fromkeys(("name", "image", "workingDir", "imagePullPolicy", "terminationMessagePath"), text)
    lists = {"command": text, "args": text, "env": entry, "volumeMounts": mount}
    probes = dict.fromkeys(("livenessProbe", "readinessProbe", "startupProbe"), _probe(text))
    ports = st.lists(st.fixed_dictionaries({"name": text, "protocol": text}), max_size=1)
    prefix = st.lists(st.fixed_dictionaries({"prefix": text}), max_size=1)
    fields = {key: st.lists(item, max_size=3) for key, item in lists.items()}
    return st.fixed_dictionaries(
        {**texts, **fields}, optional={**probes, "lifecycle": hook, "ports": ports, "envFrom": prefix}
    )


_SPEC = st.fixed_dictionaries(
    {"hostname": _TEXT, "nodeName": _TEXT, "volumes": st.lists(st.fixed_dictionaries({"name": _TEXT}), max_size=1)},
    optional={
        key: st.lists(_container(_TEXT), max_size=2) for key in ("containers", "initContainers", "ephemeralContainers")
    },
)
_METADATA = st.fixed_dictionaries({"name": _TEXT, "labels": st.dictionaries(_TEXT, _TEXT, max_size=1)})


def changes(before: Any, after: Any, path: FieldPath = ROOT) -> Iterator[str]:
    """The paths of all that differs; a change of shape is a change of the whole."""
    if isinstance(before, dict) and isinstance(after, dict) and list(before) == list(after):
        for key in before:
            yield from changes(before[key], after[key], path / key)
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for index, (old, new) in enumerate(zip(before, after, strict=True)):
            yield from changes(old, new, path / index)
    elif type(before) is not type(after) or before != after:
        yield str(path)


def expand_object(value: Any) -> Any:
    document = read("{}").documents[0]
    objects = (TracedObject(value, document),)
    containers = expand_containers(objects, cluster_for(objects, None), assumed={}, record=None)
    [result] = expanded_objects([value], containers)
    return result


def test_init_containers_come_first_and_ephemeral_ones_last() -> None:
    containers = environments(pod("restartPolicy: Always\nenv: [{name: A, value: app}]", _KINDS))
    assert [(item.kind, item.name, item.sidecar) for item in containers] == [
        ("initContainer", "first", False),
        ("initContainer", "proxy", True),
        ("container", "app", False),
        ("ephemeralContainer", "debug", False),
    ]
    assert containers[0].args[0].result == "init"
    assert str(containers[3].path) == "spec.ephemeralContainers[0]"


def test_every_container_names_its_object() -> None:
    job = "kind: Job\nspec: {template: {spec: {containers: [{name: a}]}}}"
    text = f"{job}\n---\nkind: Pod\nspec: {{containers: [{{name: b}}]}}"
    assert [(item.object, item.name, str(item.pod)) for item in environments(text)] == [
        (0, "a", "spec.template.spec"),
        (1, "b", "spec"),
    ]


def test_services_that_are_not_yet_read_stop_every_pod_but_the_nodes_own() -> None:
    static = pod().replace("  name: web-0", "  name: web-0\n  annotations: {kubernetes.io/config.source: file}")
    unread = {"servicesSynced": False}
    assert environments(pod(), unread)[0].error.startswith("services have not yet been read at least once")
    assert environments(static, unread)[0].error == ""


def test_a_pod_without_defaults_and_without_enable_service_links_stops() -> None:
    bare = {"noDefaulting": True}
    message = "nil pod.spec.enableServiceLinks encountered, cannot construct envvars"
    assert environments(pod(), bare)[0].error == message
    assert environments(pod("", "  enableServiceLinks: false"), bare)[0].error == ""


def test_the_expanded_object_shows_what_the_process_receives_and_nothing_else_changes() -> None:
    fields = """
    image: busybox:$(A)
    env: [{name: A, value: $$1}, {name: B, value: $(A)}]
    command: [run, $(B), $(NOPE)]
    args: [$$]
    livenessProbe: {exec: {command: [$(A)]}}
    volumeMounts: [{mountPath: /$(A), subPathExpr: $(A)/x}]
    """
    (item,) = objects_of(pod(fields))
    before = copy.deepcopy(item.value)
    after = expand_object(item.value)
    assert item.value == before
    container = after["spec"]["containers"][0]
    assert container["env"] == [{"name": "A", "value": "$1"}, {"name": "B", "value": "$1"}]
    assert (container["command"], container["args"]) == (["run", "$1", "$(NOPE)"], ["$"])
    assert container["livenessProbe"]["exec"]["command"] == ["$$1"]
    assert container["volumeMounts"] == [{"mountPath": "/$(A)", "subPathExpr": "$1/x"}]
    assert container["image"] == "busybox:$(A)"


def test_an_object_without_anything_to_expand_is_the_same_object() -> None:
    (item,) = objects_of(pod("args: [plain]"))
    assert expand_object(item.value) is item.value


@given(st.lists(_CONTAINER, max_size=3), _PLAIN)
def test_objects_of_any_shape_are_expanded_and_only_known_fields_change(containers: list[Any], metadata: Any) -> None:
    value = {"kind": "Pod", "metadata": metadata, "spec": {"containers": containers}}
    before = copy.deepcopy(value)
    after = expand_object(value)
    assert value == before
    assert after["metadata"] == metadata
    for old, new in zip(containers, after["spec"]["containers"], strict=True):
        for key in old.keys() - {"env", "args", "command", "livenessProbe", "volumeMounts"}:
            assert new[key] == old[key]


@given(_SPEC, _METADATA, st.booleans())
def test_nothing_changes_but_env_command_args_probes_and_sub_paths(spec: Any, metadata: Any, templated: bool) -> None:
    pod_ = {"metadata": metadata, "spec": spec}
    value = {"kind": "Job", "metadata": metadata, "spec": {"template": pod_}} if templated else {"kind": "Pod", **pod_}
    where = "spec.template.spec." if templated else "spec."
    before = copy.deepcopy(value)
    after = expand_object(value)
    assert value == before
    for path in changes(before, after):
        assert path.startswith(where)
        assert _CHANGEABLE.fullmatch(path.removeprefix(where)), path


def test_each_field_that_may_change_is_expanded() -> None:
    """Else the property above would hold for an expansion that does nothing."""
    probes = "".join(f"{kind}Probe: {{exec: {{command: ['$$']}}}}\n" for kind in ("liveness", "readiness", "startup"))
    fields = f"env: [{{name: A, value: $$}}]\ncommand: [$$]\nargs: [$$]\n{probes}"
    (item,) = objects_of(pod(f"{fields}volumeMounts: [{{mountPath: /d, subPathExpr: $$}}]\nimage: $$"))
    paths = [path.removeprefix("spec.") for path in changes(item.value, expand_object(item.value))]
    assert len(paths) == 7
    assert all(_CHANGEABLE.fullmatch(path) for path in paths)


@given(_PLAIN)
def test_any_tree_can_be_expanded(value: Any) -> None:
    expand_object({"kind": "Deployment", "spec": value})
    expand_object(value)


def test_a_container_keeps_the_events_that_were_raised_for_it() -> None:
    events: list[Event] = []
    first, second = environments(pod("args: [$(A)]", "  - {name: other, args: [$(B)]}\n"), events=events)
    assert [event.involved_object.field_path for event in first.events] == ["spec.containers{app}"]
    assert [event.involved_object.field_path for event in second.events] == ["spec.containers{other}"]
    assert [*first.events, *second.events] == events
