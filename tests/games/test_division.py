"""What the three division games share."""

import pytest

from aliquot.arithmetic import omega
from aliquot.games.divide_and_conquer import DivideAndConquer
from aliquot.games.dividers_duel import DividersDuel
from aliquot.games.factor_duel import FactorDuel
from aliquot.games.number import DivisionGame, NumberPosition

SMALL = 2000
EVERY_GAME = pytest.mark.parametrize(
    "duel", [DividersDuel, DivideAndConquer, FactorDuel], ids=lambda duel: str(duel.slug)
)


@EVERY_GAME
def test_a_move_leaves_the_quotient_for_every_small_number(duel: type[DivisionGame]) -> None:
    game = duel(60)
    for n in range(2, SMALL + 1):
        p = NumberPosition(n)
        quotients = [n // d for d in range(2, n) if n % d == 0]
        assert [game.child(p, move) for move in game.legal_moves(p)] == [NumberPosition(q, 2) for q in quotients]


@EVERY_GAME
def test_dividing_never_reaches_one(duel: type[DivisionGame]) -> None:
    game = duel(60)
    for n in range(2, SMALL + 1):
        p = NumberPosition(n)
        assert all(game.child(p, move).number > 1 for move in game.legal_moves(p))


@EVERY_GAME
def test_a_match_has_at_most_one_move_fewer_than_prime_factors(duel: type[DivisionGame]) -> None:
    assert duel(60).max_length == 3  # 60 = 2 * 2 * 3 * 5
    assert duel(64).max_length == 5
    assert duel(7).max_length == 0
    assert duel(10**18).max_length == 35
    game = duel(64)
    p, played = game.start(), 0
    while not game.is_over(p):
        p, played = game.play(p, 2), played + 1
    assert played == game.max_length


@EVERY_GAME
@pytest.mark.parametrize(
    ("start", "matches"),
    [(3, 1), (4, 1), (6, 2), (8, 2), (12, 5), (30, 9), (60, 29), (100, 16)],
)
def test_the_number_of_different_matches_is_the_one_counted_by_hand(
    duel: type[DivisionGame], start: int, matches: int
) -> None:
    """From 12: to 6 (then 2 ways), to 4 (1), to 3 and to 2 (over), so 5. From 30: three primes, three times 6."""
    game = duel(start)

    def count(p: NumberPosition) -> int:
        return 1 if game.is_over(p) else sum(count(game.child(p, move)) for move in game.legal_moves(p))

    assert count(game.start()) == matches


@EVERY_GAME
def test_the_theory_holds_for_every_small_number(duel: type[DivisionGame]) -> None:
    """Grundy value Ω − 1; lost exactly at primes and 1; the winning choices are exactly the N/p."""
    game, grundy = duel(60), {1: 0}
    for n in range(2, SMALL + 1):
        p = NumberPosition(n)
        values = {move: grundy[game.child(p, move).number] for move in game.legal_moves(p)}
        grundy[n] = min(set(range(len(values) + 1)) - set(values.values()))
        assert grundy[n] == omega(n) - 1
        winning = {move for move, value in values.items() if value == 0}
        primes = {d for d in range(2, n) if n % d == 0 and all(d % e for e in range(2, d))} if winning else set()
        assert winning == {n // prime for prime in primes}
        assert bool(winning) == bool(values)
