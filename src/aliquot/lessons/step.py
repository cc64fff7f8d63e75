"""A step of a lesson: a board, a question about it, and the reply to every answer."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from aliquot.core.errors import IllegalMove, InvalidMove
from aliquot.core.game import AnyGame

Board = tuple[AnyGame, Any]
"""A game and a position of it."""


class Question(StrEnum):
    """The kind of answer that a step asks for."""

    READ = "read"
    """Nothing: read and continue."""
    MOVE = "move"
    """Any legal move."""
    WIN = "win"
    """A move that wins."""
    LONGEST = "longest"
    """A number after which a chain can still become as long as possible."""
    JUDGE = "judge"
    """True if the position is won (True) or lost (False) for the player to move."""


@dataclass(frozen=True, slots=True)
class Reply:
    """The reply to an answer."""

    accepted: bool
    """True if the answer is right; if not, the learner tries again."""
    text: str
    """The reason in a few sentences; empty where nothing was asked."""
    position: Any
    """The position on the board now."""
    next_step: "Step | None" = None
    """The next question of the step, where it is a match against the opponent; None if the step is done."""
    moves: tuple[Any, ...] = ()
    """The learner's move and the opponent's answer, as far as they were made."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to read, to do or to find out."""

    text: str
    """The text that the learner reads."""
    game: AnyGame
    """The game on the board."""
    position: Any
    """The position on the board."""
    question: Question = Question.READ
    plain: bool = False
    """True if reasons name the next moves only, because the trick is still a secret."""
    opponent: bool = False
    """True if the opponent answers, so that a match is played to its end."""
    moral: str = ""
    """A sentence added to the reply to a right answer."""

    @property
    def title(self) -> str:
        """The name of the game."""
        from aliquot.games import title_of

        return title_of(self.game)

    @property
    def goal(self) -> str:
        """The task and the aim of the game, in one line."""
        from aliquot.games import goal_of

        return goal_of(self.game)

    @property
    def tagline(self) -> str:
        """One line that says what the game is."""
        return str(self.game.tagline)

    @property
    def right_moves(self) -> tuple[Any, ...]:
        """The moves that win."""
        from aliquot.oracle import solve

        return tuple(solve(self.game, self.position).winning_moves)

    def solution(self) -> str:
        """Return the right answer and its reason."""
        from aliquot.core.text import listing
        from aliquot.lessons import feedback
        from aliquot.oracle import solve

        reason = feedback.explain_position(self.game, self.position, plain=False)
        if self.question is Question.JUDGE:
            return f"{'Won' if solve(self.game, self.position).wins else 'Lost'}. {reason}"
        return f"{listing([self.game.spell(self.position, move) for move in self.right_moves])} wins. {reason}"

    def answer(self, answer: Any = None) -> Reply:
        """Reply to an answer.

        Args:
            answer: A move, as the game has it or as text; True or False for won or lost; None to read on.
        """
        if self.question is Question.READ:
            return Reply(True, "", self.position)
        if self.question is Question.JUDGE:
            return self._judge(answer)
        try:
            move = self.game.parse(self.position, answer) if isinstance(answer, str) else answer
            after = self.game.play(self.position, move)
        except InvalidMove as error:
            return self._refuse(str(error))
        except IllegalMove as error:
            cost = " In a real duel that loses at once. Here you try again." if self.game.penalty == "forfeit" else ""
            return self._refuse(f"{error}{cost}")
        return self._move(move, after)

    def _refuse(self, text: str) -> Reply:
        return Reply(False, text, self.position)

    def _accept(self, text: str, position: Any, *moves: Any) -> Reply:
        return Reply(True, f"{text} {self.moral}".strip(), position, moves=moves)

    def _judge(self, answer: Any) -> Reply:
        from aliquot.lessons import feedback
        from aliquot.oracle import solve

        if type(answer) is not bool:
            return self._refuse("Say whether this is won or lost for the player to move.")
        wins = solve(self.game, self.position).wins
        reason = feedback.explain_position(self.game, self.position, plain=self.plain)
        what = "won" if wins else "lost"
        if answer is wins:
            return self._accept(f"Right, it is {what}. {reason}", self.position)
        return self._refuse(f"Not quite: it is {what}. {reason}")

    def _move(self, move: Any, after: Any) -> Reply:
        from aliquot.lessons import feedback
        from aliquot.oracle import explain

        if self.question is Question.WIN and not explain(self.game, self.position, move).wins:
            return self._refuse(feedback.explain_losing_move(self.game, self.position, move, plain=self.plain))
        if self.opponent and self.game.outcome(after) is None:
            return self._exchange(move, after)
        if self.question is Question.WIN and not self.opponent:
            text = feedback.explain_winning_move(self.game, self.position, move, plain=self.plain)
            return self._accept(text, after, move)
        text = feedback.describe_move(self.game, self.position, move)
        return self._accept(self._with_end(text, after) if self.opponent else text, after, move)

    def _with_end(self, text: str, position: Any) -> str:
        """Add to the last sentence of a match that the opponent has won it, if so."""
        outcome = self.game.outcome(position)
        lost = outcome is not None and outcome.winner != self.game.seat(self.position)
        return f"{text} This game goes to your opponent." if lost else text

    def _exchange(self, move: Any, after: Any) -> Reply:
        """Let the opponent make the best answer."""
        from aliquot.lessons import feedback
        from aliquot.oracle.hints import advise

        reply = advise(self.game, after).moves[0]
        now = self.game.child(after, reply)
        text = feedback.describe_exchange(self.game, self.position, move, reply)
        if self.game.outcome(now) is not None:
            return self._accept(self._with_end(text, now), now, move, reply)
        ask = "Keep winning." if self.question is Question.WIN else "Any move will do."
        question = replace(self, text=f"{feedback.describe_position(self.game, now)} {ask}", position=now)
        return Reply(True, text, now, question, (move, reply))


def read(board: Board, text: str) -> Step:
    """Make a step to read."""
    return Step(text, *board)


def try_out(board: Board, text: str) -> Step:
    """Make a step in which a match is played to its end with any moves."""
    return Step(text, *board, Question.MOVE, opponent=True)


def win(board: Board, text: str, *, plain: bool = False, moral: str = "") -> Step:
    """Make a step that asks for a winning move."""
    return Step(text, *board, Question.WIN, plain=plain, moral=moral)


def play(board: Board, text: str) -> Step:
    """Make a step in which a match is to be won."""
    return Step(text, *board, Question.WIN, plain=True, opponent=True)


def judge(board: Board, text: str, *, plain: bool = False, moral: str = "") -> Step:
    """Make a step that asks whether a position is won or lost."""
    return Step(text, *board, Question.JUDGE, plain=plain, moral=moral)
