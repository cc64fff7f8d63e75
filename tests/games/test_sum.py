"""Sums: several numbers at once, each with its own rule."""

from typing import Any

import pytest

import aliquot
from aliquot.arithmetic import divisors
from aliquot.core.errors import IllegalMove, InvalidMove, InvalidParameter, InvalidPosition, UnknownGame
from aliquot.core.match import Match
from aliquot.core.outcome import Ending, Outcome
from aliquot.core.record import Record
from aliquot.core.view import MOST_OPTIONS
from aliquot.games import REGISTRY
from aliquot.games.divide_and_conquer import DivideAndConquer
from aliquot.games.dividers_duel import DividersDuel
from aliquot.games.divisor_duel_subtract import SubtractionDuel
from aliquot.games.factor_duel import FactorDuel
from aliquot.games.number import NumberGame
from aliquot.games.sum import MOST, Sum, SumPosition

NUMBER_DUELS = [duel for duel in REGISTRY.values() if issubclass(duel, NumberGame)]
MIXED = Sum((DividersDuel(60), SubtractionDuel(60), SubtractionDuel(16)))
"""60 lies there twice, under two rules."""


def proper(number: int) -> list[int]:
    return [d for d in range(2, number) if number % d == 0]


@pytest.mark.parametrize("duel", NUMBER_DUELS, ids=lambda duel: str(duel.slug))
@pytest.mark.parametrize("start", ["60,84,90", "60+84+90", (60, 84, 90), [60, "84", 90]])
def test_several_numbers_make_a_sum(duel: type[NumberGame], start: object) -> None:
    game: Any = aliquot.game(duel.slug, start=start)
    assert game == Sum((duel(60), duel(84), duel(90)))
    assert game.id == f"{duel.slug}(start=60+84+90)"
    assert game.slug == duel.slug
    assert game.title == f"{duel.title} with 3 numbers"
    assert game.start() == SumPosition((60, 84, 90), 1)


def test_the_moves_are_those_on_each_number_and_a_move_changes_that_number_alone() -> None:
    game: Any = aliquot.game("dividers-duel", start="12,9,12")
    p = game.start()
    assert game.legal_moves(p) == ((9, 3), (12, 2), (12, 3), (12, 4), (12, 6))
    assert game.child(p, (9, 3)) == SumPosition((12, 3, 12), 2)
    assert game.child(p, (12, 4)).numbers == (3, 9, 12), "of equal numbers, the first"
    subtracted: Any = aliquot.game("divisor-duel-subtract", start="16,9")
    assert subtracted.child(subtracted.start(), (16, 8)) == SumPosition((8, 9), 2)


def test_in_a_mixture_each_number_keeps_its_rule() -> None:
    p = MIXED.start()
    expected = {(60, d) for d in proper(60)} | {(60, -d) for d in proper(60)} | {(16, -d) for d in proper(16)}
    assert MIXED.legal_moves(p) == tuple(sorted(expected))
    assert MIXED.child(p, (60, 2)).numbers == (30, 60, 16)
    assert MIXED.child(p, (60, -2)).numbers == (60, 58, 16)
    assert not MIXED.is_legal(p, (16, 2))
    assert MIXED.spell(p, (60, 2)) == "60/2"
    assert MIXED.spell(p, (60, -2)) == "60-2"
    assert MIXED.parse(p, "60/2") == (60, 2)
    assert MIXED.parse(p, "60-2") == (60, -2)
    assert MIXED.id == "sum(dividers-duel:60+divisor-duel-subtract:60+divisor-duel-subtract:16)"
    assert aliquot.game(MIXED.id) == MIXED
    assert MIXED.title == "Sum with 3 numbers"


def test_it_is_over_when_no_number_can_be_moved_on_and_then_the_mover_has_lost() -> None:
    game: Any = aliquot.game("factor-duel", start="4,9")
    p = game.start()
    for move, over in (((4, 2), False), ((9, 3), True)):
        p = game.play(p, move)
        assert (game.outcome(p) is not None) is over
        assert (game.legal_moves(p) == ()) is over
    assert game.outcome(p) == Outcome(2, Ending.NO_MOVES), "it is seat 1's turn again"


def test_the_longest_match_is_as_long_as_all_of_them_together() -> None:
    for numbers in ((8, 9), (60, 84, 90), (7, 5), (16, 27, 32)):
        for duel in NUMBER_DUELS:
            game = Sum.of(duel, numbers)
            assert game.max_length == sum(duel(number).max_length for number in numbers)
    assert Sum.of(FactorDuel, (8, 9, 7)).max_length == 3


