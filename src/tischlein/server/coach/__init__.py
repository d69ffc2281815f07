"""The coach at the server: reviews of finished games and hints, in processes of their own that let everybody else go first."""
