"""The API server's errors for security contexts, host namespaces and operating systems, in its words and order."""

from __future__ import annotations

import pytest

from playground.engine.kubernetes.names import subdomain_errors
from tests.engine.validation.pods import container_errors, pod_errors

_ID = "must be between 0 and 2147483647, inclusive"
_PROFILES = '"Localhost", "RuntimeDefault", "Unconfined"'
_WINDOWS = "Forbidden: cannot be set for a windows pod"


@pytest.mark.parametrize(
    "fields",
    [
        "securityContext: {runAsUser: 0, runAsGroup: 2147483647, fsGroup: 1, supplementalGroups: [1]}",
        "securityContext: {seccompProfile: {type: Localhost, localhostProfile: a/b.json}, fsGroupChangePolicy: Always}",
        "securityContext: {appArmorProfile: {type: Localhost, localhostProfile: a}, sysctls: [{name: net.core}]}",
        "securityContext: {supplementalGroupsPolicy: Strict, seLinuxChangePolicy: Recursive}",
        "securityContext: {windowsOptions: {hostProcess: true, runAsUserName: NT\\SYSTEM}}, hostNetwork: true",
        "securityContext: {runAsUser: null, seccompProfile: null, sysctls: null}, os: {name: linux}, hostUsers: false",
        "securityContext: null, os: null, shareProcessNamespace: true",
        "os: {name: windows}, hostPID: false",
    ],
)
@pytest.mark.parametrize("version", ["1.29", "1.36"])
def test_valid_security_contexts_have_no_errors(fields: str, version: str) -> None:
    assert pod_errors(fields, version) == []


def test_a_pods_security_context_is_refused_in_the_api_servers_words() -> None:
    context = (
        "fsGroup: -1, runAsUser: 2147483648, runAsGroup: -2, supplementalGroups: [1, -3], fsGroupChangePolicy: never,"
        " seccompProfile: {type: Unconfined, localhostProfile: p}, appArmorProfile: {type: x},"
        " supplementalGroupsPolicy: '', seLinuxChangePolicy: x"
    )
    assert pod_errors(f"securityContext: {{{context}}}, hostPID: true, shareProcessNamespace: true") == [
        f"securityContext.{error}"
        for error in (
            f"fsGroup: Invalid value: -1: {_ID}",
            f"runAsUser: Invalid value: 2147483648: {_ID}",
            f"runAsGroup: Invalid value: -2: {_ID}",
            f"supplementalGroups[1]: Invalid value: -3: {_ID}",
            "shareProcessNamespace: Invalid value: true: ShareProcessNamespace and HostPID cannot both be enabled",
            'fsGroupChangePolicy: Unsupported value: "never": supported values: "Always", "OnRootMismatch"',
            (
                'seccompProfile.localhostProfile: Invalid value: {"Type":"Unconfined","LocalhostProfile":"p"}:'
                " can only be set when seccomp type is Localhost"
            ),
            f'appArmorProfile.type: Unsupported value: "x": supported values: {_PROFILES}',
            'supplementalGroupsPolicy: Unsupported value: "": supported values: "Merge", "Strict"',
            'seLinuxChangePolicy: Unsupported value: "x": supported values: "MountOption", "Recursive"',
        )
    ]


def test_fields_whose_features_are_off_are_dropped_before_validation() -> None:
    context = "appArmorProfile: {type: x}, supplementalGroupsPolicy: x, seLinuxChangePolicy: MountOption"
    assert pod_errors(f"securityContext: {{{context}}}, hostUsers: false, hostPID: true", "1.29") == []
    policies = 'securityContext.seLinuxChangePolicy: Unsupported value: "MountOption": supported values: "Recursive"'
    assert pod_errors("securityContext: {seLinuxChangePolicy: MountOption}", "1.35") == [policies]
    assert container_errors("securityContext: {procMount: x}", "1.32") == []


def test_sysctls_have_unique_names_and_do_not_reach_the_hosts_namespaces() -> None:
    sysctls = "[{name: ''}, {name: A}, {name: net.a}, {name: net.a}, {name: kernel/shm_x}, {name: kernel.sem}]"
    segment = "[a-z0-9]([-_a-z0-9]*[a-z0-9])?"
    pattern = f"must have at most 253 characters and match regex ^({segment}[\\./])*{segment}$"
    on_host, on_ipc = (f"may not be specified when '{field}' is true" for field in ("hostNetwork", "hostIPC"))
    assert pod_errors(f"securityContext: {{sysctls: {sysctls}}}, hostNetwork: true, hostIPC: true") == [
        f"securityContext.sysctls{error}"
        for error in (
            "[0].name: Required value",
            f'[1].name: Invalid value: "A": {pattern}',
            f'[2].name: Invalid value: "net.a": {on_host}',
            '[3].name: Duplicate value: "net.a"',
            f'[3].name: Invalid value: "net.a": {on_host}',
            f'[4].name: Invalid value: "kernel/shm_x": {on_ipc}',
            f'[5].name: Invalid value: "kernel.sem": {on_ipc}',
        )
    ]


