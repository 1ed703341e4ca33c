"""The API server's errors for the sources of volumes, in its words and order."""

from __future__ import annotations

import pytest

from playground.engine.kubernetes.names import label_errors, label_value_errors, qualified_name_errors, subdomain_errors
from tests.engine.validation.pods import DEPLOYMENT, pod_errors

_MODE = "must be a number between 0 and 0777 (octal), both inclusive"
_BYTE = "must be between 0 and 255, inclusive"
_TWICE = "conflicting duplicate paths"


@pytest.mark.parametrize(
    "source",
    [
        "emptyDir: {sizeLimit: 1Gi, medium: Memory}",
        "emptyDir: null",
        "hostPath: {path: /a, type: DirectoryOrCreate}",
        "secret: {secretName: s, defaultMode: 0o440, items: [{key: k, path: a/b, mode: 511}]}",
        "configMap: {name: c, defaultMode: 420, items: [{key: k, path: .a}]}",
        (
            "downwardAPI: {items: [{path: labels, fieldRef: {fieldPath: metadata.labels}},"
            " {path: a, fieldRef: {fieldPath: \"metadata.annotations['b/c']\"}},"
            " {path: cpu, resourceFieldRef: {containerName: a, resource: limits.cpu, divisor: 1m}}]}"
        ),
        (
            "projected: {sources: [{secret: {name: s}}, {configMap: {name: c, items: [{key: k, path: p}]}},"
            " {serviceAccountToken: {path: token, expirationSeconds: 600, audience: a}}, {downwardAPI: {}}, {}]}"
        ),
        "nfs: {server: s, path: /}",
        "persistentVolumeClaim: {claimName: c}",
        "csi: {driver: Secrets-Store.csi.k8s.io, nodePublishSecretRef: {name: s}}",
        (
            "ephemeral: {volumeClaimTemplate: {metadata: {labels: {a: b}}, spec: {accessModes: [ReadWriteOnce],"
            " resources: {requests: {storage: 1Gi}}, storageClassName: fast, volumeMode: Block}}}"
        ),
        "image: {reference: a/b}",
        "gitRepo: {repository: r, directory: .}",
        "awsElasticBlockStore: {volumeID: v, partition: 0}",
        "azureDisk: {diskName: d, diskURI: 'https://a.blob.core.windows.net/b/c.vhd'}",
        "iscsi: {targetPortal: p, iqn: 'iqn.2001-04.com.example:storage', lun: 0, initiatorName: eui.0123456789abcdef}",
        "fc: {targetWWNs: [a], lun: 2}",
        "quobyte: {registry: 'a:1,[::1]:2', volume: v}",
        "flexVolume: {driver: d, options: {example.com/a: b}}",
        "flocker: {datasetName: d}",
        "cinder: {volumeID: v, secretRef: {name: s}}",
        "storageos: {volumeName: v, volumeNamespace: ns}",
    ],
)
def test_a_valid_source_has_no_errors(source: str) -> None:
    assert pod_errors(f"volumes: [{{name: v, {source}}}]") == []


