"""A second judge that shares no code with the first: it reads items by hand and solves them by trying everything."""

import re
from functools import cache
from itertools import pairwise
from typing import Any

Board = tuple[Any, ...]
"""`("numbers", misere, ((number, sign), …))` or `("pool", low, high, (picks, …))`."""


def board_of(game: str, position: str) -> Board:
    slug, options = game.split("(", 1)
    first, *flags = options[:-1].split(",")
    if slug == "divisor-duel-pool":
        pool, picks = position.split("/")
        low, high = map(int, pool.split("-"))
        return "pool", low, high, tuple(map(int, picks.split(","))) if picks else ()
    slugs = [part.split(":")[0] for part in first.split("+")] if slug == "sum" else [slug] * 9
    numbers = map(int, position.split("+"))
    signs = ("-" if each == "divisor-duel-subtract" else "/" for each in slugs)
    return "numbers", "misere" in flags, tuple(zip(numbers, signs, strict=False))


def moves_of(board: Board) -> dict[str, Board]:
    """Every legal move as typed, and the board after it."""
    if board[0] == "pool":
        _, low, high, picks = board
        fit = (n for n in range(low, high + 1) if n not in picks)
        if picks:
            fit = (n for n in fit if n % picks[-1] == 0 or picks[-1] % n == 0)
        return {str(n): (*board[:3], (*picks, n)) for n in fit}
    _, misere, numbers = board
    moves: dict[str, Board] = {}
    for place, (number, sign) in enumerate(numbers):
        for d in range(2, number):
            if number % d == 0:
                after = (number // d if sign == "/" else number - d, sign)
                text = str(d) if len(numbers) == 1 else f"{number}{sign}{d}"
                moves.setdefault(text, ("numbers", misere, (*numbers[:place], after, *numbers[place + 1 :])))
    return moves


def key_of(board: Board) -> Board:
    if board[0] == "pool":
        return "pool", board[1], board[2], board[3][-1:], frozenset(board[3])
    return "numbers", board[1], tuple(sorted(board[2]))


_wins: dict[Board, bool] = {}


def wins(board: Board) -> bool:
    key = key_of(board)
    if key not in _wins:
        after = moves_of(board).values()
        misere = board[0] == "numbers" and board[1]
        _wins[key] = any(not wins(each) for each in after) if after else misere
    return _wins[key]


@cache
def value(board: Board) -> int:
    after = {value(each) for each in moves_of(board).values()}
    return next(n for n in range(len(after) + 1) if n not in after)


def pairing_holds(board: Board, text: str) -> bool:
    """Play every line against the pairing."""
    claim, _, rest = text.partition(":")
    _, low, high, picks = board
    if not re.fullmatch(r"lost|won \d+", claim):
        return False
    mate: dict[int, int] = {}
    for part in filter(None, (each.strip() for each in rest.split(","))):
        if not re.fullmatch(r"\d+-\d+", part):
            return False
        a, b = map(int, part.split("-"))
        left = [n for n in (a, b) if low <= n <= high and n not in picks and n not in mate]
        if len(left) < 2 or a == b or (a % b and b % a):
            return False
        mate[a], mate[b] = b, a
    if claim != "lost":
        move = claim.split()[1]
        if move not in moves_of(board) or int(move) in mate:
            return False
        board = moves_of(board)[move]
    return _never_fails(board, mate, {})


def _never_fails(board: Board, mate: dict[int, int], seen: dict[Board, bool]) -> bool:
    key = key_of(board)
    if key not in seen:
        seen[key] = True
        for text, after in moves_of(board).items():
            answer = str(mate.get(int(text)))
            replies = moves_of(after)
            if answer not in replies or not _never_fails(replies[answer], mate, seen):
                seen[key] = False
                break
    return seen[key]


@cache
def longest(last: int, left: frozenset[int]) -> int:
    """How many numbers can follow in a chain."""
    after = (n for n in left if n % last == 0 or last % n == 0)
    return max((1 + longest(n, left - {n}) for n in after), default=0)


def is_longest(limit: int, named: list[str]) -> bool:
    if not all(re.fullmatch(r"\d+", each) for each in named):
        return False
    chain = [int(each) for each in named]
    if len(set(chain)) < len(chain) or not set(chain) <= set(range(1, limit + 1)):
        return False
    if any(a % b and b % a for a, b in pairwise(chain)):
        return False
    everything = frozenset(range(1, limit + 1))
    return len(chain) == max(1 + longest(n, everything - {n}) for n in everything)


def score(kind: str, game: str, position: str, reply: str) -> float:
    """The score of a reply to a small item."""
    answers = re.findall(r"<answer>(.*?)</answer>", reply, re.DOTALL)
    if len(answers) != 1 or reply.count("<answer>") != 1 or reply.count("</answer>") != 1:
        return 0.0
    answer = answers[0].strip()
    if kind == "chain":
        return float(
            is_longest(int(position.split("/")[0].split("-")[1]), [part.strip() for part in answer.split(",")])
        )
    board = board_of(game, position)
    moves = moves_of(board)
    winning = {text for text, after in moves.items() if not wins(after)}
    named = [part.strip() for part in answer.split(",")]
    match kind:
        case "move":
            return float(answer in winning)
        case "moves":
            return float(len(set(named)) == len(named) and set(named) == winning)
        case "winner":
            return float(answer == ("won" if wins(board) else "lost"))
        case "grundy":
            return float(answer == str(value(board)))
        case "line":
            for text in named:
                moves = moves_of(board)
                if text not in moves or (wins(board) and wins(moves[text])):
                    return 0.0
                board = moves[text]
            return float(not moves_of(board))
    return float(pairing_holds(board, answer))
