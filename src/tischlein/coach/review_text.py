"""A review in words, in both languages."""

from __future__ import annotations

from collections.abc import Iterator

from tischlein.cards import CHANCE
from tischlein.coach.analysis import Analysis
from tischlein.coach.brief import PlayerReview
from tischlein.coach.review import Review, ReviewedStep
from tischlein.coach.sentences import TEXTS, hidden_by_luck
from tischlein.engine.texts import load_texts, words_for
from tischlein.engine.types import Json
from tischlein.games import GAMES


def lines(found: Review, language: str) -> Iterator[str]:
    """All that is said about a game."""
    texts = load_texts(TEXTS, language)
    if not found.finished:
        yield texts["heading"]["unfinished"]
    yield texts["table"]["heading"]
    for seat, player in enumerate(found.players):
        yield texts["table"]["row"].format(**_row(seat, player, language))
    for seat, player in enumerate(found.players):
        yield from summary(seat, player, language)
    lessons = [one for seat in range(found.seats) for one in found.lessons(seat)]
    if lessons:
        yield texts["heading"]["lessons"]
        yield from (lesson(found.game, one, language) for one in lessons)
    yield texts["heading"]["turns"]
    yield from (turning_point(one, language) for one in found.turning_points())


def summary(seat: int, player: PlayerReview, language: str) -> Iterator[str]:
    """Say how a seat played, and how much of the result was luck."""
    texts = load_texts(TEXTS, language)["summary"]
    luck, own = percent(abs(player.luck), language), percent(abs(player.own), language)
    hidden = hidden_by_luck(player.result, player.luck, player.own)
    if hidden:
        yield texts[hidden].format(seat=seat + 1, luck=luck, own=own)
    if player.mistakes:
        yield texts["mistakes"].format(
            seat=seat + 1,
            mistakes=player.mistakes,
            decisions=player.decisions,
            given=percent(player.given_away, language),
        )
    elif player.decisions:
        yield texts["well"].format(seat=seat + 1, decisions=player.decisions)


def lesson(game: str, moment: ReviewedStep, language: str) -> str:
    """Describe a mistake: what was played, what was better, and what it would have brought."""
    analysis = moment.analysis
    if analysis is None or analysis.played is None:
        return ""
    sentence = _sentence(
        game, "lesson", "mistake", language, analysis, step=moment.step, seat=moment.seat + 1
    )
    return " ".join([sentence, *_counts(game, moment.seat, language, analysis)])


def _counts(game: str, seat: int, language: str, analysis: Analysis) -> list[str]:
    """Describe what can be counted about the action that was played and the best one."""
    words = words_for(GAMES[game], language)
    called: str = load_texts(TEXTS, language)["table"]["name"]
    names = [called.format(seat=number + 1) for number in range(seat + 1)]
    asked = [one for one in (analysis.played, analysis.best) if one and one.count]
    found = (words.counted(one.text, one.count, seat, names) for one in asked if one.count)
    return list(dict.fromkeys(found))


def _sentence(game: str, section: str, name: str, language: str, analysis: Analysis, **values: object) -> str:
    words = words_for(GAMES[game], language)
    best, played = analysis.best, analysis.played or analysis.best
    text: str = load_texts(TEXTS, language)[section][name]
    return text.format(
        played=words.action(played.text),
        value=percent(played.value, language, exact=True),
        best=words.action(best.text),
        better=percent(best.value, language, exact=True),
        loss=percent(analysis.loss, language, exact=True),
        spread=percent(analysis.spread, language, exact=True),
        **values,
    )


def turning_point(moment: ReviewedStep, language: str) -> str:
    """Describe a step that changed much, and for whom."""
    seat = max(range(len(moment.swing)), key=lambda k: abs(moment.swing[k]))
    swing = signed(moment.swing[seat], language)
    values = {"step": moment.step, "text": moment.text, "seat": seat + 1, "swing": swing}
    texts = load_texts(TEXTS, language)["turn"]
    if moment.seat == CHANCE:
        text: str = texts["chance"].format(**values)
    else:
        text = texts["decision"].format(who=moment.seat + 1, **values)
    return text


def percent(value: float, language: str, exact: bool = False) -> str:
    """Write a share of a win: 12 %, 3.4 %. ``exact`` always shows a decimal, so that a difference can be checked.

    >>> percent(0.5, "en"), percent(0.034, "de"), percent(-0.2, "en"), percent(-0.00001, "en"), percent(0.5, "en", True)
    ('50 %', '3,4 %', '−20 %', '0.0 %', '50.0 %')
    """
    hundredths = 100 * value
    shown = f"{hundredths:.0f}" if abs(hundredths) >= 9.95 and not exact else f"{hundredths:.1f}"
    sign = "−" if float(shown) < 0 else ""
    point: str = load_texts(TEXTS, language)["table"]["point"]
    return f"{sign}{shown.removeprefix('-').replace('.', point)} %"


def signed(value: float, language: str) -> str:
    """Write a share of a win with its sign."""
    return f"{'+' if value >= 0 else ''}{percent(value, language)}"


def _row(seat: int, player: PlayerReview, language: str) -> Json:
    return {
        "seat": seat + 1,
        "result": percent(player.result, language),
        "start": percent(player.start, language),
        "luck": signed(player.luck, language),
        "own": signed(player.own, language),
        "others": signed(player.others, language),
        "accuracy": percent(player.accuracy, language),
    }
