"""Every small number, exhaustively, against a second implementation that knows only trial division."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aliquot.core.errors import IllegalMove, InvalidMove, InvalidParameter, InvalidPosition
from aliquot.core.outcome import Ending, Outcome
from aliquot.core.text import LARGEST
from aliquot.games import REGISTRY, create
from aliquot.games.divide_and_conquer import DivideAndConquer
from aliquot.games.dividers_duel import DividersDuel
from aliquot.games.divisor_duel_subtract import SubtractionDuel
from aliquot.games.factor_duel import FactorDuel
from aliquot.games.number import NumberGame, NumberPosition

GAMES: list[type[NumberGame]] = [DividersDuel, DivideAndConquer, FactorDuel, SubtractionDuel]
EVERY_GAME = pytest.mark.parametrize("duel", GAMES, ids=lambda duel: str(duel.slug))
SMALL = 2000
HUGE = 10**5000


def naive_moves(n: int) -> list[int]:
    """What can be chosen, by trying everything."""
    return [d for d in range(2, n) if n % d == 0]


def test_these_are_all_the_number_games_there_are() -> None:
    assert [duel for duel in REGISTRY.values() if issubclass(duel, NumberGame)] == GAMES


@EVERY_GAME
def test_legal_moves_and_outcome_agree_with_trial_division_for_every_small_number(duel: type[NumberGame]) -> None:
    game = duel(60)
    for n in range(1, SMALL + 1):
        p, expected = NumberPosition(n, 2), naive_moves(n)
        assert list(game.legal_moves(p)) == expected
        assert game.is_over(p) == (not expected)
        assert game.outcome(p) == (None if expected else Outcome(1, Ending.NO_MOVES))


@EVERY_GAME
def test_every_choice_near_every_small_number_is_judged_as_by_trial_division(duel: type[NumberGame]) -> None:
    game = duel(60)
    for n in range(1, 150):
        p, expected = NumberPosition(n), naive_moves(n)
        for move in range(-3, n + 4):
            assert game.is_legal(p, move) == (move in expected)
            if move in expected:
                assert game.play(p, move) == game.child(p, move)
            else:
                with pytest.raises(IllegalMove):
                    game.play(p, move)


@EVERY_GAME
def test_the_turn_passes_with_every_move(duel: type[NumberGame]) -> None:
    game = duel(12)
    first = game.start()
    second = game.play(first, 2)
    third = game.play(second, 2)
    assert [game.seat(p) for p in (first, second, third)] == [1, 2, 1]


@EVERY_GAME
def test_the_loser_is_whoever_faces_a_number_without_a_move(duel: type[NumberGame]) -> None:
    game = duel(60)
    assert game.outcome(NumberPosition(7, 1)) == Outcome(2, Ending.NO_MOVES)
    assert game.outcome(NumberPosition(7, 2)) == Outcome(1, Ending.NO_MOVES)
    assert game.outcome(NumberPosition(1, 1)) == Outcome(2, Ending.NO_MOVES)


@EVERY_GAME
@pytest.mark.parametrize(
    ("number", "move", "why"),
    [
        (60, 1, "1 is not allowed: a proper divisor of 60 lies between 1 and 60."),
        (60, 60, "60 is the number itself: a proper divisor of 60 lies between 1 and 60."),
        (60, 7, "7 does not divide 60: it leaves a remainder of 4."),
        (60, 40, "40 does not divide 60: it leaves a remainder of 20."),
        (60, 61, "61 is not between 1 and 60."),
        (60, 0, "0 is not between 1 and 60."),
        (60, -2, "-2 is not between 1 and 60."),
        (60, LARGEST, "1000000000000000000 is not between 1 and 60."),
        (60, HUGE, "a number that large is not between 1 and 60."),
        (60, -HUGE, "a number that large is not between 1 and 60."),
        (7, 7, "7 has no proper divisor: the game is over."),
        (7, 1, "7 has no proper divisor: the game is over."),
        (2, 2, "2 has no proper divisor: the game is over."),
        (1, 1, "1 has no proper divisor: the game is over."),
    ],
    ids=lambda value: "huge" if isinstance(value, int) and abs(value) == HUGE else None,
)
def test_an_illegal_choice_is_told_why(duel: type[NumberGame], number: int, move: int, why: str) -> None:
    with pytest.raises(IllegalMove) as refusal:
        duel(60).play(NumberPosition(number), move)
    assert str(refusal.value) == why


@EVERY_GAME
@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("2", "'2' is not a whole number."),
        (2.0, "2.0 is not a whole number."),
        (True, "True is not a whole number."),
        (None, "None is not a whole number."),
        ((2,), "(2,) is not a whole number."),
    ],
)
def test_what_is_no_int_is_no_choice(duel: type[NumberGame], move: int, why: str) -> None:
    game = duel(60)
    assert not game.is_legal(game.start(), move)
    with pytest.raises(IllegalMove) as refusal:
        game.play(game.start(), move)
    assert str(refusal.value) == why


@EVERY_GAME
def test_every_start_within_the_bounds_is_accepted_as_number_and_as_text(duel: type[NumberGame]) -> None:
    for start in (duel.smallest, 3, 4, 60, 10**9, LARGEST - 1, LARGEST):
        game = duel(start)
        assert duel.create(start=start) == game
        assert duel.create(start=str(start)) == game
        assert duel.create(start=f" {start} ") == game
        assert game.start() == NumberPosition(start, 1)
        assert game.value == str(start)


@EVERY_GAME
@pytest.mark.parametrize(
    "start",
    [
        *(1, 0, -5, LARGEST + 1, 10**19, HUGE, -HUGE),
        *("1", "0", "-5", "abc", "", "1e3", "10**19", "60.0", "+60", "６０", "1000000000000000001", "9" * 100_000),
        *(60.0, True, None, (60,), b"60"),
    ],
    ids=lambda value: "huge" if isinstance(value, int) and abs(value) == HUGE else str(value)[:20],
)
def test_any_other_start_is_refused_by_a_sentence_naming_the_bound(duel: type[NumberGame], start: object) -> None:
    with pytest.raises(InvalidParameter) as refusal:
        duel.create(start=start)
    sentence = str(refusal.value)
    assert sentence.startswith(f"The start of {duel.title} must be a whole number greater than {duel.smallest - 1} ")
    assert "at most 10^18, not " in sentence
    assert len(sentence) < 160


@EVERY_GAME
def test_a_start_is_refused_however_the_game_is_made(duel: type[NumberGame]) -> None:
    for start in (duel.smallest - 1, LARGEST + 1):
        with pytest.raises(InvalidParameter):
            duel(start)
    with pytest.raises(InvalidParameter):
        duel(True)
    with pytest.raises(InvalidParameter):
        duel("60")  # type: ignore[arg-type]


@EVERY_GAME
@given(start=st.integers(3, LARGEST))
def test_ids_read_back_as_the_same_game(duel: type[NumberGame], start: int) -> None:
    game = duel(start)
    assert game.id == f"{duel.slug}(start={start})"
    assert repr(game) == f"<Game {game.id}>"
    assert duel.create(start=game.value) == game
    assert duel.create(start=game.value).id == game.id


@EVERY_GAME
def test_positions_read_back_and_are_then_seat_ones(duel: type[NumberGame]) -> None:
    game = duel(60)
    assert game.text(NumberPosition(30, 2)) == "30"
    assert game.position("30") == NumberPosition(30, 1)
    assert game.position(" 30 ") == NumberPosition(30, 1)
    assert game.position("1") == NumberPosition(1, 1)
    assert game.position(str(LARGEST)) == NumberPosition(LARGEST, 1)


@EVERY_GAME
@pytest.mark.parametrize("text", ["", "0", "-3", "abc", "60/2", "1000000000000000001", "３０", "9" * 100_000])
def test_what_is_no_position_is_refused_by_a_sentence(duel: type[NumberGame], text: str) -> None:
    with pytest.raises(InvalidPosition, match=r"^A position of .* is a whole number from 1 to 10\^18, not '.*'\.$"):
        duel(60).position(text)


@EVERY_GAME
def test_who_faces_a_number_does_not_decide_its_future(duel: type[NumberGame]) -> None:
    game = duel(60)
    assert game.key(NumberPosition(30, 1)) == game.key(NumberPosition(30, 2))
    assert game.key(NumberPosition(30, 1)) != game.key(NumberPosition(31, 1))


@EVERY_GAME
def test_a_move_is_read_as_typed_and_as_spelt(duel: type[NumberGame]) -> None:
    game = duel(60)
    p = game.start()
    notation = game.spell(p, 2)
    assert notation == f"60{duel.sign}2"
    for text in ("2", " 2 ", "002", notation, f" {notation} ", f"60 {duel.sign} 2"):
        assert game.parse(p, text) == 2


@EVERY_GAME
def test_a_choice_is_read_whether_or_not_it_is_legal(duel: type[NumberGame]) -> None:
    game = duel(60)
    for move in (0, 1, 7, 60, 61, LARGEST, 10**19 - 1):
        assert game.parse(game.start(), str(move)) == move


@EVERY_GAME
def test_a_spelling_of_another_position_or_another_game_is_no_move(duel: type[NumberGame]) -> None:
    game = duel(60)
    foreign = "-" if duel.sign == "/" else "/"
    for text in (f"{duel.sign}2", f"60{duel.sign}", f"60{duel.sign}2{duel.sign}2", f"60{foreign}2"):
        with pytest.raises(InvalidMove, match="is not a whole number in plain digits"):
            game.parse(game.start(), text)
    with pytest.raises(InvalidMove, match=f"'61{duel.sign}2' names 61, but the number is 60"):
        game.parse(game.start(), f"61{duel.sign}2")


@EVERY_GAME
@pytest.mark.parametrize("text", ["", " ", "abc", "2.5", "2.0", "-3", "+2", "２", "\0", "1e3", "9" * 20, "9" * 100_000])
def test_what_is_no_whole_number_is_no_move(duel: type[NumberGame], text: str) -> None:
    with pytest.raises(InvalidMove, match=r"is (not a whole number in plain digits|too long)") as refusal:
        duel(60).parse(NumberPosition(60), text)
    assert len(str(refusal.value)) < 80
    assert ("is too long: a number has at most 19 digits" in str(refusal.value)) == text.startswith("9")


def longest(game: NumberGame, p: NumberPosition, known: dict[int, int]) -> int:
    """The length of the longest match from a position whose followers are all known."""
    return max((1 + known[game.child(p, move).number] for move in game.legal_moves(p)), default=0)


@EVERY_GAME
def test_no_match_is_longer_than_max_length_and_some_are_exactly_that_long(duel: type[NumberGame]) -> None:
    known: dict[int, int] = {}
    tight = 0
    for n in range(1, SMALL + 1):
        known[n] = longest(duel(60), NumberPosition(n), known)
        if n >= duel.smallest:
            bound = create(duel.slug, start=n).max_length
            assert known[n] <= bound
            tight += known[n] == bound
    assert tight > 0


def large_numbers() -> Iterator[int]:
    yield from (LARGEST, LARGEST - 1, 897_612_484_786_617_600, 2**59, 999_999_999_999_999_989, 999_999_866_000_004_473)


@EVERY_GAME
def test_the_largest_numbers_list_and_play(duel: type[NumberGame]) -> None:
    for number in large_numbers():
        game = duel(number)
        moves = game.legal_moves(game.start())
        assert all(number % move == 0 and 1 < move < number for move in moves)
        assert game.is_over(game.start()) == (not moves)
        for move in moves[:3]:
            assert game.seat(game.play(game.start(), move)) == 2
