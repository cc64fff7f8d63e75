import json
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from doctest import DocTestParser, DocTestRunner
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from aliquot.core import record_rules as rules
from aliquot.core.errors import AliquotError
from aliquot.core.game import AnyGame
from aliquot.core.match import Match
from aliquot.core.notation import WIDTH, read, write
from aliquot.core.outcome import Ending, Outcome
from aliquot.core.record import ANNOTATIONS, TAGS, Record, RecordedMove, RecordError, format_date, parse_date
from aliquot.core.record_json import from_json, to_json
from aliquot.core.record_rules import MOST_TAGS
from aliquot.core.text import clean
from aliquot.games import create, defaults
from aliquot.games.dividers_duel import DividersDuel
from aliquot.games.divisor_duel_pool import PoolDuel
from aliquot.games.divisor_duel_subtract import SubtractionDuel
from tests.effort import tries

DUEL = DividersDuel(60)
NOON = datetime(2026, 11, 15, 12, 0, tzinfo=UTC)


def duel(*moves: str, **fields: Any) -> Record:
    return Record(DUEL.id, moves=tuple(map(RecordedMove, moves)), **fields)


def played(*moves: int, start: int = 60) -> Match[Any, Any]:
    match = Match(DividersDuel(start))
    for move in moves:
        match.play(move)
    return match


def test_an_error_says_where_if_it_knows() -> None:
    located = RecordError("this comment is never closed.", 9, 14)
    assert str(located) == "line 9, column 14: this comment is never closed."
    assert (located.message, located.line, located.column) == ("this comment is never closed.", 9, 14)
    bare = RecordError("No.")
    assert (str(bare), bare.line, bare.column) == ("No.", None, None)
    assert isinstance(bare, AliquotError)


def test_a_match_is_written_down() -> None:
    record = Record.of(played(2, 5, 3), names=("Ada", "Bob"), kinds=("human", "perfect"), seed=7)
    assert record == Record(
        "dividers-duel(start=60)",
        names=("Ada", "Bob"),
        kinds=("human", "perfect"),
        seed=7,
        penalty="forfeit",
        outcome=Outcome(1, Ending.NO_MOVES),
        moves=(RecordedMove("60/2"), RecordedMove("30/5"), RecordedMove("6/3")),
    )


def test_a_match_without_a_move_is_written_down_unfinished() -> None:
    record = Record.of(Match(PoolDuel(2, 50)))
    assert record == Record("divisor-duel-pool(pool=2-50)", penalty="retry")


def test_dates_become_utc_and_times_whole_milliseconds() -> None:
    east = datetime(2026, 11, 15, 14, 0, 0, 999_999, tzinfo=timezone(timedelta(hours=2)))
    record = Record.of(played(), date=east, remaining=(timedelta(microseconds=57_500_999), None), clock="60+2")
    assert record.date == NOON
    assert record.remaining == (timedelta(milliseconds=57_500), None)


def test_an_illegal_choice_that_lost_is_no_move() -> None:
    record = Record.of(played(2, 7))
    assert record.illegal == "30/7"
    assert [move.text for move in record.moves] == ["60/2"]
    assert record.outcome == Outcome(1, Ending.ILLEGAL_MOVE)


@pytest.mark.parametrize(
    ("choice", "written"),
    [
        (10**5000, "a number that large"),
        ("\x1b[2J\n", "60/�[2J�"),
        (None, "60/None"),
        ("9" * 99, "60/" + "9" * 60 + "…"),
    ],
    ids=["huge", "control", "nothing", "long"],
)
def test_an_illegal_choice_of_any_kind_becomes_one_short_line(choice: Any, written: str) -> None:
    match = played(choice)
    record = Record.of(match)
    assert record.illegal == written
    again = record.replay(DUEL)
    assert again.outcome == match.outcome
    assert Record.of(again, illegal=record.illegal) == record


@pytest.mark.parametrize("game", defaults(), ids=lambda game: str(game.slug))
@pytest.mark.parametrize("ending", [Ending.RESIGNED, Ending.OUT_OF_TIME, Ending.ABANDONED])
@pytest.mark.parametrize("seat", [1, 2])
def test_what_ended_a_match_off_the_board_is_replayed(game: Any, ending: Ending, seat: Any) -> None:
    match = Match[Any, Any](game)
    match.play(game.legal_moves(match.position)[0])
    match.concede(ending, seat)
    again = Record.of(match).replay(game)
    assert again.outcome == match.outcome == Outcome(3 - seat, ending)
    assert again.turns == match.turns


