import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from aliquot.core.notation import write
from aliquot.core.outcome import Ending, Outcome
from aliquot.core.record import Record, RecordedMove, RecordError
from aliquot.core.record_json import from_json, read, to_json
from tests.effort import tries

SAMPLE = Record(
    "dividers-duel(start=60)",
    names=("Ada", "perfect"),
    kinds=("human", "perfect"),
    date=datetime(2026, 11, 15, 19, 20, tzinfo=UTC),
    round=(2, 3),
    penalty="forfeit",
    seed=7,
    clock="60+2",
    remaining=(timedelta(milliseconds=57_125), None),
    hints=(0, 2),
    outcome=Outcome(2, Ending.ILLEGAL_MOVE),
    illegal="6/4",
    extra=(("Event", "Tea"),),
    comment="A short one.",
    moves=(RecordedMove("60/2"), RecordedMove("30/5", "?", "too greedy", ((RecordedMove("30/6", "!"),),))),
)
TWIN = {
    "game": "dividers-duel(start=60)",
    "version": 1,
    "players": [
        {"name": "Ada", "kind": "human", "remaining": 57.125, "hints": 0},
        {"name": "perfect", "kind": "perfect", "remaining": None, "hints": 2},
    ],
    "date": "2026-11-15T19:20:00Z",
    "round": {"number": 2, "of": 3},
    "penalty": "forfeit",
    "seed": 7,
    "clock": "60+2",
    "result": 2,
    "termination": "illegal_move",
    "illegal": "6/4",
    "extra": [{"name": "Event", "value": "Tea"}],
    "comment": "A short one.",
    "moves": [
        {"move": "60/2"},
        {
            "move": "30/5",
            "annotation": "?",
            "comment": "too greedy",
            "variations": [[{"move": "30/6", "annotation": "!"}]],
        },
    ],
}


@pytest.fixture(scope="module")
def schema() -> Draft202012Validator:
    described = json.loads((Path(__file__).parents[2] / "docs" / "record.schema.json").read_text("utf-8"))
    Draft202012Validator.check_schema(described)
    return Draft202012Validator(described)


def test_the_twin_says_what_the_record_says(schema: Draft202012Validator) -> None:
    assert to_json(SAMPLE) == TWIN
    assert list(to_json(SAMPLE)) == list(TWIN)
    assert from_json(TWIN) == SAMPLE
    schema.validate(TWIN)


def test_a_record_is_read_in_either_format() -> None:
    assert read(json.dumps(TWIN).encode()) == read(b" \n" + json.dumps(TWIN).encode()) == from_json(TWIN)
    assert read(write(SAMPLE).encode()) == SAMPLE
    with pytest.raises(RecordError, match="not valid JSON"):
        read(b'{"game"')
    with pytest.raises(RecordError, match="not valid JSON"):
        read(b'{"a":' * 100_000)
    with pytest.raises(RecordError, match="game"):
        read(b"{}")


def test_what_is_unknown_is_null(schema: Draft202012Validator) -> None:
    bare = to_json(Record("x"))
    assert bare.keys() == TWIN.keys()
    assert {key for key, value in bare.items() if value is None} == (
        {"date", "round", "penalty", "seed", "clock", "result", "illegal"}
    )
    assert from_json(bare) == Record("x")
    schema.validate(bare)


def test_only_the_game_is_needed(schema: Draft202012Validator) -> None:
    for twin in ({"game": "x"}, {"game": "x", "players": [{}, {}], "moves": []}, dict.fromkeys(TWIN) | {"game": "x"}):
        assert from_json(twin) == Record("x")
    assert from_json({"game": "x", "result": 1}).outcome == Outcome(1, Ending.NO_MOVES)
    schema.validate({"game": "x"})
    schema.validate({"game": "x", "result": 1})


def test_numbers_and_dates_may_be_written_otherwise() -> None:
    twin = {"game": "x", "players": [{"remaining": 5}, {"remaining": 1.0014}], "date": "2026-11-15T20:20+01:00"}
    record = from_json(twin)
    assert record.remaining == (timedelta(seconds=5), timedelta(milliseconds=1001))
    assert record.date == SAMPLE.date


