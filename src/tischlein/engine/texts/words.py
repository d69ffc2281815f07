"""Sentences for people: cards, actions, events, reasons, tasks and scores in one language.

The texts come in as data, those of a game and those for all games; ``engine.texts`` reads them. Templates are
filled as ``engine.texts.templates`` says, and docs/texts.md explains how to write them. A game without texts
is told in its notation.
"""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from tischlein.engine.texts.tasks import task_keys, task_values
from tischlein.engine.texts.templates import (
    Placeholder,
    Values,
    at,
    capitalise,
    choose_variant,
    fill_template,
    match_notation,
    number,
    pieces,
    to_words,
)
from tischlein.engine.types import Json, Text, Value

MOST_NAMES = 1_000  # that are kept
LARGEST = 20  # number in a pattern of cards that clients are told of
# Keys of an event that are never told by themselves.
UNTOLD = ("seq", "seat", "kind")
ELLIPSIS = "…"
Kept = TypeVar("Kept")


# Around a person's name in a sentence: Unicode's isolates, which show nothing and keep a name from turning the sentence around.
# No name contains them.
NAME_BEGINS, NAME_ENDS = "\u2068", "\u2069"


def mark_names(names: Sequence[str]) -> list[str]:
    """Return names as they stand in sentences for clients, so that a client can find and replace them."""
    return [NAME_BEGINS + name + NAME_ENDS for name in names]


def strip_marks(text: str) -> str:
    """Return a sentence without the marks around names.

    >>> strip_marks(f"{mark_names(['Ada'])[0]} plays 7.")
    'Ada plays 7.'
    """
    return text.replace(NAME_BEGINS, "").replace(NAME_ENDS, "")


class Verbatim:
    """A value that is a finished text already."""

    def __init__(self, text: str) -> None:
        self.text = text