def test_a_match_lost_by_an_illegal_choice_is_replayed_with_the_choice() -> None:
    match = played(2, 7)
    again = Record.of(match).replay(DUEL)
    assert again.turns == match.turns
    assert again.outcome == match.outcome


def test_an_illegal_choice_may_lose_where_it_usually_costs_nothing() -> None:
    game = SubtractionDuel(16)
    match = Match(game)
    match.play(3, penalty="forfeit")
    record = Record.of(match)
    assert (record.penalty, record.illegal) == ("retry", "16-3")
    again = record.replay(game)
    assert again.turns == match.turns
    assert again.penalty == "retry"


def test_an_illegal_choice_that_nobody_wrote_down_loses_all_the_same() -> None:
    for seat in (1, 2):
        outcome = Outcome(seat, Ending.ILLEGAL_MOVE)
        assert duel("60/2", outcome=outcome).replay(DUEL).outcome == outcome
        assert duel("60/2", outcome=outcome, illegal="a wild guess").replay(DUEL).outcome == outcome


def test_a_legal_move_is_no_illegal_choice() -> None:
    record = duel("60/2", outcome=Outcome(1, Ending.ILLEGAL_MOVE), illegal="30/6")
    match, error = record.replay_legal(DUEL)
    assert str(error) == "The record says 30/6 lost the match as an illegal choice, but it is legal."
    assert (match.moves, match.outcome) == ((2,), None)


def test_the_penalty_is_the_rule_books_unless_recorded() -> None:
    assert duel().replay(DUEL).penalty == "forfeit"
    assert duel(penalty="retry").replay(DUEL).penalty == "retry"


def test_moves_may_be_recorded_as_typed() -> None:
    assert duel("2", "5", "6/3").replay(DUEL).moves == (2, 5, 3)


@pytest.mark.parametrize("penalty", ["forfeit", "retry", None])
@pytest.mark.parametrize(
    ("moves", "message"),
    [
        (("60/2", "30/7", "6/3"), "move 2 (30/7): 7 does not divide 30: it leaves a remainder of 2."),
        (("60/30", "2/2"), "move 2 (2/2): The match is over."),
    ],
)
def test_an_illegal_move_is_named_and_the_legal_part_remains(moves: Any, message: str, penalty: Any) -> None:
    record = duel(*moves, penalty=penalty, outcome=Outcome(1, Ending.RESIGNED))
    with pytest.raises(RecordError) as caught:
        record.replay(DUEL)
    assert str(caught.value) == message
    match, error = record.replay_legal(DUEL)
    assert str(error) == message
    assert len(match.moves) == 1
    assert match.turns[-1].after is not None


def test_a_text_that_is_no_move_is_named() -> None:
    match, error = duel("60/2", "swap").replay_legal(DUEL)
    assert str(error).startswith("move 2 (swap): ")
    assert match.moves == (2,)


def test_the_moves_and_the_result_must_agree() -> None:
    over = duel("60/30", outcome=Outcome(2, Ending.RESIGNED))
    match, error = over.replay_legal(DUEL)
    assert str(error) == "The record says player 2 won by resigned, but the moves say player 1 won by no_moves."
    assert match.outcome == Outcome(1, Ending.NO_MOVES)
    early = duel("60/2", outcome=Outcome(1, Ending.NO_MOVES))
    with pytest.raises(RecordError) as caught:
        early.replay(DUEL)
    assert (
        str(caught.value) == "The record says player 1 won by no_moves, but the match is not over after the last move."
    )


def test_an_unfinished_record_leaves_the_result_to_the_board() -> None:
    assert duel("60/30").replay(DUEL).outcome == Outcome(1, Ending.NO_MOVES)
    assert duel("60/2").replay(DUEL).outcome is None


