"""The names of the players."""

from random import Random

import pytest

from aliquot.core.errors import InvalidParameter
from aliquot.players import NAMES, Greedy, Perfect, RandomPlayer, Skilled, create_player


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("perfect", Perfect),
        ("random", RandomPlayer),
        ("greedy", Greedy),
        *((f"skill:{skill}", Skilled) for skill in ("0", "1", "0.7", ".5", "1.", "0.0", "1.0", "00.25")),
    ],
)
def test_every_name_has_its_player(name: str, kind: type) -> None:
    assert type(create_player(name, Random(0))) is kind


def test_a_human_chooses_elsewhere() -> None:
    assert create_player("human", Random(0)) is None


@pytest.mark.parametrize("name", NAMES)
def test_every_name_that_is_offered_is_accepted(name: str) -> None:
    assert (create_player(name, Random(0)) is None) == (name == "human")


@pytest.mark.parametrize(
    "skill",
    [
        *("", ".", "1.01", "2", "1e5", "1e-5", "-0.1", "-0", "+0.5", "nan", "inf", "-inf", "NaN", "0,5", "½", "０.5"),
        *("0.5 ", " 0.5", "0x1", "0_1", "0.5.", "0." + "3" * 30, "9" * 100_000),
    ],
    ids=lambda skill: ascii(skill)[:16],
)
def test_a_skill_is_a_plain_number_from_0_to_1(skill: str) -> None:
    with pytest.raises(InvalidParameter, match=r"^A skill is a number from 0 to 1, as in skill:0\.7, not ") as refusal:
        create_player(f"skill:{skill}", Random(0))
    assert len(str(refusal.value)) < 120


def test_a_skill_without_its_number_is_refused() -> None:
    with pytest.raises(InvalidParameter, match=r"as in skill:0\.7, not ''"):
        create_player("skill", Random(0))


@pytest.mark.parametrize("skill", [-0.1, 1.1, float("nan"), float("inf")])
def test_a_skill_given_in_a_program_is_checked_too(skill: float) -> None:
    with pytest.raises(InvalidParameter, match="between 0 and 1"):
        Skilled(skill, Random(0))


@pytest.mark.parametrize(
    ("name", "nearest"),
    [("perfekt", "perfect"), ("Random", "random"), ("greddy", "greedy"), ("skil:0.7", "skill:0.7"), ("humen", "human")],
)
def test_an_unknown_player_is_answered_with_the_nearest_name(name: str, nearest: str) -> None:
    with pytest.raises(InvalidParameter) as refusal:
        create_player(name, Random(0))
    assert str(refusal.value) == f"There is no player called '{name}'. Did you mean '{nearest}'?"


@pytest.mark.parametrize("name", ["", "stockfish", "🙂", "x" * 100_000])
def test_a_name_like_none_is_answered_with_all_the_names(name: str) -> None:
    with pytest.raises(InvalidParameter) as refusal:
        create_player(name, Random(0))
    assert all(offered in str(refusal.value) for offered in NAMES)
    assert len(str(refusal.value)) < 200
