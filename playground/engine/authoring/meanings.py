"""What a field of an Object means, and what authors of Templates call a Parameter that gives its value.

The names are those that public Templates use most.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, Literal

from playground.engine.editing.parameter_names import upper_name
from playground.engine.kubernetes.pods import POD_KINDS, field_at, name_of
from playground.engine.model.location import FieldPath
from playground.engine.model.records import record
from playground.engine.text.secret_names import is_secret_name

FieldKind = Literal["name", "image", "host", "secret", "value"]


@record()
class Meaning:
    """What a field holds. Fields of one ``group`` mean the same: they may share a Parameter."""

    kind: FieldKind
    group: str
    name: str  # of a Parameter
    display_name: str
    description: str


# The end of a field's path without indexes; the kinds of Objects that have the field so, "" for all kinds; the name,
# display name and description of a Parameter. The name is the group, too.
_KNOWN: Final[Sequence[tuple[str, str, str, str, str]]] = (
    ("spec.replicas", "", "REPLICAS", "Replicas", "How many pods run."),
    ("requests.storage", "", "VOLUME_CAPACITY", "Volume capacity", "How much the volume holds, such as 1Gi."),
    ("storageClassName", "", "STORAGE_CLASS", "Storage class", "The StorageClass of the volume."),
    ("limits.cpu", "", "CPU_LIMIT", "CPU limit", "The most CPU that a container may use."),
    ("limits.memory", "", "MEMORY_LIMIT", "Memory limit", "The most memory that a container may use."),
    ("requests.cpu", "", "CPU_REQUEST", "CPU request", "The CPU that is kept for a container."),
    ("requests.memory", "", "MEMORY_REQUEST", "Memory request", "The memory that is kept for a container."),
    ("spec.schedule", "CronJob", "SCHEDULE", "Schedule", "When the job runs, in the format of cron."),
    ("git.uri", "BuildConfig", "SOURCE_REPOSITORY_URL", "Git repository", "The address of the source's repository."),
    ("git.ref", "BuildConfig", "SOURCE_REPOSITORY_REF", "Git reference", "The branch, tag or commit that is built."),
    ("source.contextDir", "BuildConfig", "CONTEXT_DIR", "Context directory", "The directory of the source."),
    ("from.namespace", "", "IMAGE_STREAM_NAMESPACE", "ImageStream namespace", "The namespace of the ImageStream."),
    ("namespace", "", "NAMESPACE", "Namespace", "The namespace of the application."),
    ("ports.containerPort", "", "PORT", "Port", "The port on which the program listens."),
    ("ports.targetPort", "", "PORT", "Port", "The port on which the program listens."),
    ("port.targetPort", "", "PORT", "Port", "The port on which the program listens."),
    ("httpGet.port", "", "PORT", "Port", "The port on which the program listens."),
    ("tcpSocket.port", "", "PORT", "Port", "The port on which the program listens."),
    ("grpc.port", "", "PORT", "Port", "The port on which the program listens."),
    ("ports.port", "Service", "SERVICE_PORT", "Service port", "The port of the Service."),
    ("service.port.number", "", "SERVICE_PORT", "Service port", "The port of the Service."),
    ("servicePort", "", "SERVICE_PORT", "Service port", "The port of the Service."),
)
_HOSTS: Final = (("spec.host", "Route"), ("rules.host", "Ingress"), ("tls.hosts", "Ingress"))
VARIABLES: Final = (("env", "value"), ("buildArgs", "value"))  # values with a name beside them
_WEBHOOKS: Final = {"github": "GITHUB", "generic": "GENERIC", "gitlab": "GITLAB", "bitbucket": "BITBUCKET"}
_CONTAINERS: Final = ("containers", "initContainers", "ephemeralContainers")
# Fields whose value is a name: the mapping or list that holds the field `name`, with the kind of what is named.
_NAMED: Final[Mapping[str, str]] = {
    "metadata": "",
    **dict.fromkeys(_CONTAINERS, "Container"),
    **dict.fromkeys(("volumes", "volumeMounts"), "Volume"),
    **dict.fromkeys(("configMapKeyRef", "configMapRef", "configMap"), "ConfigMap"),
    **dict.fromkeys(("secretKeyRef", "secretRef", "secret", "imagePullSecrets"), "Secret"),
    **dict.fromkeys(("service", "to", "alternateBackends"), "Service"),
    "from": "ImageStream",
    "scaleTargetRef": "Target",
    "roleRef": "Role",
    "subjects": "ServiceAccount",
}
_NAMES: Final[Mapping[str, str]] = {  # fields that are names themselves
    "secretName": "Secret",
    "claimName": "Claim",
    "serviceName": "Service",
    "serviceAccountName": "ServiceAccount",
    "serviceAccount": "ServiceAccount",
    "containerNames": "Container",
}
# Mappings and lists whose field `name` often names something outside of the text.
_OUTSIDE: Final = frozenset({"imagePullSecrets", "subjects", "roleRef"})
_REFERENCES: Final = ("Ref", "Refs", "Reference", "Secret", "secrets")  # the ends of other such keys
_GENERIC: Final = frozenset({"name", "value", "key", "type", "path", "kind", "mode", "id"})  # say little alone
_LABELS: Final = ("labels", "matchLabels", "selector")
# The kinds whose name is that of the application.
_CENTRAL: Final = frozenset({*POD_KINDS, "Service", "Route", "Ingress", "ImageStream", "BuildConfig"})
APPLICATION: Final = Meaning("name", "name", "NAME", "Name", "The name of the application.")
IMAGE_TAG: Final = Meaning("image", "image", "IMAGE_TAG", "Image tag", "The version of the image.")
_ACRONYMS: Final = frozenset({"API", "CA", "CPU", "DB", "DNS", "HTTP", "HTTPS", "ID", "IP", "SQL", "TLS", "URI", "URL"})


@record()
class NamesOfObjects:
    """The kinds of the Objects that have a name, by the name."""

    kinds: Mapping[str, tuple[str, ...]]

    def meaning(self, name: str, *, has_application: bool) -> Meaning | None:
        """The meaning of a value that is the ``name`` of an Object; None if no Object has this name.

        ``has_application``: the Template has a Parameter for the name of the application already.
        """
        kinds = self.kinds.get(name, ())
        if not kinds:
            return None
        if not has_application and not _CENTRAL.isdisjoint(kinds):
            return APPLICATION
        return _name_of(min(kinds, key=lambda kind: kind != "Service"))


def names_of_objects(values: Iterable[Any]) -> NamesOfObjects:
    """The names of the Objects ``values``."""
    kinds: dict[str, tuple[str, ...]] = {}
    for value in values:
        name, kind = name_of(value), field_at(value, ("kind",))
        if name and isinstance(kind, str):
            kinds[name] = (*kinds.get(name, ()), kind)
    return NamesOfObjects(kinds)


def keys_of(path: FieldPath) -> tuple[str, ...]:
    """``path`` without its indexes."""
    return tuple(part for part in path if isinstance(part, str))


def meaning_of(value: Any, path: FieldPath, names: NamesOfObjects) -> Meaning:
    """The meaning of the field at ``path`` of the Object ``value``; the field holds a scalar."""
    keys = keys_of(path)
    key, above = keys[-1] if keys else "", keys[-2] if len(keys) > 1 else ""
    dotted = f".{'.'.join(keys)}"
    kind = field_at(value, ("kind",))
    if key == "image" and above in _CONTAINERS:
        return Meaning("image", "image", "IMAGE", "Image", "The container image, without its tag.")
    if any(dotted.endswith(f".{end}") and kind == owner for end, owner in _HOSTS):
        return Meaning("host", "host", "HOSTNAME", "Host name", "The host name of the application.")
    if above in _WEBHOOKS and key == "secret":
        return secret_meaning(f"{_WEBHOOKS[above]}_WEBHOOK_SECRET")
    if keys[-2:] in VARIABLES:
        return _of_variable(value, path, names)
    if kind == "Secret" and above == "stringData" and is_secret_name(key):
        return secret_meaning(upper_name(key))
    if above in _LABELS:
        return _label(key)
    if (above, key) == ("matchExpressions", "values"):
        return _label(str(field_at(value, path.parent.parent / "key") or ""))
    named = _NAMED.get(above) if key == "name" else _NAMES.get(key)
    if named is not None:
        return _name_of(named or (str(kind) if len(keys) == 2 else ""))
    for end, owner, name, display_name, description in _KNOWN:
        if dotted.endswith(f".{end}") and owner in ("", kind):
            return Meaning("value", name, name, display_name, description)
    name = f"{above.removesuffix('s')}-{key}" if key in _GENERIC and above else key
    owner = f"{kind or 'the Template'} {name_of(value)}".rstrip()
    meaning = _value(f"{above}.{key}", name, f"The field {key} of {owner}.")
    return replace(meaning, kind="name") if key == "name" and names_outside(above) else meaning


def names_outside(key: str) -> bool:
    """Whether the field `name` below ``key`` refers to an Object that often is outside of the text.

    >>> names_outside("imagePullSecrets"), names_outside("sourceSecret"), names_outside("secretKeyRef")
    (True, True, False)
    """
    return key in _OUTSIDE or (key not in _NAMED and key.endswith(_REFERENCES))


def _of_variable(value: Any, path: FieldPath, names: NamesOfObjects) -> Meaning:
    """The meaning of the value of an entry of `env` or `buildArgs`."""
    name, text = field_at(value, path.parent / "name"), field_at(value, path)
    name = name if isinstance(name, str) else ""
    if "Service" in names.kinds.get(text if isinstance(text, str) else "", ()):
        return _name_of("Service")
    if is_secret_name(name):
        return secret_meaning(upper_name(name))
    return variable_meaning(name)


def variable_meaning(name: str) -> Meaning:
    """The meaning of the value of the variable ``name``, if it is neither a secret nor the name of an Object."""
    return _value(f"env.{name}", name, f"The value of the variable {name}.")


def _label(key: str) -> Meaning:
    meaning = _value(f"label.{key}", key, f"The label {key}.")
    return Meaning("name", meaning.group, meaning.name, meaning.display_name, meaning.description)


def _name_of(kind: str) -> Meaning:
    """The meaning of the name of a thing of this ``kind``; "": of a pod, or of anything else."""
    if not kind:
        return Meaning("name", "name", "NAME", "Name", "The name.")
    name = f"{upper_name(kind)}_NAME"
    return Meaning("name", f"name.{kind}", name, display_name_of(name), f"The name of the {kind}.")


def secret_meaning(name: str) -> Meaning:
    """The meaning of a secret whose Parameter is called ``name``; "": SECRET."""
    name = name or "SECRET"
    return Meaning("secret", "secret", name, display_name_of(name), f"A value for {name}; generated if it is empty.")


def _value(group: str, key: str, description: str) -> Meaning:
    name = upper_name(key) or "VALUE"
    return Meaning("value", group, name, display_name_of(name), " ".join(description.split()))


def display_name_of(name: str) -> str:
    """The words of a Parameter's ``name``, for a form.

    >>> display_name_of("DATABASE_SERVICE_NAME"), display_name_of("DB_URL")
    ('Database service name', 'DB URL')
    """
    words = [word if word in _ACRONYMS else word.lower() for word in name.split("_") if word]
    text = " ".join(words)
    return text[:1].upper() + text[1:]
