"""The table of Kubernetes' types says what holds of kinds, fields and versions, and is what `schema/` builds."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from playground.engine.kubernetes.schema import SCALARS, Field, Type, type_of, versions_of
from schema.build import BUILT, build, named, sentence, short


def field(path: str, minor: int = 36) -> Field:
    """The field at a path such as `v1 Pod spec.containers`; lists and maps on the way are entered."""
    version, kind, names = path.split()
    struct = type_of(minor, version, kind)
    for name in names.split("."):
        assert struct is not None
        last = struct.fields[name]
        struct = last.type.struct
    return last


def go(path: str) -> str:
    """The Go type of a field."""
    return field(path).type.go


def test_a_field_has_its_type_as_go_prints_it() -> None:
    assert go("v1 Pod spec.containers") == "[]v1.Container"
    assert go("v1 Pod spec.containers.resources.limits") == "v1.ResourceList"
    assert go("v1 Service spec.ports.protocol") == "v1.Protocol"
    assert go("v1 Secret data") == "map[string][]uint8"
    assert go("apps.openshift.io/v1 DeploymentConfig spec.triggers") == "v1.DeploymentTriggerPolicies"
    assert go("autoscaling/v2 HorizontalPodAutoscaler spec.metrics") == "[]v2.MetricSpec"
    assert field("v1 Pod spec.restartPolicy").type.shape == "string"


def test_a_field_has_the_versions_that_know_it() -> None:
    assert field("v1 Pod spec.resources").since == 32
    old, new = type_of(31, "v1", "Pod"), type_of(32, "v1", "Pod")
    assert old is not None
    assert new is not None
    assert "resources" not in old.fields["spec"].type.fields
    assert "resources" in new.fields["spec"].type.fields


def test_a_field_says_whether_it_is_required_and_what_it_is_for() -> None:
    containers = field("v1 Pod spec.containers")
    assert (containers.required, containers.description) == (True, "List of containers belonging to the pod.")
    assert not field("route.openshift.io/v1 Route spec.host").required


def test_a_field_has_the_values_of_its_enumeration() -> None:
    assert field("apps/v1 Deployment spec.strategy.type").values == ("Recreate", "RollingUpdate")
    assert field("apps.openshift.io/v1 DeploymentConfig spec.strategy.type").values == (
        "Recreate",
        "Rolling",
        "Custom",
    )
    assert field("apps/v1 Deployment spec.strategy.type").is_closed
    medium = field("v1 Pod spec.volumes.emptyDir.medium")
    assert ("Memory" in medium.values, medium.is_closed) == (True, False)


def test_a_field_of_an_embedded_struct_names_the_struct() -> None:
    assert field("v1 Pod spec.volumes.emptyDir").embedded == ("VolumeSource",)
    assert field("v1 Pod spec.volumes.name").embedded == ()
    assert field("build.openshift.io/v1 BuildConfig spec.source").embedded == ("CommonSpec",)


def test_openshifts_newer_fields_are_there() -> None:
    assert go("route.openshift.io/v1 Route spec.httpHeaders.actions.request.action.set.value") == "string"
    assert go("build.openshift.io/v1 BuildConfig spec.strategy.dockerStrategy.volumes") == "[]v1.BuildVolume"


def test_kinds_have_the_versions_that_serve_them() -> None:
    assert versions_of("FlowSchema") == {
        "flowcontrol.apiserver.k8s.io/v1": (0, 0),
        "flowcontrol.apiserver.k8s.io/v1beta3": (0, 31),
    }
    assert type_of(31, "flowcontrol.apiserver.k8s.io/v1beta3", "FlowSchema") is not None
    assert type_of(32, "flowcontrol.apiserver.k8s.io/v1beta3", "FlowSchema") is None
    assert type_of(36, "extensions/v1beta1", "Ingress") is None
    assert type_of(36, "v1", "DeploymentConfig") is None


@pytest.mark.parametrize("minor", [29, 36, 37])
def test_every_type_of_a_field_is_known(minor: int) -> None:
    kinds = ("Pod", "Deployment", "Route", "CustomResourceDefinition")
    waiting = [type_of(minor, version, kind) for kind in kinds for version in versions_of(kind)]
    known: set[Type] = set()
    while waiting:
        entry = waiting.pop()
        if entry is not None and entry not in known:
            known.add(entry)
            assert entry.shape in {"struct", "list", "map", "any", *SCALARS}
            waiting += [entry.inner, *(field.type for field in entry.fields.values())]
    assert len(known) > 250


def test_a_type_is_read_once() -> None:
    assert type_of(36, "v1", "Pod") is type_of(36, "v1", "Pod")


def test_the_generator_shortens_names_and_sentences() -> None:
    assert short("io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta") == "meta.v1.ObjectMeta"
    assert named("map[string][]string", "v1.ExtraValue", "core.v1.A") == "map[string]v1.ExtraValue=[]string"
    assert sentence("One, e.g. this.\n\nTwo.") == "One, e.g. this."
    assert len(sentence("word " * 100)) <= 160


@pytest.mark.nightly
@pytest.mark.skipif(shutil.which("npm") is None, reason="npm is not installed")
def test_building_again_gives_the_same_bytes(tmp_path: Path) -> None:
    try:
        files = build(tmp_path)
    except subprocess.CalledProcessError:
        pytest.skip("the packages cannot be fetched here")
    assert [name for name, text in files.items() if (BUILT / name).read_text() != text] == []
