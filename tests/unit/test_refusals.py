"""What a command refuses is said in German too: every sentence that the code can say has a translation."""

import ast
import errno
import os
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest
import typer

import tischlein
from tischlein.cli import main
from tischlein.engine.texts import load_texts
from tischlein.server.texts import own_text
from tischlein.usage.refusals import PLACE, PROBLEM, TEXTS, translated

pytestmark = pytest.mark.quick

PACKAGE = Path(tischlein.__file__).parent
# What no command that people use comes to: positions and arrays are for programs, and what fails in a measurement is said in English.
FOR_PROGRAMS = (
    "adapters", "games", "scaffold/template", "engine/rules/positions.py", "engine/backends/wasm", "engine/rules/dialect.py",
    "engine/play/chance.py", "engine/play/history.py", "engine/rules/record.py", "server/coach", "lab/vector.py", "lab/gpu_vector.py", "coach/analysis.py", "bots/base.py",
)  # fmt: skip
ANSWERS = ("server/http", "server/table")  # tell people about refusals only
MARK = "<{}>"  # instead of what is filled in
OF_SQLITE = {"database disk image is malformed", "no such table: {table}", "unable to open database file"}


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """What can matter here of a module, which is read and walked through once."""
    kept = (ast.Raise, ast.Expr, ast.Constant)
    return tuple(node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, kept))


@cache
def everything() -> dict[str, str]:
    """All that commands can refuse, by place: read when a test asks, since every process of the tests collects this file."""
    return dict(sentences())


def sentences() -> Iterator[tuple[str, str]]:
    """Each with its place; what is filled in is numbered."""
    for path in sorted(PACKAGE.rglob("*.py")):
        place = path.relative_to(PACKAGE).as_posix()
        if place.startswith(FOR_PROGRAMS):
            continue
        for node in nodes(path):
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and node.exc.args:
                error, text = ast.unparse(node.exc.func), node.exc.args[0]
                if error == "Refusal":  # its own text has a key, and may tell a problem besides
                    text = next((one.value for one in node.exc.keywords if one.arg == PROBLEM), text)
                    if text is node.exc.args[0]:
                        continue
                if is_ours(error, place) and isinstance(text, ast.Constant | ast.JoinedStr):
                    yield f"{place}:{node.lineno}", sentence(text)


def is_ours(error: str, place: str) -> bool:
    """Settings of bots are checked with errors of Python's own, which are told as ours."""
    if error == "Refusal" or place.startswith(ANSWERS):
        return error == "Refusal"
    return error.endswith("Error") and (
        error
        not in ("ValueError", "TypeError", "KeyError", "RuntimeError", "OverflowError", "AttributeError")
        or (error == "ValueError" and place.startswith("bots/"))
    )


def sentence(text: ast.Constant | ast.JoinedStr) -> str:
    parts = text.values if isinstance(text, ast.JoinedStr) else [text]
    made = ""
    for number, part in enumerate(parts):
        guessed = isinstance(part, ast.FormattedValue) and "did_you_mean" in ast.unparse(part.value)
        if isinstance(part, ast.Constant):
            made += str(part.value)
        elif not guessed:
            made += MARK.format(number)
    return made


def test_there_is_much_to_say() -> None:
    assert len(everything()) > 100


def test_every_refusal_is_translated_and_loses_nothing() -> None:
    left = []
    for place, english in everything().items():
        german = translated(english, "de")
        says_more_than_names = bool(re.search(r"[a-z]{2}", re.sub("<.*?>", "", english)))
        same = german == english and says_more_than_names
        if same or set(re.findall("<.*?>", german)) != set(re.findall("<.*?>", english)):
            left.append(f"{place}: {english!r} -> {german!r}")
    assert "\n".join(left) == ""


def pieces(folder: Path) -> Iterator[str]:
    """What the code below a folder says between the places that it fills in; docstrings say nothing to anybody who runs it."""
    for path in folder.rglob("*.py"):
        lone = {id(node.value) for node in nodes(path) if isinstance(node, ast.Expr)}
        for node in nodes(path):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in lone:
                yield from re.split(r"\{[^{}]*\}", node.value)


@cache
def all_pieces() -> frozenset[str]:
    """What this package says, and the system, and Typer, which reads the command line."""
    typers = pieces(Path(typer.__file__).parent)
    return frozenset([*pieces(PACKAGE), *typers, *map(os.strerror, errno.errorcode)]) - {""}


