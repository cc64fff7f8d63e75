"""A class as its pupils, its teacher and its projector see it: the messages of the server, and the results.

The page's `types.js` is generated from these classes, as it is from `aliquot.reports.live`.
"""

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from io import StringIO
from random import Random
from typing import Any, Literal, TypeAlias

from aliquot.core.errors import InvalidPosition, Unsolved
from aliquot.core.match import Match
from aliquot.games import create
from aliquot.games.positions import lead_to, locate
from aliquot.lessons import lesson
from aliquot.oracle import explain
from aliquot.oracle.budget import Budget
from aliquot.oracle.chain import ceiling
from aliquot.oracle.hints import advise
from aliquot.reports.chain import Links
from aliquot.reports.live import VERSION, Choices, Turn, View
from aliquot.reports.study import study

ActivityKind: TypeAlias = Literal["pairs", "position", "chain", "worksheet"]
"""What a class does: games in pairs, one position for all, the race for the longest chain, exercises."""
Stage: TypeAlias = Literal["asking", "bars", "verdicts", "reasons"]
"""What is revealed of a position for all: nothing, how many chose each move, which of them win, and why."""
STAGES: tuple[Stage, ...] = ("asking", "bars", "verdicts", "reasons")
Pairing: TypeAlias = Literal["random", "strength", "winners"]
"""The ways to pair pupils: at random, those with equal results so far, winners of the last round with each other."""
Status: TypeAlias = Literal["stuck", "working", "done", "away", "idle"]
"""Whether a pupil needs help: no progress for a while, at work, finished, not connected, nothing to do."""

MOST_CHOICES = 120
"""The most moves of a position for all."""
EYES = "Eyes to the front."
REMOVED = "Your teacher has removed you from this class. You can join again unless it is locked."
OVER = "This class has ended."
LOCKED = "This class is locked. Ask your teacher to unlock it."
FULL = "This class is full: it has {size} pupils."
NO_CLASS = (
    "There is no class with the code {code}. Check the code; a class is deleted 24 hours after the last activity."
)
NO_OWN_CODE = "No pupil of this class has the code {code}. It is shown beside your name on your first device."


# --- parts ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Bar:
    """A move that pupils chose, and how many did."""

    move: str
    """The move, as records write it."""
    count: int
    """The number of pupils who chose it."""
    wins: bool | None
    """Whether it wins; null while that is not revealed, or if it is not known."""
    text: str
    """The reason; empty while it is not revealed."""


@dataclass(frozen=True, kw_only=True)
class Board:
    """A position to draw."""

    title: str
    """The name of the game."""
    goal: str
    """The task and the aim, in one line."""
    view: View
    """The position."""
    turns: list[Turn]
    """The moves that led to it."""
    start_numbers: tuple[str, ...]
    """The numbers at the start; empty in a pool."""
    names: tuple[str, str]
    """The players; `Player 1` and `Player 2` where names are not to be seen."""
    result: str
    """The result in a sentence; empty while the game goes on."""


@dataclass(frozen=True, kw_only=True)
class Standing:
    """A pupil's results in the rounds so far."""

    pupil: int
    """The number of the pupil."""
    name: str
    """The name of the pupil."""
    played: int
    """Games that are over."""
    won: int
    """Games won."""


@dataclass(frozen=True, kw_only=True)
class PairLine:
    """A pair of the present round, as the projector lists it."""

    names: tuple[str, str]
    """The names of seat 1 and 2."""
    winner: int
    """The seat that has won; 0 while the game goes on."""


# --- activities -----------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class PairsTask:
    """Games in pairs."""

    kind: Literal["pairs"] = "pairs"
    activity: int
    """The number of the activity in the class."""
    title: str
    """The name of the game."""
    goal: str
    """The task and the aim, in one line."""
    choices: Choices
    """Whether the page shows the legal moves."""
    round: int
    """The number of the round; 0 before the first."""
    match: str | None
    """For a pupil: the id of the match."""
    token: str | None
    """For a pupil: the token of the seat in it."""
    opponent: str
    """For a pupil: the name of the opponent."""
    won: int
    """For a pupil: games won so far."""
    played: int
    """For a pupil: games played so far."""
    over: bool
    """For a pupil: true if the match is over."""
    finished: int
    """Games of this round that are over."""
    games: int
    """Games of this round."""


