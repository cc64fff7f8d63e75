"""Advice, against plain recursion over the rules."""

from random import Random

import pytest

from aliquot.core.game import AnyGame
from aliquot.games import create
from aliquot.oracle import solve
from aliquot.oracle.advice import NUMBER_TRIES, Advice, advise

from .trying import Known, value


@pytest.mark.parametrize("slug", ["dividers-duel", "divide-and-conquer", "factor-duel", "divisor-duel-subtract"])
def test_in_the_number_games_a_winner_hurries_and_a_loser_delays(slug: str) -> None:
    known: Known = {}
    kinds = set()
    for start in range(4, 251):
        game: AnyGame = create(f"{slug}(start={start})")
        p = game.start()
        moves = game.legal_moves(p)
        if not moves:
            continue
        wins, length = value(game, p, known)
        kinds.add(wins)
        best = tuple(m for m in moves if value(game, game.child(p, m), known) == (not wins, length - 1))
        advice = advise(game, p)
        assert (advice.wins, advice.moves, advice.exact) == (wins, best, True), start
    assert kinds == ({True, False} if slug == "divisor-duel-subtract" else {True})


@pytest.mark.parametrize("pool", ["2-12", "1-11", "2-14"])
def test_in_a_small_pool_too(pool: str) -> None:
    game: AnyGame = create(f"divisor-duel-pool(pool={pool})")
    known: Known = {}
    generator, kinds = Random(pool), set()
    for _ in range(60):
        p = game.start()
        while moves := game.legal_moves(p):
            wins, length = value(game, p, known)
            kinds.add(wins)
            best = tuple(m for m in moves if value(game, game.child(p, m), known) == (not wins, length - 1))
            assert advise(game, p) == Advice(wins, best, exact=True), p
            p = game.child(p, generator.choice(moves))
    assert kinds == {True, False}


def test_in_a_pool_too_large_to_search_any_winning_move_is_best_and_a_lost_one_is_made_hard() -> None:
    game: AnyGame = create("divisor-duel-pool(pool=2-50)")
    assert advise(game, game.start()) == Advice(True, tuple(solve(game).winning_moves), exact=False)
    p = game.position("2-50/29") if solve(game, game.position("2-50/2")).wins else game.position("2-50/2")
    replies = {m: len(solve(game, game.child(p, m)).winning_moves) for m in game.legal_moves(p)}
    fewest = min(replies.values())
    assert advise(game, p) == Advice(False, tuple(m for m in replies if replies[m] == fewest), False, fewest)


def test_past_what_is_known_exactly_any_winning_move_will_do() -> None:
    game: AnyGame = create(f"divisor-duel-subtract(start={2 * 3**20})")
    verdict, advice = solve(game), advise(game, game.start())
    assert verdict.remoteness is None
    assert advice.wins
    assert not advice.exact
    assert advice.moves == tuple(verdict.winning_moves)


def test_a_lost_position_past_what_is_known_exactly_gets_a_move_with_the_fewest_winning_replies() -> None:
    game: AnyGame = create(f"divisor-duel-subtract(start={3**20})")
    p = game.start()
    advice = advise(game, p)
    replies = {m: len(solve(game, game.child(p, m)).winning_moves) for m in game.legal_moves(p)}
    assert not advice.wins
    assert not advice.exact
    assert advice.moves == tuple(m for m, count in replies.items() if count == min(replies.values()))


def test_of_a_great_many_moves_a_fixed_sample_is_compared() -> None:
    game: AnyGame = create(f"divisor-duel-subtract(start={3**6 * 5**3 * 7**2 * 11 * 13 * 17 * 19 * 23})")
    assert len(game.legal_moves(game.start())) > NUMBER_TRIES
    advice = advise(game, game.start())
    assert not advice.wins
    assert not advice.complete
    for move in advice.moves:
        assert len(solve(game, game.child(game.start(), move)).winning_moves) == advice.replies
    assert advice.moves
    assert all(game.is_legal(game.start(), move) for move in advice.moves)
    assert advise(game, game.start()) == advice
