"""Commands: methods of a room that change its match, each carried out alone, once, and always answered."""

from collections.abc import Callable, Coroutine
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeAlias

from aliquot.core.errors import AliquotError
from aliquot.reports import live
from aliquot.web.live.messages import Seats
from aliquot.web.live.protocol import refusal

if TYPE_CHECKING:
    from aliquot.web.live.room import Room

P = ParamSpec("P")
_MOST_CONFLICTS = 5
"""The number of times a command is tried while other servers are faster."""


class Conflict(Exception):
    """Another server has stored something else under the same number."""


Command: TypeAlias = Callable[Concatenate["Room", Seats, str, P], Coroutine[Any, Any, live.Answer]]


def command(method: Command[P]) -> Command[P]:
    """Make a method a command: it runs alone, at most once for each message id, and is always answered."""

    @wraps(method)
    async def run(room: "Room", seats: Seats, message_id: str, /, *args: P.args, **options: P.kwargs) -> live.Answer:
        async with room.lock:
            for _ in range(_MOST_CONFLICTS):
                try:
                    await room.refresh()
                    if (number := room.number_of(seats, message_id)) is not None:
                        return room.already(message_id, number)
                    return await method(room, seats, message_id, *args, **options)
                except Conflict:
                    # As if the other server's event had come first to this one.
                    if (number := room.number_of(seats, message_id)) is not None:
                        return live.Answer(id=message_id, result="accepted", number=number)
                except AliquotError as error:
                    return refusal(message_id, error)
            return await room.stale(seats, message_id)

    return run
