"""Well-known examples get the Parameters that authors would give them. Their Objects are written anew here."""

from __future__ import annotations

import pytest

from tests.engine.authoring.suggestions.texts import (
    container,
    documents,
    ingress,
    parameters,
    processed,
    service,
    template,
    workload,
)

SMALL = "{requests: {cpu: 100m, memory: 100Mi}}"
GUESTBOOK = "{app: guestbook, tier: frontend}"


def claim(name: str, capacity: str, storage_class: str = "") -> str:
    line = f"      storageClassName: {storage_class}\n" if storage_class else ""
    return (
        f"  volumeClaimTemplates:\n  - metadata:\n      name: {name}\n    spec:\n"
        f"      accessModes: [ReadWriteOnce]\n{line}"
        f"      resources:\n        requests:\n          storage: {capacity}\n"
    )


def redis(role: str, replicas: int, image: str) -> str:
    labels = f"{{app: redis, role: {role}, tier: backend}}"
    return documents(
        service(f"redis-{role}", labels, port=6379),
        workload(
            "Deployment",
            f"redis-{role}",
            container(role, image, resources=SMALL),
            replicas=replicas,
            labels=labels,
        ),
    )


def voting(name: str, image: str, *env: tuple[str, str]) -> str:
    return workload("Deployment", name, container(name, image, env=env), replicas=1)


FRONTEND = documents(
    workload(
        "Deployment",
        "frontend",
        container(
            "php-redis", "gcr.io/google-samples/gb-frontend:v5", resources=SMALL, env=[("GET_HOSTS_FROM", "dns")]
        ),
        replicas=3,
        labels=GUESTBOOK,
    ),
    service("frontend", GUESTBOOK),
)
DATABASE = documents(
    voting("db", "postgres:15-alpine", ("POSTGRES_USER", "postgres"), ("POSTGRES_PASSWORD", "postgres")),
    service("db", port=5432),
)
CARTS = (
    workload(
        "Deployment",
        "carts",
        container(
            "carts",
            "weaveworksdemos/carts:0.4.8",
            resources="{limits: {cpu: 300m, memory: 500Mi}, requests: {cpu: 300m, memory: 500Mi}}",
            env=[("ZIPKIN", "zipkin.jaeger.svc.cluster.local")],
        ),
        replicas=1,
        labels="{name: carts}",
    ),
    service("carts", "{name: carts}"),
    workload("Deployment", "carts-db", container("carts-db", "mongo"), replicas=1, labels="{name: carts-db}"),
    service("carts-db", "{name: carts-db}", port=27017),
)


def job(name: str, *, generated: bool = False) -> str:
    return workload("Job", name, container(name, "alpine:latest"), labels=f"{{job: {name}}}", generated=generated)


def tier(name: str) -> str:
    labels = f"{{tier: {name}}}"
    pods = workload("ReplicaSet", name, container("main", "nginx:latest"), replicas=1, labels=labels)
    return documents(pods, service(name, labels))


def prefixed(prefix: str, values: dict[str, str | None]) -> dict[str, str | None]:
    return {f"{prefix}_{name}": value for name, value in values.items()}


