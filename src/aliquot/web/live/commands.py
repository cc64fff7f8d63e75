"""What players do to a game: each is done once, on disk, and answered; never met with silence."""

from time import perf_counter

from aliquot.core.errors import AliquotError, IllegalMove, InvalidMove
from aliquot.core.outcome import Seat, other
from aliquot.play.session import ConcessionEvent, Hint
from aliquot.reports.sentences import result_sentence
from aliquot.web.errors import NotAllowed
from aliquot.web.live import messages
from aliquot.web.live.protocol import Answered
from aliquot.web.live.room import Room
from aliquot.web.live.settings import next_settings


def _acting(room: Room, seats: tuple[Seat, ...]) -> Seat:
    """Which of their seats somebody acts for: the one to move, if they have it."""
    if not seats:
        raise NotAllowed("You have no seat in this game: you are watching it.")
    return room.session.match.seat if room.session.match.seat in seats else seats[0]


async def play(room: Room, seats: tuple[Seat, ...], message: str, ply: int, text: str) -> Answered:
    """Makes a move for whoever has these seats; it is counted, with the time it took."""
    begun = perf_counter()

    async def act() -> Answered:
        session, seat = room.session, _acting(room, seats)
        if ply != session.match.ply:
            return Answered(id=message, result="stale", state=messages.state(room))
        if not room.is_ready:
            raise NotAllowed("The other seat is still free: the game begins when somebody has taken it.")
        if session.outcome is None and seat != session.match.seat:
            raise IllegalMove("It is not your turn.")
        event = session.play(text)
        if isinstance(event, ConcessionEvent):
            await room.commit(room.entry(event))
            raise InvalidMove(result_sentence(session.match, session.names))
        return Answered(id=message, result="accepted", number=await room.commit(room.entry(event, text), message))

    answer = await room.act(act, message, seats)
    room.lobby.metrics.count_move(answer.result, perf_counter() - begun)
    return answer


async def resign(room: Room, seats: tuple[Seat, ...], message: str) -> Answered:
    """Gives the game up."""

    async def act() -> Answered:
        seat = _acting(room, seats)
        if not room.is_ready:
            raise NotAllowed("The game has not begun.")
        entry = room.entry(room.session.resign(seat))
        return Answered(id=message, result="accepted", number=await room.commit(entry, message))

    return await room.act(act, message, seats)


async def take_back(room: Room, seats: tuple[Seat, ...], message: str) -> Answered:
    """Takes back to one's own last turn, or asks the other person whether one may."""

    async def act() -> Answered:
        seat, session = _acting(room, seats), room.session
        if room.settings.mode == "device" and session.outcome is None:
            seat = other(session.match.seat)
        if not session.take_back_count(seat):
            raise IllegalMove("There is no turn to take back.")
        if room.settings.mode == "link":
            body = {"kind": "offered", "seat": seat, "what": "take_back"}
        else:
            body = room.entry(session.take_back(seat))
        return Answered(id=message, result="accepted", number=await room.commit(body, message))

    return await room.act(act, message, seats)


async def answer(room: Room, seats: tuple[Seat, ...], message: str, agree: bool) -> Answered:
    """Agrees to what the other player has asked for, or does not."""

    async def act() -> Answered:
        _acting(room, seats)
        what = next((what for what, credentials in room.offers.items() if credentials not in seats), None)
        if what is None:
            raise IllegalMove("Nothing has been asked of you.")
        if not agree:
            body = {"kind": "declined", "seat": seats[0], "what": what}
        elif what == "again":
            return await _go_on(room, seats[0], message)
        else:
            credentials: Seat = 1 if room.offers[what] == 1 else 2
            body = {**room.entry(room.session.take_back(credentials)), "by": credentials, "seat": seats[0]}
        return Answered(id=message, result="accepted", number=await room.commit(body, message))

    return await room.act(act, message, seats)


async def again(room: Room, seats: tuple[Seat, ...], message: str) -> Answered:
    """Goes on to the next game of a series, or to a rematch if the other person agrees."""

    async def act() -> Answered:
        seat = _acting(room, seats)
        if room.session.outcome is None:
            raise IllegalMove("The game is not over yet.")
        if room.next is not None:
            raise IllegalMove("The next game has begun already.")
        following = next_settings(room.settings, room.session)
        asked = room.offers.get("again")
        if room.settings.mode != "link" or following.number > 1 or (asked is not None and asked not in seats):
            return await _go_on(room, seat, message)
        body = {"kind": "offered", "seat": seat, "what": "again"}
        return Answered(id=message, result="accepted", number=await room.commit(body, message))

    return await room.act(act, message, seats)


async def _go_on(room: Room, seat: Seat, message: str) -> Answered:
    """Makes the next game, with the seats swapped and the players' tokens as they are."""
    following = next_settings(room.settings, room.session)
    swapped = {3 - place: holder for place, holder in room.seats.items()}
    name = await room.lobby.create(following, swapped)
    body = {"kind": "continued", "seat": seat, "next": name}
    return Answered(id=message, result="accepted", number=await room.commit(body, message))


async def hint(room: Room, seats: tuple[Seat, ...], message: str) -> Answered:
    """Gives the next step of a hint, to whoever asked alone; that one was given is told to all."""
    considered: Hint | None = None
    try:
        seat = _acting(room, seats)
        if seat != room.session.match.seat or not room.is_ready:
            raise NotAllowed("Hints are for the player to move.")
        async with room.lock:
            await room.refresh()
            ask = room.session.prepare_hint()
        considered = await room.lobby.workers.ask(ask)
    except AliquotError as error:
        return Answered(id=message, result="refused", reason=str(error))
    found = considered

    async def act() -> Answered:
        given = room.session.add_hint(found)
        if given is None:
            return Answered(id=message, result="stale", state=messages.state(room))
        number = await room.commit(room.entry(given), message)
        return Answered(id=message, result="accepted", number=number, text=found.text)

    return await room.act(act, message, seats)
