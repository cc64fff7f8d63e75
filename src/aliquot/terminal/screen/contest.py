"""A contest: one sitting after another between the same players, the score, and what each move was worth."""

from collections.abc import Iterator
from dataclasses import replace

from aliquot.core.player import HUMAN
from aliquot.core.series import Series
from aliquot.games.swap import Swap
from aliquot.oracle.review import Judgement, judge
from aliquot.terminal.screen import wording
from aliquot.terminal.screen.history import Line
from aliquot.terminal.setup import Setup, fresh_seed
from aliquot.terminal.sitting import Sitting


class Contest:
    """Knows which sitting is being played and which comes next. It shows nothing."""

    def __init__(self, setup: Setup, sitting: Sitting | None = None) -> None:
        """Sits the players down.

        Args:
            setup: What has been agreed.
            sitting: A match to be taken up again, if there is one; whatever series it was part of is over.
        """
        self.setup = setup
        self.coin: str | None = None
        """How the coin fell, if one was tossed."""
        if sitting is None:
            self.series, self.coin = setup.series()
        else:
            self.series = Series(sitting.names)
        self.sitting = sitting or self._begin()
        self._judged: dict[int, tuple[object, Judgement]] = {}

    @classmethod
    def resume(cls, sitting: Sitting) -> "Contest":
        """A contest that goes on from a match taken up again."""
        clock = sitting.clock.control if sitting.clock is not None else None
        setup = Setup(
            sitting.match.game,
            sitting.kinds,
            sitting.names,
            seed=fresh_seed(),
            penalty=sitting.match.penalty,
            hints=sitting.allows_hints,
            clock=clock,
            save=sitting.keeps,
        )
        return cls(setup, sitting)

    def _begin(self) -> Sitting:
        place = (self.series.number, self.series.best_of) if self.series.best_of > 1 else None
        return Sitting.begin(self.setup, self.series.seating, place)

    @property
    def is_human(self) -> bool:
        """Whether a person is to move."""
        match = self.sitting.match
        return match.outcome is None and self.sitting.kinds[match.seat - 1] == HUMAN

    @property
    def is_decided(self) -> bool:
        """Whether somebody has won the series."""
        return self.series.champion is not None

    def can(self, action: str) -> bool:
        """Whether something can be done now; what is not known here can always be done."""
        sitting, played = self.sitting, self.sitting.match
        match action:
            case "again":
                return played.outcome is not None
            case "review":
                return played.outcome is not None and bool(played.turns)
            case "hint":
                return self.is_human
            case "take_back":
                return self.is_human and sitting.can_take_back
            case "resign":
                return played.outcome is None and HUMAN in sitting.kinds
            case "swap":
                return self.is_human and isinstance(played.game, Swap) and played.game.is_open(played.position)
        return True

    @property
    def place(self) -> str:
        """Which game of the series it is, and the score; nothing for a single game."""
        if self.series.best_of == 1:
            return ""
        (one, two), (won, lost) = self.series.players, self.series.score
        number = self.sitting.round[0] if self.sitting.round else 1
        return f"Game {number} of at most {self.series.best_of}   {one} {won} : {lost} {two}"

    def conclude(self) -> str:
        """Counts a finished match, and says how it ended."""
        sitting = self.sitting
        if sitting.clock is not None:
            sitting.clock.stop()
        result = wording.conclude(sitting.match, sitting.names)
        if self.series.champion is None and sitting.match.outcome is not None:
            self.series.add(sitting.match.outcome.winner)
            if self.series.best_of > 1 and self.series.champion is not None:
                score = f"{max(self.series.score)} to {min(self.series.score)}"
                result = f"{result} {self.series.champion} wins the series {score}."
        return result

    def again(self) -> None:
        """Begins the next game of the series, or another series with the seats swapped."""
        self.sitting.close()
        if self.is_decided:
            one, two = self.setup.kinds
            names = self.setup.players
            if self.series.players == names:  # Where a coin has swapped the seats, that is undone.
                one, two, names = two, one, names[::-1]
            self.setup = replace(self.setup, kinds=(one, two), names=names, seed=fresh_seed(), toss=False)
            self.series, self.coin = self.setup.series()
        self.sitting = self._begin()
        self._judged.clear()

    def unjudged(self) -> Iterator[int]:
        """The moves the oracle has not been asked about, from 0 on."""
        for number, turn in enumerate(self.sitting.match.turns):
            known = self._judged.get(number)
            if turn.after is not None and (known is None or known[0] is not turn):
                yield number

    def judge(self, number: int) -> None:
        """Asks the oracle what a move was worth, which may take a while.

        Raises:
            Unsolved: The oracle does not know.
        """
        match = self.sitting.match
        turn = match.turns[number]
        self._judged[number] = (turn, judge(match.game, number + 1, turn))

    def lines(self, *, marked: bool) -> list[Line]:
        """The moves so far, with marks where they are known and may be shown."""
        found = []
        for number, turn in enumerate(self.sitting.match.turns):
            text, left = wording.spell(self.sitting.match, number)
            known = self._judged.get(number)
            mark = known[1].mark if marked and known is not None and known[0] is turn else None
            found.append(Line(turn.seat, text, left, mark))
        return found
