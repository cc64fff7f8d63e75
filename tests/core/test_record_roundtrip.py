"""Random matches of every duel, with random remarks, through both written forms and back."""

import json
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
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
from aliquot.core.game import AnyGame
from aliquot.core.match import Match
from aliquot.core.notation import WIDTH, read, write
from aliquot.core.outcome import Ending
from aliquot.core.record import ANNOTATIONS, TAGS, Record, RecordedMove, RecordError
from aliquot.core.record_json import from_json, to_json
from aliquot.core.text import clean
from aliquot.games import create, defaults
from tests.effort import tries

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
