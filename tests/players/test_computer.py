"""How well the computer plays, against search and counting that know no theory."""

import math
from collections.abc import Hashable, Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
import rustworkx

from aliquot.core.game import AnyGame
from aliquot.core.match import Match
from aliquot.core.outcome import Ending, Outcome, Seat
from aliquot.core.player import Choice, Player
from aliquot.games import REGISTRY, create
from aliquot.games.number import NumberGame
from aliquot.oracle import solve
from aliquot.players import Greedy, Perfect, RandomPlayer, Scripted, Skilled, create_player, take_turn
from tests.effort import IS_DEEP

NUMBER_GAMES = [slug for slug, duel in REGISTRY.items() if issubclass(duel, NumberGame)]
OPPONENTS = ["random", "greedy", "perfect"]
LAST = 500
"""The largest start of the number games, all of which are played."""
POOLS = [(2, high) for high in range(2, 51)] + [(1, high) for high in range(1, 21)]
STEP = 1 if IS_DEEP else 5
"""Of how many starts or pools one is played; in the deep run, all are."""


@cache
def won_numbers(sign: str) -> list[bool]:
    """Whether the mover wins from each number up to LAST, straight from the rules."""
    won = [False, False]
    for n in range(2, LAST + 1):
        left = [n // d if sign == "/" else n - d for d in range(2, n) if n % d == 0]
        won.append(any(not won[m] for m in left))
    return won


@cache
def winning_openings(low: int, high: int) -> frozenset[int]:
    """The openings that some maximum matching of the pool does without, by somebody else's matching."""
    graph: Any = rustworkx.PyGraph()
    graph.add_nodes_from(range(low, high + 1))
    graph.add_edges_from(
        [(a - low, b - low, 1) for a in range(low, high + 1) for b in range(2 * a, high + 1, a)],
    )

    def size(nodes: list[int]) -> int:
        return len(rustworkx.max_weight_matching(graph.subgraph(nodes), max_cardinality=True))

    everything = list(range(high - low + 1))
    most = size(everything)
    return frozenset(n for n in range(low, high + 1) if size([m for m in everything if m != n - low]) == most)


def play(game: AnyGame, one: Player, two: Player, *opening: int) -> Outcome:
    """Plays a match to its end on the board; nobody may lose in any other way."""
    match = Match(game)
    for move in opening:
        match.play(move)
    while match.outcome is None:
        assert isinstance(take_turn(match, one if match.seat == 1 else two), Choice)
    assert match.outcome.ending is Ending.NO_MOVES
    return match.outcome


def play_seated(game: AnyGame, favourite: Seat, opponent: str, seed: str, *opening: int) -> Outcome:
    """A match in which the perfect player has the seat that should win."""
    perfect, rival = Perfect(Random(seed)), create_player(opponent, Random(f"{seed}/rival"))
    assert rival is not None
    return play(game, *((perfect, rival) if favourite == 1 else (rival, perfect)), *opening)


@pytest.mark.harder
@pytest.mark.parametrize("opponent", OPPONENTS)
@pytest.mark.parametrize("slug", NUMBER_GAMES)
def test_perfect_wins_every_start_to_500_from_the_seat_that_is_won(slug: str, opponent: str) -> None:
    duel = REGISTRY[slug]
    assert issubclass(duel, NumberGame)
    won = won_numbers(duel.sign)
    for start in range(duel.smallest, LAST + 1, STEP):
        favourite: Seat = 1 if won[start] else 2
        outcome = play_seated(duel(start), favourite, opponent, f"{start}/{opponent}")
        assert outcome.winner == favourite, (start, outcome)


@pytest.mark.sampled(1)
@pytest.mark.harder
@pytest.mark.parametrize("opponent", OPPONENTS)
def test_perfect_wins_every_pool_after_every_opening_from_the_seat_that_is_won(opponent: str) -> None:
    for low, high in POOLS[::STEP]:
        game, openings = create(f"divisor-duel-pool(pool={low}-{high})"), winning_openings(low, high)
        for opening in range(low, high + 1):
            favourite: Seat = 1 if opening in openings else 2
            outcome = play_seated(game, favourite, opponent, f"{low}/{high}/{opening}/{opponent}", opening)
            assert outcome.winner == favourite, (low, high, opening, outcome)


@pytest.mark.deep
def test_those_are_some_ten_thousand_games() -> None:
    starts = sum(LAST + 1 - duel.smallest for duel in REGISTRY.values() if issubclass(duel, NumberGame))
    assert len(OPPONENTS) * (starts + sum(high - low + 1 for low, high in POOLS)) > 10_000


@pytest.mark.parametrize("pool", ["2-10", "2-25", "2-50", "1-15", "7-40"])
def test_perfect_opens_a_pool_with_any_winning_opening_and_no_other(pool: str) -> None:
    game = create(f"divisor-duel-pool(pool={pool})")
    low, high = map(int, pool.split("-"))
    openings = winning_openings(low, high)
    assert openings, "a pool that the first player wins"
    tried = {Perfect(Random(seed)).choose(game, game.start()).move for seed in range(40 * len(openings))}
    assert tried == openings


def values(game: AnyGame, position: Any, known: dict[Hashable, tuple[bool, int]]) -> tuple[bool, int]:
    """Whether the mover wins, and in how many moves if the winner hurries and the loser delays: plain recursion."""
    key = game.key(position)
    if key not in known:
        after = [values(game, game.child(position, move), known) for move in game.legal_moves(position)]
        lost = [length for wins, length in after if not wins]
        length = min(lost) if lost else max((length for _, length in after), default=-1)
        known[key] = (bool(lost), length + 1)
    return known[key]


def choices(game: AnyGame, position: Any, seeds: int = 24) -> set[Any]:
    """What the perfect player plays in a position, over many seeds."""
    return {Perfect(Random(seed)).choose(game, position).move for seed in range(seeds)}


def test_perfect_resists_longest_in_every_lost_subtraction_and_hurries_in_every_won_one() -> None:
    known: dict[Hashable, tuple[bool, int]] = {}
    delays = hurries = 0
    for start in range(4, 301):
        game: AnyGame = create(f"divisor-duel-subtract(start={start})")
        p = game.start()
        moves = game.legal_moves(p)
        if not moves:
            continue
        wins, _ = values(game, p, known)
        after = {move: values(game, game.child(p, move), known) for move in moves}
        lengths = {move: length for move, (opponent_wins, length) in after.items() if opponent_wins != wins}
        target = min(lengths.values()) if wins else max(lengths.values())
        best = {move for move, length in lengths.items() if length == target}
        delays += not wins and len(best) < len(moves)
        hurries += wins and len(best) < len(lengths)
        assert choices(game, p) == best, start
        assert Perfect(Random(0)).choose(game, p).info == ("winning" if wins else "resisting")
    assert delays > 20
    assert hurries > 20


@pytest.mark.sampled(1)
@pytest.mark.parametrize("pool", ["2-16", "2-20", "1-12", "1-14"])
def test_perfect_resists_longest_in_a_lost_pool_or_leaves_the_fewest_winning_replies(pool: str) -> None:
    game: AnyGame = create(f"divisor-duel-pool(pool={pool})")
    known: dict[Hashable, tuple[bool, int]] = {}
    generator, differing, seen = Random(pool), 0, set[Hashable]()
    for _ in range(150):
        p = game.start()
        while moves := game.legal_moves(p):
            if not values(game, p, known)[0] and game.key(p) not in seen:
                seen.add(game.key(p))
                if solve(game, p).remoteness is not None:
                    lengths = {move: values(game, game.child(p, move), known)[1] for move in moves}
                    longest = max(lengths.values())
                    differing += longest > min(lengths.values())
                    assert choices(game, p) == {move for move in moves if lengths[move] == longest}, p
                    p = game.child(p, generator.choice(moves))
                    continue
                replies = {}
                for move in moves:
                    q = game.child(p, move)
                    replies[move] = sum(
                        not values(game, game.child(q, reply), known)[0] for reply in game.legal_moves(q)
                    )
                fewest = min(replies.values())
                differing += fewest < max(replies.values())
                assert choices(game, p) == {move for move, count in replies.items() if count == fewest}, p
            p = game.child(p, generator.choice(moves))
    assert differing, "somewhere it makes a difference"


def test_greedy_leaves_the_fewest_replies() -> None:
    generator = Random(7)
    for name in (*POSITIONS, "divisor-duel-pool(pool=2-30)", "divisor-duel-subtract(start=360)"):
        game: AnyGame = create(name)
        p = game.start()
        while moves := game.legal_moves(p):
            left = {move: len(game.legal_moves(game.child(p, move))) for move in moves}
            fewest = min(left.values())
            tried = {Greedy(Random(seed)).choose(game, p).move for seed in range(60)}
            assert tried == {move for move, count in left.items() if count == fewest}, p
            assert Greedy(generator).choose(game, p).info == f"leaving {fewest}"
            p = game.child(p, generator.choice(moves))


def test_scripted_plays_its_moves_in_order_and_has_nothing_after_them() -> None:
    game = create("dividers-duel")
    scripted = Scripted([2, "nonsense"])
    assert [scripted.choose(game, game.start()).move for _ in range(2)] == [2, "nonsense"]
    match = Match(game)
    assert take_turn(match, scripted) == Outcome(2, Ending.ABANDONED)


TRIALS = 500
SKILLS = [0.0, 0.3, 0.7, 1.0]
POSITIONS: dict[str, tuple[tuple[int, ...], int, int]] = {
    "dividers-duel(start=60)": ((), 3, 10),
    "divide-and-conquer(start=100)": ((), 2, 7),
    "factor-duel(start=210)": ((), 4, 14),
    "divisor-duel-subtract(start=96)": ((), 1, 10),
    "divisor-duel-pool(pool=2-16)": ((4, 2), 1, 6),
}
"""Won positions: the moves that lead there, how many of the moves win, and how many there are."""


def winning(game: AnyGame, position: Any) -> set[Any]:
    known: dict[Hashable, tuple[bool, int]] = {}
    return {m for m in game.legal_moves(position) if not values(game, game.child(position, m), known)[0]}


def positions() -> Iterator[tuple[AnyGame, Any, int, int]]:
    for name, (opening, won, legal) in POSITIONS.items():
        game: AnyGame = create(name)
        p = game.start()
        for move in opening:
            p = game.play(p, move)
        yield game, p, won, legal


def surprise(count: int, trials: int, chance: float) -> float:
    """The exact two-sided binomial test: how likely a count at least as unlikely as this one is."""
    if chance in (0, 1):
        return float(count == trials * chance)

    def likelihood(k: int) -> float:
        ways = math.lgamma(trials + 1) - math.lgamma(k + 1) - math.lgamma(trials - k + 1)
        return math.exp(ways + k * math.log(chance) + (trials - k) * math.log1p(-chance))

    here = likelihood(count) * (1 + 1e-9)
    return sum(p for p in map(likelihood, range(trials + 1)) if p <= here)


def test_the_binomial_test_itself_gives_the_values_worked_by_hand() -> None:
    assert surprise(10, 10, 0.5) == pytest.approx(2 / 1024)
    assert surprise(5, 10, 0.5) == pytest.approx(1)
    assert surprise(3, 3, 0.25) == pytest.approx(1 / 64)
    assert surprise(2, 3, 0.25) == pytest.approx(10 / 64)
    assert surprise(3, 3, 1.0) == 1
    assert surprise(2, 3, 1.0) == 0


def test_the_positions_are_as_described() -> None:
    for game, p, won, legal in positions():
        assert (len(winning(game, p)), len(game.legal_moves(p))) == (won, legal), game


@pytest.mark.parametrize("skill", SKILLS)
def test_a_skill_is_the_probability_its_definition_says(skill: float) -> None:
    least = 0.01 / (len(SKILLS) * len(POSITIONS))
    for game, p, won, legal in positions():
        wins, player = winning(game, p), Skilled(skill, Random(f"{game.id}/{skill}"))
        count = sum(player.choose(game, p).move in wins for _ in range(TRIALS))
        assert surprise(count, TRIALS, skill + (1 - skill) * won / legal) > least, game
        # The test has the power to tell this skill from one that is a quarter away.
        for another in (skill - 0.25, skill + 0.25):
            if 0 <= another <= 1:
                assert surprise(count, TRIALS, another + (1 - another) * won / legal) < least, game


def test_a_skill_measured_over_whole_games_is_what_its_definition_says() -> None:
    """Every won position that comes up in 900 games counts; its own chance is known, so the sum is nearly normal."""
    skill, observed, expected, variance, known = 0.6, 0, 0.0, 0.0, dict[Hashable, tuple[bool, int]]()
    for number in range(900):
        match = Match[Any, Any](create("divisor-duel-pool(pool=2-14)"))
        player = Skilled(skill, Random(f"games/{number}"))
        while match.outcome is None:
            game, p = match.game, match.position
            wins = {m for m in game.legal_moves(p) if not values(game, game.child(p, m), known)[0]}
            take_turn(match, player)
            if wins:
                chance = skill + (1 - skill) * len(wins) / len(game.legal_moves(p))
                observed += match.moves[-1] in wins
                expected += chance
                variance += chance * (1 - chance)
    assert variance > 100, "enough choices that could go either way"
    assert abs(observed - expected) / math.sqrt(variance) < 3.3


def test_skill_1_plays_the_moves_of_perfect_and_skill_0_those_of_random() -> None:
    for game, p, _, legal in positions():
        full = {Skilled(1, Random(seed)).choose(game, p).move for seed in range(100)}
        none = {Skilled(0, Random(seed)).choose(game, p).move for seed in range(40 * legal)}
        assert full == choices(game, p, 100)
        assert none == set(game.legal_moves(p))
        assert none == {RandomPlayer(Random(seed)).choose(game, p).move for seed in range(40 * legal)}


def test_random_plays_every_move_alike() -> None:
    for game, p, _, legal in positions():
        player = RandomPlayer(Random(game.id))
        moves = [player.choose(game, p).move for _ in range(TRIALS)]
        for move in game.legal_moves(p):
            assert surprise(moves.count(move), TRIALS, 1 / legal) > 0.01 / 45, (game, move)


@pytest.mark.parametrize("who", ["perfect", "random", "greedy", "skill:0.5"])
def test_the_same_seed_gives_the_same_game_and_other_seeds_give_others(who: str) -> None:
    def moves(seed: int) -> tuple[int, ...]:
        player = create_player(who, Random(seed))
        assert player is not None
        match = Match[Any, Any](create("divisor-duel-pool(pool=2-40)"))
        while match.outcome is None:
            take_turn(match, player)
        return tuple(match.moves)

    games = [moves(seed) for seed in range(10)]
    assert games == [moves(seed) for seed in range(10)]
    assert len(set(games)) > 1


def test_the_favourite_is_not_always_the_same_seat() -> None:
    openings = winning_openings(2, 50)
    assert 0 < len(openings) < 49
    assert 0 < sum(won_numbers("-")) < LAST
