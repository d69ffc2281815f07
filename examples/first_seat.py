"""Is it an advantage to begin? Play many games, and draw how often each place in the order of play wins.

    python examples/first_seat.py [GAMES] [FILE]        needs pip install 'tischlein[plots]'

Writes one HTML page with a picture for each of the four games.
"""

import sys

import altair
import polars

import tischlein


def main(games: int, file: str) -> None:
    rows = []
    for game in tischlein.games().values():
        summary = tischlein.simulate(game, games=games, seats=4, bots="medium", seed=1).summary
        shares, (lows, highs) = summary.places.mean, summary.places.share_ends
        for place in range(4):
            rows.append(
                {
                    "game": game.name,
                    "place": place + 1,
                    "wins": float(shares[place]),
                    "low": float(lows[place]),
                    "high": float(highs[place]),
                }
            )
    base = altair.Chart(polars.DataFrame(rows)).encode(x=altair.X("place:O", title="order of play"))
    bars = base.mark_bar().encode(y=altair.Y("wins:Q", title="share of wins").axis(format="%"))
    half_widths = base.mark_rule().encode(y="low:Q", y2="high:Q")
    altair.layer(bars, half_widths).facet("game:N").save(file)
    print(f"{4 * games} games: {file}")


if __name__ == "__main__":
    main(
        int(sys.argv[1]) if len(sys.argv) > 1 else 2000,
        sys.argv[2] if len(sys.argv) > 2 else "first_seat.html",
    )
