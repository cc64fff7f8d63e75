"""Long games cost what their length costs, and no more.

They are walks through a large pool that never come back, put together and not searched for.

A walk through 2..M, multiplied by a prime p, is a walk through the multiples of p up to pM. A number c that divides the
end of one such block and the beginning of the next leads from one to the other. So long walks through a few thousand
numbers make very long walks through a million.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING

import pytest

from aliquot.arithmetic import divisors, is_prime
from aliquot.core.match import Match
from aliquot.core.notation import read, write
from aliquot.core.record import Record
from aliquot.games.divisor_duel_pool import PoolDuel, PoolPosition

if TYPE_CHECKING:
    from tests.conftest import Command

Graph = dict[int, list[int]]
_Link = tuple[int, int, int, list[int]]


def divisor_graph(high: int, largest_prime: int) -> Graph:
    """Which numbers from 2 divide which, for those that have no larger prime factor."""
    rest = list(range(high + 1))
    for prime in range(2, largest_prime + 1):
        for number in range(prime, high + 1, prime):
            while rest[number] % prime == 0:
                rest[number] //= prime
    graph: Graph = defaultdict(list)
    for number in (n for n in range(2, high + 1) if rest[n] == 1):
        for multiple in range(2 * number, high + 1, number):
            if rest[multiple] == 1:
                graph[number].append(multiple)
                graph[multiple].append(number)
    return graph


def fragments(graph: Graph) -> Graph:
    """Many walks at once: edges between lonely numbers first, no number in more than two, no circles."""
    beside: Graph = {number: [] for number in graph}
    ends = {number: number for number in graph}
    edges = [(a, b) for a in graph for b in graph[a] if a < b]
    for a, b in sorted(edges, key=lambda edge: (len(graph[edge[0]]) * len(graph[edge[1]]), edge)):
        if len(beside[a]) < 2 and len(beside[b]) < 2 and ends[a] != b:
            beside[a].append(b)
            beside[b].append(a)
            # Each end of a walk knows the other one.
            first, last = ends[a], ends[b]
            ends[first], ends[last] = last, first
    return beside


def along(beside: Graph, number: int, towards: int | None) -> list[int]:
    """From a number to the end of the walk it is on."""
    found = [number]
    while towards is not None:
        found.append(towards)
        towards = next((n for n in beside[towards] if n != found[-2]), None)
    return found


def walk(graph: Graph, steps: int) -> list[int]:
    """One long walk: the longest there is, which takes others in where it ends, or turns around a loop of its own."""
    generator, beside = Random(0), fragments(graph)
    starts = [number for number in graph if len(beside[number]) == 1]
    path = max((along(beside, number, beside[number][0]) for number in starts), key=len)
    place = {number: i for i, number in enumerate(path)}
    for _ in range(steps):
        free = [n for n in graph[path[-1]] if n not in place]
        if free:
            more = max((along(beside, n, towards) for n in free for towards in (*beside[n], None)), key=len)
            for number in beside[more[0]]:
                if number not in more[1:2]:
                    beside[number].remove(more[0])
            place.update(zip(more, range(len(path), len(path) + len(more)), strict=True))
            path += more
            continue
        turn = place[generator.choice(graph[path[-1]])] + 1 if generator.random() < 0.99 else 0
        path[turn:] = path[turn:][::-1]
        place.update(zip(path[turn:], range(turn, len(path)), strict=True))
    return path


def long_game(high: int, primes: Iterable[int], largest: int, steps: int = 300) -> list[int]:
    """The picks of a long game in the pool from 1 to `high`: one block for each prime, all of them above `largest`."""
    game: list[int] = []
    used: set[int] = set()
    last, blocks = 1, [(prime, walk(divisor_graph(high // prime, largest), steps)) for prime in primes]
    for prime, block in blocks:
        if not game:
            game += [prime * number for number in block]
        else:
            _, back, link, forth = min(_links(game, last, block, used), default=(0, 0, 0, []))
            if not link:
                break
            used.add(link)
            game[len(game) - back :] = [link, *(prime * number for number in forth)]
        last = prime
    return game


def _links(game: list[int], last: int, block: list[int], used: set[int]) -> Iterator[_Link]:
    """Ways into the next block: what is lost, how much of it at the end of the game, over which number, and to what."""
    for way in (block, block[::-1]):
        first: dict[int, int] = {}
        for index, number in enumerate(way[:300]):
            for c in divisors(number):
                first.setdefault(c, index)
        for back, number in enumerate(reversed(game[-100:])):
            for c in divisors(number // last) if number % last == 0 else ():
                if c in first and c not in used:
                    yield back + first[c], back, c, way[first[c] :]


@pytest.fixture(scope="module")
def picks() -> list[int]:
    """A game of four thousand picks."""
    return long_game(20_000, filter(is_prime, range(200, 19, -1)), 19)


def text(high: int, picks: list[int]) -> str:
    return f'[Game "divisor-duel-pool(pool=1-{high})"]\n\n{" ".join(map(str, picks))} *\n'


def test_the_walk_is_one(picks: list[int]) -> None:
    assert len(picks) == len(set(picks)) > 4000
    assert all(a % b == 0 or b % a == 0 for a, b in pairwise(picks))


def assert_replays(high: int, picks: list[int]) -> None:
    """Reads the game, plays it again, writes it and reads that; all its positions together hold its picks once."""
    record, game = read(text(high, picks)), PoolDuel(1, high)
    match = record.replay(game)
    assert list(match.moves) == picks
    assert len({id(turn.before.picks._steps) for turn in match.turns}) == 1
    assert read(write(Record.of(match))).moves == record.moves


def assert_told(command: "Command", high: int, picks: list[int]) -> None:
    """Replays and resumes the game at the command line, where each move is told in one short line."""
    folder = command.home / "aliquot" / "games"
    folder.mkdir(parents=True)
    (folder / "long-abc123.duel").write_text(text(high, picks))
    told = command("replay", "abc123", XDG_DATA_HOME=str(command.home))
    lines = told.out.splitlines()
    assert (told.code, told.err, len(lines), lines[-1]) == (0, "", len(picks) + 3, "Unfinished.")
    assert max(map(len, lines)) < 60
    assert all(f": {pick} → " in line for pick, line in zip(picks, lines[2:], strict=False))
    more = PoolDuel(1, high)
    move = more.legal_moves(record_end(more, picks))[0]
    resumed = command("resume", "abc123", typed=f"{move}\n", XDG_DATA_HOME=str(command.home))
    assert "Traceback" not in resumed.err
    assert [m.text for m in read((folder / "long-abc123.duel").read_bytes()).moves[-2:]] == [str(picks[-1]), str(move)]


def record_end(game: PoolDuel, picks: list[int]) -> PoolPosition:
    match = Match(game)
    for pick in picks:
        match.play(pick)
    return match.position


def test_a_game_of_four_thousand_moves_is_read_played_and_written(picks: list[int]) -> None:
    assert_replays(20_000, picks)


def test_a_long_game_is_replayed_and_resumed(command: "Command", picks: list[int]) -> None:
    assert_told(command, 20_000, picks[:1000])


@pytest.mark.deep
def test_a_game_of_a_hundred_thousand_moves(command: "Command") -> None:
    picks = long_game(1_000_000, filter(is_prime, range(1200, 52, -1)), 47)[:100_000]
    assert len(picks) == 100_000
    assert_replays(1_000_000, picks)
    assert_told(command, 1_000_000, picks)
