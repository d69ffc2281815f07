"""The socket: one connection, and what each message of a client does."""
