"""What is stored: tables, their seats, and the log, which is the truth about every game."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    DateTime,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
)

# Stored with the data: a server refuses what a newer one has written, and brings up to date what is older.
SCHEMA = 10

metadata = MetaData()


def _checksum(name: str = "checksum") -> Column[int]:
    """Of the row, see ``checksums``; null where a server of an older version has written it."""
    return Column(name, BigInteger)


about = Table(
    "about",
    metadata,
    Column("key", String(20), primary_key=True),
    Column("value", String(40), nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("code", String(12), nullable=False, unique=True),
    Column("game", String(20), nullable=False),
    Column("version", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("state", String(10), nullable=False),
    Column("host", Integer),
    Column("timer", Integer),
    Column("stand_in", String(20), nullable=False),
    Column("spectators", String(10), nullable=False),
    Column("pace", String(10), nullable=False),
    Column("chat", Boolean, nullable=False),
    Column("lang", String(2), nullable=False),
    Column("seed", BigInteger, nullable=False),  # of the bots' dice, not of the cards
    Column("created", BigInteger, nullable=False),  # milliseconds since 1970
    Column("touched", BigInteger, nullable=False),
    Column("archived", Boolean, nullable=False),
    Column("rematch", String(12)),
    # Where the log starts: null is a new game; else a position, from a table whose rules have changed since.
    Column("start", Text),
    Column("base", Integer, nullable=False),  # the number of log entries before that start
    # The latest position, for the day when the rules have changed and the log can no longer be followed.
    Column("position", Text),
    # Of the shuffle: nobody learns the secret before the game is over. Null in games from before there was one.
    Column("secret", String(64)),
    Column("shuffle", Text),  # promises and shares of the seats, since the game was dealt
    Column("listed", Boolean, nullable=False, server_default="0"),  # for everybody on the server
    # Of a listed table where several servers share the store: is somebody with a seat connected, and how many watch?
    Column("attended", Boolean, nullable=False, server_default="0"),
    Column("watching", Integer, nullable=False, server_default="0"),
    # A clock for the whole game: seconds for each seat, and those that a turn earns.
    Column("bank", Integer),
    Column("increment", Integer, nullable=False, server_default="0"),
    Column("clocks", Text),  # milliseconds that each seat has left, since the game was dealt
    Column("deal", String(60)),  # the name of the deal, where several tables have the same
    _checksum(),
    _checksum("progress_checksum"),
    Index("tables_by_state", "archived", "state", "touched"),
    Index("tables_by_deal", "deal"),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("name", String(40)),
    Column("level", String(20)),
    Column("token_hash", String(64)),
    Column("standing_in", Boolean, nullable=False),
    Column("device", Integer),
    Column("left", Boolean, nullable=False, server_default="0"),
    Column("preferences", Text, nullable=False, server_default="{}"),  # an object: names, and true or false
    Column("avatar", String(20)),
    Column("guest", String(64)),  # the hash of the key to this person's games, where one was given
    _checksum(),
    Index("seats_by_token", "token_hash"),
    Index("seats_by_guest", "guest"),
)

log = Table(
    "log",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),  # −1: chance
    Column("text", String(40), nullable=False),
    Column("message_id", String(40)),  # given by the client, so that it can repeat the message
    Column("at", BigInteger, nullable=False),
    _checksum(),
)

chat = Table(
    "chat",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("name", String(40), nullable=False),
    Column("text", String(400), nullable=False),
    Column("at", BigInteger, nullable=False),
    _checksum(),
)

# Who took advice from the coach, and where the log ended then. A row of seat −1 says that advice is allowed at this table. In
# the database the table keeps the name that it had when advice was called a hint.
advice = Table(
    "hints",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("seat", Integer, primary_key=True),
    _checksum(),
)

# What the coach has said about finished games, so that it looks at each of them once.
reviews = Table(
    "reviews",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column(
        "seq", Integer, nullable=False
    ),  # the length of the log then: a game that goes on gets another one
    Column("version", Integer, nullable=False),  # of the coach
    Column("data", Text, nullable=False),
    _checksum(),
)

# Deals that several tables have: the secret of their shuffle.
deals = Table(
    "deals",
    metadata,
    Column("name", String(60), primary_key=True),
    Column("secret", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),
    _checksum(),
)

# Who plays such a deal, each person once, and how it ended.
entries = Table(
    "entries",
    metadata,
    Column("deal", String(60), primary_key=True),
    Column("guest", String(64), primary_key=True),  # a hash, another one for each deal
    Column("code", String(12), nullable=False),  # of the table
    Column("name", String(40), nullable=False),
    Column("place", Integer),  # at the table; empty until the game is over
    Column("score", Integer),
    Column("created", BigInteger, nullable=False),
    _checksum(),
    Index("entries_by_result", "deal", "place", "score"),
    Index("entries_by_code", "code"),
)

# How games have ended, for guests who want to find them again on another device; they go with their tables.
results = Table(
    "results",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("guest", String(64), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("data", Text, nullable=False),
    _checksum(),
    Index("results_by_guest", "guest", "at"),
)

# Guests who have deleted everything, until none of their seats names them any more: seats at other servers' tables are cleared there.
forgotten = Table(
    "forgotten",
    metadata,
    Column("guest", String(64), primary_key=True),
    Column("at", BigInteger, nullable=False),
)

# Only where several servers share a store: which of them are there, and whose a table is.
cluster = MetaData()

servers = Table(
    "servers",
    cluster,
    Column("id", String(32), primary_key=True),
    Column(
        "key", Integer, nullable=False
    ),  # of the advisory lock that the server holds while it is connected
    Column("url", String(200), nullable=False),  # where the others reach it
    Column("until", DateTime(timezone=True), nullable=False),  # by the database's clock
)

owners = Table(
    "owners",
    cluster,
    Column("table_id", ForeignKey(tables.c.id, ondelete="CASCADE"), primary_key=True),
    Column("server", String(32), nullable=False),
)
