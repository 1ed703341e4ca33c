"""Shares: how they are saved, changed, found and purged, and what a Revision holds."""