@dataclass(frozen=True, kw_only=True)
class PositionTask:
    """One position for all."""

    kind: Literal["position"] = "position"
    activity: int
    """The number of the activity in the class."""
    step: int
    """The number of the question; it grows when the position is played on or a step back is taken."""
    board: Board
    """The position."""
    choices: Choices
    """Whether the page shows the legal moves."""
    stage: Stage
    """What is revealed."""
    pick: str | None
    """For a pupil: the move they have chosen."""
    answered: int
    """The number of pupils who have chosen."""
    bars: list[Bar]
    """The moves chosen, the most frequent first; for pupils and the projector empty until they are revealed."""
    verdict: str
    """Who wins, in one sentence; empty until the verdicts are revealed."""
    reason: str
    """The reason; empty until the reasons are revealed."""
    best: str
    """The majority's move, by which the teacher can play on; empty if nobody has chosen."""
    can_step_back: bool
    """True if there is a step before this one."""


@dataclass(frozen=True, kw_only=True)
class WorksheetTask:
    """Exercises with exact answers."""

    kind: Literal["worksheet"] = "worksheet"
    activity: int
    """The number of the activity in the class."""
    title: str
    """The name of the lesson."""
    lesson: str
    """The slug of the lesson, for `/api/lessons/…/exercises/…`."""
    seed: int
    """The set of exercises."""
    total: int
    """The number of exercises."""
    tries: list[int]
    """For a pupil: the answers given to each exercise."""
    solved: list[bool]
    """For a pupil: the exercises that are solved."""
    finished: int
    """The exercises that the class has solved, all pupils together."""


@dataclass(frozen=True, kw_only=True)
class ChainTask:
    """The race for the longest chain."""

    kind: Literal["chain"] = "chain"
    activity: int
    """The number of the activity in the class."""
    high: int
    """The chain uses the numbers from 1 to this one."""
    ceiling: int | None
    """The length of the longest chain there is; null until the teacher reveals it."""
    longest: tuple[int, ...]
    """A chain of that length; empty until the teacher reveals it."""
    partner: str
    """For a pupil: the name of the pupil who writes the same chain; empty if nobody does."""
    chain: tuple[int, ...]
    """For a pupil: the chain as it was last sent. For the others: the longest one in the class."""
    own: int
    """For a pupil: the length of their longest chain."""
    best: int
    """The length of the longest chain in the class."""
    links: Links
    """For a pupil: for each number from 1 on, the larger numbers that can stand beside it. Empty for the others."""


Task: TypeAlias = PairsTask | PositionTask | WorksheetTask | ChainTask


# --- states ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class PupilState:
    """Everything a pupil's page shows."""

    v: Literal[1] = VERSION
    type: Literal["pupil"] = "pupil"
    version: str
    """Changes whenever the rest does."""
    code: str
    """The code of the class."""
    pupil: int
    """The number of the pupil."""
    name: str
    """The generated name of the pupil."""
    own_code: str
    """The code that reopens the seat on another device."""
    paused: bool
    """True while the teacher wants everybody to look up."""
    over: bool
    """True if the class has ended."""
    removed: bool
    """True if the teacher has removed the pupil."""
    help: bool
    """True if Study and Explore are allowed for pupils of this class."""
    task: Task | None
    """What to do; null between activities."""


@dataclass(frozen=True, kw_only=True)
class PupilRow:
    """A pupil in the teacher's list."""

    pupil: int
    """The number of the pupil."""
    name: str
    """The generated name."""
    own_code: str
    """The code that reopens the seat on another device."""
    here: bool
    """True if the pupil is connected."""
    status: Status
    """Whether the pupil needs help in the present activity."""
    since: int
    """Milliseconds since 1970 of the pupil's last step in it; 0 if there is none."""
    note: str
    """What the pupil has done in it, in few words."""
    won: int
    """Games won in all rounds."""
    played: int
    """Games played in all rounds."""


