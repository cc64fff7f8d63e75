"""The state of a class: what its events add up to. It is changed by events only, and knows no database."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from aliquot.reports.classroom import STAGES, ActivityKind, Stage
from aliquot.web.live.pairing import COMPUTER, Score
from aliquot.web.store.reader import StoredEvent

ALL = None
"""The audience of an event that changes what every pupil sees."""


@dataclass(slots=True)
class Pupil:
    """A seat in the class."""

    number: int
    name: str
    own_code: str
    visitor: str
    """The hash of the cookie of the device used last."""
    is_removed: bool = False
    changed: int = 0
    """The number of the last event that changed what this pupil sees alone."""


@dataclass(slots=True)
class PairGame:
    """A match of a round."""

    match: str
    pupils: tuple[int, int]
    """The pupils of seat 1 and 2; 0 for the computer."""
    winner: int | None = None
    """The winner; None while it goes on."""
    is_left: bool = False
    """True if it ended because a player was removed."""


@dataclass(slots=True)
class Step:
    """A position that the class is asked about."""

    moves: tuple[str, ...]
    """The moves that led to it."""
    picks: dict[int, str] = field(default_factory=dict)
    """The move of each pupil."""
    picked_at: dict[int, int] = field(default_factory=dict)
    stage: Stage = "asking"
    judgement: dict[str, Any] = field(default_factory=dict)
    """The oracle's report on the position and on the moves that were chosen; empty until it is needed."""

    @property
    def counts(self) -> list[tuple[str, int]]:
        """The moves chosen and how many chose each, the most frequent first."""
        return Counter(self.picks.values()).most_common()


@dataclass(slots=True)
class Activity:
    """Something that the class does."""

    number: int
    kind: ActivityKind
    settings: dict[str, Any]
    began: int
    rounds: list[list[PairGame]] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    path: list[int] = field(default_factory=list)
    """The places in `steps` that led to the present one, which is the last."""
    answers: dict[int, dict[int, list[bool]]] = field(default_factory=dict)
    """For each pupil and exercise whether each answer was right."""
    chains: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """The chain of each pupil as it was last sent."""
    longest: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """The longest chain of each pupil."""
    is_revealed: bool = False
    """True if the ceiling of the chain is revealed."""
    at: dict[int, int] = field(default_factory=dict)
    """The time of each pupil's last step."""

    @property
    def step(self) -> Step:
        """The present position."""
        return self.steps[self.path[-1]]

    @property
    def games(self) -> Iterator[PairGame]:
        """The matches of all rounds."""
        return (game for games in self.rounds for game in games)

    def team_of(self, pupil: int) -> tuple[int, ...]:
        """Return the pupils who write one chain with a pupil, themselves included."""
        teams = (team for team in self.settings.get("teams", ()) if pupil in team)
        return tuple(one for one in next(teams, (pupil,)) if one != COMPUTER)

    @property
    def round(self) -> list[PairGame]:
        """The matches of the present round, without those that a removed pupil has left."""
        return [game for game in self.rounds[-1] if not game.is_left] if self.rounds else []

    def game_of(self, pupil: int) -> PairGame | None:
        """Return the pupil's match in the present round."""
        return next((game for game in self.round if pupil in game.pupils), None)


