"""The judge: a reply to an item in, a judgement out.

It is strict: a reply has exactly one answer, in the form the prompt states. Text around the answer is ignored; a second
answer, a list where one move is asked for, or anything else than the form scores nothing. So a reply that lists
everything is never rewarded.
"""

import re
from collections.abc import Collection
from dataclasses import asdict, dataclass
from typing import Any

from aliquot.core.errors import AliquotError, IllegalMove, InvalidMove, InvalidParameter
from aliquot.core.game import AnyGame
from aliquot.core.text import parse_whole, plain_dashes, quote
from aliquot.core.view import PoolView
from aliquot.evals.chains import check_chain
from aliquot.evals.item import Item, Kind, as_typed
from aliquot.evals.proof import check_proof, read_proof
from aliquot.oracle import solve

LONGEST_REPLY = 1_000_000
"""The most characters of a reply; a longer one is unreadable."""
LONGEST_ANSWER = 20_000
"""The most characters of an answer."""
_OPEN, _CLOSE = "<answer>", "</answer>"
_ANSWER = re.compile(re.escape(_OPEN) + "(.*?)" + re.escape(_CLOSE), re.DOTALL)


@dataclass(frozen=True, slots=True)
class Judgement:
    """The value of one reply."""

    score: float
    """1 if the answer is right, else 0."""
    parsed: bool
    """True if the reply has exactly one answer, in the stated form."""
    legal: bool
    """True if every move in the answer is legal; False where it could not be read."""
    right: bool
    reason: str = ""
    """The first fault, in one sentence; empty if the answer is right."""
    answer: str | None = None
    """The answer, if there was exactly one."""

    def as_json(self) -> dict[str, Any]:
        """Return the judgement in the types of JSON."""
        return asdict(self)


def extract(reply: object) -> tuple[str | None, str]:
    """Return the only answer of a reply, or None and the reason why there is none.

    >>> extract("By parity: <answer> 15 </answer>")
    ('15', '')
    >>> extract("<answer>3</answer> or <answer>5</answer>")
    (None, 'The reply has 2 answers; exactly one is expected.')
    """
    if not isinstance(reply, str) or not reply.strip():
        return None, "The reply is empty."
    if len(reply) > LONGEST_REPLY:
        return None, f"The reply has more than {LONGEST_REPLY:,} characters."
    opened, closed = reply.count(_OPEN), reply.count(_CLOSE)
    if opened > 1 or closed > 1:
        return None, f"The reply has {max(opened, closed)} answers; exactly one is expected."
    match = _ANSWER.search(reply)
    if match is None:
        return None, f"The reply has no answer between {_OPEN} and {_CLOSE}."
    answer = match[1].strip()
    if not answer:
        return None, "The answer is empty."
    if len(answer) > LONGEST_ANSWER:
        return None, f"The answer has more than {LONGEST_ANSWER:,} characters."
    return answer, ""


def judge(item: Item, reply: object) -> Judgement:
    """Judge a reply to an item, from the item alone.

    Raises:
        AliquotError: The item is about no known game or position.
    """
    answer, problem = extract(reply)
    if answer is None:
        return Judgement(0.0, False, False, False, problem)
    return _JUDGES[item.kind](item, answer)


def read_move(game: AnyGame, position: Any, text: str) -> Any:
    """Read one legal move of an answer.

    Raises:
        InvalidMove: The text is not a move in the form that prompts ask for, nor in that of records.
        IllegalMove: The move is not legal.
    """
    move = game.parse(position, text)
    forms = as_typed(game, position, move), game.spell(position, move)
    if "".join(plain_dashes(text).split()) not in forms:
        raise InvalidMove(f"{quote(text.strip())} is not written like {' or '.join(dict.fromkeys(forms))}.")
    if not game.is_legal(position, move):
        # `play` gives the reason, where `is_legal` only refuses.
        game.play(position, move)
    return move


def _right(answer: str) -> Judgement:
    return Judgement(1.0, True, True, True, "", answer)


def _wrong(answer: str, reason: str) -> Judgement:
    return Judgement(0.0, True, True, False, reason, answer)