CASES: dict[str, tuple[str, dict[str, str | None]]] = {
    "guestbook-frontend": (
        FRONTEND,
        {
            "NAME": "frontend",
            "REPLICAS": "3",
            "IMAGE": "gcr.io/google-samples/gb-frontend",
            "IMAGE_TAG": "v5",
            "CPU_REQUEST": "100m",
            "MEMORY_REQUEST": "100Mi",
        },
    ),
    "guestbook-all-in-one": (
        documents(
            redis("master", 1, "registry.k8s.io/redis:e2e"),
            redis("replica", 2, "gcr.io/google_samples/gb-redisslave:v1"),
            FRONTEND,
        ),
        {
            f"{prefix}_{name}": value
            for prefix, replicas, image, tag in (
                ("REDIS_MASTER", "1", "registry.k8s.io/redis", "e2e"),
                ("REDIS_REPLICA", "2", "gcr.io/google_samples/gb-redisslave", "v1"),
                ("FRONTEND", "3", "gcr.io/google-samples/gb-frontend", "v5"),
            )
            for name, value in (
                ("REPLICAS", replicas),
                ("IMAGE", image),
                ("IMAGE_TAG", tag),
                ("CPU_REQUEST", "100m"),
                ("MEMORY_REQUEST", "100Mi"),
            )
        },
    ),
    "cassandra": (
        documents(
            service("cassandra", port=9042),
            workload(
                "StatefulSet",
                "cassandra",
                container(
                    "cassandra",
                    "gcr.io/google-samples/cassandra:v14",
                    resources='{limits: {cpu: "500m", memory: 1Gi}, requests: {cpu: "500m", memory: 1Gi}}',
                    env=[("CASSANDRA_SEEDS", "cassandra-0.cassandra.default.svc.cluster.local")],
                ),
                replicas=3,
                more=f"  serviceName: cassandra\n{claim('cassandra-data', '1Gi')}",
            ),
            "apiVersion: storage.k8s.io/v1\nkind: StorageClass\nmetadata:\n  name: fast\nprovisioner: disk\n",
        ),
        {
            "NAME": "cassandra",
            "REPLICAS": "3",
            "IMAGE": "gcr.io/google-samples/cassandra",
            "IMAGE_TAG": "v14",
            "CPU_LIMIT": "500m",
            "MEMORY_LIMIT": "1Gi",
            "CPU_REQUEST": "500m",
            "MEMORY_REQUEST": "1Gi",
            "VOLUME_CAPACITY": "1Gi",
        },
    ),
    "voting-database": (
        DATABASE,
        {"NAME": "db", "REPLICAS": "1", "IMAGE": "postgres", "IMAGE_TAG": "15-alpine", "POSTGRES_PASSWORD": None},
    ),
    "voting": (
        documents(
            DATABASE,
            voting("redis", "redis:alpine"),
            service("redis", port=6379),
            *(voting(name, f"dockersamples/examplevotingapp_{name}") for name in ("result", "vote", "worker")),
            service("result"),
            service("vote"),
        ),
        {
            **{f"{name}_REPLICAS": "1" for name in ("DB", "REDIS", "RESULT", "VOTE", "WORKER")},
            "DB_IMAGE": "postgres",
            "DB_IMAGE_TAG": "15-alpine",
            "REDIS_IMAGE": "redis",
            "REDIS_IMAGE_TAG": "alpine",
            **{
                f"{name.upper()}_IMAGE": f"dockersamples/examplevotingapp_{name}"
                for name in ("result", "vote", "worker")
            },
            "POSTGRES_PASSWORD": None,
        },
    ),
    "argocd-guestbook": (
        documents(
            workload(
                "Deployment",
                "guestbook-ui",
                container("guestbook-ui", "gcr.io/google-samples/gb-frontend:v5"),
                replicas=1,
            ),
            service("guestbook-ui"),
        ),
        {
            "NAME": "guestbook-ui",
            "REPLICAS": "1",
            "IMAGE": "gcr.io/google-samples/gb-frontend",
            "IMAGE_TAG": "v5",
        },
    ),
    "carts": (
        documents(*CARTS),
        {
            "NAME": "carts",
            "REPLICAS": "1",
            "IMAGE": "weaveworksdemos/carts",
            "IMAGE_TAG": "0.4.8",
            "CPU_LIMIT": "300m",
            "MEMORY_LIMIT": "500Mi",
            "CPU_REQUEST": "300m",
            "MEMORY_REQUEST": "500Mi",
            "DB_REPLICAS": "1",
            "DB_IMAGE": "mongo",
        },
    ),
    "front-end": (
        documents(
            workload("Deployment", "front-end", container("front-end", "weaveworksdemos/front-end:0.3.12"), replicas=1),
            service("front-end"),
            ingress("front-end", "sockshop.apps.argoproj.io", "front-end"),
        ),
        {
            "NAME": "front-end",
            "REPLICAS": "1",
            "IMAGE": "weaveworksdemos/front-end",
            "IMAGE_TAG": "0.3.12",
            "HOSTNAME": "sockshop.apps.argoproj.io",
        },
    ),
    "sync-waves": (
        documents(
            job("upgrade-sql-schema", generated=True),
            tier("backend"),
            job("maint-page-up"),
            tier("frontend"),
            job("maint-page-down"),
        ),
        {
            **{
                f"{prefix}_{name}": value
                for prefix, image in (
                    ("JOB", "alpine"),
                    ("BACKEND", "nginx"),
                    ("MAINT_PAGE_UP", "alpine"),
                    ("FRONTEND", "nginx"),
                    ("MAINT_PAGE_DOWN", "alpine"),
                )
                for name, value in (("IMAGE", image), ("IMAGE_TAG", "latest"))
            },
            "BACKEND_REPLICAS": "1",
            "FRONTEND_REPLICAS": "1",
        },
    ),
    "minio": (
        workload(
            "StatefulSet",
            "minio",
            container(
                "minio",
                "minio/minio:latest",
                env=[("MINIO_ACCESS_KEY", '"minio"'), ("MINIO_SECRET_KEY", '"minio123"')],
            ),
            replicas=4,
            more=f"  serviceName: minio\n{claim('data', '10Gi', 'standard')}",
        ),
        {
            "NAME": "minio",
            "REPLICAS": "4",
            "IMAGE": "minio/minio",
            "IMAGE_TAG": "latest",
            "STORAGE_CLASS": "standard",
            "VOLUME_CAPACITY": "10Gi",
            "MINIO_SECRET_KEY": None,
        },
    ),
    "redis-master": (
        "apiVersion: v1\nkind: Pod\nmetadata:\n  labels: {name: redis, role: master}\n  name: redis-master\nspec:\n"
        "  containers:\n"
        + container("master", "registry.k8s.io/redis:v1", resources='{limits: {cpu: "0.1"}}', indent=2)
        + container("sentinel", "registry.k8s.io/redis:v1", env=[("SENTINEL", '"true"')], indent=2),
        {"NAME": "redis-master", "IMAGE": "registry.k8s.io/redis", "IMAGE_TAG": "v1", "CPU_LIMIT": "0.1"},
    ),
    "galera": (
        documents(
            service("pxc-node1", "{node: pxc-node1}", port=3306),
            workload(
                "ReplicationController",
                "pxc-node1",
                container(
                    "pxc-node1",
                    "capttofu/percona_xtradb_cluster_5_6:beta",
                    resources="{limits: {cpu: 0.3}}",
                    env=[
                        ("GALERA_CLUSTER", '"true"'),
                        ("WSREP_SST_USER", "sst"),
                        ("WSREP_SST_PASSWORD", "sst-pass"),
                        ("MYSQL_USER", "mysql"),
                        ("MYSQL_PASSWORD", "my-pass"),
                        ("MYSQL_ROOT_PASSWORD", "root-pass"),
                    ],
                ),
                replicas=1,
                labels="{node: pxc-node1}",
            ).replace("    matchLabels: {node: pxc-node1}\n", "    node: pxc-node1\n"),
        ),
        {
            "NAME": "pxc-node1",
            "REPLICAS": "1",
            "IMAGE": "capttofu/percona_xtradb_cluster_5_6",
            "IMAGE_TAG": "beta",
            "WSREP_SST_PASSWORD": None,
            "MYSQL_PASSWORD": None,
            "MYSQL_ROOT_PASSWORD": None,
        },
    ),
    "vllm": (
        documents(
            workload(
                "Deployment",
                "vllm-gemma-deployment",
                container(
                    "inference-server",
                    "vllm/vllm-openai:v0.11.0",
                    resources='{limits: {cpu: "2", memory: 10Gi}, requests: {cpu: "2", memory: 10Gi}}',
                    env=[("MODEL_ID", "google/gemma-3-1b-it")],
                ),
                replicas=1,
                labels="{app: gemma-server}",
            ),
            service("vllm-service", "{app: gemma-server}"),
        ),
        {
            "NAME": "vllm",
            "REPLICAS": "1",
            "IMAGE": "vllm/vllm-openai",
            "IMAGE_TAG": "v0.11.0",
            "CPU_REQUEST": "2",
            "CPU_LIMIT": "2",
            "MEMORY_REQUEST": "10Gi",
            "MEMORY_LIMIT": "10Gi",
        },
    ),
    "cafe": (
        documents(
            *(
                document
                for name, count in (("coffee", 2), ("tea", 3))
                for document in (
                    workload("Deployment", name, container(name, "nginxdemos/nginx-hello:plain-text"), replicas=count),
                    service(f"{name}-svc", f"{{app: {name}}}"),
                )
            ),
            ingress("cafe-ingress", "cafe.example.com", "tea-svc", tls=True),
        ),
        {
            "COFFEE_REPLICAS": "2",
            "TEA_REPLICAS": "3",
            "IMAGE": "nginxdemos/nginx-hello",
            "IMAGE_TAG": "plain-text",
            "HOSTNAME": "cafe.example.com",
        },
    ),
    "cartservice": (
        documents(
            workload(
                "Deployment",
                "cartservice",
                container(
                    "server",
                    "cartservice",
                    resources="{requests: {cpu: 200m, memory: 64Mi}, limits: {cpu: 300m, memory: 128Mi}}",
                    env=[("REDIS_ADDR", '"redis-cart:6379"')],
                ),
            ),
            service("cartservice", port=7070),
            workload(
                "Deployment",
                "redis-cart",
                container(
                    "redis",
                    "redis:alpine",
                    resources="{limits: {memory: 256Mi, cpu: 125m}, requests: {cpu: 70m, memory: 200Mi}}",
                ),
            ),
            service("redis-cart", port=6379),
        ),
        {
            **prefixed(
                "CARTSERVICE",
                {
                    "IMAGE": "cartservice",
                    "CPU_LIMIT": "300m",
                    "MEMORY_LIMIT": "128Mi",
                    "CPU_REQUEST": "200m",
                    "MEMORY_REQUEST": "64Mi",
                },
            ),
            **prefixed(
                "REDIS_CART",
                {
                    "IMAGE": "redis",
                    "IMAGE_TAG": "alpine",
                    "CPU_LIMIT": "125m",
                    "MEMORY_LIMIT": "256Mi",
                    "CPU_REQUEST": "70m",
                    "MEMORY_REQUEST": "200Mi",
                },
            ),
        },
    ),
    "https-nginx": (
        documents(
            service("nginxsvc", "{app: nginx}", port=443),
            "apiVersion: v1\nkind: ReplicationController\nmetadata:\n  name: my-nginx\nspec:\n  replicas: 1\n"
            "  template:\n    metadata:\n      labels: {app: nginx}\n    spec:\n      volumes:\n"
            "      - name: secret-volume\n        secret: {secretName: nginxsecret}\n      containers:\n"
            + container("nginxhttps", "ymqytw/nginxhttps:1.5"),
        ),
        {"REPLICAS": "1", "IMAGE": "ymqytw/nginxhttps", "IMAGE_TAG": "1.5"},
    ),
    "shop-frontend": (
        documents(
            workload(
                "Deployment",
                "frontend",
                container(
                    "server",
                    "frontend",
                    resources="{requests: {cpu: 100m, memory: 64Mi}, limits: {cpu: 200m, memory: 128Mi}}",
                    env=[("PORT", '"8080"'), ("CART_SERVICE_ADDR", '"cartservice:7070"')],
                ),
            ),
            service("frontend"),
            service("frontend-external", "{app: frontend}"),
        ),
        {
            "NAME": "frontend",
            "IMAGE": "frontend",
            "CPU_REQUEST": "100m",
            "MEMORY_REQUEST": "64Mi",
            "CPU_LIMIT": "200m",
            "MEMORY_LIMIT": "128Mi",
        },
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_an_example_gets_the_parameters_that_authors_would_give_it(case: str) -> None:
    text, expected = CASES[case]
    assert parameters(text) == expected


@pytest.mark.parametrize("case", CASES)
def test_the_template_of_an_example_is_proved_with_all_variables_too(case: str) -> None:
    text, expected = CASES[case]
    for more in ((), [name for name in parameters(text, env=True) if name not in expected]):
        new = template(text, *more)
        evaluation = processed(new)
        assert evaluation.processed is not None
        assert len(evaluation.processed.values) == len(expected) + len(more)
        assert new.objects == text.count("kind:")