def left_over(translations: Iterable[str]) -> list[str]:
    """The sentences that nobody says."""
    said = all_pieces()
    code = "\n".join(said)
    # Of single letters anything could be made.
    said = frozenset(one for one in said if len(one) > 2 or not (one.isalnum() or one.isspace()))

    def is_said(part: str) -> bool:
        """By one piece, or by several in a row."""
        return part in code or any(
            part[:k] in said and is_said(part[k:]) for k in range(len(part) - 1, 0, -1)
        )

    return [one for one in translations if not all(map(is_said, PLACE.sub("\0", one).split("\0")))]


def test_no_translation_is_left_over() -> None:
    assert set(left_over(load_texts(TEXTS, "de")["sentences"])) == OF_SQLITE
    assert left_over(["{name} is nothing that anybody says"])


def test_a_translation_has_the_same_places() -> None:
    pairs = load_texts(TEXTS, "de")["sentences"]
    assert [one for one, other in pairs.items() if set(PLACE.findall(one)) != set(PLACE.findall(other))] == []


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["games", "lobo7"], "Ein Spiel 'lobo7' gibt es nicht; es gibt lobo77, quando, quanto, qwixx. Meintest du lobo77?"),
        (["rules", "lobo77", "--lang", "fr"], "language: 'fr' ist keines von de, en"),
        (["terminal", "lobo77", "--bots", "medum"], "Bots der Stärke 'medum' gibt es nicht"),
        (["terminal", "lobo77", "--seats", "99"], "seats: LOBO 77 ist für 2 bis 8, nicht für 99"),
        (["terminal", "quando", "--option", "targt=40"], "Eine solche Einstellung hat Quando nicht"),
        (["terminal", "quando", "--option", "targt=40"], "Meintest du target?"),
        (["terminal", "quando", "--option", "knock_after=two_play"], "Meintest du two_plays?"),
        (["simulate", "quando", "--games", "none"], "eine ganze Zahl von 1 bis"),
        (["simulate", "quando", "--sweep", "targt=1,2"], "Meintest du target?"),
        (["simulate", "quando", "--backend", "nativ"], "Meintest du native?"),
        (["arena", "lobo77", "easy", "eassy"], "Meintest du easy?"),
        (["arena", "lobo77", "easy"], "Eine Arena braucht mindestens zwei Bots"),
        (["review", "nowhere.json"], "nowhere.json: Diese Datei oder diesen Ordner gibt es nicht"),
        (["check", "nowhere.db"], "nowhere.db: Diese Datei gibt es nicht"),
        (["restore", "nowhere.db"], "nowhere.db: Diese Datei gibt es nicht"),
        (["verify", "--jso"], "Eine Option --jso gibt es nicht. Meintest du --json?"),
        (["verify"], "DATEI fehlt."),
        (["trian"], "Meintest du train?"),
        (["terminal", "quando", "--option", "target=1000"], "target: '1000' ist keine Zahl von 1 bis 999"),
        (["simulate", "quando", "--games", "-1"], "--games -1: eine ganze Zahl von 1 bis 4.294.967.296, auch als 1e6"),
        (["train", "nogame"], "Ein Spiel 'nogame' gibt es nicht"),
        (["train", "quanto", "--games", "-1"], "games: -1 ist keine ganze Zahl ab 1"),
        (["train", "quanto", "--seats", "9"], "seats: Quanto ist für 2 bis 6, nicht für 9"),
        (["play", "--port", "x"], "--port x: Es muss eine ganze Zahl sein"),
    ],
)  # fmt: skip
def test_a_german_reads_german(
    command: list[str],
    said: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    with pytest.raises(SystemExit) as ended:
        main(command)
    shown = capsys.readouterr()
    assert ended.value.code == 2, shown.err
    assert said in shown.err


@pytest.mark.parametrize("words", [["--lang", "de"], ["--lang=de"]])
def test_who_asks_for_german_is_refused_in_german(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["rules", "chess", *words])
    assert "Ein Spiel 'chess' gibt es nicht" in capsys.readouterr().err


def test_the_server_tells_a_problem_in_both_languages() -> None:
    told = own_text("refused.bad_options", problem="target: 1000 is not one of 1 to 999")
    assert told.de.endswith(": target: 1000 ist keine Zahl von 1 bis 999")
    assert told.en.endswith(": target: 1000 is not one of 1 to 999")


def test_one_problem_is_no_problems() -> None:
    assert "beschädigt: 1 Problem, siehe oben" in own_text("upkeep.damaged", file="x", damages=1).de
    assert "beschädigt: 2 Probleme, siehe oben" in own_text("upkeep.damaged", file="x", damages=2).de


def test_english_stays_as_it_is() -> None:
    assert translated("this machine is in no network", "en") == "this machine is in no network"
    assert translated("what nobody has foreseen", "de") == "what nobody has foreseen"
