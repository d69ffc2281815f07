"""Bots in the page: rules of thumb; thinking ahead is compiled."""
