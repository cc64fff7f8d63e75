"""Games the oracle has no theory of: nothing that was proved of another game is said about them."""

from functools import cache
from itertools import combinations_with_replacement, product
from random import Random
from typing import Any

import pytest

from aliquot import Unsolved, solve
from aliquot.core.errors import InvalidParameter
from aliquot.games.divide_and_conquer import DivideAndConquer
from aliquot.games.divisor_duel_pool import PoolDuel, PoolPosition
from aliquot.games.divisor_duel_subtract import SubtractionDuel
from aliquot.games.misere import Misere
from aliquot.games.number import DivisionGame, NumberGame, NumberPosition
from aliquot.games.sum import Sum, SumPosition
from aliquot.games.swap import Swap
from aliquot.oracle import follows
from aliquot.oracle.budget import Budget
from aliquot.oracle.division import DivisionVerdict
from aliquot.oracle.hints import advise
from aliquot.oracle.search import SearchVerdict, evaluate
from aliquot.oracle.starts import choose_start
from aliquot.oracle.survey import survey
from aliquot.players import Greedy, create_player


class Toll(NumberGame):
    """A stranger's duel: subtract a proper divisor, and one more."""

    __slots__ = ()
    slug, title, tagline, penalty = "toll", "Toll", "Subtract a proper divisor and one more.", "retry"
    example, smallest, bounds, sign = "30", 2, "a whole number", "-"

    @property
    def max_length(self) -> int:
        return self.number // 3

    def reduce(self, number: int, divisor: int) -> int:
        return number - divisor - 1


class Ladder(Toll):
    """Another: divide, and round up by one."""

    __slots__ = ()
    slug, title, sign = "ladder", "Ladder", "/"

    def reduce(self, number: int, divisor: int) -> int:
        return number // divisor + 1 if divisor > 2 else number // 2


class Halving(DivideAndConquer):
    """A division duel in which only 2 may be divided by."""

    __slots__ = ()
    slug = "halving"

    def legal_moves(self, p: NumberPosition) -> tuple[int, ...]:
        return (2,) if p.number % 2 == 0 and p.number > 2 else ()

    def is_legal(self, p: NumberPosition, move: int) -> bool:
        return move in self.legal_moves(p)

    def is_over(self, p: NumberPosition) -> bool:
        return not self.legal_moves(p)


class Renamed(DivideAndConquer):
    """Divide and Conquer under another name: the rules are the same."""

    __slots__ = ()
    slug, title = "renamed", "Renamed"


class Leap(PoolDuel):
    """A pool in which only divisors may be picked."""

    def neighbours(self, number: int) -> Any:
        return (n for n in range(self.low, number) if number % n == 0)


STRANGERS = (Toll, Ladder, Halving)


@cache
def moves(rule: type[NumberGame], number: int) -> tuple[int, ...]:
    """Where the moves from a number lead, by the rules of the game alone."""
    game, p = rule(50), NumberPosition(number)
    return tuple(game.child(p, move).number for move in game.legal_moves(p))


@cache
def wins(table: tuple[tuple[type[NumberGame], int], ...], misere: bool) -> bool:
    """Whether the mover wins, by trying everything."""
    after = [
        (*table[:i], (rule, left), *table[i + 1 :]) for i, (rule, n) in enumerate(table) for left in moves(rule, n)
    ]
    return any(not wins(each, misere) for each in after) if after else misere


@pytest.mark.parametrize("rule", STRANGERS)
@pytest.mark.parametrize("misere", [False, True])
def test_a_number_game_with_rules_of_its_own_is_judged_by_those(rule: type[NumberGame], misere: bool) -> None:
    game: Any = Misere(rule(50)) if misere else rule(50)
    for number in range(1, 51):
        verdict = solve(game, NumberPosition(number))
        assert isinstance(verdict, SearchVerdict)
        assert verdict.wins is wins(((rule, number),), misere), number
        assert bool(verdict.winning_moves) is verdict.wins or not moves(rule, number)
        assert verdict.certificate is None


