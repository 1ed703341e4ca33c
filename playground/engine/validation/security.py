"""Validation of security contexts, and of the fields that depend on the operating system and the host's namespaces.

Kubernetes v1.36 ``validatePodSpecSecurityContext``, ``ValidateSecurityContext``, ``validateSeccompProfileField``,
``ValidateAppArmorProfileField``, ``validateWindowsSecurityContextOptions``, ``validateWindowsHostProcessPod``,
``validateSysctls``, ``validateHostUsers``, ``validateOS``, ``validateLinux`` and ``validateWindows``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from playground.engine.cluster.pod_facts import PodFacts
from playground.engine.kubernetes.names import subdomain_errors
from playground.engine.kubernetes.pods import CONTAINER_LISTS, containers_of, mapping, mappings, sequence, text
from playground.engine.model.location import FieldPath
from playground.engine.validation.errors import (
    FieldError,
    all_invalid,
    descending_path_errors,
    duplicate,
    forbidden,
    invalid_value,
    pointer_errors,
    required,
    too_long,
    unsupported_value,
    whole,
)

_LAST_ID: Final = 2**31 - 1
_PROFILE_TYPES: Final = ("Localhost", "RuntimeDefault", "Unconfined")
_LONGEST_PROFILE: Final = 4095  # bytes
_GROUP_CHANGES: Final = ("Always", "OnRootMismatch")
_GROUP_POLICIES: Final = ("Merge", "Strict")
_SE_LINUX_CHANGES: Final = ("MountOption", "Recursive")
_PROC_MOUNTS: Final = ("Default", "Unmasked")
_SYSTEMS: Final = ("linux", "windows")
_LONGEST_SYSCTL: Final = 253  # characters
_SYSCTL_SEGMENT: Final = "[a-z0-9]([-_a-z0-9]*[a-z0-9])?"
_SYSCTL: Final = rf"^({_SYSCTL_SEGMENT}[\./])*{_SYSCTL_SEGMENT}$"
_SYSCTL_PATTERN: Final = re.compile(rf"(?:{_SYSCTL_SEGMENT}[\./])*{_SYSCTL_SEGMENT}")
_IPC_SYSCTLS: Final = ("kernel.shm", "kernel.msg", "fs.mqueue.")
_NOT_IN_WINDOWS: Final = "cannot be set for a windows pod"
_NOT_IN_LINUX: Final = "windows options cannot be set for a linux pod"
_WITHOUT_HOST_USERS: Final = "when `hostUsers` is false"


def pod_security_errors(facts: PodFacts, path: FieldPath) -> Iterator[FieldError]:
    """Errors in a pod's `securityContext`, and in a `shareProcessNamespace` beside `hostPID`.

    Here and in the other functions with ``facts`` and a ``path``, the path is that of the pod's spec.
    """
    spec, version = facts.spec, facts.cluster.version
    context, path = mapping(spec.get("securityContext")), path / "securityContext"
    yield from _id_errors(context, ("fsGroup", "runAsUser", "runAsGroup"), path)
    for index, group in enumerate(sequence(context.get("supplementalGroups"))):
        yield from _one_id_errors(group, path / "supplementalGroups" / index)
    if spec.get("shareProcessNamespace") is True and spec.get("hostPID") is True:
        message = "ShareProcessNamespace and HostPID cannot both be enabled"
        place = path.parent / "shareProcessNamespace"
        # The API server prints the field as if it were in the `securityContext`.
        yield invalid_value(place, True, message, printed=path / "shareProcessNamespace")
    yield from _sysctl_errors(mappings(context.get("sysctls")), path / "sysctls", spec)
    yield from pointer_errors(context, "fsGroupChangePolicy", _GROUP_CHANGES, path)
    yield from _profile_errors(context, path, facts)
    if version.group_policies:
        yield from pointer_errors(context, "supplementalGroupsPolicy", _GROUP_POLICIES, path)
        se_linux_changes = _SE_LINUX_CHANGES if version.mounts_labels else ("Recursive",)
        yield from pointer_errors(context, "seLinuxChangePolicy", se_linux_changes, path)


def container_security_errors(context: Mapping[str, Any], path: FieldPath, facts: PodFacts) -> Iterator[FieldError]:
    """Errors in the `securityContext` of one container; ``path`` is the context's own."""
    yield from _id_errors(context, ("runAsUser", "runAsGroup"), path)
    if facts.cluster.version.user_namespaces:
        yield from pointer_errors(context, "procMount", _PROC_MOUNTS, path)
        if context.get("procMount") == "Unmasked" and facts.spec.get("hostUsers") is not False:
            yield invalid_value(path / "procMount", "Unmasked", "`hostUsers` must be false to use `Unmasked`")
    yield from _seccomp_errors(context.get("seccompProfile"), path / "seccompProfile")
    yield from _escalation_errors(context, path)
    yield from _windows_option_errors(context.get("windowsOptions"), path / "windowsOptions")
    if facts.cluster.version.profile_fields:
        yield from _app_armor_errors(context.get("appArmorProfile"), path / "appArmorProfile")


