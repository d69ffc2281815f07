"""A game being played: the table, its history, and what each seat may see of it."""
