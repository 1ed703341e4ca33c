"""The two group versions in which Templates are served.

Both show the same objects: an object stored through ``v1`` can be read through ``template.openshift.io/v1``, and back.
"""

from __future__ import annotations

from dataclasses import dataclass

from playground.engine import Dialect

RESOURCE = "templates"
CORE_RESOURCE = "coretemplates"
PROCESSED = "processedtemplates"


@dataclass(frozen=True, slots=True)
class Group:
    """A group version, and the dialect in which it processes Templates."""

    name: str  # "" = core
    version: str
    dialect: Dialect

    @property
    def api_version(self) -> str:
        """The ``apiVersion`` of the group's objects."""
        return f"{self.name}/{self.version}" if self.name else self.version

    @property
    def path(self) -> str:
        """The first part of the group's URLs, without slashes around it."""
        return f"apis/{self.api_version}" if self.name else f"api/{self.version}"

    def qualified(self, noun: str) -> str:
        """The name of a resource or a kind in messages: ``templates.template.openshift.io``."""
        return f"{noun}.{self.name}" if self.name else noun


OPENSHIFT = Group("template.openshift.io", "v1", Dialect.OPENSHIFT)
CORE = Group("", "v1", Dialect.PROPOSAL)
GROUPS = (CORE, OPENSHIFT)
