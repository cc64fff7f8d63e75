import pytest

from aliquot.core.errors import InvalidParameter, UnknownGame
from aliquot.games import REGISTRY, create, defaults, find
from aliquot.games.dividers_duel import DividersDuel
from aliquot.games.divisor_duel_pool import PoolDuel


def test_the_registry_holds_the_five_duels_under_their_own_names() -> None:
    assert list(REGISTRY) == [
        "dividers-duel",
        "divide-and-conquer",
        "factor-duel",
        "divisor-duel-subtract",
        "divisor-duel-pool",
    ]
    assert all(slug == duel.slug for slug, duel in REGISTRY.items())
    assert len({duel.title for duel in REGISTRY.values()}) == 5


def test_the_defaults_are_every_game_as_its_book_recommends_it() -> None:
    assert [game.id for game in defaults()] == [
        "dividers-duel(start=60)",
        "divide-and-conquer(start=100)",
        "factor-duel(start=30)",
        "divisor-duel-subtract(start=16)",
        "divisor-duel-pool(pool=2-50)",
    ]


@pytest.mark.parametrize("slug", REGISTRY)
def test_a_game_is_found_by_its_name(slug: str) -> None:
    assert find(slug) is REGISTRY[slug]


@pytest.mark.parametrize(
    ("wrong", "meant"),
    [
        ("dividers-dual", "dividers-duel"),
        ("Dividers-Duel", "dividers-duel"),
        ("divide-conquer", "divide-and-conquer"),
        ("factorduel", "factor-duel"),
        ("divisor-duel-subtraction", "divisor-duel-subtract"),
        ("divisor-duel-pol", "divisor-duel-pool"),
    ],
)
def test_a_wrong_name_is_answered_with_the_nearest(wrong: str, meant: str) -> None:
    with pytest.raises(UnknownGame) as refusal:
        find(wrong)
    assert str(refusal.value) == f"There is no game called '{wrong}'. Did you mean '{meant}'?"


@pytest.mark.parametrize("nonsense", ["chess", "", "zzzz", "2", "\x1b[31m", "x" * 65, "9" * 100_000])
def test_nonsense_is_answered_with_all_the_names(nonsense: str) -> None:
    with pytest.raises(UnknownGame) as refusal:
        find(nonsense)
    assert f"The games are {', '.join(REGISTRY)}" in str(refusal.value)
    assert str(refusal.value).isprintable()
    assert len(str(refusal.value)) < 250


def test_a_game_is_set_up_by_name_and_parameter_or_by_id_alone() -> None:
    assert create("dividers-duel") == DividersDuel(60)
    assert create("dividers-duel", start=84) == DividersDuel(84)
    assert create("dividers-duel", start="84") == DividersDuel(84)
    assert create("dividers-duel(start=84)") == DividersDuel(84)
    assert create("divisor-duel-pool(pool=2-20)") == PoolDuel(2, 20)


@pytest.mark.parametrize("game", defaults(), ids=lambda game: str(game.slug))
def test_every_id_reads_back(game: DividersDuel | PoolDuel) -> None:
    assert create(game.id) == game
    assert create(game.id).id == game.id


def test_an_id_and_parameters_exclude_each_other() -> None:
    with pytest.raises(InvalidParameter, match="names its parameters already"):
        create("dividers-duel(start=84)", start=84)


@pytest.mark.parametrize(
    "name",
    [
        "dividers-duel(start=84",
        "dividers-duel(start=84)x",
        "(start=84)",
        "chess(start=84)",
        "dividers-duel(start=84)(start=84)",
    ],
)
def test_what_is_neither_a_name_nor_an_id_is_an_unknown_game(name: str) -> None:
    with pytest.raises(UnknownGame):
        create(name)


@pytest.mark.parametrize(
    "name",
    [
        "dividers-duel()",
        "dividers-duel(84)",
        "dividers-duel(start==84)",
        "dividers-duel(start=)",
        "dividers-duel(start=2)",
        "dividers-duel(size=60)",
        "divisor-duel-pool(pool=x)",
    ],
)
def test_an_id_with_a_bad_parameter_is_refused_as_the_parameter_would_be(name: str) -> None:
    with pytest.raises(InvalidParameter):
        create(name)
