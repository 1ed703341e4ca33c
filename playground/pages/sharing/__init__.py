"""Shares on the page: storing, showing, changing and listing them."""