@pytest.mark.parametrize(
    ("source", "errors"),
    [
        (
            "emptyDir: {sizeLimit: -1}",
            ["emptyDir.sizeLimit: Forbidden: SizeLimit field must be a valid resource quantity"],
        ),
        ("hostPath: {type: x}", ["hostPath.path: Required value"]),
        (
            "hostPath: {path: /a/.., type: directory}",
            [
                "hostPath.path: Invalid value: \"/a/..\": must not contain '..'",
                ('hostPath.type: Unsupported value: "directory": supported values: "", "BlockDevice", "CharDevice",'
                ' "Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket"'),
            ],
        ),
        (
            "secret: {defaultMode: 644, items: [{path: /a}, {key: k, path: .., mode: -1}, {key: k, path: ..a}]}",
            [
                "secret.secretName: Required value",
                f"secret.defaultMode: Invalid value: 644: {_MODE}",
                "secret.items[0].key: Required value",
                'secret.items[0].path: Invalid value: "/a": must be a relative path',
                "secret.items[1].path: Invalid value: \"..\": must not contain '..'",
                "secret.items[1].path: Invalid value: \"..\": must not start with '..'",
                f"secret.items[1].mode: Invalid value: -1: {_MODE}",
                "secret.items[2].path: Invalid value: \"..a\": must not start with '..'",
            ],
        ),
        (
            "configMap: {items: [{key: k}]}",
            ["configMap.name: Required value", "configMap.items[0].path: Required value"],
        ),
        ("nfs: {path: a}", ["nfs.server: Required value", 'nfs.path: Invalid value: "a": must be an absolute path']),
        (
            "csi: {driver: -a, nodePublishSecretRef: {name: A}}",
            [
                f'csi.driver: Invalid value: "-a": {subdomain_errors("-a")[0]}',
                f'csi.name: Invalid value: "A": {subdomain_errors("A")[0]}',
            ],
        ),
        (f"csi: {{driver: {'a' * 64}}}", ["csi.driver: Too long: may not be more than 63 bytes"]),
        ("image: {pullPolicy: Maybe}", [
            "image.reference: Required value",
            'image.pullPolicy: Unsupported value: "Maybe": supported values: "Always", "IfNotPresent", "Never"',
        ]),
        ("gitRepo: {directory: /a}", [
            "gitRepo.repository: Required value",
            'gitRepo.directory: Invalid value: "/a": must be a relative path',
        ]),
        ("gcePersistentDisk: {partition: 256}", [
            "persistentDisk.pdName: Required value",
            "persistentDisk.partition: Invalid value: 256: must be between 1 and 255, inclusive",
        ]),
        ("iscsi: {iqn: x, lun: 256, chapAuthSession: true, initiatorName: iqn}", [
            "iscsi.targetPortal: Required value",
            'iscsi.iqn: Invalid value: "x": must be valid format starting with iqn, eui, or naa',
            f"iscsi.lun: Invalid value: 256: {_BYTE}",
            "iscsi.secretRef: Required value",
            'iscsi.initiatorname: Invalid value: "iqn": must be valid format',
        ]),
        ("flocker: {}", ["flocker: Required value: one of datasetName and datasetUUID is required"]),
        ("flocker: {datasetName: a/b, datasetUUID: c}", [
            'flocker: Invalid value: "resource": datasetName and datasetUUID can not be specified simultaneously',
            "flocker.datasetName: Invalid value: \"a/b\": must not contain '/'",
        ]),
        ("cinder: {secretRef: {}}", ["cinder.volumeID: Required value", "cinder.secretRef.name: Required value"]),
        ("quobyte: {registry: a}", [
            'quobyte.registry: Invalid value: "a": must be a host:port pair or multiple pairs separated by commas',
            "quobyte.volume: Required value",
        ]),
        ("fc: {}", ["fc.targetWWNs: Required value: must specify either targetWWNs or wwids, but not both"]),
        ("fc: {targetWWNs: [a], wwids: [b]}", [
            'fc.targetWWNs: Invalid value: ["a"]: targetWWNs and wwids can not be specified simultaneously',
            "fc.lun: Required value: lun is required if targetWWNs is specified",
        ]),
        ("flexVolume: {options: {k8s.io/a: b}}", [
            "flexVolume.driver: Required value",
            'flexVolume.options[k8s.io/a]: Invalid value: "k8s.io/a": kubernetes.io and k8s.io namespaces are reserved',
        ]),
        ("azureDisk: {diskName: d, diskURI: x, cachingMode: Some}", [
            'azureDisk.cachingMode: Unsupported value: "Some": supported values: "None", "ReadOnly", "ReadWrite"',
            ('azureDisk.diskURI: Unsupported value: "x": supported values:'
            ' "https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd"'),
        ]),
        ("storageos: {volumeName: A}", [f'storageos.volumeName: Invalid value: "A": {label_errors("A")[0]}']),
    ],
)  # fmt: skip
def test_a_source_is_refused_in_the_api_servers_words(source: str, errors: list[str]) -> None:
    assert pod_errors(f"volumes: [{{name: v, {source}}}]") == [f"volumes[0].{error}" for error in errors]


