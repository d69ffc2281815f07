"""The rare paths of Quanto that games from small positions must take."""

from reference.quanto_cards import is_rainbow

from .base import Move, Paths, Position

JOKER = "J"


def _word(move: Move) -> str:
    return move.text.partition(" as ")[0]


def _verb(move: Move) -> str:
    """The verb of the action that a move ends or goes on with."""
    return (move.before["verb"] or "").partition(" as ")[0]


def _ends(move: Move) -> bool:
    """The move ends a capture or work on a quanto."""
    return move.before["step"] in ("pick", "bonus") and move.after["step"] not in ("pick", "bonus")


def _picks(move: Move) -> int:
    """How many groups were picked."""
    return len(move.before["picked"])


def _discards(move: Move, card: str) -> bool:
    return move.text == "discard" and move.before["card"] == card


def _over(position: Position) -> bool:
    return position["step"] is None


def _teams(move: Move) -> bool:
    teams: bool = move.before["options"]["teams"]
    return teams


def _piles(position: Position) -> list[int]:
    return list(map(len, position["piles"]))


def _partner(seat: int) -> int:
    return (seat + 2) % 4


def _robbed(move: Move) -> int:
    """How many others have lost a card of their win pile."""
    piles = zip(_piles(move.before), _piles(move.after), strict=True)
    return sum(after < before for before, after in piles)


def _size(position: Position) -> int:
    return 5 if position["seats"] >= 5 else 4


def _skips(move: Move) -> bool:
    """Return whether a seat without a card is passed over."""
    seats = move.before["seats"]
    return not _over(move.after) and (move.after["turn"] - move.before["turn"]) % seats > 1


def _revealed(position: Position) -> list[str]:
    return position["revealed"] or []


def _may_act(move: Move) -> bool:
    """A card is discarded although the option must allow it: it or another one could do more."""
    return move.text == "discard" and move.before["options"]["discard"] != "forced"


def _shares_win(move: Move) -> bool:
    if not _over(move.after) or _teams(move):
        return False
    return _piles(move.after).count(max(_piles(move.after))) > 1


def _draws_in_teams(move: Move) -> bool:
    if not _over(move.after) or not _teams(move):
        return False
    piles = _piles(move.after)
    return piles[0] + piles[2] == piles[1] + piles[3]


def _offered(move: Move) -> str:
    card: str = (move.before["offer"] or {}).get("card", "")
    return card


