"""A game between one person and bots, without any terminal: what there is to see, and what an input does."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from tischlein.bots import ask, situation
from tischlein.bots.standby import at_once
from tischlein.cards import RNG_WORDS, below, sow
from tischlein.engine.backends.base import words_of
from tischlein.engine.errors import IllegalAction, UndoError
from tischlein.engine.game import Game
from tischlein.engine.table import Table
from tischlein.terminal.board import Choice, Line, Page, Scene, board
from tischlein.terminal.commands import Command, parse
from tischlein.terminal.words import Words

BOT_NAMES = ("Maria", "Jonas", "Lotte", "Emil", "Frieda", "Theo", "Ida", "Anton")
YOU = 0

# Whose move it is: yours; yours if you like, else the others go on; a bot's; nobody's since you only watch; over.
Mode = Literal["act", "may_act", "bot", "watch", "over"]


@dataclass(frozen=True)
class Wish:
    """What table somebody wants to sit at."""

    game: Game
    seats: int
    level: str
    language: str
    options: dict[str, Any]
    seed: int | None = None  # None: luck that nobody can foresee
    name: str | None = None


@dataclass(frozen=True)
class Reply:
    """The answer to an input."""

    kind: Literal["done", "refused", "page", "again", "quit"]
    page: Page | None = None


class Session:
    """One game; ``step`` moves the bots, ``submit`` takes what the person types."""

    def __init__(self, wish: Wish, table: Table | None = None) -> None:
        self.wish = wish
        self.words = Words(wish.game, wish.language)
        self.board = board(wish.game)
        self.bot = at_once(wish.level)
        self.table = table or wish.game.new(wish.seats, seed=wish.seed, **wish.options)
        self.table.bots = set(range(self.table.seats)) - {YOU}
        self.seed = wish.seed if wish.seed is not None else secrets.randbits(64)
        self.bot_names = _bot_names(self.table.seats - 1, self.seed, wish.name)
        self.message = ""
        self._let_go = False  # the person lets the others go on, or watches

    # What there is to see

    @property
    def names(self) -> list[str]:
        return [self.wish.name or self.words("say.you"), *self.bot_names]

    @property
    def mode(self) -> Mode:
        if self.table.over:
            return "over"
        if self._seat() == YOU:
            return "may_act" if len(self.table.waiting) > 1 else "act"
        if self.watching and not self._let_go:
            return "watch"
        return "bot"

    @property
    def watching(self) -> bool:
        """Is the person out, while the others play on?"""
        return self.board.is_out(self.view, YOU)

    @property
    def round(self) -> int:
        return self.board.round(self.standing_events())

    @property
    def view(self) -> dict[str, Any]:
        return self.table.view(YOU)

    @property
    def choices(self) -> list[Choice]:
        legal = [action.text for action in self.table.actions(YOU)]
        return self.board.choices(self.view, legal, self.words, self.names)

    @property
    def task(self) -> str:
        """The one sentence that says what to do, or for whom everybody waits."""
        if self.mode == "over":
            return self.words("say.over")
        if self.mode == "bot":
            return self.words("say.thinks", name=self.names[self._seat()])
        return self.board.task(self.view, self.choices, self.words, self.names)

    def scene(self) -> Scene:
        """The table as the person sees it; what happened last may be added to it."""
        return Scene(
            words=self.words,
            view=self.view,
            names=self.names,
            you=YOU,
            round=self.round,
            choices=self.choices,
            task=self.task,
            message=self.message,
        )

    def lines(self) -> list[Line]:
        """All that happened, as sentences."""
        told: list[Line] = []
        for event in self.table.events(YOU):
            if self.board.is_news(event, YOU):
                text = self.words.event(event, self.names, YOU)
                hurts = event["kind"] in self.board.hurts
                if event["kind"] in self.board.follow_ups and told:
                    before = told.pop()
                    text, hurts = f"{before.text} {text}", before.danger or hurts
                told.append(Line(text, hurts))
        return told

    def standing_events(self) -> list[dict[str, Any]]:
        """What happened and was not taken back."""
        history = _standing(self.table.history)
        if len(history) == len(self.table.history):
            return self.table.events(YOU)
        return self.table.game.replay({**self.table.record(), "history": history}).events(YOU)

    def ending(self) -> list[Page]:
        """Who won, and how it came."""
        events, words = self.standing_events(), self.words
        places = self.board.standings(events, self.table.scores, words)
        winners = self.table.winners
        if len(winners) > 1:
            title = words("end.shared", names=words.listed([self.names[seat] for seat in winners]))
        else:
            title = words("end.won") if YOU in winners else words("end.lost", name=self.names[winners[0]])
        standings = [(f"{place}. {self.names[seat]}", text) for place, (seat, text) in enumerate(places, 1)]
        story = self.board.story(events, words, self.names, YOU)
        told = [Page(words("end.story"), story, short=True)] if story else []
        return [*told, Page(title, standings, short=True)]

    # What happens

    def step(self) -> None:
        """Let the bot whose move it is decide."""
        seat = self._seat()
        self.table.play(seat, ask(self.bot, situation(self.table, seat, self.seed)))
        if not self.watching:
            self._let_go = False

    def submit(self, line: str) -> Reply:
        """Do what a line says; whatever is refused changes nothing and leaves a message that says why."""
        self.message = ""
        command = parse(line, self.board, self.choices, self.words)
        answer = getattr(self, f"_do_{command.name}")
        reply: Reply = answer(command)
        return reply

    def _do_act(self, command: Command) -> Reply:
        try:
            self.table.play(YOU, command.text)
        except IllegalAction as error:
            return self._refuse(self._why_not(command.text, error))
        self._let_go = False
        return Reply("done")

    def _do_go(self, command: Command) -> Reply:
        if self.mode == "over":
            return Reply("again")
        if self.mode == "act":
            return self._refuse(self.words("say.empty"))
        self._let_go = True
        return Reply("done")

    def _do_undo(self, command: Command) -> Reply:
        try:
            # You are the only person at the table: everybody agrees.
            self.table.undo(YOU, consent=True)
        except UndoError:
            return self._refuse(self.words("say.nothing_to_undo"))
        self._let_go = False
        return Reply("done")

    def _do_again(self, command: Command) -> Reply:
        return Reply("again") if self.mode == "over" else self._do_unknown(command)

    def _do_no(self, command: Command) -> Reply:
        return Reply("quit") if self.mode == "over" else self._do_unknown(command)

    def _do_quit(self, command: Command) -> Reply:
        return Reply("quit")

    def _do_language(self, command: Command) -> Reply:
        self.words = self.words.other()
        self.wish = replace(self.wish, language=self.words.language)
        self.message = self.words("say.now_language")
        return Reply("done")

    def _do_help(self, command: Command) -> Reply:
        return Reply("page", self._help())

    def _do_rules(self, command: Command) -> Reply:
        return Reply("page", rules_page(self.words))

    def _do_log(self, command: Command) -> Reply:
        lines = [("✗" if line.danger else "·", line.text) for line in self.lines()]
        nothing = [("·", self.words("say.nothing_yet"))]
        return Reply("page", Page(self.words("say.so_far"), lines or nothing, short=True))

    def _do_unknown(self, command: Command) -> Reply:
        # Where drawing is up to the person nothing reminds of it, and long lists are on the table anyway.
        if self.mode != "act" or self.board.typed == "move":
            return self._refuse(self.words("say.unknown_quiet", text=command.text))
        return self._refuse(self.words("say.unknown", text=command.text, legal=self._legal()))

    def _do_ambiguous(self, command: Command) -> Reply:
        return self._refuse(
            self.words("say.ambiguous", text=command.text, words=self.words.listed(command.words))
        )

    # Inside

    def _seat(self) -> int:
        """Who decides next; a person who lets the others go on is passed over."""
        actor = self.table.actor
        others = [seat for seat in self.table.waiting if seat != YOU]
        return others[0] if actor == YOU and self._let_go and others else actor

    def _refuse(self, message: str) -> Reply:
        self.message = message
        return Reply("refused")

    def _legal(self) -> str:
        legal = [action.text for action in self.table.actions(YOU)]
        held = dict.fromkeys(choice.action for choice in self.choices)  # in the order of the hand
        names = [self.words.action(text) for text in [*held, "draw"] if text in legal]
        return self.words.listed(names, "or") if names else ""

    def _why_not(self, action: str, error: IllegalAction) -> str:
        text = self.words.reason(
            error.code,
            action=self.words.action(action),
            seat=self.names[YOU],
            legal=self._legal() or self.words("say.nothing"),
            waiting=self.words.listed([self.names[seat] for seat in self.table.waiting] or [""]),
        )
        return f"{text} {self.words('say.because', clause=error.clause)}"

    def _help(self) -> Page:
        words = self.words
        entries = [
            (" ".join(choice.label for choice in self.choices) or "a b c", words(f"help.{self.board.typed}"))
        ]
        for name in (*self.board.commands, "help", "rules", "undo", "log", "language", "quit"):
            entries.append((words.command(name), words(f"help.{name}", game=words.table("name"))))
        entries.insert(1 + len(self.board.commands), ("⏎", words("help.enter")))
        return Page(words("help.title"), [*entries, ("", words("help.short"))], short=True)


def rules_page(words: Words) -> Page:
    """The rules of the game, section by section, with the clauses that they tell."""
    entries = [
        (section["title"], f"{section['text'].strip()} ({', '.join(section['clauses'])})")
        for section in words.rules
    ] or [("", words("list.no_rules"))]
    return Page(words.table("name"), [("", words.table("tagline")), *entries])


def _standing(history: Sequence[tuple[int, str]]) -> list[list[Any]]:
    """The history without what was taken back: an undo goes back to before the seat's last decision."""
    standing: list[list[Any]] = []
    for seat, text in history:
        if text == "undo":
            while standing.pop()[0] != seat:
                pass
        else:
            standing.append([seat, text])
    return standing


def _bot_names(n: int, seed: int, taken: str | None) -> list[str]:
    """Names for the bots, another company each time; nobody is called like the person."""
    rng = [0] * RNG_WORDS
    sow(rng, *words_of(seed), 1)
    free = [name for name in BOT_NAMES if taken is None or name.lower() != taken.strip().lower()]
    return [free.pop(below(rng, len(free))) for _ in range(n)]