def test_a_containers_security_context_is_refused_in_the_api_servers_words() -> None:
    context = (
        "runAsUser: -1, runAsGroup: -1, procMount: Unmasked, seccompProfile: {type: Localhost},"
        " appArmorProfile: {type: Localhost, localhostProfile: ' a'}"
    )
    assert container_errors(f"securityContext: {{{context}}}") == [
        f"containers[0].securityContext.{error}"
        for error in (
            f"runAsUser: Invalid value: -1: {_ID}",
            f"runAsGroup: Invalid value: -1: {_ID}",
            'procMount: Invalid value: "Unmasked": `hostUsers` must be false to use `Unmasked`',
            "seccompProfile.localhostProfile: Required value: must be set when seccomp type is Localhost",
            'appArmorProfile.localhostProfile: Invalid value: " a": must not be padded with whitespace',
        )
    ]
    assert container_errors("securityContext: {procMount: Unmasked}", more="hostUsers: false") == []


@pytest.mark.parametrize(
    ("profile", "error"),
    [
        ("seccompProfile: {}", "seccompProfile.type: Required value: type is required when seccompProfile is set"),
        ("seccompProfile: {type: x}", f'seccompProfile.type: Unsupported value: "x": supported values: {_PROFILES}'),
        (
            "seccompProfile: {type: Localhost, localhostProfile: /a}",
            'seccompProfile.localhostProfile: Invalid value: "/a": must be a relative path',
        ),
        ("appArmorProfile: {}", "appArmorProfile.type: Required value: type is required when appArmorProfile is set"),
        (
            "appArmorProfile: {type: Localhost}",
            "appArmorProfile.localhostProfile: Required value: must be set when AppArmor type is Localhost",
        ),
        (
            "appArmorProfile: {type: Unconfined, localhostProfile: a}",
            'appArmorProfile.localhostProfile: Invalid value: "a": can only be set when AppArmor type is Localhost',
        ),
        (
            f"appArmorProfile: {{type: Localhost, localhostProfile: {'a' * 4096}}}",
            "appArmorProfile.localhostProfile: Too long: may not be more than 4095 bytes",
        ),
    ],
)
def test_a_profile_is_refused_in_the_api_servers_words(profile: str, error: str) -> None:
    assert container_errors(f"securityContext: {{{profile}}}") == [f"containers[0].securityContext.{error}"]


def test_a_context_that_contradicts_itself_is_printed_with_all_its_fields() -> None:
    context = "allowPrivilegeEscalation: false, privileged: true, capabilities: {add: [CAP_SYS_ADMIN]}, runAsUser: 5"
    printed = (
        '{"Capabilities":{"Add":["CAP_SYS_ADMIN"],"Drop":null},"Privileged":true,"SELinuxOptions":null,'
        '"WindowsOptions":null,"RunAsUser":5,"RunAsGroup":null,"RunAsNonRoot":null,"ReadOnlyRootFilesystem":null,'
        '"AllowPrivilegeEscalation":false,"ProcMount":null,"SeccompProfile":null,"AppArmorProfile":null}'
    )
    start = (
        f"containers[0].securityContext: Invalid value: {printed}: cannot set `allowPrivilegeEscalation` to false and"
    )
    assert container_errors(f"securityContext: {{{context}}}") == [
        f"{start} `privileged` to true",
        f"{start} `capabilities.Add` CAP_SYS_ADMIN",
    ]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", " cannot be an empty string"),
        ("a\\tb", " cannot contain control characters"),
        ("a\\\\b\\\\c", " cannot contain more than one backslash"),
        (".a\\\\b", "'s Domain doesn't match the NetBios nor the DNS format"),
        ("a\\\\", "'s User cannot be empty"),
        ("b" * 105, "'s User length must not be longer than 104 characters"),
        (". .", "'s User cannot contain only periods or spaces"),
        ("a@b", "'s User cannot contain the following characters: \"/\\:;|=,+*?<>@[]"),
    ],
)
def test_the_name_of_a_windows_user_is_refused_in_the_api_servers_words(name: str, message: str) -> None:
    (error,) = pod_errors(f'securityContext: {{windowsOptions: {{runAsUserName: "{name}"}}}}')
    path = "securityContext.windowsOptions.runAsUserName"
    assert error == f'{path}: Invalid value: "{name}": runAsUserName{message}'