def test_the_files_of_the_downward_api_are_refused_without_their_index() -> None:
    annotation = "fieldRef: {fieldPath: \"metadata.labels['a b']\"}"
    items = (
        "[{mode: 512}, {path: /a, fieldRef: {fieldPath: spec.nodeName}, resourceFieldRef: {}},"
        f" {{path: b, resourceFieldRef: {{resource: limits.cpu, divisor: 3}}}}, {{path: c, {annotation}}}]"
    )
    fields = ", ".join(f'"metadata.{name}"' for name in ("annotations", "labels", "name", "namespace", "uid"))
    assert pod_errors(f"volumes: [{{name: v, downwardAPI: {{defaultMode: -1, items: {items}}}}}]") == [
        f"volumes[0].downwardAPI{error}"
        for error in (
            f".defaultMode: Invalid value: -1: {_MODE}",
            ".path: Required value",
            ": Required value: one of fieldRef and resourceFieldRef is required",
            f".mode: Invalid value: 512: {_MODE}",
            '.path: Invalid value: "/a": must be a relative path',
            f'.fieldRef.fieldPath: Unsupported value: "spec.nodeName": supported values: {fields}',
            ': Invalid value: "resource": fieldRef and resourceFieldRef can not be specified simultaneously',
            ".resourceFieldRef.containerName: Required value",
            (
                '.resourceFieldRef.divisor: Invalid value: "limits.cpu": only divisor\'s values 1m and 1 are supported'
                " with the cpu resource"
            ),
            f'.fieldRef: Invalid value: "a b": {qualified_name_errors("a b")[0]}',
        )
    ]


def test_the_sources_of_a_projected_volume_are_refused_in_the_api_servers_words() -> None:
    sources = (
        "[{secret: {name: s, items: [{key: k, path: p}, {key: k, path: p}]}},"
        " {configMap: {items: [{key: k, path: p}]},"
        " downwardAPI: {items: [{path: p, fieldRef: {fieldPath: metadata.uid}}]}},"
        " {serviceAccountToken: {expirationSeconds: 599}},"
        " {serviceAccountToken: {path: ../a, expirationSeconds: 4294967297}}]"
    )
    assert pod_errors(f"volumes: [{{name: v, projected: {{defaultMode: 1000, sources: {sources}}}}}]") == [
        f"volumes[0].projected{error}"
        for error in (
            f".defaultMode: Invalid value: 1000: {_MODE}",
            f': Invalid value: "s": {_TWICE}',
            ".sources[1].configMap.name: Required value",
            f': Invalid value: "": {_TWICE}',
            f': Invalid value: "p": {_TWICE}',
            ".sources[1]: Forbidden: may not specify more than 1 volume type per source",
            (
                ".sources[2].serviceAccountToken.expirationSeconds: Invalid value: 599: may not specify a duration"
                " less than 10 minutes"
            ),
            ".path: Required value",
            (
                ".sources[3].serviceAccountToken.expirationSeconds: Invalid value: 4294967297: may not specify a"
                " duration larger than 2^32 seconds"
            ),
            ".path: Invalid value: \"../a\": must not contain '..'",
        )
    ]


def test_the_claim_of_an_ephemeral_volume_is_refused_in_the_api_servers_words() -> None:
    assert pod_errors("volumes: [{name: v, ephemeral: {}}]") == [
        "volumes[0].ephemeral.volumeClaimTemplate: Required value"
    ]
    metadata = "{name: c, labels: {a: b c}}"
    spec = (
        "{accessModes: [ReadWriteOncePod, ReadOnlyMany, x], resources: {requests: {storage: 0}}, storageClassName: A,"
        " volumeMode: x, selector: {matchExpressions: [{key: a, operator: x}]}}"
    )
    modes = '"ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"'
    template = f"volumeClaimTemplate: {{metadata: {metadata}, spec: {spec}}}"
    assert pod_errors(f"volumes: [{{name: v, ephemeral: {{{template}}}}}]") == [
        f"volumes[0].ephemeral.volumeClaimTemplate.{error}"
        for error in (
            f'metadata.labels: Invalid value: "b c": {label_value_errors("b c")[0]}',
            "metadata.name: Forbidden: cannot be set",
            'spec.selector.matchExpressions[0].operator: Invalid value: "x": not a valid selector operator',
            f'spec.accessModes: Unsupported value: "x": supported values: {modes}',
            "spec.accessModes: Forbidden: may not use ReadWriteOncePod with other access modes",
            'spec.resources[storage]: Invalid value: "0": must be greater than zero',
            f'spec.storageClassName: Invalid value: "A": {subdomain_errors("A")[0]}',
            'spec.volumeMode: Unsupported value: "x": supported values: "Block", "Filesystem"',
        )
    ]
    assert pod_errors("volumes: [{name: v, ephemeral: {volumeClaimTemplate: {spec: {}}}}]") == [
        "volumes[0].ephemeral.volumeClaimTemplate.spec.accessModes: Required value: at least 1 access mode is required",
        "volumes[0].ephemeral.volumeClaimTemplate.spec.resources[storage]: Required value",
    ]


