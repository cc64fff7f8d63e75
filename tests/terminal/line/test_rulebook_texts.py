from itertools import product
from string import Formatter
from typing import Any

import pytest

import aliquot
from aliquot.core.game import AnyGame
from aliquot.games import REGISTRY, defaults
from aliquot.games.swap import Swap
from aliquot.terminal.line.rulebook_texts import DEFAULT_TEXTS, TEXTS, RuleBookTexts, facts_of, shorten_texts, texts_of

EVERY_GAME = pytest.mark.parametrize("game", defaults(), ids=lambda game: str(game.slug))


def fields(template: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(template) if field}


def test_every_rule_book_has_a_voice_and_every_voice_a_rule_book() -> None:
    assert list(TEXTS) == list(REGISTRY)


@EVERY_GAME
def test_a_game_speaks_in_the_voice_of_its_rule_book(game: AnyGame) -> None:
    assert texts_of(game) is TEXTS[game.slug]


@EVERY_GAME
def test_a_voice_mentions_only_what_it_is_told(game: AnyGame) -> None:
    voice = texts_of(game)
    facts = set(facts_of(game.view(game.start()))) | {"title"}
    assert fields(voice.turn) <= facts | {"name", "moves"}
    assert fields(voice.opening) <= facts | {"name", "moves"}
    assert fields(voice.welcome) <= facts | {"name", "moves"}
    assert fields(voice.prompt) <= {"name"}
    assert fields(voice.moved) <= {"before", "move", "after"}
    assert fields(voice.stuck) <= facts | {"name", "moves", "loser", "winner"}
    assert fields(voice.wins) == {"winner"}


@EVERY_GAME
def test_a_voice_says_all_that_a_player_needs(game: AnyGame) -> None:
    voice = texts_of(game)
    assert "name" in fields(voice.turn)
    assert "moves" in fields(voice.turn)
    assert {"loser", "winner"} <= fields(voice.stuck)
    assert voice.prompt.endswith(": ")


def test_no_two_rule_books_speak_alike() -> None:
    assert len({voice.turn for voice in TEXTS.values()}) == len(TEXTS)
    assert len({voice.stuck for voice in TEXTS.values()}) == len(TEXTS)


def test_a_stranger_speaks_plainly_and_mentions_only_what_it_is_told() -> None:
    facts = {"position", "moves", "name", "title"}
    assert fields(DEFAULT_TEXTS.turn) | fields(DEFAULT_TEXTS.welcome) <= facts
    assert fields(DEFAULT_TEXTS.stuck) <= facts | {"loser", "winner"}


@EVERY_GAME
def test_what_is_heard_of_a_pool_is_what_has_changed(game: AnyGame) -> None:
    view = game.view(game.start())
    voice = shorten_texts(texts_of(game), view)
    assert (voice == texts_of(game)) == (view.kind != "pool")
    assert "available" not in fields(voice.turn) | fields(voice.opening)
    assert fields(voice.turn) | fields(voice.opening) <= set(facts_of(view)) | {"name"}


@pytest.mark.parametrize("voice", TEXTS.values(), ids=TEXTS.keys())
def test_nobody_congratulates_a_computer_or_tells_it_that_it_has_lost(voice: RuleBookTexts) -> None:
    assert voice.for_result(winner=True, loser=True) == voice
    told = voice.for_result(winner=False, loser=False)
    assert not any(word in told.stuck + told.wins for word in ("You win", "You lose", "Congratulations"))
    assert "{winner}" in told.stuck


STARTS = {slug: {"pool": "1-8"} if slug == "divisor-duel-pool" else {"start": "24"} for slug in REGISTRY}
VARIANTS: list[Any] = [
    *(
        aliquot.game(slug, misere=misere, swap=swap, **STARTS[slug])
        for slug, misere, swap in product(REGISTRY, (False, True), (False, True))
    ),
    *(
        aliquot.game(name, misere=misere, swap=swap, start="12,18")
        for name, misere, swap in product(("factor-duel", "divisor-duel-subtract"), (False, True), (False, True))
    ),
    aliquot.game("sum(factor-duel:12+divisor-duel-subtract:12)"),
    aliquot.game("sum(factor-duel:12+divisor-duel-subtract:12,misere,swap)"),
]
EVERY_VARIANT = pytest.mark.parametrize("game", VARIANTS, ids=lambda game: str(game.id))