def test_credentials_of_windows_are_named_and_not_empty() -> None:
    path, (name,) = "securityContext.windowsOptions", subdomain_errors("A")
    assert pod_errors("securityContext: {windowsOptions: {gmsaCredentialSpecName: A, gmsaCredentialSpec: ''}}") == [
        f'{path}.gmsaCredentialSpecName: Invalid value: "A": {name}',
        f'{path}.gmsaCredentialSpec: Invalid value: "": gmsaCredentialSpec cannot be an empty string',
    ]


def test_either_all_containers_or_none_are_processes_of_a_windows_host() -> None:
    windows = "securityContext: {windowsOptions: {hostProcess: %s}}"
    containers = f"containers: [{{name: a, image: i, {windows % 'true'}}}, {{name: b, image: i}}]"
    only = "If pod contains any hostProcess containers then all containers must be HostProcess containers"
    network = "hostNetwork: Invalid value: false: hostNetwork must be true if pod contains any hostProcess containers"
    assert pod_errors(containers) == [f'spec: Invalid value: "": {only}', network]
    identical = "pod hostProcess value must be identical if both are specified, was false"
    path = "containers[0].securityContext.windowsOptions.hostProcess"
    assert pod_errors(f"{containers}, {windows % 'false'}, hostNetwork: true") == [
        f"{path}: Invalid value: true: {identical}",
        f'spec: Invalid value: "": {only}',
    ]


def test_a_pod_with_its_own_users_does_not_use_the_hosts_namespaces() -> None:
    device = "containers: [{name: a, image: i, volumeDevices: [{name: v, devicePath: /d}]}]"
    volumes = "volumes: [{name: v, persistentVolumeClaim: {claimName: c}}]"
    host = "hostNetwork: true, hostPID: true, hostIPC: true"
    assert pod_errors(f"{device}, {volumes}, {host}, hostUsers: false") == [
        f"{path}: Forbidden: when `hostUsers` is false"
        for path in ("hostNetwork", "HostPID", "HostIPC", "containers[0].volumeDevices")
    ]
    assert pod_errors(f"{device}, {volumes}, {host}, hostUsers: true") == []


def test_the_operating_system_decides_which_fields_a_pod_may_have() -> None:
    assert pod_errors("os: {}") == ["os.name: Required value"]
    assert pod_errors("os: {name: mac}") == ['os: Unsupported value: "mac": supported values: "linux", "windows"']
    windows = "securityContext: {windowsOptions: {}}"
    linux = f"containers: [{{name: a, image: i, {windows}}}], {windows}, os: {{name: linux}}"
    assert pod_errors(linux) == [
        f"{path}.windowsOptions: Forbidden: windows options cannot be set for a linux pod"
        for path in ("securityContext", "containers[0].securityContext")
    ]
    context = "securityContext: {runAsUser: 1, seLinuxOptions: {}}"
    host = "hostPID: true, hostIPC: false, hostUsers: true, shareProcessNamespace: false"
    assert pod_errors(f"containers: [{{name: a, image: i, {context}}}], {context}, {host}, os: {{name: windows}}") == [
        f"{path}: {_WINDOWS}"
        for path in (
            "securityContext.seLinuxOptions",
            "hostUsers",
            "hostPID",
            "shareProcessNamespace",
            "securityContext.runAsUser",
            "containers[0].securityContext.seLinuxOptions",
            "containers[0].securityContext.runAsUser",
        )
    ]


@pytest.mark.parametrize("value", ["5", "[5]", "{a: 5}", "text", "true", "1.5", "[{}]"])
def test_a_value_of_another_type_never_raises(value: str) -> None:
    fields = ("seccompProfile", "appArmorProfile", "windowsOptions", "sysctls", "runAsUser", "supplementalGroups")
    for field in (*fields, "capabilities", "procMount", "fsGroupChangePolicy", "supplementalGroupsPolicy"):
        pod_errors(f"securityContext: {{{field}: {value}}}")
        container_errors(f"securityContext: {{allowPrivilegeEscalation: false, privileged: true, {field}: {value}}}")
    pod_errors(f"securityContext: {value}, os: {value}, hostUsers: {value}, shareProcessNamespace: {value}")


def test_a_capability_that_is_added_again_and_again_is_reported_once() -> None:
    capabilities = ", ".join(["CAP_SYS_ADMIN"] * 50)
    context = f"allowPrivilegeEscalation: false, capabilities: {{add: [{capabilities}]}}"
    assert len(container_errors(f"securityContext: {{{context}}}")) == 1
