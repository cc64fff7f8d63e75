"""The commands of a class: each is checked against the class as it is, and becomes events."""

import asyncio
import base64
import hmac
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from random import Random, SystemRandom
from typing import Any, TypeVar

from aliquot import catalogue
from aliquot.core.errors import AliquotError, IllegalMove, InvalidParameter
from aliquot.core.outcome import SEATS
from aliquot.core.player import HUMAN
from aliquot.games.longest_chain import Chain
from aliquot.lessons import EXERCISE_COUNT, lesson
from aliquot.play.setup import fresh_seed
from aliquot.reports.classroom import (
    FULL,
    LOCKED,
    NO_OWN_CODE,
    OVER,
    REMOVED,
    STAGES,
    judge_moves,
    longest_chain,
    play_on,
    position_after,
    prepare_position,
)
from aliquot.reports.lesson import AnswerReport, answer_step
from aliquot.web.errors import NotAllowed
from aliquot.web.limits import CLASS_SIZE, ORACLE_SECONDS
from aliquot.web.live import class_protocol as protocol
from aliquot.web.live.auth import hash_token, new_id, new_token
from aliquot.web.live.class_names import PUPIL_LETTERS, new_code, new_name, read_code
from aliquot.web.live.class_state import Activity, ClassRecord, Step
from aliquot.web.live.classes import PAUSED
from aliquot.web.live.classroom import Body, Classroom
from aliquot.web.live.pairing import COMPUTER, pair
from aliquot.web.live.settings import COMPUTER as COMPUTER_NAME
from aliquot.web.live.settings import MatchSettings, check_level, settings_of
from aliquot.web.server.workers import Asker
from aliquot.web.store.reader import StoredSeat

T = TypeVar("T")
_SEEDS = 2**31
_JUDGE_SECONDS = ORACLE_SECONDS / 4


def class_seat_token(key: bytes, code: str, pupil: int, match: str) -> str:
    """Return the secret of a pupil's seat in a match of the class.

    The server can work it out again for whoever has the pupil's seat in the class, on whatever device.
    """
    digest = hmac.digest(key, f"class:{code}:{pupil}:{match}".encode(), "sha256")
    return base64.urlsafe_b64encode(digest[:24]).decode()


# --- pupils ---------------------------------------------------------------------------------------------


async def join(room: Classroom, visitor: str, body: protocol.JoinClass, check: Callable[[], None]) -> int:
    """Give a visitor a seat, the one they had or a new one, and return the pupil's number.

    Args:
        room: The class.
        visitor: The visitor's cookie.
        body: The request.
        check: Refuses a new pupil where too many come from the same address.

    Raises:
        NotAllowed: The class is over, locked or full, or the pupil was removed.
    """
    visitor_hash, own_code = hash_token(visitor), read_code(body.own_code)
    number = 0

    def command(record: ClassRecord) -> list[Body]:
        nonlocal number
        if own_code:
            pupil = record.by_own_code(own_code)
            if pupil is None:
                raise NotAllowed(NO_OWN_CODE.format(code=own_code), code="no-pupil")
            number = pupil.number
            if pupil.visitor == visitor_hash:
                return []
            return [{"kind": "returned", "pupil": number, "visitor": visitor_hash}]
        pupil = record.pupil_of(visitor_hash)
        if pupil is not None and not pupil.is_removed:
            number = pupil.number
            return []
        if pupil is not None and not body.again:
            raise NotAllowed(REMOVED, code="removed")
        if record.is_over:
            raise NotAllowed(OVER, code="class-over")
        if record.is_locked:
            raise NotAllowed(LOCKED, code="locked")
        seated = record.seated
        if len(seated) >= CLASS_SIZE:
            raise NotAllowed(FULL.format(size=CLASS_SIZE), code="class-full")
        check()
        number = len(record.pupils) + 1
        name = new_name({one.name for one in seated}, SystemRandom())
        code = new_code(PUPIL_LETTERS, {one.own_code for one in record.pupils.values()})
        return [{"kind": "joined", "pupil": number, "name": name, "own_code": code, "visitor": visitor_hash}]

    await room.run(command)
    return number


def _at_work(record: ClassRecord, activity: int, kind: str) -> Activity:
    """Return the present activity, if it is this one and goes on.

    Raises:
        NotAllowed: It is over or paused.
    """
    current = record.activity
    if current is None or current.number != activity or current.kind != kind:
        raise NotAllowed("Your teacher has gone on to something else.", code="activity-over")
    if record.is_paused:
        raise NotAllowed(PAUSED, code="paused")
    return current


