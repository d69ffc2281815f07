"""How the table server behaves under load, under attack, and when it is killed."""
