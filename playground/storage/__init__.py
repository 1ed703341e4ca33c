"""Shares and the Workspaces that own them: created, found, changed and deleted, for the page and the API alike."""
