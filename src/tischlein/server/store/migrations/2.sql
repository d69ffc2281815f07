-- People who share a device have its number.
ALTER TABLE seats ADD COLUMN device INTEGER;
