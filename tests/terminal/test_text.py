"""Where a match stands, as it is read out."""

import pytest

from aliquot.games import create
from aliquot.terminal.text import describe_choices, describe_position


@pytest.mark.parametrize(
    ("game", "moves", "told"),
    [
        ("dividers-duel(start=60)", "2", "The number is 30. You may choose 2, 3, 5, 6, 10, 15."),
        ("dividers-duel(start=6)", "2", "The number is 3. 3 is prime."),
        (
            "factor-duel(start=6+6+7+12)",
            "",
            "The numbers are 6, 6, 7 and 12. You may choose of 6: 2, 3; of 12: 2, 3, 4, 6.",
        ),
        ("divisor-duel-pool(pool=2-5)", "", "The pool is 2 to 5, and nothing is taken. You may choose 2, 3, 4, 5."),
        (
            "divisor-duel-pool(pool=2-9,swap)",
            "4",
            "The last pick is 4. Taken so far: 4. Left: 2, 3, 5, 6, 7, 8, 9. You may choose 2, 8 or swap.",
        ),
        (
            "divisor-duel-pool(pool=7-7)",
            "7",
            "The last pick is 7. Taken so far: 7. Left: nothing. No divisor and no multiple of 7 is left.",
        ),
    ],
)
def test_what_lies_there_and_what_may_be_chosen(game: str, moves: str, told: str) -> None:
    duel = create(game)
    p = duel.start()
    for text in moves.split():
        p = duel.play(p, duel.parse(p, text))
    view = duel.view(p)
    assert f"{describe_position(view)} {describe_choices(view)}" == told


def test_a_long_list_is_cut_and_counted() -> None:
    game = create("divisor-duel-pool", pool="1-1000")
    view = game.view(game.start())
    assert describe_choices(view).endswith("58, 59, 60 and 940 more.")
    assert len(describe_position(game.view(game.play(game.start(), 7)))) < 400
