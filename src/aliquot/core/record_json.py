"""Records as JSON, for programs. The schema is docs/record.schema.json."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple, NoReturn, TypeVar

from aliquot.core import notation
from aliquot.core import record_rules as rules
from aliquot.core.notation import TERMINATION, UNFINISHED
from aliquot.core.outcome import Ending, Outcome
from aliquot.core.record import Record, RecordedMove, RecordError, Rule, format_date, parse_date, split_tags
from aliquot.core.text import quote

T = TypeVar("T")

_SECOND = timedelta(seconds=1)
_LIST = Rule("a list", lambda value: isinstance(value, list))
_OBJECT = Rule("an object", lambda value: isinstance(value, dict))
_SECONDS = Rule(rules.REMAINING.expected, lambda value: type(value) in (int, float) and 0 <= value < 10**9)
_WINNER = Rule("1, 2 or null", lambda value: type(value) is int and value in (1, 2))
_RECORD_KEYS = (
    *("game", "version", "players", "date", "round", "penalty", "seed", "clock", "result", "termination", "illegal"),
    *("extra", "comment", "moves"),
)
_PLAYER_KEYS = ("name", "kind", "remaining", "hints")
_MOVE_KEYS = ("move", "annotation", "comment", "variations")


def read(data: bytes) -> Record:
    """Read a record in either of its formats.

    Raises:
        RecordError: It is neither.
    """
    if data.lstrip()[:1] != b"{":
        return notation.read(data)
    try:
        return from_json(json.loads(data))
    except (ValueError, RecursionError) as error:
        if isinstance(error, RecordError):
            raise
        raise RecordError("The file is not valid JSON.") from None


def to_json(record: Record) -> dict[str, Any]:
    """Return a record in the types of JSON, with all keys; unknown values are None.

    Only moves omit the keys they do not need.
    """
    outcome = record.outcome
    return {
        "game": record.game,
        "version": record.version,
        "players": [
            {"name": name, "kind": kind, "remaining": None if left is None else left / _SECOND, "hints": hints}
            for name, kind, left, hints in zip(record.names, record.kinds, record.remaining, record.hints, strict=True)
        ],
        "date": None if record.date is None else format_date(record.date),
        "round": None if record.round is None else {"number": record.round[0], "of": record.round[1]},
        "penalty": record.penalty,
        "seed": record.seed,
        "clock": record.clock,
        "result": outcome.winner if outcome else None,
        "termination": outcome.ending.value if outcome else UNFINISHED,
        "illegal": record.illegal or None,
        "extra": [{"name": name, "value": value} for name, value in record.further_tags],
        "comment": record.comment,
        "moves": _line_to_json(record.moves),
    }


def _line_to_json(line: tuple[RecordedMove, ...]) -> list[dict[str, Any]]:
    """Return a line of moves. Records are at most 64 lines deep, so this may recurse."""
    return [
        {"move": move.text}
        | ({"annotation": move.annotation} if move.annotation else {})
        | ({"comment": move.comment} if move.comment else {})
        | ({"variations": [_line_to_json(variation) for variation in move.variations]} if move.variations else {})
        for move in line
    ]


def from_json(value: object) -> Record:
    """Read the result of `to_json`. Only the game is required; unknown keys are refused.

    Raises:
        RecordError: It is not a record; the message has the path of the error.
    """
    node = _Node(value, "$")
    node.check_keys(_RECORD_KEYS)
    one, two = _players(node.get("players"))
    outcome = _outcome(node)
    illegal = node.get("illegal")
    further = split_tags([_tag(item) for item in node.get("extra").items()])
    if illegal.value and (outcome is None or outcome.ending is not Ending.ILLEGAL_MOVE):
        illegal.fail("has a value, but $.termination is not illegal_move")
    return Record(
        game=node.get("game").tidied(rules.tidy_line).checked(rules.GAME),
        version=node.get("version").optional(rules.VERSION, 1),
        names=(one.name, two.name),
        kinds=(one.kind, two.kind),
        date=_date(node.get("date")),
        round=_round(node.get("round")),
        penalty=node.get("penalty").optional(rules.PENALTY, None),
        seed=node.get("seed").optional(rules.SEED, None),
        clock=node.get("clock").optional(rules.CLOCK, None),
        remaining=(one.remaining, two.remaining),
        hints=(one.hints, two.hints),
        score=further.score,
        hints_allowed=further.hints_allowed,
        outcome=outcome,
        illegal=illegal.tidied(rules.tidy_line).optional(rules.LINE, ""),
        extra=further.extra,
        comment=node.get("comment").tidied(rules.tidy_comment).optional(rules.COMMENT, ""),
        moves=_line(node.get("moves"), 0),
    )


class _Player(NamedTuple):
    name: str
    kind: str
    remaining: timedelta | None
    hints: int


@dataclass(frozen=True, slots=True)
class _Node:
    """A value and its path. A missing value is None, like null."""

    value: Any
    path: str

    def fail(self, fault: str) -> NoReturn:
        raise RecordError(f"{self.path} {fault}.")

    def checked(self, rule: Rule) -> Any:
        if not rule.holds(self.value):
            raise RecordError(rule.refusal(self.path, _show(self.value)))
        return self.value

    def tidied(self, tidy: Callable[[str], str]) -> "_Node":
        return _Node(tidy(self.value), self.path) if isinstance(self.value, str) else self

    def optional(self, rule: Rule, default: T) -> Any | T:
        return default if self.value is None else self.checked(rule)

    def check_keys(self, keys: tuple[str, ...]) -> None:
        for key in self.checked(_OBJECT):
            if key not in keys:
                self.fail(f"has the key {quote(key)}, which is unknown there")

    def get(self, key: str) -> "_Node":
        return _Node(self.value.get(key), f"{self.path}.{key}")

    def items(self) -> list["_Node"]:
        return [_Node(item, f"{self.path}[{i}]") for i, item in enumerate(self.optional(_LIST, []))]


def _show(value: object) -> str:
    """Format a value for a message, without lists and objects, which may have any size and depth."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return quote(value) if isinstance(value, str | int | float) else "a list or an object"


