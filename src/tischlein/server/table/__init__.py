"""One live table: its state, and everything that changes it."""
