"""What holds and what does not, and what the report says of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.testing.conftest import Tested, expecting

WEB = "spec.template.spec.containers[name=web]"
Run = Callable[..., Tested]


@pytest.mark.parametrize(
    "expectation",
    [
        "{object: Deployment/shop}",
        "{object: Deployment.apps/shop, field: spec.replicas, equals: 1}",
        "{object: Deployment/shop, field: spec.replicas, equals: 1.0}",
        "{object: Deployment/shop, field: spec.progressDeadlineSeconds, equals: 1000}",
        "{object: Deployment/shop, field: spec.paused, equals: no}",  # a boolean, as Kubernetes reads it
        "{object: Deployment/shop, field: spec.replicas}",
        "{object: Deployment/shop, field: spec.replica, absent: true}",
        "{object: Deployment/other, absent: true}",
        "{object: Deployment/shop, field: 'metadata.annotations[example.com/owner]', equals: 'a]b'}",
        "{object: Deployment/shop, field: spec.selector, equals: {matchLabels: {app: shop}}}",
        f"{{object: Deployment/shop, field: '{WEB}.image', contains: 'shop:'}}",
        f"{{object: Deployment/shop, field: '{WEB}.env', contains: {{name: HOST}}}}",
        f"{{object: Deployment/shop, field: '{WEB}.env[2].name', equals: PASSWORD}}",
        "{object: Deployment/shop, contains: {spec: {template: {spec: {containers: [{name: web}]}}}}}",
        "{object: Secret/shop, field: stringData.password, matches: '^[a-z]{12}$'}",
        "{object: Secret/shop, field: stringData.fixed, equals: hunter2}",
        "{container: web}",
        "{container: web, object: Deployment/shop}",
        "{container: db, absent: true}",
        "{container: web, field: env.URL, equals: https://shop.example/}",
        "{container: web, field: 'args[0]', equals: --url=https://shop.example/}",
        "{container: web, field: 'args[1]', matches: '^--password=[a-z]{12}$'}",
        "{container: web, field: args, contains: --url=https://shop.example/}",
        "{container: web, field: env.MODE, equals: null}",
        "{diagnostic: error, absent: true}",
        "{diagnostic: ENV502, absent: true}",
        "{diagnostic: hint, contains: modes}",
    ],
)
def test_what_holds_passes(expectation: str, tested: Run) -> None:
    assert tested(expecting(expectation)) == (0, "shop.test.yaml\n  ✓ t\n1 passed\n")


@pytest.mark.parametrize(
    ("expectation", "report"),
    [
        (
            '{object: Deployment/shop, field: spec.replicas, equals: "1"}',
            """\
Deployment/shop: spec.replicas differs.
      expected  "1" (text)
      actual    1 (number)
      template  shop.yaml:17:15  ${{REPLICAS}} (REPLICAS is "1", default)
""",
        ),
        (
            "{object: Deployment/shop, field: spec.paused, equals: 0}",
            """\
Deployment/shop: spec.paused differs.
      expected  0 (number)
      actual    false (boolean)
      template  shop.yaml:18:13
""",
        ),
        (
            "{object: Deployment/shop, field: spec.replica, equals: 1}",
            """\
Deployment/shop: spec.replica is missing. `spec` has no `replica`. Did you mean `replicas`?
      expected  1 (number)
      template  shop.yaml:17:5
""",
        ),
        (
            "{object: Deployment/shop, field: spec.replicas, absent: true}",
            """\
Deployment/shop: spec.replicas exists.
      actual    1 (number)
      template  shop.yaml:17:15  ${{REPLICAS}} (REPLICAS is "1", default)
""",
        ),
        (
            "{object: Deployment/shop, field: spec.selector, equals: {matchLabels: {app: other, tier: web}}}",
            """\
Deployment/shop: spec.selector differs.
      --- expected
      +++ actual
       matchLabels:
      -  app: other
      +  app: shop
      -  tier: web
      template  shop.yaml:20:15
""",
        ),
        (
            "{object: Deployment/shop, contains: {spec: {replicas: 1, paused: true}}}",
            """\
Deployment/shop does not contain what is expected at `spec.paused`.
      expected  true (boolean)
      actual    false (boolean)
      template  shop.yaml:18:13
""",
        ),
        (
            "{object: Deployment/shop, contains: {spec: {strategy: {}}}}",
            """\
Deployment/shop does not contain what is expected at `spec.strategy`.
      expected  {} (mapping)
      actual    missing
      template  shop.yaml:17:5
""",
        ),
        (
            "{container: web, field: args, contains: --port=80}",
            """\
container web: args does not contain what is expected.
      expected  an item with "--port=80" (text)
      actual    ["--url=https://shop.example/", "(secret)"] (list)
      note      Secrets are hidden. `secrets: true` in the expectation shows them.
      template  shop.yaml:28:17
""",
        ),
        (
            "{container: web, field: env.URL, matches: '^http:'}",
            """\
container web: env.URL does not match.
      expected  a match of ^http:
      actual    "https://shop.example/" (text)
      template  shop.yaml:31:32
""",
        ),
        (
            "{container: web, field: env.HOST, equals: x}",
            """\
container web: env.HOST differs.
      expected  "x" (text)
      actual    "shop.example" (text)
      template  shop.yaml:30:33  "${NAME}.example" (NAME is "shop", default)
""",
        ),
        (
            "{container: web, field: env.MODE, equals: fast}",
            """\
