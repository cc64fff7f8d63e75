"""Views: what a position looks like, said by the game and nobody else."""

import json
from typing import Any

import pytest

from aliquot.core.game import AnyGame
from aliquot.core.view import MOST_OPTIONS, NumbersView, PoolView, View
from aliquot.games import create


def at(name: str, *moves: str) -> tuple[AnyGame, Any]:
    game = create(name)
    p = game.start()
    for text in moves:
        p = game.play(p, game.parse(p, text))
    return game, p


def view_of(name: str, *moves: str) -> Any:
    game, p = at(name, *moves)
    return game.view(p)


def test_a_number_is_one_heap_with_what_each_move_leaves() -> None:
    view = view_of("dividers-duel(start=60)", "2")
    assert isinstance(view, NumbersView)
    assert (view.kind, view.to_move, view.summary, view.no_move_reason) == ("numbers", 2, "30", "")
    assert view.prompt == "choose a divisor of 30 to divide by"
    assert [
        (option.move, option.label, option.notation, option.leaves, option.value) for option in view.options[:2]
    ] == [
        (2, "2", "30/2", "15", 15),
        (3, "3", "30/3", "10", 10),
    ]
    (heap,) = view.heaps
    assert (heap.number, heap.sign, heap.rule, heap.twin) == (30, "/", "Divider's Duel", False)
    assert view_of("divisor-duel-subtract(start=16)").prompt == "choose a divisor of 16 to subtract"
    assert view_of("divisor-duel-subtract(start=16)").option(4).value == 12


@pytest.mark.parametrize(
    ("name", "moves", "why"),
    [
        ("dividers-duel(start=6)", "2", "3 is prime"),
        ("factor-duel(start=6+4)", "6/2 4/2", "None of the numbers has a proper divisor left"),
        ("divisor-duel-pool(pool=2-9)", "7", "No divisor and no multiple of 7 is left"),
        ("divisor-duel-pool(pool=2-9,misere)", "7", "No divisor and no multiple of 7 is left"),
    ],
)
def test_why_nobody_can_move_is_said(name: str, moves: str, why: str) -> None:
    view = view_of(name, *moves.split())
    assert view.no_move_reason == why
    assert len(view.options) == 0


def test_one_left_over_from_nothing_is_no_prime() -> None:
    game = create("divide-and-conquer")
    assert game.view(game.position("1")).no_move_reason == "1 has no proper divisor"


def test_several_numbers_are_as_many_heaps_and_equal_ones_are_played_once() -> None:
    view = view_of("factor-duel(start=12+60+12)")
    assert view.numbers == (12, 60, 12)
    assert view.is_uniform
    assert [heap.twin for heap in view.heaps] == [False, False, True]
    assert [len(heap.options) for heap in view.heaps] == [4, 10, 0]
    assert view.heaps[2].divisors == (2, 3, 4, 6)
    assert view.option((12, 4)).leaves == "3, 60, 12"
    assert view.summary == "12, 60, 12"
    mixed = view_of("sum(dividers-duel:12+divisor-duel-subtract:12)")
    assert not mixed.is_uniform
    assert [heap.twin for heap in mixed.heaps] == [False, False]
    assert mixed.option((12, -4)).leaves == "12, 8"


def test_a_pool_knows_what_is_gone_and_who_took_it() -> None:
    view = view_of("divisor-duel-pool(pool=2-12)", "12", "6", "3")
    assert isinstance(view, PoolView)
    assert (view.low, view.high, view.current, view.summary) == (2, 12, 3, "")
    assert [view.taker(number) for number in (12, 6, 3, 4)] == [(1, 1), (2, 2), (3, 1), None]
    assert view.available == [2, 4, 5, 7, 8, 9, 10, 11]
    assert view.count_available == 8
    assert [option.move for option in view.options] == [9]
    assert view.prompt == "pick a divisor or a multiple of 3"
    assert dict(view.turns) == {12: 1, 6: 2, 3: 3}
    assert len(view.turns) == 3


@pytest.mark.parametrize(
    ("opening", "prompt"),
    [("any", "pick any number"), ("even", "pick an even number"), ("even-below-50", "pick an even number below 50")],
)
def test_the_first_pick_is_asked_for_as_the_opening_has_it(opening: str, prompt: str) -> None:
    game = create("divisor-duel-pool", pool="1-100", opening=opening)
    assert game.view(game.start()).prompt == prompt


def test_an_open_swap_is_offered_apart_and_changes_whose_picks_they_were() -> None:
    before = view_of("divisor-duel-pool(pool=2-12,swap)", "12")
    assert before.swap is not None
    assert before.option(before.swap.move) is before.swap
    assert before.swap.move not in [option.move for option in before.options]
    assert before.prompt == "pick a divisor or a multiple of 12, or swap"
    assert before.taker(12) == (1, 1)
    after = view_of("divisor-duel-pool(pool=2-12,swap)", "12", "swap", "6")
    assert after.swap is None
    assert (after.to_move, after.taker(12), after.taker(6)) == (2, (1, 2), (2, 1))


