"""Texts nobody would type and records nobody would write: read or refused in one sentence, never anything else."""

from collections.abc import Callable, Iterator
from functools import partial
from random import Random

import pytest

from aliquot.core.errors import AliquotError
from aliquot.core.game import AnyGame
from aliquot.core.notation import read, write
from aliquot.core.record import Record
from aliquot.games import create

RECORDS = (
    '[Game "dividers-duel(start=60)"]\n[One "Ada"]\n[Two "Emmy \\"E\\" N."]\n[Date "2026-11-15T19:20:00Z"]\n'
    '[Clock "60+2"]\n[RemainingOne "48.25"]\n[HintsOne "1"]\n[Result "2"]\n[Termination "no_moves"]\n\n'
    "{A lesson.} 1. 60/2?? {Dividing by 12\\n wins.}\n(1. 60/30! {leaves 2} (1. 60/12)) 1... 30/15! 0-1\n",
    '[Game "divisor-duel-pool(pool=2-50)"] [Event "x"] 1. 12 6 2. 18 9 ; a remark\n 3. 3 *',
    '[Game "divisor-duel-subtract(start=16)"] [Illegal "16-7"] [Termination "illegal_move"] 16-8 1-0',
)
PIECES = (*'{}()[]"\\;*\n\0\x1b\u202e\U000e0041', "1-0", "9" * 40)
GAMES = (
    *("dividers-duel(start=60)", "divide-and-conquer(start=100)", "factor-duel(start=30)"),
    *("divisor-duel-subtract(start=16)", "divisor-duel-pool(pool=2-50)"),
)
ALPHABET = "0123456789/-+., \t\n_xeE²２٢\0\x1b\u202e\u200b'\"swap"


def mutated(generator: Random) -> bytes:
    """A record with a few bytes or pieces put in, taken out or changed."""
    text = bytearray(generator.choice(RECORDS).encode())
    for _ in range(generator.randint(1, 6)):
        at = generator.randrange(len(text) + 1)
        match generator.randrange(4):
            case 0:
                text[at:at] = generator.choice(PIECES).encode()
            case 1:
                del text[at : at + generator.randint(1, 12)]
            case 2:
                text[at : at + 1] = bytes((generator.randrange(256),))
            case _:
                start = generator.randrange(len(text) + 1)
                text[at:at] = text[start : start + generator.randint(1, 40)]
    return bytes(text)


def refusal(attempt: Callable[[], object]) -> str:
    """How something was refused; nothing if it was not. Any other error is a fault."""
    try:
        attempt()
    except AliquotError as error:
        return str(error)
    return ""


def assert_mutations_do_no_harm(count: int) -> None:
    generator, kept = Random(11), 0
    for _ in range(count):
        data = mutated(generator)
        sentence = refusal(partial(read, data))
        assert sentence.isprintable(), data
        assert len(sentence) < 400, data
        if not sentence:
            kept += 1
            record = read(data)
            assert read(write(record)) == record, data
            assert refusal(partial(replay, record)).isprintable(), data
    assert count / 20 < kept < count, "some are read and some are not"


def replay(record: Record) -> None:
    game: AnyGame = create(record.game)
    record.replay(game)


def typed(generator: Random) -> Iterator[str]:
    while True:
        yield "".join(generator.choices(ALPHABET, k=generator.choice((0, 1, 1, 2, 2, 3, 4, 5, 8, 30))))


def assert_texts_do_no_harm(count: int) -> None:
    games: list[AnyGame] = [create(name) for name in GAMES]
    read_as_moves = 0
    for number, text in zip(range(count), typed(Random(12)), strict=False):
        game = games[number % len(games)]
        sentence = refusal(partial(game.parse, game.start(), text))
        if not sentence:
            read_as_moves += 1
            sentence = refusal(partial(game.play, game.start(), game.parse(game.start(), text)))
        assert sentence.isprintable(), text
        assert len(sentence) < 300, text
    assert count / 50 < read_as_moves < count


def test_mutated_records_are_read_or_refused() -> None:
    assert_mutations_do_no_harm(2_000)


def test_anything_typed_is_a_move_or_is_refused() -> None:
    assert_texts_do_no_harm(20_000)


@pytest.mark.deep
def test_a_hundred_thousand_mutated_records() -> None:
    assert_mutations_do_no_harm(100_000)


@pytest.mark.deep
def test_a_million_texts_for_moves() -> None:
    assert_texts_do_no_harm(1_000_000)
