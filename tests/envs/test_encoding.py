import pickle
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import pytest

import aliquot
from aliquot.envs.encoding import encode
from aliquot.envs.labels import label
from aliquot.envs.rows import RowEncoding
from aliquot.games.number import NumberGame

from .drive import KINDS, positions_of


@pytest.mark.parametrize("name", KINDS)
def test_actions_are_the_moves_in_ascending_order_and_masks_the_legal_ones(name: str) -> None:
    game, encoding = aliquot.game(name), encode(name)
    assert list(encoding.actions) == sorted(set(encoding.actions))
    for position in positions_of(name, 10):
        mask = encoding.mask(position)
        assert mask.dtype == np.int8
        assert mask.shape == (len(encoding.actions),)
        assert [encoding.actions[action] for action in np.flatnonzero(mask)] == list(game.legal_moves(position))
        for move in game.legal_moves(position):
            assert encoding.actions[encoding.index(move)] == move


@pytest.mark.parametrize("name", KINDS)
def test_positions_with_different_futures_look_different(name: str) -> None:
    game, encoding = aliquot.game(name), encode(name)
    seen: dict[bytes, object] = {}
    for position in positions_of(name, 30):
        planes = encoding.observe(position)
        assert planes.shape == encoding.shape == (len(encoding.planes), planes.shape[1])
        assert set(np.unique(planes)) <= {0, 1}
        if game.outcome(position) is None:
            future = tuple(game.legal_moves(position))
            assert seen.setdefault(planes.tobytes(), future) == future


def test_a_divided_number_is_shown_by_the_prime_powers_that_divide_it() -> None:
    encoding = encode("dividers-duel", start=60)
    # 2, 4, 3, 5
    assert encoding.observe(encoding.game.position("60")).tolist() == [[1, 1, 1, 1]]
    assert encoding.observe(encoding.game.position("10")).tolist() == [[1, 0, 0, 1]]


def test_a_number_to_subtract_from_is_shown_in_binary() -> None:
    encoding = encode("divisor-duel-subtract", start=20)
    assert encoding.actions == tuple(range(2, 11))
    assert encoding.observe(encoding.game.position("10")).tolist() == [[0, 1, 0, 1, 0]]


def test_a_pool_is_shown_by_what_is_left_and_the_last_pick() -> None:
    encoding = encode("divisor-duel-pool", pool="2-6")
    assert encoding.planes == ("the numbers left", "the last pick")
    assert encoding.observe(encoding.game.position("2-6/2,6")).tolist() == [[0, 1, 1, 1, 0], [0, 0, 0, 0, 1]]
    assert encoding.mask(encoding.game.position("2-6/2,6")).tolist() == [0, 1, 0, 0, 0]


def test_the_swap_is_the_first_action_and_the_last_plane() -> None:
    encoding = encode("dividers-duel", start=12, swap=True)
    assert encoding.actions == (-1, 2, 3, 4, 6)
    start = encoding.game.start()
    opened = encoding.game.play(start, 2)
    assert (encoding.mask(start)[0], encoding.mask(opened)[0]) == (0, 1)
    assert encoding.observe(start)[-1].tolist() == [0, 0, 0]
    assert encoding.observe(opened)[-1].tolist() == [1, 1, 1]
    assert encoding.planes[-1] == "the swap is open"


def test_several_starts_share_one_list_of_actions() -> None:
    encoding = encode("dividers-duel(start=12)", "dividers-duel(start=30)")
    assert encoding.actions == (2, 3, 4, 5, 6, 10, 15)
    match = encoding.new_match()
    match.reset(1)
    assert match.position() == aliquot.game("dividers-duel", start=30).start()


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("divisor-duel-pool(pool=1-200000)", "it has 200,000 actions, and 100,000 is the most"),
        ("divisor-duel-subtract(start=300000)", "it has 149,999 actions"),
        ("dividers-duel(start=897612484786617600)", "it has 103,678 actions"),
        ("dividers-duel(start=897612484786617600+60)", "it has more than 100,000 actions"),
        ("divisor-duel-subtract(start=40000+60)", "it has more than 100,000 actions"),
        ("dividers-duel(start=7)", "is over before the first move"),
        ("factor-duel(start=7+11)", "is over before the first move"),
    ],
)
def test_what_cannot_be_encoded_is_refused_by_name_with_the_reason(name: str, reason: str) -> None:
    with pytest.raises(aliquot.InvalidParameter) as refusal:
        encode(name)
    assert name in str(refusal.value)
    assert reason in str(refusal.value)