def line(game: Any) -> list[Any]:
    """Positions to the end, by way of a swap if there is one."""
    positions = [game.start()]
    while moves := game.legal_moves(positions[-1]):
        positions.append(game.child(positions[-1], moves[0]))
    return positions


@EVERY_VARIANT
def test_a_voice_mentions_only_what_it_is_told_in_every_position(game: Any) -> None:
    voice = texts_of(game)
    for p in line(game):
        facts = set(facts_of(game.view(p))) | {"name", "title"}
        for template in (voice.turn, voice.opening, voice.welcome, voice.prompt):
            assert fields(template) <= facts
        assert fields(voice.stuck) <= facts | {"loser", "winner"}
    assert fields(voice.moved) <= {"before", "move", "after"}


@EVERY_VARIANT
def test_a_variant_of_one_rule_book_keeps_its_words_for_a_turn(game: Any) -> None:
    voice = texts_of(game)
    if "+" not in game.id:
        book = TEXTS[game.slug]
        assert (voice.turn, voice.prompt, voice.moved, voice.welcome) == (
            book.turn,
            book.prompt,
            book.moved,
            book.welcome,
        )
    assert voice.prompt.endswith(": ")


@EVERY_VARIANT
def test_the_end_is_told_as_it_is(game: Any) -> None:
    stuck = texts_of(game).stuck
    assert ("The last move loses: {winner} wins!" in stuck) is not game.last_move_wins
    assert "winner" in fields(stuck)
    assert ("loser" in fields(stuck)) is game.last_move_wins


@EVERY_VARIANT
def test_the_swap_is_offered_when_it_is_open_and_is_not_listed_among_the_choices(game: Any) -> None:
    offered = 0
    for p in line(game):
        view = game.view(p)
        is_open = isinstance(game, Swap) and game.is_open(p)
        assert (view.swap is not None) is is_open
        offered += is_open
        if isinstance(game, Swap):
            listed: Any = facts_of(view)["moves"]
            assert game.swap_move not in listed
    assert offered == (1 if isinstance(game, Swap) else 0)


def test_a_sum_shows_every_number_with_its_own_moves() -> None:
    game: Any = aliquot.game("sum(factor-duel:12+divisor-duel-subtract:12+factor-duel:7)")
    voice = texts_of(game)
    assert voice.turn == "{name}'s turn.\n{number0}: {moves0}\n{number1}: {moves1}\n{number2}: {moves2}"
    facts: Any = facts_of(game.view(game.start()))
    assert [facts[f"number{place}"] for place in range(3)] == [12, 12, 7]
    assert [tuple(facts[f"moves{place}"]) for place in range(3)] == [(2, 3, 4, 6), (2, 3, 4, 6), ()]
    assert facts["number"] == "12, 12, 7"


@pytest.mark.parametrize(
    ("name", "verb", "example"),
    [
        ("factor-duel(start=12+18)", "divide", "12/2"),
        ("divisor-duel-subtract(start=12+18)", "subtract from", "12-2"),
        ("sum(factor-duel:12+divisor-duel-subtract:18)", "move on", "12/2"),
    ],
)
def test_the_prompt_of_a_sum_gives_an_example_that_is_legal(name: str, verb: str, example: str) -> None:
    game: Any = aliquot.game(name)
    voice = texts_of(game)
    assert voice.prompt == f"Enter the number to {verb} and a divisor, as in {{example}}: "
    for p in line(game)[:-1]:
        shown = str(facts_of(game.view(p))["example"])
        assert game.is_legal(p, game.parse(p, shown))
    assert facts_of(game.view(game.start()))["example"] == example
