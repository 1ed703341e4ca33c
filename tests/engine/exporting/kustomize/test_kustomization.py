"""A Template as a kustomization: its files, what is in them, and what is refused."""

from __future__ import annotations

from itertools import count

import pytest

from playground.engine import Deadline, OutOfTimeError, Refusal, kustomization
from tests.engine.exporting.kustomize.program import kustomization_of
from tests.engine.exporting.texts import processed

HEAD = "apiVersion: template.openshift.io/v1\nkind: Template\nmetadata: {name: shop}\n"
PARAMETERS = """\
parameters:
- {name: NAME, value: web}
- {name: HOST, value: a.example.org}
- {name: COUNT, value: "1"}
- {name: SUFFIX, generate: expression, from: '[a-z]{4}'}
- {name: PASSWORD, generate: expression, from: '[a-z]{8}'}
"""
OBJECTS = """\
objects:
# the web, for customers
- apiVersion: apps/v1
  kind: Deployment  # not a Pod
  metadata: {name: '${NAME}'}
  spec:
    replicas: ${{COUNT}}

    # where it listens
    host: http://${HOST}/
- apiVersion: v1
  kind: Secret
  metadata: {name: 'db-${SUFFIX}'}
  stringData: {password: '${PASSWORD}'}
"""


def refusal_of(objects: str, **sets: dict[str, str]) -> Refusal:
    text = f"{HEAD}{objects}{PARAMETERS}"
    base = processed(text)
    refusal = kustomization(base, {name: processed(text, values, base) for name, values in sets.items()})
    assert isinstance(refusal, Refusal), refusal
    return refusal


def test_the_base_has_the_text_of_the_author_and_an_overlay_what_differs() -> None:
    files = kustomization_of(f"{HEAD}{OBJECTS}{PARAMETERS}", prod={"COUNT": "3", "NAME": "shop"}).files
    assert list(files) == [
        ".gitignore",
        "base/01-deployment.yaml",
        "base/02-secret.yaml",
        "base/kustomization.yaml",
        "base/secrets/02-secret.yaml",
        "overlays/prod/01-deployment.patch.yaml",
        "overlays/prod/kustomization.yaml",
    ]
    assert files["base/01-deployment.yaml"] == (
        "# the web, for customers\napiVersion: apps/v1\nkind: Deployment  # not a Pod\nmetadata: {name: web}\n"
        "spec:\n  replicas: 1\n\n  # where it listens\n  host: http://a.example.org/\n"
    )
    assert files["overlays/prod/01-deployment.patch.yaml"] == (
        "- op: replace\n  path: /metadata/name\n  value: shop\n- op: replace\n  path: /spec/replicas\n  value: 3\n"
    )
    assert files["overlays/prod/kustomization.yaml"] == (
        "# What differs in `prod`\napiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources:\n"
        '- "../../base"\npatches:\n- path: "01-deployment.patch.yaml"\n  target:\n    group: apps\n    version: v1\n'
        "    kind: Deployment\n    name: web\nsortOptions:\n  order: fifo\n"
    )


def test_without_sets_there_is_only_the_base() -> None:
    kustomized = kustomization_of(f"{HEAD}{OBJECTS}{PARAMETERS}")
    assert kustomized.overlays == ()
    assert not [name for name in kustomized.files if name.startswith("overlays")]


def test_secret_values_are_only_in_files_that_git_ignores() -> None:
    text = f"{HEAD}{OBJECTS}{PARAMETERS}"
    kustomized = kustomization_of(text, prod={"PASSWORD": "hunter2"})
    assert kustomized.hidden == ("PASSWORD",)
    assert kustomized.secret_files == ("base/secrets/02-secret.yaml", "overlays/prod/secrets/02-secret.yaml")
    assert kustomized.files[".gitignore"].splitlines()[-1] == "secrets/"
    drawn = next(value.text for value in processed(text).values if value.parameter.name == "PASSWORD")
    for name, content in kustomized.files.items():
        assert (drawn in content or "hunter2" in content) == (name in kustomized.secret_files), name
    assert "password: '${PASSWORD}'" in kustomized.files["base/02-secret.yaml"]


def test_a_generated_value_in_a_name_is_fixed_and_said() -> None:
    kustomized = kustomization_of(f"{HEAD}{OBJECTS}{PARAMETERS}", prod={})
    assert kustomized.generated == ("SUFFIX",)
    assert "name: db-" in kustomized.files["base/02-secret.yaml"]
    assert "${SUFFIX}" not in kustomized.files["base/02-secret.yaml"]


def test_a_template_without_secrets_needs_no_gitignore() -> None:
    kustomized = kustomization_of(f"{HEAD}{OBJECTS.split('- apiVersion: v1')[0]}{PARAMETERS}")
    assert list(kustomized.files) == ["base/01-deployment.yaml", "base/kustomization.yaml"]
    assert (kustomized.secret_files, kustomized.hidden) == ((), ())


def test_values_that_only_sets_give_are_said() -> None:
    text = f"{HEAD}{OBJECTS}{PARAMETERS}".replace("NAME, value: web", "NAME, required: true")
    assert kustomization_of(text, prod={"NAME": "shop"}).missing == ("NAME",)
    base = processed(text)
    for overlays in ({}, {"prod": processed(text, {"NAME": "a"}, base), "test": base}):
        refusal = kustomization(base, overlays)
        assert isinstance(refusal, Refusal)
        assert "parameter NAME is required" in refusal.reason
        assert refusal.reason.startswith("With the values of `test`: " if overlays else "`oc process` refuses")


