"""How people, records and programs see the game: texts, positions, views, events."""
