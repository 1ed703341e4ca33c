"""What the API server's error messages mean for a person: why, and what to write instead.

The words are those of apimachinery's ``field.Error`` and of ``ConvertDownwardAPIFieldLabel`` (Kubernetes v1.36).
"""

from __future__ import annotations

import re

from playground.engine.kubernetes.fieldpaths import ENV_FIELDS, subscripted
from playground.engine.kubernetes.quantity import WRONG_FORMAT, WRONG_NUMBER, WRONG_SUFFIX
from playground.engine.text.nearest import nearest

SHORT = 100  # characters of the server's words that fit into a message
NO_ENTRIES, NO_ENTRY = "of type []v1.EnvVar", "of type v1.EnvVar"
_NO_LIST = {
    "of type []string": "Write a list: one word each, as in `[sh, -c, 'date']`. ",
    NO_ENTRIES: "Write a list of entries, each with `name` and `value`. ",
    NO_ENTRY: "Write an entry with `name` and `value`. ",
    "of type []v1.Container": "Write a list: a dash before each container. ",
}
_LIST_OF_MAPPINGS = re.compile(r"cannot unmarshal object into .* of type \[\]v1\.\w+\Z")
_NO_MAPPING = re.compile(r"cannot unmarshal (?:string|number) into .* of type v1\.(\w+)\Z")
_ONLY_FIELD = {  # of a type that people write as just that field's value
    "SecretEnvSource": "name",
    "ConfigMapEnvSource": "name",
    "LocalObjectReference": "name",
    "ContainerPort": "containerPort",
    "ServicePort": "port",
    "ObjectFieldSelector": "fieldPath",
    "ResourceFieldSelector": "resource",
}
_NO_VOLUME = re.compile(r'\.volumeMounts\[\d+\]\.name: Not found: "([^"\\]+)"\Z')
_DOTTED_KEY = re.compile(r'Invalid value: "metadata\.(labels|annotations)(?:\.|\[)([\w./-]+)\]?"', re.ASCII)
_DOUBLE_QUOTED_KEY = re.compile(r'Invalid value: "metadata\.(labels|annotations)\[\\"([^"\\\']+)\\"\]"')
_NO_BASE64 = re.compile(r"^Secret in version .* illegal base64 data at input byte \d+\Z")
_EVERY_KEY = re.compile(r'Unsupported value: "metadata\.(labels|annotations)"')
_UNSUPPORTED = re.compile(r'Unsupported value: "([^"\\]*)": supported values: (.*)\Z', re.DOTALL)
_FIELD_LABEL = re.compile(r"fieldPath: field label (?:not supported|does not support subscript): (.*)\Z")


def is_no_base64(error: str) -> bool:
    """Whether the error is about text in a Secret's ``data``, which must be base64."""
    return bool(_NO_BASE64.search(error))


def only_field(error: str) -> str:
    """The field of a mapping whose value was written in place of the mapping; "" for other errors."""
    match = _NO_MAPPING.search(error)
    return _ONLY_FIELD.get(match[1], "") if match else ""


def reason(error: str) -> str:
    """The middle of a field error (`path: Type: bad value: detail`); "" if it has another form."""
    path, _, rest = error.partition(": ")
    kind, _, rest = rest.partition(": ")
    value, _, detail = rest.partition(": ")
    if " " in path or not kind[:1].isupper():
        return ""
    why = detail if value == '""' and detail else f"{kind}: {value}" if value else kind
    return why.replace("`", "") if len(why) <= SHORT else kind


def what_to_write(error: str) -> tuple[str, str]:
    """Advice, as a sentence and a space, and the value to write instead; "" if unknown.

    >>> what_to_write('env[0]: Unsupported value: "limits.cpus": supported values: "limits.cpu", "limits.memory"')
    ('Did you mean `limits.cpu`? ', 'limits.cpu')
    """
    quoted = _DOUBLE_QUOTED_KEY.search(error)
    if quoted:
        return "A key stands in single quotes. ", f"metadata.{quoted[1]}['{quoted[2]}']"
    dotted = _DOTTED_KEY.search(error)
    if dotted:
        return "A key stands in brackets and single quotes. ", f"metadata.{dotted[1]}['{dotted[2]}']"
    if is_no_base64(error):
        return "What stands under `data` must be base64; `stringData` takes text as it is. ", ""
    for end, do in _NO_LIST.items():
        if error.endswith(end):
            return do, ""
    if _LIST_OF_MAPPINGS.search(error):
        return "Write a list: a dash before each entry. ", ""
    if field := only_field(error):
        return f"It has fields of its own: write `{field}: …` below it. ", ""
    every_key = _EVERY_KEY.search(error)
    if every_key:
        return f"Name one of them: `metadata.{every_key[1]}['<key>']`. ", ""
    if missing := _NO_VOLUME.search(error):
        return f"Add a volume `{missing[1]}` under `volumes` of the pod, or mend the name. ", ""
    if error.endswith((WRONG_FORMAT, WRONG_NUMBER, WRONG_SUFFIX)):
        return "Write a number and one of `m`, `k`, `M`, `G`, `Ki`, `Mi`, `Gi`. ", ""
    meant = _meant(error)
    return (f"Did you mean `{meant}`? ", meant) if meant else ("", "")


def _meant(error: str) -> str:
    """The supported value that was probably meant; "" if none is near."""
    unsupported = _UNSUPPORTED.search(error)
    if unsupported:
        return nearest(unsupported[1], re.findall(r'"([^"]*)"', unsupported[2]))
    field = _FIELD_LABEL.search(error)
    if not field:
        return ""
    parts = subscripted(field[1])
    if parts is None:
        last = field[1].rpartition(".")[2].lower()
        same = [name for name in ENV_FIELDS if name.rpartition(".")[2].lower() == last]
        return same[0] if len(same) == 1 else nearest(field[1], ENV_FIELDS)
    path = nearest(parts[0], ("metadata.labels", "metadata.annotations"))
    return f"{path}['{parts[1]}']" if path else ""
