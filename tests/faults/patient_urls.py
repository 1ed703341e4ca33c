"""The site's URLs, in a process that waits for whoever counts: a busy machine is no reason to count alone."""

from playground.rates import in_redis, permits
from playground.urls import *  # noqa: F403

in_redis._TIMEOUT = permits._TIMEOUT = 60
