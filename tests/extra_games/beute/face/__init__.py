"""How people write and see Beute."""
