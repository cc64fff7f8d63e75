"""The sentences that every interface shares, for every kind of game."""

from typing import Any

import pytest

from aliquot.core.match import Match
from aliquot.core.outcome import Ending, Seat
from aliquot.reports.sentences import move_sentence, result_sentence, turn_texts
from tests.sentences import played

NAMES = ("Ada", "Emmy")
MIXED = "sum(dividers-duel:60+divisor-duel-subtract:16)"


QUESTIONS = [
    ("dividers-duel", (), "choose a divisor of 60 to divide by"),
    ("dividers-duel", ("2",), "choose a divisor of 30 to divide by"),
    ("divide-and-conquer(start=90)", (), "choose a divisor of 90 to divide by"),
    ("factor-duel(start=24)", (), "choose a divisor of 24 to divide by"),
    ("factor-duel(start=24,misere)", (), "choose a divisor of 24 to divide by"),
    ("divisor-duel-subtract(start=16)", (), "choose a divisor of 16 to subtract"),
    ("divisor-duel-subtract(start=16)", ("4",), "choose a divisor of 12 to subtract"),
    ("divisor-duel-pool", (), "pick any number"),
    ("divisor-duel-pool(pool=2-50,opening=even)", (), "pick an even number"),
    ("divisor-duel-pool(pool=2-50,opening=even-below-50)", (), "pick an even number below 50"),
    ("juniper-green", ("10",), "pick a divisor or a multiple of 10"),
    ("divisor-duel-pool(pool=2-50,misere)", ("12", "6"), "pick a divisor or a multiple of 6"),
    ("dividers-duel(start=12+18)", (), "choose one of the numbers and a divisor of it"),
    ("dividers-duel(start=12+18,misere)", ("12/2",), "choose one of the numbers and a divisor of it"),
    (MIXED, (), "choose one of the numbers and a divisor of it"),
    ("dividers-duel(start=60,swap)", (), "choose a divisor of 60 to divide by"),
    (
        "dividers-duel(start=60,swap)",
        ("2",),
        "choose a divisor of 30 to divide by, or swap",
    ),
    ("dividers-duel(start=60,swap)", ("30",), "take the last move over: nothing else can be done"),
    ("divisor-duel-pool(pool=2-10,swap)", ("7",), "take the last move over: nothing else can be done"),
    ("dividers-duel(start=60,swap)", ("2", "swap"), "choose a divisor of 30 to divide by"),
    ("dividers-duel(start=60,swap)", ("2", "3"), "choose a divisor of 10 to divide by"),
    (
        "divisor-duel-pool(pool=2-50,swap)",
        ("12",),
        "pick a divisor or a multiple of 12, or swap",
    ),
    (
        "dividers-duel(start=12+18,misere,swap)",
        ("12/2",),
        "choose one of the numbers and a divisor of it, or swap",
    ),
]


@pytest.mark.parametrize(("name", "moves", "question"), QUESTIONS)
def test_what_is_asked(name: str, moves: tuple[str, ...], question: str) -> None:
    match = played(name, *moves)
    assert match.game.view(match.position).prompt == question


EFFECTS = [
    ("dividers-duel", (), "2", "plays 60/2, which leaves 30"),
    ("dividers-duel", (), "60/30", "plays 60/30, which leaves 2"),
    ("divide-and-conquer(start=90)", (), "9", "plays 90/9, which leaves 10"),
    ("factor-duel(start=24,misere)", (), "12", "plays 24/12, which leaves 2"),
    ("divisor-duel-subtract(start=16)", (), "8", "plays 16-8, which leaves 8"),
    ("divisor-duel-subtract(start=16)", (), "16-2", "plays 16-2, which leaves 14"),
    ("divisor-duel-pool", (), "12", "picks 12"),
    ("divisor-duel-pool(pool=2-50,misere,swap)", ("12",), "6", "picks 6"),
    ("dividers-duel(start=12+18)", (), "18/9", "plays 18/9, which leaves 12, 2"),
    ("dividers-duel(start=12+18)", (), "9", "plays 18/9, which leaves 12, 2"),
    (MIXED, (), "16-4", "plays 16-4, which leaves 60, 12"),
    (MIXED, (), "60/4", "plays 60/4, which leaves 15, 16"),
    ("dividers-duel(start=60,swap)", ("2",), "3", "plays 30/3, which leaves 10"),
    ("dividers-duel(start=60,swap)", ("2",), "swap", "takes the last move over"),
    ("dividers-duel(start=12+18,swap)", ("12/2",), "swap", "takes the last move over"),
]


@pytest.mark.parametrize(("name", "moves", "text", "told"), EFFECTS)
def test_what_a_move_does(name: str, moves: tuple[str, ...], text: str, told: str) -> None:
    match = played(name, *moves)
    view = match.game.view(match.position)
    assert move_sentence("Ada", view, view.option(match.game.parse(match.position, text))) == f"Ada {told}"


@pytest.mark.parametrize(
    ("name", "moves", "lies"),
    [
        ("dividers-duel", ("2",), "30"),
        ("divisor-duel-subtract(start=16,misere)", ("4",), "12"),
        ("dividers-duel(start=12+18,swap)", ("18/3", "swap"), "12, 6"),
        ("divisor-duel-pool(pool=2-50,swap)", ("12",), ""),
    ],
)
def test_what_lies_on_the_board(name: str, moves: tuple[str, ...], lies: str) -> None:
    match = played(name, *moves)
    assert match.game.view(match.position).summary == lies


