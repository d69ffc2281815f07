"""Studies: one command writes a page in Markdown, and gives the same digits again."""

import re
import shlex
from pathlib import Path

import pytest

import tischlein
from helpers.project import ROOT
from tischlein.lab.report.comparisons import _cases, _values
from tischlein.lab.report.drawing import svg
from tischlein.lab.report.page import markdown
from tischlein.lab.report.report import Reporter
from tischlein.lab.report.sections import Picture, Report, ReportSettings

STUDIES = sorted((ROOT / "docs" / "studies").glob("*.md"))


def command_of(page: Path) -> list[str]:
    """Return the command that a page says it was made by."""
    (line,) = re.findall(r"```sh\ntischlein (.*)\n```", page.read_text("utf-8"))
    return shlex.split(line)


def unnumbered(drawing: str) -> str:
    """Return a drawing without the numbers of its clip paths, which count all drawings of a process."""
    return re.sub(r"clip\d+", "clip", drawing.strip())


@pytest.mark.long
@pytest.mark.needs("lab")
@pytest.mark.parametrize("page", STUDIES, ids=lambda page: page.stem)
def test_published_studies_are_the_same_to_the_digit(page: Path) -> None:
    """Repeat what a page says about games with four players: all of its games, tables and drawings."""
    command = command_of(page)
    games = int(float(command[command.index("--games") + 1]))
    reporter = Reporter(ReportSettings(tischlein.game(page.stem), games), lambda *_: None)
    main = reporter.wanted.main
    summary = reporter.simulate_seats(main)
    drawn = [
        reporter.distribution("scores", summary.points, "points"),
        reporter.distribution("length", summary.lengths, "decisions"),
        *(reporter.ratio(ratio, summary) for ratio in reporter.lab.RATIOS),
    ]
    published = page.read_text("utf-8")
    for picture in drawn:
        made = markdown(Report("", "", "", "", "en", [picture]), page.stem)
        begin, end = (f"\n## {heading}" for heading in (picture.title, reporter.words["method"]["title"]))
        assert made[made.rindex(begin) : made.rindex(end)] in published
        there = page.with_suffix("") / f"{picture.name}.svg"
        assert unnumbered(svg(picture.spec, "en", on_white=True)) == unnumbered(there.read_text("utf-8"))
    wins = ["| " + " | ".join(row) + " |" for row in reporter.beginning({main: summary}).rows]
    assert "\n".join(wins) in published


def test_every_game_has_a_study_of_at_least_ten_thousand_games() -> None:
    assert [page.stem for page in STUDIES] == sorted(tischlein.games())
    for page in STUDIES:
        command = command_of(page)
        assert command[:2] == ["report", page.stem]
        assert float(command[command.index("--games") + 1]) >= 10_000
        assert "--deals" in command


def test_each_option_is_changed_alone_where_the_seats_allow_it() -> None:
    quando, quanto = tischlein.game("quando"), tischlein.game("quanto")
    assert [name for name, _ in _cases(ReportSettings(quando), "unchanged")] == [
        "unchanged", "knock_after=two_cards", "knock_penalty_after_zeros=true", "target=25", "target=100",
    ]  # fmt: skip
    assert _values(quando.options["target"], 600) == [300]
    names = {
        seats: [name for name, _ in _cases(ReportSettings(quanto, seats=(seats,)), "–")] for seats in (2, 4)
    }
    assert "teams=true" in names[4]
    assert "teams=true" not in names[2]


def test_numbers_keep_their_percent_sign_where_lines_are_broken() -> None:
    text = "x" * 97 + " 95 % of them"
    page = markdown(
        Report("T", text, "tischlein report", text, "en", [Picture("a", "A", text, text, {}, [], [])]), "t"
    )
    assert all(not line.startswith("%") and len(line) <= 100 for line in page.splitlines())
    assert page.count("95 % of them") == 5
