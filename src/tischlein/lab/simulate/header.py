"""Headers of runs: game, options, seeds and code, for the first line of a file and metadata of frames."""

import json

from tischlein.engine.types import Json
from tischlein.lab.fingerprint import code_of, package_version
from tischlein.lab.simulate.plan import Plan

FORMAT = 6
MARK = "tischlein"  # the key of the metadata in frames and Parquet files


def header_of(plan: Plan) -> Json:
    """Return what is played, by which code and on which backend; runs with equal headers are the same."""
    return {
        **plan.header(),
        "tischlein": "simulate",
        "format": FORMAT,
        "version": package_version(),
        "code": {name: code_of(name, plan.game) for name in sorted(set(plan.names))},
    }


def mark_of(plan: Plan) -> str:
    """Return the header as text, the same for the same run."""
    return json.dumps(header_of(plan), sort_keys=True)
