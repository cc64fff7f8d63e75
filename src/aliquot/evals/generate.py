"""Generation of items: a recipe, a seed and a number decide an item to the last byte."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import Any

from aliquot.core.errors import InvalidParameter, Unsolved
from aliquot.core.game import AnyGame
from aliquot.core.text import LARGEST, listing, quote
from aliquot.core.view import NumbersView, PoolView, View
from aliquot.evals.chains import ALL_PROVED_TO, draw_chain
from aliquot.evals.draw import Draw
from aliquot.evals.item import Difficulty, Item, Kind, as_typed, type_moves, wrap
from aliquot.evals.judge import judge
from aliquot.evals.prompts import PROMPT_VERSION, STYLES, compose, form_of
from aliquot.evals.proof import proof_of
from aliquot.games import create
from aliquot.games.longest_chain import SLUG
from aliquot.oracle import solve
from aliquot.oracle.pool import PoolVerdict
from aliquot.oracle.verdict import Verdict

HIGHEST_SHARE = 0.2
"""The largest share of winning moves, unless a recipe says otherwise: with more, a random move measures up too well."""
SHALLOWEST = 2
"""The smallest depth, unless a recipe says otherwise: a win in one move is found by trying."""
MIXTURE = ("dividers-duel", "divisor-duel-subtract")
"""The rule books of a mixed sum."""
_PRIMES = (2, 2, 2, 2, 2, 2, 3, 3, 3, 5, 5, 7, 11, 13, 17, 19)
"""The primes that numbers with many divisors are made of, the likely ones several times; 16 are quick to draw from."""
_TRIES = 20_000
_MOST_REPETITIONS = 20
_MOST_WINNING = 200
_FEWEST_PAIRS = 2
_GUESSES = 8
"""Grundy values are drawn so that 0 to 7 are equally likely, as far as they occur; so is a blind guess."""
_PATIENCE = 300
"""The tries for one Grundy value; another is drawn if no position has it."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """The parameters of a family of items."""

    kind: Kind
    game: str
    """A rule book's slug; `sum` mixes division and subtraction."""
    low: int
    """The smallest number, or the smallest upper end of a pool."""
    high: int
    """The largest number, or the largest upper end of a pool."""
    parts: int = 1
    """The number of numbers; more than one make a sum."""
    misere: bool = False
    """True if the last move loses."""
    share: float = HIGHEST_SHARE
    """The largest share of winning moves among the legal ones, in won positions, and the largest chance of a line."""
    depth: int = SHALLOWEST
    """The smallest depth of a position, as `Difficulty.depth` measures it; chains have none."""
    style: str = "plain"
    """The wording of the prompt: `plain`, `renamed`, `story`, or `any` of the three."""
    lists_moves: bool | None = True
    """True if the prompt lists the legal moves, False if not, None for a toss."""
    certificates: bool = False
    """True if items carry certificates; they take longer to make than the rest of the item."""
    name: str = ""
    """The name in the ids of items; by default made of the parameters."""

    def __post_init__(self) -> None:
        """Check the parameters.

        Raises:
            InvalidParameter: One of them is out of range, or the kind does not fit the game.
        """
        if self.style not in (*STYLES, "any"):
            raise InvalidParameter(f"A style is {listing([*STYLES, 'any'])}, not {quote(self.style)}.")
        if not 2 <= self.low <= self.high <= LARGEST or self.parts < 1 or not 0 < self.share <= 1:
            raise InvalidParameter(f"Items cannot be made from {quote(self.low)} to {quote(self.high)} like that.")
        if self.kind is Kind.PROOF and (not self.is_pool or self.misere):
            raise InvalidParameter("Proofs by pairing are about pools in which the last move wins.")
        if self.kind is Kind.GRUNDY and (self.is_pool or self.misere):
            raise InvalidParameter(
                "Grundy values are asked of numbers, such as the game sum, where the last move wins."
            )
        if self._tosses and self.game == "dividers-duel" and self.parts == 1 and not self.misere:
            raise InvalidParameter("One number to divide is lost only if it is prime, and then there is no move.")
        if (self.kind is Kind.CHAIN) is not (self.game == SLUG) or (self.game == SLUG and self.high > ALL_PROVED_TO):
            raise InvalidParameter(f"Chains are asked of the game {SLUG}, with a limit of at most {ALL_PROVED_TO}.")
        if self.is_pool and (self.parts > 1 or self.misere):
            raise InvalidParameter("A pool has one part, and the last move wins.")

    @property
    def is_pool(self) -> bool:
        """True if numbers are picked from a pool."""
        return self.game == "divisor-duel-pool"

    @property
    def label(self) -> str:
        """The name in the ids of items."""
        misere = "-misere" if self.misere else ""
        return self.name or f"{self.kind}-{self.game}{misere}-{self.parts}x{self.low}-{self.high}"

    def item(self, seed: int | str, index: int, prefix: str = "") -> Item:
        """Return one item, validated.

        Args:
            seed: The seed of the set.
            index: The number of the item in it.
            prefix: The beginning of its id, such as `v1/`.

        Raises:
            InvalidParameter: No position fits the recipe.
        """
        draw, name = Draw(f"{self.label}/{seed}/{index}"), f"{prefix}{seed}/{self.label}/{index}"
        wish = self._wish(draw)
        for number in range(1, _TRIES + 1):
            item = draw_chain(self, draw, name) if self.kind is Kind.CHAIN else _draw_item(self, draw, name, wish)
            if item is not None and is_sound(item, draw):
                return item
            if self.kind is Kind.GRUNDY and number % _PATIENCE == 0:
                wish = self._wish(draw)
        raise InvalidParameter(f"No position of {self.game} from {self.low} to {self.high} fits '{self.label}'.")

    @property
    def _tosses(self) -> bool:
        """True if won and lost positions are asked about, equally often."""
        return self.kind in (Kind.WINNER, Kind.LINE, Kind.PROOF)

    def _wish(self, draw: Draw) -> "_Wish":
        """Return the verdict that the position is to have, so that no answer is likelier than another."""
        if self.kind is Kind.GRUNDY:
            return _Wish(grundy=draw.below(_count_values(self.high)))
        return _Wish(draw.toss() if self._tosses else True if self.kind in (Kind.MOVE, Kind.MOVES) else None)

    def items(self, seed: int | str, count: int, prefix: str = "", start: int = 0) -> Iterator[Item]:
        """Yield the items of a set in order; small positions may come twice."""
        return (self.item(seed, index, prefix) for index in range(start, start + count))

    def distinct(self, seed: int | str, count: int, prefix: str = "") -> Iterator[Item]:
        """Yield items about different positions: those of `items` without repetitions.

        Where won and lost positions are asked about, half are won: small ranges have fewer lost positions, of which
        more would be repetitions.

        Raises:
            InvalidParameter: There are not that many.
        """
        positions: set[tuple[str, str]] = set()
        left = dict.fromkeys((True, False), -(-count // 2) if self._tosses else count)
        for item in self.items(seed, _MOST_REPETITIONS * count, prefix):
            if len(positions) == count:
                return
            wins = bool(item.winning_moves)
            if left[wins] and (item.game, item.position) not in positions:
                positions.add((item.game, item.position))
                left[wins] -= 1
                yield item
        if len(positions) < count:
            raise InvalidParameter(f"There are not {count:,} different items of '{self.label}'.")


@dataclass(frozen=True, slots=True)
class _Wish:
    """The verdict that a position is to have; None where that does not matter."""

    wins: bool | None = None
    grundy: int | None = None
    """The Grundy value, or what it leaves when divided by `_GUESSES`."""


Board = tuple[AnyGame, Any, Verdict]

# --- positions ----------------------------------------------------------------------------------------------


def _draw_numbers(recipe: Recipe, draw: Draw, wish: _Wish) -> Board | None:
    """Draw numbers, or return None if they do not make a question of this kind."""
    number = _any_number if wish.wins is False and recipe.parts == 1 else _rich_number
    numbers = [number(draw, recipe.low, recipe.high) for _ in range(recipe.parts)]
    if recipe.game == "sum":
        places = [
            f"{MIXTURE[(place + draw.below(2)) % 2] if place else MIXTURE[0]}:{n}" for place, n in enumerate(numbers)
        ]
        start = "+".join(places)
    else:
        start = f"start={'+'.join(map(str, numbers))}"
    game = create(f"{recipe.game}({start}{',misere' if recipe.misere else ''})")
    position = game.start()
    verdict = solve(game, position)
    return (game, position, verdict) if _fits(recipe, game, position, verdict, wish) else None


def _rich_number(draw: Draw, low: int, high: int) -> int:
    """Draw a number with many divisors: small primes multiplied, and a last factor that fills up the range."""
    target = draw.spread(low, high)
    number = 1
    while number * _PRIMES[-1] <= target:
        number *= draw.choice(_PRIMES)
    return number * draw.between(-(-low // number), max(-(-low // number), target // number))


def _any_number(draw: Draw, low: int, high: int) -> int:
    return draw.spread(low, high)


def _draw_pool(recipe: Recipe, draw: Draw, wish: _Wish) -> Board | None:
    """Draw a pool and play at random, until some position makes a question of this kind or the match is over."""
    game = _pool(recipe.game, draw.between(recipe.low, recipe.high))
    position = game.start()
    wait = draw.between(1, max(2, game.max_length // 3))
    for ply in range(game.max_length):
        moves = game.legal_moves(position)
        if not moves:
            return None
        if ply >= wait and len(moves) > 1:
            verdict = solve(game, position)
            if _fits(recipe, game, position, verdict, wish):
                return game, position, verdict
        position = game.child(position, draw.choice(moves))
    return None


@lru_cache(maxsize=256)
def _pool(slug: str, high: int) -> AnyGame:
    return create(slug, pool=(2, high))


def _fits(recipe: Recipe, game: AnyGame, position: Any, verdict: Verdict, wish: _Wish) -> bool:
    try:
        if wish.wins is not None and verdict.wins is not wish.wins:
            return False
        count = game.count_moves(position)
        if count < (1 if recipe.kind is Kind.WINNER and not wish.wins else 2):
            return False
        if wish.grundy is not None and (verdict.grundy is None or verdict.grundy % _GUESSES != wish.grundy):
            return False
        winning = len(verdict.winning_moves)
        if verdict.wins and (winning > recipe.share * count or winning > _MOST_WINNING):
            return False
        return depth_of(game, verdict) >= recipe.depth
    except Unsolved:
        return False


# --- questions ----------------------------------------------------------------------------------------------


def _draw_item(recipe: Recipe, draw: Draw, name: str, wish: _Wish) -> Item | None:
    board = (_draw_pool if recipe.is_pool else _draw_numbers)(recipe, draw, wish)
    return None if board is None else _ask(recipe, *board, name, draw)


def _ask(recipe: Recipe, game: AnyGame, position: Any, verdict: Verdict, name: str, draw: Draw) -> Item | None:
    """Make the item, or return None if its answer is too short, or too likely, to be worth asking for."""
    answer = _ANSWERS[recipe.kind](game, position, verdict)
    if answer is None:
        return None
    gold, chance = answer
    if recipe.kind is Kind.LINE and chance > recipe.share:
        return None
    view = game.view(position)
    style = draw.choice(STYLES) if recipe.style == "any" else recipe.style
    lists_moves = draw.toss() if recipe.lists_moves is None else recipe.lists_moves
    wins = verdict.wins
    return Item(
        id=name,
        kind=recipe.kind,
        game=game.id,
        position=game.text(position),
        prompt=compose(game, position, view, recipe.kind, style=style, lists_moves=lists_moves),
        form=form_of(view, recipe.kind, style),
        gold=gold,
        chance=chance,
        difficulty=measure_difficulty(game, position, view, verdict),
        winning_moves=tuple(type_moves(game, position, verdict.winning_moves)) if wins else (),
        style=style,
        lists_moves=lists_moves,
        prompt_version=PROMPT_VERSION,
        certificate=verdict.certificate if recipe.certificates else None,
    )


def measure_difficulty(game: AnyGame, position: Any, view: View, verdict: Verdict) -> Difficulty:
    """Return the measures of a position."""
    size, parts = 0, 1
    if isinstance(view, PoolView):
        size = view.high
    elif isinstance(view, NumbersView):
        size, parts = max(view.numbers), len(view.heaps)
    winning = len(verdict.winning_moves) if verdict.wins else 0
    return Difficulty(game.count_moves(position), winning, size, parts, depth_of(game, verdict))


def depth_of(game: AnyGame, verdict: Verdict) -> int:
    """Return the most moves that can follow; in a pool, if the winner answers with the partners of the verdict."""
    return 2 * len(verdict.pairs) + verdict.wins if isinstance(verdict, PoolVerdict) else game.max_length


Answer = tuple[str, float]


def _move_answer(game: AnyGame, position: Any, verdict: Verdict) -> Answer | None:
    winning = verdict.winning_moves
    return as_typed(game, position, winning[0]), round(len(winning) / game.count_moves(position), 6)


def _moves_answer(game: AnyGame, position: Any, verdict: Verdict) -> Answer | None:
    gold = ", ".join(type_moves(game, position, verdict.winning_moves))
    return gold, round(1 / comb(game.count_moves(position), len(verdict.winning_moves)), 6)


def _winner_answer(game: AnyGame, position: Any, verdict: Verdict) -> Answer | None:
    return "won" if verdict.wins else "lost", 0.5


def _grundy_answer(game: AnyGame, position: Any, verdict: Verdict) -> Answer | None:
    values = _count_values(measure_difficulty(game, position, game.view(position), verdict).size)
    return str(verdict.grundy), round(1 / min(values, game.count_moves(position) + 1), 6)


def _count_values(high: int) -> int:
    """Return how many Grundy values are asked for, where no number is larger: at most `_GUESSES`."""
    # One number N has at most log2(N) - 1, and a sum of several no more binary digits.
    return min(_GUESSES, 1 << max(1, high.bit_length() - 2).bit_length())


def _line_answer(game: AnyGame, position: Any, verdict: Verdict) -> Answer | None:
    """A line in which both take the largest move they can afford; the chance is that of its moves at random."""
    line, chance = [], 1.0
    while game.outcome(position) is None:
        verdict = solve(game, position)
        moves: Sequence[Any] = game.legal_moves(position)
        if verdict.wins:
            chance *= len(verdict.winning_moves) / len(moves)
            moves = verdict.winning_moves
        line.append(as_typed(game, position, moves[-1]))
        position = game.child(position, moves[-1])
    return (", ".join(line), round(chance, 6)) if len(line) > 1 else None


def _proof_answer(game: AnyGame, position: Any, verdict: Verdict) -> Answer | None:
    proof = proof_of(verdict)
    return (proof.text, 0.0) if len(proof.pairs) >= _FEWEST_PAIRS else None


_ANSWERS: dict[Kind, Callable[[AnyGame, Any, Verdict], Answer | None]] = {
    Kind.MOVE: _move_answer,
    Kind.MOVES: _moves_answer,
    Kind.WINNER: _winner_answer,
    Kind.GRUNDY: _grundy_answer,
    Kind.LINE: _line_answer,
    Kind.PROOF: _proof_answer,
}


# --- validation ---------------------------------------------------------------------------------------------


def is_sound(item: Item, draw: Draw) -> bool:
    """Return whether an item scores what it should: gold 1, nothing 0, the whole list 0, a random move by its value.

    A position in which the whole list happens to be an answer is not asked about.
    """
    return all(judge(item, reply).right is right for reply, right in _trials(item, draw))


def _trials(item: Item, draw: Draw) -> Iterator[tuple[str, bool]]:
    """Yield replies, each with whether it is right."""
    yield item.reply, True
    yield "", False
    if item.kind is Kind.CHAIN:
        yield wrap(item.gold.partition(", ")[2]), False
        yield wrap(", ".join(map(str, range(1, item.difficulty.size + 1)))), False
        return
    game, position = item.board
    moves = game.legal_moves(position)
    typed = as_typed(game, position, draw.choice(moves))
    if item.kind is not Kind.GRUNDY:
        yield wrap(typed), _is_right_alone(item, typed)
    yield wrap(", ".join(type_moves(game, position, moves[: 2 * _MOST_WINNING]))), False


def _is_right_alone(item: Item, move: str) -> bool:
    """Return whether a reply of this one move is right."""
    if item.kind is Kind.MOVES:
        return (move,) == item.winning_moves
    return item.kind is Kind.MOVE and move in item.winning_moves
