"""A table without a server: one device, people who share it, and bots. The page's worker runs it with MicroPython."""