@dataclass(frozen=True, kw_only=True)
class Tile:
    """A small board."""

    id: str
    """The id of the match."""
    pupils: tuple[int, ...]
    """The pupils of seat 1 and 2; 0 for the computer."""
    names: tuple[str, str]
    """Their names."""
    here: tuple[bool, bool]
    """Whether they are connected; the computer always is."""
    status: Status
    """Whether the pair needs help."""
    since: int
    """Milliseconds since 1970 of the last move."""
    ply: int
    """The number of moves made."""
    summary: str
    """The position in few words."""
    to_move: int
    """The seat to move."""
    winner: int
    """The seat that has won; 0 while the game goes on."""
    low: int
    """The first number of a pool; 0 if it is none."""
    high: int
    """The last number of a pool."""
    picks: list[int]
    """The numbers picked from a pool, in order."""
    numbers: list[str]
    """The numbers that the moves have left, in order; empty in a pool."""


@dataclass(frozen=True, kw_only=True)
class Projection:
    """The board on the projector, as the teacher chose it."""

    match: str | None
    """The match whose board is shown; null for the activity."""
    names: bool
    """True if names are shown."""
    move: str
    """The move in the position for all whose reason is shown first; empty for the one that decides."""


@dataclass(frozen=True, kw_only=True)
class TeacherState:
    """Everything the teacher's page shows."""

    v: Literal[1] = VERSION
    type: Literal["teacher"] = "teacher"
    version: str
    """Changes whenever the rest does."""
    now: int
    """The server's time in milliseconds since 1970."""
    code: str
    """The code of the class."""
    address: str
    """The address that pupils open."""
    locked: bool
    """True if nobody new can join."""
    paused: bool
    """True while everybody is asked to look up."""
    over: bool
    """True if the class has ended."""
    help: bool
    """True if Study and Explore are allowed for pupils."""
    pupils: list[PupilRow]
    """The pupils, in the order in which they joined."""
    task: Task | None
    """The present activity, with everything that is not revealed yet."""
    activities: int
    """The number of activities so far."""
    tiles: list[Tile]
    """The boards of the present round."""
    projection: Projection
    """What the projector shows."""


@dataclass(frozen=True, kw_only=True)
class ProjectorState:
    """Everything the projector shows."""

    v: Literal[1] = VERSION
    type: Literal["projector"] = "projector"
    version: str
    """Changes whenever the rest does."""
    code: str
    """The code of the class."""
    address: str
    """The address that pupils open."""
    count: int
    """The number of pupils who have joined."""
    locked: bool
    """True if nobody new can join."""
    paused: bool
    """True while everybody is asked to look up."""
    over: bool
    """True if the class has ended."""
    task: Task | None
    """The present activity, with what is revealed."""
    board: Board | None
    """The board of a pair, if the teacher shows one."""
    move: str
    """The move whose reason is shown first, where there is no room for all; empty for the one that decides."""
    standings: list[Standing]
    """The best results, if names are shown; in a race for the longest chain, `won` is the length."""
    pairs: list[PairLine]
    """The pairs of the present round, if names are shown."""


ClassState: TypeAlias = PupilState | TeacherState | ProjectorState
"""Everything the server sends over the stream of a class."""


# --- answers over HTTP ----------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class NewClass:
    """A class that was just created."""

    v: Literal[1] = VERSION
    code: str
    """The code that pupils type."""
    token: str
    """The teacher's secret. Anyone who has it can lead the class."""
    path: str
    """The address that pupils open."""
    private: str
    """The address that reopens the class for the teacher. The token is behind the `#`, which browsers do not send."""


@dataclass(frozen=True, kw_only=True)
class Done:
    """The answer to a command."""

    v: Literal[1] = VERSION
    number: int
    """The number of the last event in the class."""


# --- results --------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Discussion:
    """A position of the lesson with the moves that were chosen: what to talk about."""

    title: str
    """The game and the position."""
    answers: int
    """The number of pupils who chose a move."""
    missed: int
    """The number of them whose move does not win although one does."""
    verdict: str
    """Who wins, in one sentence."""
    reason: str
    """The reason."""
    bars: list[Bar]
    """The moves chosen."""


@dataclass(frozen=True, kw_only=True)
class Results:
    """The results of a class: a table with a row for each pupil, and the positions missed most."""

    v: Literal[1] = VERSION
    code: str
    """The code of the class."""
    created: int
    """Milliseconds since 1970."""
    columns: list[str]
    """The heading of each column, after the pupil's name."""
    details: list[int]
    """The places in a row that a printed table leaves out; the name has place 0."""
    pupils: list[int]
    """The number of the pupil of each row."""
    rows: list[list[str]]
    """A row for each pupil, the generated name first."""
    summary: list[str]
    """The lesson in a few sentences."""
    discussions: list[Discussion]
    """The positions for all and the exercises that somebody missed; those that most pupils missed first."""


