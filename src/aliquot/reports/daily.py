"""The duel of the day: one position for everybody, in which the obvious move loses.

A duel follows from its number alone: positions and replies are drawn from digests, never from chance or the clock. The
same number is the same duel on every machine and in every version, so that people can compare their tries.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import lru_cache
from hashlib import sha256
from itertools import count
from typing import Any, TypeVar

from aliquot.arithmetic import factorise
from aliquot.core.errors import IllegalMove, InvalidParameter
from aliquot.core.game import AnyGame
from aliquot.core.match import Match
from aliquot.core.outcome import Seat
from aliquot.games import create, goal_of
from aliquot.oracle import solve
from aliquot.oracle.hints import advise
from aliquot.reports.sentences import TurnReport, describe_turns, move_sentence, short_title, stuck_sentence

FIRST_DAY = date(2026, 1, 1)
"""The day of duel number 1."""
WEEKLY_FROM = 322
"""The number of the first duel whose difficulty follows the week: gentle on Monday, hard on Sunday."""
LAST = 1_000_000
"""The number of the last duel, some centuries from now."""
MOST_MOVES = 500
"""The most moves in one try; no duel is that long."""
FEWEST_MOVES = 6
"""The fewest moves to choose from."""
SHARE = 4
"""At most one move in this many wins."""
OWN_MOVES = 3
"""The fewest moves of one's own that it takes to win."""

WON = "You have won."
LOST = "This try is lost."
_TASK = "Your move: {task}."
_TASK_MISERE = "The last move loses. Your move: {task}."
_ONE_WINNER = "Of {count} moves, only {moves} wins."
_WINNERS = "Of {count} moves, these win: {moves}."

T = TypeVar("T")


class Draws:
    """Pseudorandom numbers that follow from a text."""

    def __init__(self, text: str) -> None:
        """Start a sequence; the same text gives the same numbers."""
        self._text, self._count = text, 0

    def below(self, limit: int) -> int:
        """Return a number from 0 up to, but not including, a limit."""
        self._count += 1
        # With 256 bits, the bias of the remainder is far too small to notice.
        return int.from_bytes(sha256(f"{self._text}#{self._count}".encode()).digest()) % limit

    def one(self, things: Sequence[T]) -> T:
        """Return one of several things."""
        return things[self.below(len(things))]


@dataclass(frozen=True, slots=True)
class DailyDuel:
    """The duel of one day."""

    number: int
    game: AnyGame
    opening: tuple[str, ...]
    """The moves that lead to the position, as records write them."""
    position: Any
    """The position to win."""

    @property
    def day(self) -> date:
        """The day of the duel, in UTC."""
        return FIRST_DAY + timedelta(days=self.number - 1)

    @property
    def difficulty(self) -> str:
        """The name of its difficulty, which follows the week; empty for the first duels, which did not."""
        return _WEEK[self.day.weekday()][0] if self.number >= WEEKLY_FROM else ""

    @property
    def you(self) -> Seat:
        """The seat of the person who plays it."""
        return self.game.seat(self.position)

    @property
    def title(self) -> str:
        """The name of the game and what it starts from."""
        return short_title(self.game)


def number_of(day: date) -> int:
    """Return the number of a day's duel.

    >>> number_of(date(2026, 1, 1)), number_of(date(2026, 2, 11))
    (1, 42)
    """
    return (day - FIRST_DAY).days + 1


