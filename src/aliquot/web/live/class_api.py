"""Classes over HTTP: create, join, follow and lead them, and their results."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Body, Depends, Query, Request, Response
from fastapi.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from aliquot.reports.classroom import (
    REMOVED,
    Done,
    NewClass,
    ProjectorState,
    PupilState,
    Results,
    TeacherState,
    discuss_exercises,
    write_csv,
)
from aliquot.reports.lesson import AnswerReport
from aliquot.web.errors import Abandoned, NotAllowed, TooManyRequests
from aliquot.web.limits import ORACLE_SECONDS, POLL_SECONDS
from aliquot.web.live import class_commands
from aliquot.web.live.api import REFUSALS, Ask, By, InLobby, asker_of, check_quota, poll, send, unless_abandoned
from aliquot.web.live.auth import Credentials, base_url, visitor_of
from aliquot.web.live.class_commands import Teaching
from aliquot.web.live.class_messages import ClassMessages
from aliquot.web.live.class_protocol import ChainSent, ExerciseAnswer, JoinClass, Pick, TeacherCommand
from aliquot.web.live.class_results import by_missed, missed_exercises, results_of
from aliquot.web.live.classes import teacher_token
from aliquot.web.live.classroom import Classroom, Follower, Role
from aliquot.web.live.lobby import Lobby

router = APIRouter(prefix="/api/classes", responses=REFUSALS)
NOT_TEACHER = "Only the teacher of this class can do that. Open the teacher's private link."
NOT_PUPIL = "You have no seat in this class. Join it first."
ELSEWHERE = "This class is open in another tab or on another device. Continue there, or press Use it here."
_GATHER_SECONDS = 0.08
"""Seconds for which changes on the teacher's board are gathered, so that forty picks are a few messages."""


async def class_of(code: str, lobby: InLobby) -> Classroom:
    """Return the class of the code in the address."""
    return await lobby.classes.get(code)


InClass = Annotated[Classroom, Depends(class_of)]


def require_teacher(room: Classroom, credentials: Credentials) -> None:
    """Refuse everybody but the teacher.

    Raises:
        NotAllowed: The request is not the teacher's.
    """
    if not room.is_teacher(credentials):
        raise NotAllowed(NOT_TEACHER, code="not-teacher")


def pupil_number(room: Classroom, credentials: Credentials) -> int:
    """Return the number of the pupil who sent a request.

    Raises:
        NotAllowed: There is none.
    """
    pupil = room.pupil_of(credentials)
    if pupil is None:
        raise NotAllowed(NOT_PUPIL, code="not-pupil")
    return pupil.number


# --- creating and joining -------------------------------------------------------------------------------


@router.post("", status_code=201, response_model=NewClass)
async def create(request: Request, response: Response, lobby: InLobby) -> Response:
    """Create a class. You are its teacher."""
    return send(await create_class(request, response, lobby), response, 201)


async def create_class(request: Request, response: Response, lobby: Lobby) -> NewClass:
    """Create a class for the visitor of a request; a new visitor's cookie is set on the response."""
    check_quota(request, lobby)
    visitor = visitor_of(request, response)
    room = await lobby.classes.create(visitor)
    return _new_class(request, room, teacher_token(visitor, room.code))


@router.get("/{code}/link", response_model=NewClass)
async def link(request: Request, room: InClass, credentials: By) -> Response:
    """Return the teacher's private link."""
    require_teacher(room, credentials)
    token = teacher_token(credentials.visitor or "", room.code)
    if credentials.token is not None and not room.is_teacher(Credentials(None, token)):
        token = credentials.token
    return send(_new_class(request, room, token))


def _new_class(request: Request, room: Classroom, token: str) -> NewClass:
    path = f"{base_url(request)}/class/{room.code}"
    return NewClass(code=room.code, token=token, path=path, private=f"{path}/teacher#{token}")


@router.post("/{code}/join", response_model=PupilState)
async def join(body: JoinClass, request: Request, response: Response, lobby: InLobby, room: InClass) -> Response:
    """Take a seat in a class, or the one you have had."""
    address = asker_of(request).address

    def check() -> None:
        if not lobby.classes.join_buckets.take(address):
            raise TooManyRequests("Too many pupils have joined from your address. Wait a minute, then try again.")

    if body.own_code and not lobby.classes.join_buckets.take(address):
        check()  # Somebody tries out codes.
    visitor = visitor_of(request, response)
    number = await class_commands.join(room, visitor, body, check)
    async with room.lock:
        return send(ClassMessages(room).pupil_state(room.record.pupils[number]), response)


# --- following ------------------------------------------------------------------------------------------


def follower_of(
    request: Request,
    room: InClass,
    credentials: By,
    role: Annotated[Role, Query(description="The page: a pupil's, the teacher's or the projector's.")] = "pupil",
    tab: Annotated[str, Query(max_length=40, description="Your own id for the tab.")] = "",
) -> Follower:
    """Return the follower that a request describes.

    Raises:
        NotAllowed: It has no seat in the class, or is not the teacher.
    """
    if role != "pupil":
        require_teacher(room, credentials)
        return Follower(role, 0, tab, base_url(request))
    return Follower(role, pupil_number(room, credentials), tab, base_url(request))


Following = Annotated[Follower, Depends(follower_of)]


async def _state(room: Classroom, follower: Follower) -> tuple[str, bytes]:
    """Return the version and the message for a follower, with nothing in it that is not stored."""
    if follower.role != "pupil":
        await room.watch_tiles()
    async with room.lock:
        await room.refresh()
        messages = ClassMessages(room)
        return messages.version(follower), messages.state(follower)


