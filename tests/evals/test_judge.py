from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from aliquot.core.errors import InvalidParameter, UnknownGame
from aliquot.evals import Difficulty, Item, Judgement, Kind, Recipe, judge
from aliquot.evals.item import as_typed, wrap
from aliquot.oracle.verify import verify
from tests.evals import naive
from tests.evals.recipes import LARGE, SMALL


def make(kind: Kind, game: str, position: str, gold: str = "", winning: tuple[str, ...] = ()) -> Item:
    return Item("id", kind, game, position, "prompt", "form", gold, 0.0, Difficulty(0, 0, 0), winning)


SUBTRACT = make(Kind.MOVE, "divisor-duel-subtract(start=12)", "12", "3", ("3", "4"))


@pytest.mark.parametrize(
    ("reply", "parsed", "legal", "right"),
    [
        ("<answer>3</answer>", True, True, True),
        ("So <answer> 12-3 </answer>.", True, True, True),
        ("<answer>12−4</answer>", True, True, True),
        ("<answer>2</answer>", True, True, False),
        ("<answer>5</answer>", True, False, False),
        ("<answer>12</answer>", True, False, False),
        ("<answer>3, 4</answer>", False, False, False),
        ("<answer>2,3,4,6</answer>", False, False, False),
        ("<answer>03</answer>", False, False, False),
        ("<answer>three</answer>", False, False, False),
        ("<answer>٣</answer>", False, False, False),
        ("<answer></answer>", False, False, False),
        ("<answer>3</answer><answer>3</answer>", False, False, False),
        ("<answer>3</answer> or <answer>4", False, False, False),
        ("<answer><answer>3</answer>", False, False, False),
        ("</answer>3<answer>", False, False, False),
        ("<answer>3", False, False, False),
        ("3", False, False, False),
        ("", False, False, False),
        (None, False, False, False),
        (3, False, False, False),
        ("<answer>" + "9" * 100_000 + "</answer>", False, False, False),
        ("<answer>3</answer>" + " " * 1_000_000, False, False, False),
        ("<ANSWER>3</ANSWER>", False, False, False),
    ],
)
def test_exactly_one_answer_in_the_stated_form(reply: object, parsed: bool, legal: bool, right: bool) -> None:
    judgement = judge(SUBTRACT, reply)
    assert (judgement.parsed, judgement.legal, judgement.right) == (parsed, legal, right)
    assert judgement.score == right
    assert bool(judgement.reason) is not right


def test_the_oracle_answers_where_an_item_lists_no_moves() -> None:
    item = make(Kind.MOVES, "divisor-duel-subtract(start=12)", "12")
    assert judge(item, wrap("4, 3")) == Judgement(1.0, True, True, True, "", "4, 3")
    assert "missing" in judge(item, wrap("3")).reason
    assert "twice" in judge(item, wrap("3, 3, 4")).reason
    assert judge(item, wrap("2, 3, 4, 6")).score == 0.0


def test_lines_of_play() -> None:
    item = make(Kind.LINE, "divisor-duel-subtract(start=12)", "12")
    assert judge(item, wrap("3, 3, 3")).right  # 12, 9, 6, 3
    assert not judge(item, wrap("3, 3")).right
    assert "gives the win away" in judge(item, wrap("2, 5, 3")).reason
    assert not judge(item, wrap("3, 3, 3, 3")).legal
    assert not judge(item, wrap("3, , 3")).parsed


def test_grundy_values_and_winners() -> None:
    assert judge(make(Kind.GRUNDY, "dividers-duel(start=60+84)", "60+84", "0"), wrap("00")).right
    assert not judge(make(Kind.GRUNDY, "dividers-duel(start=60+84)", "60+84", "0"), wrap("-0")).parsed
    winner = make(Kind.WINNER, "dividers-duel(start=60)", "60", "won")
    assert [judge(winner, wrap(text)).score for text in ("won", "lost", "Won", "won or lost")] == [1, 0, 0, 0]


def test_longest_chains() -> None:
    item = Recipe(Kind.CHAIN, "longest-chain", 12, 12, certificates=True).item(1, 0)
    assert judge(item, item.reply).right
    assert judge(item, wrap(", ".join(reversed(item.gold.split(", "))))).right
    numbers = item.gold.split(", ")
    assert "are possible" in judge(item, wrap(", ".join(numbers[1:]))).reason
    assert not judge(item, wrap(", ".join([*numbers, "1"]))).legal
    assert not judge(item, wrap(", ".join(map(str, range(1, 13))))).legal
    assert not judge(item, wrap("1, 2, x")).parsed
    assert item.certificate is not None
    verify(item.certificate)
    with pytest.raises(InvalidParameter):
        Recipe(Kind.CHAIN, "longest-chain", 12, 400)
    with pytest.raises(InvalidParameter):
        Recipe(Kind.CHAIN, "dividers-duel", 12, 40)


