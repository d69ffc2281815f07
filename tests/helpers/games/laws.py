"""Check laws that hold for every game, with nothing but the game itself: no kit, no reference, no list of games.

Each check raises an AssertionError that says in words what is wrong. ``tests/shared`` runs them for all games, and shows with a
tiny game that each of them finds the mistake it is there for.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from random import Random
from typing import Any

from helpers.proofs import missing
from samples import SAMPLES
from tischlein import Action, OptionError, Table, UndoError
from tischlein.bots.runtime import runtime
from tischlein.cards import CHANCE, EMPTY, OVER, RNG_WORDS, SPECTATOR, UNKNOWN, sow
from tischlein.engine.backends import Backend, load
from tischlein.engine.game import Game
from tischlein.engine.play.views import events_of
from tischlein.engine.rules.clone import household
from tischlein.engine.rules.dialect import lint_modules
from tischlein.engine.texts import LANGUAGES, words_for
from tischlein.engine.texts.templates import match_notation
from tischlein.engine.texts.words import Words

WORLDS = 3  # imagined for each look
LOOKS = 10  # per game


class Eyes:
    """What an observer of a table knows, according to the rules alone."""

    def __init__(self, game: Game, rng: Random) -> None:
        self.game, self.rng = game, rng
        self.python: Backend = load(game.rules, "python")

    def known(self, s: Any, eyes: int) -> Any:
        """Return a copy of the record, concealed for an observer."""
        copy = self.game.layout.copy(s)
        self.game.rules.conceal(copy, eyes)
        return copy

    def bytes_known(self, s: Any, eyes: int) -> bytes:
        return self.game.layout.pack(self.known(s, eyes))

    def worlds(self, s: Any, eyes: int) -> Iterator[Any]:
        """Yield the true world, and some that the observer cannot tell from it."""
        yield s
        for _ in range(WORLDS):
            luck = [0] * RNG_WORDS
            sow(luck, self.rng.getrandbits(32), self.rng.getrandbits(32), 0)
            world = self.known(s, eyes)
            self.python.imagine(world, eyes, luck)
            yield world

    def after(self, s: Any, seat: int, action: int) -> Any:
        """Return a copy of the record after a step."""
        copy = self.game.layout.copy(s)
        self.python.call("apply", copy, seat, action)
        return copy

    def told(self, before: Any, after: Any, seat: int, action: int, eyes: int) -> tuple[int, Any]:
        """Return the action, as far as the observer sees it, and the events."""
        shown = action if self.game.sees_action(eyes, seat, action) else UNKNOWN
        return shown, events_of(
            self.game, self.known(before, eyes), self.known(after, eyes), seat, shown, eyes
        )

    def everybody(self, s: Any) -> list[int]:
        return [SPECTATOR, *range(s.seats)]


def some_tables(game: Game, rng: Random, games: int) -> Iterator[Table]:
    """Yield new tables with any seats: first with all defaults, then with one option changed after the other."""
    usual = {name: option.default for name, option in game.options.items()}
    for k in range(games):
        options = dict(usual)
        if k % (len(usual) + 1):
            name = list(usual)[k % (len(usual) + 1) - 1]
            options[name] = rng.choice([one for one in game.options[name].choices if one != usual[name]])
        for seats in rng.sample(game.seats, len(game.seats)):
            with suppress(OptionError):  # the choice is not for this number of seats
                yield game.new(seats, seed=rng.getrandbits(64), **options)
                break


def check_dialect(game: Game) -> None:
    """Check that every backend can run the rules, the rules of thumb and the lab module."""
    found = lint_modules(household(game.rules, game.bots.heuristics, game.lab))
    assert not found, "\n".join(map(str, found))


def check_choices_stay_hidden(game: Game, rng: Random, games: int = SAMPLES.looks) -> None:
    """Check that a seat is told the same about all choices, in all worlds, that it cannot tell apart.

    The rules' ``conceal`` says what a seat can tell apart; ``open_action`` and the events must not say more. A record may forget by
    coincidence what all have seen, as when a card is taken and one that looks the same takes its place: so a kind of action counts
    as secret only if it is hidden more often than not.
    """
    eyes_of = Eyes(game, rng)
    asked: Counter[tuple[str, str]] = Counter()
    betrayed: dict[tuple[str, str], list[str]] = {}
    for s, seat, action in decisions(game, rng, games, 12):
        kind = game.turns.phase(eyes_of.known(s, SPECTATOR)), verb(game.face.actions[action])
        for eyes in (other for other in eyes_of.everybody(s) if other != seat):
            asked[kind] += 1
            how = _told_apart(eyes_of, s, seat, action, eyes)
            if how:
                betrayed.setdefault(kind, []).append(how)
    for kind, cases in betrayed.items():
        assert len(cases) < 3 or 2 * len(cases) < asked[kind], (
            f"{game.id}: {cases[0]}: open_action must not be true of an action that others do not see"
        )


def _told_apart(eyes_of: Eyes, s: Any, seat: int, action: int, eyes: int) -> str | None:
    """Return another choice that tells the observer something else, in a world that looks the same to it."""
    game = eyes_of.game
    after = eyes_of.after(s, seat, action)
    known = eyes_of.bytes_known(after, eyes)
    told = eyes_of.told(s, after, seat, action, eyes)
    for world in eyes_of.worlds(s, eyes):
        for other in eyes_of.python.legal(world, seat):
            elsewhere = eyes_of.after(world, seat, other)
            same = eyes_of.bytes_known(elsewhere, eyes) == known
            if same and eyes_of.told(world, elsewhere, seat, other, eyes) != told:
                texts = f"{game.face.actions[action]!r} or {game.face.actions[other]!r}"
                return (
                    f"seat {seat} does {texts}; the record is the same for {who(eyes)}, but not what is told"
                )
    return None


def check_worlds_fit(game: Game, rng: Random, games: int = SAMPLES.looks) -> None:
    """Check that concealing twice changes nothing, and that an imagined world looks the same to its observer."""
    eyes_of = Eyes(game, rng)
    for s, _, _ in decisions(game, rng, games):
        for eyes in eyes_of.everybody(s):
            known = eyes_of.known(s, eyes)
            before = game.layout.pack(known)
            assert eyes_of.bytes_known(known, eyes) == before, (
                f"{game.id}: conceal changes a record that is concealed for {who(eyes)} already"
            )
            for world in eyes_of.worlds(s, eyes):
                assert eyes_of.bytes_known(world, eyes) == before, (
                    f"{game.id}: imagine makes a world that {who(eyes)} can tell from the true one"
                )


def check_sights(game: Game, rng: Random, games: int = SAMPLES.looks) -> None:
    """Check that ``conceal`` hides of a record what the sights of its fields promise, and leaves the rest."""
    for s, _, _ in decisions(game, rng, games):
        check_sights_of(game, s)


def check_sights_of(game: Game, s: Any) -> None:
    """Check one record for all observers; a field that is ``special`` is left out."""
    for eyes in (SPECTATOR, *range(s.seats)):
        known = game.layout.copy(s)
        game.rules.conceal(known, eyes)
        for field in game.layout.fields:
            wrong = _misseen(field.sight, getattr(s, field.name), getattr(known, field.name), eyes, s.seats)
            assert not wrong, (
                f"{game.id}: {field.name} is “{field.sight}”, but after conceal for {who(eyes)} {wrong}"
            )


def _misseen(sight: str, true: Any, known: Any, eyes: int, seats: int) -> str:
    """Return what is wrong with a concealed field, "" if nothing is."""
    if sight == "open" and true != known:
        return "it is another one"
    if sight == "nobody" and not is_blank(known):
        return "it is still there"
    if sight == "unseen" and any(now < before for now, before in zip(flat(known), flat(true), strict=True)):
        return "there is less of it: what is hidden comes in, and nothing goes"
    for seat in range(seats) if sight == "owner" else ():
        if seat == eyes and true[seat] != known[seat]:
            return "its own row is another one"
        if seat != eyes and not is_blank(known[seat]):
            return f"the row of seat {seat} is still there"
    return ""


def is_blank(value: Any) -> bool:
    """Return whether cells hold nothing but 0, EMPTY and UNKNOWN."""
    return set(flat(value)) <= {0, EMPTY, UNKNOWN}


def flat(value: Any) -> list[int]:
    """Return the cells of a field in one row."""
    return [cell for one in value for cell in flat(one)] if isinstance(value, list) else [value]


def check_undo_makes_nothing_known(
    game: Game, rng: Random, games: int = SAMPLES.looks, made: Iterable[tuple[Any, int, int]] | None = None
) -> None:
    """Check that a decision which may be taken back without consent has shown nothing but itself.

    In every world that neither they nor the acting seat could tell from the true one before, the same decision leaves them with
    the same knowledge. Looks at decisions of new games, or at those that were ``made``.
    """
    eyes_of = Eyes(game, rng)
    for s, seat, action in decisions(game, rng, games) if made is None else made:
        if may_be_taken_back(game, s, seat, action):
            for eyes in eyes_of.everybody(s):
                _compare_knowledge(eyes_of, s, seat, action, eyes)


def decisions(game: Game, rng: Random, games: int, looks: int = LOOKS) -> Iterator[tuple[Any, int, int]]:
    """Yield some decisions of every kind from random games, and the last one: the record before, the seat, the action."""
    for table in some_tables(game, rng, games):
        made: dict[str, list[tuple[bytes, int, int]]] = {}
        while not table.over:
            seat, action = some_decision(table, rng)
            last = game.layout.pack(table._s), seat, action.id
            made.setdefault(verb(action.text), []).append(last)
            table.play(seat, action)
        for _ in range(looks):
            before, seat, number = rng.choice(rng.choice(list(made.values())))
            yield game.layout.unpack(before), seat, number
        # What is shown at the end of a game only is shown by its last decision.
        yield game.layout.unpack(last[0]), *last[1:]


def some_decision(table: Table, rng: Random) -> tuple[int, Action]:
    """Return a seat that may act and one of its legal actions."""
    seat = rng.choice(table.waiting)
    actions = table.actions(seat)
    assert actions, (
        f"{table.game.id}: the table waits for seat {seat}, but no action of it is legal after {table.history[-4:]}: "
        f"`actor` and `waiting` must name seats that can act, and the game must end when nobody can"
    )
    return seat, rng.choice(actions)


def played_out(game: Game, rng: Random, games: int) -> Iterator[Table]:
    """Yield random games, played to their end."""
    for table in some_tables(game, rng, games):
        while not table.over:
            table.play(*some_decision(table, rng))
        yield table


def may_be_taken_back(game: Game, s: Any, seat: int, action: int) -> bool:
    table = game.at(game.dump(s), seed=1)
    table.play(seat, action)
    try:
        table.undo(seat)
    except UndoError:
        return False
    return True


def _compare_knowledge(eyes_of: Eyes, s: Any, seat: int, action: int, eyes: int) -> None:
    game = eyes_of.game
    own = eyes_of.bytes_known(s, seat)
    known = eyes_of.bytes_known(eyes_of.after(s, seat, action), eyes)
    for world in eyes_of.worlds(s, eyes):
        # What the acting seat knew already it may show to others: that is its decision.
        if eyes_of.bytes_known(world, seat) != own:
            continue
        assert eyes_of.bytes_known(eyes_of.after(world, seat, action), eyes) == known, (
            f"{game.id}: {game.face.actions[action]!r} of seat {seat} has shown {who(eyes)} something "
            f"that was hidden, and may be taken back without consent: `revealing` lacks the kind of an event"
        )


def check_numbers_fit(game: Game, rng: Random, steps: int = SAMPLES.long_game) -> None:
    """Check that no number outgrows its cell, in games that last as long as possible."""
    python = load(game.rules, "python")
    openings = list(_extremes(game))
    for seats, opening in openings:
        s = game.layout.unpack(opening)
        path = [opening]
        for step in range(2 * steps // len(openings)):
            if s.actor == OVER:
                # Back to a place before the end, and on from there: so a game gets longer and longer, where it can.
                del path[-min(len(path) - 1, 2 ** rng.randrange(1, 8)) :]
                s = game.layout.unpack(path[-1])
            python.call("apply", s, *any_step_of(python, s, rng))
            try:
                path.append(game.layout.pack(s))
            except (ValueError, OverflowError) as error:
                raise AssertionError(
                    f"{game.id}: after {len(path)} steps of a game for {seats}: {error}; "
                    f"give the field a wider type, or bound it (step {step})"
                ) from error


def _extremes(game: Game) -> Iterator[tuple[int, bytes]]:
    """Yield new games for the fewest and the most seats, with all defaults, and with the last choice of all options."""
    last = {
        name: list(option.choices)[-1] for name, option in game.options.items() if name != game.turns.starter
    }
    for seats in (game.seats[0], game.seats[-1]):
        for options in [{}, last] if last else [{}]:
            with suppress(OptionError):  # the choices are not for this number of seats
                yield seats, game.opening(seats, **options)


def any_step_of(python: Backend, s: Any, rng: Random) -> tuple[int, int]:
    """Return what may come next: a chance outcome, or a legal action of any seat."""
    if s.actor == CHANCE:
        return CHANCE, rng.randrange(python.call("chances", s))
    choices = [(seat, legal) for seat in range(s.seats) if (legal := python.legal(s, seat))]
    assert choices, (
        f"`actor` is seat {s.actor}, but no seat has a legal action: the game must go on or be OVER"
    )
    seat, legal = rng.choice(choices)
    return seat, rng.choice(legal)


def check_events_are_told(game: Game, rng: Random, games: int = SAMPLES.looks) -> None:
    """Check that every kind of event that happens has a sentence in every language."""
    kinds = {event["kind"] for table in played_out(game, rng, games) for event in table.events(None)}
    for kind in sorted(kinds):
        silent = [language for language in LANGUAGES if not words_for(game, language).has("events", kind)]
        assert not silent, f"{game.id}: no sentence for the event {kind!r} in {', '.join(silent)}"


def check_rounds_end(game: Game, rng: Random, games: int = SAMPLES.looks) -> None:
    """Check that the kind of event that is declared to end a round happens."""
    declared = {game.turns.rounds} - {None}
    kinds = {event["kind"] for table in played_out(game, rng, games) for event in table.events(None)}
    assert declared <= kinds, (
        f"{game.id}: Turns(rounds={game.turns.rounds!r}) names a kind of event that never happens; "
        f"these do: {', '.join(sorted(kinds))}"
    )


def check_cards_are_named(game: Game, rng: Random, games: int = SAMPLES.looks) -> None:
    """Check that a card which has a name in one language has one in all of them."""
    texts: set[str] = set()
    for table in played_out(game, rng, games):
        for eyes in (None, *range(table.seats)):
            texts |= set(words_in([table.view(eyes), table.events(eyes)]))
    languages = {language: words_for(game, language) for language in LANGUAGES}
    texts |= {card for words in languages.values() for card in words.card_names()}
    for text in sorted(texts):
        named = [language for language, words in languages.items() if has_name(words, text)]
        nameless = sorted(set(LANGUAGES) - set(named))
        assert not named or not nameless, (
            f"{game.id}: {text!r} has a name in {named[0]}, but not in {nameless[0]}"
        )


def has_name(words: Words, text: str) -> bool:
    """Return whether the texts of the game itself name a card or a row."""
    sections = (words._section("rows"), words._section("cards"))
    return any(match_notation(section, text, lambda part: True) is not None for section in sections)


def words_in(value: Any) -> Iterator[str]:
    """Yield all texts in a view or in events, without the keys."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from words_in(inner)


