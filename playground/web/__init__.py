"""What the page and the API share of a request: clients, limits, Status objects, assets."""
