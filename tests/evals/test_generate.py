import json
import os
import subprocess
import sys
from collections import Counter
from math import comb

import pytest

from aliquot.core.errors import InvalidParameter
from aliquot.evals import Item, Kind, Recipe, judge
from aliquot.evals.draw import Draw
from aliquot.evals.item import as_typed, wrap
from aliquot.oracle import solve
from aliquot.oracle.verify import verify
from tests.evals.recipes import CHAIN, DIVIDE, LARGE, POOL, SMALL, SUBTRACT
from tests.evals.test_judge import choices


@pytest.mark.sampled(12)
@pytest.mark.parametrize("recipe", [*SMALL, *LARGE], ids=lambda recipe: recipe.label)
def test_items_are_what_their_recipe_says(recipe: Recipe) -> None:
    for item in recipe.items("test", 6):
        assert item.kind is recipe.kind
        assert recipe.low <= item.difficulty.size <= recipe.high
        assert item.form in item.prompt
        assert judge(item, item.reply).score == 1.0
        assert judge(item, f"Let me think.\n{item.reply}\nDone.").score == 1.0
        if item.kind is Kind.CHAIN:
            continue
        game, position = item.board
        verdict = solve(game, position)
        assert item.difficulty.moves == len(game.legal_moves(position)) > 0
        winning = verdict.winning_moves if verdict.wins else ()
        assert item.winning_moves == tuple(as_typed(game, position, move) for move in winning)
        assert item.difficulty.share <= recipe.share
        assert item.difficulty.parts == recipe.parts
        assert item.difficulty.depth >= recipe.depth
        assert item.chance <= recipe.share or item.kind is not Kind.LINE


@pytest.mark.parametrize("recipe", [*SMALL, *LARGE], ids=lambda recipe: recipe.label)
def test_items_round_trip_through_json(recipe: Recipe) -> None:
    item = recipe.item(3, 1)
    again = Item.from_json(json.loads(item.line()))
    assert again == item
    assert again.line() == item.line()
    assert again.digest == item.digest


def test_certificates_hold() -> None:
    for recipe in LARGE:
        for item in recipe.items(1, 3):
            assert (item.certificate is not None) is recipe.certificates
            if item.certificate is not None:
                assert verify(item.certificate)["wins"] is (item.gold.split()[0].rstrip(":") == "won")


def test_items_differ_by_seed_and_number_and_not_by_what_was_made_before() -> None:
    recipe = SMALL[4]
    first = [item.line() for item in recipe.items(1, 20)]
    assert first[7] == recipe.item(1, 7).line()
    assert len(set(first)) == 20
    assert first != [item.line() for item in recipe.items(2, 20)]


def test_answers_are_balanced() -> None:
    for recipe in (each for each in SMALL if each.kind in (Kind.WINNER, Kind.PROOF)):
        won = sum(item.gold.startswith("won") for item in recipe.items(1, 60))
        assert 15 <= won <= 45, recipe.label


def test_no_grundy_value_is_a_good_guess() -> None:
    recipe = Recipe(Kind.GRUNDY, DIVIDE, 4, 60, parts=2, share=1.0)
    items = [*recipe.items(1, 120)]
    most = max(Counter(item.gold for item in items).values())
    assert most / 120 <= sum(item.chance for item in items) / 120 + 0.05


def test_the_chance_of_all_winning_moves_is_that_of_a_set_of_as_many() -> None:
    for item in Recipe(Kind.MOVES, DIVIDE, 6, 40, parts=3, share=0.4).items(1, 12):
        measures = item.difficulty
        assert item.chance == round(1 / comb(measures.moves, measures.winning), 6)


def test_half_of_a_set_is_won_even_where_few_positions_are_lost() -> None:
    recipe = Recipe(Kind.WINNER, "sum", 4, 30, parts=2, share=1.0)
    assert sum(bool(item.winning_moves) for item in recipe.distinct(1, 20)) == 10


def test_a_deep_proof_has_many_pairs() -> None:
    for item in Recipe(Kind.PROOF, POOL, 40, 60, depth=12).items(1, 6):
        assert item.gold.count("-") >= 6


def test_the_prompt_of_a_sum_says_how_each_number_is_moved() -> None:
    for style in ("plain", "renamed", "story"):
        for item in Recipe(Kind.MOVE, "sum", 20, 90, parts=3, style=style, lists_moves=False).items(1, 12):
            signs = {move[len(move.rstrip("0123456789")) - 1] for move in choices(item)}
            divisor = "D" if style == "plain" else "d"
            assert [f"{sign}{divisor}" in item.form for sign in signs] == [True] * len(signs)
            if item.game.startswith("sum"):
                assert "(divide)" in item.prompt.split("now")[1]
                assert "(subtract)" in item.prompt.split("now")[1]
            # The usual proper divisors include 1.
            assert "except 1" in item.prompt or "neither 1" in item.prompt or "d is at least 2" in item.prompt


def test_a_chain_is_validated_like_every_other_item() -> None:
    with pytest.raises(InvalidParameter, match="fits"):  # Of 1 and 2 the whole list is right.
        Recipe(Kind.CHAIN, CHAIN, 2, 2).item(1, 0)


PROGRAM = """
import hashlib
from tests.evals.test_judge import choices
from tests.evals.recipes import LARGE, SMALL
lines = "".join(item.line() for recipe in (*SMALL, *LARGE) for item in recipe.items(1, 2))
print(hashlib.sha256(lines.encode()).hexdigest())
"""


def test_the_same_seed_gives_the_same_bytes_in_every_process() -> None:
    hashes = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for seed in ("1", "2")
    }
    assert len(hashes) == 1


def test_prompts_with_and_without_moves_and_in_disguise() -> None:
    texts = {}
    for style in ("plain", "renamed", "story"):
        for lists in (True, False):
            recipe = Recipe(Kind.MOVE, POOL, 30, 30, style=style, lists_moves=lists, name="same")
            item = recipe.item(1, 0)
            texts[style, lists] = item
            assert ("Legal moves:" in item.prompt) is lists
            assert ("Duel" in item.prompt) is (style == "plain")
            assert ("the number picked" in item.form) is (style == "plain")
    assert len({item.prompt for item in texts.values()}) == 6
    assert len({item.position for item in texts.values()}) == 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": Kind.PROOF, "game": SUBTRACT},
        {"kind": Kind.GRUNDY, "game": POOL},
        {"kind": Kind.MOVE, "game": POOL, "misere": True},
        {"kind": Kind.MOVE, "game": SUBTRACT, "low": 1},
        {"kind": Kind.MOVE, "game": SUBTRACT, "high": 10**19},
        {"kind": Kind.MOVE, "game": SUBTRACT, "style": "rhyme"},
        {"kind": Kind.WINNER, "game": DIVIDE},
    ],
)
def test_recipes_that_make_no_sense_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(InvalidParameter):
        Recipe(**{"low": 20, "high": 30, **wrong})  # type: ignore[arg-type]


def test_a_recipe_nothing_fits_says_so() -> None:
    with pytest.raises(InvalidParameter, match="fits"):
        Recipe(Kind.MOVE, SUBTRACT, 5, 5).item(1, 0)


def test_draws_are_fixed_for_good() -> None:
    draw = Draw("a name")
    assert [draw.below(100) for _ in range(8)] == [52, 20, 20, 77, 91, 73, 36, 3]
    assert all(3 <= draw.between(3, 7) <= 7 for _ in range(200))
    assert all(5 <= draw.spread(5, 10**18) <= 10**18 for _ in range(200))
    assert wrap("1") == "<answer>1</answer>"
