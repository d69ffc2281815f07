-- A host may list a table for everybody on the server. The other two columns say what servers tell one another about it.
ALTER TABLE tables ADD COLUMN listed BOOLEAN NOT NULL DEFAULT '0';
ALTER TABLE tables ADD COLUMN attended BOOLEAN NOT NULL DEFAULT '0';
ALTER TABLE tables ADD COLUMN watching INTEGER NOT NULL DEFAULT '0';
