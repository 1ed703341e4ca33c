"""The site's URLs, in a process that waits for the count of a preview: a busy machine is no reason to count alone."""

from playground.urls import *  # noqa: F403
from playground.web import client_rates

client_rates._PATIENCE = 60
