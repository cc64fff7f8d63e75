from dataclasses import replace

import pytest

from aliquot.core.errors import InvalidParameter
from aliquot.games import create
from aliquot.play.setup import Setup, check_playable, parse_names

GAME = create("dividers-duel")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Ada,Emmy", ("Ada", "Emmy")),
        (" Ada , Emmy ", ("Ada", "Emmy")),
        ("Émilie du Châtelet,小野", ("Émilie du Châtelet", "小野")),
        ("A" * 32 + ",B", ("A" * 32, "B")),
    ],
)
def test_two_names_are_read_with_a_comma_between_them(text: str, names: tuple[str, str]) -> None:
    assert parse_names(text) == names


def test_a_game_that_is_over_before_the_first_move_is_refused() -> None:
    check_playable(GAME)
    with pytest.raises(InvalidParameter, match="Ada has no move and loses at once"):
        check_playable(create("dividers-duel", start=7), "Ada")
    with pytest.raises(InvalidParameter, match="Ada has no move and wins at once"):
        check_playable(create("dividers-duel", start=7, misere=True), "Ada")


@pytest.mark.parametrize("text", ["", "Ada", "Ada,", ",Ada", ",", "Ada,Emmy,Sophie", "9" * 100_000])
def test_other_than_two_names_are_refused(text: str) -> None:
    with pytest.raises(InvalidParameter, match="Give two names separated by a comma"):
        parse_names(text)


@pytest.mark.parametrize("text", ["Ada,Ada", "Ada,ADA", "Ada , ada"])
def test_equal_names_are_refused(text: str) -> None:
    with pytest.raises(InvalidParameter, match="different names"):
        parse_names(text)


@pytest.mark.parametrize("name", ["A\x1b[31m", "A\0", "A\nB", "A\u202eB", "A" * 33, "A" * 100_000])
def test_names_that_cannot_be_printed_in_a_line_are_refused(name: str) -> None:
    for text in (f"{name},Emmy", f"Emmy,{name}"):
        with pytest.raises(InvalidParameter, match="1 to 32 visible characters"):
            parse_names(text)


def called(setup: Setup) -> tuple[str, str]:
    one, two = setup.participants
    assert (one.kind, two.kind) == setup.kinds
    return one.name, two.name


def test_players_are_called_as_they_said_or_by_what_they_are() -> None:
    assert called(Setup(GAME)) == ("Player 1", "Player 2")
    assert called(Setup(GAME, names=("Ada", "Emmy"))) == ("Ada", "Emmy")
    assert called(Setup(GAME, kinds=("human", "perfect"))) == ("Player 1", "perfect")
    assert called(Setup(GAME, kinds=("random", "human"))) == ("random", "Player 2")
    assert called(Setup(GAME, kinds=("perfect", "perfect"))) == ("perfect (1)", "perfect (2)")
    assert called(Setup(GAME, kinds=("perfect", "perfect"), names=("Ada", "Emmy"))) == ("Ada", "Emmy")


def test_only_two_people_without_names_are_strangers() -> None:
    assert Setup(GAME).is_anonymous
    assert not Setup(GAME, names=("Ada", "Emmy")).is_anonymous
    assert not Setup(GAME, kinds=("human", "perfect")).is_anonymous


def first_movers(setup: Setup) -> tuple[tuple[str, str], str | None]:
    (one, two), coin = setup.seat_players()
    return (one.name, two.name), coin


def test_without_a_toss_the_order_of_the_names_decides() -> None:
    assert first_movers(Setup(GAME, names=("Ada", "Emmy"), best_of=3)) == (("Ada", "Emmy"), None)


def test_the_same_seed_tosses_the_same_coin_and_both_sides_occur() -> None:
    falls = {}
    for seed in range(50):
        setup = Setup(GAME, names=("Ada", "Emmy"), toss=True, seed=seed)
        names, coin = first_movers(setup)
        assert (names, coin) == first_movers(setup)
        falls[coin] = names
    assert falls == {"heads": ("Ada", "Emmy"), "tails": ("Emmy", "Ada")}


def test_a_coin_moves_the_players_with_what_they_are() -> None:
    setup = Setup(GAME, kinds=("human", "perfect"), names=("Ada", "Emmy"), toss=True, seed=0)
    seats = {
        tuple((party.name, party.kind) for party in replace(setup, seed=seed).seat_players()[0]) for seed in range(20)
    }
    one, two = ("Ada", "human"), ("Emmy", "perfect")
    assert seats == {(one, two), (two, one)}


def test_strangers_stay_player_1_and_player_2_however_the_coin_falls() -> None:
    sides = set()
    for seed in range(50):
        names, coin = first_movers(Setup(GAME, toss=True, seed=seed))
        assert names == ("Player 1", "Player 2")
        sides.add(coin)
    assert sides == {"heads", "tails"}
