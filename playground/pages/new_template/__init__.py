"""The view that makes a Template of the plain Objects on the page."""
