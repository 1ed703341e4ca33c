"""The Django app: Shares and the Workspaces that own them, counted requests, backups."""
