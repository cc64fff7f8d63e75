"""MoveInput: what is said about what is typed, before it is played."""

import pytest

from aliquot.games import REGISTRY
from aliquot.terminal.screen.move_input import MoveInput

from .host import played


@pytest.mark.parametrize(
    ("name", "moves", "text", "told"),
    [
        ("dividers-duel", (), "60/30", "Enter plays 60/30, which leaves 2"),
        ("divisor-duel-pool", ("12",), "6", "Enter picks 6"),
        ("dividers-duel(start=12+18)", (), "9", "Enter plays 18/9, which leaves 12, 2"),
        ("dividers-duel(start=12+18,swap)", ("12/2",), "swap", "Enter takes the last move over"),
    ],
)
def test_what_a_choice_would_do(name: str, moves: tuple[str, ...], text: str, told: str) -> None:
    match = played(name, *moves)
    game, p = match.game, match.position
    assert MoveInput(game, p, illegal_loses=True).describe_text(text) == MoveInput(game, p).describe_text(text) == told
    assert MoveInput(game, p).describe_move(game.parse(p, text)) == told
    assert match.turns == played(name, *moves).turns, "saying it does not do it"


ILLEGAL = [
    ("dividers-duel", (), "7", "7 does not divide 60: it leaves a remainder of 4."),
    ("dividers-duel", (), "1", "1 is not allowed: a proper divisor of 60 lies between 1 and 60."),
    ("dividers-duel", (), "60", "60 is the number itself: a proper divisor of 60 lies between 1 and 60."),
    ("divisor-duel-subtract(start=16)", (), "32", "32 is not between 1 and 16."),
    ("divisor-duel-pool", (), "51", "51 is not in the pool 2-50."),
    ("divisor-duel-pool", ("12",), "12", "12 has already been taken."),
    ("divisor-duel-pool", ("12",), "8", "8 is neither a divisor nor a multiple of 12."),
    ("juniper-green", (), "7", "7 is not allowed: the first pick must be an even number."),
    ("factors-and-multiples", (), "50", "50 is not allowed: the first pick must be an even number below 50."),
    ("dividers-duel(start=12+18)", (), "18/4", "4 does not divide 18: it leaves a remainder of 2."),
    ("dividers-duel(start=12+7)", (), "7/2", "7 has no proper divisor: move on another number."),
    ("dividers-duel(start=60,swap)", (), "swap", "Only the second turn of the game can be a swap."),
]


@pytest.mark.parametrize(("name", "moves", "text", "objection"), ILLEGAL)
def test_an_illegal_choice_is_explained_and_its_price_named(
    name: str, moves: tuple[str, ...], text: str, objection: str
) -> None:
    match = played(name, *moves)
    assert MoveInput(match.game, match.position).describe_text(text) == objection
    priced = MoveInput(match.game, match.position, illegal_loses=True).describe_text(text)
    assert priced == f"{objection} Playing it would lose the game."


UNREADABLE = [
    ("dividers-duel", "6-", "'6-' is not a whole number in plain digits."),
    ("dividers-duel", "/", "'/' is not a whole number in plain digits."),
    ("dividers-duel", "90/2", "'90/2' speaks of 90, but the number is 60."),
    ("divisor-duel-pool", "12/", "'12/' is not a whole number in plain digits."),
    ("dividers-duel(start=12+18)", "2", "2 is a divisor of 12 and 18; say which, as in 12/2."),
    (
        "dividers-duel(start=12+18)",
        "-",
        "'-' is neither a divisor nor one of the numbers with a divisor, as in 12/2.",
    ),
]


@pytest.mark.parametrize(("name", "text", "problem"), UNREADABLE)
def test_what_cannot_be_read_costs_nothing(name: str, text: str, problem: str) -> None:
    match = played(name)
    for loses in (False, True):
        assert MoveInput(match.game, match.position, loses).describe_text(text) == problem


@pytest.mark.parametrize("slug", REGISTRY)
def test_whatever_is_typed_gets_a_short_sentence(slug: str) -> None:
    match = played(slug)
    for text in ("9" * 40, "0", "00", "-1", "/" * 40, "-", "1/1/1", "٣"):
        told = MoveInput(match.game, match.position, illegal_loses=True).describe_text(text)
        assert told.endswith("."), text
        assert told.isprintable()
        assert len(told) < 160
