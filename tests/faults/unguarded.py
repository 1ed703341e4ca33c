"""The real settings without our answer for a database that does not: what must not be."""

from playground.settings import *  # noqa: F403
from playground.settings import MIDDLEWARE

MIDDLEWARE.remove("playground.middleware.WithoutDatabase")
