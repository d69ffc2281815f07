"""Play at a table: decisions, undo, clocks, bots and advice."""