def test_another_game_or_version_is_refused() -> None:
    for method in (duel().replay, duel().replay_legal):
        with pytest.raises(RecordError) as caught:
            method(DividersDuel(84))
        assert str(caught.value) == "The record is for dividers-duel(start=60), not for dividers-duel(start=84)."
    with pytest.raises(RecordError) as caught:
        duel(version=2).replay(DUEL)
    assert str(caught.value) == (
        "The record uses version 2 of the rules of dividers-duel(start=60), but this is version 1."
    )


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"game": " "}, "The game must be a game's id such as dividers-duel(start=60), not ' '."),
        ({"version": 0}, "The version must be a whole number from 1 to 999999999, not 0."),
        ({"version": True}, "The version must be a whole number from 1 to 999999999, not True."),
        (
            {"names": ("a", "b\n")},
            "The name of player 2 must be one line of text without control characters, at most 32 long, not 'b�'.",
        ),
        ({"names": ("\ud800", "b")}, "The name of player 1 must be one line of text without control characters"),
        ({"kinds": ("", "human")}, "The kind of player 1 must be who plays, such as human or skill:0.7, not ''."),
        ({"date": datetime(2026, 11, 15)}, "The date must be a date and time in UTC such as 2026-11-15T19:20:00Z"),
        ({"date": NOON.replace(microsecond=1)}, "The date must be a date and time in UTC"),
        ({"date": NOON.astimezone(timezone(timedelta(hours=1)))}, "The date must be a date and time in UTC"),
        ({"round": (3, 2)}, "The round must be the number of a game and of how many, such as 2/3, not (3, 2)."),
        ({"round": (0, 2)}, "The round must be"),
        ({"penalty": "death"}, "The penalty must be forfeit or retry, not 'death'."),
        ({"seed": -1}, "The seed must be a whole number of at most 19 digits, not -1."),
        ({"seed": 10**19}, "The seed must be"),
        ({"clock": "soon"}, "The clock must be seconds and increment such as 60+2, not 'soon'."),
        ({"remaining": (None, timedelta(-1))}, "The time left to player 2 must be seconds such as 57.5"),
        ({"remaining": (timedelta(microseconds=1), None)}, "The time left to player 1 must be"),
        ({"remaining": (timedelta(seconds=10**9), None)}, "The time left to player 1 must be"),
        ({"hints": (0, -1)}, "The number of hints of player 2 must be a whole number from 0 to 999999999, not -1."),
        ({"illegal": "30/7"}, "An illegal choice is recorded only where it lost the match."),
        (
            {"illegal": "30/7", "outcome": Outcome(1, Ending.RESIGNED)},
            "An illegal choice is recorded only where it lost the match.",
        ),
        ({"illegal": "\t", "outcome": Outcome(1, Ending.ILLEGAL_MOVE)}, "The illegal choice must be one line of text"),
        ({"extra": (("Two words", "x"),)}, "The name of a further tag must be a word of plain letters"),
        ({"extra": (("KINDone", "x"),)}, "The name of a further tag must be a word of plain letters"),
        (
            {"extra": (("Hints", "off"),)},
            "The score and whether hints are allowed are fields of a record, not further tags.",
        ),
        (
            {"extra": (("Score", "1-0"),)},
            "The score and whether hints are allowed are fields of a record, not further tags.",
        ),
        ({"score": (1, 100)}, "The score must be the games each player has won, such as 1-0, not"),
        (
            {"extra": (("Event", "\x7f"),)},
            "The tag Event must be one line of text without control characters, at most 2,000 long, not '�'.",
        ),
        ({"comment": "\r"}, "The comment must be text without control characters, at most 10,000 long, not '�'."),
    ],
)
def test_what_cannot_be_written_down_is_no_record(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(RecordError) as caught:
        replace(duel(), **fields)
    assert str(caught.value).startswith(message)
    assert caught.value.line is None


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        (("",), "A move must be a move such as 60/2, of digits, small letters, /, + and -, not ''."),
        (("60 / 2",), "A move must be"),
        (("12\n",), "A move must be"),
        (("1-0",), "A move must be"),
        (("0-1",), "A move must be"),
        (("12", "!!!"), "An annotation must be one of ! ? !! ?? !? ?!, not '!!!'."),
        (("12", "", "\x00"), "A comment must be text without control characters, at most 10,000 long, not '�'."),
        (("12", "", "", ((),)), "A variation must have at least one move."),
    ],
)
def test_what_cannot_be_written_down_is_no_move(fields: Any, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        RecordedMove(*fields)
    assert str(caught.value).startswith(message)


def nested(depth: int) -> RecordedMove:
    move = RecordedMove("12")
    for _ in range(depth):
        move = RecordedMove("12", variations=((move,),))
    return move


def test_variations_are_at_most_64_deep() -> None:
    Record("x", moves=(nested(64),))
    for depth in (65, 5000):
        with pytest.raises(RecordError, match="more than 64 deep"):
            Record("x", moves=(nested(depth),))


def test_a_record_has_at_most_a_million_moves() -> None:
    move = RecordedMove("12")
    thousand = RecordedMove("12", variations=((move,) * 999,))
    Record("x", moves=(thousand,) * 1000)
    with pytest.raises(RecordError, match="more than 1,000,000 moves"):
        Record("x", moves=(*(thousand,) * 1000, move))


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("2026-11-15T12:00:00Z", NOON),
        (" 2026-11-15T14:00:00.75+02:00 ", NOON),
        ("2026-11-15 12:00", NOON),
        ("2026-11-15", NOON.replace(hour=0)),
        ("0001-01-01T00:00:00+23:00", None),
        ("2026-02-30", None),
        ("today", None),
        ("", None),
    ],
)
def test_dates_are_read(text: str, date: datetime | None) -> None:
    assert parse_date(text) == date
    if date is not None:
        assert parse_date(format_date(date)) == date


