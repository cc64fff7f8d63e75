"""Pairing: everyone plays, an odd one plays the computer, equals meet, and the same two as seldom as possible."""

from collections import Counter
from random import Random

import pytest

from aliquot.web.live.class_names import ALPHABET, is_code, new_code, new_name, read_code
from aliquot.web.live.pairing import COMPUTER, Score, pair


@pytest.mark.parametrize("count", [1, 2, 5, 30, 41])
@pytest.mark.parametrize("how", ["random", "strength", "winners"])
def test_everyone_plays_once_and_an_odd_one_plays_the_computer(count: int, how: str) -> None:
    pupils = list(range(1, count + 1))
    pairs = pair(pupils, how, {}, {}, Random(1))  # type: ignore[arg-type]
    seats = [one for two in pairs for one in two]
    assert sorted(one for one in seats if one != COMPUTER) == pupils
    assert seats.count(COMPUTER) == count % 2


def test_nobody_meets_the_same_one_or_the_computer_twice_while_there_are_others() -> None:
    pupils, met, generator = list(range(1, 10)), Counter[frozenset[int]](), Random(2)
    for _ in range(5):
        for two in pair(pupils, "random", {}, met, generator):
            met[frozenset(two)] += 1
    assert max(met.values()) == 1


def test_pupils_with_equal_results_meet() -> None:
    scores = {pupil: Score(won=pupil // 3, played=5) for pupil in range(1, 13)}
    for seed in range(20):
        pairs = pair([*scores], "strength", scores, {}, Random(seed))
        assert all(abs(scores[one].won - scores[two].won) <= 1 for one, two in pairs)


def test_winners_of_the_last_round_meet_each_other() -> None:
    scores = {pupil: Score(won=0, played=1, last=pupil <= 4) for pupil in range(1, 9)}
    for seed in range(20):
        for one, two in pair([*scores], "winners", scores, {}, Random(seed)):
            assert scores[one].last == scores[two].last


def test_either_of_two_may_begin() -> None:
    first = {pair([1, 2], "random", {}, {}, Random(seed))[0][0] for seed in range(20)}
    assert first == {1, 2}


def test_codes_have_no_look_alikes_and_are_read_however_they_are_typed() -> None:
    assert not set(ALPHABET) & set("0O1IL5S2Z8BQDGUVN6AE")
    code = new_code(6)
    assert is_code(code, 6)
    assert read_code(f" {code[:3].lower()}-{code[3:]} ") == code
    assert not is_code("HELLO!", 6)
    taken = set(ALPHABET[1:])
    assert new_code(1, taken) == ALPHABET[0]


def test_names_are_different_and_so_are_the_animals_of_a_class() -> None:
    generator, names = Random(3), list[str]()
    for _ in range(60):
        names.append(new_name(names, generator))
    assert len(set(names)) == 60
    assert len({name.rpartition(" ")[2] for name in names[:40]}) == 40
