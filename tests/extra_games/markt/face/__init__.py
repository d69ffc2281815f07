"""How people write and see Markt."""
