"""A table as it is stored, for tests of the store alone."""

from tischlein.room.rows import Row, Seat

ROW = Row(
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
    Seat(0, "person", "Zoë Ångström 🂡", token_hash="a" * 64, preferences={"x": True}, avatar="owl"),
    Seat(1, "bot", "Ben", level="easy", device=3, left=True),
    Seat(2),
]
