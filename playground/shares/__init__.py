"""The life of Shares and of the Workspaces that own them, for the page and the API alike."""
