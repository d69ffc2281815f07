"""Let bots play each other on the same deals, and rate them."""