async def pick(room: Classroom, pupil: int, body: protocol.Pick) -> int:
    """Count a pupil's move in the position for all; until the bars are revealed it can be changed."""

    def command(record: ClassRecord) -> list[Body]:
        if record.is_done(pupil, body.id):
            return []
        activity = _at_work(record, body.activity, "position")
        step = activity.step
        if body.step != activity.path[-1] + 1 or step.stage != "asking":
            raise NotAllowed("The answers to this question are in. Wait for the next one.", code="too-late")
        move = _spell(room, activity, step, body.move)
        if step.picks.get(pupil) == move:
            return []
        fields = {"activity": activity.number, "step": body.step, "move": move}
        return [{"kind": "picked", "id": body.id, "pupil": pupil, **fields}]

    return await room.run(command)


def _spell(room: Classroom, activity: Activity, step: Step, text: str) -> str:
    """Return a move as records write it.

    Raises:
        IllegalMove, InvalidMove: It is not possible.
    """
    key = "match", activity.number, activity.path[-1]
    match = room.cache.get(key)
    if match is None:
        match = room.cache[key] = position_after(activity.settings["game"], step.moves)
    move = match.game.parse(match.position, text)
    match.game.play(match.position, move)
    return str(match.game.spell(match.position, move))


async def answer(room: Classroom, pupil: int, body: protocol.ExerciseAnswer, ask: Any) -> AnswerReport:
    """Judge a pupil's answer to an exercise, and count it."""
    activity = _at_work(room.record, body.activity, "worksheet")
    settings = activity.settings
    report: AnswerReport = await ask(
        answer_step, settings["lesson"], body.number, body.answer, [], settings["seed"], seconds=ORACLE_SECONDS
    )

    def command(record: ClassRecord) -> list[Body]:
        if record.is_done(pupil, body.id):
            return []
        current = _at_work(record, body.activity, "worksheet")
        if any(current.answers.get(pupil, {}).get(body.number, ())):
            return []  # Solved before: it cannot become better or worse.
        fields = {"activity": body.activity, "number": body.number, "right": report.done}
        return [{"kind": "answered", "id": body.id, "pupil": pupil, **fields}]

    await room.run(command)
    return report


async def send_chain(room: Classroom, pupil: int, body: protocol.ChainSent) -> int:
    """Store a pupil's chain."""

    def command(record: ClassRecord) -> list[Body]:
        if record.is_done(pupil, body.id):
            return []
        activity = _at_work(record, body.activity, "chain")
        chain = Chain(activity.settings["high"], tuple(body.chain)).numbers
        if activity.chains.get(pupil) == chain:
            return []
        return [{"kind": "chained", "id": body.id, "pupil": pupil, "activity": activity.number, "chain": chain}]

    return await room.run(command)


# --- the teacher ----------------------------------------------------------------------------------------


