"""Hosts evenings: stores them, opens the tables of each round, and closes a round when all games are over."""
