"""What each fragment shows, as data: an Evaluation and a Draft become frozen panels, and nothing is decided here."""