def test_where_only_the_swap_is_left_that_is_what_is_asked() -> None:
    view = view_of("dividers-duel(start=6,swap)", "2")
    assert view.no_move_reason == "3 is prime"
    assert view.swap is not None
    assert view.prompt == "take the last move over: nothing else can be done"
    numbers = view_of("dividers-duel(start=60,swap)", "2", "swap")
    assert (numbers.to_move, numbers.numbers) == (1, (30,))


def test_misere_looks_as_the_game_inside() -> None:
    inside, outside = view_of("dividers-duel(start=60)"), view_of("dividers-duel(start=60,misere)")
    assert (inside.numbers, inside.prompt) == (outside.numbers, outside.prompt)


@pytest.mark.parametrize(
    ("name", "moves"),
    [
        ("dividers-duel(start=60)", ""),
        ("factor-duel(start=12+60+12)", "12/2"),
        ("divisor-duel-pool(pool=2-50,swap)", "12"),
        ("juniper-green", "2"),
    ],
)
def test_a_view_can_be_sent(name: str, moves: str) -> None:
    view = view_of(name, *moves.split())
    sent = json.loads(json.dumps(view.as_json()))
    assert sent["kind"] == view.kind
    assert sent["count"] == len(view.options)
    assert [tuple(o["move"]) if isinstance(o["move"], list) else o["move"] for o in sent["options"]] == list(
        view.options.moves
    )
    assert (sent["swap"] is None) == (view.swap is None)


def test_what_is_sent_of_a_huge_game_is_bounded_and_counted() -> None:
    game = create("divisor-duel-pool", pool="1-1000000")
    sent = game.view(game.start()).as_json()
    assert len(sent["options"]) == MOST_OPTIONS
    assert sent["count"] == 1_000_000
    picks = game.view(game.play(game.start(), 12)).as_json()["picks"]
    assert picks == [{"number": 12, "text": "12", "turn": 1, "seat": 1}]


def test_what_is_sent_says_in_texts_what_a_page_cannot_hold_as_numbers() -> None:
    (heap,) = view_of("dividers-duel(start=1000000000000000000)").as_json()["heaps"]
    assert (heap["text"], heap["factors"]) == ("1000000000000000000", "2^18·5^18")
    assert heap["options"][0]["value_text"] == "500000000000000000"
    sums = view_of("factor-duel(start=12+60)").as_json()["heaps"]
    assert [(heap["text"], heap["factors"], heap["options"][0]["value_text"]) for heap in sums] == [
        ("12", "2·2·3", "6"),
        ("60", "2·2·3·5", "30"),
    ]
    pool = view_of("divisor-duel-pool(pool=1-40)", "15").as_json()
    assert pool["texts"] == {"low": "1", "high": "40", "current": "15"}
    told = [(option["label"], option["relation"], option["factors"]) for option in pool["options"]]
    assert told == [("1", "divisor", ""), ("3", "divisor", "3"), ("5", "divisor", "5"), ("30", "multiple", "2·3·5")]
    opening = view_of("divisor-duel-pool(pool=2-9)").as_json()
    assert {option["relation"] for option in opening["options"]} == {""}
    assert opening["texts"]["current"] is None


def test_a_plain_view_is_turned_without_a_board() -> None:
    numbers = view_of("dividers-duel(start=60)")
    assert isinstance(numbers, View)
    assert numbers.for_seat(2).to_move == 2
    assert numbers.for_seat(1).to_move == 1
    pool = view_of("divisor-duel-pool(pool=2-12)", "12")
    assert pool.for_seat(pool.to_move) is pool


@pytest.mark.parametrize(
    ("name", "moves", "divisors"),
    [
        ("dividers-duel(start=60)", [3, 4, 5, 6, 10, 12, 15, 20, 30], [[3, 4, 5, 6, 10, 12, 15, 20, 30]]),
        ("factor-duel(start=12+4+12)", [(12, 3), (12, 4), (12, 6)], [[3, 4, 6], [], [3, 4, 6]]),
        ("dividers-duel(start=4)", [], [[]]),
    ],
)
def test_a_view_can_be_narrowed_to_some_of_the_moves(name: str, moves: list[Any], divisors: list[list[int]]) -> None:
    view = view_of(name).only(lambda move: (move[-1] if isinstance(move, tuple) else move) > 2, "Only 2 is left")
    assert list(view.options.moves) == moves
    assert [heap.divisors for heap in view.heaps] == divisors
    assert view.no_move_reason == ("" if moves else "Only 2 is left")


def test_a_narrowed_view_without_moves_keeps_the_reason_of_the_game() -> None:
    assert view_of("dividers-duel(start=6)", "2").only(lambda _: False, "None is left").no_move_reason == "3 is prime"


@pytest.mark.parametrize(
    ("name", "texts"),
    [("factor-duel(start=1000000000000000000+84)", ("1000000000000000000", "84")), ("divisor-duel-pool(pool=2-9)", ())],
)
def test_the_numbers_on_a_board_are_there_as_text(name: str, texts: tuple[str, ...]) -> None:
    game = create(name)
    assert game.view(game.start()).number_texts == texts
