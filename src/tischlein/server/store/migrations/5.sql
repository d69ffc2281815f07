-- A clock for the whole game: seconds for each seat, those that a turn earns, and the milliseconds that are left.
ALTER TABLE tables ADD COLUMN bank INTEGER;
ALTER TABLE tables ADD COLUMN increment INTEGER NOT NULL DEFAULT '0';
ALTER TABLE tables ADD COLUMN clocks TEXT;
