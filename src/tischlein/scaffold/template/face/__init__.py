"""How people write and see Hoch."""
