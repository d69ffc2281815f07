"""Exact solutions of tiny games, for tests and for ``python -m bench bots|coach``; not part of the package."""
