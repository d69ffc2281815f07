"""What happens in the game: decisions, undo, clocks, bots and advice."""