class Words:
    """All texts about one game in one language.

    ``names`` are the players' names by seat, and ``you`` is the seat of the listener, None for a spectator.
    """

    def __init__(self, language: str, texts: Values, common: Values) -> None:
        self.language = language
        self._texts = texts  # of the game
        self._common = common  # for all games
        self._names: dict[str, str | None] = {}  # of cards and rows that were asked for
        self._begun: dict[str, tuple[str | None, str]] = {}  # actions that were asked for, in two parts
        self._labels: dict[str, str] = {}  # of actions that are called the same whatever lies on the table
        self._hinted: dict[str, str] = {}  # hints that were asked for, in words

    # The game

    @property
    def name(self) -> str:
        name: str = self._texts["name"]
        return name

    @property
    def tagline(self) -> str:
        tagline: str = self._texts["tagline"]
        return tagline

    @property
    def rules(self) -> list[Json]:
        """The sections of the rules, each with a title, a text and the clauses that it covers."""
        rules: list[Json] = self._texts.get("rules", [])
        return rules

    def option(self, name: str) -> str:
        """Return the label of an option."""
        label: str = self._section("options").get(name, {}).get("label") or to_words(name)
        return label

    def option_help(self, name: str) -> str:
        """Return the sentence that explains an option, "" if there is none."""
        text: str = self._section("options").get(name, {}).get("help", "")
        return text

    def choice(self, option: str, value: object) -> str:
        """Return the label of an option's value."""
        written = str(value).lower() if isinstance(value, bool) else str(value)
        found = match_notation(self._section("choices").get(option, {}), written)
        if found is None and isinstance(value, bool):
            found = match_notation(self._common["choices"], written)
        if found is None:
            return number(value) if isinstance(value, int) else to_words(written)
        text, values = found
        if "seat" in values:
            values["place"] = values["seat"] + 1  # people count from one
        return self.fill(text, values)

    def answer(self, name: str) -> str:
        """Return the label of a standing answer."""
        label: str = self._section("answers").get(name) or to_words(name)
        return label

    def zone(self, name: str) -> str:
        """Return the title of a place on the table."""
        title: str = self._text("zones", name) or self._section("rows").get(name) or to_words(name)
        return title

    @property
    def score_forms(self) -> Text:
        """The texts of a score: one text, or texts with the scores that they are for."""
        return (self._section("scores") or self._common["scores"])["score"]

    def score(self, score: int) -> str:
        """Return a score in words."""
        return self.fill(self.score_forms, {"score": score})

    def text(
        self, section: str, name: str, names: Sequence[str] = (), you: int | None = None, **values: object
    ) -> str:
        """Return a text that the game has for one of its own faces."""
        return self.fill(self._section(section)[name], values, names, you)

    # Cards and actions

    def card(self, text: str) -> str:
        """Return the name of a card, a row, or any other notation; without a name, the notation itself."""
        name = self._name_of(text)
        return text if name is None else name

    def card_names(self) -> dict[str, str]:
        """Return the names of all cards that have one, by the notation, for clients that show any game."""
        found = {card: self.card(card) for card in self._common["cards"] if "{" not in card}
        for card in self._section("cards"):
            written = [card]
            if card.count("{") == 1 and "{n}" in card:
                written = [card.replace("{n}", str(n)) for n in range(LARGEST + 1)]
            for one in written:
                if "{" not in one:
                    found[one] = self.card(one)
        return found

    def row_names(self) -> dict[str, str]:
        """Return the names of all rows that have one, by the notation."""
        return {row: str(name) for row, name in self._section("rows").items()}

    def short(self, text: str) -> str:
        """Return the name of a card for places with little room."""
        found = match_notation(self._section("short"), text)
        return self.card(text) if found is None else self.fill(*found)

    def action(
        self,
        text: str,
        view: Values | None = None,
        names: Sequence[str] = (),
        hint: Values | None = None,
    ) -> str:
        """Return the label of an action; a view and the action's hint make it more precise."""
        label = self._labels.get(text)
        if label is not None:
            return label
        begin, rest = self._halves(text)
        if begin is None:
            return self.card(text)
        template = self._section("actions")[begin]
        if isinstance(template, str) and all(map(_is_always_the_same, pieces(template))):
            return _keep(self._labels, text, self.fill(template, {"what": rest}))
        values = dict(view or {})
        values.update(hint or {})
        values["what"] = rest
        if rest.isdigit():
            values["seat"] = int(rest)
        return self.fill(template, values, names)

    def move(
        self,
        actions: Sequence[str],
        seen: Sequence[tuple[Values, Values] | None],
        names: Sequence[str] = (),
    ) -> str:
        """Return a whole move in words: equal verbs are said once, and actions that are understood are left out.

        ``seen`` has the view and the hint with each action, None where they are not known.
        """
        told: list[str] = []
        rests: list[str] = []  # of the actions with the last verb
        last: str | None = None
        for action, known in zip(actions, seen):  # noqa: B905 — the page's Python has no strict zip
            begin, rest = self._halves(action)
            view, hint = known or ({}, {})
            found = (
                None if begin is None else choose_variant(self._section("actions")[begin], dict(view, **hint))
            )
            if found is not None and found.get("quiet") and len(actions) > 1:
                continue
            if begin and rest and begin == last:
                rests.append(rest)
                what = Verbatim(self.join_list([self.card(one) for one in rests]))
                told[-1] = self.fill(self._section("actions")[begin], {"what": what}, names)
                continue
            last, rests = begin, [rest]
            told.append(self.action(action, view, names, hint))
        return ", ".join(told)

    def verb(self, action: str) -> str:
        """Return the kind of an action, the same in all languages: the beginning that has a text."""
        return self._halves(action)[0] or ""

    def deed(self, action: str) -> str:
        """Return the label of an action's kind, with three dots in place of what it is about."""
        begin, _ = self._halves(action)
        if begin is None:
            return ELLIPSIS
        return self.fill(
            self._section("actions")[begin], {"what": Verbatim(ELLIPSIS), "seat": 0}, (ELLIPSIS,)
        )

    def deeds(self) -> dict[str, str]:
        """Return the labels of all kinds of actions, by their beginnings, for clients that also name illegal ones."""
        return {begin: self.deed(begin) for begin in self._section("actions")}

    def what(self, action: str) -> str:
        """Return what an action is about, without its verb: a card, a row."""
        _, rest = self._halves(action)
        return self.card(rest or action)

    def count_sentence(
        self, action: str, count: Values, seat: int, names: Sequence[str] = (), you: int | None = None
    ) -> str:
        """Return the sentence for what can be counted about an action."""
        values = dict(count)
        values.update({"action": Verbatim(self.action(action)), "seat": seat})
        return self.fill(self._section("counts")[count["key"]], values, names, you)

    def reason_for(self, reason: Values, seat: int, names: Sequence[str] = (), you: int | None = None) -> str:
        """Return the sentence that says why a move was better than another one."""
        return self.fill(self._section("because")[reason["key"]], dict(reason, seat=seat), names, you)

    def aim(self, reason: Values) -> str:
        """Return the task of a puzzle with this reason in words, "" where the game has none for it."""
        return self.fill(self._section("aims").get(reason["key"], ""), reason)

    def hint(self, hint: Values) -> str:
        """Return what an action would bring, in a few words."""
        written = repr(hint)
        found = self._hinted.get(written)
        if found is not None:
            return found
        texts = self._section("hints")
        # A zero has to be told, though it equals False.
        keys = [key for key in texts if hint.get(key) is not None and hint[key] is not False]
        told = [self.fill(texts[key], hint) for key in keys]
        return _keep(self._hinted, written, ", ".join([one for one in told if one]))

    # What happened, and what to do

    def event(self, event: Values, names: Sequence[str], you: int | None) -> str:
        """Return the sentence for an event, "" for one that the table shows without words."""
        found = choose_variant(self._text("events", event["kind"]), event)
        return (
            "" if found is not None and found.get("quiet") else self._event_sentence(found, event, names, you)
        )

    def sentence(self, event: Values, names: Sequence[str], you: int | None) -> str:
        """Return the sentence for an event, also for one that the table shows without words."""
        return self._event_sentence(
            choose_variant(self._text("events", event["kind"]), event), event, names, you
        )

    def _event_sentence(
        self, found: Values | None, event: Values, names: Sequence[str], you: int | None
    ) -> str:
        if found is None:
            return self._unwritten(event, names)
        subject = event.get("seat")
        if subject is None:
            subject = event.get("winners")
        return capitalise(found, self._fill_one(found, event, names, you, subject))

    def before(self, key: str, seat: int, sentence: str, names: Sequence[str], you: int | None) -> str:
        """Return what came before a decision of a seat, and then the decision."""
        first = self.fill(self._common["say"][key], {"seat": seat}, names, you)
        return first + " " + sentence if sentence else first

    def task(
        self,
        view: Values,
        names: Sequence[str],
        actions: Sequence[str] = (),
        hints: Mapping[str, Values] | None = None,
    ) -> str:
        """Return what the seat of this view has to do now, or whom the table waits for.

        ``task_values`` lists what conditions can use besides the view.
        """
        you, values = view["you"], task_values(view, actions, hints or {})
        others = values["others"]
        subject = view.get("turn") if view.get("turn") in others else others[0] if others else you
        for key in task_keys(view):
            found = choose_variant(self._text("tasks", key), values)
            if found is not None:
                return capitalise(found, self._fill_one(found, values, names, you, subject))
        return ""

    def reason(self, code: str, action: str, view: Values, names: Sequence[str] | None = None) -> str:
        """Return why an action is refused, for the player who tried it and sees this view.

        Without names it is for a program: seats by their numbers, actions in the notation.
        """
        values, you = dict(view), view["you"]
        if names is None:
            _, rest = self._halves(action)
            values["action"], values["what"] = Verbatim(action), Verbatim(rest or action)
            you, names = None, [f"seat {seat}" for seat in range(view["seats"])]
        else:
            values["action"] = Verbatim(self.action(action, view, names))
            values["what"] = Verbatim(self.what(action))
        waiting = self.join_list([names[seat] for seat in view["waiting"]])
        values["waiting"] = Verbatim(waiting or self.say("nobody"))
        found = choose_variant(self._text("reasons", code), values)
        if found is None:
            return to_words(code) + ": " + self._value_text(values["action"])
        sentence = self._fill_one(found, values, names, you, view["you"])
        return sentence if you is None else capitalise(found, sentence)

    def reason_looks(self, code: str) -> bool:
        """Return True if this reason needs more of the view than its seat and the waiting seats."""
        text = self._text("reasons", code)
        return text is not None and (not isinstance(text, str) or "@" in text)

    # Tools

    def has(self, section: str, name: str) -> bool:
        """Return True if this text exists, for the game or for all games."""
        return self._text(section, name) is not None

    def say(self, key: str, **values: object) -> str:
        """Return a sentence that belongs to no game."""
        return self.fill(self._common["say"][key], values)

    def join_list(self, parts: Sequence[str], link: str = "and") -> str:
        """Return "a, b and c"."""
        if len(parts) < 2:
            return "".join(parts)
        word: str = self._common["say"][link]
        return ", ".join(parts[:-1]) + f" {word} {parts[-1]}"

    def fill(self, text: Text, values: Values, names: Sequence[str] = (), you: int | None = None) -> str:
        """Fill any text; it is about the person on the seat in ``values``, if there is one."""
        found = choose_variant(text, values)
        return "" if found is None else self._fill_one(found, values, names, you, values.get("seat"))

    # Inside

    def _section(self, name: str) -> Json:
        found: Json = self._texts.get(name, {})
        return found

    def _text(self, section: str, name: str) -> Text:
        """Return the game's own text, else the one for all games, else None."""
        found = self._section(section).get(name)
        return self._common.get(section, {}).get(name) if found is None else found

    def _fill_one(
        self, found: Values, values: Values, names: Sequence[str], you: int | None, subject: Value
    ) -> str:
        def is_you(key: str) -> bool:
            who = at(values, key) if key else subject
            return you is not None and (you in who if isinstance(who, list) else you == who)

        def field(part: Placeholder) -> str:
            if part.name == "name":
                return self._people(subject, names)
            if part.name == "with":
                return self._people([seat for seat in subject if seat != you], names)
            value = at(values, part.name)
            if part.forms:
                return part.form(value)
            if part.mark == "@":
                return self._people(value, names)
            if part.mark == "*":
                who = [self.say("you") if seat == you else names[seat] for seat in range(len(value))]
                return ", ".join([f"{who[seat]} {self._value_text(one)}" for seat, one in enumerate(value)])
            return self._value_text(value)

        return fill_template(found["text"], field, is_you)

    def _people(self, seats: Value, names: Sequence[str]) -> str:
        if seats is None:
            return ""
        found = [names[seat] for seat in (seats if isinstance(seats, list) else [seats]) if seat < len(names)]
        return self.join_list(found)

    def _value_text(self, value: Value) -> str:
        """Return a value as it stands inside a sentence."""
        if value is None:
            return ""
        if isinstance(value, Verbatim):
            return value.text
        if isinstance(value, int):
            return number(value)
        return (
            self.card(value)
            if isinstance(value, str)
            else self.join_list([self._value_text(one) for one in value])
        )

    def _halves(self, action: str) -> tuple[str | None, str]:
        """Return the longest beginning of an action that has a text, and the rest; the empty beginning fits all actions."""
        found = self._begun.get(action)
        return found or _keep(self._begun, action, self._find_halves(action))

    def _find_halves(self, action: str) -> tuple[str | None, str]:
        best: str | None = None
        for begin in self._section("actions"):
            fits = not begin or action == begin or action.startswith(f"{begin} ")
            if fits and (best is None or len(begin) > len(best)):
                best = begin
        return best, action[len(best or "") :].strip()

    def _name_of(self, text: str) -> str | None:
        """Return the name of a row or a card, by its text or by a pattern such as ``{n}r``, or None."""
        try:
            return self._names[text]
        except KeyError:
            return _keep(self._names, text, self._find_name(text))

    def _find_name(self, text: str) -> str | None:
        for texts in (self._section("rows"), self._section("cards"), self._common["cards"]):
            found = match_notation(texts, text, lambda part: self._name_of(part) is not None)
            if found is not None:
                return self.fill(*found)
        return None

    def _unwritten(self, event: Values, names: Sequence[str]) -> str:
        """Return a plain line for an event without a sentence: its kind and its simple values."""
        parts = [to_words(event["kind"])]
        parts += [
            self._value_text(event[key]) for key in event if key not in UNTOLD and _is_plain(event[key])
        ]
        seat = event.get("seat")
        return " ".join(parts) if seat is None else names[seat] + ": " + " ".join(parts)


def _keep(kept: dict[str, Kept], key: str, found: Kept, most: int = MOST_NAMES) -> Kept:
    """Cache a value, up to a limit, so that made-up cards and actions cannot fill the memory."""
    if len(kept) >= most:
        kept.clear()
    kept[key] = found
    return found  # not looked up again: threads share the cache, and another one may have cleared it


def _is_always_the_same(part: object) -> bool:
    """Return True if this part of an action's text does not depend on the table or the players."""
    return isinstance(part, str) or (isinstance(part, Placeholder) and part.name == "what" and not part.forms)


def _is_plain(value: object) -> bool:
    return isinstance(value, (str, int)) and not isinstance(value, bool)
