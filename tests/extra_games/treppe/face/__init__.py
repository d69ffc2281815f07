"""How people write and see Treppe."""
