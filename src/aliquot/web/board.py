"""How a game is told to clients: the state in full, and what each event has changed; encoded once for all."""

from typing import TYPE_CHECKING, Any

import msgspec

from aliquot.core.game import AnyGame
from aliquot.core.match import Turn
from aliquot.play.journal import remaining
from aliquot.play.words import conclude, spell
from aliquot.web.messages import VERSION

if TYPE_CHECKING:
    from aliquot.web.reader import StoredEvent
    from aliquot.web.table import Table

_ENCODE = msgspec.json.Encoder().encode


def encode(facts: dict[str, Any]) -> bytes:
    """A message as it is sent."""
    return _ENCODE(facts)


def standing(table: "Table") -> dict[str, Any]:
    """What may change with every event: the board, whose turn it is, the clocks, the result."""
    sitting, match = table.sitting, table.sitting.match
    outcome = match.outcome
    left = remaining(sitting)
    told = None
    if outcome is not None:
        told = {
            "winner": outcome.winner,
            "ending": outcome.ending.value,
            "text": conclude(match, sitting.names),
        }
    return {
        "ply": match.ply,
        "view": table.view(match.position).as_json(),
        "remaining": None if left is None else list(left),
        "running": match.seat if left is not None and sitting.is_started and outcome is None else None,
        "outcome": told,
    }


def state(table: "Table") -> dict[str, Any]:
    """Everything a client needs that has seen nothing yet."""
    sitting, agreement = table.sitting, table.agreement
    game = sitting.match.game
    turns = [_turn(game, turn) for turn in sitting.match.turns]
    series = {"number": agreement.number, "best_of": agreement.best_of, "score": list(agreement.score)}
    return {
        "v": VERSION,
        "type": "state",
        "game": table.id,
        "number": table.number,
        "rules": {
            "id": game.id,
            "slug": game.slug,
            "title": game.title,
            "tagline": game.tagline,
            "penalty": sitting.match.penalty,
        },
        "mode": agreement.mode,
        "players": [
            {"seat": seat, "name": party.name, "kind": party.kind, "taken": table.is_taken(seat)}
            for seat, party in enumerate(sitting.parties, 1)
        ],
        "hints": agreement.allows_hints,
        "choices": agreement.choices,
        "start": game.text(game.start()),
        "clock": agreement.clock,
        "series": series if agreement.best_of > 1 else None,
        "turns": turns,
        "offers": dict(table.offers),
        "next": table.next,
        **standing(table),
    }


def _turn(game: AnyGame, turn: Turn[Any, Any]) -> dict[str, Any]:
    spelt, left = spell(game, turn)
    return {"seat": turn.seat, "move": spelt, "leaves": left}


def event(table: "Table", number: int, message: str, body: dict[str, Any]) -> dict[str, Any]:
    """An event that has just happened, with what it has changed."""
    facts: dict[str, Any] = {
        "v": VERSION,
        "type": "event",
        "game": table.id,
        "number": number,
        "id": message,
        "result": "accepted",
        **body,
    }
    match = table.sitting.match
    turn = match.last
    if body["kind"] == "moved" and turn is not None:
        facts["leaves"] = spell(match.game, turn, table.view(turn.before))[1]
        facts["objection"] = turn.objection
    if body["kind"] != "hinted":
        facts |= {"offers": dict(table.offers), **standing(table)}
    return facts


def past(event: "StoredEvent") -> dict[str, Any]:
    """An event of some time ago, as it is stored."""
    return {"number": event.number, "id": event.message, **event.body}
