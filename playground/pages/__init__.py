"""The pages of the site: one folder for each place that a visitor knows; panels are the data of fragments."""
