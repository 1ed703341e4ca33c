"""The terms of a Share: what is stored beside the text, and for how long."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.http import QueryDict

from playground.shares.contents import Contents
from playground.shares.making import Expiry

_EXPIRIES = {"day": Expiry.DAY, "month": Expiry.MONTH, "year": Expiry.YEAR, "never": Expiry.NEVER}
DEFAULT = "month"
_DIGITS = 6


@dataclass(frozen=True, slots=True)
class Terms:
    """What the sender agreed to; ``expiry`` is one of the words of the form."""

    expiry: str = DEFAULT
    values: bool = True  # values and expressions of Parameters are stored
    assumed: bool = True  # what was assumed of the environment is stored

    @property
    def lifetime(self) -> Expiry:
        """How long what is shared lives."""
        return _EXPIRIES[self.expiry]

    def cut(self, contents: Contents) -> Contents:
        """``contents`` without what was not to be stored."""
        if not self.values:
            contents = replace(contents, values={}, expressions={})
        return contents if self.assumed else replace(contents, assumed={})


def revision_number(text: str) -> int:
    """The number of a Revision as a form or an address says it; 0, which none has, for any other text."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _DIGITS else 0


def read_terms(data: QueryDict) -> Terms:
    """The terms in a form; a form that does not ask (it has no field `terms`) agrees to the default ones.

    A check box that is off sends nothing, hence the field beside it.
    """
    expiry = data.get("expiry", DEFAULT)
    asked = "terms" in data
    return Terms(
        expiry=expiry if expiry in _EXPIRIES else DEFAULT,
        values=not asked or "share-values" in data,
        assumed=not asked or "share-assumed" in data,
    )
