"""What every request passes first: the server's names, its middleware, and the limits of each address."""
