"""Numeric runtimes for bots, one for each backend; all give the same answers to the bit."""
