"""Every adapter plays as `Match` does, step by step: mask, reward, end, seat."""

import os

import pytest

from .drive import KINDS, drive_all, drive_vector

MATCHES = int(os.environ.get("ALIQUOT_MATCHES", "4000"))
"""How many matches of each kind the deep run plays; a hundred thousand take an hour."""
EVERY_KIND = pytest.mark.parametrize("name", KINDS)


@EVERY_KIND
def test_every_adapter_plays_as_a_match_does(name: str) -> None:
    drive_all(name, 24)


@EVERY_KIND
def test_a_batch_plays_as_matches_do(name: str) -> None:
    drive_vector(name, 90, compiled=True, penalty="forfeit")
    drive_vector(name, 90, compiled=True, penalty="retry")


@pytest.mark.parametrize("name", KINDS[::3])
def test_an_interpreted_batch_plays_as_matches_do(name: str) -> None:
    drive_vector(name, 50, compiled=False, penalty="forfeit")
    drive_vector(name, 50, compiled=False, penalty="retry")


@pytest.mark.deep
@EVERY_KIND
def test_every_adapter_plays_thousands_of_matches(name: str) -> None:
    drive_all(name, MATCHES)


@pytest.mark.deep
@EVERY_KIND
def test_a_batch_plays_thousands_of_matches(name: str) -> None:
    drive_vector(name, MATCHES, compiled=True, penalty="forfeit")
    drive_vector(name, MATCHES, compiled=True, penalty="retry")
