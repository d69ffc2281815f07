"""What a room says to people, in both languages; the games bring their own words."""
