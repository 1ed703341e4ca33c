"""Strict parsing of environment variables: an unreadable value stops the start with a message that says why.

``NAME_FILE`` may name a file with the value of the variable ``NAME``, as secrets are mounted.
"""

from __future__ import annotations

import os
import secrets
import tempfile
from collections.abc import Mapping
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

_SWITCHES = {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False, "off": False}
_KEY_CHARACTERS = 50  # as in Django's own check, which also requires _KEY_VARIETY different characters
_KEY_VARIETY = 5
_PLACEHOLDER_PREFIX = "django-insecure-"  # of the key that `startproject` writes


def text(environment: Mapping[str, str], name: str, default: str = "") -> str:
    """The variable ``name``, or the content of the file ``name_FILE``, or ``default``; empty counts as unset.

    >>> text({"TITLE": "Mine"}, "TITLE")
    'Mine'
    """
    path = environment.get(f"{name}_FILE", "")
    value = environment.get(name, "")
    if not path:
        return value or default
    if value:
        raise ImproperlyConfigured(f"{name} and {name}_FILE are both set; set one of them.")
    try:
        content = Path(path).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ImproperlyConfigured(f"{name}_FILE names a file that cannot be read: {path}") from error
    if not content:
        raise ImproperlyConfigured(f"{name}_FILE names an empty file: {path}")
    return content


def switch(environment: Mapping[str, str], name: str) -> bool:
    """The variable ``name`` as a boolean, False if it is unset. Refuses any word that is not in _SWITCHES."""
    value = text(environment, name)
    if not value:
        return False
    if value.lower() not in _SWITCHES:
        raise ImproperlyConfigured(f"{name} is {value!r}; write one of {', '.join(_SWITCHES)}.")
    return _SWITCHES[value.lower()]


def number(environment: Mapping[str, str], name: str, default: int) -> int:
    """The variable ``name`` as a whole number that is not negative."""
    value = text(environment, name)
    if not value:
        return default
    if not (value.isascii() and value.isdigit()):
        raise ImproperlyConfigured(f"{name} is {value!r}; write a whole number.")
    return int(value)


def comma_list(environment: Mapping[str, str], name: str) -> list[str]:
    """The variable ``name`` as a list, separated by commas."""
    return [word.strip() for word in text(environment, name).split(",") if word.strip()]


def lower_limits(environment: Mapping[str, str], name: str, highest: Mapping[str, int]) -> dict[str, int]:
    """The variable ``name`` as numbers by name, `depth=100,documents=50`, each at most its number in ``highest``.

    >>> lower_limits({"LIMITS": "depth=100"}, "LIMITS", {"depth": 200})
    {'depth': 100}
    """
    limits = {}
    for word in comma_list(environment, name):
        limit, _, value = word.partition("=")
        if limit not in highest:
            raise ImproperlyConfigured(f"{name} names {limit!r}; it may name {', '.join(highest)}.")
        if not (value.isascii() and value.isdigit()) or not 0 < int(value) <= highest[limit]:
            raise ImproperlyConfigured(f"{name} has {word!r}; write a number from 1 to {highest[limit]}.")
        limits[limit] = int(value)
    return limits


def secret_key(configured_key: str, path: Path) -> str:
    """``configured_key``, or the key in the file ``path``, which the first start creates for its owner only.

    Several processes may start at once: the file is created atomically, and all of them read the same key.
    """
    if configured_key:
        if len(configured_key) < _KEY_CHARACTERS:
            raise ImproperlyConfigured(
                f"SECRET_KEY has {len(configured_key)} characters; it needs at least {_KEY_CHARACTERS}."
            )
        if len(set(configured_key)) < _KEY_VARIETY or configured_key.startswith(_PLACEHOLDER_PREFIX):
            raise ImproperlyConfigured("SECRET_KEY is a placeholder; make it of random characters.")
        return configured_key
    try:
        if not path.exists():
            _write_key(path)
        return path.read_text(encoding="ascii").strip()
    except OSError as error:
        raise ImproperlyConfigured(f"SECRET_KEY is not set and none can be kept in {path}: {error.strerror}") from error


def _write_key(path: Path) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent)  # mkstemp makes it readable by its owner only
    draft = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(64))
        path.hardlink_to(draft)
    except FileExistsError:
        pass  # another process was first; all use its key
    finally:
        draft.unlink()
