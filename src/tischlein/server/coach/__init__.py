"""The coach of the server: reviews and advice, in child processes of low priority."""