container web: env.MODE differs.
      expected  "fast" (text)
      actual    null
      note      The text does not have this value. A file of facts can: `cluster: FILE`.
      template  shop.yaml:33:13
""",
        ),
        (
            "{object: Secret/shop, field: stringData.fixed, equals: x}",
            """\
Secret/shop: stringData.fixed differs.
      expected  "x" (text)
      actual    "(secret)" (text)
      note      Secrets are hidden. `secrets: true` in the expectation shows them.
      template  shop.yaml:12:48
""",
        ),
        (
            "{object: Secret/shop, field: stringData.fixed, equals: x, secrets: true}",
            """\
Secret/shop: stringData.fixed differs.
      expected  "x" (text)
      actual    "hunter2" (text)
      template  shop.yaml:12:48
""",
        ),
        ("{object: Deploymnt/shop}", "There is no object `Deploymnt/shop`. Did you mean `Deployment/shop`?\n"),
        (
            "{object: Secret/shop, absent: true}",
            "There is Secret/shop.\n      template  shop.yaml:9:3\n",
        ),
        ("{container: we}", "There is no container `we`. Did you mean `web`?\n"),
        ("{diagnostic: ENV502}", "The diagnostic ENV502 is absent. There are: "),
        ("{diagnostic: hint, contains: nowhere}", 'No diagnostic hint contains "nowhere" (text).\n      '),
        ("{diagnostic: hint, absent: true}", "The diagnostic hint is present.\n      shop.yaml:33:"),
    ],
)
def test_what_does_not_hold_fails_with_expected_actual_and_both_places(
    expectation: str, report: str, tested: Run
) -> None:
    status, out = tested(expecting(expectation))
    assert (status, out.splitlines()[-1]) == (1, "1 failed")
    assert out.startswith(f"shop.test.yaml\n  ✗ t\n    shop.test.yaml:4:5: {report}")


@pytest.mark.parametrize(
    ("expectation", "message"),
    [
        (
            "{object: Secret/shp, field: data, absent: true}",
            "There is no object `Secret/shp`. Did you mean `Secret/shop`?",
        ),
        (
            "{object: Route/x, field: a}",
            "There is no object `Route/x`. The objects are `Secret/shop`, `Deployment/shop`.",
        ),
        ("{container: wep, field: args}", "There is no container `wep`. The containers are `web`."),
        (
            "{container: web, object: Pod/x}",
            "There is no object `Pod/x`. The objects are `Secret/shop`, `Deployment/shop`.",
        ),
    ],
)
def test_a_field_of_a_missing_object_is_an_error_of_the_test(expectation: str, message: str, tested: Run) -> None:
    assert tested(expecting(expectation)) == (
        2,
        f"shop.test.yaml\n  ✗ t (error)\n    shop.test.yaml:4:5: {message}\n1 error\n",
    )


def test_two_objects_or_containers_of_one_name_are_told_apart(tested: Run) -> None:
    pod = (
        "apiVersion: v1\nkind: Pod\nmetadata: {name: web, namespace: %s}\nspec: {containers: [{name: c, args: [%s]}]}\n"
    )
    Path("shop.yaml").write_text("---\n".join(pod % (name, name) for name in ("a", "b")))
    status, out = tested(expecting("{object: Pod/web, field: spec, absent: true}", "{container: c, field: args}"))
    assert status == 2
    assert "2 objects are named `Pod/web`. Add group or namespace, as in `Pod/a/web`, `Pod/b/web`." in out
    status, out = tested(expecting("{container: c, field: args}"))
    assert "2 containers are named `c`. Say which one: `object: KIND/NAME`." in out
    assert tested(expecting("{container: c, object: Pod/b/web, field: args, equals: [b]}"))[0] == 0


def test_objects_in_a_list_are_found(tested: Run) -> None:
    items = "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {k: v}}"
    Path("shop.yaml").write_text(f"apiVersion: v1\nkind: List\nitems:\n- {items}\n")
    assert tested(expecting("{object: ConfigMap/a, field: data.k, equals: v}"))[0] == 0
    assert "template  shop.yaml:4:68" in tested(expecting("{object: ConfigMap/a, field: data.k, equals: w}"))[1]


def test_variables_of_services_are_those_of_the_text_and_of_given_facts(tested: Run) -> None:
    service = "{apiVersion: v1, kind: Service, metadata: {name: %s}, spec: {clusterIP: 10.0.0.9, ports: [{port: 80}]}}"
    Path("shop.yaml").write_text(
        "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c, image: a/b}]}\n"
        f"---\n{service % 'db'}\n"
    )
    Path("facts.yaml").write_text(f"services: [{service % 'cache'}]\n")
    given = "{container: c, field: env.%s_SERVICE_HOST, equals: 10.0.0.9}"
    assert tested(expecting(given % "DB", "{container: c, field: env.KUBERNETES_SERVICE_HOST, absent: true}"))[0] == 0
    assert tested(expecting(given % "DB", given % "CACHE", settings="cluster: facts.yaml\n"))[0] == 0


def test_a_container_that_does_not_start_has_its_error(tested: Run) -> None:
    Path("shop.yaml").write_text(
        "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c, "
        "env: [{name: A, valueFrom: {configMapKeyRef: {name: m, key: k}}}]}]}\n---\n"
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: m}\ndata: {}\n"
    )
    assert tested(expecting("{container: c, field: error, contains: find key k in ConfigMap}"))[0] == 0
