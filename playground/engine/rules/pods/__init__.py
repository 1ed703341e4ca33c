"""Rules about pods: their fields, names, kinds and what the API server refuses."""
