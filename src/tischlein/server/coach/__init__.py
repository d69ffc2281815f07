"""The coach at the server: reviews of finished games and advice, in processes of their own that let everybody else go first."""
