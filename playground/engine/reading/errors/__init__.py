"""Error messages for text that cannot be read: the Playground's own, and those of `oc`."""
