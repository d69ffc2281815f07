"""Guards in front of every request: the server's names, its middleware, and the limits of each address."""
