"""How a game is told to clients: the state in full, and what each event has changed; encoded once for all."""

from typing import TYPE_CHECKING, Any

import msgspec

from aliquot.core.game import AnyGame
from aliquot.core.match import Turn
from aliquot.play.journal import remaining
from aliquot.reports.sentences import result_sentence, turn_texts
from aliquot.web.live.protocol import VERSION

if TYPE_CHECKING:
    from aliquot.web.live.room import Room
    from aliquot.web.store.reader import StoredEvent

_ENCODE = msgspec.json.Encoder().encode


def encode(facts: dict[str, Any]) -> bytes:
    """A message as it is sent."""
    return _ENCODE(facts)


def standing(room: "Room") -> dict[str, Any]:
    """What may change with every event: the board, whose turn it is, the clocks, the result."""
    session, match = room.session, room.session.match
    outcome = match.outcome
    left = remaining(session)
    told = None
    if outcome is not None:
        told = {
            "winner": outcome.winner,
            "ending": outcome.ending.value,
            "text": result_sentence(match, session.names),
        }
    return {
        "ply": match.ply,
        "view": room.view(match.position).as_json(),
        "remaining": None if left is None else list(left),
        "running": match.seat if left is not None and session.is_started and outcome is None else None,
        "outcome": told,
    }


def state(room: "Room") -> dict[str, Any]:
    """Everything a client needs that has seen nothing yet."""
    session, settings = room.session, room.settings
    game = session.match.game
    turns = [_turn(game, turn) for turn in session.match.turns]
    series = {"number": settings.number, "best_of": settings.best_of, "score": list(settings.score)}
    return {
        "v": VERSION,
        "type": "state",
        "match": room.id,
        "number": room.number,
        "game": {
            "id": game.id,
            "slug": game.slug,
            "title": game.title,
            "tagline": game.tagline,
            "penalty": session.match.penalty,
        },
        "mode": settings.mode,
        "players": [
            {"seat": seat, "name": party.name, "kind": party.kind, "taken": room.is_taken(seat)}
            for seat, party in enumerate(session.participants, 1)
        ],
        "hints": settings.allows_hints,
        "choices": settings.choices,
        "start": game.text(game.start()),
        "clock": settings.clock,
        "series": series if settings.best_of > 1 else None,
        "turns": turns,
        "offers": dict(room.offers),
        "next": room.next,
        **standing(room),
    }


def _turn(game: AnyGame, turn: Turn[Any, Any]) -> dict[str, Any]:
    spelt, left = turn_texts(game, turn)
    return {"seat": turn.seat, "move": spelt, "leaves": left}


def event(room: "Room", number: int, message: str, body: dict[str, Any]) -> dict[str, Any]:
    """An event that has just happened, with what it has changed."""
    facts: dict[str, Any] = {
        "v": VERSION,
        "type": "event",
        "match": room.id,
        "number": number,
        "id": message,
        "result": "accepted",
        **body,
    }
    match = room.session.match
    turn = match.last
    if body["kind"] == "moved" and turn is not None:
        facts["leaves"] = turn_texts(match.game, turn, room.view(turn.before))[1]
        facts["objection"] = turn.objection
    if body["kind"] != "hinted":
        facts |= {"offers": dict(room.offers), **standing(room)}
    return facts


def past(event: "StoredEvent") -> dict[str, Any]:
    """An event of some time ago, as it is stored."""
    return {"number": event.number, "id": event.message_id, **event.body}
