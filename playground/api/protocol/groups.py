"""The group versions of the API; Templates are served in two of them.

Both show the same objects: an object stored through ``v1`` can be read through ``template.openshift.io/v1``, and back.
"""

from __future__ import annotations

from dataclasses import dataclass

from playground.engine import Dialect

RESOURCE = "templates"  # of OPENSHIFT in discovery; an address of CORE may have this name, too
CORE_RESOURCE = "coretemplates"  # of CORE in discovery; `discovery.py` says why
PROCESSED = "processedtemplates"


@dataclass(frozen=True, slots=True)
class Group:
    """A group version, and the dialect in which it processes Templates, if it has Templates."""

    name: str  # "" = core
    version: str
    dialect: Dialect = Dialect.OPENSHIFT

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
GROUPS = (CORE, OPENSHIFT)  # those with Templates
PROJECTS = Group("project.openshift.io", "v1")
USERS = Group("user.openshift.io", "v1")
AUTHENTICATION = Group("authentication.k8s.io", "v1")
AUTHORIZATION = Group("authorization.k8s.io", "v1")
NAMED_GROUPS = (OPENSHIFT, PROJECTS, USERS, AUTHENTICATION, AUTHORIZATION)  # all but the core