@pytest.mark.parametrize(
    ("objects", "reason", "place"),
    [
        ("objects: []\n", "The Template has no objects.", (4, 10)),
        ("objects:\n- null\n", "An object is `null`.", (5, 3)),
        ("objects:\n- {apiVersion: v1, kind: A, metadata: {generateName: a}}\n", "`A` has no name", (5, 39)),
        ("objects:\n- {apiVersion: v1, kind: A}\n", "`A` has no name", (5, 3)),
        ("objects:\n- {apiVersion: v1, kind: A, metadata: {name: 'a,b'}}\n", "The name of `A/a,b` is no text", (5, 46)),
        ("objects:\n- {apiVersion: v1, kind: A, metadata: {name: a, labels: [a]}}\n", "The labels of `A/a`", (5, 57)),
        (
            "objects:\n" + 2 * "- {apiVersion: v1, kind: A, metadata: {name: a}}\n",
            "`A/a` is here a second time; the first is on line 5.",
            (6, 3),
        ),
        (
            "objects:\n- apiVersion: v1\n  kind: A\n  metadata: {name: a}\n  data: {'${PASSWORD}': a}\n",
            "A key holds the value of the secret parameter `PASSWORD`.",
            (8, 10),
        ),
        (
            "objects:\n- {apiVersion: v1, kind: A, metadata: {name: a, annotations: {config.kubernetes.io/path: b}}}\n",
            "which kustomize takes for a note of its own",
            (5, 63),
        ),
        (
            "objects:\n- {apiVersion: v1, kind: A, metadata: {name: a, annotations: {'1e3': b}}}\n",
            "the annotation `1e3`, which kustomize takes for a value that is no text",
            (5, 63),
        ),
        (
            "objects:\n- {apiVersion: v1, kind: A, metadata: {name: a}, data: {'<<': b}}\n",
            "kustomize does not keep the key `<<`.",
            (5, 57),
        ),
        (
            f"objects:\n- {{apiVersion: v1, kind: A, metadata: {{name: a}}, ? {'k' * 1001} : 1}}\n",
            "The key has 1,001",
            (5, 52),
        ),
    ],
)  # fmt: skip
def test_what_kustomize_cannot_build_is_refused_with_its_place(
    objects: str, reason: str, place: tuple[int, int]
) -> None:
    refusal = refusal_of(objects)
    assert reason in refusal.reason
    assert refusal.span is not None
    assert refusal.span.start == place


def test_objects_that_exchange_their_names_are_refused() -> None:
    objects = "objects:\n" + "".join(
        f"- {{apiVersion: v1, kind: A, metadata: {{name: '${{{name}}}'}}}}\n" for name in ("NAME", "HOST")
    )
    refusal = refusal_of(objects, prod={"NAME": "a.example.org", "HOST": "web"})
    reason = "With the values of `prod`: `A/a.example.org` is the name of another object in the base, on line 6."
    assert refusal.reason == reason
    assert "second time" in refusal_of(objects, prod={"NAME": "a.example.org"}).reason


def test_a_number_that_kustomize_would_round_is_refused_where_it_is_patched() -> None:
    objects = "objects:\n- {apiVersion: v1, kind: A, metadata: {name: a}, n: 9007199254740993, h: '${HOST}'}\n"
    assert kustomization_of(f"{HEAD}{objects}{PARAMETERS}", prod={"NAME": "b"})
    assert "rounds the number 9007199254740993" in refusal_of(objects, prod={"HOST": "b"}).reason


@pytest.mark.parametrize(
    "name", ["", "base", "Base", "..", ".", "-a", "_a", "a/b", "a\\b", "a.b", "é", "a\n", "a" * 64]
)
def test_a_name_that_is_no_folder_is_refused(name: str) -> None:
    assert "is no name of an overlay" in refusal_of(OBJECTS, **{name: {}}).reason


def test_names_that_are_one_folder_on_some_systems_are_refused() -> None:
    assert "`prod` and `Prod` are the same folder" in refusal_of(OBJECTS, prod={}, Prod={}).reason


def test_kinds_cannot_leave_the_folder() -> None:
    objects = "objects:\n- {apiVersion: v1, kind: ../../etc/passwd, metadata: {name: a}}\n"
    names = list(kustomization_of(f"{HEAD}{objects}{PARAMETERS}").files)
    assert names == ["base/01-etc-passwd.yaml", "base/kustomization.yaml"]


def test_a_kustomization_obeys_the_deadline() -> None:
    objects = "".join(
        f"- {{apiVersion: v1, kind: A, metadata: {{name: a{number}}}, v: '${{HOST}}'}}\n" for number in range(400)
    )
    base = processed(f"{HEAD}objects:\n{objects}{PARAMETERS}")
    with pytest.raises(OutOfTimeError):
        kustomization(base, deadline=Deadline(1.0, iter([0.0, *[2.0] * 1000]).__next__))


def test_the_deadline_is_looked_at_for_each_object_of_the_base_and_of_an_overlay() -> None:
    objects = "".join(f"- {{apiVersion: v1, kind: A, metadata: {{name: a{number}}}}}\n" for number in range(20))
    base = processed(f"{HEAD}objects:\n{objects}{PARAMETERS}")
    looks = count()
    kustomization(base, {"prod": base}, deadline=Deadline(1000.0, lambda: float(next(looks))))
    assert next(looks) > 2 * 20
