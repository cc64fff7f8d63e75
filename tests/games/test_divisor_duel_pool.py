"""Pools, exhaustively where small, against a second implementation that tries every number."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import aliquot
from aliquot.arithmetic import divisors
from aliquot.core.errors import IllegalMove, InvalidMove, InvalidParameter, InvalidPosition
from aliquot.core.match import Match
from aliquot.core.outcome import Ending, Outcome
from aliquot.core.text import LARGEST
from aliquot.games.divisor_duel_pool import LARGEST_POOL, OPENINGS, Opening, PoolDuel, PoolPosition

HUGE = 10**5000


def naive_moves(low: int, high: int, picks: tuple[int, ...]) -> list[int]:
    """What can be picked, by trying everything."""
    return [
        n for n in range(low, high + 1) if n not in picks and (not picks or n % picks[-1] == 0 or picks[-1] % n == 0)
    ]


def test_the_rule_book_is_named_and_set_up_as_it_says() -> None:
    game = PoolDuel.create()
    assert game.id == "divisor-duel-pool(pool=2-50)"
    assert game.title == "Divisor Duel: Pool"
    assert game.penalty == "retry"
    assert game.version == 1
    assert list(game.legal_moves(game.start())) == list(range(2, 51))


def test_random_walks_in_every_small_pool_agree_with_trying_everything() -> None:
    generator = Random(2)
    for low in range(1, 13):
        for high in range(low, 31):
            game = PoolDuel(low, high)
            p = game.start()
            while True:
                expected = naive_moves(low, high, tuple(p.picks))
                assert list(game.legal_moves(p)) == expected
                assert game.available(p) == [n for n in range(low, high + 1) if n not in p.picks]
                assert [n for n in range(-1, high + 3) if game.is_legal(p, n)] == expected
                assert game.seat(p) == (1, 2)[len(p.picks) % 2]
                assert game.is_over(p) == (not expected)
                if not expected:
                    assert game.outcome(p) == Outcome((2, 1)[len(p.picks) % 2], Ending.NO_MOVES)
                    break
                assert game.outcome(p) is None
                pick = generator.choice(expected)
                assert game.play(p, pick) == game.child(p, pick) == PoolPosition((*p.picks, pick))
                p = game.child(p, pick)


def test_every_position_of_the_pools_up_to_seven_agrees_with_trying_everything() -> None:
    for low, high in ((1, 7), (2, 9)):
        game, waiting, seen = PoolDuel(low, high), [PoolPosition()], 0
        while waiting:
            p = waiting.pop()
            seen += 1
            assert list(game.legal_moves(p)) == naive_moves(low, high, tuple(p.picks))
            waiting += [game.child(p, move) for move in game.legal_moves(p)]
        assert seen > 30


@pytest.mark.parametrize(
    ("low", "high", "matches"),
    [(1, 1, 1), (2, 2, 1), (2, 4, 3), (1, 4, 11), (2, 6, 7)],
)
def test_the_number_of_different_matches_is_the_one_counted_by_hand(low: int, high: int, matches: int) -> None:
    """In 2-6, 2 is tied to 4 and 6, 3 to 6, 5 to nothing: 2-4, 2-6-3, 3-6-2-4, 4-2-6-3, 5, 6-2-4, 6-3."""
    game = PoolDuel(low, high)

    def count(p: PoolPosition) -> int:
        return 1 if game.is_over(p) else sum(count(game.child(p, move)) for move in game.legal_moves(p))

    assert count(game.start()) == matches


def test_the_default_pool_has_the_ties_that_were_counted() -> None:
    game = PoolDuel.create()
    ties = {pick: game.legal_moves(game.child(game.start(), pick)) for pick in game.legal_moves(game.start())}
    assert len(ties) == 49
    assert sum(map(len, ties.values())) == 2 * 108
    assert [pick for pick, tied in ties.items() if not tied] == [29, 31, 37, 41, 43, 47]


def test_neighbours_are_all_that_can_follow_a_number_in_a_full_pool() -> None:
    for low, high in ((1, 30), (2, 50), (7, 40)):
        game = PoolDuel(low, high)
        for n in range(low, high + 1):
            assert list(game.neighbours(n)) == naive_moves(low, high, (n,))


def test_a_first_pick_that_nothing_answers_wins_at_once() -> None:
    match = Match(PoolDuel.create())
    match.play(47)
    assert match.outcome == Outcome(1, Ending.NO_MOVES)


@pytest.mark.parametrize(("low", "high"), [(1, 1), (2, 2), (LARGEST, LARGEST)])
def test_a_pool_of_one_number_is_won_by_the_first_pick(low: int, high: int) -> None:
    match = Match(PoolDuel(low, high))
    assert match.outcome is None
    match.play(low)
    assert match.outcome == Outcome(1, Ending.NO_MOVES)


def test_every_number_of_a_pool_can_be_picked_in_one_match() -> None:
    game = PoolDuel(1, 4)
    match = Match(game)
    for pick in (3, 1, 2, 4):
        match.play(pick)
    assert len(match.moves) == game.max_length == 4
    assert game.available(match.position) == []


@pytest.mark.parametrize(
    ("picks", "move", "why"),
    [
        ((), 1, "1 is not in the pool 2-10."),
        ((), 11, "11 is not in the pool 2-10."),
        ((), 0, "0 is not in the pool 2-10."),
        ((), -2, "-2 is not in the pool 2-10."),
        ((), HUGE, "a number that large is not in the pool 2-10."),
        ((4,), 4, "4 has already been taken."),
        ((4,), 12, "12 is not in the pool 2-10."),
        ((4,), 6, "6 is neither a divisor nor a multiple of 4."),
        ((4, 8), 4, "4 has already been taken."),
        ((4, 8), 9, "9 is neither a divisor nor a multiple of 8."),
        ((7,), 7, "Nothing can be picked after 7: the game is over."),
        ((7,), 2, "Nothing can be picked after 7: the game is over."),
    ],
    ids=lambda value: "huge" if value == HUGE else None,
)
def test_an_illegal_pick_is_told_why(picks: tuple[int, ...], move: int, why: str) -> None:
    with pytest.raises(IllegalMove) as refusal:
        PoolDuel(2, 10).play(PoolPosition(picks), move)
    assert str(refusal.value) == why


@pytest.mark.parametrize("move", ["4", 4.0, True, None, (4,)])
def test_what_is_no_int_is_no_pick(move: int) -> None:
    game = PoolDuel(1, 10)
    assert not game.is_legal(game.start(), move)
    with pytest.raises(IllegalMove, match="is not a whole number"):
        game.play(game.start(), move)


@pytest.mark.parametrize(
    "pool",
    ["1-1", "2-50", " 2 - 50 ", f"{LARGEST}-{LARGEST}", f"1-{LARGEST_POOL}", f"{LARGEST - LARGEST_POOL + 1}-{LARGEST}"],
)
def test_every_pool_within_the_bounds_is_accepted(pool: str) -> None:
    game = PoolDuel.create(pool=pool)
    low, high = map(int, pool.split("-"))
    assert (game.low, game.high) == (low, high)
    assert game == PoolDuel.create(pool=(low, high)) == PoolDuel.create(pool=[low, high]) == PoolDuel(low, high)


@pytest.mark.parametrize(
    ("pool", "why"),
    [
        ("50-2", "not 50-2: LO is larger than HI."),
        ("2-2000000", "not 2-2000000 with 1,999,999 numbers."),
        (f"1-{LARGEST_POOL + 1}", "not 1-1000001 with 1,000,001 numbers."),
        ("0-5", "not a bound of 0."),
        (f"2-{LARGEST + 1}", "not a bound of 1000000000000000001."),
        ("x", "not 'x'."),
        ("", "not ''."),
        ("-", "not '-'."),
        ("50", "not '50'."),
        ("2-", "not '2-'."),
        ("-5-5", "not '-5-5'."),
        ("2-5-9", "not '2-5-9'."),
        ("２-50", "not '２-50'."),
        ("9" * 100_000, "not '99999999999999999999999…'."),
        ((0, 5), "not a bound of 0."),
        ((-3, 5), "not a bound of -3."),
        ((True, 5), "not a bound of True."),
        ((2, HUGE), "not a bound of a number that large."),
        ((2, 50, 3), "not (2, 50, 3)."),
        ((2.0, 50), "not (2.0, 50)."),
        (50, "not 50."),
        (None, "not None."),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_any_other_pool_is_refused_by_a_sentence_naming_the_bounds(pool: object, why: str) -> None:
    with pytest.raises(InvalidParameter) as refusal:
        PoolDuel.create(pool=pool)
    bounds = "The pool of Divisor Duel: Pool must be LO-HI with 1 ≤ LO ≤ HI ≤ 10^18 and at most 1,000,000 numbers, "
    assert str(refusal.value) == bounds + why


def test_a_pool_is_refused_without_writing_out_numbers_too_large_for_it() -> None:
    with pytest.raises(InvalidParameter, match="at most 1,000,000 numbers"):
        PoolDuel.create(pool=(1, HUGE, 3))


@given(st.integers(1, LARGEST), st.integers(0, LARGEST_POOL - 1))
def test_ids_read_back_as_the_same_game(low: int, more: int) -> None:
    game = PoolDuel(low, min(low + more, LARGEST))
    assert game.id == f"divisor-duel-pool(pool={game.value})"
    assert PoolDuel.create(pool=game.value) == game
    assert repr(game) == f"<Game {game.id}>"


def test_positions_read_back_pick_by_pick() -> None:
    game = PoolDuel(2, 50)
    p = PoolPosition((12, 6, 18))
    assert game.text(p) == "2-50/12,6,18"
    assert game.position("2-50/12,6,18") == p
    assert game.position(" 2-50/12,6,18 ") == p
    assert game.text(game.start()) == "2-50/"
    assert game.position("2-50/") == game.start()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "A position of this game is the pool 2-10, a slash and the picks so far, such as 2-10/2, not ''."),
        ("2-50/12", "A position of this game is the pool 2-10, a slash .*, not '2-50/12'."),
        ("4,8", "A position of this game is the pool 2-10, a slash .*"),
        ("2-10/x", "'2-10/x' is not a position: 'x' is not a whole number in plain digits."),
        ("2-10/4,,8", "'2-10/4,,8' is not a position: '' is not a whole number in plain digits."),
        ("2-10/4,", "'2-10/4,' is not a position: '' is not a whole number in plain digits."),
        ("2-10/4,3", "'2-10/4,3' is not a position: 3 is neither a divisor nor a multiple of 4."),
        ("2-10/4,4", "'2-10/4,4' is not a position: 4 has already been taken."),
        ("2-10/11", "'2-10/11' is not a position: 11 is not in the pool 2-10."),
        ("2-10/7,2", "'2-10/7,2' is not a position: Nothing can be picked after 7: the game is over."),
    ],
)
def test_what_is_no_position_is_refused_with_the_reason(text: str, why: str) -> None:
    with pytest.raises(InvalidPosition, match=f"^{why}$"):
        PoolDuel(2, 10).position(text)


def test_the_order_of_the_picks_before_the_last_does_not_decide_the_future() -> None:
    game = PoolDuel(1, 12)
    assert game.key(PoolPosition((2, 4, 1, 3))) == game.key(PoolPosition((4, 2, 1, 3)))
    assert game.key(PoolPosition((2, 4))) != game.key(PoolPosition((4, 2)))
    assert game.key(PoolPosition((2, 4))) != game.key(PoolPosition((8, 4)))
    assert game.key(game.start()) != game.key(PoolPosition((2,)))


def test_a_pick_is_read_as_typed_which_is_how_it_is_spelt() -> None:
    game = PoolDuel(2, 50)
    assert game.spell(game.start(), 12) == "12"
    assert game.parse(game.start(), " 12 ") == 12
    assert game.parse(game.start(), "99") == 99


@pytest.mark.parametrize("text", ["", "abc", "2.5", "-3", "+2", "２", "12,6", "\0", "9" * 100_000])
def test_what_is_no_whole_number_is_no_pick(text: str) -> None:
    with pytest.raises(InvalidMove, match=r"is (not a whole number in plain digits|too long)") as refusal:
        PoolDuel(2, 50).parse(PoolPosition(), text)
    assert len(str(refusal.value)) < 80


def test_a_pool_is_read_with_the_dash_it_is_printed_with() -> None:
    assert PoolDuel.create(pool="2–50").id == "divisor-duel-pool(pool=2-50)"
    assert PoolDuel(2, 50).position("2–50/12").picks == (12,)


def test_the_largest_pools_list_and_play() -> None:
    for low, high in ((1, LARGEST_POOL), (LARGEST - LARGEST_POOL + 1, LARGEST)):
        game = PoolDuel(low, high)
        assert len(game.legal_moves(game.start())) == game.max_length == LARGEST_POOL
        p = game.play(game.start(), high)
        assert all(high % move == 0 for move in game.legal_moves(p))
    everything = PoolDuel(1, LARGEST_POOL)
    assert len(everything.legal_moves(PoolPosition((1,)))) == LARGEST_POOL - 1


def test_the_books_example_is_legal_throughout() -> None:
    match = Match(PoolDuel.create())
    for pick in (12, 6, 18, 9, 3, 15):
        match.play(pick)
    assert match.outcome is None
    assert match.seat == 1


ALLOWED: dict[str, Callable[[int], bool]] = {
    "any": lambda n: True,
    "even": lambda n: n % 2 == 0,
    "even-below-50": lambda n: n % 2 == 0 and n < 50,
}


def test_every_opening_is_tested_here() -> None:
    assert list(OPENINGS) == list(ALLOWED)


@pytest.mark.parametrize("opening", OPENINGS)
def test_the_first_pick_is_an_allowed_one_and_everything_after_it_as_ever(opening: Opening) -> None:
    for low, high in ((1, 9), (2, 9), (3, 10), (1, 100), (2, 50), (40, 60), (49, 50), (48, 49)):
        allowed = [n for n in range(low, high + 1) if ALLOWED[opening](n)]
        if not allowed:
            continue
        game, plain = PoolDuel(low, high, opening), PoolDuel(low, high)
        assert list(game.legal_moves(game.start())) == allowed
        assert [n for n in range(low - 2, high + 3) if game.is_legal(game.start(), n)] == allowed
        for first in allowed:
            p = game.play(game.start(), first)
            assert game.legal_moves(p) == plain.legal_moves(p)
            assert game.position(game.text(p)) == p


@pytest.mark.parametrize(
    ("opening", "pick", "why"),
    [
        ("even", 7, "7 is not allowed: the first pick must be an even number."),
        ("even", 101, "101 is not in the pool 1-100."),
        ("even-below-50", 50, "50 is not allowed: the first pick must be an even number below 50."),
        ("even-below-50", 7, "7 is not allowed: the first pick must be an even number below 50."),
    ],
)
def test_another_first_pick_is_refused_saying_why(opening: str, pick: int, why: str) -> None:
    game = aliquot.game("divisor-duel-pool", pool="1-100", opening=opening)
    with pytest.raises(IllegalMove) as refused:
        game.play(game.start(), pick)
    assert str(refused.value) == why
    with pytest.raises(InvalidPosition):
        game.position(f"1-100/{pick}")


@pytest.mark.parametrize(
    ("pool", "opening", "why"),
    [
        ("7-7", "even", "The pool 7-7 has nothing to open with: the first pick must be an even number."),
        (
            "50-90",
            "even-below-50",
            "The pool 50-90 has nothing to open with: the first pick must be an even number below 50.",
        ),
        (
            "49-60",
            "even-below-50",
            "The pool 49-60 has nothing to open with: the first pick must be an even number below 50.",
        ),
        ("1-9", "odd", "An opening is any, even or even-below-50, not 'odd'."),
        ("1-9", "", "An opening is any, even or even-below-50, not ''."),
        ("1-9", "EVEN", "An opening is any, even or even-below-50, not 'EVEN'."),
        ("1-9", 2, "An opening is any, even or even-below-50, not 2."),
    ],
)
def test_an_opening_that_cannot_be_is_refused(pool: str, opening: object, why: str) -> None:
    with pytest.raises(InvalidParameter) as refused:
        aliquot.game("divisor-duel-pool", pool=pool, opening=opening)
    assert str(refused.value) == why


def test_an_opening_is_of_the_pool_only() -> None:
    for slug in ("dividers-duel", "divide-and-conquer", "factor-duel", "divisor-duel-subtract"):
        for start in ("60", "60,84"):
            with pytest.raises(InvalidParameter, match="takes the parameter 'start', not 'opening'"):
                aliquot.game(slug, start=start, opening="even")


def test_the_opening_is_part_of_the_game_and_of_its_id() -> None:
    even, anything = PoolDuel(1, 9, "even"), PoolDuel(1, 9)
    assert even != anything
    assert (even.id, anything.id) == ("divisor-duel-pool(pool=1-9,opening=even)", "divisor-duel-pool(pool=1-9)")
    assert aliquot.game("divisor-duel-pool(pool=1-9,opening=any)") == anything


def test_a_preset_may_be_played_on_another_pool_or_with_another_opening() -> None:
    assert aliquot.game("juniper-green", pool="1-40") == PoolDuel(1, 40, "even")
    assert aliquot.game("factors-and-multiples", opening="any") == PoolDuel(1, 100)
    assert aliquot.game("juniper-green").start() == PoolPosition()


def test_a_pool_of_large_numbers_lists_no_divisors() -> None:
    number = 897612484786617600  # It has 103,680 divisors, and none of them is in this pool.
    game = PoolDuel(number - 9, number + 9)
    listed = divisors.cache_info().misses
    after = game.play(game.start(), number)
    assert (game.legal_moves(after), game.is_over(after)) == ((), True)
    assert divisors.cache_info().misses == listed
