"""People who have played together, and their groups."""
