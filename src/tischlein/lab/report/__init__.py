"""Write a page about a game: who wins, how long it takes, what is worth doing."""
