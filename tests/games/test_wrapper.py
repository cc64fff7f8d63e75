"""Every variant and combination: the contract, names, texts, records and reviewed playthroughs.

A golden playthrough of a variant shows what the oracle says of each position as well. After a change, write the
files anew and review every line that changed:

    ALIQUOT_GOLDEN=write python -m pytest tests/games/test_wrapper.py
"""

import pickle
from itertools import product
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

import aliquot
from aliquot.core.match import Match
from aliquot.core.notation import read, write
from aliquot.core.outcome import Ending
from aliquot.core.record import Record
from aliquot.core.record_json import from_json, to_json
from aliquot.games import PRESETS, REGISTRY
from aliquot.games.divide_and_conquer import DivideAndConquer
from aliquot.games.dividers_duel import DividersDuel
from aliquot.games.divisor_duel_subtract import SubtractionDuel
from aliquot.games.number import NumberGame
from aliquot.games.sum import Sum
from aliquot.games.wrapper import Wrapper, unwrap
from aliquot.testing import check_game
from tests.effort import tries

from .playing import playthrough

if TYPE_CHECKING:
    from tests.conftest import Agree

PLAIN: list[Any] = [
    *(
        aliquot.game(slug, start=start)
        for slug, duel in REGISTRY.items()
        if issubclass(duel, NumberGame)
        for start in ("24", "7", "12,18", "7,5", "12,12")
    ),
    *(
        aliquot.game("divisor-duel-pool", pool=pool, opening=opening)
        for pool in ("1-8", "2-50")
        for opening in ("any", "even", "even-below-50")
    ),
    Sum((DividersDuel(18), SubtractionDuel(18))),
    Sum((SubtractionDuel(16), DivideAndConquer(16), DividersDuel(16))),
    Sum((DividersDuel(30), DivideAndConquer(30))),
]
VARIANTS: list[Any] = [
    aliquot.game(f"{game.id[:-1]}{misere}{swap})")
    for game, misere, swap in product(PLAIN, ("", ",misere"), ("", ",swap"))
]
EVERY_VARIANT = pytest.mark.parametrize("game", VARIANTS, ids=lambda game: str(game.id))


@pytest.mark.sampled(30)
@pytest.mark.harder
@EVERY_VARIANT
def test_it_keeps_the_contract(game: Any) -> None:
    check_game(game, positions=tries(40), playouts=tries(10))


@EVERY_VARIANT
def test_its_id_names_it(game: Any) -> None:
    again = aliquot.game(game.id)
    assert again == game
    assert again.id == game.id
    assert hash(again) == hash(game)
    assert type(again) is type(game)
    assert repr(game) == f"<Game {game.id}>"


def test_games_are_equal_exactly_if_their_ids_are() -> None:
    assert len({game.id for game in VARIANTS}) == len(VARIANTS)
    assert len(set(VARIANTS)) == len(VARIANTS)
    assert all((one == other) is (one is other) for one in VARIANTS for other in VARIANTS)


def test_a_variant_given_by_flags_is_the_one_its_id_names() -> None:
    for misere, swap in product((False, True), repeat=2):
        for name, parameters in (
            ("factor-duel", {"start": "60,84"}),
            ("divisor-duel-subtract", {"start": 16}),
            ("divisor-duel-pool", {"pool": "1-9", "opening": "even"}),
            ("juniper-green", {}),
            ("factors-and-multiples", {}),
        ):
            game = aliquot.game(name, misere=misere, swap=swap, **parameters)
            assert aliquot.game(game.id) == game
            assert game.id.endswith(f"{',misere' * misere}{',swap' * swap})")


def test_a_wrapper_that_changes_nothing_is_the_game_inside_in_everything() -> None:
    for game in PLAIN:
        wrapped = Wrapper(game)
        check_game(wrapped, positions=10, playouts=2)
        p = game.start()
        texts = ("id", "slug", "title", "tagline", "task", "aim", "goal")
        for name in (*texts, "version", "penalty", "max_length", "last_move_wins", "options"):
            assert getattr(wrapped, name) == getattr(game, name)
        assert wrapped.objection(p, "x") == game.objection(p, "x")
        assert wrapped.outcome(p) == game.outcome(p)
        assert pickle.loads(pickle.dumps(wrapped)) == wrapped


def a_match(game: Any, seed: int) -> Match[Any, Any]:
    """Random moves; with odd seeds the first swap that is offered is taken."""
    match, generator = Match[Any, Any](game), Random(seed)
    while match.outcome is None:
        moves = game.legal_moves(match.position)
        swaps = [move for move in moves if game.spell(match.position, move) == "swap"]
        match.play(swaps[0] if swaps and seed % 2 else generator.choice(moves))
    return match


@EVERY_VARIANT
def test_a_match_of_it_survives_being_written_down(game: Any) -> None:
    for seed in range(4):
        match = a_match(game, seed)
        record = Record.of(match)
        assert record.game == game.id
        assert read(write(record)) == record
        assert from_json(to_json(record)) == record
        again = read(write(record)).replay(aliquot.game(record.game))
        assert again.turns == match.turns
        assert again.outcome == match.outcome
        assert again.outcome is not None


