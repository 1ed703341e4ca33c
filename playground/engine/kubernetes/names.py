"""Kubernetes' rules for names and keys. Each function returns Kubernetes' own messages, [] for a valid name.

apimachinery v1.36 ``pkg/util/validation``, ``pkg/api/validate/content``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

LONGEST_NAME = 253  # characters of a DNS subdomain; no name of Kubernetes is longer
LONGEST_LABEL = 63  # characters of one label of a domain name, of a label's value, and of a key after its prefix
_QUALIFIED = r"([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]"
_LABEL = r"[a-z0-9]([-a-z0-9]*[a-z0-9])?"
_LABEL_MESSAGE = (
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', "
    "and must start and end with an alphanumeric character"
)
_SUBDOMAIN = rf"{_LABEL}(\.{_LABEL})*"
_SEARCH_LABEL = "_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?"  # one label of a search domain
_SEARCH = rf"{_SEARCH_LABEL}(\.{_SEARCH_LABEL})*"
_SEARCH_MESSAGE = (
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', "
    "and must start and end with an alphanumeric character"
)
_KEY = r"[-._a-zA-Z0-9]+"
_QUALIFIED_MESSAGE = (
    "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character"
)
_SUBDOMAIN_MESSAGE = (
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', "
    "and must start and end with an alphanumeric character"
)
_LABEL_VALUE_MESSAGE = (
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and"
    " end with an alphanumeric character"
)
_KEY_MESSAGE = "a valid config key must consist of alphanumeric characters, '-', '_' or '.'"
_RELAXED_NAME_MESSAGE = (
    "a valid environment variable name must consist only of printable ASCII characters other than '='"
)
_STRICT_NAME = r"[-._a-zA-Z][-._a-zA-Z0-9]*"
_STRICT_NAME_MESSAGE = (
    "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', "
    "and must not start with a digit"
)
_SERVICE_NAME = "[a-z]([-a-z0-9]*[a-z0-9])?"
_SERVICE_NAME_MESSAGE = (
    "a DNS-1035 label must consist of lower case alphanumeric characters or '-', "
    "start with an alphabetic character, and end with an alphanumeric character"
)
_STRICT_NAME_PATTERN = re.compile(_STRICT_NAME)
_SERVICE_NAME_PATTERN = re.compile(_SERVICE_NAME)
_QUALIFIED_PATTERN = re.compile(_QUALIFIED)
_KEY_PATTERN = re.compile(_KEY)
_LABEL_PATTERN = re.compile(r"[a-z0-9](?:[-a-z0-9]*[a-z0-9])?")  # one label at a time: linear on every input
_SEARCH_PATTERN = re.compile(r"_?[a-z0-9](?:[-_a-z0-9]*[a-z0-9])?")
# Nearly every name passes one of the four functions `_is_good_…` below, and then needs no further checks.
_SHORT_LABEL = r"[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?"
# At most three labels, so that the name cannot be longer than LONGEST_NAME.
_SHORT_SUBDOMAIN = rf"{_SHORT_LABEL}(?:\.{_SHORT_LABEL}){{0,2}}"
_SHORT_VALUE = r"[A-Za-z0-9](?:[-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?"
_is_good_label = re.compile(_SHORT_LABEL).fullmatch
_is_good_subdomain = re.compile(_SHORT_SUBDOMAIN).fullmatch
_is_good_value = re.compile(_SHORT_VALUE).fullmatch
_is_good_key = re.compile(rf"{_SHORT_VALUE}|{_SHORT_SUBDOMAIN}/{_SHORT_VALUE}").fullmatch


def env_name_errors(name: str, *, relaxed: bool = True) -> list[str]:
    """For a variable's name or an ``envFrom`` prefix: any printable ASCII but `=`, or a strict name before v1.32."""
    if not relaxed:
        return strict_env_name_errors(name)
    if not name:
        return ["environment variable name must be non-empty"]
    return [] if name.isascii() and name.isprintable() and "=" not in name else [_RELAXED_NAME_MESSAGE]


def strict_env_name_errors(name: str) -> list[str]:
    """For a variable's name before v1.32, and before v1.30 for the variables that ``envFrom`` makes."""
    errors = []
    if not _STRICT_NAME_PATTERN.fullmatch(name):
        errors.append(_pattern_error(_STRICT_NAME_MESSAGE, _STRICT_NAME, ("my.env-name", "MY_ENV.NAME", "MyEnvName1")))
    return errors + _directory_errors(name)


def config_key_errors(key: str) -> list[str]:
    """For a key of a ConfigMap or Secret."""
    errors = [_too_long(LONGEST_NAME)] if _byte_count(key) > LONGEST_NAME else []
    if not _KEY_PATTERN.fullmatch(key):
        errors.append(_pattern_error(_KEY_MESSAGE, _KEY, ("key.name", "KEY_NAME", "key-name")))
    return errors + _directory_errors(key)


