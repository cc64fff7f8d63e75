"""From the text of a position to a game it occurs in and from a position to a game that leads there, with variants."""

from typing import Any

import pytest

from aliquot.core.errors import AliquotError, InvalidParameter, InvalidPosition, UnknownGame
from aliquot.games import create
from aliquot.games.positions import lead_to, locate

from .matches import Matches, Pile


@pytest.mark.parametrize(
    ("name", "text", "variant", "game"),
    [
        ("dividers-duel", "60", {}, "dividers-duel(start=60)"),
        ("dividers-duel", "2", {}, "dividers-duel(start=3)"),
        ("divisor-duel-subtract", "1", {}, "divisor-duel-subtract(start=2)"),
        ("dividers-duel", "60+84+90", {}, "dividers-duel(start=60+84+90)"),
        ("dividers-duel", "60+2+1", {}, "dividers-duel(start=60+3+3)"),
        ("factor-duel", "60+84", {"misere": True}, "factor-duel(start=60+84,misere)"),
        ("factor-duel", "60~", {"swap": True}, "factor-duel(start=60,swap)"),
        ("factor-duel", "60+7~", {"swap": True, "misere": True}, "factor-duel(start=60+7,misere,swap)"),
        ("divisor-duel-pool", "2-12/12,6", {}, "divisor-duel-pool(pool=2-12)"),
        ("divisor-duel-pool", "2-12/12", {"opening": "even"}, "divisor-duel-pool(pool=2-12,opening=even)"),
        ("divisor-duel-pool", "2-12/12~", {"swap": True}, "divisor-duel-pool(pool=2-12,swap)"),
        ("juniper-green", "1-100/2", {}, "divisor-duel-pool(pool=1-100,opening=even)"),
        ("juniper-green", "1-40/", {"misere": True}, "divisor-duel-pool(pool=1-40,opening=even,misere)"),
        ("factors-and-multiples", "1-100/48,1", {}, "divisor-duel-pool(pool=1-100,opening=even-below-50)"),
    ],
)
def test_a_position_is_found_in_a_game_it_occurs_in(name: str, text: str, variant: Any, game: str) -> None:
    found, p = locate(name, text, **variant)
    assert found.id == game
    assert found.text(p) == text
    assert locate(name, f" {text} ", **variant) == (found, p)


@pytest.mark.parametrize(
    ("name", "text", "game", "position"),
    [
        ("factor-duel", "60,84", "factor-duel(start=60+84)", "60+84"),
        ("dividers-duel(start=84)", None, "dividers-duel(start=84)", "84"),
        ("dividers-duel(start=84)", "42", "dividers-duel(start=84)", "42"),
        ("dividers-duel(start=84,swap)", "42~", "dividers-duel(start=84,swap)", "42~"),
        ("dividers-duel(start=60+84)", "30,84", "dividers-duel(start=60+84)", "30+84"),
        ("sum(dividers-duel:60+divisor-duel-subtract:16)", "60+8", None, "60+8"),
        ("divisor-duel-pool(pool=2-12)", "2-12/12,6", "divisor-duel-pool(pool=2-12)", "2-12/12,6"),
        ("divisor-duel-pool", "2-12", "divisor-duel-pool(pool=2-12)", "2-12/"),
    ],
)
def test_ids_and_the_spelling_of_a_start_are_understood(
    name: str, text: str | None, game: str | None, position: str
) -> None:
    found, p = locate(name, text)
    assert found.id == (game or name)
    assert found.text(p) == position


@pytest.mark.parametrize("name", ["dividers-duel", "divisor-duel-pool", "juniper-green", "factors-and-multiples"])
@pytest.mark.parametrize("variant", [{}, {"misere": True}, {"swap": True}, {"misere": True, "swap": True}])
def test_without_a_position_it_is_the_start(name: str, variant: Any) -> None:
    game, p = locate(name, None, **variant)
    assert p == game.start()
    assert game.id.endswith(f"{',misere' * ('misere' in variant)}{',swap' * ('swap' in variant)})")


