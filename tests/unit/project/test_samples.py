"""The sample sizes: one setting, two values."""

from dataclasses import fields

import pytest
from hypothesis.internal.conjecture.providers import HypothesisProvider

from samples import FULL, QUICK, SAMPLES, chosen


def test_a_misspelt_name_is_refused() -> None:
    with pytest.raises(ValueError, match="quick or full"):
        chosen("ful")


def test_the_full_run_tries_more_of_everything() -> None:
    for field in fields(QUICK):
        if field.name != "name":
            assert getattr(FULL, field.name) > getattr(QUICK, field.name), field.name


def test_examples_do_not_depend_on_what_was_imported() -> None:
    """In the short run the same ones are tried wherever it runs, and whatever else runs beside."""
    assert bool(len(HypothesisProvider(None)._local_constants)) is SAMPLES.fresh
