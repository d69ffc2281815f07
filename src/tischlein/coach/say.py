"""A review in words, in both languages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tischlein.cards import CHANCE
from tischlein.coach.analysis import Analysis
from tischlein.coach.review import PlayerReview, Review, ReviewedStep
from tischlein.engine.texts import load_texts, words_for
from tischlein.games import GAMES

TEXTS = "tischlein.coach.texts"
# So much of a win must be luck before it is worth a word.
WORTH_A_WORD = 0.1


def lines(found: Review, language: str) -> Iterator[str]:
    """All that is said about a game."""
    said = load_texts(TEXTS, language)
    if not found.finished:
        yield said["heading"]["unfinished"]
    yield said["table"]["heading"]
    for seat, player in enumerate(found.players):
        yield said["table"]["row"].format(**_row(seat, player))
    for seat, player in enumerate(found.players):
        yield from summary(seat, player, language)
    lessons = [one for seat in range(found.seats) for one in found.lessons(seat)]
    if lessons:
        yield said["heading"]["lessons"]
        yield from (lesson(found.game, one, language) for one in lessons)
    yield said["heading"]["turns"]
    yield from (turning_point(one, language) for one in found.turning_points())


def summary(seat: int, player: PlayerReview, language: str) -> Iterator[str]:
    """How somebody played, and how much of the result was luck."""
    said = load_texts(TEXTS, language)["summary"]
    luck, own = percent(abs(player.luck)), percent(abs(player.own))
    if player.luck < -WORTH_A_WORD and player.own > 0:
        yield said["unlucky"].format(seat=seat + 1, luck=luck, own=own)
    elif player.luck > WORTH_A_WORD and player.own < 0:
        yield said["lucky"].format(seat=seat + 1, luck=luck, own=own)
    if player.mistakes:
        yield said["mistakes"].format(
            seat=seat + 1,
            mistakes=player.mistakes,
            decisions=player.decisions,
            given=percent(player.given_away),
        )
    elif player.decisions:
        yield said["well"].format(seat=seat + 1, decisions=player.decisions)


def lesson(game: str, moment: ReviewedStep, language: str) -> str:
    """A mistake: what was played, what was better, and what it would have brought."""
    analysis = moment.analysis
    if analysis is None or analysis.played is None:
        return ""
    said = _said(game, "lesson", "mistake", language, analysis, step=moment.step, seat=moment.seat + 1)
    return " ".join([said, *_counts(game, moment.seat, language, analysis)])


def _counts(game: str, seat: int, language: str, analysis: Analysis) -> list[str]:
    """What can be counted about the action that was played and the best one."""
    words = words_for(GAMES[game], language)
    called: str = load_texts(TEXTS, language)["table"]["name"]
    names = [called.format(seat=number + 1) for number in range(seat + 1)]
    asked = [one for one in (analysis.played, analysis.best) if one and one.count]
    found = (words.counted(one.text, one.count, seat, names) for one in asked if one.count)
    return list(dict.fromkeys(found))


def _said(game: str, section: str, name: str, language: str, analysis: Analysis, **values: Any) -> str:
    words = words_for(GAMES[game], language)
    best, played = analysis.best, analysis.played or analysis.best
    text: str = load_texts(TEXTS, language)[section][name]
    return text.format(
        played=words.action(played.text),
        value=percent(played.value),
        best=words.action(best.text),
        better=percent(best.value),
        loss=percent(analysis.loss),
        spread=percent(analysis.spread),
        **values,
    )


def turning_point(moment: ReviewedStep, language: str) -> str:
    """A step that changed much, and for whom."""
    seat = max(range(len(moment.swing)), key=lambda k: abs(moment.swing[k]))
    values = {"step": moment.step, "text": moment.text, "seat": seat + 1, "swing": signed(moment.swing[seat])}
    texts = load_texts(TEXTS, language)["turn"]
    if moment.seat == CHANCE:
        text: str = texts["chance"].format(**values)
    else:
        text = texts["decision"].format(who=moment.seat + 1, **values)
    return text


def percent(value: float) -> str:
    """A share of a win: 12 %, 3.4 %.

    >>> percent(0.5), percent(0.034), percent(-0.00001)
    ('50 %', '3.4 %', '0.0 %')
    """
    hundredths = 100 * value
    shown = f"{hundredths:.0f}" if abs(hundredths) >= 9.95 else f"{hundredths:.1f}"
    return f"{shown.removeprefix('-') if float(shown) == 0 else shown} %"


def signed(value: float) -> str:
    """The same with its sign."""
    return f"{'+' if value >= 0 else ''}{percent(value)}"


def _row(seat: int, player: PlayerReview) -> dict[str, Any]:
    return {
        "seat": seat + 1,
        "result": percent(player.result),
        "start": percent(player.start),
        "luck": signed(player.luck),
        "own": signed(player.own),
        "others": signed(player.others),
        "accuracy": percent(player.accuracy),
    }
