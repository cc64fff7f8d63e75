"""Hints: a nudge that keeps the secret, a move that holds, a reason; and kindness in a lost position."""

import re
from random import Random

import pytest

from aliquot.core.game import AnyGame
from aliquot.games import REGISTRY, create
from aliquot.oracle import solve
from aliquot.oracle.hints import NUMBER_TRIES, STEPS, Advice, advise, hint
from aliquot.oracle.search import evaluate

from .brute_force import Known, value

SMALL = {
    "dividers-duel": [f"dividers-duel(start={n})" for n in (4, 12, 60, 97 * 2, 360)],
    "divide-and-conquer": [f"divide-and-conquer(start={n})" for n in (4, 100, 144)],
    "factor-duel": [f"factor-duel(start={n})" for n in (4, 30, 210)],
    "divisor-duel-subtract": [f"divisor-duel-subtract(start={n})" for n in (8, 9, 12, 15, 16, 32, 36, 63, 64, 90)],
    "divisor-duel-pool": ["divisor-duel-pool(pool=2-12)", "divisor-duel-pool(pool=1-9)", "divisor-duel-pool(pool=2-6)"],
}


def test_every_game_is_hinted_here() -> None:
    assert list(SMALL) == list(REGISTRY)


@pytest.mark.parametrize("slug", SMALL)
def test_step_by_step_in_every_game(slug: str) -> None:
    generator, seen = Random(slug), {True: 0, False: 0}
    for name in SMALL[slug] * 4:
        game: AnyGame = create(name)
        known: Known = {}
        p = game.start()
        while moves := game.legal_moves(p):
            nudge, move, reason = (hint(game, p, step) for step in range(1, STEPS + 1))
            won, _ = value(game, p, known)
            seen[won] += 1
            named = game.parse(p, move.split(" ")[0])
            assert game.is_legal(p, named)
            assert not re.search(r"\d", nudge), "a nudge does not give the answer away"
            if won:
                assert move == f"{game.spell(p, named)} wins."
                assert not value(game, game.child(p, named), known)[0]
            elif len(moves) == 1:
                assert nudge == "You have only one move, and it does not win."
                assert move == f"{game.spell(p, named)} is your only move."
            else:
                assert nudge == "No move wins by force from here. Make it hard: your opponent may slip."
                assert move == game.spell(p, named) + " resists longest."
            assert reason == str(solve(game, p).reason)
            assert nudge != move != reason
            p = game.child(p, generator.choice(moves))
    assert seen[True]
    # A number that cannot be divided down to a prime is one: only these two games have lost positions with a move.
    assert bool(seen[False]) == (slug in ("divisor-duel-subtract", "divisor-duel-pool"))


def test_asking_on_repeats_the_reason() -> None:
    game: AnyGame = create("dividers-duel")
    assert hint(game, game.start(), 4) == hint(game, game.start(), 3) == hint(game, game.start(), 99)


def test_the_nudges_are_those_of_the_games() -> None:
    told = {slug: hint(create(slug), create(slug).start(), 1) for slug in REGISTRY}
    for slug in ("dividers-duel", "divide-and-conquer", "factor-duel"):
        assert told[slug] == "One of your moves leaves a prime."
    assert "power of two" in told["divisor-duel-subtract"]
    assert (
        told["divisor-duel-pool"].startswith("Pair the numbers up.") or "nothing to pick" in told["divisor-duel-pool"]
    )


def test_the_nudge_of_a_search_counts_moves_and_replies() -> None:
    """Hold the numbers of the nudge against the rules, wherever nothing but a search is known."""
    told = set()
    for name in ("divisor-duel-subtract(start=12+9,misere)", "divisor-duel-pool(pool=1-8,misere)"):
        game: AnyGame = create(name)
        generator = Random(name)
        for _ in range(40):
            p = game.start()
            while moves := game.legal_moves(p):
                if winning := [m for m in moves if not evaluate(game, game.child(p, m)).wins]:
                    nudge = solve(game, p).nudge
                    replies = min(len(game.legal_moves(game.child(p, m))) for m in winning)
                    numbers = [] if len(moves) == 1 else [len(winning), len(moves), replies]
                    assert [*map(int, re.findall(r"\d+", nudge))] == numbers, nudge
                    told.add(re.sub(r"\d+", "", nudge))
                p = game.child(p, generator.choice(moves))
    assert len(told) > 3, "one or several moves, one or several replies"
    assert "You have only one move, and it wins." in told


@pytest.mark.parametrize("variants", ["", ",misere", ",swap"])
def test_where_the_length_is_not_known_the_winner_leaves_the_smallest_number(variants: str) -> None:
    game: AnyGame = create(f"divisor-duel-subtract(start={10**18 - 34}{variants})")
    p, turns = game.start(), 0
    while moves := game.legal_moves(p):
        verdict, move = solve(game, p), moves[0]
        if verdict.wins:
            (move,) = advise(game, p).moves[:1]
            assert verdict.remoteness is not None or move == verdict.winning_moves[-1]
        p, turns = game.child(p, move), turns + 1
    assert turns < 300, "the loser always subtracts the smallest divisor"


def test_the_fewest_replies_are_the_fewest_of_all() -> None:
    game: AnyGame = create("divisor-duel-subtract(start=1258151895)")
    p = game.start()
    replies = {m: len(solve(game, game.child(p, m)).winning_moves) for m in game.legal_moves(p)}
    told = hint(game, p, 2)
    assert told.endswith(" is the best try: it leaves your opponent the fewest winning replies.")
    assert replies[game.parse(p, told.split(" ")[0])] == min(replies.values()) == replies[5] == 3


def test_where_not_all_moves_were_compared_nothing_is_said_to_be_the_fewest() -> None:
    game: AnyGame = create(f"divisor-duel-subtract(start={3**6 * 5**3 * 7**2 * 11 * 13 * 17 * 19 * 23})")
    p = game.start()
    told = hint(game, p, 2)
    move = game.parse(p, told.split(" ")[0])
    replies = len(solve(game, game.child(p, move)).winning_moves)
    assert told == f"{game.spell(p, move)} is worth a try: your opponent has {replies} winning replies to it."


def test_the_longest_resistance_is_the_longest() -> None:
    """From 15, subtracting 3 leaves 12 and 5 leaves 10: 10 is over in one move (5), 12 is not."""
    game: AnyGame = create("divisor-duel-subtract(start=15)")
    assert hint(game, game.start(), 2) == "15-3 resists longest."


# --- advice, against plain recursion over the rules ------------------------------------------------


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


def test_past_what_is_known_exactly_the_winner_leaves_the_smallest_number() -> None:
    game: AnyGame = create(f"divisor-duel-subtract(start={2 * 3**20})")
    verdict, advice = solve(game), advise(game, game.start())
    assert verdict.remoteness is None
    assert advice.wins
    assert not advice.exact
    assert advice.moves == (verdict.winning_moves[-1],)


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
