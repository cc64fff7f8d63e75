"""What players do to a game: each is done once, on disk, and answered; never met with silence."""

from time import perf_counter

from aliquot.core.errors import AliquotError, IllegalMove, InvalidMove
from aliquot.core.outcome import Seat, other
from aliquot.play.events import Conceded
from aliquot.play.hint import Hint
from aliquot.play.words import conclude
from aliquot.web import board
from aliquot.web.agreement import next_agreement
from aliquot.web.errors import NotAllowed
from aliquot.web.messages import Answered
from aliquot.web.table import Table


def _acting(table: Table, seats: tuple[Seat, ...]) -> Seat:
    """Which of their seats somebody acts for: the one to move, if they have it."""
    if not seats:
        raise NotAllowed("You have no seat in this game: you are watching it.")
    return table.sitting.match.seat if table.sitting.match.seat in seats else seats[0]


async def play(table: Table, seats: tuple[Seat, ...], message: str, ply: int, text: str) -> Answered:
    """Makes a move for whoever has these seats; it is counted, with the time it took."""
    begun = perf_counter()

    async def act() -> Answered:
        sitting, seat = table.sitting, _acting(table, seats)
        if ply != sitting.match.ply:
            return Answered(id=message, result="stale", state=board.state(table))
        if not table.is_ready:
            raise NotAllowed("The other seat is still free: the game begins when somebody has taken it.")
        if sitting.outcome is None and seat != sitting.match.seat:
            raise IllegalMove("It is not your turn.")
        event = sitting.play(text)
        if isinstance(event, Conceded):
            await table.commit(table.entry(event))
            raise InvalidMove(conclude(sitting.match, sitting.names))
        return Answered(id=message, result="accepted", number=await table.commit(table.entry(event, text), message))

    answer = await table.act(act, message, seats)
    table.hall.metrics.answered(answer.result, perf_counter() - begun)
    return answer


async def resign(table: Table, seats: tuple[Seat, ...], message: str) -> Answered:
    """Gives the game up."""

    async def act() -> Answered:
        seat = _acting(table, seats)
        if not table.is_ready:
            raise NotAllowed("The game has not begun.")
        entry = table.entry(table.sitting.resign(seat))
        return Answered(id=message, result="accepted", number=await table.commit(entry, message))

    return await table.act(act, message, seats)


async def take_back(table: Table, seats: tuple[Seat, ...], message: str) -> Answered:
    """Takes back to one's own last turn, or asks the other person whether one may."""

    async def act() -> Answered:
        seat, sitting = _acting(table, seats), table.sitting
        if table.agreement.mode == "device" and sitting.outcome is None:
            seat = other(sitting.match.seat)
        if not sitting.take_back_count(seat):
            raise IllegalMove("There is no turn to take back.")
        if table.agreement.mode == "link":
            body = {"kind": "offered", "seat": seat, "what": "take_back"}
        else:
            body = table.entry(sitting.take_back(seat))
        return Answered(id=message, result="accepted", number=await table.commit(body, message))

    return await table.act(act, message, seats)


async def answer(table: Table, seats: tuple[Seat, ...], message: str, agree: bool) -> Answered:
    """Agrees to what the other player has asked for, or does not."""

    async def act() -> Answered:
        _acting(table, seats)
        what = next((what for what, asker in table.offers.items() if asker not in seats), None)
        if what is None:
            raise IllegalMove("Nothing has been asked of you.")
        if not agree:
            body = {"kind": "declined", "seat": seats[0], "what": what}
        elif what == "again":
            return await _go_on(table, seats[0], message)
        else:
            asker: Seat = 1 if table.offers[what] == 1 else 2
            body = {**table.entry(table.sitting.take_back(asker)), "by": asker, "seat": seats[0]}
        return Answered(id=message, result="accepted", number=await table.commit(body, message))

    return await table.act(act, message, seats)


async def again(table: Table, seats: tuple[Seat, ...], message: str) -> Answered:
    """Goes on to the next game of a series, or to a rematch if the other person agrees."""

    async def act() -> Answered:
        seat = _acting(table, seats)
        if table.sitting.outcome is None:
            raise IllegalMove("The game is not over yet.")
        if table.next is not None:
            raise IllegalMove("The next game has begun already.")
        following = next_agreement(table.agreement, table.sitting)
        asked = table.offers.get("again")
        if table.agreement.mode != "link" or following.number > 1 or (asked is not None and asked not in seats):
            return await _go_on(table, seat, message)
        body = {"kind": "offered", "seat": seat, "what": "again"}
        return Answered(id=message, result="accepted", number=await table.commit(body, message))

    return await table.act(act, message, seats)


async def _go_on(table: Table, seat: Seat, message: str) -> Answered:
    """Makes the next game, with the seats swapped and the players' tokens as they are."""
    following = next_agreement(table.agreement, table.sitting)
    swapped = {3 - place: holder for place, holder in table.seats.items()}
    name = await table.hall.create(following, swapped)
    body = {"kind": "continued", "seat": seat, "next": name}
    return Answered(id=message, result="accepted", number=await table.commit(body, message))


async def hint(table: Table, seats: tuple[Seat, ...], message: str) -> Answered:
    """Gives the next step of a hint, to whoever asked alone; that one was given is told to all."""
    considered: Hint | None = None
    try:
        seat = _acting(table, seats)
        if seat != table.sitting.match.seat or not table.is_ready:
            raise NotAllowed("Hints are for the player to move.")
        async with table.lock:
            await table.refresh()
            ask = table.sitting.considering()
        considered = await table.hall.thinkers.ask(ask)
    except AliquotError as error:
        return Answered(id=message, result="refused", reason=str(error))
    found = considered

    async def act() -> Answered:
        given = table.sitting.give(found)
        if given is None:
            return Answered(id=message, result="stale", state=board.state(table))
        number = await table.commit(table.entry(given), message)
        return Answered(id=message, result="accepted", number=number, text=found.text)

    return await table.act(act, message, seats)
