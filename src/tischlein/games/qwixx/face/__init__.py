"""What people, records and programs see of the game: words, positions, views, events."""
