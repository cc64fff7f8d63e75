from datetime import timedelta

import pytest

from aliquot.core.clock import Clock, TimeControl
from aliquot.core.errors import InvalidParameter


class Now:
    """A time that passes only when it is told to."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("60+2", TimeControl(60, 2)),
        ("60", TimeControl(60, 0)),
        ("60+0", TimeControl(60, 0)),
        ("1+0", TimeControl(1, 0)),
        ("007+08", TimeControl(7, 8)),
        ("999999+999999", TimeControl(999999, 999999)),
        ("60.5", TimeControl(60.5)),
        ("0.25+1.125", TimeControl(0.25, 1.125)),
    ],
)
def test_a_control_is_seconds_and_an_increment(text: str, control: TimeControl) -> None:
    assert TimeControl.parse(text) == control
    assert TimeControl.parse(str(control)) == control


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "abc",
            "0",
            "0+5",
            "00000",
            "+2",
            "60+",
            "60+2+3",
            "60++2",
            "-60",
            "60-2",
            "60+-2",
            "6e1",
            "60.",
            "60.1234",
            "0.000+1",
            "60,5",
        ),
        *("60 + 2", " 60+2", "60+2\n", "nan", "inf", "1:00", "６０", "60+２", "1000000", "1+1000000", "9" * 100_000),
    ],
    ids=lambda text: ascii(text)[:16],
)
def test_nonsense_is_refused_in_one_short_sentence(text: str) -> None:
    with pytest.raises(InvalidParameter, match=r"^A clock is seconds for each player") as refusal:
        TimeControl.parse(text)
    sentence = str(refusal.value)
    assert sentence.isprintable()
    assert len(sentence) < 200


def seconds(clock: Clock) -> tuple[float, float]:
    return clock.remaining(1).total_seconds(), clock.remaining(2).total_seconds()


def test_nothing_runs_before_it_is_started() -> None:
    now = Now()
    clock = Clock(TimeControl(60, 2), now=now)
    now.seconds += 30
    assert seconds(clock) == (60, 60)


def test_only_the_clock_of_the_player_to_move_runs() -> None:
    now = Now()
    clock = Clock(TimeControl(60, 2), now=now)
    clock.start(1)
    now.seconds += 10
    assert seconds(clock) == (50, 60)
    clock.end_turn(1)
    now.seconds += 100
    assert seconds(clock) == (52, 60)
    clock.start(2)
    now.seconds += 7
    assert seconds(clock) == (52, 53)
    clock.start(1)
    now.seconds += 1
    assert seconds(clock) == (51, 53)
    clock.stop()
    now.seconds += 5
    assert seconds(clock) == (51, 53)


def test_stopping_twice_takes_nothing_more_and_adds_nothing() -> None:
    now = Now()
    clock = Clock(TimeControl(60, 2), now=now)
    clock.start(2)
    now.seconds += 4
    clock.stop()
    clock.stop()
    assert seconds(clock) == (60, 56)


def test_time_never_falls_below_none() -> None:
    now = Now()
    clock = Clock(TimeControl(5), now=now)
    clock.start(1)
    now.seconds += 1000
    assert clock.remaining(1) == timedelta()
    clock.stop()
    assert seconds(clock) == (0, 5)


def test_without_an_increment_a_move_gives_nothing_back() -> None:
    now = Now()
    clock = Clock(TimeControl(5), now=now)
    clock.start(1)
    now.seconds += 2
    clock.end_turn(1)
    assert seconds(clock) == (3, 5)


def test_a_clock_goes_on_with_what_was_left() -> None:
    now = Now()
    clock = Clock(TimeControl(60, 2), (timedelta(seconds=1.5), timedelta(seconds=40)), now)
    assert seconds(clock) == (1.5, 40)
    clock.start(1)
    now.seconds += 1
    clock.end_turn(1)
    assert seconds(clock) == (2.5, 40)
