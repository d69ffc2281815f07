"""Who sits at the table, who is connected, and what they say to each other."""
