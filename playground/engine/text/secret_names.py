"""Which names say that a value is secret. Three questions, each stricter than the one before: errors cost more."""

from __future__ import annotations

import re
from typing import Final

_MASKED: Final = re.compile(
    r"PASSW|PASSPHRASE|SECRET|TOKEN|CREDENTIAL|JWT|BEARER"  # anywhere in the name
    r"|(?:KEYS?|PWD|PASS|PRIVATE)(?:$|[^A-Z])"  # where no letter follows
    # as a word of its own: no letter precedes or follows, or a capital begins the word, as in `basicAuth`
    r"|(?:(?<![A-Z])|(?-i:(?<=[a-z])(?=[A-Z])))(?:PW|PIN|AUTH|CERTS?|DSN)(?:$|[^A-Z])"
    # a URL that usually holds a password
    r"|(?:DATABASE|DB|MONGO|MONGODB|REDIS|POSTGRES|POSTGRESQL|MYSQL|AMQP|BROKER)_?UR[IL]",
    re.IGNORECASE,
)
_REPLACED: Final = re.compile(r"PASSW|PASSPHRASE|_PWD\Z|SECRET|TOKEN|API[_-]?KEY|CREDENTIAL", re.IGNORECASE)
_ABOUT_A_SECRET: Final = re.compile(r"_(?:FILE|PATH|NAME|URL)\Z", re.IGNORECASE)
_REPORTED: Final = re.compile(r"(?:PASSWORD|PASSWD|PASSPHRASE|_PWD|TOKEN|API[_-]?KEY)\Z", re.IGNORECASE | re.ASCII)


def looks_secret(name: str) -> bool:
    """Whether the value of this Parameter or variable is masked, and left out of a Share.

    A doubtful name counts as a secret's, because a mask costs little: MONKEY does, because it ends in KEY.

    >>> [name for name in ("DB_PASSWORD", "apiToken", "accessKey", "KEYBOARD", "COMPASSION") if looks_secret(name)]
    ['DB_PASSWORD', 'apiToken', 'accessKey']
    """
    return _MASKED.search(name) is not None


def is_secret_name(name: str) -> bool:
    """Whether a Parameter is suggested that generates the value of this variable or key.

    The author sees the suggestion, and may refuse it. The file, address or name of a secret is not generated.

    >>> [name for name in ("DB_PASSWORD", "TOKEN_FILE", "apiKey", "USER", "SECRET_NAME") if is_secret_name(name)]
    ['DB_PASSWORD', 'apiKey']
    """
    return _REPLACED.search(name) is not None and _ABOUT_A_SECRET.search(name) is None


def is_surely_secret(name: str) -> bool:
    """Whether a value under this name is reported as a secret in plain text.

    A false report is noise. The value of `…_SECRET` or `…_KEY` is often the name of a Secret, so these do not count.

    >>> [name for name in ("DB_PASSWORD", "apiToken", "HTTPS_SECRET", "TOKENIZER") if is_surely_secret(name)]
    ['DB_PASSWORD', 'apiToken']
    """
    return _REPORTED.search(name) is not None
