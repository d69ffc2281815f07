"""Head to head, ratings and the table of a season, from results that are written by hand."""

from collections.abc import Callable

import msgspec
import pytest
from msgspec import structs

from tischlein.room.rows import BY_CLOCK
from tischlein.server.club.people import alias, head_to_head
from tischlein.server.club.rating import (
    DAY,
    NETWORK_A_DAY,
    PAIR_A_DAY,
    PERSON_A_DAY,
    START,
    games_of,
    rate,
)
from tischlein.server.club.season import season
from tischlein.server.decisions import Decisions, count_decisions
from tischlein.server.protocol.guests import GuestGame, GuestPlace
from tischlein.server.store.results import RatedRow


def game(
    you: int, *sides: list[int], tied: bool = False, bots: tuple[int, ...] = (), deal: str | None = None
) -> GuestGame:
    """A game of seats in the order of its places; with ``tied`` all share the first."""
    seats = sorted(seat for side in sides for seat in side)
    ends = [
        GuestPlace(1 if tied else 1 + place, side, 0, won=tied or place == 0)
        for place, side in enumerate(sides)
    ]
    names = ["Ada", "Ben", "Cleo", "Dan"][: len(seats)]
    return GuestGame("AAAAAA", "lobo77", 0, names, [seat in bots for seat in seats], you, ends, deal=deal)


def test_head_to_head_counts_who_was_ahead() -> None:
    games = [game(0, [0], [1], [2]), game(0, [1], [0], [2]), game(0, [0], [1], [2], tied=True)]
    rows = [("ben", 1, one, True) for one in games] + [("cleo", 2, games[0], True)]
    games[0].at = 7  # the last one
    found = head_to_head("ada", rows)
    ben, cleo = found.values()
    assert [*found] == ["ben", "cleo"]
    assert (ben.id, ben.name, ben.games, ben.ahead, ben.behind, ben.at) == (
        alias("ada", "ben"),
        "Ben",
        3,
        1,
        1,
        7,
    )
    assert (cleo.games, cleo.ahead, cleo.behind) == (1, 1, 0)


def test_partners_are_neither_ahead_nor_behind() -> None:
    partner = head_to_head("ada", [("cleo", 2, game(0, [0, 2], [1, 3]), True)])["cleo"]
    assert (partner.games, partner.ahead, partner.behind) == (1, 0, 0)


def test_a_season_counts_the_people_whom_one_was_ahead_of() -> None:
    rows = [
        ("ada", game(0, [0], [1], [2])),  # two behind her
        ("ben", game(1, [0], [1], [2])),
        ("ada", game(0, [1], [0], tied=True)),  # half a point
        ("ben", game(1, [1], [0], tied=True)),
        ("cleo", game(2, [1], [2], [0], bots=(1, 0))),  # against bots only: it does not count
        ("ben", game(1, [2], [1], [0], bots=(2,))),  # won, since the bot does not count
    ]
    (ada, first), (ben, second) = season(rows)
    assert (ada, ben) == ("ada", "ben")
    assert (first.games, first.won, first.points, first.most, first.places) == (2, 2, 2.5, 3, 2)
    assert (second.games, second.won, second.points, second.most, second.places) == (3, 2, 2.5, 4, 4)


def test_a_season_compares_members_who_had_the_same_cards_in_an_evening() -> None:
    """Ben ends behind Ada at their table, but ahead of Dan, who had his cards; Eve had cards that no other member had."""
    deal = "evening/ABC234/1"
    rows = [
        ("ada", game(0, [0], [1], deal=deal)),
        ("ben", game(1, [0], [1], deal=deal)),
        ("cleo", game(0, [0], [2], [1], bots=(1,), deal=deal)),
        ("dan", game(1, [0], [2], [1], bots=(2,), deal=deal)),
        ("eve", game(0, [0], [1], deal="evening/ABC234/2")),
    ]
    table = {member: (tally.points, tally.most) for member, tally in season(rows)}
    assert table == {"ada": (0.5, 1), "cleo": (0.5, 1), "ben": (1.0, 1), "dan": (0.0, 1), "eve": (1.0, 1)}


def test_ratings_rise_with_wins_and_become_surer() -> None:
    fresh = rate([[(1, ["ada"]), (2, ["ben"])]])
    assert fresh["ada"].value > START > fresh["ben"].value
    assert fresh["ada"].value - START == pytest.approx(START - fresh["ben"].value)
    later = rate([[(1, ["ada"]), (2, ["ben"]), (2, ["cleo"])]] * 20)
    assert later["ada"].value - later["ada"].spread > later["ben"].value + later["ben"].spread
    assert later["ada"].spread < fresh["ada"].spread < 650
    assert later["ada"].games == 20
    assert later["ben"].value == pytest.approx(later["cleo"].value)
    tied = rate([[(1, ["ada"]), (1, ["ben"])]])
    assert tied["ada"].value == pytest.approx(tied["ben"].value)


def row(table: int, guest: str, one: GuestGame, deal: str | None = None) -> RatedRow:
    return RatedRow(table, deal, one.you, guest, msgspec.json.encode(one).decode())


def test_people_at_a_table_are_rated_against_one_another() -> None:
    rows = [
        row(1, "ada", game(0, [0], [1], [2])),
        row(1, "ben", game(1, [0], [1], [2])),
        row(2, "ada", game(0, [0], [1])),  # alone with a person without a key
        row(3, "ada", game(0, [1, 3], [0, 2])),
        row(3, "ben", game(1, [1, 3], [0, 2])),
        row(3, "cleo", game(2, [1, 3], [0, 2])),
    ]
    assert games_of(rows) == [[(1, ["ada"]), (2, ["ben"])], [(2, ["ada", "cleo"]), (1, ["ben"])]]


