import pytest

from aliquot.core.errors import InvalidParameter
from aliquot.games import create
from aliquot.terminal.setup import Setup, parse_names

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


@pytest.mark.parametrize("text", ["", "Ada", "Ada,", ",Ada", ",", "Ada,Emmy,Sophie", "9" * 100_000])
def test_other_than_two_names_are_refused(text: str) -> None:
    with pytest.raises(InvalidParameter, match="Give two names with a comma between them"):
        parse_names(text)


@pytest.mark.parametrize("text", ["Ada,Ada", "Ada,ADA", "Ada , ada"])
def test_equal_names_are_refused(text: str) -> None:
    with pytest.raises(InvalidParameter, match="different names"):
        parse_names(text)


@pytest.mark.parametrize("name", ["A\x1b[31m", "A\0", "A\nB", "A\u202eB", "A" * 33, "A" * 100_000])
def test_names_that_cannot_be_printed_in_a_line_are_refused(name: str) -> None:
    for text in (f"{name},Emmy", f"Emmy,{name}"):
        with pytest.raises(InvalidParameter, match="at most 32 printable characters"):
            parse_names(text)


def test_players_are_called_as_they_said_or_by_what_they_are() -> None:
    assert Setup(GAME).players == ("Player 1", "Player 2")
    assert Setup(GAME, names=("Ada", "Emmy")).players == ("Ada", "Emmy")
    assert Setup(GAME, kinds=("human", "perfect")).players == ("Player 1", "perfect")
    assert Setup(GAME, kinds=("random", "human")).players == ("random", "Player 2")
    assert Setup(GAME, kinds=("perfect", "perfect")).players == ("perfect (1)", "perfect (2)")
    assert Setup(GAME, kinds=("perfect", "perfect"), names=("Ada", "Emmy")).players == ("Ada", "Emmy")


def test_only_two_people_without_names_are_strangers() -> None:
    assert Setup(GAME).are_strangers
    assert not Setup(GAME, names=("Ada", "Emmy")).are_strangers
    assert not Setup(GAME, kinds=("human", "perfect")).are_strangers


def test_without_a_toss_the_order_of_the_names_decides() -> None:
    series, coin = Setup(GAME, names=("Ada", "Emmy"), best_of=3).series()
    assert coin is None
    assert series.players == ("Ada", "Emmy")
    assert series.best_of == 3


def test_the_same_seed_tosses_the_same_coin_and_both_sides_occur() -> None:
    falls = {}
    for seed in range(50):
        series, coin = Setup(GAME, names=("Ada", "Emmy"), toss=True, seed=seed).series()
        again, coin_again = Setup(GAME, names=("Ada", "Emmy"), toss=True, seed=seed).series()
        assert (series.players, coin) == (again.players, coin_again)
        falls[coin] = series.players
    assert falls == {"heads": ("Ada", "Emmy"), "tails": ("Emmy", "Ada")}


def test_strangers_stay_player_1_and_player_2_however_the_coin_falls() -> None:
    sides = set()
    for seed in range(50):
        series, coin = Setup(GAME, toss=True, seed=seed).series()
        assert series.players == ("Player 1", "Player 2")
        sides.add(coin)
    assert sides == {"heads", "tails"}