def number_at(milliseconds: int) -> int:
    """Return the number of the duel at a time, in milliseconds since 1970.

    >>> number_at(1_767_225_600_000), number_at(1_767_225_599_999 + 86_400_000)
    (1, 1)
    """
    return number_of(date.fromordinal(date(1970, 1, 1).toordinal() + milliseconds // 86_400_000))


@lru_cache(maxsize=64)
def duel(number: int) -> DailyDuel:
    """Return the duel with a number.

    Raises:
        InvalidParameter: There is no such duel.
    """
    if not 1 <= number <= LAST:
        raise InvalidParameter(f"Duels of the day are numbered from 1 to {LAST:,}.")
    candidates = (_candidate(number, attempt) for attempt in count(1))
    return next(candidate for candidate in candidates if candidate is not None)


@lru_cache(maxsize=4096)
def _candidate(number: int, attempt: int) -> DailyDuel | None:
    """Return what an attempt draws, if it is suitable. Cached: a search that is interrupted continues where it was."""
    game, opening = _draw_of(number)(Draws(f"aliquot daily {number}, {attempt}"))
    candidate = DailyDuel(number, game, opening, _after(game, opening))
    return candidate if _is_suitable(candidate) else None


def reply(today: DailyDuel, moves: Sequence[str]) -> str | None:
    """Return the reply of the perfect opponent, the same in every try; None where the match is over.

    Args:
        today: The duel.
        moves: Every move of this try so far, the opponent's included; the last was the player's.

    Raises:
        InvalidMove: One of them is not a move.
        IllegalMove: One of them is against the rules, or it is not the opponent's turn.
    """
    position = _after(today.game, (*today.opening, *moves))
    if today.game.outcome(position) is not None:
        return None
    if today.game.seat(position) == today.you:
        raise IllegalMove("It is your turn.")
    best = advise(today.game, position).moves
    # Drawn from the position and not from the moves before it: the same position gets the same reply.
    chosen = Draws(f"aliquot daily {today.number}: {today.game.text(position)}").one(best)
    return today.game.spell(position, chosen)


def _after(game: AnyGame, moves: Sequence[str]) -> Any:
    """Return the position after some moves from the start."""
    position = game.start()
    for text in moves:
        position = game.play(position, game.parse(position, text))
    return position


# --- reports --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DailyReport:
    """A duel of the day and the state of a try."""

    number: int
    date: str
    difficulty: str
    """Such as `gentle`; empty for the first duels."""
    title: str
    tagline: str
    """The rules in a sentence."""
    goal: str
    """The task and the aim, in one line."""
    slug: str
    start: str
    """The position at the start of the match, as records write it."""
    start_numbers: tuple[str, ...]
    """The numbers at the start; empty in a pool."""
    you: Seat
    """The seat of the person who plays it."""
    opening: int
    """The number of turns that lead to the position to win."""
    turns: tuple[TurnReport, ...]
    view: dict[str, Any]
    won: bool | None
    """True if the try is won; None while it goes on."""
    text: str
    """A sentence on what happened and what to do next."""
    reason: str = ""
    """Once the try is won: which first moves win, and why."""


@dataclass(frozen=True, slots=True)
class DailySolution:
    """The reason why an earlier duel was won."""

    number: int
    title: str
    task: str
    winning: tuple[str, ...]
    """The winning moves."""
    sentence: str
    """Names the winning moves."""
    reason: str


def describe_duel(number: int) -> DailyReport:
    """Report a duel before the first try."""
    today = duel(number)
    match = _play(today, ())
    return _report(today, match, _task(match))


def describe_try(number: int, moves: Sequence[str]) -> DailyReport:
    """Report a try, with the opponent's reply if it is the opponent's turn.

    Args:
        number: The number of the duel.
        moves: Every move of the try, the opponent's included.

    Raises:
        AliquotError: One of them is not a legal move.
    """
    today = duel(number)
    match = _play(today, moves)
    sentences = []
    if match.outcome is None and match.seat != today.you:
        view, move = match.game.view(match.position), match.game.parse(match.position, reply(today, moves) or "")
        sentences.append(f"{move_sentence('Your opponent', view, view.option(move))}.")
        match.play(move)
    if match.outcome is not None:
        stuck = stuck_sentence(match, "you" if match.seat == today.you else "your opponent")
        sentences += [stuck, WON if match.outcome.winner == today.you else LOST]
    report = _report(today, match, " ".join(sentences) or _task(match))
    if not report.won:
        return report
    solution = describe_solution(number)
    return replace(report, reason=f"{solution.sentence} {solution.reason}")


def describe_solution(number: int) -> DailySolution:
    """Report why a duel is won, and by which moves."""
    today = duel(number)
    game, position, verdict = today.game, today.position, solve(today.game, today.position)
    winning = tuple(game.spell(position, move) for move in verdict.winning_moves)
    template = _ONE_WINNER if len(winning) == 1 else _WINNERS
    sentence = template.format(count=game.count_moves(position), moves=", ".join(winning))
    return DailySolution(number, today.title, _task(_play(today, ())), winning, sentence, str(verdict.reason))


def _play(today: DailyDuel, moves: Sequence[str]) -> Match[Any, Any]:
    match: Match[Any, Any] = Match(today.game, penalty="retry")
    for text in (*today.opening, *moves):
        match.play(match.game.parse(match.position, text))
    return match


def _task(match: Match[Any, Any]) -> str:
    template = _TASK if match.game.last_move_wins else _TASK_MISERE
    return template.format(task=match.game.view(match.position).prompt)


def _report(today: DailyDuel, match: Match[Any, Any], text: str) -> DailyReport:
    return DailyReport(
        number=today.number,
        date=today.day.isoformat(),
        difficulty=today.difficulty,
        title=today.title,
        tagline=today.game.tagline,
        goal=goal_of(today.game),
        slug=today.game.slug,
        start=today.game.text(today.game.start()),
        start_numbers=today.game.view(today.game.start()).number_texts,
        you=today.you,
        opening=len(today.opening),
        turns=describe_turns(match),
        view=match.game.view(match.position).as_json(),
        won=None if match.outcome is None else match.outcome.winner == today.you,
        text=text,
    )


# --- which positions are suitable -----------------------------------------------------------------------


def obvious_moves(game: AnyGame, position: Any) -> tuple[Any, ...]:
    """Return the obvious moves: those that leave the fewest replies."""
    moves = game.legal_moves(position)
    replies = [game.count_moves(game.child(position, move)) for move in moves]
    return tuple(move for move, count in zip(moves, replies, strict=True) if count == min(replies))


def _is_suitable(candidate: DailyDuel) -> bool:
    """Return whether few of many moves win, none of them is obvious, and it takes several moves to win."""
    game, position = candidate.game, candidate.position
    if not _is_wide(game, position):
        return False
    winning = solve(game, position).winning_moves
    if not winning or SHARE * len(winning) > game.count_moves(position):
        return False
    return not set(winning) & set(obvious_moves(game, position)) and _own_moves(candidate) >= OWN_MOVES


def _is_wide(game: AnyGame, position: Any) -> bool:
    """Return whether there are enough moves to choose from."""
    return game.count_moves(position) >= FEWEST_MOVES


def _own_moves(candidate: DailyDuel) -> int:
    """Count the player's moves to a win that always takes the first winning move."""
    game, position, moves, own = candidate.game, candidate.position, list[str](), 0
    while game.outcome(position) is None:
        if game.seat(position) == candidate.you:
            move, own = game.spell(position, solve(game, position).winning_moves[0]), own + 1
        else:
            move = reply(candidate, moves) or ""
        moves.append(move)
        position = game.play(position, game.parse(position, move))
    return own


# --- the kinds of duels, day by day ---------------------------------------------------------------------

Drawing = tuple[AnyGame, tuple[str, ...]]


def _pool(lowest: int, highest: int) -> Callable[[Draws], Drawing]:
    """Draw a pool after one to six picks."""

    def draw(draws: Draws) -> Drawing:
        game = create("divisor-duel-pool", pool=f"1-{lowest + 2 * draws.below((highest - lowest) // 2 + 1)}")
        position, opening = game.start(), list[str]()
        for left in reversed(range(1 + draws.below(6))):
            moves = game.legal_moves(position)
            if not left:
                moves = [move for move in moves if _is_wide(game, game.child(position, move))]
            if not moves:
                break
            move = draws.one(moves)
            opening.append(game.spell(position, move))
            position = game.child(position, move)
        return game, tuple(opening)

    return draw


def _composite(draws: Draws, largest: int) -> int:
    """Draw a number with at least three prime factors."""
    while True:
        number = 8 + draws.below(largest - 7)
        if sum(exponent for _, exponent in factorise(number)) > 2:
            return number


def _numbers(count: int, largest: int, *duels: str, misere: bool = False) -> Callable[[Draws], Drawing]:
    """Draw several numbers under one rule."""

    def draw(draws: Draws) -> Drawing:
        start = sorted(_composite(draws, largest) for _ in range(count))
        return create(draws.one(duels), start=start, misere=misere), ()

    return draw


def _mixture(draws: Draws) -> Drawing:
    """Draw two numbers to divide and one to subtract from."""
    divided = sorted(_composite(draws, 120) for _ in range(2))
    parts = [*(f"dividers-duel:{number}" for number in divided), f"divisor-duel-subtract:{_composite(draws, 60)}"]
    return create(f"sum({'+'.join(parts)})"), ()


_KINDS: tuple[Callable[[Draws], Drawing], ...] = (
    _pool(30, 50),
    _numbers(3, 200, "dividers-duel", "divide-and-conquer", "factor-duel"),
    _pool(40, 60),
    _numbers(2, 160, "divisor-duel-subtract"),
    _pool(48, 60),
    _numbers(3, 120, "dividers-duel", "divide-and-conquer", "factor-duel", misere=True),
    _mixture,
)
"""The kinds of the first duels, which took turns."""
_DIVISION = ("dividers-duel", "divide-and-conquer", "factor-duel")
_WEEK: tuple[tuple[str, Callable[[Draws], Drawing]], ...] = (
    ("gentle", _pool(20, 30)),
    ("easy", _numbers(2, 120, *_DIVISION)),
    ("moderate", _pool(30, 40)),
    ("moderate", _numbers(2, 160, "divisor-duel-subtract")),
    ("tricky", _pool(48, 60)),
    ("hard", _numbers(3, 120, *_DIVISION, misere=True)),
    ("hard", _mixture),
)
"""The difficulty and the kind of each day, Monday first."""
_CHAINS = ((10, 16), (14, 24), (20, 34), (30, 48), (40, 64), (60, 99), (80, 150))
"""The limits of the chain of each day, Monday first: all have a proved longest chain."""


def chain_limit(number: int) -> int:
    """Return the limit of the chain that goes with a duel: a puzzle for one, larger as the week goes on.

    >>> chain_limit(5), chain_limit(11)
    (11, 94)
    """
    low, high = _CHAINS[(FIRST_DAY + timedelta(days=number - 1)).weekday()]
    return low + Draws(f"aliquot chain {number}").below(high - low + 1)


def _draw_of(number: int) -> Callable[[Draws], Drawing]:
    """Return the kind of a duel."""
    if number < WEEKLY_FROM:
        return _KINDS[number % len(_KINDS)]
    return _WEEK[(FIRST_DAY + timedelta(days=number - 1)).weekday()][1]
