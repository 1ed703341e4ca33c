"""Pages and partials: one module per noun; ``panels`` turns an Evaluation into the data of a fragment."""