@router.get("/{code}", response_model=PupilState | TeacherState | ProjectorState)
async def state(
    request: Request,
    lobby: InLobby,
    room: InClass,
    follower: Following,
    since: Annotated[str, Query(max_length=40, description="The version you have.")] = "",
    wait: Annotated[float, Query(ge=0, le=POLL_SECONDS, description="Seconds to wait for another version.")] = 0,
) -> Response:
    """Return what you see of a class; wait for something new if asked to."""
    version, body = await _state(room, follower)
    if wait and version == since:
        room.follow(follower)
        try:
            async with poll(lobby, wait):
                while version == since and not follower.is_closed:
                    await unless_abandoned(request.receive, follower.wait())
                    version, body = await _state(room, follower)
        finally:
            room.leave(follower)
    if follower.is_displaced:
        raise NotAllowed(ELSEWHERE, code="elsewhere")
    return Response(body, media_type="application/json", headers={"cache-control": "no-store"})


@router.get("/{code}/stream", response_class=Response)
async def stream(lobby: InLobby, room: InClass, follower: Following) -> Response:
    """Send what you see of a class, and again whenever it changes, as server-sent events."""
    return ClassStream(lobby, room, follower)


class ClassStream(Response):
    """One open stream of the states of a class."""

    media_type = "text/event-stream"

    def __init__(self, lobby: Lobby, room: Classroom, follower: Follower) -> None:
        """Follow a class."""
        super().__init__(headers={"cache-control": "no-store", "x-accel-buffering": "no"})
        del self.headers["content-length"]
        self._lobby, self._room, self._follower = lobby, room, follower

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send every state until the client hangs up or the server stops."""
        self._room.follow(self._follower)
        self._lobby.connections.add(self)
        try:
            with suppress(Abandoned):
                await unless_abandoned(receive, self._write(send))
        finally:
            self._lobby.connections.discard(self)
            self._room.leave(self._follower)

    async def _write(self, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        async for data in self._messages():
            await send({"type": "http.response.body", "body": data, "more_body": True})
        await send({"type": "http.response.body", "body": b""})

    async def _messages(self) -> AsyncIterator[bytes]:
        follower, sent = self._follower, ""
        while not follower.is_closed:
            version, body = await _state(self._room, follower)
            if version != sent:
                sent = version
                yield b"data: %b\n\n" % body
            try:
                async with asyncio.timeout(POLL_SECONDS):
                    await follower.wait()
                if follower.role != "pupil":
                    await asyncio.sleep(_GATHER_SECONDS)
            except TimeoutError:
                yield b": still here\n\n"
        if follower.is_displaced:
            yield b'data: {"v":1,"type":"elsewhere"}\n\n'

    def is_alive(self) -> bool:
        """Return True: the comments show whether the client is there."""
        return True

    async def stop(self) -> None:
        """End the stream; browsers connect again by themselves."""
        self._follower.close()


# --- commands -------------------------------------------------------------------------------------------


def _active_pupil(room: Classroom, credentials: Credentials) -> int:
    number = pupil_number(room, credentials)
    if room.record.pupils[number].is_removed:
        raise NotAllowed(REMOVED, code="removed")
    return number


@router.post("/{code}/picks", response_model=Done)
async def pick(body: Pick, room: InClass, credentials: By) -> Response:
    """Choose a move in the position for all."""
    return send(Done(number=await class_commands.pick(room, _active_pupil(room, credentials), body)))


@router.post("/{code}/answers")
async def answer(body: ExerciseAnswer, room: InClass, credentials: By, ask: Ask) -> AnswerReport:
    """Answer an exercise of the worksheet."""
    return await class_commands.answer(room, _active_pupil(room, credentials), body, ask)


@router.post("/{code}/chains", response_model=Done)
async def chain(body: ChainSent, room: InClass, credentials: By) -> Response:
    """Send your chain in the race for the longest one."""
    return send(Done(number=await class_commands.send_chain(room, _active_pupil(room, credentials), body)))


@router.post("/{code}/teacher", response_model=Done)
async def teach(
    request: Request, room: InClass, credentials: By, ask: Ask, body: Annotated[TeacherCommand, Body()]
) -> Response:
    """Lead the class: start, pause, pair, reveal, lock, remove, end."""
    require_teacher(room, credentials)
    lead = Teaching(room, ask, asker_of(request), has_oracle=request.app.state.has_oracle)
    return send(Done(number=await lead(body)))


@router.delete("/{code}", response_model=Done)
async def delete(room: InClass, credentials: By, lobby: InLobby) -> Response:
    """Delete the class with everything in it, now."""
    require_teacher(room, credentials)
    number = room.record.number
    await lobby.classes.delete(room)
    return send(Done(number=number))


# --- results --------------------------------------------------------------------------------------------


async def _results(room: Classroom, credentials: Credentials) -> Results:
    require_teacher(room, credentials)
    async with room.lock:
        await room.refresh()
        return results_of(room)


@router.get("/{code}/results", response_model=Results)
async def results(room: InClass, credentials: By, ask: Ask) -> Response:
    """Return the results of a class."""
    report = await _results(room, credentials)
    if missed := missed_exercises(room.record):
        exercises = await ask(discuss_exercises, missed, seconds=ORACLE_SECONDS)
        report = replace(report, discussions=sorted([*report.discussions, *exercises], key=by_missed))
    return send(report)


@router.get("/{code}/results.csv", response_class=PlainTextResponse)
async def results_csv(room: InClass, credentials: By) -> PlainTextResponse:
    """Return the table of results for a spreadsheet."""
    report = await _results(room, credentials)
    headers: dict[str, Any] = {"content-disposition": f'attachment; filename="class-{room.code}.csv"'}
    text = write_csv(["Pupil", *report.columns], report.rows)
    return PlainTextResponse(text, headers=headers, media_type="text/csv")