PATHS: Paths = {
    "N3 the display grows by a rainbow card": lambda m: (
        len(m.after["display"]) > len(m.before["display"]) >= _size(m.before)
        and m.text != "discard"
        and m.after["verb"] is None
    ),
    "N5 the pile ends before the hand is full": lambda m: (
        m.before["draw"] != [] and m.after["draw"] == [] and len(m.after["hands"][m.seat]) < _size(m.after)
    ),
    "N6 a group of several cards": lambda m: (
        _ends(m) and _verb(m) == "take" and max(map(len, m.before["picked"])) > 1
    ),
    "N6 several groups": lambda m: _ends(m) and _verb(m) == "take" and _picks(m) > 1,
    "N7 a quanto is formed": lambda m: _ends(m) and _verb(m) == "form",
    "N7 with more from the display": lambda m: _ends(m) and _verb(m) == "form" and _picks(m) > 1,
    "N7 with a joker from the display": lambda m: m.text.startswith("pick J as"),
    "N8 a quanto is served": lambda m: _ends(m) and _verb(m) == "serve",
    "N8 with more groups": lambda m: _ends(m) and _verb(m) == "serve" and _picks(m) > 1,
    "N8 with a group of several cards": lambda m: (
        _ends(m) and _verb(m) == "serve" and len(m.before["picked"][0]) > 1
    ),
    "N8 with exactly one card, then a larger group": lambda m: (
        _ends(m)
        and _verb(m).startswith("serve")
        and m.before["options"]["serve"] == "one"
        and max(map(len, m.before["picked"])) > 1
    ),
    "N9 a player takes their own quanto": lambda m: _ends(m) and _verb(m) == "claim",
    "N9 with more groups": lambda m: _ends(m) and _verb(m) == "claim" and _picks(m) > 0,
    "N11 a forced discard": lambda m: m.text == "discard" and m.before["options"]["discard"] == "forced",
    "N11 a discard by another option": _may_act,
    "N12 a 1 takes cards": lambda m: _discards(m, "1") and _robbed(m) > 0,
    "N12 a 1 takes cards from several": lambda m: _discards(m, "1") and _robbed(m) > 1,
    "N13 a 2": lambda m: _discards(m, "2") and m.after["second"],
    "N13 a further 2": lambda m: _discards(m, "2") and m.before["second"],
    "N13 a 2 without a hand card": lambda m: _discards(m, "2") and not m.after["second"],
    "N13 an action with the further card": lambda m: _ends(m) and m.before["second"],
    "N14 three are revealed": lambda m: _discards(m, "3") and len(_revealed(m.after)) == 3,
    "N14 fewer are revealed": lambda m: _discards(m, "3") and 0 < len(_revealed(m.after)) < 3,
    "N14 a revealed 3 reveals again": lambda m: (
        _discards(m, "3") and m.before["revealed"] is not None and _revealed(m.after) != []
    ),
    "N14 a revealed 3 with nothing left": lambda m: (
        _discards(m, "3") and m.before["revealed"] is not None and m.before["draw"] == []
    ),
    "N14 a revealed 1": lambda m: _discards(m, "1") and m.before["revealed"] is not None,
    "N14 a revealed 2": lambda m: _discards(m, "2") and m.before["revealed"] is not None,
    "N14 an action with a revealed card": lambda m: _ends(m) and m.before["revealed"] == [],
    "N14 a revealed joker": lambda m: _ends(m) and m.before["revealed"] == [] and m.before["card"] == JOKER,
    "N14 no bonus for a revealed rainbow card": lambda m: (
        _ends(m) and m.before["revealed"] == [] and is_rainbow(m.before["card"]) and _verb(m) == "take"
    ),
    "N15 a bonus": lambda m: m.text.startswith("bonus"),
    "N15 a bonus with your own quanto": lambda m: m.before["step"] == "bonus" and _verb(m) == "claim",
    "N15 a bonus declined": lambda m: m.text == "no bonus",
    "N15 nothing for a bonus": lambda m: (
        m.text == "no bonus" and len(m.before["display"]) == sum(map(len, m.before["picked"]))
    ),
    "N16 a joker takes": lambda m: _word(m) == "take" and m.before["card"] == JOKER,
    "N16 a joker forms": lambda m: _word(m) == "form" and m.before["card"] == JOKER,
    "N16 a joker serves": lambda m: _word(m) == "serve" and m.before["card"] == JOKER,
    "N16 a joker claims": lambda m: m.text == "claim" and m.before["card"] == JOKER,
    "N16 a joker is discarded": lambda m: _discards(m, JOKER),
    "N17 a joker closes a group": lambda m: (
        m.text == "pick J" and m.after["picked"] != [] and len(m.after["picked"][-1]) > 1
    ),
    "N17 a joker alone is a group": lambda m: m.text == "pick J" and m.after["picked"][-1:] == [[JOKER]],
    "N17 a quanto is stolen": lambda m: _ends(m) and _verb(m).startswith("steal"),
    "N17 with more groups": lambda m: _ends(m) and _verb(m).startswith("steal") and _picks(m) > 0,
    "N18 a 3 with an empty pile": lambda m: (
        _discards(m, "3") and m.before["draw"] == [] and m.before["revealed"] is None
    ),
    "N19 the rest goes to the last taker": lambda m: (
        _over(m.after) and m.after["last_taker"] is not None and m.text == "discard"
    ),
    "N19 the rest goes to nobody": lambda m: _over(m.after) and m.after["display"] != [],
    "N19 a quanto is left": lambda m: _over(m.after) and any(m.after["quantos"]),
    "N20 a shared win": _shares_win,
    "N21 a player without a card is skipped": _skips,
    "N22 a 1 spares the partner": lambda m: (
        _discards(m, "1") and _teams(m) and m.before["piles"][_partner(m.seat)] != []
    ),
    "N23 the partner's quanto is served": lambda m: _ends(m) and _verb(m) == "serve partner",
    "N23 with more groups": lambda m: _ends(m) and _verb(m) == "serve partner" and _picks(m) > 1,
    "N24 an offer": lambda m: m.text.startswith("offer"),
    "N24 the last card is offered": lambda m: (
        m.text.startswith("offer") and len(m.before["hands"][m.seat]) == 1
    ),
    "N24 a partner without a card is not asked": lambda m: (
        _teams(m) and m.after["turn"] != m.before["turn"] and m.after["step"] == "card"
    ),
    "N24 returned": lambda m: m.text == "return",
    "N24 exchanged": lambda m: m.text.startswith("give"),
    "N24 exchanged for the same": lambda m: m.text == f"give {_offered(m)}",
    "N24 a known card is offered again": lambda m: (
        m.text.startswith("offer")
        and m.text.removeprefix("offer ") in (m.before["seen"][m.before["turn"]] or [])
    ),
    "N24 a known card is played": lambda m: (
        _teams(m)
        and m.before["step"] == "verb"
        and m.before["card"] in (m.before["seen"][_partner(m.seat)] or [])
    ),
    "N25 the teams are equal": _draws_in_teams,
}
