"""A chain that a person writes: the steps so far, to be undone, the end that grows next, and the best length."""

from collections.abc import Callable

from aliquot.core.errors import IllegalMove
from aliquot.games.longest_chain import LEFT, RIGHT, Chain, End, Extension
from aliquot.reports.chain import NO_HINT, ChainReport, chain_report

Store = Callable[[Chain, int], None]
"""Stores a chain and the best length so far."""


class ChainSession:
    """A chain in the making. Whatever changes it is stored at once and can be undone."""

    def __init__(self, chain: Chain, best: int = 0, store: Store = lambda chain, best: None) -> None:
        """Begin with a chain.

        Args:
            chain: The chain, which may be empty.
            best: The best length so far.
            store: Called after every change.
        """
        self.chain, self.best = chain, max(best, len(chain.numbers))
        self.active: End = RIGHT
        """The end that grows next, if a number fits there."""
        self._past: list[tuple[Chain, End]] = []
        self._plan: tuple[int, ...] = ()
        self._store = store

    @property
    def can_undo(self) -> bool:
        """True if there is a step to undo."""
        return bool(self._past)

    def add(self, text: str) -> Extension:
        """Add a number that was typed, at the end it names or where it fits.

        Raises:
            InvalidMove: The text is no number.
            IllegalMove: The number cannot be added there.
        """
        extension = self.chain.parse(text, self.active)
        self._change(self.chain.extend(*extension), extension.end)
        return extension

    def shorten(self) -> int:
        """Take the number at the active end off, and return it.

        Raises:
            IllegalMove: The chain is empty.
        """
        number = self.chain.end(self.active)
        self._change(self.chain.shorten(self.active), self.active)
        return number or 0

    def switch(self) -> None:
        """Let the other end grow next."""
        self.active = LEFT if self.active == RIGHT else RIGHT

    def restart(self) -> None:
        """Begin again with an empty chain."""
        self._change(Chain(self.chain.limit), RIGHT)

    def undo(self) -> None:
        """Undo the last step.

        Raises:
            IllegalMove: There is none.
        """
        if not self._past:
            raise IllegalMove("There is no step to undo.", code="nothing-to-undo")
        self.chain, self.active = self._past.pop()
        self._store(self.chain, self.best)

    def hint(self) -> str:
        """Return a hint in one sentence; the end it names grows next."""
        advice = chain_report(self.chain, with_hint=True, plan=self._plan).hint
        if advice is None:
            return NO_HINT
        self._plan = advice.continuation
        if self.chain.numbers:
            self.active = advice.end
        return advice.sentence

    def report(self) -> ChainReport:
        """Return the report on the chain."""
        return chain_report(self.chain)

    def _change(self, chain: Chain, active: End) -> None:
        self._past.append((self.chain, self.active))
        self.chain, self.active, self.best = chain, active, max(self.best, len(chain.numbers))
        self._store(chain, self.best)
