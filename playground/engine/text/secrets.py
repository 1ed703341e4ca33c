"""Recognises secrets by their text, whatever they are called; and finds them in a text that writes them otherwise."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterator
from urllib.parse import quote

SECRET_BITS = 64  # of entropy; a secret with fewer can be guessed offline

# How the tokens of GitHub, GitLab, Stripe, DigitalOcean, PyPI and Slack begin.
_TOKENS = (
    "gho_",
    "ghp_",
    "ghs_",
    "ghu_",
    "ghr_",
    "github_pat_",
    "glpat-",
    "sk_live_",
    "rk_live_",
    "dop_v1_",
    "pypi-AgEIcHlwaS5vcmc",  # the part that all tokens of pypi.org share
    *(f"xox{letter}-" for letter in "abeoprs"),
)
# A text with any of these tokens contains one of these words. The tokens of Slack share the word `xox`, and those of
# Stripe `k_live_`.
_TOKEN_WORDS = (
    "xox",
    "k_live_",
    *(token for token in _TOKENS if not token.startswith("xox") and "k_live_" not in token),
)
# Words, and a pattern. To search for the words is a hundred times as fast, so the pattern only searches a text that has
# one of them. Each pattern begins with its word, so the search stops only where the word is: the time is linear.
_SECRET_TEXTS = tuple(
    (words, re.compile(pattern))
    for words, pattern in (
        (("-----BEGIN ",), r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY"),
        (("AKIA", "ASIA"), r"(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])"),  # an access key of AWS
        (("eyJ",), r"(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]"),  # a JSON Web Token
        (_TOKEN_WORDS, rf"(?<![A-Za-z0-9_-])(?:{'|'.join(_TOKENS)})[A-Za-z0-9_-]{{16}}"),
        # ordinary words begin like these (`npm_config_registry`), so the length decides
        (("npm_",), r"(?<![A-Za-z0-9_-])npm_[A-Za-z0-9]{36}(?![A-Za-z0-9_-])"),
        (("AIza",), r"(?<![A-Za-z0-9_-])AIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])"),  # an API key of Google
        (("hvs.",), r"(?<![A-Za-z0-9_.-])hvs\.[A-Za-z0-9_-]{24}"),  # a token of Vault
        (("SG.",), r"(?<![A-Za-z0-9_.-])SG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}"),  # an API key of SendGrid
        # a password in an address, not a reference to one
        (("://",), r"://[^\s/?#:@]*:(?!\$[({]+[^\s(){}@]*[)}]+@)[^\s/?#@]+@"),
    )
)

_PASSWORD = re.compile(r"://[^\s/?#:@]*:(?!\$[({]+[^\s(){}@]*[)}]+@)([^\s/?#@]+)@")  # its group, in an address
_SHORTEST = 13  # characters of a secret; only an address with a password may have fewer
_SHORT = 256  # characters; a longer text is searched faster for one word after the other than for _ANY_WORD
# Any of the words. For an address, `://` is not enough: most addresses hold no password, and so have no `@`.
_ANY_WORD = re.compile(
    "|".join(re.escape(word) for words, _ in _SECRET_TEXTS for word in words).replace("://", r"://[^\s/?#]*@")
)


def passwords_in(text: str) -> Iterator[tuple[int, int]]:
    """Start and end of each password in an address in ``text``; references are none.

    >>> text = "postgres://shop:hunter2@db/shop"
    >>> [text[start:end] for start, end in passwords_in(text)]
    ['hunter2']
    """
    return (match.span(1) for match in _PASSWORD.finditer(text))


def writings_of(secret: str) -> Iterator[str]:
    """How a text may hold ``secret``: as it is; escaped as in JSON, YAML or an address; in base64, alone or inside.

    >>> list(writings_of("it's me"))
    ["it's me", "it''s me", 'it%27s%20me', 'aXQncyBtZ', 'l0J3MgbW', 'pdCdzIG1l']
    """
    forms = (secret, json.dumps(secret)[1:-1], json.dumps(secret, ensure_ascii=False)[1:-1], secret.replace("'", "''"))
    content = secret.encode("utf-8", "replace")
    yield from dict.fromkeys((*forms, quote(content, safe="")))
    for before in range(3):  # three bytes are four characters: in a longer text, those at the ends have other bits, too
        encoded = b64encode(bytes(before) + content).decode()
        yield encoded[(before * 8 + 5) // 6 : (before + len(content)) * 8 // 6]


def holds_secret(text: str) -> bool:
    """Whether ``text`` contains a secret, whatever its name: a private key, a token, a password in a URL.

    >>> holds_secret("postgres://shop:hunter2@db/shop"), holds_secret("https://shop.example:8443/login")
    (True, False)
    >>> holds_secret("postgres://shop:$(PASSWORD)@db"), holds_secret("postgres://shop:${PASSWORD}@db")
    (False, False)
    """
    if len(text) < _SHORTEST and "://" not in text:
        return False
    if len(text) <= _SHORT and not _ANY_WORD.search(text):
        return False
    return any(any(word in text for word in words) and pattern.search(text) for words, pattern in _SECRET_TEXTS)
