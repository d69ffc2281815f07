"""A game between one person and bots, without any terminal: what there is to see, and what an input does."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field, replace
from typing import Literal

from tischlein.bots import ask, bot, situation
from tischlein.bots.nicknames import BOT_NAMES
from tischlein.cards import RNG_WORDS, below, sow
from tischlein.engine.backends.base import words_of
from tischlein.engine.errors import IllegalAction, UndoError
from tischlein.engine.game import Game
from tischlein.engine.play.history import UNDO
from tischlein.engine.play.legality import OWN_REASONS
from tischlein.engine.play.table import Table
from tischlein.engine.texts import LANGUAGES, words_for
from tischlein.engine.texts.scene import Choice, Line, Scene
from tischlein.engine.texts.words import Verbatim, Words
from tischlein.engine.types import Event, Hint, OptionValue, View
from tischlein.terminal.commands import Command, Understood, parse
from tischlein.terminal.face import face_of
from tischlein.terminal.pages import Page, rules_page
from tischlein.terminal.phrases import Phrases

YOU = 0
# So many actions fit into a sentence.
FEW = 8

# Whose move it is: yours; yours if you like, else the others go on; a bot's; nobody's since you only watch; over.
Mode = Literal["act", "may_act", "bot", "watch", "over"]


@dataclass(frozen=True)
class Setup:
    """The table that somebody wants to sit at."""

    game: Game
    seats: int
    level: str
    language: str
    options: dict[str, OptionValue]
    seed: int | None = None  # None: nobody can foresee the cards
    name: str | None = None


@dataclass(frozen=True)
class Reply:
    """The answer to an input."""

    kind: Literal["done", "refused", "page", "again", "quit"]
    page: Page | None = None


@dataclass
class Tale:
    """The sentences about a game, up to some event: each is made once, however often the table is shown."""

    table: Table
    words: Words
    names: list[str]
    lines: list[Line] = field(default_factory=list)
    rounds: list[int] = field(default_factory=lambda: [1])  # at the start, and after each event


class Session:
    """One game; ``step`` moves the bots, ``submit`` takes what the person types."""

    def __init__(self, setup: Setup, table: Table | None = None) -> None:
        self.setup = setup
        self.words = words_for(setup.game, setup.language)
        self.phrases = Phrases(setup.language)
        self.face = face_of(setup.game)
        self.table = table or setup.game.new(setup.seats, seed=setup.seed, **setup.options)
        self.bots = [bot(setup.level) for _ in range(self.table.seats)]
        self.table.bots = set(range(self.table.seats)) - {YOU}
        self.seed = setup.seed if setup.seed is not None else secrets.randbits(64)
        self.bot_names = _bot_names(self.table.seats - 1, self.seed, setup.name)
        self.message = ""
        self._tale = Tale(self.table, self.words, self.names)
        self._let_go = False  # the person lets the others go on, or watches
        self._labels: frozenset[str] = frozenset()  # that stood for something when the person decided last

    # What there is to see

    @property
    def names(self) -> list[str]:
        return [self.setup.name or self.phrases("say.you"), *self.bot_names]

    @property
    def mode(self) -> Mode:
        if self.table.over:
            return "over"
        if self._seat() == YOU:
            others = len(self.table.waiting) > 1
            return "may_act" if others and self.setup.game.turns.optional.issuperset(self._legal()) else "act"
        if self.watching and not self._let_go:
            return "watch"
        return "bot"

    @property
    def watching(self) -> bool:
        """Is the person out, while the others play on?"""
        return self.table.is_out(YOU)

    @property
    def round(self) -> int | None:
        """The number of the round, from 1; None in a game without rounds."""
        return None if self.setup.game.turns.rounds is None else self._up_to_now().rounds[-1]

    @property
    def view(self) -> View:
        return self.table.view(YOU)

    @property
    def hints(self) -> dict[str, Hint]:
        """The legal actions, each with what would come of it."""
        return self.table.hints(YOU)

    @property
    def choices(self) -> list[Choice]:
        return self.face.choices(self.view, self.hints, self.words, self.names)

    @property
    def task(self) -> str:
        """The one sentence that says what to do, or for whom everybody waits."""
        mode = self.mode
        if mode == "over":
            return self.phrases("say.over")
        if mode == "watch":
            return self.phrases("say.watch")
        if mode == "bot":
            return self.phrases("say.thinks", name=self.names[self._seat()])
        if mode == "may_act":
            others = [seat for seat in self.table.waiting if seat != YOU]
            return self.phrases("say.next", name=self.names[others[0]])
        hints = self.hints
        return self.words.task(self.view, self.names, list(hints), hints)

    def scene(self) -> Scene:
        """Return the table as the person sees it; what happened last may be added to it."""
        return Scene(
            words=self.words,
            view=self.view,
            names=self.names,
            you=YOU,
            round=self.round,
            choices=self.choices,
        )

    def lines(self) -> list[Line]:
        """All that happened, as sentences; what the table shows anyway is left out."""
        return self._up_to_now().lines[:]

    def standing_events(self) -> list[Event]:
        """Return what happened and was not taken back."""
        return self.table.past.standing_events(self.table.game, YOU)

    def ending(self) -> list[Page]:
        """How it came, and who won."""
        events, words, names = self.standing_events(), self.words, self.names
        standings = [
            (
                f"{one['place']}. {words.listed([names[seat] for seat in one['seats']])}",
                words.score(one["score"]),
            )
            for one in self.table.standings()
        ]
        story = self.face.story(events, words, names, YOU)
        pages = [Page(self.phrases("end.story"), story, short=True)] if story else []
        return [*pages, Page(words.sentence(events[-1], names, YOU), standings, short=True)]

    # What happens

    def step(self) -> None:
        """Let the bot whose move it is decide."""
        seat = self._seat()
        self.table.play(seat, ask(self.bots[seat], situation(self.table, seat, self.seed)))
        if not self.watching:
            self._let_go = False

    def submit(self, line: str) -> Reply:
        """Do what the line says; whatever is refused changes nothing and leaves a message that says why."""
        self.message = ""
        table = Understood(self.choices, self._optional_words(), self.face.reads, self._labels)
        command = parse(line, table, self.phrases)
        answer = getattr(self, f"_do_{command.name}")
        reply: Reply = answer(command)
        return reply

    def _do_act(self, command: Command) -> Reply:
        labels = frozenset(choice.label for choice in self.choices)
        try:
            self.table.play(YOU, command.text)
        except IllegalAction as error:
            return self._refuse(self._why_not(command.text, error))
        self._labels = labels
        self._let_go = False
        return Reply("done")

    def _do_go(self, command: Command) -> Reply:
        if self.mode == "over":
            return Reply("again")
        if self.mode == "act":
            return self._refuse(self.phrases("say.empty"))
        self._let_go = True
        return Reply("done")

    def _do_undo(self, command: Command) -> Reply:
        try:
            # You are the only person at the table: everybody agrees.
            self.table.undo(YOU, consent=True)
        except UndoError:
            return self._refuse(self.phrases("say.nothing_to_undo"))
        self._let_go = False
        return Reply("done")

    def _do_again(self, command: Command) -> Reply:
        return Reply("again") if self.mode == "over" else self._do_unknown(command)

    def _do_no(self, command: Command) -> Reply:
        return Reply("quit") if self.mode == "over" else self._do_unknown(command)

    def _do_quit(self, command: Command) -> Reply:
        return Reply("quit")

    def _do_language(self, command: Command) -> Reply:
        language = LANGUAGES[(LANGUAGES.index(self.words.language) + 1) % len(LANGUAGES)]
        self.setup = replace(self.setup, language=language)
        self.words, self.phrases = words_for(self.setup.game, language), Phrases(language)
        self.message = self.phrases("say.now_language")
        return Reply("done")

    def _do_help(self, command: Command) -> Reply:
        return Reply("page", self._help())

    def _do_rules(self, command: Command) -> Reply:
        return Reply("page", rules_page(self.words, self.phrases))

    def _do_log(self, command: Command) -> Reply:
        lines = [("✗" if line.danger else "·", line.text) for line in self.lines()]
        nothing = [("·", self.phrases("say.nothing_yet"))]
        return Reply("page", Page(self.phrases("say.so_far"), lines or nothing, short=True))

    def _do_unknown(self, command: Command) -> Reply:
        return self._refuse(self.phrases("say.unknown", text=command.text) + self._possible())

    def _do_ambiguous(self, command: Command) -> Reply:
        words = self.words.listed(command.words)
        return self._refuse(self.phrases("say.ambiguous", text=command.text, words=words))

    # Inside

    def _up_to_now(self) -> Tale:
        """Return what happened in words, putting only new events into words unless table, language or name changed."""
        tale, names = self._tale, self.names
        if tale.table is not self.table or tale.words is not self.words or tale.names != names:
            tale = self._tale = Tale(self.table, self.words, names)
        for event in self.table.seen_events(YOU)[len(tale.rounds) - 1 :]:
            self._tell(event, tale)
        return tale

    def _tell(self, event: Event, tale: Tale) -> None:
        kind, lines, rounds = event["kind"], tale.lines, tale.rounds
        # An undo leads back to the round before the first event that it took back.
        rounds.append(
            rounds[event["since"] - 1]
            if kind == UNDO
            else rounds[-1] + (kind == self.setup.game.turns.rounds)
        )
        text = tale.words.event(event, tale.names, YOU)
        if text:
            hurts = kind in self.face.hurts
            if kind in self.face.follow_ups and lines:
                before = lines.pop()
                text, hurts = f"{before.text} {text}", before.danger or hurts
            lines.append(Line(text, hurts))

    def _seat(self) -> int:
        """Who decides next; a person who lets the others go on is passed over."""
        actor = self.table.actor
        others = [seat for seat in self.table.waiting if seat != YOU]
        return others[0] if actor == YOU and self._let_go and others else actor

    def _legal(self) -> list[str]:
        return [action.text for action in self.table.actions(YOU)]

    def _optional_words(self) -> dict[str, list[str]]:
        """Return the words for actions that may be left undone: the notation, and the labels in all languages."""
        spoken = [words_for(self.setup.game, language) for language in LANGUAGES]
        return {
            text: [text, *(words.action(text).lower() for words in spoken)]
            for text in sorted(self.setup.game.turns.optional)
        }

    def _refuse(self, message: str) -> Reply:
        self.message = message
        return Reply("refused")

    def _possible(self) -> str:
        """Return what else could be done, if that list is short, without actions that may be left undone."""
        legal = set(self._legal()) - self.setup.game.turns.optional
        names = list(dict.fromkeys(choice.name for choice in self.choices if choice.action in legal))
        if not 0 < len(names) <= FEW:
            return ""
        return f" {self.words.say('possible', legal=Verbatim(self.words.listed(names, 'or')))}"

    def _why_not(self, action: str, error: IllegalAction) -> str:
        if error.code in OWN_REASONS and not error.clause:
            return self.phrases("say.unknown", text=action)
        text = self.words.reason(error.code, action, self.view, self.names)
        clause = f" {self.phrases('say.because', clause=error.clause)}" if error.clause else ""
        return f"{text}{clause}{self._possible()}"

    def _help(self) -> Page:
        phrases = self.phrases
        entries = [(" ".join(choice.label for choice in self.choices) or "a b c", phrases("help.choice"))]
        entries += [(text, self.words.action(text)) for text in sorted(self.setup.game.turns.optional)]
        entries.append(("⏎", phrases("help.enter")))
        for name in ("help", "rules", "undo", "log", "language", "quit"):
            entries.append((phrases.command(name), phrases(f"help.{name}", game=self.words.name)))
        return Page(phrases("help.title"), [*entries, ("", phrases("help.short"))], short=True)


def _bot_names(n: int, seed: int, taken: str | None) -> list[str]:
    """Names for the bots, another company each time; nobody is called like the person, and larger companies get numbers."""
    rng = [0] * RNG_WORDS
    sow(rng, *words_of(seed), 1)
    names: list[str] = []
    free: list[str] = []
    while len(names) < n:
        if not free:
            series = len(names) // (len(BOT_NAMES) - 1) + 1
            free = [name if series == 1 else f"{name} {series}" for name in BOT_NAMES]
            free = [name for name in free if taken is None or name.lower() != taken.strip().lower()]
        names.append(free.pop(below(rng, len(free))))
    return names