def _refusal(answer: str, error: AliquotError) -> Judgement:
    """Judge an answer with a move that cannot be read, or is not legal."""
    return Judgement(0.0, isinstance(error, IllegalMove), False, False, str(error), answer)


def _judge_move(item: Item, answer: str) -> Judgement:
    game, position = item.board
    try:
        move = read_move(game, position, answer)
    except (InvalidMove, IllegalMove) as error:
        return _refusal(answer, error)
    if as_typed(game, position, move) in _winning(item):
        return _right(answer)
    return _wrong(answer, f"{game.spell(position, move)} does not win.")


def _judge_moves(item: Item, answer: str) -> Judgement:
    game, position = item.board
    named = []
    try:
        for part in answer.split(","):
            named.append(read_move(game, position, part))
    except (InvalidMove, IllegalMove) as error:
        return _refusal(answer, error)
    winning = _winning(item)
    if len(set(named)) < len(named):
        return _wrong(answer, "A move is named twice.")
    if wrong := [move for move in named if as_typed(game, position, move) not in winning]:
        return _wrong(answer, f"{game.spell(position, wrong[0])} does not win.")
    if len(named) < len(winning):
        return _wrong(answer, f"{len(winning) - len(named)} of the {len(winning)} winning moves are missing.")
    return _right(answer)


def _judge_winner(item: Item, answer: str) -> Judgement:
    if answer not in ("won", "lost"):
        return Judgement(0.0, False, False, False, f"The answer is won or lost, not {quote(answer)}.", answer)
    return _right(answer) if answer == item.gold else _wrong(answer, f"The position is {item.gold}.")


def _judge_grundy(item: Item, answer: str) -> Judgement:
    value = parse_whole(answer)
    if value is None:
        return Judgement(0.0, False, False, False, f"The answer is a whole number, not {quote(answer)}.", answer)
    return _right(answer) if str(value) == item.gold else _wrong(answer, f"The Grundy value is {item.gold}.")


def _judge_line(item: Item, answer: str) -> Judgement:
    game, position = item.board
    for number, part in enumerate(answer.split(","), 1):
        try:
            move = read_move(game, position, part)
        except (InvalidMove, IllegalMove) as error:
            return _refusal(answer, error)
        after = game.child(position, move)
        if solve(game, after).wins and solve(game, position).wins:
            return _wrong(answer, f"Move {number}, {game.spell(position, move)}, gives the win away.")
        position = after
    if game.outcome(position) is None:
        return _wrong(answer, "The game is not over after the last move.")
    return _right(answer)


def _judge_proof(item: Item, answer: str) -> Judgement:
    game, position = item.board
    view = game.view(position)
    if not isinstance(view, PoolView) or not game.last_move_wins:
        raise InvalidParameter(f"A proof by pairing is about a pool in which the last move wins, not {item.game}.")
    proof = read_proof(answer)
    if proof is None:
        reason = f"The answer is `lost: A-B, …` or `won M: A-B, …`, not {quote(answer)}."
        return Judgement(0.0, False, False, False, reason, answer)
    finding = check_proof(view, proof)
    if finding.is_right:
        return _right(answer)
    return Judgement(0.0, True, finding.is_legal, False, finding.reason, answer)


def _judge_chain(item: Item, answer: str) -> Judgement:
    parsed, legal, fault = check_chain(item, answer)
    return Judgement(0.0, parsed, legal, False, fault, answer) if fault else _right(answer)


def _winning(item: Item) -> Collection[str]:
    """Return the winning moves as typed: those the item lists, else the oracle's."""
    if item.winning_moves:
        return item.winning_moves
    game, position = item.board
    return {as_typed(game, position, move) for move in solve(game, position).winning_moves}


_JUDGES = {
    Kind.MOVE: _judge_move,
    Kind.MOVES: _judge_moves,
    Kind.WINNER: _judge_winner,
    Kind.GRUNDY: _judge_grundy,
    Kind.LINE: _judge_line,
    Kind.PROOF: _judge_proof,
    Kind.CHAIN: _judge_chain,
}
