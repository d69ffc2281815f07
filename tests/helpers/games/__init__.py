"""Games, positions, worlds and laws for tests."""