def check_rules_of_thumb_do_not_peek(game: Game, rng: Random, games: int = SAMPLES.looks) -> None:
    """Check that rules of thumb rate actions the same in all worlds that a seat cannot tell apart."""
    eyes_of, thumb = Eyes(game, rng), runtime(game)
    for s, seat, _ in decisions(game, rng, games):
        legal = tuple(eyes_of.python.legal(s, seat))
        rated = {
            tuple(thumb.rate(game.layout.pack(world), seat, legal))
            for world in (eyes_of.known(s, seat), *eyes_of.worlds(s, seat))
        }
        assert len(rated) == 1, (
            f"{game.id}: `rate` of the rules of thumb gives seat {seat} other points in worlds that look the same to it: "
            f"it may read only what `conceal` leaves"
        )


def check_everybody_sees_who_is_waited_for(game: Game, rng: Random, games: int = SAMPLES.looks) -> None:
    """Check that every view names exactly the seats that may act."""
    for table in some_tables(game, rng, games):
        while True:
            waiting = list(table.waiting)
            for eyes in [None, *range(table.seats)]:
                seen = table.view(eyes)["waiting"]
                assert seen == waiting, (
                    f"{game.id}: {who(SPECTATOR if eyes is None else eyes)} sees that {seen} may act, but {waiting} may: "
                    f"`waiting` has to follow from what everybody knows"
                )
            if table.over:
                break
            table.play(*some_decision(table, rng))


def check_nothing_is_missing(game: Game) -> None:
    """Check that a game which is not a draft has every proof."""
    lacking = [] if game.draft else missing(game)
    assert not lacking, f"{game.id} lacks {', '.join(lacking)}: write them, or declare draft=True"


def verb(text: str) -> str:
    """Return the verb of an action, without its card or number."""
    return text.split(maxsplit=1)[0]


def who(eyes: int) -> str:
    return "a spectator" if eyes == SPECTATOR else f"seat {eyes}"


LAWS = {
    "choices": check_choices_stay_hidden,
    "worlds": check_worlds_fit,
    "sights": check_sights,
    "undo": check_undo_makes_nothing_known,
    "numbers": check_numbers_fit,
    "events": check_events_are_told,
    "rounds": check_rounds_end,
    "names": check_cards_are_named,
    "thumb": check_rules_of_thumb_do_not_peek,
    "waiting": check_everybody_sees_who_is_waited_for,
}