def _id_errors(context: Mapping[str, Any], fields: Sequence[str], path: FieldPath) -> Iterator[FieldError]:
    for field in fields:
        if field in context:
            yield from _one_id_errors(context[field], path / field)


def _one_id_errors(value: Any, path: FieldPath) -> Iterator[FieldError]:
    """Errors in the number of a user or group."""
    if (number := whole(value)) is not None and not 0 <= number <= _LAST_ID:
        yield invalid_value(path, number, f"must be between 0 and {_LAST_ID}, inclusive", "bad-number")


def _profile_errors(context: Mapping[str, Any], path: FieldPath, facts: PodFacts) -> Iterator[FieldError]:
    yield from _seccomp_errors(context.get("seccompProfile"), path / "seccompProfile")
    yield from _windows_option_errors(context.get("windowsOptions"), path / "windowsOptions")
    if facts.cluster.version.profile_fields:
        yield from _app_armor_errors(context.get("appArmorProfile"), path / "appArmorProfile")


def _seccomp_errors(profile: Any, path: FieldPath) -> Iterator[FieldError]:
    if not isinstance(profile, dict):
        return
    kind, file, place = text(profile.get("type")), profile.get("localhostProfile"), path / "localhostProfile"
    if not kind:
        yield required(path / "type", "type is required when seccompProfile is set")
    elif kind not in _PROFILE_TYPES:
        yield unsupported_value(path / "type", kind, _PROFILE_TYPES)
    if kind == "Localhost":
        if file is None:
            yield required(place, "must be set when seccomp type is Localhost")
        else:
            yield from descending_path_errors(text(file), place)
    elif file is not None:
        printed_profile = {"Type": kind, "LocalhostProfile": file}
        yield invalid_value(place, printed_profile, "can only be set when seccomp type is Localhost")


def _app_armor_errors(profile: Any, path: FieldPath) -> Iterator[FieldError]:
    if not isinstance(profile, dict):
        return
    kind, file, place = text(profile.get("type")), profile.get("localhostProfile"), path / "localhostProfile"
    if kind == "Localhost":
        name = text(file)
        if not name:
            yield required(place, "must be set when AppArmor type is Localhost")
        elif name != name.strip():
            yield invalid_value(place, name, "must not be padded with whitespace")
        if len(name.encode("utf-8", "surrogatepass")) > _LONGEST_PROFILE:
            yield too_long(place, _LONGEST_PROFILE)
    elif kind in _PROFILE_TYPES:
        if file is not None:
            yield invalid_value(place, file, "can only be set when AppArmor type is Localhost")
    elif not kind:
        yield required(path / "type", "type is required when appArmorProfile is set")
    else:
        yield unsupported_value(path / "type", kind, _PROFILE_TYPES)


