"""The messages of a class: what each of its pupils, its teacher and its projector see."""

from collections.abc import Iterable
from typing import Any, cast

from msgspec import Raw

from aliquot.core.match import Match
from aliquot.core.text import listing
from aliquot.core.view import PoolView
from aliquot.games import goal_of, title_of
from aliquot.reports import classroom as reports
from aliquot.reports import live
from aliquot.reports.chain import count_text, links
from aliquot.reports.classroom import STAGES, position_after
from aliquot.reports.sentences import describe_turns, result_sentence
from aliquot.web.live.class_commands import class_seat_token
from aliquot.web.live.class_state import Activity, Pupil, Step
from aliquot.web.live.classroom import Classroom, Follower
from aliquot.web.live.pairing import COMPUTER, Score
from aliquot.web.live.protocol import encode
from aliquot.web.live.room import Room
from aliquot.web.live.settings import COMPUTER as COMPUTER_NAME
from aliquot.web.live.settings import MatchSettings

_MOST_STANDINGS = 12
"""The most rows of the table of results on the projector."""
_UNNAMED = ("Player 1", "Player 2")
_CLASS = ("The class", COMPUTER_NAME)


class ClassMessages:
    """Builds the messages of one class. Call its methods with the lock of the classroom held."""

    def __init__(self, room: Classroom) -> None:
        """Build the messages of this class."""
        self._room, self._record = room, room.record

    def version(self, follower: Follower) -> str:
        """Return a text that changes whenever the message for a follower does."""
        record = self._record
        if follower.role != "pupil":
            return f"{record.number}.{self._room.ticks}"
        pupil = record.pupils.get(follower.pupil)
        return str(max(record.shared, pupil.changed if pupil is not None else 0))

    def state(self, follower: Follower) -> bytes:
        """Return the message for a follower as JSON. Teachers and projectors share theirs."""
        if follower.role == "pupil":
            return encode(self.pupil_state(self._record.pupils[follower.pupil]))
        key, version = (follower.role, follower.base), self.version(follower)
        known = self._room.cache.get(key)
        if known is None or known[0] != version:
            make = self.teacher_state if follower.role == "teacher" else self.projector_state
            known = self._room.cache[key] = version, encode(make(follower))
        return cast("bytes", known[1])

    def _address(self, follower: Follower) -> str:
        return f"{follower.base}/class/{self._room.code}"

    # --- pupils -----------------------------------------------------------------------------------------

    def pupil_state(self, pupil: Pupil) -> reports.PupilState:
        """Return everything a pupil's page shows."""
        record = self._record
        return reports.PupilState(
            version=str(max(record.shared, pupil.changed)),
            code=record.code,
            pupil=pupil.number,
            name=pupil.name,
            own_code=pupil.own_code,
            paused=record.is_paused,
            over=record.is_over,
            removed=pupil.is_removed,
            help=record.helps,
            task=None if record.activity is None or pupil.is_removed else self._task(record.activity, pupil),
        )

    def _task(self, activity: Activity, pupil: Pupil | None = None, *, sees_all: bool = False) -> reports.Task:
        match activity.kind:
            case "pairs":
                return self._pairs(activity, pupil)
            case "position":
                return self._position(activity, pupil, sees_all=sees_all)
            case "chain":
                return self._chain(activity, pupil)
        return self._worksheet(activity, pupil)

    def _pairs(self, activity: Activity, pupil: Pupil | None) -> reports.PairsTask:
        title, goal = self._titles(activity)
        games = activity.round
        own = None if pupil is None else activity.game_of(pupil.number)
        opponent, token = "", None
        if own is not None and pupil is not None:
            other = own.pupils[0] if own.pupils[1] == pupil.number else own.pupils[1]
            opponent = self._name(other)
            key = self._room.lobby.database.cookie_key
            token = class_seat_token(key, self._record.code, pupil.number, own.match)
        score = Score() if pupil is None else self._record.scores().get(pupil.number, Score())
        return reports.PairsTask(
            activity=activity.number,
            title=title,
            goal=goal,
            choices=MatchSettings.from_json(activity.settings["match"]).choices,
            round=len(activity.rounds),
            match=None if own is None else own.match,
            token=token,
            opponent=opponent,
            won=score.won,
            played=score.played,
            over=own is not None and own.winner is not None,
            finished=sum(game.winner is not None for game in games),
            games=len(games),
        )

    def _titles(self, activity: Activity) -> tuple[str, str]:
        """Return the name of the game of an activity and its goal."""
        key = "titles", activity.number
        if key not in self._room.cache:
            game = position_after(activity.settings["game"], ()).game
            self._room.cache[key] = title_of(game), goal_of(game)
        return cast("tuple[str, str]", self._room.cache[key])

    def _name(self, number: int) -> str:
        return COMPUTER_NAME if number == COMPUTER else self._record.pupils[number].name

    def _position(self, activity: Activity, pupil: Pupil | None, *, sees_all: bool) -> reports.PositionTask:
        step = activity.step
        stage = STAGES.index(step.stage)
        judgement = step.judgement if stage >= 2 else {}
        return reports.PositionTask(
            activity=activity.number,
            step=activity.path[-1] + 1,
            board=self._step_board(activity, step),
            choices=activity.settings["choices"],
            stage=step.stage,
            pick=None if pupil is None else step.picks.get(pupil.number),
            answered=len(step.picks),
            bars=_bars(step, stage) if sees_all or stage else [],
            verdict=judgement.get("verdict", ""),
            reason=judgement.get("reason", "") if stage >= 3 else "",
            best=step.counts[0][0] if step.picks else "",
            can_step_back=len(activity.path) > 1,
        )

    def _step_board(self, activity: Activity, step: Step) -> reports.Board:
        key = "board", activity.number, activity.path[-1]
        board = self._room.cache.get(key)
        if board is None:
            match = position_after(activity.settings["game"], step.moves)
            first = len(activity.steps[0].moves) % 2
            names = _CLASS if first == 0 else (_CLASS[1], _CLASS[0])
            board = self._room.cache[key] = _board(match, names)
        return cast("reports.Board", board)

    def _worksheet(self, activity: Activity, pupil: Pupil | None) -> reports.WorksheetTask:
        settings = activity.settings
        numbers = range(1, settings["total"] + 1)
        own = {} if pupil is None else activity.answers.get(pupil.number, {})
        return reports.WorksheetTask(
            activity=activity.number,
            title=settings["title"],
            lesson=settings["lesson"],
            seed=settings["seed"],
            total=settings["total"],
            tries=[len(own.get(number, ())) for number in numbers],
            solved=[any(own.get(number, ())) for number in numbers],
            # For pupils this is as old as their last message, like the best of a chain race.
            finished=sum(
                any(tries) for one in self._seated(activity.answers) for tries in activity.answers[one.number].values()
            ),
        )

    # --- the teacher ------------------------------------------------------------------------------------

    def teacher_state(self, follower: Follower) -> reports.TeacherState:
        """Return everything the teacher's page shows."""
        record, room = self._record, self._room
        activity = record.activity
        here, scores = room.present, record.scores()
        return reports.TeacherState(
            version=self.version(follower),
            now=room.lobby.now(),
            code=record.code,
            address=self._address(follower),
            locked=record.is_locked,
            paused=record.is_paused,
            over=record.is_over,
            help=record.helps,
            pupils=[self._row(one, here, scores.get(one.number, Score())) for one in record.seated],
            task=None if activity is None else self._task(activity, sees_all=True),
            activities=len(record.activities),
            tiles=self._tiles(activity),
            projection=reports.Projection(match=record.projected, names=record.shows_names, move=record.projected_move),
        )

    def _row(self, pupil: Pupil, here: set[int], score: Score) -> reports.PupilRow:
        activity = self._record.activity
        status: reports.Status = "idle"
        note = ""
        if activity is not None:
            status, note = self._progress(activity, pupil.number)
        if pupil.number not in here and status != "done":
            status = "away"
        return reports.PupilRow(
            pupil=pupil.number,
            name=pupil.name,
            own_code=pupil.own_code,
            here=pupil.number in here,
            status=status,
            since=0 if activity is None else self._since(activity, pupil.number),
            note=note,
            won=score.won,
            played=score.played,
        )

    def _since(self, activity: Activity, pupil: int) -> int:
        """Return the time of a pupil's last step: in a match, of the last move of either player."""
        game = activity.game_of(pupil)
        watcher = None if game is None else self._room.tiles.get(game.match)
        if watcher is not None and watcher.room.events:
            return watcher.room.events[-1].at
        return activity.at.get(pupil, activity.began)

    def _progress(self, activity: Activity, pupil: int) -> tuple[reports.Status, str]:
        """Return whether a pupil needs help, and what they have done, in few words."""
        match activity.kind:
            case "pairs":
                game = activity.game_of(pupil)
                if game is None:
                    return "idle", "no game in this round" if activity.rounds else ""
                if game.winner is None:
                    return "working", f"plays {self._name(sum(game.pupils) - pupil)}"
                return "done", "won" if game.winner == pupil else "lost"
            case "position":
                move = activity.step.picks.get(pupil)
                return ("working", "") if move is None else ("done", f"chose {move}")
            case "chain":
                length = len(activity.longest.get(pupil, ()))
                return ("done" if length >= activity.settings["ceiling"] else "working"), count_text(length)
        total, answers = activity.settings["total"], activity.answers.get(pupil, {})
        solved = sum(any(tries) for tries in answers.values())
        is_stuck = any(len(tries) > 2 and not any(tries) for tries in answers.values())
        status: reports.Status = "done" if solved == total else "stuck" if is_stuck else "working"
        return status, f"{solved} of {total}"

    def _tiles(self, activity: Activity | None) -> list[reports.Tile]:
        games = activity.round if activity is not None else []
        here = self._room.present
        return [
            self._tile(watcher.room, game.pupils, here)
            for game in games
            if (watcher := self._room.tiles.get(game.match)) is not None
        ]

    def _tile(self, room: Room, pupils: tuple[int, int], here: set[int]) -> reports.Tile:
        match = room.session.match
        view, outcome = match.game.view(match.position), match.outcome
        pool = view if isinstance(view, PoolView) else None
        are_here = (pupils[0] in {*here, COMPUTER}, pupils[1] in {*here, COMPUTER})
        numbers = [] if pool is not None else [", ".join(match.game.view(match.game.start()).number_texts)]
        if pool is None:
            numbers += [", ".join(turn.numbers) for turn in describe_turns(match)]
        return reports.Tile(
            id=room.id,
            pupils=pupils,
            names=(self._name(pupils[0]), self._name(pupils[1])),
            here=are_here,
            status="done" if outcome is not None else "working" if all(are_here) else "away",
            since=room.events[-1].at if room.events else room.created,
            ply=match.ply,
            summary=view.summary,
            to_move=match.seat,
            winner=0 if outcome is None else outcome.winner,
            low=0 if pool is None else pool.low,
            high=0 if pool is None else pool.high,
            picks=[] if pool is None else sorted(pool.turns, key=pool.turns.__getitem__),
            numbers=numbers,
        )

    # --- the projector ----------------------------------------------------------------------------------

    def projector_state(self, follower: Follower) -> reports.ProjectorState:
        """Return everything the projector shows: nothing that the teacher has not revealed."""
        record = self._record
        activity = record.activity
        return reports.ProjectorState(
            version=self.version(follower),
            code=record.code,
            address=self._address(follower),
            count=len(record.seated),
            locked=record.is_locked,
            paused=record.is_paused,
            over=record.is_over,
            task=None if activity is None else self._task(activity),
            board=self._projected_board(),
            move=record.projected_move,
            standings=self._standings() if record.shows_names else [],
            pairs=self._pair_lines() if record.shows_names else [],
        )

    def _projected_board(self) -> reports.Board | None:
        record = self._record
        watcher = self._room.tiles.get(record.projected or "")
        game = record.game(record.projected or "")
        if watcher is None or game is None:
            return None
        names = (self._name(game.pupils[0]), self._name(game.pupils[1])) if record.shows_names else _UNNAMED
        return _board(watcher.room.session.match, names)

    def _standings(self) -> list[reports.Standing]:
        record, activity = self._record, self._record.activity
        scores: dict[tuple[int, ...], Score] = {(one,): score for one, score in record.scores().items()}
        if activity is not None and activity.kind == "chain":
            scores = {activity.team_of(one): Score(len(chain)) for one, chain in activity.longest.items()}
        rows = [(self._seated(team), score) for team, score in scores.items()]
        best = sorted((row for row in rows if row[0]), key=lambda row: (-row[1].won, row[1].played))
        return [
            reports.Standing(
                pupil=team[0].number,
                name=listing([one.name for one in team], "and"),
                played=score.played,
                won=score.won,
            )
            for team, score in best[:_MOST_STANDINGS]
        ]

    def _seated(self, numbers: Iterable[int]) -> list[Pupil]:
        """Return those of some pupils who have not been removed."""
        return [pupil for number in numbers if not (pupil := self._record.pupils[number]).is_removed]

    def _pair_lines(self) -> list[reports.PairLine]:
        activity = self._record.activity
        games = activity.round if activity is not None else []
        return [
            reports.PairLine(
                names=(self._name(game.pupils[0]), self._name(game.pupils[1])),
                winner=0 if game.winner is None else game.pupils.index(game.winner) + 1,
            )
            for game in games
        ]

    def _chain(self, activity: Activity, pupil: Pupil | None) -> reports.ChainTask:
        number = 0 if pupil is None else pupil.number
        best = max((activity.longest[one.number] for one in self._seated(activity.longest)), key=len, default=())
        partners = self._seated(one for one in activity.team_of(number) if one not in (number, COMPUTER))
        return reports.ChainTask(
            activity=activity.number,
            high=activity.settings["high"],
            ceiling=activity.settings["ceiling"] if activity.is_revealed else None,
            longest=activity.settings["longest"] if activity.is_revealed else (),
            partner=listing([one.name for one in partners], "and") if pupil is not None else "",
            chain=best if pupil is None else activity.chains.get(number, ()),
            own=len(activity.longest.get(number, ())),
            # For pupils this is as old as their last message: it is no secret, but not worth one of its own.
            best=len(best),
            links=() if pupil is None else links(activity.settings["high"]),
        )


def _board(match: Match[Any, Any], names: tuple[str, str]) -> reports.Board:
    game = match.game
    return reports.Board(
        title=title_of(game),
        goal=goal_of(game),
        view=cast("live.View", Raw(encode(game.view(match.position).as_json()))),
        turns=[
            live.Turn(seat=turn.seat, move=turn.move, leaves=turn.leaves, numbers=turn.numbers)
            for turn in describe_turns(match)
        ],
        start_numbers=game.view(game.start()).number_texts,
        names=names,
        result=result_sentence(match, names) if match.outcome is not None else "",
    )


def _bars(step: Step, stage: int) -> list[reports.Bar]:
    """Return the moves that were chosen, with as much of the verdicts as is revealed."""
    judged = step.judgement.get("moves", {}) if stage >= 2 else {}
    return [
        reports.Bar(
            move=move,
            count=count,
            wins=judged.get(move, {}).get("wins"),
            text=judged.get(move, {}).get("text", "") if stage >= 3 else "",
        )
        for move, count in step.counts
    ]