@pytest.mark.parametrize("rule", STRANGERS)
@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("pie", [False, True])
def test_so_is_a_sum_of_such_numbers(rule: type[NumberGame], misere: bool, pie: bool) -> None:
    plain = Sum.of(rule, (30, 30))
    game: Any = Misere(plain) if misere else plain
    for numbers in combinations_with_replacement((1, 2, 4, 6, 8, 9, 12, 15, 16, 20, 24), 2):
        p = SumPosition(numbers)
        truth = wins(tuple((rule, n) for n in numbers), misere)
        if pie:
            swapping = Swap(game)
            after = swapping.position(game.text(p) + "~")
            assert solve(swapping, after).wins is (not misere or game.outcome(p) is None or truth)
            continue
        verdict = solve(game, p)
        assert verdict.wins is truth, numbers
        winning = [m for m in game.legal_moves(p) if not evaluate(game, game.child(p, m)).wins]
        assert list(verdict.winning_moves) == winning, numbers
        assert verdict.certificate is None


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("rules", [(Toll, DivideAndConquer), (Halving, SubtractionDuel)])
def test_mixtures_with_a_book_are_judged_number_by_number(rules: tuple[type[NumberGame], ...], misere: bool) -> None:
    plain = Sum(tuple(rule(50) for rule in rules))
    game: Any = Misere(plain) if misere else plain
    for numbers in product((1, 2, 4, 6, 8, 9, 12, 16, 18), repeat=2):
        verdict = solve(game, SumPosition(numbers))
        assert verdict.wins is wins(tuple(zip(rules, numbers, strict=True)), misere), numbers


@pytest.mark.parametrize("rules", [(Ladder, DivideAndConquer), (Toll, SubtractionDuel), (DivideAndConquer, Halving)])
def test_numbers_whose_moves_could_not_be_told_apart_are_not_mixed(rules: tuple[type[NumberGame], ...]) -> None:
    with pytest.raises(InvalidParameter, match=r"cannot be mixed"):
        Sum(tuple(rule(50) for rule in rules))


def test_a_pool_with_rules_of_its_own_is_searched() -> None:
    game = Leap(2, 20)

    def truth(picks: tuple[int, ...]) -> bool:
        p = PoolPosition(picks)
        return any(not truth((*picks, move)) for move in game.legal_moves(p))

    for picks in ((), (12,), (16, 8), (20,), (18, 9)):
        verdict = solve(game, PoolPosition(picks))
        assert isinstance(verdict, SearchVerdict)
        assert verdict.wins is truth(picks), picks


def test_the_same_rules_under_another_name_have_the_same_theory_and_no_certificate() -> None:
    verdict = solve(Renamed(60))
    assert isinstance(verdict, DivisionVerdict)
    assert verdict.winning_moves == solve(DivideAndConquer(60)).winning_moves
    assert verdict.certificate is None, "the verifier knows the books by name"
    assert solve(Sum((Renamed(60), Renamed(84)))).certificate is None
    assert follows(Renamed, DivisionGame)
    assert not follows(Halving, DivisionGame)
    assert not follows(Toll, DivisionGame)


def test_what_is_too_large_is_not_known() -> None:
    with pytest.raises(Unsolved):
        solve(Sum.of(Toll, (10**17, 10**16)))
    with pytest.raises(Unsolved):
        solve(Toll(10**12), budget=Budget(1000))


@pytest.mark.parametrize("rule", STRANGERS)
def test_a_survey_is_of_the_game_itself(rule: type[NumberGame]) -> None:
    for entry in survey(rule(60), 60):
        assert entry.wins is wins(((rule, entry.number),), False), entry


@pytest.mark.sampled(1)
@pytest.mark.parametrize("rule", [Toll, Ladder])
@pytest.mark.parametrize("misere", [False, True])
def test_balanced_starts_are_of_the_game_itself(rule: type[NumberGame], misere: bool) -> None:
    for seed in range(3):
        start = int(choose_start(rule, "balanced", Random(seed), ("misere",) * misere))
        assert wins(((rule, start),), misere)
    fallen = set()
    for seed in range(8):
        numbers = choose_start(rule, "balanced:2", Random(seed), ("misere",) * misere).split(",")
        fallen.add(wins(tuple((rule, int(n)) for n in numbers), misere))
    assert fallen == {True, False}


@pytest.mark.deep
def test_nothing_balanced_is_drawn_where_it_is_not_known_who_wins() -> None:
    with pytest.raises(InvalidParameter, match="Cannot draw a balanced start"):
        choose_start(Toll, "balanced:12", Random(1), ("misere",))


@pytest.mark.parametrize("rule", STRANGERS)
def test_perfect_plays_it_perfectly(rule: type[NumberGame]) -> None:
    player = create_player("perfect", Random(0))
    assert player is not None
    for number in range(4, 51):
        game = rule(number)
        if options := game.legal_moves(game.start()):
            choice = player.choose(game, game.start(), None).move
            assert choice in options
            assert wins(((rule, number),), False) is (not wins(((rule, game.reduce(number, choice)),), False))
            assert choice in advise(game, game.start()).moves


def test_greedy_counts_the_moves_there_are() -> None:
    # Every division leaves at most one halving: 6 leaves 24/6 = 4, which has one, and so on; all are alike but 2.
    game = Halving(24)
    assert Greedy(Random(0)).choose(game, game.start()).info == "leaving 1"
