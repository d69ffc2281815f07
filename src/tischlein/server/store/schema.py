"""The schema of the store: tables, their seats, and the log from which every game is rebuilt."""

from typing import Any

import msgspec
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    DateTime,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)
from sqlalchemy.types import TypeEngine

# Stored with the data. Increase it with every change below, and add the step to ``migrations.MIGRATIONS``.
SCHEMA = 1

# Stored as JSON, wherever they are.
JSON_COLUMNS = ("options", "start", "position", "preferences", "shuffle", "clocks")
to_json = msgspec.json.Encoder().encode

metadata = MetaData()


def not_null(name: str, kind: TypeEngine[Any] | type[TypeEngine[Any]], unique: bool = False) -> Column[Any]:
    """Return a column that is never null."""
    return Column(name, kind, nullable=False, unique=unique)


def of_table() -> Column[Any]:
    """Return the first part of a key: the table that a row belongs to, and goes with."""
    return Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)


about = Table(
    "about",
    metadata,
    Column("key", String(20), primary_key=True),
    not_null("value", String(40)),
)

tables = Table(
    "tables",
    metadata,
    Column("id", Integer, primary_key=True),
    not_null("code", String(12), unique=True),
    not_null("game", String(20)),
    not_null("version", Integer),
    not_null("state", String(10)),
    Column("host", Integer),
    Column("timer", Integer),
    not_null("stand_in", String(20)),
    not_null("spectators", String(10)),
    not_null("pace", String(10)),
    not_null("chat", Boolean),
    not_null("lang", String(2)),
    not_null("seed", BigInteger),  # of the bots' dice, not of the cards
    not_null("created", BigInteger),  # milliseconds since 1970
    not_null("touched", BigInteger),
    not_null("archived", Boolean),
    Column("rematch", String(12)),
    not_null("base", Integer),  # number of log entries before ``start``
    not_null("secret", String(64)),  # of the shuffle; shown to nobody before the game is over
    Column("shuffle", Text),  # promises and shares of the seats, once the game is dealt
    not_null("listed", Boolean),  # in the public lobby
    # For listed tables of several servers: whether a seated player is connected, and the number of spectators.
    not_null("attended", Boolean),
    not_null("watching", Integer),
    # A clock for the whole game: seconds per seat, and seconds added per turn.
    Column("bank", Integer),
    not_null("increment", Integer),
    not_null("head", LargeBinary),  # hash of the last log entry, see ``apply``
    Column("clocks", Text),  # milliseconds left per seat, once the game is dealt
    Column("creator", String(16)),  # a hash of the network that has created the table, see ``capacity``
    Column("deal", String(60)),  # name of the deal, if several tables share it
    Column("group_code", String(12)),  # of the group whose table it is
    # The long columns come last: SQLite reads a row from its beginning.
    not_null("options", Text),
    # Position at which the log starts; null for a new game. Set when the rules of a running game have changed.
    Column("start", Text),
    # The latest position, from which a game continues if the rules change and the log cannot be replayed.
    Column("position", Text),
    Index("tables_by_state", "archived", "state", "touched"),
    Index("tables_by_deal", "deal"),
    Index("tables_by_group", "group_code"),
)
is_running = tables.c.archived.is_(False) & (tables.c.state == "playing")

seats = Table(
    "seats",
    metadata,
    of_table(),
    Column("seat", Integer, primary_key=True),
    not_null("kind", String(10)),
    Column("name", String(40)),
    Column("level", String(20)),
    Column("token_hash", String(64)),
    not_null("standing_in", Boolean),
    Column("device", Integer),
    not_null("left", Boolean),
    not_null("preferences", Text),  # JSON object of booleans
    Column("avatar", String(20)),
    Column("guest", String(64)),  # hash of the guest's key, if given
    Index("seats_by_token", "token_hash"),
    Index("seats_by_guest", "guest"),
)

log = Table(
    "log",
    metadata,
    of_table(),
    Column("seq", Integer, primary_key=True),
    not_null("seat", Integer),  # −1: chance
    not_null("text", String(40)),
    Column("message_id", String(40)),  # given by the client, so that it can repeat the message
    not_null("at", BigInteger),
    not_null("chain", LargeBinary),  # hash of this entry and those before it, see ``apply``
)

