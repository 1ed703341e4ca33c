"""Settings for a control: each server uses its own clock, not the database's."""

from django.utils import timezone

from playground.settings import *  # noqa: F403
from playground.storage import clock

clock.now = timezone.now