# A container's security context as the API server prints it: all fields, in the order of the Go type. The key is the
# field's name in Go. The pair has its name in JSON, then the fields of its value if that is a mapping; for any other
# field, what is printed for a missing value: "" or None (null).
_GoFields = Mapping[str, tuple[str, Any]]
_CONTEXT: Final[_GoFields] = {
    "Capabilities": ("capabilities", {"Add": ("add", None), "Drop": ("drop", None)}),
    "Privileged": ("privileged", None),
    "SELinuxOptions": (
        "seLinuxOptions",
        {"User": ("user", ""), "Role": ("role", ""), "Type": ("type", ""), "Level": ("level", "")},
    ),
    "WindowsOptions": (
        "windowsOptions",
        {
            "GMSACredentialSpecName": ("gmsaCredentialSpecName", None),
            "GMSACredentialSpec": ("gmsaCredentialSpec", None),
            "RunAsUserName": ("runAsUserName", None),
            "HostProcess": ("hostProcess", None),
        },
    ),
    "RunAsUser": ("runAsUser", None),
    "RunAsGroup": ("runAsGroup", None),
    "RunAsNonRoot": ("runAsNonRoot", None),
    "ReadOnlyRootFilesystem": ("readOnlyRootFilesystem", None),
    "AllowPrivilegeEscalation": ("allowPrivilegeEscalation", None),
    "ProcMount": ("procMount", None),
    "SeccompProfile": ("seccompProfile", {"Type": ("type", ""), "LocalhostProfile": ("localhostProfile", None)}),
    "AppArmorProfile": ("appArmorProfile", {"Type": ("type", ""), "LocalhostProfile": ("localhostProfile", None)}),
}


def _escalation_errors(context: Mapping[str, Any], path: FieldPath) -> Iterator[FieldError]:
    """Errors where `allowPrivilegeEscalation: false` contradicts another field."""
    if context.get("allowPrivilegeEscalation") is not False:
        return
    start = "cannot set `allowPrivilegeEscalation` to false and"
    if context.get("privileged") is True:
        yield invalid_value(path, _printed(context, _CONTEXT), f"{start} `privileged` to true")
    # The API server reports equal errors once, so a repeated capability gives no second error.
    if "CAP_SYS_ADMIN" in sequence(mapping(context.get("capabilities")).get("add")):
        yield invalid_value(path, _printed(context, _CONTEXT), f"{start} `capabilities.Add` CAP_SYS_ADMIN")


def _printed(value: Mapping[str, Any], fields: _GoFields) -> Mapping[str, Any]:
    """A mapping as the API server prints it: with all ``fields``, by their names in Go."""
    printed: dict[str, Any] = {}
    for name, (field, inner) in fields.items():
        field_value = value.get(field)
        if isinstance(inner, dict) and isinstance(field_value, dict):
            printed[name] = _printed(field_value, inner)
        else:
            printed[name] = inner if field_value is None and inner == "" else field_value
    return printed


def _sysctl_errors(
    sysctls: Sequence[Mapping[str, Any]], path: FieldPath, spec: Mapping[str, Any]
) -> Iterator[FieldError]:
    names: set[str] = set()
    for index, sysctl in enumerate(sysctls):
        name, place = text(sysctl.get("name")), path / index / "name"
        if not name:
            yield required(place)
        elif len(name) > _LONGEST_SYSCTL or not _SYSCTL_PATTERN.fullmatch(name):
            message = f"must have at most {_LONGEST_SYSCTL} characters and match regex {_SYSCTL}"
            yield invalid_value(place, name, message)
        elif name in names:
            yield duplicate(place, name, "repeated-entry")
        dotted = _dotted(name)
        if spec.get("hostNetwork") is True and dotted.startswith("net."):
            yield invalid_value(place, name, "may not be specified when 'hostNetwork' is true")
        elif spec.get("hostIPC") is True and (dotted.startswith(_IPC_SYSCTLS) or dotted == "kernel.sem"):
            yield invalid_value(place, name, "may not be specified when 'hostIPC' is true")
        names.add(name)


def _dotted(name: str) -> str:
    """The name of a sysctl with dots as separators (``NormalizeName`` of component-helpers)."""
    separator = re.search(r"[./]", name)
    return name.translate(str.maketrans("./", "/.")) if separator and separator[0] == "/" else name


_LONGEST_SPEC: Final = 64  # KiB
_LONGEST_DOMAIN: Final = 256  # bytes
_LONGEST_USER: Final = 104  # bytes
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f]")
_NET_BIOS: Final = re.compile(r'[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}')
_DNS_LABEL: Final = "[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?"
_DNS_DOMAIN: Final = re.compile(rf"{_DNS_LABEL}(?:\.{_DNS_LABEL})*")
_NOT_IN_USERS: Final = re.compile(r'["/\\:;|=,+*?<>@\[\]]')