@EVERY_VARIANT
def test_an_illegal_choice_that_loses_is_written_down(game: Any) -> None:
    if game.legal_moves(game.start()):
        for choice in (10**18, (10**18, 7), "x", None):
            match = Match[Any, Any](game)
            match.play(choice, penalty="forfeit")
            record = Record.of(match)
            assert read(write(record)) == record
            assert record.illegal
            assert record.replay(game).outcome == match.outcome
            assert match.outcome is not None
            assert match.outcome.ending is Ending.ILLEGAL_MOVE


def test_records_of_swaps_and_sums_are_written_like_this() -> None:
    match = Match[Any, Any](aliquot.game("sum(dividers-duel:60+divisor-duel-subtract:16,misere,swap)"))
    for text in ("16-8", "swap", "60/30", "8-4"):
        match.play(match.game.parse(match.position, text))
    text = write(Record.of(match))
    assert '[Game "sum(dividers-duel:60+divisor-duel-subtract:16,misere,swap)"]\n' in text
    assert text.endswith("\n1. 16-8 swap 2. 60/30 8-4 *\n")
    assert [turn.seat for turn in match.turns] == [1, 2, 1, 2]


def test_the_presets_are_the_games_that_classrooms_know() -> None:
    assert {name: aliquot.game(name).id for name in PRESETS} == {
        "juniper-green": "divisor-duel-pool(pool=1-100,opening=even)",
        "factors-and-multiples": "divisor-duel-pool(pool=1-100,opening=even-below-50)",
    }


# --- reviewed playthroughs ------------------------------------------------------------------------

PLAYTHROUGHS = {
    "sum": "dividers-duel(start=60+84+90)",
    "sum-subtraction": "divisor-duel-subtract(start=16+9)",
    "mixture": "sum(dividers-duel:12+divisor-duel-subtract:12)",
    "misere": "factor-duel(start=30,misere)",
    "misere-sum": "factor-duel(start=12+18,misere)",
    "misere-subtraction": "divisor-duel-subtract(start=16,misere)",
    "misere-pool": "divisor-duel-pool(pool=1-8,misere)",
    "opening": "divisor-duel-pool(pool=1-8,opening=even)",
    "swap": "dividers-duel(start=60,swap)",
    "swap-misere-sum": "factor-duel(start=12+18,misere,swap)",
    "swap-opening": "divisor-duel-pool(pool=1-8,opening=even,swap)",
}


def written(game: Any, script: list[str]) -> str:
    """Plays the script and writes down every position, the moves as they are spelt, and what the oracle says."""

    def shown(p: Any) -> list[str]:
        notation = [game.spell(p, move) for move in game.legal_moves(p)]
        verdict = aliquot.solve(game, p)
        best = ", ".join(game.spell(p, move) for move in verdict.winning_moves)
        return [
            f"position: {game.text(p)}, seat {game.seat(p)} to move",
            f"legal moves ({len(notation)}): {' '.join(notation)}".rstrip(),
            f"the mover {'wins' if verdict.wins else 'loses'}{f' by {best}' if best else ''}: {verdict.reason}",
        ]

    return playthrough(game, script, [f"title: {game.title}", f"tagline: {game.tagline}"], shown)


def test_every_variant_has_a_golden_playthrough_and_nothing_else_has(golden: Path) -> None:
    assert sorted(path.stem for path in (golden / "variants").glob("*")) == sorted(PLAYTHROUGHS)


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_the_golden_playthrough_is_what_the_rules_and_the_oracle_give(name: str, golden: Path, agree: "Agree") -> None:
    path = golden / "variants" / f"{name}.txt"
    first, second, *_ = path.read_text(encoding="utf-8").splitlines()
    assert first == f"game: {PLAYTHROUGHS[name]}"
    played = written(aliquot.game(PLAYTHROUGHS[name]), second.removeprefix("script: ").split())
    agree(path, played)
    assert played.splitlines()[-1] in ("outcome: seat 1 wins, no_moves", "outcome: seat 2 wins, no_moves")


# --- what is inside ---------------------------------------------------------------------------------


@EVERY_VARIANT
def test_the_game_inside_has_no_wrapper_and_holds_the_position(game: Any) -> None:
    (plain,) = (one for one in PLAIN if one.id[:-1] == game.id[:-1].removesuffix(",swap").removesuffix(",misere"))
    inner, nothing = unwrap(game)
    assert (inner, nothing) == (plain, None)
    p, generator = game.start(), Random(7)
    assert unwrap(game, p) == (plain, plain.start())
    while moves := game.legal_moves(p):
        before, move = unwrap(game, p)[1], generator.choice(moves)
        swaps = game.spell(p, move) == "swap"
        p = game.play(p, move)
        assert unwrap(game, p) == (plain, before if swaps else plain.play(before, move))


def test_a_game_without_a_wrapper_is_its_own_inside() -> None:
    for game in PLAIN:
        assert unwrap(game) == (game, None)
        assert unwrap(game, game.start()) == (game, game.start())


def test_a_wrapper_holds_its_position_as_it_is_and_the_pie_rule_what_it_was_made_of() -> None:
    inner = DividersDuel(60)
    p = inner.start()
    assert Wrapper(inner).inside(p) is p
    game: Any = aliquot.game("dividers-duel(start=60,misere,swap)")
    swapped = game.play(game.play(game.start(), 2), -1)
    assert game.inside(swapped) == inner.play(p, 2)
    assert unwrap(game, swapped) == (inner, inner.play(p, 2))
