-- Every row has a checksum; the columns are made and filled by the program. A server of an older version that still runs on this
-- database writes rows without one, or changes a row and leaves its checksum as it was: then nothing is known about the row.
CREATE FUNCTION forget_checksum() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.checksum := NULL; RETURN NEW; END $$;
CREATE FUNCTION forget_progress_checksum() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.progress_checksum := NULL; RETURN NEW; END $$;
CREATE TRIGGER forget_checksum BEFORE UPDATE OF game, version, options, host, timer, stand_in, spectators, pace, chat, lang, archived, rematch, start, base, secret, shuffle, listed, bank, increment ON tables FOR EACH ROW WHEN (NEW.checksum IS NOT DISTINCT FROM OLD.checksum) EXECUTE FUNCTION forget_checksum();
CREATE TRIGGER forget_progress_checksum BEFORE UPDATE OF state, touched, position, clocks ON tables FOR EACH ROW WHEN (NEW.progress_checksum IS NOT DISTINCT FROM OLD.progress_checksum) EXECUTE FUNCTION forget_progress_checksum();
CREATE TRIGGER forget_checksum BEFORE UPDATE OF kind, name, level, token_hash, standing_in, device, "left", preferences ON seats FOR EACH ROW WHEN (NEW.checksum IS NOT DISTINCT FROM OLD.checksum) EXECUTE FUNCTION forget_checksum();
CREATE TRIGGER forget_checksum BEFORE UPDATE OF seat, name, text, at ON chat FOR EACH ROW WHEN (NEW.checksum IS NOT DISTINCT FROM OLD.checksum) EXECUTE FUNCTION forget_checksum();