def _windows_option_errors(options: Any, path: FieldPath) -> Iterator[FieldError]:
    if not isinstance(options, dict):
        return
    if isinstance(name := options.get("gmsaCredentialSpecName"), str):
        yield from all_invalid(path / "gmsaCredentialSpecName", name, subdomain_errors(name), "invalid-name")
    if isinstance(specification := options.get("gmsaCredentialSpec"), str):
        place = path / "gmsaCredentialSpec"
        if not specification:
            yield invalid_value(place, specification, "gmsaCredentialSpec cannot be an empty string")
        elif len(specification.encode("utf-8", "surrogatepass")) > _LONGEST_SPEC * 1024:
            message = f"gmsaCredentialSpec size must be under {_LONGEST_SPEC} KiB"
            yield invalid_value(place, specification, message)
    if isinstance(user := options.get("runAsUserName"), str):
        for message in _user_name_errors(user):
            yield invalid_value(path / "runAsUserName", user, f"runAsUserName{message}")


def _user_name_errors(name: str) -> Iterator[str]:
    """What is wrong with the name of a Windows user, `DOMAIN\\USER`: the end of each message, after `runAsUserName`."""
    if not name:
        yield " cannot be an empty string"
    elif _CONTROL.search(name):
        yield " cannot contain control characters"
    elif name.count("\\") > 1:
        yield " cannot contain more than one backslash"
    else:
        domain, backslash, user = name.rpartition("\\")
        if len(domain.encode("utf-8", "surrogatepass")) >= _LONGEST_DOMAIN:
            yield f"'s Domain length must be under {_LONGEST_DOMAIN} characters"
        if backslash and not (_NET_BIOS.fullmatch(domain) or _DNS_DOMAIN.fullmatch(domain)):
            yield "'s Domain doesn't match the NetBios nor the DNS format"
        if not user:
            yield "'s User cannot be empty"
        elif len(user.encode("utf-8", "surrogatepass")) > _LONGEST_USER:
            yield f"'s User length must not be longer than {_LONGEST_USER} characters"
        if user and not user.strip(". "):
            yield "'s User cannot contain only periods or spaces"
        if _NOT_IN_USERS.search(user):
            yield "'s User cannot contain the following characters: \"/\\:;|=,+*?<>@[]"


def host_process_errors(facts: PodFacts, path: FieldPath) -> Iterator[FieldError]:
    """Errors in a pod with Windows' `hostProcess` containers."""
    of_pod, lists = _host_process(facts.spec), dict(CONTAINER_LISTS)  # by the name of the list: the kind of container
    of_containers = [_host_process(container) for list_ in lists for container in mappings(facts.spec.get(list_))]
    if of_pod is not True and True not in of_containers:
        return
    for container, own in zip(containers_of(facts.spec, path), of_containers, strict=False):
        if of_pod is not None and own is not None and own != of_pod:
            message = f"pod hostProcess value must be identical if both are specified, was {str(of_pod).lower()}"
            place = container.path / "securityContext" / "windowsOptions" / "hostProcess"
            yield invalid_value(place, own, message)
    processes = [of_pod if own is None else own for own in of_containers]
    if True in processes:
        if not all(processes):
            message = "If pod contains any hostProcess containers then all containers must be HostProcess containers"
            yield invalid_value(path, "", message)
        if facts.spec.get("hostNetwork") is not True:
            message = "hostNetwork must be true if pod contains any hostProcess containers"
            yield invalid_value(path / "hostNetwork", False, message)


def _host_process(value: Mapping[str, Any]) -> bool | None:
    """The `hostProcess` in the security context of a pod spec or container; None if it is not set."""
    if not isinstance(context := value.get("securityContext"), dict) or "windowsOptions" not in context:
        return None
    process = mapping(context["windowsOptions"]).get("hostProcess")
    return process if isinstance(process, bool) else None


