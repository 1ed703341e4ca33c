"""What the rules suggest: a module for each subject."""
