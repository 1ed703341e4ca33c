"""Pages and partials: one file per noun; panels shape an Evaluation for a fragment."""
