"""The texts of a room, in both languages; the games bring their own words."""
