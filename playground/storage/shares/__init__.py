"""Shares: how they are saved, changed, found and purged, and the contents of a Revision."""
