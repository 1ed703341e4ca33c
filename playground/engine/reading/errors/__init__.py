"""Words for what cannot be read: our own, and those of `oc`."""
