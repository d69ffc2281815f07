"""Try several targets of Quando, and draw how often the better player wins against how long a game takes.

    python examples/how_long.py [GAMES] [FILE]          needs pip install 'tischlein[plots]'

Two sit at the table: one plays well (medium), the other makes mistakes (easy). A designer wants a game that is short, and that
the better player wins more often. Writes one HTML page with a picture.
"""

import sys

import altair
import polars

import tischlein

TARGETS = (10, 20, 30, 40, 50, 70, 100)


def main(games: int, file: str) -> None:
    rows = []
    for target in TARGETS:
        result = tischlein.simulate(
            "quando", games=games, seats=2, bots=["medium", "easy"], seed=1, options={"target": target}
        )
        wins = result.summary.shares
        share, low, high = (float(found[0]) for found in (wins.mean, *wins.share_ends))
        decisions = float(result.decisions.mean())
        print(f"target {target:3}: {decisions:4.0f} decisions, the better player wins {100 * share:.1f} %")
        rows.append(
            {
                "target": str(target),
                "decisions": decisions,
                "wins": share,
                "low": low,
                "high": high,
            }
        )
    base = altair.Chart(polars.DataFrame(rows)).encode(
        x=altair.X("decisions:Q", title="decisions in a game").scale(zero=False)
    )
    wins_axis = altair.Y("wins:Q", title="wins of the better player").axis(format="%").scale(zero=False)
    line = base.mark_line(point=True).encode(y=wins_axis)
    half_widths = base.mark_rule().encode(y="low:Q", y2="high:Q")
    names = base.mark_text(dy=-14).encode(y="wins:Q", text="target:N")
    altair.layer(line, half_widths, names).properties(title="Quando: targets, two players").save(file)
    print(file)


if __name__ == "__main__":
    main(
        int(sys.argv[1]) if len(sys.argv) > 1 else 2000,
        sys.argv[2] if len(sys.argv) > 2 else "how_long.html",
    )
