"""The handler of each endpoint; ``routes`` declares what it takes and answers."""

from __future__ import annotations

from tischlein.server.http.api.daily import daily, play_daily
from tischlein.server.http.api.duplicates import add_duplicate, compare
from tischlein.server.http.api.evenings import (
    attend_evening,
    evening,
    evening_csv,
    evening_qr,
    evening_round,
    join_evening,
    lead_evening,
    open_evening,
)
from tischlein.server.http.api.finished import ask_review, record, replay, review
from tischlein.server.http.api.groups import add_group, group, join_group, leave_group, season
from tischlein.server.http.api.guests import forget_guest, guest_games
from tischlein.server.http.api.lobby import lobby, match
from tischlein.server.http.api.people import invite, people, want_rating
from tischlein.server.http.api.tables import about, create, games, join, mine, open_to_lan, qr, table, texts
from tischlein.server.http.routes import Handler

HANDLERS: dict[str, Handler] = {
    "about": about,
    "open_to_lan": open_to_lan,
    "games": games,
    "texts": texts,
    "create": create,
    "table": table,
    "join": join,
    "qr": qr,
    "record": record,
    "replay": replay,
    "lobby": lobby,
    "match": match,
    "daily": daily,
    "play_daily": play_daily,
    "open_evening": open_evening,
    "evening": evening,
    "join_evening": join_evening,
    "attend_evening": attend_evening,
    "lead_evening": lead_evening,
    "evening_round": evening_round,
    "evening_csv": evening_csv,
    "evening_qr": evening_qr,
    "compare": compare,
    "add_duplicate": add_duplicate,
    "review": review,
    "ask_review": ask_review,
    "mine": mine,
    "guest_games": guest_games,
    "forget_guest": forget_guest,
    "people": people,
    "invite": invite,
    "want_rating": want_rating,
    "add_group": add_group,
    "group": group,
    "join_group": join_group,
    "leave_group": leave_group,
    "season": season,
}