def test_early_years_keep_four_digits() -> None:
    assert format_date(datetime(1, 1, 1, tzinfo=UTC)) == "0001-01-01T00:00:00Z"


def test_a_record_has_so_many_tags_of_its_own_and_no_more() -> None:
    tags = tuple((f"Tag{number}", "x") for number in range(MOST_TAGS + 1))
    assert Record("dividers-duel(start=60)", extra=tags[1:]).extra == tags[1:]
    with pytest.raises(RecordError, match=f"must not have more than {MOST_TAGS} tags of its own"):
        Record("dividers-duel(start=60)", extra=tags)


DOCS = Path(__file__).parents[2] / "docs"
DOCUMENTED = (DOCS / "records.md").read_text("utf-8")
SCHEMA = Draft202012Validator(json.loads((DOCS / "record.schema.json").read_text("utf-8")))
PRINTABLE = st.characters(exclude_categories=("Cc", "Cs"))
LINES = st.text(PRINTABLE | st.sampled_from('"\\[]{} '), max_size=12).map(clean)
WORDS = LINES.filter(str.strip)
COMMENTS = st.text(PRINTABLE | st.sampled_from(' \n\t{}\\;()[]"!*'), max_size=40).map(partial(clean, keep="\n\t"))
MARKS = st.sampled_from(("", *ANNOTATIONS))
SPELLINGS = st.from_regex(r"[0-9]{1,3}([/+-][0-9]{1,3})?|[0-9a-z/+-]{1,8}", fullmatch=True).filter(
    lambda text: text not in ("1-0", "0-1")
)
MOVES = st.recursive(
    st.builds(RecordedMove, SPELLINGS, MARKS, COMMENTS),
    lambda inner: st.builds(
        RecordedMove,
        SPELLINGS,
        MARKS,
        COMMENTS,
        st.lists(st.lists(inner, min_size=1, max_size=3).map(tuple), max_size=2).map(tuple),
    ),
    max_leaves=6,
)
TIMES = st.none() | st.integers(0, 10**12 - 1).map(lambda milliseconds: timedelta(milliseconds=milliseconds))
TAG_NAMES = st.from_regex(r"[A-Za-z][A-Za-z0-9_]{0,8}", fullmatch=True).filter(
    lambda name: name.lower() not in map(str.lower, TAGS)
)
DETAILS = st.fixed_dictionaries(
    {},
    optional={
        "names": st.tuples(LINES, LINES),
        "kinds": st.tuples(WORDS, WORDS),
        "date": st.datetimes(timezones=st.just(UTC)),
        "round": st.integers(1, 99).flatmap(lambda of: st.tuples(st.integers(1, of), st.just(of))),
        "seed": st.integers(0, 10**19 - 1),
        "clock": st.from_regex(r"[1-9][0-9]{0,5}(\.[0-9]{1,3})?(\+[0-9]{1,6}(\.[0-9]{1,3})?)?", fullmatch=True),
        "remaining": st.tuples(TIMES, TIMES),
        "hints": st.tuples(st.integers(0, 99), st.integers(0, 99)),
        "score": st.tuples(st.integers(0, 99), st.integers(0, 99)),
        "hints_allowed": st.booleans(),
        "extra": st.lists(st.tuples(TAG_NAMES, LINES), max_size=3).map(tuple),
        "comment": COMMENTS,
    },
)
ENDINGS = st.sampled_from([None, *Ending])


