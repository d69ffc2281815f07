"""The store of a server: everything that it reads and writes, as named methods."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from sqlalchemy import Connection

from tischlein.evenings.evening import Evening
from tischlein.room.rows import DealEntry, Row, Seat, Stored, Writes
from tischlein.server.store import apply, deals, evenings, groups, probe, queries, ratings, results
from tischlein.server.store.deals import DealTable, Standing
from tischlein.server.store.evenings import StoredEvening
from tischlein.server.store.groups import GroupRow
from tischlein.server.store.ratings import RatedRow
from tischlein.server.store.writer import JobRunner


class Store(JobRunner):
    """Tables, deals, reviews and results of guests. What a method has written is on the disk when it returns."""

    # Tables

    async def load(self, code: str, glance: bool = False) -> Stored | None:
        """Return a table, at a glance without its log and chat; Damaged if its log is not what was written."""
        return await self.read(lambda c: queries.load(c, code, glance))

    async def apply(self, writes: Writes) -> None:
        """Store a step; NotOwner, NotStored, or another StoreError if it is not known whether it is stored."""
        await self.run(lambda c: apply.apply(c, writes, self.membership))

    async def add(self, stored: Stored, entry: DealEntry | None = None) -> None:
        """Store a new table and set its id; with ``entry`` also who plays its deal, or AlreadyEntered."""
        await self.run(lambda c: apply.add(c, stored, entry, self.membership))

    async def remove(self, table_id: int) -> None:
        """Delete a table with everything that belongs to it."""
        await self.run(lambda c: queries.remove(c, table_id))

    def apply_soon(self, writes: Writes) -> None:
        """Store a step that nobody waits for, before everything that is asked for later."""
        self.soon(lambda c: apply.apply(c, writes, self.membership))

    async def tables_of_tokens(self, hashes: Sequence[str]) -> list[tuple[str, str]]:
        """Return pairs of token hash and table code, the table touched last first."""
        return await self.run(lambda c: queries.of_tokens(c, hashes))

    async def playing(self) -> list[str]:
        """Return the codes of running games, the one touched last first."""
        return await self.run(queries.playing)

    async def count_tables(self) -> int:
        """Return the number of stored tables."""
        return await self.run(queries.count_tables)

    async def check_writable(self) -> None:
        """Raise StoreError unless a move could be written."""
        await self.run(probe.write)

    # Sweeping

    async def archive(self, idle_lobby: int, idle_game: int, keep: int, busy: Sequence[int]) -> int:
        """Archive idle games, and remove idle lobbies, old games and old evenings; return the number of games."""

        def job(connection: Connection) -> int:
            evenings.tidy(connection, idle_lobby, keep)
            return queries.archive(connection, idle_lobby, idle_game, keep, busy)

        return await self.run(job)

    async def make_room(
        self, most: int, unused_before: int, idle_before: int, share: int, busy: Sequence[int]
    ) -> int:
        """Remove some tables while there are more than ``most``, see ``queries.make_room``; return how many."""
        return await self.run(lambda c: queries.make_room(c, most, unused_before, idle_before, share, busy))

    async def forget_before(self, time: int) -> None:
        """Delete deals, unused groups and notes about deleted guests that are older."""

        def job(connection: Connection) -> None:
            deals.forget(connection, time)
            results.tidy(connection, time)
            groups.tidy(connection, time)

        await self.run(job)

    # Several servers

    async def claim(self, code: str) -> str | None:
        """Take a table; return the address of the running server that has it, None if it is ours or does not exist."""
        membership = self._members()
        return await self.run(lambda c: membership.claim(c, code))

    async def owner(self, code: str) -> str | None:
        """Return the address of another running server that has a table."""
        membership = self._members()
        return await self.run(lambda c: membership.where(c, code))

    def release(self, code: str) -> None:
        """Give up a table, so that any server can take it."""
        membership = self._members()
        self.soon(lambda c: membership.release(c, code))

    async def claimed(self) -> list[str]:
        """Return the codes of our tables."""
        return await self.run(self._members().claimed)

    async def owned(self) -> list[int]:
        """Return the ids of the tables that any server has."""
        return await self.run(queries.owned)

    async def orphans(self) -> list[str]:
        """Return the codes of running games whose server has stopped."""
        return await self.run(self._members().orphans)

    async def tidy_claims(self) -> None:
        """Delete the claims of stopped servers, except on running games."""
        await self.run(self._members().tidy)

    async def listed_elsewhere(self, most: int) -> list[tuple[Row, list[Seat]]]:
        """Return listed tables of other servers, at most ``most``."""
        membership = self._members()
        return await self.run(lambda c: queries.seated(c, membership.listed(c, most)))

    async def tell_servers(self, what: str, guests: Collection[str], data: str) -> None:
        """Send a message about each of these guests to all servers, this one included."""
        membership = self._members()

        def job(connection: Connection) -> None:
            for guest in guests:
                membership.tell(connection, what, guest, data)

        await self.run(job)

    # Deals that several tables share

    async def deal_secret(self, deal: str, fresh: str, at: int) -> str:
        """Return the secret of a deal; it becomes ``fresh`` if it has none."""
        return await self.run(lambda c: deals.secret(c, deal, fresh, at))

    async def deal_entry(self, deal: str, guest: str) -> DealEntry | None:
        """Return the entry of a guest for a deal."""
        return await self.run(lambda c: deals.entry(c, deal, guest))

    async def deal_standing(
        self, deal: str, low_wins: bool, most: int, guest: str | None, fresh: str | None, at: int
    ) -> Standing:
        """Return the results of a deal; with ``fresh`` the deal gets this secret if it has none."""

        def job(connection: Connection) -> Standing:
            known = deals.known_secret(connection, deal)
            if known is None and fresh is not None:
                known = deals.secret(connection, deal, fresh, at)
            return deals.standing(connection, deal, low_wins, most, guest, known)

        return await self.run(job)

    async def deal_tables(self, deal: str) -> list[DealTable]:
        """Return the tables that share a deal."""
        return await self.run(lambda c: deals.tables_of(c, deal))

    # Evenings

    async def evening(self, code: str) -> StoredEvening | None:
        """Return an evening, and how often it has been written."""
        return await self.run(lambda c: evenings.load(c, code))

    async def add_evening(self, evening: Evening, at: int) -> None:
        """Store a new evening."""
        await self.run(lambda c: evenings.add(c, evening, at))

    async def put_evening(self, known: StoredEvening, at: int, tables: Sequence[Stored] = ()) -> None:
        """Store a changed evening with new tables of it, all at once; Conflict if it was written since it was read."""
        await self.run(lambda c: evenings.put(c, known, at, tables, self.membership))

    async def evenings_playing(self) -> list[str]:
        """Return the codes of evenings with a running round."""
        return await self.run(evenings.playing)

    async def count_evenings(self) -> int:
        """Return the number of stored evenings."""
        return await self.run(evenings.count)

    async def evenings_of_group(self, group: str, most: int) -> list[Evening]:
        """Return the latest evenings of a group, the newest first."""
        return await self.run(lambda c: evenings.of_group(c, group, most))

    # Guests

    async def guest_games(self, guest: str) -> list[str]:
        """Return a guest's finished games as JSON, the latest first."""
        return await self.run(lambda c: results.of_guest(c, guest))

    async def forget_guest(self, guest: str, guest_of_deal: Callable[[str], str]) -> int:
        """Delete a guest's games, entries for deals and memberships, and the name in evenings; return the number of games.

        Each deal knows guests by another hash: ``guest_of_deal`` maps the deal's name to the guest's.
        """

        def job(connection: Connection) -> int:
            deals.withdraw(connection, [guest_of_deal(deal) for deal in deals.names(connection)])
            groups.leave(connection, guest)
            evenings.forget_guest(connection, guest)
            ratings.set_rated(connection, guest, on=True)
            return results.forget(connection, guest)

        return await self.run(job)

    async def deleted_guests(self) -> set[str]:
        """Return the guests who have deleted their data while a seat still names them."""
        return await self.run(results.forgotten)

    async def clear_guests(self, gone: Collection[str]) -> None:
        """Take these guests off their seats, except at tables of other servers."""

        def job(connection: Connection) -> None:
            elsewhere = set() if self.membership is None else self.membership.elsewhere(connection)
            results.clear_seats(connection, gone, elsewhere)

        await self.run(job)

    async def played_with(self, guest: str) -> list[tuple[str, int, str]]:
        """Return other guests, their seats and the games (as JSON) that this guest has played with them, the latest first."""
        return await self.run(lambda c: results.played_with(c, guest))

    async def seat_in_lobby(self, code: str, guest: str) -> tuple[str, str] | None:
        """Return the game of a table that has not begun and a guest's name there, if the guest sits there."""
        return await self.run(lambda c: results.seat_in_lobby(c, code, guest))

    async def rated_results(self, game: str) -> list[RatedRow]:
        """Return the latest results in a game of guests who want a rating, the oldest first."""
        return await self.run(lambda c: ratings.rated_results(c, game))

    async def set_rated(self, guest: str, on: bool) -> None:
        """Note whether a guest wants a rating."""
        await self.run(lambda c: ratings.set_rated(c, guest, on))

    async def is_rated(self, guest: str) -> bool:
        """Return False if a guest wants no rating."""
        return await self.run(lambda c: ratings.is_rated(c, guest))

    # Groups

    async def add_group(self, code: str, name: str, guest: str, called: str, most: int) -> bool:
        """Store a new group with its first member; return False if there are ``most`` groups already."""

        def job(connection: Connection) -> bool:
            if groups.count(connection) >= most:
                return False
            groups.add(connection, code, name)
            groups.join(connection, groups.GroupRow(code, code, name, []), guest, called)
            return True

        return await self.run(job)

    async def group(self, word: str, guest: str) -> GroupRow | None:
        """Return a group by its link, or by its code if the guest is a member; a visit of a member is noted."""

        def job(connection: Connection) -> GroupRow | None:
            found = groups.load(connection, word, guest)
            if found is not None and found.has(guest):
                groups.touch(connection, found.code)
            return found

        return await self.run(job)

    async def groups_of(self, guest: str) -> list[GroupRow]:
        """Return the groups of a guest."""
        return await self.run(lambda c: groups.of_guest(c, guest))

    async def join_group(self, known: groups.GroupRow, guest: str, name: str) -> None:
        """Make a guest a member, or change the member's name; Conflict if the members have changed since they were read."""
        await self.run(lambda c: groups.join(c, known, guest, name))

    async def leave_group(self, code: str, guest: str) -> None:
        """Take a guest out of a group."""
        await self.run(lambda c: groups.leave(c, guest, code))

    async def remove_member(self, known: groups.GroupRow, guest: str, link: str) -> None:
        """Take a member out of a group, which gets a new link; Conflict if the members have changed since they were read."""
        await self.run(lambda c: groups.remove(c, known, guest, link))

    async def group_tables(self, code: str) -> list[tuple[Row, list[Seat]]]:
        """Return a group's tables that wait or play."""
        return await self.run(lambda c: queries.seated(c, groups.tables_of(c, code)))

    async def group_results(self, code: str, start: int, end: int) -> list[tuple[str, int, str]]:
        """Return members, tables and games (as JSON) of a group's finished games in this time."""
        return await self.run(lambda c: groups.results_of(c, code, start, end))

    # Reviews

    async def review(self, table_id: int, seq: int, version: int) -> str | None:
        """Return the review of a game of this length by this version of the coach, as JSON."""
        return await self.run(lambda c: queries.review(c, table_id, seq, version))

    async def put_review(self, table_id: int, seq: int, version: int, data: str) -> None:
        """Store a review in place of an earlier one; NotOwner if another server has the table."""

        def job(connection: Connection) -> None:
            if self.membership is not None:
                self.membership.guard(connection, table_id)
            queries.put_review(connection, table_id, seq, version, data)

        await self.run(job)
