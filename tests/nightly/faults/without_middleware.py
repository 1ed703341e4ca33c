"""Settings for a control: no middleware that answers 503 and 507 for database errors."""

from playground.settings import *  # noqa: F403
from playground.settings import MIDDLEWARE

MIDDLEWARE.remove("playground.site.middleware.Refusals")
