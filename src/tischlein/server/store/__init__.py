"""The store: schema, queries, and the threads that read and write."""
