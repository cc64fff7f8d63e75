"""The guide to a game: the rules without the trick, and every sign that can be seen."""

import pytest

from aliquot.core.match import Match
from aliquot.games import REGISTRY, create
from aliquot.terminal.screen.match_widgets import guide, rules_of, signs_of

VARIANTS = ["dividers-duel(start=60+84,misere)", "divisor-duel-pool(pool=2-50,swap)", "juniper-green"]


@pytest.mark.parametrize("name", [*REGISTRY, *VARIANTS])
def test_the_rules_are_told_and_the_trick_is_not(name: str) -> None:
    game = create(name)
    told = rules_of(game)
    assert told.startswith(game.tagline)
    assert len(told) > len(game.tagline)
    for trick in ("Theory", "Proof", "docs/", "every maximum matching", "won in one move", "leave a prime"):
        assert trick not in told


def test_a_sum_of_different_duels_has_its_line() -> None:
    game = create("sum(dividers-duel:12+divisor-duel-subtract:12)")
    assert rules_of(game) == game.tagline


@pytest.mark.parametrize(
    ("name", "signs"),
    [
        ("dividers-duel", {"[30]", "(60)", "₁₂", "12→5 W", "W  L"}),
        ("divisor-duel-subtract", {"● ○ ▴", "W  L"}),
        ("divisor-duel-pool", {"12•", "●1  ○2", "a 26", "W  L"}),
        ("dividers-duel(start=60+84)", {"W  L"}),
    ],
)
def test_every_sign_of_a_board_is_explained_there(name: str, signs: set[str]) -> None:
    match = Match(create(name))
    view = match.game.view(match.position)
    told = dict(signs_of(view))
    assert signs | {"▶  ★", "●  ○", "!  ??"} <= set(told)
    assert all(meaning and len(meaning) <= 58 for meaning in told.values())
    shown = guide(match.game, view).plain
    assert all(sign in shown and meaning in shown for sign, meaning in told.items())
