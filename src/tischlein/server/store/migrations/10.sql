-- Seats are looked up by their guest, when somebody deletes everything.
CREATE INDEX IF NOT EXISTS seats_by_guest ON seats (guest);
