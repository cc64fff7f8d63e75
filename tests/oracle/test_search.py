"""The second opinion itself: on games whose values are known by heart, and on games too large for it."""

import sys
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from random import Random
from threading import Barrier, Thread
from types import FrameType
from typing import TYPE_CHECKING, Any

import pytest

from aliquot import Unsolved, explain, solve
from aliquot.core.errors import AliquotError
from aliquot.core.game import AnyGame
from aliquot.games import create
from aliquot.games.divisor_duel_pool import PoolDuel, PoolPosition
from aliquot.oracle import misere_subtraction_table, subtraction_table
from aliquot.oracle.budget import Budget
from aliquot.oracle.pool_search import SEARCHES
from aliquot.oracle.search import LIMIT, RESULTS, Cache, SearchVerdict, Value, evaluate

if TYPE_CHECKING:
    from tests.oracle.conftest import Heap, Naive


def test_a_game_nobody_has_a_theory_of_is_searched(heap: "type[Heap]") -> None:
    for size in range(40):
        verdict = solve(heap(size))
        assert isinstance(verdict, SearchVerdict)
        assert verdict.wins is (size % 4 != 0)
        assert verdict.winning_moves == ((size % 4,) if size % 4 else ())
        assert verdict.grundy == size % 4
        assert verdict.certificate is None, "a search proves nothing to somebody who does not repeat it"
        assert verdict.to_move == 1


