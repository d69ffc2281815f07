"""Solve the end of a game of LOBO 77 with OpenSpiel's own CFR+, and see how far it is from perfect play after each step.

    python examples/learn_openspiel.py [STEPS]          needs pip install 'tischlein[openspiel]'

Two players hold two cards each of two fives and two zeros, the total is 72, and no chip is left. A player who must say 77 or
more has lost. Chance deals the hands at the first node, and no player sees the other's. Exploitability is what a perfect
opponent would win beyond a fair share: it falls to almost nothing.
"""

import sys

import pyspiel

from tischlein.adapters import openspiel

POSITION = {
    "game": "lobo77",
    "seats": 2,
    "turn": 0,
    "total": 72,
    "chips": [0, 0],
    "hands": [["5", "0"], ["0", "5"]],
    "discard": ["2"],
}


def main(steps: int) -> float:
    game = openspiel.load("lobo77", position=POSITION)
    solver = pyspiel.CFRPlusSolver(game)
    left = 1.0
    for step in range(steps + 1):
        if step in (0, 2, 5, 10) or step % 20 == 0 or step == steps:
            left = float(pyspiel.exploitability(game, solver.tabular_average_policy()))
            print(f"step {step:3}  exploitability {left:.4f}")
        solver.evaluate_and_update_policy()
    return left


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 60)