def told(match: Match[Any, Any]) -> list[tuple[str, str]]:
    return [turn_texts(match.game, turn) for turn in match.turns]


def test_turns_are_told_with_what_they_left() -> None:
    assert told(played("dividers-duel", "2", "15")) == [("60/2", "30"), ("30/15", "2")]
    assert told(played("divisor-duel-subtract(start=16)", "4")) == [("16-4", "12")]
    assert told(played("dividers-duel(start=12+18)", "12/2")) == [("12/2", "6, 18")]
    assert told(played("divisor-duel-pool", "12", "6")) == [("12", ""), ("6", "")]
    assert told(played("dividers-duel(start=60,swap)", "2", "swap", "3")) == [
        ("60/2", "30"),
        ("swap", ""),
        ("30/3", "10"),
    ]
    assert told(played("dividers-duel", "2", "7", penalty="forfeit"))[-1] == ("30/7", "")


ENDS = [
    ("dividers-duel", ("2", "15"), "2 is prime: Ada cannot move. Emmy wins!"),
    ("divide-and-conquer(start=90)", ("45",), "2 is prime: Emmy cannot move. Ada wins!"),
    ("factor-duel(start=24)", ("12",), "2 is prime: Emmy cannot move. Ada wins!"),
    (
        "factor-duel(start=24,misere)",
        ("12",),
        "2 is prime: Emmy cannot move, and the last move loses. Emmy wins!",
    ),
    ("divisor-duel-subtract(start=4)", ("2",), "2 is prime: Emmy cannot move. Ada wins!"),
    ("factor-duel(start=7)", (), "7 is prime: Ada cannot move. Emmy wins!"),
    ("factor-duel(start=7,misere)", (), "7 is prime: Ada cannot move, and the last move loses. Ada wins!"),
    (
        "divisor-duel-pool(pool=2-10)",
        ("7",),
        "No divisor and no multiple of 7 is left: Emmy cannot move. Ada wins!",
    ),
    (
        "divisor-duel-pool(pool=5-5,misere)",
        ("5",),
        "No divisor and no multiple of 5 is left: Emmy cannot move, and the last move loses. Emmy wins!",
    ),
    (
        "dividers-duel(start=4+6)",
        ("4/2", "6/3"),
        "None of the numbers has a proper divisor left: Ada cannot move. Emmy wins!",
    ),
    (
        "sum(dividers-duel:6+divisor-duel-subtract:4)",
        ("6/3", "4-2"),
        "None of the numbers has a proper divisor left: Ada cannot move. Emmy wins!",
    ),
    ("dividers-duel(start=60,swap)", ("2", "swap", "15"), "2 is prime: Emmy cannot move. Ada wins!"),
    ("dividers-duel(start=60,swap)", ("30", "swap"), "2 is prime: Ada cannot move. Emmy wins!"),
]


@pytest.mark.parametrize(("name", "moves", "sentence"), ENDS)
def test_how_a_match_ends_on_the_board(name: str, moves: tuple[str, ...], sentence: str) -> None:
    match = played(name, *moves)
    assert match.outcome is not None
    assert match.outcome.ending is Ending.NO_MOVES
    assert result_sentence(match, NAMES) == sentence
    assert f"{NAMES[match.outcome.winner - 1]} wins!" in sentence


@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.parametrize(
    ("ending", "sentence"),
    [
        (Ending.RESIGNED, "{loser} resigns. {winner} wins!"),
        (Ending.OUT_OF_TIME, "{loser} has run out of time. {winner} wins!"),
        (Ending.ABANDONED, "{loser} has abandoned the game. {winner} wins!"),
    ],
)
@pytest.mark.parametrize("moves", [(), ("2",)])
def test_how_a_match_ends_off_the_board(moves: tuple[str, ...], ending: Ending, sentence: str, seat: Seat) -> None:
    match = played("dividers-duel", *moves)
    match.concede(ending, seat)
    loser, winner = NAMES if seat == 1 else NAMES[::-1]
    assert result_sentence(match, NAMES) == sentence.format(loser=loser, winner=winner)


@pytest.mark.parametrize(
    ("name", "moves", "sentence"),
    [
        (
            "dividers-duel",
            ("2", "7"),
            "7 does not divide 30: it leaves a remainder of 2. Emmy made an illegal choice and loses. Ada wins!",
        ),
        (
            "factor-duel(start=24,misere)",
            ("24",),
            "24 is the number itself: a proper divisor of 24 lies between 1 and 24. "
            "Ada made an illegal choice and loses. Emmy wins!",
        ),
        (
            "divisor-duel-pool",
            ("12", "12"),
            "12 has already been taken. Emmy made an illegal choice and loses. Ada wins!",
        ),
    ],
)
def test_an_illegal_choice_that_loses_says_what_was_wrong_with_it(
    name: str, moves: tuple[str, ...], sentence: str
) -> None:
    assert result_sentence(played(name, *moves, penalty="forfeit"), NAMES) == sentence


def test_a_match_that_goes_on_has_no_end_to_tell() -> None:
    assert result_sentence(played("dividers-duel", "2"), NAMES) == ""


def test_every_ending_has_its_words() -> None:
    for ending in set(Ending) - {Ending.NO_MOVES}:
        match = played("dividers-duel")
        match.concede(ending)
        assert result_sentence(match, NAMES).startswith("Ada ")
