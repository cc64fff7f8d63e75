"""Reasons: every claim is true, complete and told well, checked by trying everything on small cases.

A claim holds the numbers it speaks of. Each kind of claim has a checker here that works out what those
numbers must be; a kind without one fails `test_every_kind_of_claim_is_checked`.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from importlib import import_module
from pkgutil import iter_modules
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

import aliquot.oracle
from aliquot import solve
from aliquot.arithmetic import product
from aliquot.games import find
from aliquot.games.divisor_duel_pool import PoolDuel, PoolPosition
from aliquot.games.number import NumberPosition
from aliquot.oracle.division import DownToPrime, NoDivisor
from aliquot.oracle.pool import NoNeighbour, NothingLeft, OpeningRule, PartnerLoss, PartnerWin
from aliquot.oracle.reasons import OPPONENT, YOU, Claim, Factors
from aliquot.oracle.search import NobodyCanMove, SearchClaim
from aliquot.oracle.subtraction import DownToPowers, EvenPower, OddDivisors, OddNumber, OddPower
from aliquot.oracle.verdict import Verdict

if TYPE_CHECKING:
    from tests.oracle.conftest import Heap, Naive

VARIANTS = {"nim", "pie", "misere_subtraction"}
"""The modules about variants, whose claims are checked where the variants are."""

SUBTRACTION = "divisor-duel-subtract"
NUMBERS = range(1, 2001)


# --- what must be true, for each kind of claim ----------------------------------------------------


def divisors(number: int) -> list[int]:
    return [d for d in range(1, number + 1) if number % d == 0]


def proper(number: int) -> list[int]:
    return divisors(number)[1:-1]


def is_factorisation(factors: Factors, number: int) -> bool:
    """Whether these are the primes that divide a number, ascending, each with its exponent."""
    expected = []
    for prime in (d for d in divisors(number) if len(divisors(d)) == 2):
        exponent = max(e for e in range(1, number.bit_length()) if number % prime**e == 0)
        expected.append((prime, exponent))
    return list(factors) == expected


def check_no_divisor(claim: NoDivisor, verdict: Verdict, naive: "Naive") -> None:
    assert claim.number == verdict.position.number
    assert proper(claim.number) == []
    assert ("is prime" in claim.words(YOU, OPPONENT)) is (claim.number > 1), "1 is not prime"


def check_down_to_prime(claim: DownToPrime, verdict: Verdict, naive: "Naive") -> None:
    assert claim.number == verdict.position.number
    assert is_factorisation(claim.factors, claim.number)
    assert claim.moves == naive.number("dividers-duel", claim.number).winning
    assert all(len(divisors(claim.number // move)) == 2 for move in claim.moves), "each leaves a prime"


def made_odd(number: int) -> Iterator[int]:
    """What is left after subtracting an odd divisor above 1, for each of them."""
    return (number - d for d in proper(number) if d % 2)


def check_odd_number(claim: OddNumber, verdict: Verdict, naive: "Naive") -> None:
    assert claim.number == verdict.position.number
    assert claim.number % 2 == 1
    assert proper(claim.number), "otherwise there is nothing to subtract"
    assert all(d % 2 for d in divisors(claim.number))
    for d in proper(claim.number):
        left = claim.number - d
        assert left % 2 == 0
        again = list(made_odd(left))
        assert again, "there is an odd divisor to answer with"
        assert all(n % 2 and not naive.number(SUBTRACTION, n).wins for n in again), "and it makes it odd again"


def check_odd_power(claim: OddPower, verdict: Verdict, naive: "Naive") -> None:
    number = verdict.position.number
    assert number == 2**claim.exponent
    assert claim.exponent % 2 == 1
    half, quarter = number // 2, number // 4
    assert half in proper(number)
    assert quarter in proper(half), "from half of it the opponent can take a quarter, which leaves a quarter"
    assert not naive.number(SUBTRACTION, quarter).wins
    for d in set(proper(number)) - {half}:
        assert (number - d) % 2 == 0
        again = list(made_odd(number - d))
        assert again
        assert not any(naive.number(SUBTRACTION, n).wins for n in again)


def check_even_power(claim: EvenPower, verdict: Verdict, naive: "Naive") -> None:
    number = verdict.position.number
    assert number == 2**claim.exponent
    assert claim.exponent % 2 == 0
    assert naive.number(SUBTRACTION, number).winning == (number // 2,)


def check_odd_divisors(claim: OddDivisors, verdict: Verdict, naive: "Naive") -> None:
    assert claim.number == verdict.position.number
    assert claim.number % 2 == 0
    assert is_factorisation(claim.factors, claim.number)
    assert claim.odd == tuple(d for d in divisors(claim.number) if d % 2 and d > 1)
    assert set(claim.odd) <= set(naive.number(SUBTRACTION, claim.number).winning)
    rest = {move for other in verdict.reason.claims if isinstance(other, DownToPowers) for move in other.moves}
    assert {*claim.odd, *rest} == set(naive.number(SUBTRACTION, claim.number).winning), "no winning move is left out"


def check_down_to_powers(claim: DownToPowers, verdict: Verdict, naive: "Naive") -> None:
    powers = [2**k for k in range(1, 60, 2)]
    assert claim.number == verdict.position.number
    assert claim.moves == tuple(d for d in proper(claim.number) if claim.number - d in powers)
    assert claim.moves
    assert set(claim.moves) <= set(naive.number(SUBTRACTION, claim.number).winning)


def check_nothing_left(claim: NothingLeft, verdict: Verdict, naive: "Naive") -> None:
    picks = verdict.position.picks
    assert claim.current == picks[-1]
    assert pool_of(verdict, naive).options(picks) == []


def check_no_neighbour(claim: NoNeighbour, verdict: Verdict, naive: "Naive") -> None:
    picks, truth = verdict.position.picks, pool_of(verdict, naive)
    assert claim.move in truth.options(picks)
    assert truth.options((*picks, claim.move)) == []


def check_partner_win(claim: PartnerWin, verdict: Verdict, naive: "Naive") -> None:
    picks, truth = verdict.position.picks, pool_of(verdict, naive)
    assert claim.move in truth.winning(picks)
    check_pairs(claim.pairs, {*picks, claim.move}, truth)
    answer_every_line(claim.pairs, (*picks, claim.move), truth)


def check_partner_loss(claim: PartnerLoss, verdict: Verdict, naive: "Naive") -> None:
    picks, truth = verdict.position.picks, pool_of(verdict, naive)
    assert claim.current == (picks[-1] if picks else None)
    assert truth.options(picks), "otherwise there is nothing to answer"
    check_pairs(claim.pairs, set(picks), truth)
    answer_every_line(claim.pairs, picks, truth)


def check_opening(claim: OpeningRule, verdict: Verdict, naive: "Naive") -> None:
    assert verdict.position.picks == ()
    allowed = [n for n in pool_of(verdict, naive).options(()) if n % 2 == 0]
    assert [*verdict.game.legal_moves(verdict.position)] == allowed
    below = "" if claim.opening == "even" else " below 50"
    assert claim.words(YOU, OPPONENT) == f"The first pick must be an even number{below}."


def check_searched(claim: SearchClaim, verdict: Verdict, naive: "Naive") -> None:
    assert claim.wins is (verdict.position.size % 4 != 0), "of the heap from which one to three are taken"


def check_over(claim: NobodyCanMove, verdict: Verdict, naive: "Naive") -> None:
    assert verdict.position.size == 0
    assert claim.wins is not verdict.game.last_move_wins
    winner = "you have" if claim.wins else "your opponent has"
    assert claim.words(YOU, OPPONENT).endswith(f"so {winner} won.")


def pool_of(verdict: Verdict, naive: "Naive") -> Any:
    low, high = map(int, verdict.game.text(verdict.position).partition("/")[0].split("-"))
    return naive.pool(low, high)


def check_pairs(pairs: Iterable[tuple[int, int]], gone: set[int], truth: Any) -> None:
    """Pairs of numbers still in the pool, of which one divides the other, no number in two of them."""
    numbers = [n for pair in pairs for n in pair]
    assert len(set(numbers)) == len(numbers)
    assert all(truth.low <= n <= truth.high and n not in gone for n in numbers)
    assert all(a < b and b % a == 0 for a, b in pairs)


def answer_every_line(pairs: Iterable[tuple[int, int]], picks: tuple[int, ...], truth: Any) -> None:
    """Plays the partner rule, by the pairs alone, against everything that can be picked after these picks."""
    partner = {a: b for pair in pairs for a, b in (pair, pair[::-1])}
    seen, stack = set(), [picks]
    while stack:
        line = stack.pop()
        for pick in truth.options(line):
            answer = partner.get(pick)
            assert answer is not None, f"no partner of {pick} is named after {line}"
            assert answer in truth.options((*line, pick)), f"{answer} is not free after {line}, {pick}"
            after = (*line, pick, answer)
            if (answer, frozenset(after)) not in seen:
                seen.add((answer, frozenset(after)))
                stack.append(after)


CHECKERS: dict[type[Claim], Callable[[Any, Verdict, "Naive"], None]] = {
    NoDivisor: check_no_divisor,
    DownToPrime: check_down_to_prime,
    OddNumber: check_odd_number,
    OddPower: check_odd_power,
    EvenPower: check_even_power,
    OddDivisors: check_odd_divisors,
    DownToPowers: check_down_to_powers,
    NothingLeft: check_nothing_left,
    NoNeighbour: check_no_neighbour,
    OpeningRule: check_opening,
    PartnerWin: check_partner_win,
    PartnerLoss: check_partner_loss,
    SearchClaim: check_searched,
    NobodyCanMove: check_over,
}


# --- every claim, checked -------------------------------------------------------------------------


@pytest.fixture(scope="module")
def verdicts(naive: "Naive", heap: "type[Heap]") -> list[Verdict]:
    """Verdicts of every kind, small enough to try everything."""
    found: list[Verdict] = []
    for slug in ("dividers-duel", SUBTRACTION):
        game = find(slug).create()
        found += (solve(game, NumberPosition(number)) for number in NUMBERS)
    for low, high in naive.pools:
        if high <= 11:
            truth = naive.pool(low, high)
            found += (solve(truth.game, PoolPosition(picks)) for picks in truth.reachable())
    found += (solve(PoolDuel(1, 8, opening)) for opening in ("even", "even-below-50"))
    found += (solve(heap(size)) for size in range(20))
    found.append(solve(heap(0, last_move_wins=False)))
    return found


def claims_of_the_house() -> set[type[Claim]]:
    """Every kind of claim in the package."""
    for module in iter_modules(aliquot.oracle.__path__):
        if module.name not in VARIANTS:
            import_module(f"aliquot.oracle.{module.name}")

    kinds: list[type[Claim]] = Claim.__subclasses__()
    for kind in kinds:
        kinds += kind.__subclasses__()
    return {
        kind
        for kind in kinds
        # A dataclass with slots is made twice; the first making is not the one its module holds.
        if vars(import_module(kind.__module__)).get(kind.__name__) is kind
        and kind.__module__.startswith("aliquot.")
        and kind.__module__.rpartition(".")[2] not in VARIANTS
    }


def test_every_kind_of_claim_is_checked() -> None:
    assert claims_of_the_house() == set(CHECKERS)


def test_every_claim_is_true_and_complete(verdicts: list[Verdict], naive: "Naive") -> None:
    met = set()
    for verdict in verdicts:
        claims = verdict.reason.claims
        assert claims
        for claim in claims:
            CHECKERS[type(claim)](claim, verdict, naive)
            met.add(type(claim))
    assert met == set(CHECKERS), "each kind came up"


def test_the_pairs_answer_random_opponents_on_2_to_50_and_1_to_100(naive: "Naive") -> None:
    generator = Random(11)
    for low, high in [(2, 50), (1, 100)]:
        game, truth = PoolDuel(low, high), naive.pool(low, high)
        for _ in range(400):
            picks = random_picks(truth, generator)
            verdict = solve(game, PoolPosition(picks))
            for claim in verdict.reason.claims:
                if isinstance(claim, PartnerWin | PartnerLoss):
                    gone = (*picks, claim.move) if isinstance(claim, PartnerWin) else picks
                    check_pairs(claim.pairs, set(gone), truth)
                    answer_at_random(claim.pairs, gone, truth, generator)


def random_picks(truth: Any, generator: Random) -> tuple[int, ...]:
    picks: tuple[int, ...] = ()
    for _ in range(generator.randint(0, 16)):
        if options := truth.options(picks):
            picks = (*picks, generator.choice(options))
    return picks


def answer_at_random(pairs: Iterable[tuple[int, int]], picks: tuple[int, ...], truth: Any, generator: Random) -> None:
    partner = {a: b for pair in pairs for a, b in (pair, pair[::-1])}
    for _ in range(6):
        line = picks
        while options := truth.options(line):
            pick = generator.choice(options)
            assert partner[pick] in truth.options((*line, pick)), (line, pick)
            line = (*line, pick, partner[pick])


def test_a_pool_that_is_lost_from_the_start_pairs_all_that_can_be_picked(naive: "Naive") -> None:
    lost = [(low, high) for low, high in naive.pools if not naive.pool(low, high).wins(())]
    assert lost, "there are such pools"
    for low, high in lost:
        (claim,) = solve(PoolDuel(low, high)).reason.claims
        assert isinstance(claim, PartnerLoss)
        assert claim.current is None
        assert sorted(n for pair in claim.pairs for n in pair) == list(range(low, high + 1))


# --- how they are told ----------------------------------------------------------------------------


def numbers_in(claim: object) -> set[int]:
    """Every number in a claim's data."""
    if isinstance(claim, Claim):
        return set[int]().union(*(numbers_in(getattr(claim, part.name)) for part in fields(claim)))  # type: ignore[arg-type]
    if isinstance(claim, tuple):
        return set[int]().union(*map(numbers_in, claim))
    return {claim} if type(claim) is int else set()


