"""The store of a server: everything that it reads and writes, as named methods."""

from collections.abc import Callable, Coroutine, Sequence
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection

from tischlein.room.rows import DealEntry, Row, Seat, Stored, Writes
from tischlein.server.store import apply, deals, evenings, groups, probe, queries, results
from tischlein.server.store.evenings import StoredEvening
from tischlein.server.store.membership import Membership
from tischlein.server.store.writer import JobRunner

P = ParamSpec("P")
Result = TypeVar("Result")


def transaction(
    function: Callable[Concatenate[Connection, P], Result],
) -> Callable[Concatenate[JobRunner, P], Coroutine[Any, Any, Result]]:
    """Return a method of the store that calls a function with a connection, and returns after the commit."""

    @wraps(function)
    async def method(store: JobRunner, /, *args: P.args, **kwargs: P.kwargs) -> Result:
        return await store.run(lambda connection: function(connection, *args, **kwargs))

    return method


def of_membership(
    method: Callable[Concatenate[Membership, Connection, P], Result],
) -> Callable[Concatenate[JobRunner, P], Coroutine[Any, Any, Result]]:
    """Return a method of the store that calls one of its membership; only where several servers share the store."""

    @wraps(method)
    async def run(store: JobRunner, /, *args: P.args, **kwargs: P.kwargs) -> Result:
        return await store.run(lambda connection: method(store.members, connection, *args, **kwargs))

    return run


class Store(JobRunner):
    """Tables, deals, reviews and results of guests. What an awaited method has written is on the disk when it returns."""

    # Tables

    async def load(self, code: str, glance: bool = False) -> Stored | None:
        """Return a table, at a glance without its log and chat; Damaged if its log is not what was written."""
        return await self.read(lambda c: queries.load(c, code, glance))

    async def apply(self, writes: Writes) -> None:
        """Store a step; NotOwner, NotStored, or another StoreError if the table must be read again."""
        await self.run(lambda c: apply.apply(c, writes, self.membership))

    async def add(self, stored: Stored, entry: DealEntry | None = None) -> None:
        """Store a new table and set its id; with ``entry`` also who plays its deal, or AlreadyEntered."""
        await self.run(lambda c: apply.add(c, stored, entry, self.membership))

    remove = transaction(queries.remove)

    def apply_soon(self, writes: Writes) -> None:
        """Queue a step without waiting for it; later jobs run after it."""
        self.soon(lambda c: apply.apply(c, writes, self.membership))

    tables_of_tokens = transaction(queries.of_tokens)
    playing = transaction(queries.playing)
    count_tables = transaction(queries.count_tables)
    check_writable = transaction(probe.write)

    # Sweeping

    async def archive(self, idle_lobby: int, idle_game: int, keep: int, busy: Sequence[int]) -> int:
        """Archive idle games, and remove idle lobbies and what is old; return the number of games.

        Moves are written in between, however many there are.
        """

        def job(connection: Connection) -> None:
            evenings.tidy(connection, idle_lobby, keep)
            deals.forget(connection, keep)
            groups.tidy(connection, keep)

        await self.run(job)
        changed, last = 0, queries.PORTION
        while last >= queries.PORTION:
            last = await self.run(lambda c: queries.archive(c, idle_lobby, idle_game, keep, busy))
            changed += last
        return changed

    async def make_room(
        self, most: int, unused_before: int, idle_before: int, share: int, busy: Sequence[int]
    ) -> int:
        """Remove tables while there are more than ``most``, see ``queries.surplus``; return how many are gone.

        Moves are written in between, and while the tables are chosen.
        """
        gone = await self.read(lambda c: queries.surplus(c, most, unused_before, idle_before, share, busy))
        for first in range(0, len(gone), queries.PORTION):
            await self.remove(*gone[first : first + queries.PORTION])
        return len(gone)

    # Several servers

    claim = of_membership(Membership.claim)
    owner = of_membership(Membership.where)

    def release(self, code: str) -> None:
        """Give up a table, so that any server can take it."""
        self.soon(lambda c: self.members.release(c, code))

    claimed = of_membership(Membership.own_tables)
    owned = transaction(queries.ids_with_owner)
    orphans = of_membership(Membership.orphans)
    tidy_claims = of_membership(Membership.tidy)

    async def tables_elsewhere(self, most: int) -> list[tuple[Row, list[Seat]]]:
        """Return listed tables of other servers, at most ``most``."""
        return await self.run(lambda c: queries.tables_with_seats(c, self.members.tables_elsewhere(most)))

    tell_servers = of_membership(Membership.tell)

    # Deals that several tables share

    deal_secret = transaction(deals.secret)
    deal_entry = transaction(deals.entry)
    deal_standing = transaction(deals.standing)
    deal_tables = transaction(deals.tables_of)

    # Evenings

    evening = transaction(evenings.load)
    add_evening = transaction(evenings.add)

    async def put_evening(self, known: StoredEvening, at: int, tables: Sequence[Stored] = ()) -> None:
        """Store a changed evening with new tables of it, all at once; Conflict if it was written since it was read."""
        await self.run(lambda c: evenings.put(c, known, at, tables, self.membership))

    evenings_playing = transaction(evenings.playing)
    opens = transaction(queries.opens)
    knows_guest = transaction(queries.knows_guest)
    evenings_of_group = transaction(evenings.of_group)

    # Guests

    guest_games = transaction(results.of_guest)

    async def forget_guest(self, guest: str, guest_of_deal: Callable[[str], str]) -> int:
        """Delete a guest's games, entries for deals and memberships, and the name in evenings; return the number of games.

        Each deal knows guests by another hash: ``guest_of_deal`` maps the deal's name to the guest's.
        """

        def job(connection: Connection) -> int:
            deals.withdraw(connection, [guest_of_deal(deal) for deal in deals.names(connection)])
            groups.leave(connection, guest)
            evenings.forget_guest(connection, guest)
            results.set_rated(connection, guest, on=True)
            return results.forget(connection, guest)

        games = await self.run(job)
        await self.write_back()
        return games

    played_with = transaction(results.recent_opponents)
    game_in_lobby = transaction(results.game_in_lobby)
    rated_results = transaction(results.results_for_rating)
    set_rated = transaction(results.set_rated)
    is_rated = transaction(results.is_rated)

    # Groups

    add_group = transaction(groups.add)
    group = transaction(groups.load)
    groups_of = transaction(groups.of_guest)
    join_group = transaction(groups.join)
    leave_group = transaction(groups.leave)
    remove_member = transaction(groups.remove)
    group_tables = transaction(groups.tables_of)
    group_results = transaction(groups.results_of)

    # Reviews

    review = transaction(queries.review)
    put_review = transaction(queries.put_review)
