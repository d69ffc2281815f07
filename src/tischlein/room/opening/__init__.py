"""How a table comes to be: created, dealt, read from the store, or following from another one."""