def play(game: AnyGame, seed: int, length: int, ending: Ending | None) -> Match[Any, Any]:
    """Plays some random moves and ends the match if the board has not."""
    generator, match = Random(seed), Match[Any, Any](game)
    while match.outcome is None and len(match.moves) < length:
        match.play(generator.choice(game.legal_moves(match.position)))
    if match.outcome is None and ending is Ending.ILLEGAL_MOVE:
        match.play(10**18, penalty="forfeit")
    elif match.outcome is None and ending not in (None, Ending.NO_MOVES):
        match.concede(ending, generator.choice((1, 2)))
    return match


def comes_back(record: Record) -> None:
    text = write(record)
    assert read(text) == record
    assert read(text.encode()) == record
    assert write(read(text)) == text
    twin = to_json(record)
    SCHEMA.validate(twin)
    carried = json.loads(json.dumps(twin))
    assert carried == twin
    assert from_json(carried) == record
    assert write(from_json(carried)) == text


@pytest.mark.parametrize("game", defaults(), ids=lambda game: str(game.slug))
@settings(max_examples=tries(60))
@given(seed=st.integers(0, 2**32), length=st.integers(0, 60), ending=ENDINGS, details=DETAILS)
def test_a_match_survives_being_written_down(
    game: AnyGame, seed: int, length: int, ending: Ending | None, details: Any
) -> None:
    match = play(game, seed, length, ending)
    record = Record.of(match, **details)
    comes_back(record)
    again = record.replay(game)
    assert again.turns == match.turns
    assert again.outcome == match.outcome
    assert Record.of(again, **details) == record
    assert all(len(line) <= WIDTH for line in write(replace(record, comment="")).partition("\n\n")[2].split("\n"))


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", defaults(), ids=lambda game: str(game.slug))
@settings(max_examples=tries(60))
@given(seed=st.integers(0, 2**32), details=DETAILS, data=st.data())
def test_a_match_with_remarks_survives_being_written_down(
    game: AnyGame, seed: int, details: Any, data: st.DataObject
) -> None:
    plain = Record.of(play(game, seed, 8, None), **details)
    remarks = data.draw(st.lists(MOVES, min_size=len(plain.moves), max_size=len(plain.moves)))
    told = zip(remarks, plain.moves, strict=True)
    record = replace(plain, moves=tuple(replace(remark, text=move.text) for remark, move in told))
    comes_back(record)
    assert record.replay(game).moves == plain.replay(game).moves


@settings(max_examples=tries(100))
@given(st.lists(MOVES, max_size=6).map(tuple), COMMENTS)
def test_moves_of_games_nobody_knows_survive_too(moves: tuple[RecordedMove, ...], comment: str) -> None:
    comes_back(Record("a game of the future", version=7, comment=comment, moves=moves))


def test_long_years_ago_survives() -> None:
    comes_back(Record("x", date=datetime(1, 1, 1, tzinfo=UTC)))


def test_the_documented_record_is_written_as_documented_and_can_be_replayed() -> None:
    text = DOCUMENTED.partition("```duel\n")[2].partition("```")[0]
    record = read(text)
    assert write(record) == text
    game: AnyGame = create(record.game)
    assert record.replay(game).moves == (2, 15)


def test_the_documented_examples_run() -> None:
    examples = "\n".join(re.findall(r"```python\n(.*?)```", DOCUMENTED, re.DOTALL))
    ran = DocTestRunner().run(DocTestParser().get_doctest(examples, {}, "records.md", None, None))
    assert ran.attempted > 10
    assert ran.failed == 0


@given(st.lists(MOVES, max_size=8).map(tuple), COMMENTS, LINES)
def test_no_record_is_longer_than_was_reckoned_before_it_was_made(
    moves: tuple[RecordedMove, ...], comment: str, line: str
) -> None:
    record = Record("x", moves=moves, comment=comment, extra=(("Event", line),))
    length = len(write(record).encode())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rules, "LARGEST_TEXT", length - 1)
        with pytest.raises(RecordError, match="when written"):
            replace(record)
