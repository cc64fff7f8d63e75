"""What PettingZoo keeps for each agent, written down only when somebody looks.

Five dictionaries with an entry for each agent would weigh more than the moves of a short match. Both agents of a duel
begin and end together and are paid at the end alone, so a few facts decide all five.
"""

from abc import abstractmethod
from collections.abc import Iterator
from typing import Any, Literal

from pettingzoo import AECEnv

SEATS = ("seat_1", "seat_2")
"""The agents, in the order in which they move."""

Book = dict[str, Any]
"""An entry for each agent that is not out."""


_PAY = (dict.fromkeys(SEATS, 0.0), {"seat_1": 1.0, "seat_2": -1.0}, {"seat_1": -1.0, "seat_2": 1.0})
"""What each agent gets: while there is no winner, if the first seat wins, and if the second does."""


def _book(name: str, what: str) -> Any:
    """One of the dictionaries, to be read and, as PettingZoo's own wrappers do, to be replaced."""

    def read(self: "Ledger") -> Book:
        return self.books()[name]

    def replace(self: "Ledger", book: Book) -> None:
        self.books()[name] = book
        self.is_foreign = True

    return property(read, replace, doc=what)


class Ledger(AECEnv):  # type: ignore[misc]
    """Two agents, each of whom is out once the match is over and it has been told so."""

    agents: list[str]
    """Those who are not out."""
    agent_selection: str
    """Whose turn it is to move, or to be told."""
    is_over: bool
    """Whether the match has ended or was cut short."""
    has_ended: bool
    """Whether it has ended."""
    is_cut: bool
    """Whether it was cut short."""
    is_foreign: bool
    """Whether somebody else has replaced a dictionary; from then on the dictionaries decide, until the next match."""

    rewards = _book("rewards", "What the last turn brought each agent.")
    terminations = _book("terminations", "Whether the match has ended.")
    truncations = _book("truncations", "Whether the match was cut short.")
    infos = _book("infos", "What each agent is told.")
    _cumulative_rewards = _book("earned", "What each agent has earned since its last turn.")

    def open(self) -> None:
        """Begins a match."""
        self.agents = ["seat_1", "seat_2"]
        self.agent_selection = "seat_1"
        self.is_over = self.has_ended = self.is_cut = self.is_foreign = False
        self._winner = 0
        self._books: dict[str, Book] | None = None
        self._info: Book | None = None

    def end(self, winner: Literal[1, 2]) -> None:
        """Ends the match."""
        self._winner = winner
        self.is_over = self.has_ended = True

    def cut(self) -> None:
        """Cuts the match short."""
        self.is_over = self.is_cut = True

    def earned(self, agent: str) -> float:
        """What an agent has won or lost."""
        return _PAY[self._winner][agent]

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """What the agent whose turn it is sees, and has earned since its last turn."""
        if self.is_foreign:
            return super().last(observe)  # type: ignore[no-any-return]
        agent = self.agent_selection
        seen = self.observe(agent) if observe else None
        if self.is_over:
            return seen, self.earned(agent), self.has_ended, self.is_cut, self.info()
        return seen, 0.0, False, False, self.info()

    def info(self) -> Book:
        """What the agent whose turn it is is told."""
        if self._books is not None:
            told: Book = self._books["infos"][self.agent_selection]
            return told
        if self._info is None:
            self._info = self.tell(self.agent_selection)
        return self._info

    @abstractmethod
    def tell(self, agent: str) -> Book:
        """What an agent is told, made anew."""

    def agent_iter(self, max_iter: int = 1 << 63) -> Iterator[str]:
        """The agent whose turn it is, again and again until both are out."""
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def is_out(self) -> bool:
        """Whether there is nothing left to do for the agent whose turn it is but to be told."""
        if self.is_foreign:
            return bool(self.terminations[self.agent_selection] or self.truncations[self.agent_selection])
        return self.is_over

    def leave(self, action: Any) -> None:
        """Takes out the agent whose turn it is.

        Raises:
            ValueError: It wants to do something.
        """
        if self.is_foreign or action is not None:
            self._was_dead_step(action)
            return
        agents = self.agents
        agents.remove(self.agent_selection)
        if agents:
            self.agent_selection = agents[0]
        self._books = self._info = None

    def books(self) -> dict[str, Book]:
        """All dictionaries."""
        if self._books is None:
            agents, mover, info = self.agents, self.agent_selection, self._info
            earned = {agent: self.earned(agent) for agent in agents}
            self._books = {
                # When the second agent is told, the last turn was that of the first, which brings nothing.
                "rewards": dict(earned) if len(agents) == 2 else dict.fromkeys(agents, 0.0),
                "terminations": dict.fromkeys(agents, self.has_ended),
                "truncations": dict.fromkeys(agents, self.is_cut),
                "infos": {a: info if info is not None and a == mover else self.tell(a) for a in agents},
                "earned": earned,
            }
        return self._books