class ClassRecord:
    """A class, as its events made it."""

    def __init__(self, code: str) -> None:
        """Start before the first event."""
        self.code = code
        self.number = 0
        """The number of the last event."""
        self.shared = 0
        """The number of the last event that changed what every pupil sees."""
        self.touched = 0
        """The time of the last event."""
        self.pupils: dict[int, Pupil] = {}
        self.activities: list[Activity] = []
        self.is_active = False
        """True while the last activity goes on."""
        self.is_locked = self.is_paused = self.is_over = False
        self.helps = False
        """True if pupils may use Study and Explore while the class is active."""
        self.projected: str | None = None
        self.shows_names = True
        self.projected_move = ""
        """The move in the position for all whose reason the projector shows first."""
        self._commands: set[tuple[int, str]] = set()

    # --- questions --------------------------------------------------------------------------------------

    @property
    def activity(self) -> Activity | None:
        """The present activity."""
        return self.activities[-1] if self.is_active else None

    @property
    def seated(self) -> list[Pupil]:
        """The pupils who have not been removed, in the order in which they joined."""
        return [pupil for pupil in self.pupils.values() if not pupil.is_removed]

    def pupil_of(self, visitor: str | None) -> Pupil | None:
        """Return the pupil on a visitor's device: the seat taken last, even if it was removed."""
        seats = [pupil for pupil in self.pupils.values() if visitor is not None and pupil.visitor == visitor]
        return seats[-1] if seats else None

    def by_own_code(self, own_code: str) -> Pupil | None:
        """Return the pupil with a code of their own."""
        return next((pupil for pupil in self.seated if pupil.own_code == own_code), None)

    def scores(self) -> dict[int, Score]:
        """Return the results of all rounds by pupil."""
        scores: dict[int, Score] = {}
        for activity in self.activities:
            for game in activity.games:
                if game.winner is None:
                    continue
                for pupil in game.pupils:
                    old, has_won = scores.get(pupil, Score()), pupil == game.winner
                    scores[pupil] = Score(old.won + has_won, old.played + 1, has_won)
        scores.pop(COMPUTER, None)
        return scores

    def meetings(self) -> Counter[frozenset[int]]:
        """Return how often two pupils have met, the computer included."""
        return Counter(frozenset(game.pupils) for activity in self.activities for game in activity.games)

    def game(self, match: str) -> PairGame | None:
        """Return a match of the class."""
        games = (game for activity in reversed(self.activities) for game in activity.games)
        return next((game for game in games if game.match == match), None)

    def is_done(self, pupil: int, command_id: str) -> bool:
        """Return whether a command was carried out before; the teacher's pupil number is 0."""
        return (pupil, command_id) in self._commands

    # --- events -----------------------------------------------------------------------------------------

    def apply(self, event: StoredEvent) -> set[int] | None:
        """Change the state by an event; return the pupils who see something new, or `ALL`.

        Raises:
            KeyError, IndexError, TypeError, AttributeError: The event cannot have happened.
        """
        body, kind = event.body, event.body["kind"]
        self.number, self.touched = event.number, event.at
        if "id" in body:
            self._commands.add((body.get("pupil", 0), body["id"]))
        audience: set[int] | None = getattr(self, f"_apply_{kind}")(body, event.at)
        if audience is ALL:
            self.shared = event.number
        else:
            for number in audience:
                self.pupils[number].changed = event.number
        return audience

    def _apply_opened(self, body: dict[str, Any], at: int) -> set[int] | None:
        return set()

    def _apply_joined(self, body: dict[str, Any], at: int) -> set[int] | None:
        number = body["pupil"]
        self.pupils[number] = Pupil(number, body["name"], body["own_code"], body["visitor"])
        return {number}

    def _apply_returned(self, body: dict[str, Any], at: int) -> set[int] | None:
        self.pupils[body["pupil"]].visitor = body["visitor"]
        return {body["pupil"]}

    def _apply_removed(self, body: dict[str, Any], at: int) -> set[int] | None:
        audience = set(body["pupils"])
        for number in body["pupils"]:
            self.pupils[number].is_removed = True
            if self.activity is not None and self.activity.steps:
                self.activity.step.picks.pop(number, None)  # The class is asked without them.
            game = self.activity.game_of(number) if self.activity is not None else None
            if game is not None and game.winner is None:
                game.is_left = True  # The other one can be paired again.
                audience.update(game.pupils)
                if self.projected == game.match:
                    self.projected = None
        return audience - {COMPUTER}

    def _apply_set(self, body: dict[str, Any], at: int) -> set[int] | None:
        self.is_locked = body.get("locked", self.is_locked)
        self.is_paused = body.get("paused", self.is_paused)
        self.helps = body.get("help", self.helps)
        return ALL if "paused" in body or "help" in body else set()

    def _apply_projected(self, body: dict[str, Any], at: int) -> set[int] | None:
        self.projected, self.shows_names = body["match"], body["names"]
        self.projected_move = body.get("move", "")
        return set()

    def _apply_started(self, body: dict[str, Any], at: int) -> set[int] | None:
        activity = Activity(len(self.activities) + 1, body["what"], body["settings"], at)
        if activity.kind == "position":
            activity.steps.append(Step(tuple(body["settings"]["moves"])))
            activity.path.append(0)
        self.activities.append(activity)
        self.is_active, self.is_paused, self.projected, self.projected_move = True, False, None, ""
        return ALL

    def _apply_stopped(self, body: dict[str, Any], at: int) -> set[int] | None:
        self.is_active = self.is_paused = False
        self.projected = None
        return ALL

    def _apply_ended(self, body: dict[str, Any], at: int) -> set[int] | None:
        self.is_over, self.is_active, self.is_paused = True, False, False
        self.projected = None
        return ALL

    def _apply_paired(self, body: dict[str, Any], at: int) -> set[int] | None:
        activity = self.activities[body["activity"] - 1]
        games = [PairGame(match, (one, two)) for one, two, match in body["games"]]
        if body["round"] > len(activity.rounds):
            activity.rounds.append([])
            self.projected = None
        activity.rounds[body["round"] - 1] += games
        for game in games:
            activity.at |= dict.fromkeys(game.pupils, at)
        return ALL

    def _apply_result(self, body: dict[str, Any], at: int) -> set[int] | None:
        game = self.game(body["match"])
        if game is None:
            return set()
        game.winner = body["winner"]
        return {pupil for pupil in game.pupils if pupil != COMPUTER}

    def _apply_picked(self, body: dict[str, Any], at: int) -> set[int] | None:
        activity, pupil = self.activities[body["activity"] - 1], body["pupil"]
        step = activity.steps[body["step"] - 1]
        step.picks[pupil], step.picked_at[pupil], activity.at[pupil] = body["move"], at, at
        return {pupil}

    def _apply_revealed(self, body: dict[str, Any], at: int) -> set[int] | None:
        activity = self.activities[body["activity"] - 1]
        if activity.kind == "chain":
            activity.is_revealed = True
            return ALL
        activity.step.stage = STAGES[STAGES.index(body["stage"])]
        if "judgement" in body:
            activity.step.judgement = body["judgement"]
        return ALL

    def _apply_played(self, body: dict[str, Any], at: int) -> set[int] | None:
        activity = self.activities[body["activity"] - 1]
        if "judgement" in body:
            activity.step.judgement = body["judgement"]
        activity.path.append(len(activity.steps))
        activity.steps.append(Step((*activity.steps[activity.path[-2]].moves, *body["moves"])))
        self.projected_move = ""
        return ALL

    def _apply_stepped_back(self, body: dict[str, Any], at: int) -> set[int] | None:
        activity = self.activities[body["activity"] - 1]
        if "judgement" in body:
            activity.step.judgement = body["judgement"]
        before = activity.steps[activity.path[-2]].moves
        del activity.path[-2:]
        activity.path.append(len(activity.steps))
        activity.steps.append(Step(before))
        self.projected_move = ""
        return ALL

    def _apply_answered(self, body: dict[str, Any], at: int) -> set[int] | None:
        activity, pupil = self.activities[body["activity"] - 1], body["pupil"]
        activity.answers.setdefault(pupil, {}).setdefault(body["number"], []).append(body["right"])
        activity.at[pupil] = at
        return {pupil}

    def _apply_chained(self, body: dict[str, Any], at: int) -> set[int] | None:
        activity, pupil = self.activities[body["activity"] - 1], body["pupil"]
        chain = tuple(body["chain"])
        grew = len(chain) > len(activity.longest.get(pupil, ()))
        team = activity.team_of(pupil)
        for one in team:
            activity.chains[one] = chain
            if grew:
                activity.longest[one], activity.at[one] = chain, at
        return {*team}
