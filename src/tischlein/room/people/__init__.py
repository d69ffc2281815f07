"""The people at a table: seats, connections, and chat."""
