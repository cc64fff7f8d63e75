"""Episodes: a match of several turns against a computer player, with an exact reward for every move.

The reward of a move answers one question: did it keep the win? It is 1 if it did, and 0 if it gave the win away, could
not be read, or was illegal. Where nothing was at stake, because the position was lost or every move won, it is 0 too,
and `at_stake` says so.
"""

from dataclasses import dataclass
from random import Random
from typing import Any

from aliquot.core.errors import IllegalMove, InvalidMove, InvalidParameter
from aliquot.core.match import Match
from aliquot.core.outcome import Ending, Outcome, Seat
from aliquot.core.record import Record
from aliquot.evals.judge import Judgement, extract, read_move
from aliquot.evals.prompts import match_prompt, turn_prompt
from aliquot.games import create
from aliquot.oracle import solve
from aliquot.players import create_player, take_turn

MODEL = "model"
"""The kind of a model in records. One that abandons a match has given a reply that cannot be read."""


@dataclass(frozen=True, slots=True)
class Step:
    """The result of one reply."""

    judgement: Judgement
    """The value of the reply; it is right if it kept the win, or if nothing was at stake."""
    reward: float
    """1 if the move kept a win that another move would have lost, else 0."""
    at_stake: bool
    """True if some legal moves kept the win and others gave it away."""
    done: bool
    prompt: str
    """The next prompt; at the end the result."""


class Episode:
    """One match of a model against a computer player."""

    def __init__(
        self,
        game: str,
        opponent: str = "skill:0.7",
        *,
        seat: Seat = 1,
        seed: int = 0,
        lists_moves: bool = True,
        retries: int = 0,
    ) -> None:
        """Set up a match, and let the opponent move first if the model has seat 2.

        Args:
            game: The game's id, such as `divisor-duel-pool(pool=2-50)`.
            opponent: A computer player: `perfect`, `random`, `greedy` or `skill:S`.
            seat: The seat of the model.
            seed: The seed of the opponent.
            lists_moves: Whether prompts list the legal moves.
            retries: The number of unreadable or illegal replies in the match that are asked again; one more loses,
                and only that one is in the record.

        Raises:
            UnknownGame: There is no such game.
            InvalidParameter: The game cannot be set up like that, or the opponent is no computer player.
        """
        player = create_player(opponent, Random(f"{seed}/{opponent}"))
        if player is None or seat not in (1, 2):
            raise InvalidParameter(
                "An episode is played from seat 1 or 2 against a computer player, such as skill:0.7."
            )
        self.match: Match[Any, Any] = Match(create(game), penalty="retry")
        self.seat, self.opponent, self.retries = seat, opponent, retries
        self.steps: list[Step] = []
        self._player, self._lists_moves, self._seed = player, lists_moves, seed
        self._let_opponent_move()
        self.prompt = self._first_prompt()
        """What to show to the model now."""

    @property
    def outcome(self) -> Outcome | None:
        """The result, or None while the match goes on."""
        return self.match.outcome

    @property
    def won(self) -> bool:
        """True if the model has won the match."""
        return self.outcome is not None and self.outcome.winner == self.seat

    @property
    def optimality(self) -> float | None:
        """The share of replies at stake that kept the win; None if nothing was at stake."""
        stakes = [step.reward for step in self.steps if step.at_stake]
        return sum(stakes) / len(stakes) if stakes else None

    def step(self, reply: object) -> Step:
        """Take a reply, make its move, and let the opponent answer.

        Raises:
            InvalidParameter: The match is over.
        """
        if self.outcome is not None:
            raise InvalidParameter("The match is over.")
        game, position = self.match.game, self.match.position
        verdict = solve(game, position)
        winning = verdict.winning_moves if verdict.wins else ()
        at_stake = 0 < len(winning) < game.count_moves(position)
        answer, problem = extract(reply)
        try:
            if answer is None:
                raise InvalidMove(problem)
            move = read_move(game, position, answer)
        except (InvalidMove, IllegalMove) as error:
            judgement = Judgement(0.0, isinstance(error, IllegalMove), False, False, str(error), answer)
            return self._refuse(judgement, at_stake)
        right = move in winning or not at_stake
        reason = "" if right else f"{game.spell(position, move)} gives the win away."
        self.match.play(move)
        self._let_opponent_move()
        return self._take(Judgement(float(right), True, True, right, reason, answer), at_stake, right and at_stake)

    def record(self, name: str = "model") -> Record:
        """Return the record of the match, for `aliquot measure`."""
        names = (name, self.opponent) if self.seat == 1 else (self.opponent, name)
        kinds = (MODEL, self.opponent) if self.seat == 1 else (self.opponent, MODEL)
        return Record.of(self.match, names=names, kinds=kinds, seed=self._seed)

    def _refuse(self, judgement: Judgement, at_stake: bool) -> Step:
        """Ask again while there are retries left; otherwise the match is lost."""
        if sum(not step.judgement.legal for step in self.steps) >= self.retries:
            if judgement.parsed and judgement.answer is not None:
                game, position = self.match.game, self.match.position
                self.match.play(game.parse(position, judgement.answer), penalty="forfeit")
            else:
                self.match.concede(Ending.ABANDONED)
        return self._take(judgement, at_stake, False)

    def _take(self, judgement: Judgement, at_stake: bool, keeps_win: bool) -> Step:
        done = self.outcome is not None
        if done:
            self.prompt = f"You have {'won' if self.won else 'lost'}."
        else:
            self.prompt = turn_prompt(self.match.game, self.match.position, lists_moves=self._lists_moves)
            if not judgement.legal:
                self.prompt = f"{judgement.reason} Try again.\n{self.prompt}"
        step = Step(judgement, float(keeps_win), at_stake, done, self.prompt)
        self.steps.append(step)
        return step

    def _let_opponent_move(self) -> None:
        if self.outcome is None and self.match.seat != self.seat:
            take_turn(self.match, self._player)

    def _first_prompt(self) -> str:
        if self.outcome is not None:
            return f"You have {'won' if self.won else 'lost'}."
        return match_prompt(self.match.game, self.match.position, lists_moves=self._lists_moves)