def host_users_errors(facts: PodFacts, path: FieldPath) -> Iterator[FieldError]:
    """Errors for what a pod with `hostUsers: false` must not have."""
    if facts.spec.get("hostUsers") is not False or not facts.cluster.version.user_namespaces:
        return
    for field, printed in (("hostNetwork", "hostNetwork"), ("hostPID", "HostPID"), ("hostIPC", "HostIPC")):
        if facts.spec.get(field) is True:
            yield forbidden(path / field, _WITHOUT_HOST_USERS, path / printed)
    for container in containers_of(facts.spec, path):
        if container.value.get("volumeDevices"):
            yield forbidden(container.path / "volumeDevices", _WITHOUT_HOST_USERS)


_NOT_IN_WINDOWS_POD: Final = (  # in the order of validation: the field, and whether it is one of the security context
    ("appArmorProfile", True),
    ("seLinuxOptions", True),
    ("hostUsers", False),
    ("hostPID", False),
    ("hostIPC", False),
    ("seccompProfile", True),
    ("fsGroup", True),
    ("fsGroupChangePolicy", True),
    ("sysctls", True),
    ("shareProcessNamespace", False),
    ("runAsUser", True),
    ("runAsGroup", True),
    ("supplementalGroups", True),
    ("supplementalGroupsPolicy", True),
    ("seLinuxChangePolicy", True),
)
_SET_IF_NOT_EMPTY: Final = frozenset(("hostPID", "hostIPC", "sysctls"))  # `false` and `[]` count as not set
_NOT_IN_WINDOWS_CONTAINERS: Final = (
    "appArmorProfile seLinuxOptions seccompProfile capabilities readOnlyRootFilesystem privileged"
    " allowPrivilegeEscalation procMount runAsUser runAsGroup"
).split()


def system_errors(facts: PodFacts, path: FieldPath) -> Iterator[FieldError]:
    """Errors in a pod's `os`, and in fields that this operating system does not have."""
    if not isinstance(system := facts.spec.get("os"), dict):
        return
    name, place = text(system.get("name")), path / "os"
    if not name:
        yield required(place / "name")
    elif name not in _SYSTEMS:
        yield unsupported_value(place / "name", name, _SYSTEMS, place)
    elif name == "linux":
        yield from _linux_pod_errors(facts, path)
    else:
        yield from _windows_pod_errors(facts, path)


def _linux_pod_errors(facts: PodFacts, path: FieldPath) -> Iterator[FieldError]:
    for place, context in _contexts(facts, path):
        if context.get("windowsOptions") is not None:
            yield forbidden(place / "windowsOptions", _NOT_IN_LINUX)


def _windows_pod_errors(facts: PodFacts, path: FieldPath) -> Iterator[FieldError]:
    version, context = facts.cluster.version, mapping(facts.spec.get("securityContext"))
    dropped = frozenset(  # fields that this version of the API server drops before validation
        (
            *(() if version.profile_fields else ("appArmorProfile",)),
            *(() if version.user_namespaces else ("hostUsers", "procMount")),
            *(() if version.group_policies else ("supplementalGroupsPolicy", "seLinuxChangePolicy")),
        )
    )
    for field, in_context in _NOT_IN_WINDOWS_POD:
        value = (context if in_context else facts.spec).get(field)
        is_set = bool(value) if field in _SET_IF_NOT_EMPTY else value is not None
        if is_set and field not in dropped:
            yield forbidden((path / "securityContext" if in_context else path) / field, _NOT_IN_WINDOWS)
    for place, container_context in [*_contexts(facts, path)][1:]:  # the first context is the pod's
        for field in _NOT_IN_WINDOWS_CONTAINERS:
            if container_context.get(field) is not None and field not in dropped:
                yield forbidden(place / field, _NOT_IN_WINDOWS)


def _contexts(facts: PodFacts, path: FieldPath) -> Iterator[tuple[FieldPath, Mapping[str, Any]]]:
    """The security contexts of the pod and of its containers, each with its path."""
    yield path / "securityContext", mapping(facts.spec.get("securityContext"))
    for owner in containers_of(facts.spec, path):
        yield owner.path / "securityContext", mapping(owner.value.get("securityContext"))