def follows(claim: Claim) -> set[int]:
    """The numbers that may be told besides those in the data, because they follow from it."""
    match claim:
        case OddPower(exponent):
            return {1, 2} | {n for step in range(3) for n in (exponent - step, 2 ** (exponent - step))}
        case EvenPower(exponent):
            return {2} | {n for step in range(2) for n in (exponent - step, 2 ** (exponent - step))}
        case OddNumber() | OddDivisors():
            return {1}
        case OpeningRule(opening="even-below-50"):
            return {50}
        case DownToPowers(number, moves):
            return {2} | {n for move in moves for n in (number - move, (number - move).bit_length() - 1)}
    return set()


def test_every_number_told_is_in_the_claim_or_follows_from_it(verdicts: list[Verdict]) -> None:
    for verdict in verdicts:
        for claim in verdict.reason.claims:
            for sides in ((YOU, OPPONENT), (OPPONENT, YOU)):
                text = claim.words(*sides)
                # What a list leaves out is counted in the text; that count has tests of its own.
                told = {int(n) for n in re.findall(r"\d+", re.sub(r"[\d,]+ (more|others)", "", text))}
                assert told <= numbers_in(claim) | follows(claim), text


WRONG = re.compile(
    r"your opponent (?:have|subtract|make|get|leave|win|lose|answer)\b"
    r"|\byou (?:has|subtracts|makes|gets|leaves|wins|loses|answers)\b"
    r"|\b(\w+) \1\b|  |[{}<>_]|\bNone\b|\b1 (?:more|others)\b|, or |,\.|\(\)|: [,.]|: [^.]*: "
)


