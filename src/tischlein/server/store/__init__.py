"""What is kept: the schema, the rows, the queries, and the thread that writes."""