def _directory_errors(name: str) -> list[str]:
    """For a name that may become the name of a file."""
    if name in (".", ".."):
        return [f"must not be '{name}'"]
    return ["must not start with '..'"] if name.startswith("..") else []


def service_name_errors(name: str) -> list[str]:
    """For a Service's name before v1.36: an RFC 1035 label, which starts with a letter."""
    errors = [_too_long(LONGEST_LABEL)] if _byte_count(name) > LONGEST_LABEL else []
    if not _SERVICE_NAME_PATTERN.fullmatch(name):
        errors.append(_pattern_error(_SERVICE_NAME_MESSAGE, _SERVICE_NAME, ("my-name", "abc-123")))
    return errors


def label_errors(name: str) -> list[str]:
    """For the name of a container or volume: an RFC 1123 label."""
    if _is_good_label(name):
        return []
    errors = [_too_long(LONGEST_LABEL)] if _byte_count(name) > LONGEST_LABEL else []
    if _LABEL_PATTERN.fullmatch(name):
        return errors
    is_subdomain = all(_LABEL_PATTERN.fullmatch(label) for label in name.split("."))
    if is_subdomain:
        return [*errors, "must not contain dots"]
    return [*errors, _pattern_error(_LABEL_MESSAGE, _LABEL, ("my-name", "123-abc"))]


def prefix_errors(name: str) -> list[str]:
    """For the name in a `configMapRef` or `secretRef`. Kubernetes checks it as a prefix of names: it may end in `-`."""
    if len(name) > 1 and name.endswith("-"):
        name = f"{name[:-2]}a"  # Kubernetes puts a letter in place of the last two characters, too
    return subdomain_errors(name)


def subdomain_errors(name: str) -> list[str]:
    """For the name of a ConfigMap or Secret, and the prefix of a qualified name."""
    if _is_good_subdomain(name):
        return []
    return _subdomain_errors(name, "characters")


def _subdomain_errors(name: str, unit: str) -> list[str]:
    errors = [_too_long(LONGEST_NAME, unit)] if _byte_count(name) > LONGEST_NAME else []
    if not all(_LABEL_PATTERN.fullmatch(label) for label in name.split(".")):
        errors.append(_pattern_error(_SUBDOMAIN_MESSAGE, _SUBDOMAIN, ("example.com",)))
    return errors


def search_domain_errors(name: str, *, relaxed: bool) -> list[str]:
    """For a search domain of `dnsConfig`; ``relaxed``: it may have underscores, or be a dot."""
    domain = name.removesuffix(".")
    if not relaxed:
        return subdomain_errors(domain)
    if name == ".":
        return []
    errors = [_too_long(LONGEST_NAME)] if _byte_count(domain) > LONGEST_NAME else []
    if not all(_SEARCH_PATTERN.fullmatch(label) for label in domain.split(".")):
        errors.append(_pattern_error(_SEARCH_MESSAGE, _SEARCH, ("example.com",)))
    return errors


def qualified_name_errors(name: str) -> list[str]:
    """For the key of a label or annotation."""
    if _is_good_key(name):
        return []
    if name.count("/") > 1:
        allowed = "with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')"
        return [f"a valid label key {_qualified_error()} {allowed}"]
    prefix, slash, local = name.rpartition("/")
    errors = []
    if slash and not prefix:
        errors.append("prefix part must be non-empty")
    elif slash:
        errors += [f"prefix part {error}" for error in _subdomain_errors(prefix, "bytes")]
    if not local:
        errors.append("name part must be non-empty")
    elif _byte_count(local) > LONGEST_LABEL:
        errors.append(f"name part {_too_long(LONGEST_LABEL, 'bytes')}")
    if not _QUALIFIED_PATTERN.fullmatch(local):
        errors.append(f"name part {_qualified_error()}")
    return errors


def _qualified_error() -> str:
    return _pattern_error(_QUALIFIED_MESSAGE, _QUALIFIED, ("MyName", "my.name", "123-abc"))


def label_value_errors(value: str) -> list[str]:
    """For the value of a label."""
    if _is_good_value(value):
        return []
    errors = [_too_long(LONGEST_LABEL, "bytes")] if _byte_count(value) > LONGEST_LABEL else []
    if value and not _QUALIFIED_PATTERN.fullmatch(value):
        errors.append(_pattern_error(_LABEL_VALUE_MESSAGE, rf"({_QUALIFIED})?", ("MyValue", "my_value", "12345")))
    return errors


def _byte_count(name: str) -> int:
    """The length in bytes."""
    return len(name.encode("utf-8", "surrogatepass"))


def _too_long(limit: int, unit: str = "characters") -> str:
    """The API server counts bytes in all names, but says so only of the keys and values of labels."""
    return f"must be no more than {limit} {unit}"


def _pattern_error(message: str, pattern: str, examples: Sequence[str]) -> str:
    quoted = " or ".join(f"'{example}', " for example in examples)
    return f"{message} (e.g. {quoted}regex used for validation is '{pattern}')"