NAME = "one line of text without control characters, at most 32 long"
LINE = "one line of text without control characters, at most 2,000 long"
SECONDS = "seconds such as 57.5, fewer than a billion"
REFUSED: list[tuple[Any, str]] = [
    (None, "$ must be an object, not null."),
    ([], "$ must be an object, not a list or an object."),
    ("x", "$ must be an object, not 'x'."),
    ({}, "$.game must be a game's id such as dividers-duel(start=60), not null."),
    ({"gmae": "x"}, "$ has the key 'gmae', which is unknown there."),
    ({"game": ["x"]}, "$.game must be a game's id such as dividers-duel(start=60), not a list or an object."),
    ({"version": True}, "$.version must be a whole number from 1 to 999999999, not true."),
    ({"version": 10**30}, "$.version must be a whole number from 1 to 999999999, not a number that large."),
    ({"players": {}}, "$.players must be a list, not a list or an object."),
    ({"players": []}, "$.players must have two players, seat 1 and seat 2."),
    ({"players": [{}, 2]}, "$.players[1] must be an object, not 2."),
    ({"players": [{"nmae": ""}, {}]}, "$.players[0] has the key 'nmae', which is unknown there."),
    ({"players": [{}, {"name": 7}]}, f"$.players[1].name must be {NAME}, not 7."),
    ({"players": [{}, {"kind": ""}]}, "$.players[1].kind must be who plays, such as human or skill:0.7, not ''."),
    ({"players": [{}, {"remaining": -1}]}, f"$.players[1].remaining must be {SECONDS}, not -1."),
    ({"players": [{}, {"remaining": "1"}]}, f"$.players[1].remaining must be {SECONDS}, not '1'."),
    ({"players": [{}, {"remaining": 1e300}]}, f"$.players[1].remaining must be {SECONDS}, not 1e+300."),
    ({"players": [{"hints": 0.5}, {}]}, "$.players[0].hints must be a whole number from 0 to 999999999, not 0.5."),
    ({"date": "x"}, "$.date must be a date and time in UTC such as 2026-11-15T19:20:00Z, not 'x'."),
    ({"date": 7}, "$.date must be a date and time in UTC such as 2026-11-15T19:20:00Z, not 7."),
    ({"round": "2/3"}, "$.round must be an object, not '2/3'."),
    ({"round": {"number": 2}}, "$.round must have the number of a game and of how many, such as 2 of 3."),
    ({"penalty": False}, "$.penalty must be forfeit or retry, not false."),
    ({"seed": 0.5}, "$.seed must be a whole number of at most 19 digits, not 0.5."),
    ({"clock": "x"}, "$.clock must be seconds and increment such as 60+2, not 'x'."),
    ({"result": 3}, "$.result must be 1, 2 or null, not 3."),
    ({"result": 1, "termination": "unfinished"}, "$.termination is unfinished, but $.result is 1."),
    ({"termination": "resigned"}, "$.termination is resigned, but $.result is null."),
    ({"illegal": "6/4"}, "$.illegal has a value, but $.termination is not illegal_move."),
    (
        {"result": 1, "termination": "resigned", "illegal": "6/4"},
        "$.illegal has a value, but $.termination is not illegal_move.",
    ),
    ({"result": 1, "termination": "illegal_move", "illegal": "\x1b"}, f"$.illegal must be {LINE}, not '�'."),
    ({"extra": [{"name": "Event"}]}, f"$.extra[0].value must be {LINE}, not null."),
    ({"extra": [["Event", "Tea"]]}, "$.extra[0] must be an object, not a list or an object."),
    (
        {"extra": [{"name": "Game", "value": "y"}]},
        "$.extra[0].name must be a word of plain letters, digits and _, at most 64 long, "
        "and not a tag of the format, not 'Game'.",
    ),
    ({"comment": "\0"}, "$.comment must be text without control characters, at most 10,000 long, not '�'."),
    ({"moves": "60/2"}, "$.moves must be a list, not '60/2'."),
    ({"moves": ["60/2"]}, "$.moves[0] must be an object, not '60/2'."),
    ({"moves": [{}]}, "$.moves[0].move must be a move such as 60/2, of digits, small letters, /, + and -, not null."),
    (
        {"moves": [{"move": "a"}, {"move": "1-0"}]},
        "$.moves[1].move must be a move such as 60/2, of digits, small letters, /, + and -, not '1-0'.",
    ),
    ({"moves": [{"move": "a", "nag": 1}]}, "$.moves[0] has the key 'nag', which is unknown there."),
    (
        {"moves": [{"move": "a", "annotation": "!!!"}]},
        "$.moves[0].annotation must be one of ! ? !! ?? !? ?!, not '!!!'.",
    ),
    ({"moves": [{"move": "a", "variations": [[]]}]}, "$.moves[0].variations[0] must have at least one move."),
    (
        {"moves": [{"move": "a", "variations": [[{"move": "b"}, {"move": "c", "comment": 7}]]}]},
        "$.moves[0].variations[0][1].comment must be text without control characters, at most 10,000 long, not 7.",
    ),
]


@pytest.mark.parametrize(("twin", "message"), REFUSED, ids=[message for _, message in REFUSED])
def test_what_is_wrong_is_said_with_its_path(twin: Any, message: str, schema: Draft202012Validator) -> None:
    if isinstance(twin, dict) and twin and "gmae" not in twin:
        twin = {"game": "x"} | twin
    with pytest.raises(RecordError) as caught:
        from_json(twin)
    assert str(caught.value) == message
    if twin != {"game": "x", "date": "x"}:
        assert not schema.is_valid(twin)


def test_not_a_number_is_no_time() -> None:
    for odd in (float("nan"), float("inf"), 999_999_999.9999):
        with pytest.raises(RecordError, match=r"^\$\.players\[0\]\.remaining must be seconds"):
            from_json({"game": "x", "players": [{"remaining": odd}, {}]})


def test_the_schema_knows_every_ending(schema: Draft202012Validator) -> None:
    for ending in Ending:
        schema.validate(to_json(Record("x", outcome=Outcome(1, ending))))


def test_variations_are_at_most_64_deep() -> None:
    line: list[dict[str, Any]] = [{"move": "a"}]
    for _ in range(64):
        line = [{"move": "a", "variations": [line]}]
    twin = {"game": "x", "moves": line}
    assert to_json(from_json(twin))["moves"] == line
    for _ in range(5000):
        line = [{"move": "a", "variations": [line]}]
    with pytest.raises(RecordError, match="is nested more than 64 variations deep") as caught:
        from_json({"game": "x", "moves": line})
    assert str(caught.value).startswith("$.moves[0].variations[0][0].variations[0]")


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*TWIN, "move", "name"]), inner),
    max_leaves=5,
)


@settings(max_examples=tries(300))
@given(st.dictionaries(st.sampled_from([*TWIN]), VALUES, max_size=3) | VALUES)
def test_anything_at_all_is_read_or_refused(twin: Any) -> None:
    if isinstance(twin, dict):
        twin = TWIN | twin
    try:
        record = from_json(twin)
    except RecordError:
        return
    assert from_json(to_json(record)) == record