def test_where_the_numbers_lie_does_not_matter_but_their_rules_do() -> None:
    game: Any = aliquot.game("factor-duel", start="12,18")
    assert game.key(game.position("12+18")) == game.key(game.position("18+12"))
    mixed = Sum((DividersDuel(12), SubtractionDuel(12)))
    assert mixed.key(mixed.position("12+18")) != mixed.key(mixed.position("18+12"))


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("60/2", (60, 2)),
        (" 60/2 ", (60, 2)),
        ("60 / 2", (60, 2)),
        ("7", (84, 7)),
        ("9", (90, 9)),
        ("84/5", (84, 5)),
        ("60/1", (60, 1)),
    ],
)
def test_a_move_is_a_number_and_a_divisor_or_a_divisor_that_one_number_takes(text: str, move: object) -> None:
    game = aliquot.game("dividers-duel", start="60,84,90")
    assert game.parse(game.start(), text) == move


def test_a_divisor_of_several_numbers_is_asked_about() -> None:
    game = aliquot.game("dividers-duel", start="60,84,90")
    with pytest.raises(InvalidMove) as refused:
        game.parse(game.start(), "2")
    assert str(refused.value) == "2 is a divisor of 60, 84 and 90; type the number too, as in 60/2."
    twins = aliquot.game("dividers-duel", start="60,60")
    assert twins.parse(twins.start(), "2") == (60, 2), "equal numbers under one rule are as good as one"
    with pytest.raises(InvalidMove):
        MIXED.parse(MIXED.start(), "15")


@pytest.mark.parametrize("text", ["", "abc", "60/", "/2", "60-2", "61/2", "60//2", "60/2/2", "-2", "60/-2", "swap"])
def test_what_is_no_move_is_refused(text: str) -> None:
    game = aliquot.game("dividers-duel", start="60,84,90")
    with pytest.raises(InvalidMove):
        game.parse(game.start(), text)


@pytest.mark.parametrize(
    ("numbers", "move", "why"),
    [
        ("60+84", (90, 2), "90 is not one of the numbers 60 and 84."),
        ("60+84", (60, 7), "7 does not divide 60: it leaves a remainder of 4."),
        ("60+84", (60, 60), "60 is the number itself: a proper divisor of 60 lies between 1 and 60."),
        ("60+84", (60, 1), "1 is not allowed: a proper divisor of 60 lies between 1 and 60."),
        ("60+84", (60, -2), "-2 is not between 1 and 60."),
        ("60+84", 2, "2 is not a number and a divisor of it."),
        ("60+84", [60, 2], "[60, 2] is not a number and a divisor of it."),
        ("7+60", (7, 2), "7 has no proper divisor: move on another number."),
        ("7+5", (7, 2), "7 has no proper divisor: the game is over."),
    ],
)
def test_a_refusal_says_why(numbers: str, move: Any, why: str) -> None:
    game = aliquot.game("dividers-duel", start=(60, 84))
    with pytest.raises(IllegalMove) as refused:
        game.play(game.position(numbers), move)
    assert str(refused.value) == why


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("60-7", "7 does not divide 60: it leaves a remainder of 4."),
        ("60/7", "7 does not divide 60: it leaves a remainder of 4."),
        ("16-3", "3 does not divide 16: it leaves a remainder of 1."),
    ],
)
def test_in_a_mixture_the_refusal_speaks_of_the_number_and_rule_meant(text: str, why: str) -> None:
    p = MIXED.start()
    with pytest.raises(IllegalMove) as refused:
        MIXED.play(p, MIXED.parse(p, text))
    assert str(refused.value) == why


def test_a_divisor_of_none_is_refused_without_saying_that_the_game_is_over() -> None:
    game = aliquot.game("dividers-duel", start="7,60")
    p = game.start()
    with pytest.raises(IllegalMove) as refused:
        game.play(p, game.parse(p, "11"))
    assert "over" not in str(refused.value)


@pytest.mark.parametrize("choice", [5, "60/2", None, (60,), (1, 2, 3), 2.5, (60, 10**5000)])
def test_whatever_is_chosen_can_be_written_down_as_the_choice_that_lost(choice: Any) -> None:
    game: Any = aliquot.game("dividers-duel", start="60,84")
    match = Match[Any, Any](game)
    match.play(choice)
    assert match.outcome == Outcome(2, Ending.ILLEGAL_MOVE)
    assert Record.of(match).illegal != ""


@pytest.mark.parametrize("count", [2, 3, MOST])
def test_up_to_32_numbers_are_a_sum(count: int) -> None:
    game = aliquot.game("divisor-duel-subtract", start=[16] * count)
    assert aliquot.game(game.id) == game
    assert len(game.start().numbers) == count


@pytest.mark.parametrize("count", [0, MOST + 1, 1000])
def test_no_numbers_and_too_many_are_refused(count: int) -> None:
    with pytest.raises(InvalidParameter) as refused:
        aliquot.game("divisor-duel-subtract", start=[16] * count)
    assert str(refused.value) == f"A sum has from 2 to 32 numbers, not {count}."
    with pytest.raises(InvalidParameter):
        Sum((SubtractionDuel(16),))


