from collections.abc import Iterator
from random import Random

import pytest

from aliquot.reports.scale import (
    PRECISION,
    Decision,
    Estimate,
    design_effect,
    estimate_skill,
    measure,
    optimality,
    phase_of,
    regret,
    wilson,
)


def simulate(skill: float, count: int, generator: Random, per_match: int = 1) -> Iterator[Decision]:
    """Decisions of the player `skill:S`, in positions with different chances of a lucky guess."""
    for number in range(count):
        moves = generator.randrange(3, 20)
        winning = generator.randrange(1, max(2, moves // 3))
        right = generator.random() < skill or generator.random() < winning / moves
        yield Decision(winning, moves, right, str(number // per_match))


@pytest.mark.parametrize("skill", [0.0, 0.5, 1.0])
def test_the_skill_of_a_simulated_player_is_recovered(skill: float) -> None:
    found = estimate_skill(simulate(skill, 2_000, Random(skill)))
    assert found.estimate.low <= skill <= found.estimate.high
    assert abs(found.estimate.value - skill) < 0.05
    assert found.is_enough


@pytest.mark.deep
@pytest.mark.parametrize("skill", [0.0, 0.02, 0.3, 0.7, 0.95, 0.98, 1.0])
@pytest.mark.parametrize(("count", "per_match"), [(40, 1), (150, 1), (150, 6)])
def test_intervals_cover_the_skill_as_often_as_they_say(skill: float, count: int, per_match: int) -> None:
    """400 players each; with a coverage of 0.95, fewer than 366 hits have a probability below 0.001."""
    generator = Random(f"{skill}/{count}/{per_match}")
    covered, total = 0, 0.0
    for _ in range(400):
        estimate = estimate_skill(simulate(skill, count, generator, per_match)).estimate
        covered += estimate.low <= skill <= estimate.high
        total += estimate.value
    assert covered >= 366
    assert abs(total / 400 - skill) < 0.05


@pytest.mark.deep
def test_intervals_hold_where_decisions_of_a_match_depend_on_each_other() -> None:
    """Players that have good and bad days: each match has a skill of its own around 0.6."""
    generator, covered = Random(9), 0
    for _ in range(300):
        decisions = []
        for match in range(30):
            day = generator.choice([0.3, 0.9])
            decisions += [
                Decision(each.winning, each.moves, each.right, str(match)) for each in simulate(day, 8, generator)
            ]
        estimate = estimate_skill(decisions).estimate
        covered += estimate.low <= 0.6 <= estimate.high
    assert covered >= 270


def test_the_estimate_is_where_the_likelihood_is_largest() -> None:
    """With one chance of a guess the estimate is known: S = (share − c) / (1 − c)."""
    decisions = [Decision(1, 5, number < 60, str(number)) for number in range(100)]
    found = estimate_skill(decisions)
    assert found.estimate.value == pytest.approx((0.6 - 0.2) / 0.8)
    assert found.curve[50] == pytest.approx(1.0)
    assert max(found.curve) == found.curve[50]
    assert found.curve[0] < 0.01


def test_both_ends_are_attained() -> None:
    always = estimate_skill([Decision(1, 5, True, str(number)) for number in range(50)])
    assert always.estimate.value == always.estimate.high == 1.0
    assert 0.8 < always.estimate.low < 1.0
    never = estimate_skill([Decision(1, 5, False, str(number)) for number in range(50)])
    assert never.estimate.value == never.estimate.low == 0.0
    assert 0.0 < never.estimate.high < 0.2


def test_too_few_decisions_are_called_that_and_the_number_missing_suffices() -> None:
    few = [Decision(1, 5, number % 3 > 0, str(number)) for number in range(12)]
    found = estimate_skill(few)
    assert not found.is_enough
    assert f"About {found.missing} more are needed" in found.sentence
    times = -(-(12 + found.missing) // 12)
    more = [Decision(each.winning, each.moves, each.right, f"{n}/{each.match}") for n in range(times) for each in few]
    enough = estimate_skill(more)
    assert enough.is_enough
    assert enough.estimate.high - enough.estimate.low <= 2 * PRECISION + 0.01
    assert "Plays like skill:" in enough.sentence


def test_without_decisions_that_matter_nothing_is_said_about_skill() -> None:
    for decisions in ([], [Decision(0, 5, False)], [Decision(5, 5, True)]):
        found = estimate_skill(decisions)
        assert not found.is_enough
        assert "nothing can be said" in found.sentence
    assert measure([]).sentences == ("There is no decision to measure.",)


def test_decisions_of_one_match_widen_the_interval() -> None:
    together = [Decision(1, 5, number // 10 % 2 == 0, str(number // 10)) for number in range(200)]
    apart = [Decision(1, 5, each.right, str(number)) for number, each in enumerate(together)]
    for estimate in (optimality, lambda each: estimate_skill(each).estimate):
        wide, narrow = estimate(together), estimate(apart)
        assert wide.value == pytest.approx(narrow.value)
        assert wide.high - wide.low > 2 * (narrow.high - narrow.low)
    assert design_effect([], 0.0) == 1.0


def test_optimality_and_regret_of_a_few_decisions() -> None:
    decisions = [
        Decision(1, 4, True, "a"),
        Decision(2, 4, False, "a"),
        Decision(0, 4, False, "b"),
        Decision(4, 4, True, "b"),
        Decision(1, 4, False, "c", legal=False),
        Decision(1, 4, False, "c", legal=False, readable=False),
    ]
    assert optimality(decisions).value == pytest.approx(1 / 4)
    assert regret(decisions).value == pytest.approx(2 * 3 / 6)
    found = measure(decisions)
    assert (found.decisions, found.mattered, found.matches) == (6, 4, 3)
    assert found.illegal.value == found.unreadable.value == pytest.approx(1 / 6)
    assert [(group.label, group.count, group.right) for group in found.by_winning] == [
        ("1 winning move", 3, 1),
        ("2", 1, 0),
    ]
    assert found.chance == pytest.approx((3 * 1 / 4 + 2 / 4) / 4)
    assert "Illegal: 16.7%. Unreadable: 16.7%." in found.sentences
    assert "Wins given away, by winning moves on offer: 1 winning move: 2 of 3; 2: 1 of 1." in found.sentences
    assert not any(
        "given away, by" in sentence for sentence in measure([Decision(1, 4, True), Decision(2, 4, True)]).sentences
    )


def test_wilson_and_phases() -> None:
    assert wilson(0, 0) == Estimate(1.0, 0.0, 1.0)
    assert wilson(8, 10).low == pytest.approx(0.490, abs=0.001)
    assert wilson(8, 10).high == pytest.approx(0.943, abs=0.001)
    assert [phase_of(number, 3) for number in range(3)] == ["opening", "middle", "end"]
    assert phase_of(0, 0) == "opening"
