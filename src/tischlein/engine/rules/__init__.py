"""What a game is made of: its declaration, and the contract and dialect of its rules."""
