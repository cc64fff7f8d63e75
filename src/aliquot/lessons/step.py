"""A step of a lesson: a board, a question about it, and what is said to every answer."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from aliquot.core.errors import IllegalMove, InvalidMove
from aliquot.core.game import AnyGame

Board = tuple[AnyGame, Any]
"""A game and a position of it."""


class Question(StrEnum):
    """What a step asks of the learner."""

    READ = "read"
    """Nothing: read, and go on."""
    MOVE = "move"
    """Make a move; any legal one will do."""
    WIN = "win"
    """Make a move that wins."""
    JUDGE = "judge"
    """Say whether the position is won (True) or lost (False) for whoever is to move."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What an answer comes to."""

    accepted: bool
    """Whether the lesson goes on; if not, the learner tries again."""
    text: str
    """Why, in a sentence or a few; empty where nothing was asked."""
    position: Any
    """What the board shows now."""
    then: "Step | None" = None
    """The same step further on, where a game is played to its end; None if the step is done."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to read, to do or to find out."""

    text: str
    """What the learner reads."""
    game: AnyGame
    """The game of the board that is shown."""
    position: Any
    """The position that is shown."""
    question: Question = Question.READ
    """What is asked."""
    plain: bool = False
    """Whether reasons go by the next moves alone, because the trick has not been told yet."""
    opponent: bool = False
    """Whether the opponent answers, so that a game is played to its end."""
    moral: str = ""
    """What is said besides when the answer is accepted."""

    def answer(self, given: Any = None) -> Reply:
        """Says what an answer comes to.

        Args:
            given: A move, as the game has it or as it is typed; True or False for a judgement; nothing to read on.
        """
        if self.question is Question.READ:
            return Reply(True, "", self.position)
        if self.question is Question.JUDGE:
            return self._judged(given)
        try:
            move = self.game.parse(self.position, given) if isinstance(given, str) else given
            after = self.game.play(self.position, move)
        except InvalidMove as error:
            return self._refused(str(error))
        except IllegalMove as error:
            cost = " In a real duel that loses at once. Here you try again." if self.game.penalty == "forfeit" else ""
            return self._refused(f"{error}{cost}")
        return self._moved(move, after)

    def _refused(self, text: str) -> Reply:
        return Reply(False, text, self.position)

    def _accepted(self, text: str, position: Any) -> Reply:
        return Reply(True, f"{text} {self.moral}".strip(), position)

    def _judged(self, given: Any) -> Reply:
        from aliquot.lessons import feedback
        from aliquot.oracle import solve

        if type(given) is not bool:
            return self._refused("Say whether it is won or lost for whoever is to move.")
        wins = solve(self.game, self.position).wins
        why = feedback.why(self.game, self.position, plain=self.plain)
        what = "won" if wins else "lost"
        if given is wins:
            return self._accepted(f"Right, it is {what}. {why}", self.position)
        return self._refused(f"Not quite: it is {what}. {why}")

    def _moved(self, move: Any, after: Any) -> Reply:
        from aliquot.lessons import feedback
        from aliquot.oracle import explain

        if self.question is Question.WIN and not explain(self.game, self.position, move).wins:
            return self._refused(feedback.slip(self.game, self.position, move, plain=self.plain))
        if self.opponent and self.game.outcome(after) is None:
            return self._answered(move, after)
        if self.question is Question.WIN and not self.opponent:
            return self._accepted(feedback.success(self.game, self.position, move, plain=self.plain), after)
        return self._accepted(feedback.made(self.game, self.position, move), after)

    def _answered(self, move: Any, after: Any) -> Reply:
        """Lets the opponent answer, as well as it can be done."""
        from aliquot.lessons import feedback
        from aliquot.oracle.hints import advise

        answer = advise(self.game, after).moves[0]
        now = self.game.child(after, answer)
        text = feedback.exchange(self.game, self.position, move, answer)
        if self.game.outcome(now) is not None:
            return self._accepted(f"{text} This game goes to your opponent.", now)
        ask = "Keep winning." if self.question is Question.WIN else "Any move will do."
        return Reply(True, text, now, replace(self, text=f"{feedback.faced(self.game, now)} {ask}", position=now))


def read(board: Board, text: str) -> Step:
    """A step to read."""
    return Step(text, *board)


def try_out(board: Board, text: str) -> Step:
    """A step that asks for a game to be played to its end, with any moves at all."""
    return Step(text, *board, Question.MOVE, opponent=True)


def win(board: Board, text: str, *, plain: bool = False, moral: str = "") -> Step:
    """A step that asks for a winning move."""
    return Step(text, *board, Question.WIN, plain=plain, moral=moral)


def play(board: Board, text: str) -> Step:
    """A step that asks for a game to be won, to its end."""
    return Step(text, *board, Question.WIN, plain=True, opponent=True)


def judge(board: Board, text: str, *, plain: bool = False, moral: str = "") -> Step:
    """A step that asks who wins."""
    return Step(text, *board, Question.JUDGE, plain=plain, moral=moral)