@pytest.mark.parametrize(
    ("name", "text", "variant", "error"),
    [
        ("dividers-duel", "60~", {}, InvalidPosition),
        ("dividers-duel", "60~", {"misere": True}, InvalidPosition),
        ("dividers-duel", "60;84", {}, InvalidPosition),
        ("dividers-duel", "60,", {}, InvalidPosition),
        ("dividers-duel(start=60)", "60,84", {}, InvalidPosition),
        ("dividers-duel(start=60)", None, {"misere": True}, InvalidParameter),
        ("divisor-duel-pool(pool=2-12)", "2-13/", {}, InvalidPosition),
        ("dividers-duel", "60+", {}, InvalidPosition),
        ("dividers-duel", "60+0", {}, InvalidPosition),
        ("dividers-duel", "", {}, InvalidPosition),
        ("dividers-duel", "~", {"swap": True}, InvalidPosition),
        ("dividers-duel", "+".join(["60"] * 33), {}, InvalidParameter),
        ("dividers-duel", "60", {"opening": "even"}, InvalidParameter),
        ("dividers-duel", "60+84", {"opening": "even"}, InvalidParameter),
        ("divisor-duel-pool", "2-12/7", {"opening": "even"}, InvalidPosition),
        ("divisor-duel-pool", "2-12/12,6~", {"swap": True}, InvalidPosition),
        ("divisor-duel-pool", "2-12/~", {"swap": True}, InvalidPosition),
        ("divisor-duel-pool", "2-12/12~", {}, InvalidPosition),
        ("divisor-duel-pool", "60+84", {}, InvalidParameter),
        ("juniper-green", "1-100/7", {}, InvalidPosition),
        ("juniper-brown", "1-100/", {}, UnknownGame),
    ],
)
def test_what_is_no_position_of_it_is_refused(
    name: str, text: str | None, variant: Any, error: type[AliquotError]
) -> None:
    with pytest.raises(error):
        locate(name, text, **variant)


def test_the_refusal_says_what_a_position_looks_like() -> None:
    with pytest.raises(InvalidPosition) as refused:
        locate("dividers-duel", "60,x")
    assert str(refused.value) == (
        "A position of Divider's Duel is a whole number from 1 to 10^18, or several with commas between them, "
        "not '60,x'."
    )


@pytest.mark.parametrize(
    ("game", "text", "found"),
    [
        ("dividers-duel(start=60)", "30", ("dividers-duel(start=30)", [])),
        ("dividers-duel(start=60,misere)", "30", ("dividers-duel(start=30,misere)", [])),
        ("dividers-duel(start=60,swap)", "60", ("dividers-duel(start=60,swap)", [])),
        ("dividers-duel(start=60,swap)", "30~", ("dividers-duel(start=60,swap)", ["60/2"])),
        ("dividers-duel(start=60,swap)", "15", ("dividers-duel(start=15)", [])),
        ("dividers-duel(start=60,swap)", "45~", None),
        ("dividers-duel(start=60)", "2", None),
        ("dividers-duel(start=60+84)", "2+84", None),
        (
            "sum(dividers-duel:60+divisor-duel-subtract:16)",
            "30+8",
            ("sum(dividers-duel:30+divisor-duel-subtract:8)", []),
        ),
        ("divisor-duel-pool(pool=2-12,swap)", "2-12/12~", ("divisor-duel-pool(pool=2-12,swap)", ["12"])),
        ("divisor-duel-pool(pool=2-12,swap)", "2-12/12,6", ("divisor-duel-pool(pool=2-12)", ["12", "6"])),
    ],
)
def test_numbers_become_a_start_and_picks_are_made_again(game: str, text: str, found: Any) -> None:
    assert lead_to(*locate(game, text)) == found


@pytest.mark.parametrize(
    "name",
    [
        *("dividers-duel(start=24)", "divisor-duel-subtract(start=12,misere)", "factor-duel(start=12+8,misere)"),
        *("dividers-duel(start=12+18)", "sum(dividers-duel:12+divisor-duel-subtract:8)"),
        *("divisor-duel-pool(pool=1-6)", "divisor-duel-pool(pool=1-6,opening=even,misere)"),
        *(
            "divisor-duel-subtract(start=12,swap)",
            "divisor-duel-pool(pool=2-6,misere,swap)",
            "dividers-duel(start=8+6,swap)",
        ),
    ],
)
def test_what_leads_to_a_position_leads_to_one_with_the_same_moves(name: str) -> None:
    game, reached = create(name), 0
    waiting = [game.start()]
    while waiting:
        p = waiting.pop()
        waiting += [game.child(p, move) for move in game.legal_moves(p)]
        if (led := lead_to(game, p)) is None:
            continue
        there = create(led[0])
        q = there.start()
        for text in led[1]:
            q = there.play(q, there.parse(q, text))
        reached += 1
        assert there.text(q) == game.text(p)
        assert [there.spell(q, move) for move in there.legal_moves(q)] == [
            game.spell(p, m) for m in game.legal_moves(p)
        ]
    assert reached > 3


def test_of_other_games_only_the_start_can_be_led_to() -> None:
    game = Matches(5)
    assert lead_to(game, Pile(5)) == ("matches(start=5)", [])
    assert lead_to(game, Pile(4, 2)) is None
