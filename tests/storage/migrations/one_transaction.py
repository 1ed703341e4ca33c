"""Settings for a control: a migration updates all rows in one transaction."""

from importlib import import_module

from playground.settings import *  # noqa: F403

import_module("playground.storage.migrations.0005_first_shares").Migration.atomic = True