def test_every_telling_is_grammatical(verdicts: list[Verdict]) -> None:
    for verdict in verdicts:
        reason = verdict.reason
        assert str(reason) == reason.tell() == reason.tell(YOU, OPPONENT)
        for text in (reason.tell(YOU, OPPONENT), reason.tell(OPPONENT, YOU)):
            assert not WRONG.search(text), text
            assert text.endswith(".")
            assert text[0].isupper() or text[0].isdigit()
            assert text.isprintable()


def test_the_two_tellings_differ_only_in_who_is_spoken_of(verdicts: list[Verdict]) -> None:
    for verdict in verdicts:
        tellings = [verdict.reason.tell(YOU, OPPONENT), verdict.reason.tell(OPPONENT, YOU)]
        assert all("you" in text for text in tellings) or "which is lost" in tellings[0]
        first, second = ([*re.findall(r"\d+", text)] for text in tellings)
        assert first == second


@pytest.mark.parametrize(
    ("slug", "position", "sentence"),
    [
        ("dividers-duel", "1", "1 has no proper divisor. Nobody can move, so your opponent has won."),
        ("dividers-duel", "7", "7 is prime and has no proper divisor. Nobody can move, so your opponent has won."),
        ("factor-duel", "30", "30 = 2·3·5 is not prime, so you can divide it down to a prime: by 6, 10 or 15."),
        ("factor-duel", "49", "49 = 7·7 is not prime, so you can divide it down to a prime: by 7."),
        (
            "divide-and-conquer",
            str(10**18),
            "1000000000000000000 = 2^18·5^18 is not prime, so you can divide it down to a prime: by "
            "200000000000000000 or 500000000000000000.",
        ),
        (
            "divisor-duel-subtract",
            "21",
            "21 is odd, and so are its divisors: whatever you subtract leaves an even number that has an odd divisor "
            "above 1, and by subtracting that your opponent makes it odd again.",
        ),
        (
            "divisor-duel-subtract",
            "32",
            "32 is 2^5, two to an odd power. Subtracting 16 leaves 16 = 2^4, from which your opponent gets to 8 = 2^3, "
            "an odd power again; any other move leaves an even number with an odd divisor above 1, and by subtracting "
            "that your opponent makes it odd, which is lost too.",
        ),
        (
            "divisor-duel-subtract",
            "16",
            "16 is 2^4, two to an even power: by subtracting 8 you leave 8 = 2^3, two to an odd power, which is lost.",
        ),
        (
            "divisor-duel-subtract",
            "10",
            "10 = 2·5 is even and has an odd divisor above 1: by subtracting 5 you leave an odd number, and an odd "
            "number is lost. Subtracting 2 (which leaves 8 = 2^3) wins too: two to an odd power is lost.",
        ),
        (
            "divisor-duel-pool",
            "2-50/29",
            "No divisor and no multiple of 29 is left. Nobody can move, so your opponent has won.",
        ),
        (
            "divisor-duel-pool",
            "2-50/",
            "By picking 29 you win at once: no other divisor or multiple of it is left, so your opponent has no move.",
        ),
        (
            "divisor-duel-pool",
            "1-2/",
            "Pair the numbers like this: 1–2. Every number you can reach has a free partner, and your opponent "
            "answers with it.",
        ),
        (
            "divisor-duel-pool",
            "2-9/2",
            "Pair the numbers like this: 3–9. After 6, every number your opponent can reach has a free partner, and "
            "you answer with it.",
        ),
    ],
)
def test_it_reads_well(slug: str, position: str, sentence: str) -> None:
    pool, slash, _ = position.partition("/")
    game = find(slug).create(pool=pool) if slash else find(slug).create()
    assert str(solve(game, game.position(position)).reason) == sentence


