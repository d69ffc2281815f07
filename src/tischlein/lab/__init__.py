"""For people who study games and bots: whole games by the thousand, and what can be learned from them."""
