"""The parts of request handling that the page and the API share: clients, limits, Status objects, assets."""
