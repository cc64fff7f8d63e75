"""Every adapter plays as `Match` does, step by step: mask, planes, reward, end, seat."""

import os

import pytest

from .drive import KINDS, drive_all, drive_interpreted

MATCHES = int(os.environ.get("ALIQUOT_MATCHES", "25000"))
"""How many matches of each kind the deep run plays in each adapter."""
EVERY_KIND = pytest.mark.parametrize("name", KINDS)


@EVERY_KIND
def test_every_adapter_plays_as_a_match_does(name: str) -> None:
    drive_all(name, 60, boards=6)


@pytest.mark.parametrize("name", KINDS[::3])
def test_an_interpreted_batch_plays_as_matches_do(name: str) -> None:
    drive_interpreted(name, 60)


@pytest.mark.deep
@EVERY_KIND
def test_every_adapter_plays_thousands_of_matches(name: str) -> None:
    drive_all(name, MATCHES, boards=256)
