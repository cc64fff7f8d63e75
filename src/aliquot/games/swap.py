"""The pie rule: the second player may take over the first move."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from aliquot.core.errors import InvalidParameter, InvalidPosition
from aliquot.core.outcome import Seat, other
from aliquot.core.text import quote
from aliquot.core.view import Option, View
from aliquot.games.divisor_duel_pool import PoolPosition
from aliquot.games.rulebook import RuleText, Section
from aliquot.games.sum import Sum
from aliquot.games.wrapper import Variant, Wrapper, unwrap

WORD = "swap"
"""How the move is typed and written."""
OPEN = "~"
"""Ends the text of a position in which the swap is open."""


@dataclass(frozen=True, slots=True)
class SwapPosition:
    """A position of the game inside, and what became of the swap."""

    inner: Any
    opened: bool = False
    """True if the first move has been made."""
    decided: bool = False
    """True if the second turn has been taken."""
    swapped: bool = False
    """True if it was a swap, so that the seats have changed places."""


@dataclass(frozen=True, slots=True, repr=False)
class Swap(Wrapper):
    """Another game, in which the second turn may be a swap."""

    def __post_init__(self) -> None:
        """Refuses the rule twice."""
        if WORD in self.game.options:
            raise InvalidParameter("The game has the pie rule already.")

    @property
    def title(self) -> str:
        """The game inside, and what is different."""
        return f"{self.game.title}, with the pie rule"

    @property
    def tagline(self) -> str:
        """The game inside, and what is different."""
        return f"{self.game.tagline} After the first move, Player 2 may swap: take it over instead of moving."

    @property
    def goal(self) -> str:
        """That of the game inside, and what is different."""
        return f"{self.game.goal} After the first move, the second player may swap: take it over instead of moving."

    @property
    def options(self) -> tuple[str, ...]:
        """Those of the game inside, and `swap`."""
        return (*self.game.options, WORD)

    @property
    def max_length(self) -> int:
        """The swap is one move more."""
        return self.game.max_length + 1

    @property
    def swap_move(self) -> Any:
        """The swap as a move: of the kind of the moves inside, less than any of them, and typed by its name only."""
        return (-1, -1) if isinstance(unwrap(self.game)[0], Sum) else -1

    def inside(self, p: SwapPosition) -> Any:
        """Return the position of the game inside."""
        return p.inner

    def is_open(self, p: SwapPosition) -> bool:
        """Return whether the player to move may swap; not if being unable to move has won already."""
        return p.opened and not p.decided and (self.last_move_wins or self.game.outcome(p.inner) is None)

    def start(self) -> SwapPosition:
        """The start of the game inside."""
        return SwapPosition(self.game.start())

    def seat(self, p: SwapPosition) -> Seat:
        """That of the game inside, or the other one after a swap."""
        seat = self.game.seat(p.inner)
        return other(seat) if p.swapped else seat

    def legal_moves(self, p: SwapPosition) -> Sequence[Any]:
        """Those of the game inside, and the swap while it is open."""
        moves = self.game.legal_moves(p.inner)
        return (self.swap_move, *moves) if self.is_open(p) else moves

    def count_moves(self, p: SwapPosition) -> int:
        return self.game.count_moves(p.inner) + self.is_open(p)

    def is_legal(self, p: SwapPosition, move: Any) -> bool:
        """Return whether the move is legal inside, or a swap while it is open."""
        if type(move) is type(self.swap_move) and move == self.swap_move:
            return self.is_open(p)
        return self.game.is_legal(p.inner, move)

    def is_over(self, p: SwapPosition) -> bool:
        """Return whether the game inside is over, and there is nothing to swap."""
        return not self.is_open(p) and self.game.outcome(p.inner) is not None

    def child(self, p: SwapPosition, move: Any) -> SwapPosition:
        """The position inside after the move; after a swap it is the same, with the seats changed."""
        if self.is_open(p) and move == self.swap_move:
            return SwapPosition(p.inner, opened=True, decided=True, swapped=True)
        return SwapPosition(self.game.child(p.inner, move), True, p.opened, p.swapped)

    def objection(self, p: SwapPosition, move: Any) -> str:
        """Return why a move is illegal, in one sentence."""
        if type(move) is type(self.swap_move) and move == self.swap_move:
            return "Only the second turn of the game can be a swap."
        return self.game.objection(p.inner, move)

    def key(self, p: SwapPosition) -> Hashable:
        """That of the game inside, and whether the swap is to come, open or past."""
        return self.game.key(p.inner), p.opened, self.is_open(p)

    def text(self, p: SwapPosition) -> str:
        """That of the game inside, marked while the swap is open."""
        return self.game.text(p.inner) + (OPEN if self.is_open(p) else "")

    def position(self, text: str) -> SwapPosition:
        """Reads a position; only the start is one before the first move."""
        text = text.strip()
        inner = self.game.position(text.removesuffix(OPEN))
        if text.endswith(OPEN):
            if isinstance(inner, PoolPosition) and len(inner.picks) != 1:
                raise InvalidPosition(f"The swap is open after one pick and no other time, not at {quote(text)}.")
            # It is always seat 2 that may swap, whatever the text inside says about seats.
            return SwapPosition(inner, opened=True, swapped=self.game.seat(inner) == 1)
        begun = self.game.key(inner) != self.game.key(self.game.start())
        return SwapPosition(inner, opened=begun, decided=begun)

    def spell(self, p: SwapPosition, move: Any) -> str:
        """As inside, or `swap`."""
        return WORD if move == self.swap_move else self.game.spell(p.inner, move)

    def parse(self, p: SwapPosition, text: str) -> Any:
        """As inside, or `swap`."""
        return self.swap_move if text.strip().casefold() == WORD else self.game.parse(p.inner, text)

    def view(self, p: SwapPosition) -> View:
        """As inside, with the swap while it is open; after one, everything counts for the other seat."""
        inner = self.game.view(p.inner)
        view = inner.for_seat(self.seat(p))
        if not self.is_open(p):
            return view
        prompt = (
            "take the last move over: nothing else can be done" if inner.no_move_reason else f"{inner.prompt}, or swap"
        )
        return replace(view, prompt=prompt, swap=Option(self.swap_move, WORD, WORD, inner.summary))


PIE_RULE = Variant(
    slug=WORD,
    title="Pie rule",
    line="The second player may take over the first move.",
    example="dividers-duel(start=60,swap)",
    wrap=Swap,
    rules=RuleText(
        "The pie rule: the second player may take over the first move.",
        (
            Section(
                "Rules",
                (
                    "The rules of the game stay the same, except the second turn. After Player 1's first "
                    'move, Player 2 may say "swap" instead of moving: the move then counts as Player 2\'s, and '
                    "Player 1 moves next. So make a first move that is as fair as a pie cut in half.",
                ),
            ),
            Section(
                "Theory",
                (
                    "Player 2 wins. If the position after the first move is won for the player to move, Player 2 "
                    "moves; if it is lost, Player 2 swaps. So Player 2 can take any advantage that the first move "
                    "gives, but has to see it.",
                ),
            ),
        ),
        "docs/variants.md",
    ),
)