chat = Table(
    "chat",
    metadata,
    of_table(),
    Column("n", Integer, primary_key=True),
    not_null("seat", Integer),
    not_null("name", String(40)),
    not_null("text", String(400)),
    not_null("at", BigInteger),
)

# Who took advice from the coach, and where the log ended then. A row of seat −1 says that advice is allowed at this table.
advice = Table(
    "advice",
    metadata,
    of_table(),
    Column("seq", Integer, primary_key=True),
    Column("seat", Integer, primary_key=True),
)

# The coach's reviews of finished games, so that each game is reviewed once.
reviews = Table(
    "reviews",
    metadata,
    of_table(),
    not_null("seq", Integer),  # length of the reviewed log
    not_null("version", Integer),  # of the coach
    not_null("data", Text),
)

# Deals that several tables share, with the secret of their shuffle.
deals = Table(
    "deals",
    metadata,
    Column("name", String(60), primary_key=True),
    not_null("secret", String(64)),
    not_null("created", BigInteger),
)

# Who plays such a deal, each person once, and the result.
deal_entries = Table(
    "deal_entries",
    metadata,
    Column("deal", String(60), primary_key=True),
    Column("guest", String(64), primary_key=True),  # a hash, another one for each deal
    not_null("code", String(12)),  # of the table
    not_null("name", String(40)),
    Column("place", Integer),  # at the table; empty until the game is over
    Column("score", Integer),
    not_null("created", BigInteger),
    Index("deal_entries_by_result", "deal", "place", "score"),
    Index("deal_entries_by_code", "code"),
)

# Evenings of many tables with the same deals; each is one row, written as a whole.
evenings = Table(
    "evenings",
    metadata,
    Column("code", String(12), primary_key=True),
    not_null("version", Integer),  # number of times it was written
    not_null("state", String(10)),
    Column("group_code", String(12)),  # of the group whose evening it is
    not_null("created", BigInteger),
    not_null("touched", BigInteger),
    Column("creator", String(16)),  # as of a table
    not_null("people", Integer),  # who take part
    not_null("data", Text),
    Index("evenings_by_state", "state", "touched"),
    Index("evenings_by_group", "group_code"),
)

# The guests in the data of evenings, by which an evening is found.
evening_guests = Table(
    "evening_guests",
    metadata,
    Column("guest", String(64), primary_key=True),
    Column("evening", ForeignKey("evenings.code", ondelete="CASCADE"), primary_key=True),
    Index("evening_guests_by_evening", "evening"),
)

# Results of finished games, so that guests find them on another device. They are deleted with their tables.
results = Table(
    "results",
    metadata,
    of_table(),
    Column("seat", Integer, primary_key=True),
    not_null("guest", String(64)),
    not_null("at", BigInteger),
    not_null("own", Boolean),  # the game counts for the guest
    not_null("data", Text),
    Index("results_by_guest", "guest", "at"),
)

# Groups of people who play together, and their members, who leave them or delete their data. The first member is the owner.
groups = Table(
    "groups",
    metadata,
    Column("code", String(12), primary_key=True),
    not_null("link", String(12), unique=True),  # lets people in; the code, until a member is removed
    not_null("name", String(40)),
    not_null("touched", BigInteger),  # the day of the last visit, in milliseconds since 1970
    Column("creator", String(16)),  # as of a table
)

members = Table(
    "members",
    metadata,
    Column("group_code", ForeignKey("groups.code", ondelete="CASCADE"), primary_key=True),
    Column("guest", String(64), primary_key=True),
    not_null("name", String(40)),
    not_null("joined", BigInteger),
    Index("members_by_guest", "guest"),
)

# Guests who want no rating.
unrated = Table("unrated", metadata, Column("guest", String(64), primary_key=True))

# Only where several servers share a store: the servers that are running, and the owner of each table.
shared = MetaData()

servers = Table(
    "servers",
    shared,
    Column("id", String(32), primary_key=True),
    not_null("key", Integer),  # of the advisory lock that the server holds while connected
    not_null("url", String(200)),  # where the others reach it
    not_null("until", DateTime(timezone=True)),  # by the database's clock
)

owners = Table(
    "owners",
    shared,
    Column("table_id", ForeignKey(tables.c.id, ondelete="CASCADE"), primary_key=True),
    not_null("server", String(32)),
)