def test_items_about_nothing_are_refused() -> None:
    with pytest.raises(UnknownGame):
        judge(make(Kind.MOVE, "chess(start=1)", "1"), wrap("1"))
    with pytest.raises(InvalidParameter):
        judge(make(Kind.PROOF, "dividers-duel(start=60)", "60"), wrap("lost:"))
    documents: list[Any] = [None, [], {}, {"kind": "move"}, {**SUBTRACT.as_json(), "kind": "riddle"}]
    for document in documents:
        with pytest.raises(InvalidParameter):
            Item.from_json(document)
    for name in ("difficulty", "gold", "winning_moves"):
        with pytest.raises(InvalidParameter):
            Item.from_json({**SUBTRACT.as_json(), name: 3})
    damage: dict[str, list[Any]] = {
        "chance": ["x", None, 2, float("nan")],
        "gold": ["\ud800"],
        "winning_moves": [[3]],
        "difficulty": [3],
    }
    for name, values in damage.items():
        for value in values:
            with pytest.raises(InvalidParameter, match="damaged"):
                Item.from_json({**SUBTRACT.as_json(), name: value})
    difficulty = {**SUBTRACT.as_json()["difficulty"], "winning": "2"}
    with pytest.raises(InvalidParameter, match="difficulty"):
        Item.from_json({**SUBTRACT.as_json(), "difficulty": difficulty})
    with pytest.raises(InvalidParameter, match="version 1"):
        Item.from_json({**SUBTRACT.as_json(), "version": 2})


# --- the second judge -------------------------------------------------------------------------------------


def choices(item: Item) -> list[str]:
    """Everything that could be named: the legal moves as typed, or the numbers of a chain."""
    if item.kind is Kind.CHAIN:
        return [str(number) for number in range(1, item.difficulty.size + 1)]
    game, position = item.board
    return [as_typed(game, position, move) for move in game.legal_moves(position)[:400]]


def replies(item: Item, generator: Random) -> Iterator[str]:
    """Replies to try: right, wrong, illegal, unreadable, everything at once."""
    moves = choices(item)
    yield item.reply
    yield ""
    yield item.gold
    yield item.reply * 2
    yield wrap(", ".join(moves))
    yield wrap("won")
    yield wrap("lost")
    yield wrap(str(generator.randrange(8)))
    if moves:
        yield wrap(generator.choice(moves))
        yield wrap(", ".join(generator.sample(moves, min(2, len(moves)))))
    yield wrap(", ".join(reversed(item.gold.split(", "))))
    yield wrap(", ".join(item.gold.split(", ")[:-1]) or "1")
    for _ in range(3):
        yield wrap(mutate(item.gold, generator))


def mutate(text: str, generator: Random) -> str:
    """Change one digit, drop or repeat one part."""
    parts = text.split(", ")
    place = generator.randrange(len(parts))
    match generator.randrange(3):
        case 0:
            digits = [at for at, c in enumerate(text) if c.isdigit()]
            at = generator.choice(digits) if digits else 0
            return text[:at] + str(generator.randrange(1, 10)) + text[at + 1 :]
        case 1:
            parts.insert(place, parts[generator.randrange(len(parts))])
        case _:
            head, colon, _ = parts[0].partition(": ")
            parts[place] = f"{head}: 2-4" if colon and place == 0 else "2-4" if colon else "2"
    return ", ".join(parts)


@pytest.mark.parametrize("recipe", SMALL, ids=lambda recipe: recipe.label)
def test_a_naive_judge_agrees(recipe: Recipe) -> None:
    compare(recipe, 6)


@pytest.mark.deep
@pytest.mark.parametrize("recipe", SMALL, ids=lambda recipe: recipe.label)
def test_a_naive_judge_agrees_on_many(recipe: Recipe) -> None:
    compare(recipe, 120)


def compare(recipe: Recipe, count: int) -> None:
    generator = Random(recipe.label)
    for item in recipe.items("naive", count):
        for reply in replies(item, generator):
            score = naive.score(item.kind, item.game, item.position, reply)
            assert judge(item, reply).score == score, (item.position, reply)


QUICK = dict.fromkeys((0, 1, 6, 7, 8, 9, 10, 11), 12_000)
"""The small recipes whose items are made in less than 0.7 ms, and how many of each are tried."""
MANY = [(recipe, QUICK.get(place, 600)) for place, recipe in enumerate(SMALL)] + [(recipe, 100) for recipe in LARGE]


@pytest.mark.deep
@pytest.mark.parametrize(("recipe", "count"), MANY, ids=lambda value: getattr(value, "label", str(value)))
def test_gold_and_decoys_over_many_items(recipe: Recipe, count: int) -> None:
    """Every item is validated when it is made; here replies that must never pay are tried, on 10^5 items in all."""
    for item in recipe.items("decoys", count):
        assert judge(item, item.reply).score == 1.0
        everything = wrap(", ".join(choices(item)))
        for decoy in ("", item.gold, item.reply + item.reply, everything, item.prompt, wrap("?")):
            assert judge(item, decoy).score == 0.0, (item.id, decoy)


def test_so_many_items_are_tried() -> None:
    assert sum(count for _, count in MANY) > 100_000
    assert {recipe.kind for recipe, _ in MANY} == set(Kind)
