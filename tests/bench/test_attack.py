"""``bench attack``: a small run of the real thing. What it measures depends on the machine, so only the count is asserted."""

import json

from typer.testing import CliRunner

from samples import SAMPLES
from tischlein.bench import cli


def test_bots_of_one_address_play_while_somebody_else_is_answered() -> None:
    tables = 40 if SAMPLES.every_path else 2
    ended = CliRunner().invoke(cli.app, ["attack", "--tables", f"{tables}", "--answers", "2", "--json"])
    assert ended.exit_code == 0, ended.output
    found = json.loads(ended.stdout)["results"]
    assert (found["tables"], found["bots"], found["answers"]) == (tables, 6 * tables, 2)
    assert found["moves_of_attackers"] > 0
    assert 0 < found["alone_ms"] <= found["alone_longest_ms"]
    assert 0 < found["attacked_ms"] <= found["attacked_longest_ms"]
    assert found["ratio"] > 0