_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
"""The first characters by which spreadsheets take a cell for a formula."""


def csv_cell(text: str) -> str:
    """Return the text of a cell that no spreadsheet takes for a formula.

    >>> csv_cell("=1+1"), csv_cell("Blue Heron")
    ("'=1+1", 'Blue Heron')
    """
    return f"'{text}" if text.startswith(_FORMULA) else text


def write_csv(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table as CSV, which begins with a byte order mark so that spreadsheets read it as UTF-8."""
    file = StringIO()
    writer = csv.writer(file)
    for row in (columns, *rows):
        writer.writerow([csv_cell(cell) for cell in row])
    return f"\ufeff{file.getvalue()}"


# --- in worker processes --------------------------------------------------------------------------------


def prepare_position(name: str, text: str) -> tuple[str, list[str]]:
    """Return the id of a game and its first moves, which lead to a position that somebody describes.

    Raises:
        AliquotError: There is no such game or position, it has no moves or too many, or no short way leads to it.
    """
    game, position = locate(name, text.strip() or None)
    path = lead_to(game, position)
    if path is None:
        raise InvalidPosition("This position cannot be reached in a few moves. Choose another one.")
    count = game.count_moves(position)
    if not 1 < count <= MOST_CHOICES:
        raise InvalidPosition(f"Choose a position with 2 to {MOST_CHOICES} moves. This one has {count}.")
    return path


def position_after(game: str, moves: Sequence[str]) -> Match[Any, Any]:
    """Return the match that some moves of a game lead to."""
    match: Match[Any, Any] = Match(create(game))
    for text in moves:
        match.play(match.game.parse(match.position, text))
    return match


def judge_moves(game: str, moves: Sequence[str], chosen: Sequence[str], seconds: float) -> dict[str, Any]:
    """Return the oracle's report on a position and on some moves in it, as JSON.

    Args:
        game: The id of the game.
        moves: The moves that led to the position.
        chosen: The moves to report on.
        seconds: The most time to spend on each part.
    """
    match, budget = position_after(game, moves), Budget(time=timedelta(seconds=seconds))
    rules, position = match.game, match.position
    report = study(rules, position, budget=budget)
    judged: dict[str, Any] = {}
    for text in chosen:
        try:
            explanation = explain(rules, position, rules.parse(position, text), budget)
            judged[text] = {"wins": explanation.wins, "text": explanation.why}
        except Unsolved as problem:
            judged[text] = {"wins": None, "text": str(problem)}
    winning = list(report.winning_texts[:20])
    return {
        "wins": report.wins,
        "winning": winning,
        "verdict": report.summary,
        "reason": report.reason,
        "moves": judged,
    }


def discuss_exercises(missed: Sequence[tuple[str, int, int, int, int]]) -> list[Discussion]:
    """Return exercises to talk about, with the right answers.

    Args:
        missed: For each exercise its lesson, the seed of its set, its number, how many answered, and how many of them
            were wrong at first.
    """
    discussions = []
    for slug, seed, number, answers, wrong in missed:
        about = lesson(slug)
        step = about.exercises(Random(seed))[number - 1]
        title = f"{about.title}, exercise {number}: {step.text}"
        discussions.append(
            Discussion(title=title, answers=answers, missed=wrong, verdict=step.solution(), reason="", bars=[])
        )
    return discussions


def longest_chain(limit: int) -> tuple[tuple[int, ...], bool]:
    """Return a longest chain of 1 to a limit, and whether it is proved that none is longer."""
    best = ceiling(limit)
    return best.chain, best.proved


def play_on(game: str, moves: Sequence[str], move: str, seconds: float) -> list[str]:
    """Return a move of the class and the computer's best answer to it, if there is one."""
    match = position_after(game, moves)
    played = [match.game.spell(match.position, match.game.parse(match.position, move))]
    match.play(match.game.parse(match.position, move))
    if match.outcome is None:
        answer = advise(match.game, match.position, Budget(time=timedelta(seconds=seconds))).moves[0]
        played.append(match.game.spell(match.position, answer))
    return played
