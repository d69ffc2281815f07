"""A table as it is stored, for tests of the store alone."""

from tischlein.server.store.rows import SeatRow, TableRow

ROW = TableRow(
    id=0,
    code="ABCDEF",
    game="lobo77",
    version=1,
    options={"manual_draw": True},
    state="lobby",
    host=None,
    timer=None,
    stand_in="easy",
    spectators="public",
    pace="instant",
    chat=True,
    lang="de",
    seed=2**62 - 1,
    created=1_794_798_057_344,
    touched=1_794_798_057_344,
    secret="0" * 64,
)
SEATS = [
    SeatRow(0, "person", "Zoë Ångström 🂡", token_hash="a" * 64, preferences={"x": True}),
    SeatRow(1, "bot", "Ben", level="easy", device=3, left=True),
    SeatRow(2),
]