def test_the_names_of_a_volume_and_its_pod_or_portal_fit_together() -> None:
    claim = (
        "ephemeral: {volumeClaimTemplate: {spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1}}}}}"
    )
    head = f"kind: Pod\nmetadata: {{name: {'a' * 250}}}"
    (error,) = pod_errors(f"volumes: [{{name: vol, {claim}}}]", head=head)
    assert (
        error
        == f'volumes[0].name: Invalid value: "vol": PVC name "{"a" * 250}-vol": must be no more than 253 characters'
    )
    portal = f"iscsi: {{targetPortal: {'p' * 63}, iqn: eui.0123456789abcdef, initiatorName: eui.0123456789abcdef}}"
    message = "Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters"
    assert pod_errors(f"volumes: [{{name: v, {portal}}}]") == [
        f'volumes[0].name: Invalid value: "v": {message} if iscsi.initiatorName is specified.'
    ]


def test_only_the_first_source_is_validated() -> None:
    assert pod_errors("volumes: [{name: v, downwardAPI: {}, cephfs: {monitors: [m]}, secret: {secretName: s}}]") == [
        "volumes[0].cephFS: Forbidden: may not specify more than 1 volume type",
        "volumes[0].downwarAPI: Forbidden: may not specify more than 1 volume type",
    ]


def test_an_image_may_be_missing_in_a_template_and_older_versions_have_no_image_volumes() -> None:
    image = "volumes: [{name: v, image: {}}]"
    assert pod_errors(image) == ["volumes[0].image.reference: Required value"]
    assert pod_errors(image, head=DEPLOYMENT) == pod_errors(image, "1.34") == []


@pytest.mark.parametrize("value", ["5", "[5]", "{a: 5}", "text", "[{}]", "1.5"])
def test_a_value_of_another_type_never_raises(value: str) -> None:
    for source in ("emptyDir", "hostPath", "secret", "projected", "downwardAPI", "csi", "iscsi", "ephemeral", "fc"):
        pod_errors(f"volumes: [{{name: v, {source}: {value}}}]")
    for field in ("items", "defaultMode", "sources", "sizeLimit", "path", "type", "driver", "volumeClaimTemplate"):
        for source in ("emptyDir", "hostPath", "secret", "projected", "downwardAPI", "csi", "ephemeral"):
            pod_errors(f"volumes: [{{name: v, {source}: {{{field}: {value}}}}}]")


def test_messages_grow_with_the_text_and_not_with_the_product_of_its_parts() -> None:
    items = ", ".join(["{key: k, path: p}"] * 50)
    secret = f"projected: {{sources: [{{secret: {{name: {'s' * 5000}, items: [{items}]}}}}]}}"
    assert max(map(len, pod_errors(f"volumes: [{{name: v, {secret}}}]"))) < 400
    registry = f"quobyte: {{registry: '{'a,' * 500}', volume: v}}"
    assert len(pod_errors(f"volumes: [{{name: v, {registry}}}]")) == 1
    assert len(pod_errors(f"volumes: [{{name: v, iscsi: {{targetPortal: p, iqn: '{'iqn.2001-01.' * 5000}'}}}}]")) == 1
