"""The sample sizes: one setting, two values."""

from dataclasses import fields

import pytest

from samples import FULL, QUICK, chosen


def test_a_misspelt_name_is_refused() -> None:
    with pytest.raises(ValueError, match="quick or full"):
        chosen("ful")


def test_the_full_run_tries_more_of_everything() -> None:
    for field in fields(QUICK):
        if field.name != "name":
            assert getattr(FULL, field.name) > getattr(QUICK, field.name), field.name