@pytest.mark.parametrize("number", [2 * 3**e for e in range(1, 24)] + [2 * 3**2 * 5 * 7, 2 * 3 * 5 * 7 * 11 * 13])
def test_a_long_list_of_odd_divisors_is_summed_up_and_counted(number: int) -> None:
    (claim, *_) = solve(find(SUBTRACTION).create(), NumberPosition(number)).reason.claims
    assert isinstance(claim, OddDivisors)
    listed = re.search(r"by subtracting ([\d, or]+?)(?: or ([\d,]+) others)? you leave", claim_text(claim))
    assert listed is not None
    shown = [int(n) for n in re.findall(r"\d+", listed[1])]
    others = int(listed[2].replace(",", "")) if listed[2] else 0
    assert shown == list(claim.odd[: len(shown)])
    assert len(shown) + others == len(claim.odd)
    assert others != 1, "the one other could as well be named"


def claim_text(claim: Claim) -> str:
    return claim.words(YOU, OPPONENT)


def test_a_long_list_of_pairs_is_summed_up_and_counted() -> None:
    for pairs in range(1, 40):
        claim = PartnerWin(1, tuple((n, 2 * n) for n in range(100, 100 + pairs)))
        text = claim_text(claim)
        more = re.search(r" and ([\d,]+) more pairs\.", text)
        shown = re.findall(r"\d+–\d+", text)
        assert len(shown) + (int(more[1]) if more else 0) == pairs
        assert more is None or int(more[1]) > 1
        assert shown == [f"{a}–{b}" for a, b in claim.pairs[: len(shown)]]


@pytest.mark.parametrize(
    ("factors", "text"),
    [
        (((2, 6),), "2·2·2·2·2·2"),
        (((2, 7),), "2^7"),
        (((2, 6), (3, 1)), "2^6·3"),
        (((2, 1), (3, 1), (5, 1), (7, 1), (11, 1), (13, 1), (17, 1)), "2·3·5·7·11·13·17"),
    ],
)
def test_a_factorisation_is_written_out_while_it_is_short(factors: Factors, text: str) -> None:
    assert product(factors) == text
