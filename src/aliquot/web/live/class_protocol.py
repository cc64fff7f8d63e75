"""The commands of a class, in JSON: what its pupils and its teacher send. docs/classroom.md explains them."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from aliquot import catalogue
from aliquot.reports.classroom import Pairing, Stage
from aliquot.reports.live import Choices
from aliquot.web.limits import CLASS_SIZE, MOVE
from aliquot.web.live.protocol import Command, Model, NewMatch, Number

LARGEST_CHAIN = 200
"""The largest number of a race for the longest chain; up to here every longest length is proved."""
Code: TypeAlias = Annotated[str, Field(max_length=20)]


class JoinClass(Model):
    """A request for a seat in a class."""

    own_code: Code = Field(default="", description="Your own code, to come back on another device.")
    again: bool = Field(default=False, description="Whether you join again after you were removed.")


class Pick(Command):
    """A pupil's move in the position for all."""

    activity: Number = Field(description="The number of the activity.")
    step: Number = Field(description="The number of the question.")
    move: str = Field(max_length=MOVE, description="As an option spells it, or as one would type it.")


class ExerciseAnswer(Command):
    """A pupil's answer to an exercise of the worksheet."""

    activity: Number = Field(description="The number of the activity.")
    number: Annotated[int, Field(ge=1, le=100)] = Field(description="The number of the exercise.")
    answer: Annotated[str, Field(max_length=MOVE)] | bool = Field(description="A move, or whether the position is won.")


class ChainSent(Command):
    """A pupil's chain in the race for the longest one."""

    activity: Number = Field(description="The number of the activity.")
    chain: list[Annotated[int, Field(ge=1, le=LARGEST_CHAIN)]] = Field(
        max_length=LARGEST_CHAIN, description="The numbers from the left end to the right end."
    )


# --- the teacher ----------------------------------------------------------------------------------------


class StartPairs(Command):
    """Start games in pairs; `pair` makes the rounds."""

    type: Literal["start_pairs"]
    setup: NewMatch = Field(description="The game, the same for all. Its opponent is the level of the computer.")
    hints: bool = Field(default=False, description="Whether hints and study are allowed in the games.")


class StartPosition(Command):
    """Start one position for all."""

    type: Literal["start_position"]
    game: str = Field(max_length=300, description="A game, a preset or a game's id.")
    position: str = Field(default="", max_length=400, description="The position; without it the start.")
    choices: Choices = Field(default="shown", description="Whether pages show the legal moves.")


class StartWorksheet(Command):
    """Start a worksheet."""

    type: Literal["start_worksheet"]
    lesson: str = Field(max_length=64, description="The slug of a lesson.")


class StartChain(Command):
    """Start the race for the longest chain."""

    type: Literal["start_chain"]
    high: Annotated[int, Field(ge=10, le=LARGEST_CHAIN)] = Field(default=100, description="The largest number.")
    pairs: bool = Field(default=False, description="Whether two pupils write one chain.")


class Pair(Command):
    """Pair the pupils who are here for the next round, or those who have no game in this one."""

    type: Literal["pair"]
    how: Pairing = Field(default="random", description="At random, by results so far, or winners with each other.")
    fill: bool = Field(default=False, description="Whether only pupils without a game are paired, in this round.")


class Reveal(Command):
    """Reveal the next stage of a position for all, or the length of the longest chain there is."""

    type: Literal["reveal"]
    stage: Stage = Field(description="What is revealed: `bars`, `verdicts` or `reasons`.")


class PlayOn(Command):
    """Make the class's move in the position for all, and the computer's answer; then the class is asked again."""

    type: Literal["play_on"]
    step: Number = Field(description="The number of the question.")
    move: str = Field(default="", max_length=MOVE, description="The move; without it the majority's.")


class StepBack(Command):
    """Go back to the position before the class's last move."""

    type: Literal["step_back"]
    step: Number = Field(description="The number of the question.")


class Switch(Command):
    """Lock, pause, or allow help."""

    type: Literal["switch"]
    locked: bool | None = Field(default=None, description="Whether nobody new can join.")
    paused: bool | None = Field(default=None, description="Whether everybody is asked to look up.")
    help: bool | None = Field(default=None, description="Whether pupils may use Study and Explore.")


class Remove(Command):
    """Remove pupils. They can join again unless the class is locked."""

    type: Literal["remove"]
    pupils: list[Annotated[int, Field(ge=1)]] = Field(max_length=CLASS_SIZE, description="Their numbers.")


class Project(Command):
    """Choose what the projector shows."""

    type: Literal["project"]
    match: Annotated[str, Field(max_length=24)] | None = Field(default=None, description="A match of this round.")
    names: bool = Field(default=True, description="Whether names are shown.")
    move: str = Field(default="", max_length=MOVE, description="A move of the class whose reason is shown first.")


class Stop(Command):
    """End the activity."""

    type: Literal["stop"]


class End(Command):
    """End the class. Its results can be read until it is deleted."""

    type: Literal["end"]


TeacherCommand: TypeAlias = Annotated[
    StartPairs
    | StartPosition
    | StartWorksheet
    | StartChain
    | Pair
    | Reveal
    | PlayOn
    | StepBack
    | Switch
    | Remove
    | Project
    | Stop
    | End,
    Field(discriminator="type"),
]
"""Everything a teacher may do."""
LEVELS = tuple(level.slug for level in catalogue.LEVELS)
"""The levels of the computer that plays the odd one."""
