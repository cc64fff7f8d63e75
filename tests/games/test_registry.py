"""Games and variants by name: ours, and those of other packages."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from aliquot.core.errors import InvalidParameter, UnknownGame
from aliquot.games import (
    REGISTRY,
    VARIANTS,
    book_of,
    books,
    create,
    defaults,
    find,
    flags,
    goal_of,
    longest_chain,
    other_variants_of,
    problems,
    rules_of,
    title_of,
    variants,
)
from aliquot.games.dividers_duel import DividersDuel
from aliquot.games.divisor_duel_pool import PoolDuel
from aliquot.games.divisor_duel_subtract import SubtractionDuel
from aliquot.games.positions import locate
from aliquot.games.rulebook import RuleBook, Rules
from aliquot.games.sum import Sum
from tests.plugins import plugins


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
    with pytest.raises(InvalidParameter, match="already contains its parameters"):
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


class Odd(DividersDuel):
    """A stranger's duel, with a sign of its own."""

    __slots__ = ()
    slug, title, sign, parameter = "odd-duel", "Odd Duel", ":", "height"


class Ring(PoolDuel):
    """A stranger's pool, whose parameter has another name."""

    __slots__ = ()
    slug, title, parameter = "ring", "Ring", "circle"


class Thief(DividersDuel):
    __slots__ = ()


class Nameless(RuleBook[Any, Any]):
    __slots__ = ()


BOOKS = {"ring": Ring, "odd": Odd, "thief": Thief, "nameless": Nameless, "seven": 7}


@pytest.fixture
def installed() -> Iterator[None]:
    """A machine on which other packages name these as games."""
    with plugins(games={**BOOKS, "broken": None}):
        yield


def test_a_strangers_book_is_found_listed_and_set_up(installed: None) -> None:
    assert list(books())[-1] == "odd-duel"
    assert find("odd-duel") is find("odd") is book_of("odd-duel(height=12)") is Odd
    game = create("odd-duel", height=12)
    assert game.id == "odd-duel(height=12)"
    assert create(game.id) == game
    assert locate("odd-duel(height=12)", "6")[1].number == 6
    assert locate("ring", "2-50/12")[1].last == 12


def test_what_cannot_be_offered_is_named_and_left_out(installed: None) -> None:
    reasons = {"thief": "is taken", "nameless": "it has no", "seven": "is not a class", "broken": "Import"}
    assert len(problems()) == len(reasons)
    for name, reason in reasons.items():
        start = f"The game '{name}' of another package cannot be loaded: "
        assert any(line.startswith(start) and reason in line for line in problems())
    assert find("dividers-duel") is DividersDuel


@pytest.mark.parametrize(
    ("word", "game"),
    [
        ("pool", "divisor-duel-pool(pool=2-50)"),
        ("subtract", "divisor-duel-subtract(start=16)"),
        ("juniper", "divisor-duel-pool(pool=1-100,opening=even)"),
        ("conquer", "divide-and-conquer(start=100)"),
    ],
)
def test_a_word_that_only_one_name_has_is_enough(word: str, game: str) -> None:
    assert create(word).id == game


def test_a_word_that_several_names_have_is_asked_about() -> None:
    with pytest.raises(
        UnknownGame, match=r"^'divisor-duel' is ambiguous: it could be divisor-duel-subtract or divisor-duel-pool"
    ):
        find("divisor-duel")


def test_numbers_whose_moves_would_be_written_alike_are_not_mixed() -> None:
    with pytest.raises(InvalidParameter, match="Odd Duel cannot be mixed with other duels"):
        Sum((Odd(60), SubtractionDuel(16)))


def test_a_game_that_says_nothing_of_its_looks_is_plain() -> None:
    game = create("dividers-duel", start=12)
    view = Rules.view(game, game.start())  # type: ignore[arg-type]
    assert (view.kind, view.summary, view.prompt, view.no_move_reason) == ("plain", "12", "choose a move", "")
    assert [option.leaves for option in view.options] == ["6", "4", "3", "2"]


MISERE = flags()["misere"]


def test_a_variant_of_another_package_is_listed_and_its_rules_are_found() -> None:
    heavy = replace(MISERE, slug="heavy")
    with plugins(variants={"heavy": heavy}):
        assert list(variants()) == [*VARIANTS, "heavy"]
        assert flags()["heavy"] is heavy
        assert rules_of("heavy") is heavy.rules
        assert other_variants_of("dividers-duel(start=60,heavy,misere)") == ["heavy"]
        with pytest.raises(UnknownGame):
            rules_of("light")


@pytest.mark.parametrize(
    ("variant", "problem"),
    [
        (7, "is not an aliquot.games.wrapper.Variant"),
        (None, "ImportError"),
        (MISERE, "is taken"),
        (replace(MISERE, slug="too-long"), "is taken"),
        (replace(MISERE, slug="heavy", wrap=None), "has no wrap"),
    ],
)
def test_a_broken_variant_is_left_out_and_named(variant: Any, problem: str) -> None:
    with plugins(variants={"broken": variant}):
        assert list(variants()) == list(VARIANTS)
        (sentence,) = problems()
        assert sentence.startswith("The variant 'broken' of another package cannot be loaded: ")
        assert problem in sentence
        with pytest.raises(InvalidParameter, match=r"There is no variant 'heavy'\. The variants are misere and swap"):
            create("dividers-duel(start=60,heavy)")


def test_the_first_of_two_packages_keeps_a_slug() -> None:
    first, second = replace(MISERE, slug="heavy"), replace(MISERE, slug="heavy", title="Another")
    with plugins(variants={"first": first, "second": second}):
        assert variants()["heavy"] is first
        (sentence,) = problems()
        assert "'second'" in sentence


@pytest.mark.parametrize(
    ("name", "parameters", "goal"),
    [
        ("dividers-duel", {}, "Divide the number. If you leave a prime, you win."),
        ("divisor-duel-subtract", {}, "Subtract one of its divisors from the number. If you leave a prime, you win."),
        ("juniper-green", {}, "Pick a divisor or a multiple of the last number. If you cannot, you lose."),
        ("factor-duel", {"misere": True}, "Divide the number. If you make the last move, you lose."),
        (
            "factor-duel",
            {"start": "60,84"},
            "Choose one of the numbers and divide it. If you make the last move, you win.",
        ),
        (
            "sum(dividers-duel:60+divisor-duel-subtract:48,misere)",
            {},
            "Choose one of the numbers and move on it. If you make the last move, you lose.",
        ),
    ],
)
def test_the_goal_is_said_in_one_line(name: str, parameters: dict[str, object], goal: str) -> None:
    assert goal_of(create(name, **parameters)) == goal


def test_the_pie_rule_adds_its_sentence_to_the_goal() -> None:
    inside, swapped = create("divisor-duel-pool"), create("divisor-duel-pool", swap=True)
    assert goal_of(swapped).startswith(goal_of(inside))
    assert "swap" in goal_of(swapped)


def test_a_game_has_the_name_people_chose_it_by() -> None:
    assert title_of(create("juniper-green")) == "Juniper Green"
    assert title_of(create("divisor-duel-pool", pool="1-100", opening="even")) == "Juniper Green"
    assert title_of(create("factors-and-multiples")) == "Factors and Multiples"
    assert title_of(create("divisor-duel-pool", pool="1-40", opening="even")) == "Juniper Green 1–40"
    assert title_of(create("dividers-duel")) == "Divider's Duel"


def test_the_longest_chain_has_rules_beside_the_duels() -> None:
    assert rules_of("longest-chain") is longest_chain.TEXT
