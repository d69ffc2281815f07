"""A game between one person and bots, without any terminal: what there is to see, and what an input does."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain, product
from string import ascii_lowercase
from typing import Literal

from tischlein.engine.play.history import UNDO
from tischlein.engine.play.legality import OWN_REASONS, Reason
from tischlein.engine.play.table import Table
from tischlein.engine.texts import LANGUAGES, words_for
from tischlein.engine.texts.words import Verbatim
from tischlein.engine.types import Event, View
from tischlein.room.refusal import Refusal
from tischlein.terminal.commands import Choice, Command, parse
from tischlein.terminal.face import face_of
from tischlein.terminal.host import YOU, Setup, TerminalHost
from tischlein.terminal.pages import Page, rules_page
from tischlein.terminal.phrases import Phrases
from tischlein.terminal.style import Line

# A q by habit leaves the table; it must not be a move as well.
LETTERS = ascii_lowercase.replace("q", "")
# The number of actions that fit into a sentence.
FEW = 8

# Whose move it is: yours; yours if you like, else the others go on; a bot's; nobody's since you only watch; over.
Mode = Literal["act", "may_act", "bot", "watch", "over"]


@dataclass(frozen=True)
class Reply:
    """The answer to an input."""

    kind: Literal["done", "refused", "page", "again", "quit"]
    page: Page | None = None


def labels() -> Iterator[str]:
    """Yield a, b, c … z, aa, ab …"""
    return chain(LETTERS, map("".join, product(LETTERS, repeat=2)))


class Session:
    """One game; ``step`` moves the bots, ``submit`` takes what the person types."""

    def __init__(self, setup: Setup, table: Table | None = None) -> None:
        self.setup = setup
        self.words = words_for(setup.game, setup.language)
        self.phrases = Phrases(setup.language)
        self.face = face_of(setup.game)
        self.host = TerminalHost(setup, table)
        self.message = ""
        self._let_go = False  # the person lets the others go on, or watches

    # What there is to see

    @property
    def table(self) -> Table:
        return self.host.table

    @property
    def bot_names(self) -> list[str]:
        return self.host.room.state.names[1:]

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
        """Return True if the player is out while the others play on."""
        return self.table.is_out(YOU)

    @property
    def round(self) -> int | None:
        """The number of the round, from 1; None in a game without rounds."""
        if self.setup.game.turns.rounds is None:
            return None
        rounds = [1]  # at the start, and after each event
        for event in self.host.events:
            # An undo leads back to the round before the first event that it took back.
            back = event["kind"] == UNDO
            rounds.append(
                rounds[event["since"] - 1]
                if back
                else rounds[-1] + (event["kind"] == self.setup.game.turns.rounds)
            )
        return rounds[-1]

    @property
    def view(self) -> View:
        view: View = self.host.moment["view"]
        return view

    @property
    def choices(self) -> list[Choice]:
        """Return the legal actions, each with what it would bring."""
        words, found = self.words, []
        for label, action in zip(labels(), self.host.moment["actions"], strict=False):
            text, hint = action["text"], action["hint"] or {}
            name = words.action(text, self.view, self.names, hint)
            found.append(Choice(label, text, name, words.hint(hint)))
        return found

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
        task: str = self.host.moment["task"]
        return task

    def describe_table(self) -> Page:
        """Return the table in words: what to know about each player, and what lies where."""
        view, words, names = self.view, self.words, self.names
        players = [(name, self.face.note(view, words, seat)) for seat, name in enumerate(names)]
        return Page(words.name, [*players, *self.face.lines(view, words, names)], short=True)

    def lines(self) -> list[Line]:
        """Return all events as sentences, except those that the table shows anyway."""
        found: list[Line] = []
        for event in self.host.events:
            text, hurts = event["text"], event["kind"] in self.face.hurts
            if text and event["kind"] in self.face.follow_ups and found:
                before = found.pop()
                text, hurts = f"{before.text} {text}", before.danger or hurts
            if text:
                found.append(Line(text, hurts))
        return found

    def standing_events(self) -> list[Event]:
        """Return what happened and was not taken back."""
        return self.table.past.standing_events(self.table.game, YOU)

    def ending(self) -> Page:
        """Return who won."""
        words, names = self.words, self.names
        standings = [
            (
                f"{one['place']}. {words.join_list([names[seat] for seat in one['seats']])}",
                one["text"],
            )
            for one in self.host.moment["standings"]
        ]
        return Page(words.sentence(self.standing_events()[-1], names, YOU), standings, short=True)

    # What happens

    def step(self) -> None:
        """Carry out the decision of the bot whose turn it is."""
        self.host.let_bot_decide()
        if not self.watching:
            self._let_go = False

    def submit(self, line: str) -> Reply:
        """Carry out a typed line; a refused line changes nothing and leaves a message with the reason."""
        self.message = ""
        command = parse(line, self.choices, self._optional_words())
        answer = getattr(self, f"_do_{command.name}")
        reply: Reply = answer(command)
        return reply

    def _do_act(self, command: Command) -> Reply:
        refused = self.host.say("play", seq=self.host.room.seq, action=command.text)
        if refused is not None:
            return self._refuse(self._why_not(command.text, refused))
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
        if self.host.say("undo") is not None:
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
        self.host.say("sync", since=0, lang=language, facts=None)
        self.message = self.phrases("say.now_language")
        return Reply("done")

    def _do_help(self, command: Command) -> Reply:
        return Reply("page", self._help())

    def _do_rules(self, command: Command) -> Reply:
        return Reply("page", rules_page(self.words, self.phrases))

    def _do_table(self, command: Command) -> Reply:
        return Reply("page", self.describe_table())

    def _do_log(self, command: Command) -> Reply:
        lines = [("✗" if line.danger else "·", line.text) for line in self.lines()]
        nothing = [("·", self.phrases("say.nothing_yet"))]
        return Reply("page", Page(self.phrases("say.so_far"), lines or nothing, short=True))

    def _do_unknown(self, command: Command) -> Reply:
        """Print why an action is not legal now, or that it does not exist."""
        why = self.table.why(YOU, command.text)
        if why is not None and why.code not in OWN_REASONS:
            return self._refuse(self._why_not(command.text, why))
        return self._refuse(self.phrases("say.unknown", text=command.text) + self._possible())

    # Inside

    def _seat(self) -> int:
        """Return the seat that decides next, passing over a person who lets the others go on."""
        actor = self.table.actor
        others = [seat for seat in self.table.waiting if seat != YOU]
        return others[0] if actor == YOU and self._let_go and others else actor

    def _legal(self) -> list[str]:
        return [action["text"] for action in self.host.moment["actions"]]

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
        return f" {self.words.say('possible', legal=Verbatim(self.words.join_list(names, 'or')))}"

    def _why_not(self, action: str, refused: Refusal | Reason) -> str:
        if refused.code in OWN_REASONS and not refused.clause:
            return self.phrases("say.unknown", text=action)
        text = self.words.reason(refused.code, action, self.view, self.names)
        clause = f" {self.phrases('say.because', clause=refused.clause)}" if refused.clause else ""
        return f"{text}{clause}{self._possible()}"

    def _help(self) -> Page:
        phrases = self.phrases
        entries = [(" ".join(choice.label for choice in self.choices) or "a b c", phrases("help.choice"))]
        entries += [(text, self.words.action(text)) for text in sorted(self.setup.game.turns.optional)]
        entries.append(("⏎", phrases("help.enter")))
        for name in ("help", "rules", "table", "undo", "log", "language", "quit"):
            entries.append((phrases.command(name), phrases(f"help.{name}", game=self.words.name)))
        return Page(phrases("help.title"), entries, short=True)
