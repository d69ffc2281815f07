-- Tables with the same deal are looked up by its name; checksums of deals and of who played them are added by the code.
CREATE INDEX IF NOT EXISTS tables_by_deal ON tables (deal);
