-- The deal of the day: tables that have the same deal name it.
ALTER TABLE tables ADD COLUMN deal VARCHAR(60);
