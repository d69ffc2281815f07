"""A real browser for tests, and what is looked at and heard in it."""