def _players(node: _Node) -> list[_Player]:
    players = _Node([{}, {}] if node.value is None else node.value, node.path).items()
    if len(players) != 2:
        node.fail("must have two players, seat 1 and seat 2")
    return [_player(*seat) for seat in zip(players, rules.NAMES, rules.KINDS, strict=True)]


def _player(node: _Node, name: str, kind: str) -> _Player:
    node.check_keys(_PLAYER_KEYS)
    left = node.get("remaining")
    remaining = None
    if left.value is not None:
        seconds = left.checked(_SECONDS)
        remaining = _Node(timedelta(milliseconds=round(seconds * 1000)), left.path).checked(rules.REMAINING)
    return _Player(
        node.get("name").tidied(rules.tidy_name).optional(rules.NAME, name),
        node.get("kind").tidied(rules.tidy_line).optional(rules.KIND, kind),
        remaining,
        node.get("hints").optional(rules.HINTS, 0),
    )


def _date(node: _Node) -> datetime | None:
    if node.value is None:
        return None
    date = parse_date(node.value) if isinstance(node.value, str) else None
    return date or node.checked(rules.DATE)


def _round(node: _Node) -> tuple[int, int] | None:
    if node.value is None:
        return None
    node.check_keys(("number", "of"))
    pair = (node.value.get("number"), node.value.get("of"))
    if not rules.ROUND.holds(pair):
        node.fail("must have the number of a game and of how many, such as 2 of 3")
    return pair


def _outcome(node: _Node) -> Outcome | None:
    winner = node.get("result").optional(_WINNER, None)
    termination = node.get("termination")
    ending = termination.optional(TERMINATION, Ending.NO_MOVES if winner else UNFINISHED)
    if bool(winner) == (ending == UNFINISHED):
        termination.fail(f"is {ending}, but $.result is {_show(winner)}")
    return Outcome(winner, Ending(ending)) if winner else None


def _tag(node: _Node) -> tuple[str, str]:
    node.check_keys(("name", "value"))
    return node.get("name").checked(rules.TAG), node.get("value").tidied(rules.tidy_line).checked(rules.LINE)


def _line(node: _Node, depth: int) -> tuple[RecordedMove, ...]:
    """Read a line of moves with its variations, to the allowed depth."""
    if depth > rules.DEEPEST:
        node.fail(f"is nested more than {rules.DEEPEST} variations deep")
    return tuple(_move(item, depth) for item in node.items())


def _move(node: _Node, depth: int) -> RecordedMove:
    node.check_keys(_MOVE_KEYS)
    variations = []
    for item in node.get("variations").items():
        variations.append(_line(item, depth + 1))
        if not variations[-1]:
            item.fail("must have at least one move")
    return RecordedMove(
        node.get("move").checked(rules.MOVE),
        node.get("annotation").optional(rules.ANNOTATION, ""),
        node.get("comment").tidied(rules.tidy_comment).optional(rules.COMMENT, ""),
        tuple(variations),
    )