def test_with_the_same_deal_people_are_rated_against_those_with_the_same_cards() -> None:
    first, second = game(0, [0], [1]), game(0, [1], [0])
    rows = [
        row(1, "ada", first, "AAAAAA"),
        row(1, "ben", game(1, [0], [1]), "AAAAAA"),
        row(2, "cleo", second, "AAAAAA"),
        row(2, "dan", game(1, [1], [0]), "AAAAAA"),
        row(3, "eve", first, "daily/2026-11-18/lobo77"),
        row(4, "ada", first, "daily/2026-11-18/lobo77"),
    ]
    assert games_of(rows) == [[(1, ["ada"]), (2, ["cleo"])], [(2, ["ben"]), (1, ["dan"])]]
    assert games_of(rows[:2]) == [[(1, ["ada"]), (2, ["ben"])]]


def test_a_guest_on_two_seats_is_not_rated_against_themselves() -> None:
    assert rate([[(1, ["ada"]), (2, ["ada"])]]) == {}


def test_wins_against_new_browsers_count_for_these_only() -> None:
    """Ada is known; then she beats two hundred that nobody knows, one after the other, and Ben beats one who is known."""
    start = [[(1, ["ada"]), (2, ["ben"])], [(2, ["ada"]), (1, ["ben"])]] * 5
    before = rate(start)
    puppets = [[(1, ["ada"]), (2, [f"puppet {k}"])] for k in range(200)]
    after = rate([*start, *puppets])
    assert after["ada"] == before["ada"]
    assert after["puppet 7"].value < START
    three = rate([*start, [(1, ["ada"]), (2, ["new"]), (3, ["ben"])]])
    assert three["ada"] == rate([*start, [(1, ["ada"]), (3, ["ben"])]])["ada"]
    assert three["new"].games == 1


def test_a_game_counts_for_who_made_at_least_half_of_the_decisions() -> None:
    me, bot, clock = "id", None, BY_CLOCK
    for decided, made, counts in (
        ([me, me, bot, bot], Decisions(2, 2), True),
        ([me, bot, bot], Decisions(1, 2), False),
        ([me, clock, clock, bot], Decisions(1, 1), True),
        ([bot, clock], Decisions(0, 1), False),
    ):
        [(seat, found)] = count_decisions(((0, "7", one) for one in decided), ()).items()
        assert (seat, found, found.counts) == (0, made, counts)
    answered = [(1, "no offer", None)] * 3 + [(1, "take 7", me)]
    assert count_decisions(answered, ["no offer"])[1].counts
    assert not count_decisions(answered, [])[1].counts
    # Taking back and deciding again is one decision more, and nobody else's.
    undone = [(0, "7", me), (0, "undo", me), (0, "8", me), (-1, "9", None)]
    assert count_decisions(undone, ()) == {0: Decisions(2, 0)}


def test_a_season_has_no_points_for_games_that_bots_played() -> None:
    """Ada sent no move in two games, and Ben left the third early: Cleo is ahead of him all the same."""
    asleep = structs.replace(game(0, [0], [1], [2]), decisions=[(0, 9), (9, 0), (9, 0)], counts=False)
    early = game(0, [0], [2], [1])
    early.decisions = [(9, 0), (2, 7), (9, 0)]
    rows = [("ada", asleep), ("ada", asleep), ("cleo", structs.replace(early, you=0))]
    rows += [
        ("ben", structs.replace(asleep, you=1, counts=True)),
        ("ben", structs.replace(early, you=1, counts=False)),
    ]
    table = {member: (tally.games, tally.points, tally.most) for member, tally in season(rows)}
    assert table == {"cleo": (1, 2.0, 2), "ben": (1, 1.0, 1)}


def test_a_game_that_does_not_count_for_both_puts_nobody_ahead() -> None:
    ben = head_to_head("ada", [("ben", 1, game(0, [0], [1]), False), ("ben", 1, game(0, [0], [1]), True)])[
        "ben"
    ]
    assert (ben.games, ben.ahead, ben.behind) == (2, 1, 0)


def games_in_a_day(number: int, guests: Callable[[int], list[str]], creator: str = "home") -> list[RatedRow]:
    return [
        RatedRow(k, None, seat, guest, msgspec.json.encode(game(seat, [0], [1])).decode(), 7, creator)
        for k in range(number)
        for seat, guest in enumerate(guests(k))
    ]


def test_a_day_brings_a_rating_no_more_than_its_bounds() -> None:
    assert len(games_of(games_in_a_day(50, lambda k: ["ada", "ben"]))) == PAIR_A_DAY
    assert len(games_of(games_in_a_day(150, lambda k: ["ada", f"puppet {k}"]))) == PERSON_A_DAY
    strangers = games_in_a_day(400, lambda k: [f"puppet {k}", f"other {k}"])
    assert len(games_of(strangers)) == NETWORK_A_DAY
    # The next day counts again, and so do people elsewhere on the same day.
    tomorrow = [one._replace(table=1000 + one.table, at=DAY) for one in strangers]
    elsewhere = [one._replace(table=2000 + one.table, creator="club") for one in strangers]
    assert len(games_of(strangers + tomorrow + elsewhere)) == 3 * NETWORK_A_DAY
