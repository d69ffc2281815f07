"""The tables of a round: opened with the same deal, and read again when their games are over."""

from collections.abc import Sequence

from tischlein.evenings.evening import Evening, SeatResult, next_game
from tischlein.games import GAMES
from tischlein.room.events import Now
from tischlein.room.opening.restore import restore_table
from tischlein.room.ports import Ports
from tischlein.room.rows import Seat, Stored
from tischlein.server.decisions import Decisions, count_decisions
from tischlein.server.table.deals import bots_seed, deal_bots, deal_row

# Seconds for a decision: a person who is not here holds the others up once, then a bot plays until the person comes.
SECONDS = 60


def tables_for(
    evening: Evening, plan: Sequence[Sequence[int | None]], ports: Ports, now: Now, creator: str | None
) -> list[Stored]:
    """Return the tables of the next round; all have the same cards and, on the same seat, the same bot.

    Tables without people have dice of their own: with the same dice they would all play the same game.
    """
    choice, secret = next_game(evening), ports.rng.secret()
    bots = deal_bots(
        evening.seats, evening.level, bots_seed(secret), [person.name for person in evening.people]
    )
    found = []
    for number, people in enumerate(plan):
        alone = all(one is None for one in people)
        wish = {
            "game": choice.game,
            "seats": evening.seats,
            "options": choice.options,
            "timer": SECONDS,
            "stand_in": evening.level,
            "pace": "instant" if alone else evening.pace,
            "lang": evening.lang,
        }
        row = deal_row(wish, evening.deal(len(evening.played) + 1), secret, ports, now)
        if alone:
            row.seed = bots_seed(secret, number)
        row.creator, row.group_code = creator, evening.group
        found.append(Stored(row, [_seat(evening, k, one, bots[k]) for k, one in enumerate(people)]))
    return found


def _seat(evening: Evening, seat: int, number: int | None, bot: Seat) -> Seat:
    if number is None:
        return bot
    person = evening.people[number]
    return Seat(
        seat, "person", person.name, token_hash=person.token_hash, avatar=person.avatar, guest=person.guest
    )


def outcomes_of(stored: Stored, ends: int) -> list[SeatResult] | None:
    """Return how a finished game ended for each seat; None where it cannot be read. What bots did after the round's end counts for nobody."""
    table = restore_table(stored, GAMES)
    if table is None or not table.over:
        return None
    places = {seat: (one["place"], one["score"]) for one in table.standings() for seat in one["seats"]}
    log = [(one.seat, one.text, one.message_id) for one in stored.log if one.at < ends]
    made = count_decisions(log, table.game.turns.answers.values())
    found = []
    for seat in stored.seats:
        decisions = made.get(seat.seat, Decisions())
        person = seat.kind == "person"
        away = person and seat.standing_in and not decisions.any
        # A person who was here and had nothing to decide before the end was not absent.
        own = person and (decisions.any or (not away and not decisions.bots))
        decided = decisions.person + decisions.answers if person else None
        found.append(SeatResult(*places[seat.seat], own, away, decided, decisions.bots))
    return found
