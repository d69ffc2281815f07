"""A review in words, in both languages."""

from collections.abc import Iterator

from tischlein.cards import CHANCE
from tischlein.coach.brief import PlayerReview
from tischlein.coach.review import Review, ReviewedStep, brief
from tischlein.coach.sentences import TEXTS, Teller
from tischlein.engine.texts import decimal, load_texts, words_for
from tischlein.engine.types import Json
from tischlein.games import GAMES


def lines(found: Review, language: str) -> Iterator[str]:
    """Yield all that is said about a game: a table, and the sentences that the page shows too."""
    texts, game = load_texts(TEXTS, language), GAMES[found.game]
    names = [texts["table"]["name"].format(seat=seat + 1) for seat in range(found.seats)]
    teller, words = Teller(game, names, None, language), words_for(game, language)
    if not found.finished:
        yield texts["heading"]["unfinished"]
    yield texts["table"]["heading"]
    for seat, player in enumerate(found.players):
        yield texts["table"]["row"].format(**_row(seat, player, language))
    for seat, player in enumerate(found.players):
        summary = teller.summary(seat, player)
        yield summary if summary.startswith(names[seat]) else f"{names[seat]}: {summary}"
    lessons = brief(found).lessons
    if lessons:
        yield texts["heading"]["lessons"]
    for one in lessons:
        labels = {choice.text: words.action(choice.text) for choice in one.choices}
        said = [
            *teller.lesson(found.record_before(one.step - 1, one.seat), one),
            *teller.figures(one, labels),
        ]
        yield " ".join([texts["table"]["step"].format(step=one.step), *said])
    yield texts["heading"]["turns"]
    yield from (turning_point(one, language) for one in found.turning_points())


def turning_point(moment: ReviewedStep, language: str) -> str:
    """Describe a step that changed much, and for whom."""
    seat = max(range(len(moment.swing)), key=lambda k: abs(moment.swing[k]))
    swing = with_sign(moment.swing[seat], language)
    values = {"step": moment.step, "text": moment.text, "seat": seat + 1, "swing": swing}
    texts = load_texts(TEXTS, language)["turn"]
    if moment.seat == CHANCE:
        text: str = texts["chance"].format(**values)
    else:
        text = texts["decision"].format(who=moment.seat + 1, **values)
    return text


def percent(value: float, language: str) -> str:
    """Write a share of a win: "12%", in German "12 %".

    >>> percent(0.5, "en"), percent(0.034, "de"), percent(-0.2, "en"), percent(-0.00001, "en")
    ('50%', '3,4 %', '−20%', '0.0%')
    """
    hundredths = 100 * value
    digits = decimal(hundredths, 0 if abs(hundredths) >= 9.95 else 1, language)
    return f"{digits} %" if language == "de" else f"{digits}%"


def with_sign(value: float, language: str) -> str:
    """Write a share of a win with its sign."""
    return f"{'+' if value >= 0 else ''}{percent(value, language)}"


def _row(seat: int, player: PlayerReview, language: str) -> Json:
    return {
        "seat": seat + 1,
        "result": percent(player.result, language),
        "start": percent(player.start, language),
        "luck": with_sign(player.luck, language),
        "own": with_sign(player.own, language),
        "others": with_sign(player.others, language),
        "accuracy": percent(player.accuracy, language),
        "given": percent(player.given_away, language),
    }
