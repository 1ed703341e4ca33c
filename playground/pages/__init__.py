"""The pages of the site: one folder for each place that a visitor knows. A panel is the data of one template."""
