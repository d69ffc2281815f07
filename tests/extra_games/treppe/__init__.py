"""Treppe for two to four: no hands, open rows, a hidden card as an option, and a last round."""

from extra_games.treppe import rules
from extra_games.treppe.face import notation, positions, view
from tischlein.engine.game import Face, Game, Option, Secrets, Turns, Zone

GAME = Game(
    id="treppe",
    name="Treppe",
    draft=True,  # it stays one: only the tests play it
    seats=range(2, rules.MAX_SEATS + 1),
    rules=rules,
    options={"hidden": Option(False, (False, True), "put a card aside that counts at the end")},
    face=Face(
        actions=notation.TEXTS,
        positions=positions,
        views=view,
        texts=f"{__name__}.face.texts",
        outcomes=notation.outcomes,
        zones=(
            *(Zone(f"row{n}", f"rows.{n}", "row", action=f"row {n}") for n in range(1, rules.MAX_ROWS + 1)),
            Zone("card", "card", "cards"),
            Zone("start", "start", "cards"),
            Zone("pile", "pile", "counter"),
            Zone("taken", "players.*.taken", "counter", "seat"),
        ),
    ),
    secrets=Secrets(revealing=frozenset({"reveal"}), open_action=lambda action: True),
    turns=Turns(phase=view.phase),
)
