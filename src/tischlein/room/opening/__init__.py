"""Open a table: create it, deal it, read it from the store, or derive it from another one."""
