"""Turns the API server's error messages into a short reason, and advice on what to write instead.

The words are those of apimachinery's ``field.Error`` and of ``ConvertDownwardAPIFieldLabel`` (Kubernetes v1.36).
"""

from __future__ import annotations

import re

from playground.engine.kubernetes.fieldpaths import ENV_FIELDS, split_subscript
from playground.engine.kubernetes.quantity import WRONG_FORMAT, WRONG_NUMBER, WRONG_SUFFIX
from playground.engine.text.nearest import nearest

SHORT = 100  # characters; a longer reason of the server is not quoted in a message
# The end of the error about another value where a list of `env` entries is required, or one entry.
ENTRIES_REQUIRED, ENTRY_REQUIRED = "of type []v1.EnvVar", "of type v1.EnvVar"
_TYPE_ADVICE = {  # the end of an error where a list or an entry is required: the advice
    "of type []string": "Write a list of words, such as `[sh, -c, 'date']`. ",
    ENTRIES_REQUIRED: "Write a list of entries, each with `name` and `value`. ",
    ENTRY_REQUIRED: "Write an entry with `name` and `value`. ",
    "of type []v1.Container": "Write a list, with a dash before each container. ",
}
_MAPPINGS_REQUIRED = re.compile(r"cannot unmarshal object into .* of type \[\]v1\.\w+\Z")
_MAPPING_REQUIRED = re.compile(r"cannot unmarshal (?:string|number) into .* of type v1\.(\w+)\Z")
_ONLY_FIELD = {  # by Go type: the field whose value people write in place of the whole mapping
    "SecretEnvSource": "name",
    "ConfigMapEnvSource": "name",
    "LocalObjectReference": "name",
    "ContainerPort": "containerPort",
    "ServicePort": "port",
    "ObjectFieldSelector": "fieldPath",
    "ResourceFieldSelector": "resource",
}
_VOLUME_MISSING = re.compile(r'\.volumeMounts\[\d+\]\.name: Not found: "([^"\\]+)"\Z')
_DOTTED_KEY = re.compile(r'Invalid value: "metadata\.(labels|annotations)(?:\.|\[)([\w./-]+)\]?"', re.ASCII)
_DOUBLE_QUOTED_KEY = re.compile(r'Invalid value: "metadata\.(labels|annotations)\[\\"([^"\\\']+)\\"\]"')
_NOT_BASE64 = re.compile(r"^Secret in version .* illegal base64 data at input byte \d+\Z")
_EVERY_KEY = re.compile(r'Unsupported value: "metadata\.(labels|annotations)"')
_UNSUPPORTED = re.compile(r'Unsupported value: "([^"\\]*)": supported values: (.*)\Z', re.DOTALL)
_FIELD_LABEL = re.compile(r"fieldPath: field label (?:not supported|does not support subscript): (.*)\Z")


def is_base64_error(error: str) -> bool:
    """Whether the error reports text in a Secret's ``data`` that is not base64."""
    return bool(_NOT_BASE64.search(error))


def only_field(error: str) -> str:
    """The field of a mapping whose value was written in place of the mapping; "" for other errors."""
    match = _MAPPING_REQUIRED.search(error)
    return _ONLY_FIELD.get(match[1], "") if match else ""


def reason(error: str) -> str:
    """The type and value, or the detail, of an error `path: Type: value: detail`; "" if it has another form."""
    path, _, message = error.partition(": ")
    kind, _, message = message.partition(": ")
    value, _, detail = message.partition(": ")
    # A path has a space only between braces, as in `topologySpreadConstraints[0].{topologyKey, whenUnsatisfiable}`.
    if " " in path.partition(".{")[0] or not kind[:1].isupper():
        return ""
    is_vague = value == '""' or value.startswith("{")  # an empty text or a mapping does not say what is wrong
    text = detail if is_vague and detail else f"{kind}: {value}" if value else kind
    return text.replace("`", "") if len(text) <= SHORT else kind


def what_to_write(error: str) -> tuple[str, str]:
    """Advice on an error, a sentence and a space, and the value to write instead; each is "" if unknown.

    >>> what_to_write('env[0]: Unsupported value: "limits.cpus": supported values: "limits.cpu", "limits.memory"')
    ('Did you mean `limits.cpu`? ', 'limits.cpu')
    """
    quoted = _DOUBLE_QUOTED_KEY.search(error)
    if quoted:
        return "Write the key in single quotes. ", f"metadata.{quoted[1]}['{quoted[2]}']"
    dotted = _DOTTED_KEY.search(error)
    if dotted:
        return "Write the key in brackets and single quotes. ", f"metadata.{dotted[1]}['{dotted[2]}']"
    if is_base64_error(error):
        return "A value under `data` must be base64; write plain text under `stringData`. ", ""
    for end, advice in _TYPE_ADVICE.items():
        if error.endswith(end):
            return advice, ""
    if _MAPPINGS_REQUIRED.search(error):
        return "Write a list, with a dash before each entry. ", ""
    if field := only_field(error):
        return f"Write a mapping with the field `{field}: …`. ", ""
    every_key = _EVERY_KEY.search(error)
    if every_key:
        return f"Choose one of the {every_key[1]}: `metadata.{every_key[1]}['<key>']`. ", ""
    if missing := _VOLUME_MISSING.search(error):
        return f"Add a volume `{missing[1]}` under `volumes` of the pod, or correct the name. ", ""
    if error.endswith((WRONG_FORMAT, WRONG_NUMBER, WRONG_SUFFIX)):
        return "Write a number, alone or followed by `m`, `k`, `M`, `G`, `Ki`, `Mi` or `Gi`. ", ""
    value = _nearest_value(error)
    return (f"Did you mean `{value}`? ", value) if value else ("", "")


def _nearest_value(error: str) -> str:
    """The supported value that is nearest to the refused one; "" if none is near."""
    unsupported = _UNSUPPORTED.search(error)
    if unsupported:
        return nearest(unsupported[1], re.findall(r'"([^"]*)"', unsupported[2]))
    field = _FIELD_LABEL.search(error)
    if not field:
        return ""
    parts = split_subscript(field[1])
    if parts is None:  # a field without a key in brackets, such as `spec.nodename`
        last = field[1].rpartition(".")[2].lower()
        matches = [name for name in ENV_FIELDS if name.rpartition(".")[2].lower() == last]
        return matches[0] if len(matches) == 1 else nearest(field[1], ENV_FIELDS)
    path = nearest(parts[0], ("metadata.labels", "metadata.annotations"))
    return f"{path}['{parts[1]}']" if path else ""
