"""Settings with which all rows are completed in one transaction: what must not be."""

from importlib import import_module

from playground.settings import *  # noqa: F403

import_module("playground.migrations.0005_first_shares").Migration.atomic = True