class Teaching:
    """Carries out the commands of a teacher, one at a time."""

    def __init__(self, room: Classroom, ask: Any, asker: Asker, *, has_oracle: bool) -> None:
        """Lead a class.

        Args:
            room: The class.
            ask: Asks the oracle.
            asker: Whose share of the workers' time it takes.
            has_oracle: False if the server gives no help with positions.
        """
        self._room, self._ask, self._asker, self._has_oracle = room, ask, asker, has_oracle

    async def __call__(self, body: protocol.TeacherCommand) -> int:
        """Carry out a command and return the number of the last event.

        Raises:
            AliquotError: It is refused.
        """
        async with self._room.teaching:
            if self._room.record.is_done(0, body.id):
                return self._room.record.number
            prepare = getattr(self, f"_{body.type}")
            return await self._run(body.id, await prepare(body))

    async def _run(self, command_id: str, make: Callable[[ClassRecord], Body | None]) -> int:
        def command(record: ClassRecord) -> list[Body]:
            if record.is_done(0, command_id):
                return []
            if record.is_over:
                raise NotAllowed(OVER, code="class-over")
            event = make(record)
            return [] if event is None else [{**event, "id": command_id}]

        return await self._room.run(command)

    async def _switch(self, body: protocol.Switch) -> Callable[[ClassRecord], Body]:
        values = {name: value for name in ("locked", "paused", "help") if (value := getattr(body, name)) is not None}
        return lambda record: {"kind": "set", **values}

    async def _remove(self, body: protocol.Remove) -> Callable[[ClassRecord], Body]:
        def make(record: ClassRecord) -> Body:
            return {"kind": "removed", "pupils": [number for number in body.pupils if number in record.pupils]}

        return make

    async def _project(self, body: protocol.Project) -> Callable[[ClassRecord], Body]:
        def make(record: ClassRecord) -> Body:
            if body.match is not None and record.game(body.match) is None:
                raise InvalidParameter("This game does not belong to the class.")
            return {"kind": "projected", "match": body.match, "names": body.names, "move": body.move}

        return make

    async def _end(self, body: protocol.End) -> Callable[[ClassRecord], Body]:
        await self._judge_open_step()
        return lambda record: {"kind": "ended"}

    async def _stop(self, body: protocol.Stop) -> Callable[[ClassRecord], Body | None]:
        await self._judge_open_step()
        return lambda record: {"kind": "stopped"} if record.is_active else None

    # --- starting ---------------------------------------------------------------------------------------

    async def _start_position(self, body: protocol.StartPosition) -> Callable[[ClassRecord], Body]:
        await self._judge_open_step()
        game, moves = await self._ask(prepare_position, body.game, body.position)
        settings = {"game": game, "moves": moves, "choices": body.choices}
        return lambda record: {"kind": "started", "what": "position", "settings": settings}

    async def _start_worksheet(self, body: protocol.StartWorksheet) -> Callable[[ClassRecord], Body]:
        await self._judge_open_step()
        about = lesson(body.lesson)
        seed = Random().randrange(_SEEDS)
        settings = {"lesson": about.slug, "title": about.title, "seed": seed, "total": EXERCISE_COUNT}
        return lambda record: {"kind": "started", "what": "worksheet", "settings": settings}

    async def _start_chain(self, body: protocol.StartChain) -> Callable[[ClassRecord], Body]:
        await self._judge_open_step()
        longest, proved = await self._ask(longest_chain, body.high)
        settings = {"high": body.high, "ceiling": len(longest), "longest": longest, "proved": proved}
        if body.pairs:
            record = self._room.record
            settings["teams"] = pair(self._present(), "random", {}, record.meetings(), Random())
        return lambda record: {"kind": "started", "what": "chain", "settings": settings}

    async def _start_pairs(self, body: protocol.StartPairs) -> Callable[[ClassRecord], Body]:
        await self._judge_open_step()
        level = body.setup.opponent if body.setup.opponent in protocol.LEVELS else catalogue.USUAL_LEVEL
        new = body.setup.model_copy(update={"opponent": "link", "best_of": 1, "clock": None, "first": "you"})
        settings, _ = await asyncio.to_thread(settings_of, new, "Player 1")
        await self._room.lobby.workers.play(self._asker, check_level, settings.game, (HUMAN, level))
        hints = body.hints and self._has_oracle
        settings = replace(settings, open_book=hints, has_oracle=hints, classroom=self._room.code, best_of=1)
        stored = {"match": settings.to_json(), "game": settings.game, "level": level, "hints": hints}
        return lambda record: {"kind": "started", "what": "pairs", "settings": stored}

    # --- pairs ------------------------------------------------------------------------------------------

    def _present(self) -> list[int]:
        """Return the pupils who are here; all of them if nobody is connected."""
        here = self._room.present
        return [one.number for one in self._room.record.seated if not here or one.number in here]

    async def _pair(self, body: protocol.Pair) -> Callable[[ClassRecord], Body | None]:
        record = self._room.record
        activity = record.activity
        if activity is None or activity.kind != "pairs":
            raise NotAllowed("Start a game in pairs first.", code="no-pairs")
        pupils = self._present()
        number = len(activity.rounds) + 1
        if body.fill and activity.rounds:
            number = len(activity.rounds)
            pupils = [one for one in pupils if activity.game_of(one) is None]
        if not pupils:
            raise NotAllowed("There is nobody to pair. Wait until pupils have joined.", code="nobody")
        pairs = pair(pupils, body.how, record.scores(), record.meetings(), Random())
        games = await asyncio.gather(*(self._create(activity, two) for two in pairs))

        def make(now: ClassRecord) -> Body | None:
            current = now.activity
            if current is None or current.number != activity.number or len(current.rounds) not in (number - 1, number):
                return None
            return {"kind": "paired", "activity": activity.number, "round": number, "games": games}

        return make

    async def _create(self, activity: Activity, pupils: tuple[int, int]) -> tuple[int, int, str]:
        """Create the match of two pupils, or of a pupil and the computer."""
        room, match = self._room, new_id()
        base = MatchSettings.from_json(activity.settings["match"])
        level = activity.settings["level"]
        names = [room.record.pupils[one].name if one != COMPUTER else COMPUTER_NAME for one in pupils]
        kinds = [HUMAN if one != COMPUTER else level for one in pupils]
        settings = replace(
            base,
            mode="link" if COMPUTER not in pupils else "computer",
            kinds=(kinds[0], kinds[1]),
            names=(names[0], names[1]),
            seed=fresh_seed(),
        )
        seats: dict[int, StoredSeat] = {
            seat: StoredSeat(
                hash_token(class_seat_token(room.lobby.database.cookie_key, room.code, one, match)),
                hash_token(new_token()),
                name,
            )
            for seat, one, name in zip(SEATS, pupils, names, strict=True)
            if one != COMPUTER
        }
        await room.lobby.create(settings, seats, match)
        return *pupils, match

    # --- one position for all ---------------------------------------------------------------------------

    def _question(self) -> Activity:
        activity = self._room.record.activity
        if activity is None or activity.kind not in ("position", "chain"):
            raise NotAllowed("There is no position to reveal.", code="no-position")
        return activity

    async def _judgement(self, step: Step, activity: Activity) -> dict[str, Any]:
        """Return what the oracle says about a step, unless it has said it already."""
        chosen: Sequence[str] = [move for move, _ in step.counts]
        if step.judgement and all(move in step.judgement["moves"] for move in chosen):
            return step.judgement
        arguments = activity.settings["game"], step.moves, chosen, _JUDGE_SECONDS
        judged: dict[str, Any] = await self._ask(judge_moves, *arguments, seconds=ORACLE_SECONDS * 2)
        return judged

    async def _judge_open_step(self) -> None:
        """Judge the position that is left, so that the results can say what was missed."""
        activity = self._room.record.activity
        if activity is None or activity.kind != "position" or not activity.step.picks or activity.step.judgement:
            return
        try:
            judgement = await self._judgement(activity.step, activity)
        except AliquotError:
            return  # The results show the moves without a verdict.
        number, place, stage = activity.number, activity.path[-1], activity.step.stage

        def command(record: ClassRecord) -> list[Body]:
            current = record.activity
            if current is None or current.number != number or current.path[-1] != place:
                return []
            return [{"kind": "revealed", "activity": number, "stage": stage, "judgement": judgement}]

        await self._room.run(command)

    async def _reveal(self, body: protocol.Reveal) -> Callable[[ClassRecord], Body | None]:
        activity = self._question()
        if activity.kind == "chain":
            return lambda record: {"kind": "revealed", "activity": activity.number, "stage": body.stage}
        place = activity.path[-1]
        if body.stage != "bars":
            judgement = await self._judgement(activity.step, activity)
        else:
            judgement = activity.step.judgement

        def make(record: ClassRecord) -> Body | None:
            current = record.activity
            if current is None or current.number != activity.number or current.path[-1] != place:
                return None
            if STAGES.index(body.stage) <= STAGES.index(current.step.stage):
                return None
            fields = {"judgement": judgement} if judgement else {}
            return {"kind": "revealed", "activity": activity.number, "stage": body.stage, **fields}

        return make

    async def _play_on(self, body: protocol.PlayOn) -> Callable[[ClassRecord], Body | None]:
        activity = self._question()
        step, place = activity.step, activity.path[-1]
        if activity.kind != "position" or body.step != place + 1:
            raise NotAllowed("This question is over.", code="too-late")
        move = body.move or (step.counts[0][0] if step.picks else "")
        if not move:
            raise IllegalMove("Nobody has chosen a move yet.", code="no-picks")
        judgement = await self._judgement(step, activity) if step.picks else {}
        played = await self._ask(play_on, activity.settings["game"], step.moves, move, _JUDGE_SECONDS)
        event = {"kind": "played", "activity": activity.number, "moves": played}
        return partial(self._unless_changed, activity.number, place, {**event, **_if_any(judgement)})

    async def _step_back(self, body: protocol.StepBack) -> Callable[[ClassRecord], Body | None]:
        activity = self._question()
        place = activity.path[-1]
        if activity.kind != "position" or body.step != place + 1 or len(activity.path) < 2:
            raise NotAllowed("There is no step to go back.", code="too-late")
        judgement = await self._judgement(activity.step, activity) if activity.step.picks else {}
        event = {"kind": "stepped_back", "activity": activity.number}
        return partial(self._unless_changed, activity.number, place, {**event, **_if_any(judgement)})

    @staticmethod
    def _unless_changed(number: int, place: int, event: Body, record: ClassRecord) -> Body | None:
        current = record.activity
        is_same = current is not None and current.number == number and current.path[-1:] == [place]
        return event if is_same else None


def _if_any(judgement: dict[str, Any]) -> Body:
    return {"judgement": judgement} if judgement else {}
