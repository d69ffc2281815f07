-- What a seat prefers is stored for any game: an object of names and true or false.
ALTER TABLE seats ADD COLUMN preferences TEXT NOT NULL DEFAULT '{}';
UPDATE seats SET preferences = '{"no_offers":true}' WHERE no_offers;
ALTER TABLE seats DROP COLUMN no_offers;
-- Who has left for good need not agree to an undo any more.
ALTER TABLE seats ADD COLUMN "left" BOOLEAN NOT NULL DEFAULT false;
-- The id that the client gave its message.
ALTER TABLE log RENAME COLUMN said TO message_id;
-- The shuffle that players can check. A table that is still to be dealt gets a secret; nothing is known about the others.
ALTER TABLE tables ADD COLUMN secret VARCHAR(64);
ALTER TABLE tables ADD COLUMN shuffle TEXT;
UPDATE tables SET secret = replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') WHERE state = 'lobby';
