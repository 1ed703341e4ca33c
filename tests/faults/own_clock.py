"""Settings for a control: each server uses its own clock, not the database's."""

from django.utils import timezone

from playground import clock
from playground.settings import *  # noqa: F403

clock.now = timezone.now
