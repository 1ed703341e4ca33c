"""Any number of malicious requests: mutations of the families' texts from a seeded random generator."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from random import Random
from urllib.parse import urlencode

from tests.hostile.families import FAMILIES
from tests.nightly.fuzz.seeds import WORDS

_TEXTS = tuple(text for family in FAMILIES for text in family.texts)
_SHORT, _LONG = 3_000, 200_000  # longest texts, in characters; every fiftieth text may be long
_PROCESSED = "/apis/template.openshift.io/v1/namespaces/any/processedtemplates"


@dataclass(frozen=True, slots=True)
class Sent:
    """A request, as it is sent."""

    address: str
    media: str = ""
    body: bytes = b""
    method: str = "POST"


def hostile(number: int) -> bytes:
    """The text with this ``number``, always the same, encoded as UTF-8 or damaged."""
    chance = Random(number)
    most = _LONG if number % 50 == 0 else _SHORT
    start = chance.choice((0, 0, chance.randrange(1_000)))
    text = changed(chance, chance.choice(_TEXTS)[start : start + most])[:most].encode(errors="surrogatepass")
    if number % 10:
        return text
    where = chance.randrange(len(text) + 1)
    return text[:where] + chance.randbytes(chance.randrange(1, 5)) + text[where:]


def changed(chance: Random, text: str) -> str:
    """``text`` with insertions, pieces of other texts, repetitions or deletions."""
    for _ in range(chance.randrange(1, 6)):
        start = chance.randrange(len(text) + 1)
        end = start + chance.choice((0, chance.randrange(40)))
        other_text = chance.choice(_TEXTS)
        where = chance.randrange(min(len(other_text), _SHORT))
        piece = (
            str(chance.choice(WORDS)),
            other_text[where : where + chance.randrange(200)],
            text[start:end] * chance.randrange(20),
            chr(chance.randrange(0x110000)),
            "",
        )
        text = text[:start] + chance.choice(piece) + text[end:]
    return text


def by_the_page(cookie: str) -> Iterator[Sent]:
    """Forms, as a browser with this ``cookie`` sends them."""
    for number in count():
        fields = {"csrfmiddlewaretoken": cookie, "source": hostile(number)}
        if number % 3 == 0:
            fields["dialect"] = ("openshift", "proposal", hostile(number + 1)[:200])[number % 9 // 3]
        address = ("/evaluate", "/", "/download", "/share", "/chart", "/kustomize")[number % 6]
        yield Sent(address, "application/x-www-form-urlencoded", urlencode(fields).encode())


def by_the_api(media: str) -> Iterator[Sent]:
    """Bodies: a hostile text itself, JSON that contains the text (a Template or `text`), and such JSON with changes."""
    for number in count():
        text = hostile(number).decode(errors="replace")
        parameters = [{"name": "A", "value": text, "generate": text[:20], "from": text[:500]}]
        objects = [{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "${A}" * 3}, text[:900]: ["${A}", text]}]
        template = {"kind": "Template", "apiVersion": "v1", "parameters": parameters, "objects": objects}
        whole = json.dumps(template if number % 8 < 4 else {"text": text})
        bodies = (hostile(number), whole.encode(), changed(Random(number), whole).encode(errors="surrogatepass"))
        yield Sent(_PROCESSED if number % 8 < 4 else "/api/evaluate", media, bodies[number % 3])
