"""The rule `name`: the application's name becomes a Parameter in names, and only there."""

from __future__ import annotations

from tests.engine.authoring.suggestions.texts import (
    body,
    container,
    documents,
    parameters,
    service,
    suggestions,
    template,
    workload,
)

EVERYWHERE = """\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: shop-web
  labels: {app: shop, app.kubernetes.io/name: shop-web, tier: shops}
spec:
  selector:
    matchLabels: {app: shop}
    matchExpressions:
    - {key: part, operator: In, values: [shop-web, other]}
  template:
    metadata: {labels: {app: shop, part: shop-web}}
    spec:
      serviceAccountName: shop-account
      imagePullSecrets: [{name: shop-pull}]
      volumes:
      - name: shop-data
        persistentVolumeClaim: {claimName: shop-data}
      - name: settings
        configMap: {name: shop-settings}
      - name: tls
        secret: {secretName: shop-tls}
      containers:
      - name: shop-web
        image: example/shop:1
        command: [run, --name=shop]
        volumeMounts:
        - {name: shop-data, mountPath: /shop}
        envFrom:
        - configMapRef: {name: shop-settings}
        - secretRef: {name: shop-login}
        env:
        - {name: KEY, valueFrom: {secretKeyRef: {name: shop-login, key: shop}}}
        - {name: DB, value: shop-db}
        - {name: TITLE, value: The shop}
---
apiVersion: v1
kind: Service
metadata: {name: shop-db}
spec: {selector: {app: shop}, ports: [{port: 80}]}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: shop-settings}
data: {url: "http://shop-db/shop"}
"""


def test_every_field_that_holds_a_name_follows() -> None:
    text = body(EVERYWHERE)
    for line in (
        "  name: ${NAME}-web",
        'labels: {app: "${NAME}", app.kubernetes.io/name: "${NAME}-web", tier: shops}',
        'matchLabels: {app: "${NAME}"}',
        'values: ["${NAME}-web", other]',
        'metadata: {labels: {app: "${NAME}", part: "${NAME}-web"}}',
        "serviceAccountName: ${NAME}-account",
        "- name: ${NAME}-data",
        'persistentVolumeClaim: {claimName: "${NAME}-data"}',
        'configMap: {name: "${NAME}-settings"}',
        'secret: {secretName: "${NAME}-tls"}',
        "- name: ${NAME}-web",
        '{name: "${NAME}-data", mountPath: /shop}',
        'configMapRef: {name: "${NAME}-settings"}',
        'secretRef: {name: "${NAME}-login"}',
        'secretKeyRef: {name: "${NAME}-login", key: shop}',
        '{name: DB, value: "${NAME}-db"}',
        'metadata: {name: "${NAME}-db"}',
    ):
        assert line in text


def test_what_only_mentions_the_name_stays_and_is_listed() -> None:
    (name,) = (item for item in suggestions(EVERYWHERE).items if item.rule == "name")
    mentions = [place.path[1][-1] for place in name.mentions]
    assert mentions == ["name", 1, "mountPath", "key", "value", "url", "url"]  # the image is a parameter of its own
    assert "imagePullSecrets: [{name: shop-pull}]" in body(EVERYWHERE)


def test_names_of_things_outside_stay() -> None:
    role = """\
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: web-binding}
roleRef: {kind: ClusterRole, name: web, apiGroup: rbac.authorization.k8s.io}
subjects: [{kind: ServiceAccount, name: web-account}, {kind: User, name: web-user}]
---
apiVersion: v1
kind: ServiceAccount
metadata: {name: web-account}
---
apiVersion: v1
kind: PersistentVolume
metadata: {name: web-volume}
"""
    text = body(role)
    assert "roleRef: {kind: ClusterRole, name: web," in text
    assert 'subjects: [{kind: ServiceAccount, name: "${NAME}"}, {kind: User, name: web-user}]' in text
    assert "metadata: {name: web-volume}" in text


def test_an_image_stream_of_another_project_stays() -> None:
    build = """\
apiVersion: build.openshift.io/v1
kind: BuildConfig
metadata: {name: python}
spec:
  strategy: {sourceStrategy: {from: {kind: ImageStreamTag, name: "python:3", namespace: openshift}}}
  output: {to: {kind: ImageStreamTag, name: "python:latest"}}
"""
    text = body(build)
    assert 'name: "python:3", namespace: "${IMAGE_STREAM_NAMESPACE}"' in text
    assert 'name: "${NAME}:latest"' in text


def test_a_name_that_scripts_use_is_not_taken() -> None:
    script = (
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web-run}\ndata:\n  run: |\n    echo ${NAME} ${{APP_NAME}}\n"
    )
    text = documents(workload("Deployment", "web", container("web", "a:1")), script)
    assert parameters(text)["APP_NAME_2"] == "web"
    assert "    echo ${NAME} ${{APP_NAME}}\n" in body(text)
    assert "APP_NAME" in parameters(text.replace("${{APP_NAME}}", ""))
    assert "APP_NAME" in parameters(text.replace("    echo ${NAME} ${{APP_NAME}}\n", '    x\n  y: "\\x24{NAME}"\n'))


def test_an_object_may_be_called_name() -> None:
    new = template(service("name"))
    assert "- name: NAME\n  displayName: Name\n" in new.text
    assert "value: name\n" in new.text
    assert new.renamed == "NAME"


def test_without_a_shared_name_a_note_says_so() -> None:
    listed = suggestions(documents(service("a"), service("b")))
    assert [str(note.span) for note in listed.notes] == ["1:1"]
    assert "NAME" not in parameters(documents(service("a"), service("b")))


def test_a_reference_of_any_kind_follows_if_the_text_has_the_object() -> None:
    references = (
        "{sourceSecret: {name: shop-git}, targetRef: {name: shop-web}, backendRefs: [{name: shop}, {name: shop-api}]}"
    )
    text = documents(
        service("shop"),
        "kind: Secret\nmetadata: {name: shop-git}\n",
        f"kind: A\nmetadata: {{name: shop}}\nspec: {references}\n",
    )
    expected = 'spec: {sourceSecret: {name: "${NAME}-git"}, targetRef: {name: shop-web}, '
    assert expected + 'backendRefs: [{name: "${NAME}"}, {name: shop-api}]}' in body(text)


def test_an_image_stream_with_the_namespace_of_the_object_follows() -> None:
    trigger = "{imageChangeParams: {from: {kind: ImageStreamTag, name: 'web:latest', namespace: shop}}}"
    build = f"kind: DeploymentConfig\nmetadata: {{name: web, namespace: shop}}\nspec: {{triggers: [{trigger}]}}\n"
    assert "name: '${NAME}:latest'" in body(build)
    assert "name: 'web:latest'" in body(build.replace("namespace: shop}\n", "namespace: other}\n"))
