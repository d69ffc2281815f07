"""The schema of the store: tables, their seats, and the log from which every game is rebuilt."""

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

# Stored with the data. Increase it with every change below, and add the step to ``migrations.MIGRATIONS``.
SCHEMA = 1

# Stored as JSON, wherever they are.
JSON_COLUMNS = ("options", "start", "position", "preferences", "shuffle", "clocks")
to_json = msgspec.json.Encoder().encode

metadata = MetaData()


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
    Column("base", Integer, nullable=False),  # number of log entries before ``start``
    Column("secret", String(64), nullable=False),  # of the shuffle; shown to nobody before the game is over
    Column("shuffle", Text),  # promises and shares of the seats, once the game is dealt
    Column("listed", Boolean, nullable=False),  # in the public lobby
    # For listed tables of several servers: whether a seated player is connected, and the number of spectators.
    Column("attended", Boolean, nullable=False),
    Column("watching", Integer, nullable=False),
    # A clock for the whole game: seconds per seat, and seconds added per turn.
    Column("bank", Integer),
    Column("increment", Integer, nullable=False),
    Column("head", LargeBinary, nullable=False),  # hash of the last log entry, see ``apply``
    Column("clocks", Text),  # milliseconds left per seat, once the game is dealt
    Column("creator", String(16)),  # a hash of the network that has created the table, see ``capacity``
    Column("deal", String(60)),  # name of the deal, if several tables share it
    Column("group_code", String(12)),  # of the group whose table it is
    # The long columns come last: SQLite reads a row from its beginning.
    Column("options", Text, nullable=False),
    # Position at which the log starts; null for a new game. Set when the rules of a running game have changed.
    Column("start", Text),
    # The latest position, from which a game continues if the rules change and the log cannot be replayed.
    Column("position", Text),
    Index("tables_by_state", "archived", "state", "touched"),
    Index("tables_by_deal", "deal"),
    Index("tables_by_group", "group_code"),
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
    Column("left", Boolean, nullable=False),
    Column("preferences", Text, nullable=False),  # JSON object of booleans
    Column("avatar", String(20)),
    Column("guest", String(64)),  # hash of the guest's key, if given
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
    Column("chain", LargeBinary, nullable=False),  # hash of this entry and those before it, see ``apply``
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
)

# Who took advice from the coach, and where the log ended then. A row of seat −1 says that advice is allowed at this table.
advice = Table(
    "advice",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("seat", Integer, primary_key=True),
)

# The coach's reviews of finished games, so that each game is reviewed once.
reviews = Table(
    "reviews",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, nullable=False),  # length of the reviewed log
    Column("version", Integer, nullable=False),  # of the coach
    Column("data", Text, nullable=False),
)

# Deals that several tables share, with the secret of their shuffle.
deals = Table(
    "deals",
    metadata,
    Column("name", String(60), primary_key=True),
    Column("secret", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),
)

# Who plays such a deal, each person once, and the result.
deal_entries = Table(
    "deal_entries",
    metadata,
    Column("deal", String(60), primary_key=True),
    Column("guest", String(64), primary_key=True),  # a hash, another one for each deal
    Column("code", String(12), nullable=False),  # of the table
    Column("name", String(40), nullable=False),
    Column("place", Integer),  # at the table; empty until the game is over
    Column("score", Integer),
    Column("created", BigInteger, nullable=False),
    Index("deal_entries_by_result", "deal", "place", "score"),
    Index("deal_entries_by_code", "code"),
)

# Evenings of many tables with the same deals; each is one row, written as a whole.
evenings = Table(
    "evenings",
    metadata,
    Column("code", String(12), primary_key=True),
    Column("version", Integer, nullable=False),  # number of times it was written
    Column("state", String(10), nullable=False),
    Column("group_code", String(12)),  # of the group whose evening it is
    Column("created", BigInteger, nullable=False),
    Column("touched", BigInteger, nullable=False),
    Column("creator", String(16)),  # as of a table
    Column("people", Integer, nullable=False),  # who take part
    Column("data", Text, nullable=False),
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
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("guest", String(64), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("own", Boolean, nullable=False),  # the guest has played, and bots at most half of the time
    Column("data", Text, nullable=False),
    Index("results_by_guest", "guest", "at"),
)

# Groups of people who play together, and their members, who leave them or delete their data. The first member is the owner.
groups = Table(
    "groups",
    metadata,
    Column("code", String(12), primary_key=True),
    Column(
        "link", String(12), nullable=False, unique=True
    ),  # lets people in; the code, until a member is removed
    Column("name", String(40), nullable=False),
    Column("touched", BigInteger, nullable=False),  # the day of the last visit, in milliseconds since 1970
    Column("creator", String(16)),  # as of a table
)

members = Table(
    "members",
    metadata,
    Column("group_code", ForeignKey("groups.code", ondelete="CASCADE"), primary_key=True),
    Column("guest", String(64), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("joined", BigInteger, nullable=False),
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
    Column("key", Integer, nullable=False),  # of the advisory lock that the server holds while connected
    Column("url", String(200), nullable=False),  # where the others reach it
    Column("until", DateTime(timezone=True), nullable=False),  # by the database's clock
)

owners = Table(
    "owners",
    shared,
    Column("table_id", ForeignKey(tables.c.id, ondelete="CASCADE"), primary_key=True),
    Column("server", String(32), nullable=False),
)
