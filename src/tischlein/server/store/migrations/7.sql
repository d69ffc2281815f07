-- What somebody looks like at the table, and the hash of the key to that person's games.
ALTER TABLE seats ADD COLUMN avatar VARCHAR(20);
ALTER TABLE seats ADD COLUMN guest VARCHAR(64);