def test_the_winner_hurries_and_the_loser_delays(heap: "type[Heap]") -> None:
    # From 4k the loser takes 1 and the winner 3, or the other way round: two moves for every four counters. From
    # 4k + r the winner takes r first.
    for size in range(40):
        assert solve(heap(size)).remoteness == 2 * (size // 4) + (1 if size % 4 else 0)


def test_a_loser_who_can_delay_does(heap: "type[Heap]") -> None:
    # With at most two from a heap of three, taking one or two both lose, in two moves; from six, in four.
    assert [solve(heap(size, most=2)).remoteness for size in range(8)] == [0, 1, 1, 2, 3, 3, 4, 5]


def test_where_the_last_move_loses_there_is_no_grundy_value(heap: "type[Heap]") -> None:
    for size in range(40):
        verdict = solve(heap(size, last_move_wins=False))
        assert verdict.grundy is None
        assert verdict.wins is (size % 4 != 1)
        assert verdict.winning_moves == (() if size % 4 == 1 else ((size - 1) % 4,) if size else ())


def test_where_the_last_move_loses_lengths_are_right_too(heap: "type[Heap]") -> None:
    # 0 is won without a move; 1 is lost after one; 2 is won by leaving 1; 5 is lost: whatever is left, 1 comes back.
    lengths = [solve(heap(size, last_move_wins=False)).remoteness for size in range(10)]
    assert lengths == [0, 1, 2, 2, 2, 3, 4, 4, 4, 5]


def test_a_line_of_5000_moves_is_no_problem(heap: "type[Heap]") -> None:
    value = evaluate(heap(5000, most=1), heap(5000).start())
    assert value == Value(wins=False, remoteness=5000, grundy=0)
    assert solve(heap(5001, most=1)).remoteness == 5001


def test_what_is_too_large_is_refused_and_not_guessed(heap: "type[Heap]") -> None:
    game = heap(1000)
    assert evaluate(game, game.start(), limit=1001).wins is False, "it has 1,001 positions"
    with pytest.raises(Unsolved, match=r"^Heap is too large to search from here: more than 999 positions can follow"):
        evaluate(game, game.start(), limit=999)
    assert issubclass(Unsolved, AliquotError), "the command line tells it in a sentence"


def test_explain_refuses_it_too(heap: "type[Heap]") -> None:
    # Every move but the last leads to another position, so that the search cannot end early.
    game = heap(LIMIT + 1, most=1)
    with pytest.raises(Unsolved):
        explain(game, game.start(), 1)


def test_a_game_in_circles_is_refused_too(heap: "type[Heap]") -> None:
    class Circle(heap):  # type: ignore[misc, valid-type]
        def child(self, p: object, move: int) -> object:
            return type(p)(max(1, p.size - move) if move < 3 else p.size + 2)  # type: ignore[attr-defined, call-arg]

    with pytest.raises(Unsolved):
        evaluate(Circle(10), Circle(10).start(), limit=50)


def test_searches_share_what_they_know(heap: "type[Heap]") -> None:
    game, known = heap(300), dict[Hashable, Value]()
    evaluate(game, game.position("200"), values=known)
    assert set(known) == set(range(201))
    before = dict(known)
    evaluate(game, game.start(), limit=100, values=known)
    assert set(known) == set(range(301)), "the limit counts what is new"
    assert before.items() <= known.items()


def test_positions_that_differ_only_in_how_they_came_about_are_searched_once(naive: "Naive") -> None:
    game, known = PoolDuel(1, 12), dict[Hashable, Value]()
    evaluate(game, game.start(), values=known)
    assert len(known) == sum(1 for _ in naive.pool(1, 12).reachable())


def test_a_pool_too_large_is_refused_by_the_search_and_solved_by_the_theory() -> None:
    game = PoolDuel(2, 50)
    with pytest.raises(Unsolved):
        evaluate(game, PoolPosition(), limit=2000)
    assert solve(game).wins


Question = tuple[AnyGame, Any]
Answer = tuple[bool, tuple[Any, ...]] | None

WHERE = tuple(
    f"oracle/{name}.py" for name in ("pool", "pool_search", "walk", "matching", "forest", "search", "search_states")
)
"""The modules in which interrupts are injected: those with caches, and what they call."""


def answer(question: Question) -> Answer:
    """What the oracle says, in short; None if it does not know."""
    try:
        verdict = solve(*question)
    except Unsolved:
        return None
    return verdict.wins, tuple(verdict.winning_moves)


def positions(game: AnyGame, seed: str, count: int) -> list[Question]:
    """Positions of random games, in the order they came about."""
    generator, found = Random(seed), list[Question]()
    while len(found) < count:
        p = game.start()
        while moves := game.legal_moves(p):
            found.append((game, p))
            p = game.child(p, generator.choice(moves))
    return found[:count]


def questions() -> list[Question]:
    """Games of every kind that is kept between questions, some too large and some not."""
    asked = positions(create("divisor-duel-pool", pool="2-50"), "fifty", 40)
    asked += positions(create("divisor-duel-pool", pool="1-30"), "thirty", 40)
    asked += positions(create("divisor-duel-pool", pool="2-24", misere=True), "misere", 10)
    asked += positions(create("divisor-duel-pool", pool="2-300", misere=True), "too large", 5)
    asked += positions(create("divisor-duel-subtract", start="24,36", misere=True), "sum", 20)
    return asked


def run_in_threads(count: int, work: Callable[[int], None]) -> list[BaseException]:
    """Does the work so many times at once, and returns what went wrong."""
    together, errors = Barrier(count), list[BaseException]()

    def run(number: int) -> None:
        together.wait()
        try:
            work(number)
        except BaseException as error:
            errors.append(error)

    threads = [Thread(target=run, args=(number,)) for number in range(count)]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    return errors


def test_threads_that_ask_at_once_get_the_answers_one_gets_alone() -> None:
    asked = questions()
    alone = [answer(question) for question in asked]
    assert None in alone, "some are refused, which drops what was found on the way"
    wrong: list[Question] = []

    def ask(number: int) -> None:
        order = list(range(len(asked)))
        Random(number).shuffle(order)
        wrong.extend(asked[i] for i in order if answer(asked[i]) != alone[i])

    assert run_in_threads(4, ask) == []
    assert wrong == []


def test_tables_that_grow_are_whole_for_every_thread() -> None:
    numbers = [3 * 2**k + 1 for k in range(3, 13)] + [2**k for k in range(3, 15)]
    lengths = {n: (misere_subtraction_table.remoteness(n), subtraction_table.remoteness(n)) for n in numbers}
    wrong: list[int] = []

    def ask(number: int) -> None:
        order = Random(number).sample(numbers, len(numbers))
        wrong.extend(
            n for n in order if lengths[n] != (misere_subtraction_table.remoteness(n), subtraction_table.remoteness(n))
        )

    for table in (misere_subtraction_table._table, subtraction_table._remoteness_table):
        table.cache_clear()
    assert run_in_threads(6, ask) == []
    assert wrong == []


@contextmanager
def interrupted_at(line: int) -> Iterator[list[int]]:
    """Raises KeyboardInterrupt when so many lines of the oracle have been run; the list says how many were."""
    seen = [0]

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        if not frame.f_code.co_filename.endswith(WHERE):
            return None
        if event == "line":
            seen[0] += 1
            if seen[0] == line:
                raise KeyboardInterrupt
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        yield seen
    except KeyboardInterrupt:
        pass
    finally:
        sys.settrace(before)


def interrupt_everywhere(first: Question, second: Question, truth: Sequence[tuple[Question, Answer]], step: int) -> int:
    """Asks one question in peace and interrupts the next at one line after another; everything asked then is true.

    Returns:
        How many lines the second question takes.
    """
    line = 1
    while True:
        RESULTS.clear()
        SEARCHES.clear()
        answer(first)
        with interrupted_at(line) as seen:
            answer(second)
        for question, known in truth:
            assert answer(question) == known, (line, question)
        if seen[0] < line:
            return seen[0]
        line += step


@pytest.mark.parametrize("step", [7, pytest.param(1, marks=pytest.mark.deep)])
def test_an_interrupt_while_a_kept_matching_is_repaired_leaves_no_wrong_answer(naive: "Naive", step: int) -> None:
    game = create("divisor-duel-pool", pool="2-14")
    picks = [(12,), (12, 6, 2), (12, 6, 3, 9), (8, 4, 12, 3), ()]
    pool = naive.pool(2, 14)
    truth = [((game, PoolPosition(each)), (pool.wins(each), pool.winning(each))) for each in picks]
    for first, second in ((0, 1), (1, 2), (2, 0), (3, 1), (4, 0)):
        lines = interrupt_everywhere(truth[first][0], truth[second][0], truth, step)
        assert lines > 100, "the question was not answered from memory"


@pytest.mark.parametrize("step", [11, pytest.param(1, marks=pytest.mark.deep)])
def test_an_interrupt_in_a_search_leaves_no_wrong_answer(step: int) -> None:
    game = create("divisor-duel-pool", pool="2-9", misere=True)
    asked = [(game, p) for _, p in positions(game, "interrupts", 5)]
    truth = []
    for question in asked:
        values = {move: evaluate(game, game.child(question[1], move)) for move in game.legal_moves(question[1])}
        winning = tuple(move for move, value in values.items() if not value.wins)
        truth.append((question, (bool(winning), winning)))
    assert interrupt_everywhere(asked[-1], asked[0], truth, step) > 100


def test_an_entry_of_a_cache_is_taken_by_one_thread_only() -> None:
    cache: Cache[str, object] = Cache(2)
    taken: list[object] = []

    def take(number: int) -> None:
        for _ in range(300):
            if (entry := cache.take("it")) is not None:
                taken.append(entry)
                cache.put("it", entry)
                cache.put(f"other {number}", number)

    for _ in range(20):
        cache.put("it", object())
        assert run_in_threads(4, take) == []
        cache.take("it")


def test_the_oldest_entry_makes_room() -> None:
    cache: Cache[str, int] = Cache(2)
    for number, name in enumerate("abc"):
        cache.put(name, number)
    assert [cache.get(name) for name in "abc"] == [None, 1, 2]
    assert cache.take("b") == 1
    assert cache.take("b") is None
    cache.put("b", 3)
    cache.put("d", 4)
    assert [cache.get(name) for name in "bcd"] == [3, None, 4], "what was put back last stays longest"


# --- budgets --------------------------------------------------------------------------------------


def test_a_budget_of_positions_is_the_most_that_are_looked_at() -> None:
    game = create("divisor-duel-pool", pool="2-16", misere=True)
    p = PoolPosition((16,))
    enough = next(n for n in range(1, 10_000) if _suffices(game, p, n))
    for positions in range(enough + 10):
        assert _suffices(game, p, positions) is (positions >= enough)


def _suffices(game: AnyGame, p: Any, positions: int) -> bool:
    RESULTS.clear()
    SEARCHES.clear()
    try:
        return solve(game, p, Budget(positions)).wins in (True, False)
    except Unsolved as refusal:
        return bool(refusal.fields["positions"] != positions)


def test_a_cancelled_search_stops_and_leaves_nothing_behind() -> None:
    game, budget = create("divisor-duel-pool", pool="2-18", misere=True), Budget()
    budget.cancel()
    with pytest.raises(Unsolved, match=r"^The search was cancelled\.$"):
        solve(game, None, budget)
    assert solve(game).wins is evaluate(game, game.start()).wins


def test_a_search_can_be_cancelled_from_another_thread() -> None:
    class Watched(Budget):
        """Cancels itself after so many looks, as another thread would."""

        looks = 0

        def check(self) -> None:
            self.looks += 1
            if self.looks == 100:
                Thread(target=self.cancel).start()
            super().check()

    budget = Watched(10**9)
    with pytest.raises(Unsolved, match="cancelled"):
        solve(create("divisor-duel-pool", pool="2-60", misere=True), None, budget)
    assert budget.looks >= 100


def test_the_time_of_a_budget_runs_from_its_beginning() -> None:
    now = [100.0]
    budget = Budget(time=timedelta(seconds=5), clock=lambda: now[0])
    game = create("divisor-duel-pool", pool="2-15", misere=True)
    now[0] = 104.9
    assert solve(game, None, budget).wins in (True, False)
    now[0] = 105.1
    with pytest.raises(Unsolved, match=r"^The search ran out of time\.$"):
        solve(create("divisor-duel-pool", pool="1-15", misere=True), None, budget)


def test_where_there_is_a_theory_a_spent_budget_costs_only_what_is_searched() -> None:
    budget = Budget()
    budget.cancel()
    verdict = solve(create("divisor-duel-pool", pool="3-13"), None, budget)
    assert verdict.wins
    assert (verdict.grundy, verdict.remoteness) == (None, None)


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("divisor-duel-pool", {"pool": "1-1000"}),
        ("divisor-duel-pool", {"pool": "2-1000000"}),
        ("divisor-duel-pool", {"pool": "500001-1000000"}),
        ("divisor-duel-pool", {"pool": "1-3000", "opening": "even"}),
        ("divisor-duel-subtract", {"start": "600,700"}),
        ("divisor-duel-subtract", {"start": ",".join(["16"] * 32)}),
        ("divisor-duel-subtract", {"start": "897612484786617600,897612484786617600"}),
    ],
)
def test_what_is_far_too_large_is_refused_after_a_few_looks(name: str, parameters: dict[str, Any]) -> None:
    class Counted(Budget):
        looks = 0

        def check(self) -> None:
            self.looks += 1
            super().check()

    budget = Counted()
    game = create(name, misere=True, **parameters)
    with pytest.raises(Unsolved, match="too large"):
        solve(game, None, budget)
    assert budget.looks < 25_000, "half of what may be looked at is never looked into"
