"""The site's URLs, in a process that waits 60 s for the database's count of previews, also on a busy machine."""

from playground.urls import *  # noqa: F403
from playground.web import client_rates

client_rates._PATIENCE = 60
