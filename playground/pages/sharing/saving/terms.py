"""The terms of a Share: the values that its author agreed to store besides the text, and for how long."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.http import QueryDict

from playground.storage.shares.contents import Contents
from playground.storage.shares.expiry import Expiry

_EXPIRIES = {"day": Expiry.DAY, "month": Expiry.MONTH, "year": Expiry.YEAR, "never": Expiry.NEVER}
DEFAULT = "month"


@dataclass(frozen=True, slots=True)
class Terms:
    """The values that are stored besides the text, and for how long; ``expiry`` is a key of _EXPIRIES."""

    expiry: str = DEFAULT
    values: bool = True  # values and expressions of Parameters are stored
    assumed: bool = True  # assumed variables and facts are stored

    @property
    def lifetime(self) -> Expiry:
        """The lifetime of the Share."""
        return _EXPIRIES[self.expiry]

    def cut(self, contents: Contents) -> Contents:
        """``contents``, less the values that the sender did not agree to store."""
        if not self.values:
            contents = replace(contents, values={}, expressions={}, sets={})
        return contents if self.assumed else replace(contents, assumed={}, cluster={})


def read_terms(data: QueryDict) -> Terms:
    """The terms in a form; the defaults if the form does not ask for them (it has no field `terms`).

    An unchecked check box sends nothing, hence the separate field.
    """
    expiry = data.get("expiry", DEFAULT)
    has_terms = "terms" in data
    return Terms(
        expiry=expiry if expiry in _EXPIRIES else DEFAULT,
        values=not has_terms or "share-values" in data,
        assumed=not has_terms or "share-assumed" in data,
    )