def test_what_is_large_but_within_the_bounds_can_be_encoded() -> None:
    assert len(encode("divisor-duel-subtract(start=200001)").actions) == 99_999
    assert len(encode("dividers-duel(start=963761198400)").actions) == 6718
    pool = encode("divisor-duel-pool(pool=2-100001)")
    match = pool.new_match()
    match.reset()
    match.play(pool.index(50_000))
    assert 100_000 in [pool.actions[action] for action in np.flatnonzero(match.mask())]


@pytest.mark.parametrize(
    "names",
    [
        ("dividers-duel(start=12)", "divisor-duel-subtract(start=12)"),
        ("dividers-duel(start=12)", "dividers-duel(start=12,misere)"),
        ("dividers-duel(start=12)", "dividers-duel(start=12+30)"),
        ("divisor-duel-pool(pool=2-9)", "divisor-duel-pool(pool=2-10)"),
        ("divisor-duel-pool(pool=2-9)", "divisor-duel-pool(pool=2-9)"),
    ],
)
def test_only_starts_of_one_game_of_numbers_are_played_side_by_side(names: tuple[str, str]) -> None:
    with pytest.raises(aliquot.InvalidParameter, match="side by side"):
        encode(*names)


def test_nothing_unknown_is_encoded() -> None:
    with pytest.raises(aliquot.UnknownGame):
        encode("chess")
    with pytest.raises(aliquot.InvalidParameter):
        encode("dividers-duel", pool="2-50")
    with pytest.raises(aliquot.InvalidParameter):
        encode()
    for stranger in (7, 60, "2", [2], None):
        with pytest.raises(aliquot.IllegalMove, match="is not a move of dividers-duel"):
            encode("dividers-duel").index(stranger)
    with pytest.raises(aliquot.InvalidParameter, match="not a position of dividers-duel"):
        encode("dividers-duel").mask("60")


def test_an_encoding_travels_as_its_game_and_is_never_copied() -> None:
    encoding = encode("divisor-duel-pool", pool="2-9")
    assert deepcopy(encoding) is encoding
    assert pickle.loads(pickle.dumps(encoding)).actions == encoding.actions
    assert "divisor-duel-pool(pool=2-9): 8 actions" in repr(encoding)


# --- games that are known by their interface alone --------------------------------------------------


@dataclass(frozen=True, slots=True, repr=False)
class Halving(NumberGame):
    """A stranger's game: a move takes away a divisor, and then half of what is left."""

    slug: ClassVar[str] = "halving"
    title: ClassVar[str] = "Halving"
    tagline: ClassVar[str] = "A stranger's game."
    penalty = "retry"
    example: ClassVar[str] = "60"
    smallest: ClassVar[int] = 2
    bounds: ClassVar[str] = "any"
    sign: ClassVar[str] = "\\"

    @property
    def max_length(self) -> int:
        return self.number

    def reduce(self, number: int, divisor: int) -> int:
        return (number - divisor + 1) // 2


def random_positions(game: Any, count: int) -> list[Any]:
    generator, found = np.random.default_rng(0), []
    for _ in range(count):
        p = game.start()
        while moves := game.legal_moves(p):
            found.append(p)
            p = game.child(p, moves[generator.integers(len(moves))])
        found.append(p)
    return found


def test_a_strangers_game_is_encoded_by_walking_through_it() -> None:
    game = Halving(60)
    encoding = encode(game)
    assert isinstance(encoding, RowEncoding)
    assert encoding.planes == ("the position",)
    shown = set()
    positions = random_positions(game, 50)
    for position in positions:
        legal = [encoding.actions[action] for action in np.flatnonzero(encoding.mask(position))]
        assert legal == list(game.legal_moves(position))
        shown.add((encoding.observe(position).tobytes(), game.key(position), game.seat(position)))
    assert len({planes for planes, _, _ in shown}) == len(shown)
    truth = label(encoding, positions)
    for line, position in enumerate(positions):
        verdict = aliquot.solve(game, position)
        assert (truth.values[line] > 0) == verdict.wins
        assert [encoding.actions[a] for a in np.flatnonzero(truth.winning[line])] == list(verdict.winning_moves)


class StrangePool(type(aliquot.game("divisor-duel-pool"))):  # type: ignore[misc]
    """A stranger's pool: what it has changed cannot be known from outside."""

    __slots__ = ()


def test_a_strangers_game_that_is_too_large_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    small, large = StrangePool(2, 8), StrangePool(2, 50)
    monkeypatch.setattr("aliquot.envs.encoding.MOST_POSITIONS", 2000)
    assert encode(small).actions == tuple(range(2, 9))
    with pytest.raises(aliquot.InvalidParameter, match=r"only its interface is known.* 2,000 positions"):
        encode(large)
