"""One of several servers is lost in the middle of a game, in a process of its own: how long until another one takes over.

That people play on there and nothing is lost: test_evening_killed.py, and test_several_servers.py for one that is stopped.
"""

import asyncio
import signal
from contextlib import closing

import psycopg
import pytest

from helpers.server.postgres import Postgres
from helpers.server.process import Process
from helpers.server.serving import ask, comes_to, set_table

LEASE = 5.0  # seconds, as operations.md says

pytestmark = pytest.mark.needs("postgresql")


# The database notes when a table changes hands: how long after the lease of the server that had it, by the clock of both servers.
NOTES = """
CREATE TABLE handed_over (late double precision);
CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO handed_over SELECT extract(epoch FROM clock_timestamp() - until) FROM servers WHERE id = OLD.server;
    RETURN NULL;
END $$;
CREATE TRIGGER notes AFTER UPDATE ON owners FOR EACH ROW WHEN (OLD.server <> NEW.server) EXECUTE FUNCTION note();
"""


@pytest.mark.long  # test_claims.py lets a lease run out at once
@pytest.mark.parametrize(("how", "first", "last"), [("killed", -LEASE, 0), ("hung", 0, LEASE)])
async def test_how_long_a_game_waits_for_another_server(
    postgres: Postgres, how: str, first: float, last: float
) -> None:
    """Nobody waits for the lease of a server that has died. Where it hangs, its lease ends first, and then another looks soon."""
    database = postgres.database()
    one, other = Process(database), Process(database)
    for server in (one, other):
        server.start()
    try:
        made = await set_table(one, bots=[None, "easy"], pace="human")
        with closing(psycopg.connect(database, autocommit=True)) as connection:
            connection.execute(NOTES)
            one.signal(signal.SIGKILL if how == "killed" else signal.SIGSTOP)
            read = connection.execute
            await asyncio.to_thread(comes_to, lambda: len(read("SELECT * FROM handed_over").fetchall()), 1)
            ((late,),) = read("SELECT late FROM handed_over").fetchall()
        assert first < late < last
        assert (await ask(other, "GET", f"/api/tables/{made['code']}")).status_code == 200
    finally:
        for server in (one, other):
            server.end()