@pytest.mark.parametrize(
    ("start", "place", "value"),
    [
        ("60,2", 2, "2"),
        ("2,60", 1, "2"),
        ("60,x,84", 2, "x"),
        ("60,", 2, ""),
        ("60,,84", 2, ""),
        (f"60,84,{10**19}", 3, str(10**19)),
        ("60,1e3", 2, "1e3"),
    ],
)
def test_a_bad_member_is_named(start: str, place: int, value: str) -> None:
    with pytest.raises(InvalidParameter) as refused:
        aliquot.game("dividers-duel", start=start)
    assert str(refused.value).startswith(f"Number {place} of the sum, '{value}': The start of Divider's Duel must be ")


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("sum(dividers-duel:60+divisor-duel-pool:2-50+factor-duel:30)", InvalidParameter),
        ("sum(divisor-duel-pool:2-50+factor-duel:30)", InvalidParameter),
        ("sum(dividers-duel:60)", InvalidParameter),
        ("sum(dividers-duel:60+factor-duel:2)", InvalidParameter),
        ("sum(dividers-duel:60+factor-duel)", InvalidParameter),
        ("sum(dividers-duel:60+chess:8)", UnknownGame),
        ("sum(start=60+84)", UnknownGame),
        ("sum(dividers-duel:60+factor-duel:30,chess)", InvalidParameter),
        ("divisor-duel-pool(start=60+84)", InvalidParameter),
    ],
)
def test_what_is_no_sum_is_refused(name: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        aliquot.game(name)


@pytest.mark.parametrize("text", ["", "60", "60+84+90", "60,84", "60+0", "60+x", "60+84~", "+", "60++84", "60+-84"])
def test_what_is_no_position_is_refused(text: str) -> None:
    game = aliquot.game("factor-duel", start="60,84")
    with pytest.raises(InvalidPosition):
        game.position(text)


def test_a_uniform_sum_is_named_for_its_rule_book_however_it_was_made() -> None:
    assert aliquot.game("sum(factor-duel:60+factor-duel:84)") == aliquot.game("factor-duel", start="60,84")
    assert Sum((DividersDuel(60), DivideAndConquer(60))).slug == "sum"
    assert Sum((DividersDuel(60), DividersDuel(84))) != Sum((DividersDuel(84), DividersDuel(60))), "places differ"


LARGE = 897612484786617600
"""No number up to 10^18 has more divisors: 103,680."""


@pytest.mark.parametrize("game", [MIXED, Sum((FactorDuel(12), FactorDuel(90), FactorDuel(12)))])
@pytest.mark.parametrize("part", [slice(None), slice(3, 17), slice(9, 30, 4), slice(-4, None), slice(None, None, -1)])
def test_lazy_moves_read_like_the_sorted_moves(game: Sum, part: slice) -> None:
    p = game.start()
    every = tuple(sorted({(n, s * d) for n, s in signs(game) for d in proper(n)}))
    moves = game.lazy_moves(p)
    assert (moves[part], len(moves), game.count_moves(p)) == (every[part], len(every), len(every))
    assert [moves[place] for place in (0, 5, -1)] == [every[place] for place in (0, 5, -1)]
    assert moves == game.lazy_moves(p) == every == game.legal_moves(p)
    assert (hash(moves), repr(moves)) == (hash(every), repr(every))
    assert moves != [*every]


def signs(game: Sum) -> list[tuple[int, int]]:
    mixed = not game.is_uniform
    return [(member.number, -1 if mixed and member.sign == "-" else 1) for member in game.members]


def test_a_view_of_numbers_with_many_divisors_lists_only_what_is_shown() -> None:
    game = Sum((SubtractionDuel(LARGE), *(DividersDuel(LARGE // n) for n in range(1, 8))))
    listed = divisors.cache_info().misses
    view = game.view(game.start())
    shown = view.as_json()
    assert divisors.cache_info().misses == listed, "nothing was listed in full"
    assert shown["count"] == sum(heap["count"] for heap in shown["heaps"]) > 500_000
    assert [len(heap["options"]) for heap in shown["heaps"]] == [MOST_OPTIONS // 8] * 8
    assert len(shown["options"]) == MOST_OPTIONS
    first, last = shown["heaps"][0]["options"][0], shown["heaps"][7]["options"][0]
    assert (first["notation"], first["value"]) == (f"{LARGE}-2", LARGE - 2)
    assert last["leaves"].split(", ") == [str(n) for n in (LARGE, *(LARGE // n for n in range(1, 7)), LARGE // 14)]
    for option in view.options[:50]:
        after = game.child(game.start(), option.move)
        assert option.leaves == ", ".join(map(str, after.numbers))
        assert option.notation == game.spell(game.start(), option.move)
