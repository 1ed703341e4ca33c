"""Which names surely hold a secret; the form masks them, a share leaves them out, a rule asks for their strength."""

from __future__ import annotations

import re

_SECRET = re.compile(r"PASSW|PASSPHRASE|SECRET|TOKEN|CREDENTIAL|(?:KEYS?|PWD|PASS|PRIVATE)(?:$|[^A-Z])", re.IGNORECASE)


def looks_secret(name: str) -> bool:
    """Whether a Parameter or variable of this name surely holds a secret.

    A name too many is masked rather than one too few: MONKEY counts as a key.

    >>> [name for name in ("DB_PASSWORD", "apiToken", "accessKey", "KEYBOARD", "COMPASSION") if looks_secret(name)]
    ['DB_PASSWORD', 'apiToken', 'accessKey']
    """
    return _SECRET.search(name) is not None
