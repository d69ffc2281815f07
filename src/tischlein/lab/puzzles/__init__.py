"""Puzzles: decisions from games between bots in which one action is proven to be the best, and rules of thumb miss it."""
