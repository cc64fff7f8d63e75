"""The independent verifier: accepts a certificate only if the verdict follows from it.

It imports nothing but the standard library and shares no code with the solvers, so that nobody has
to trust them. What it relies on is proved in docs/certificates.md and the pages it names, and by machine: `# Theorem`
names what justifies a rule in the sources of proofs/, and docs/proved.md says what each of them states.

- Division: whoever faces 1 or a prime has lost. Subtraction: whoever faces an odd number, or two to an
  odd power, has lost.
- Pool: whoever must move from c has lost if some maximum matching of the numbers still in the pool
  together with c leaves c out. A matching is maximum if a set U of numbers exists with
  |unmatched| = odd(G − U) − |U|, where odd counts the components of odd size (Tutte and Berge); then
  every maximum matching covers U and the components of even size.
- Sums: lost if the Grundy values XOR to 0. Where the last move loses, division numbers are misère Nim.
- The pie rule: the first move loses, and what is lost to move from is won by swapping it.
"""

import json
import re
from functools import reduce
from itertools import pairwise
from operator import xor
from typing import Any

DIVISION = ("dividers-duel", "divide-and-conquer", "factor-duel")
SUBTRACTION = "divisor-duel-subtract"
POOL = "divisor-duel-pool"
SMALLEST = {"dividers-duel": 3, "factor-duel": 3}
"""The smallest start, where it is not 2."""
OPENINGS = {"opening=even": 10**18, "opening=even-below-50": 49}
LARGEST, LARGEST_POOL, LARGEST_FILE, MOST = 10**18, 1_000_000, 64 * 2**20, 32
FIELDS = ("format", "version", "game", "position", "wins", "move", "proof")


class Refused(ValueError):
    """The certificate does not prove what it says; the message tells why."""


def verify_text(text: str | bytes) -> dict[str, Any]:
    """Verifies a certificate, given as a JSON document.

    A document that `aliquot solve --json` printed is accepted too, by its certificate.

    Raises:
        Refused: It is not a certificate, or it does not prove its verdict.
    """
    _claim(len(text) <= LARGEST_FILE, "the document is too large")
    try:
        document = json.loads(text, object_pairs_hook=_object, parse_int=_integer, parse_constant=_integer)
    except (ValueError, RecursionError) as error:
        raise Refused("it is no JSON document" if not isinstance(error, Refused) else str(error)) from None
    if not isinstance(document, dict) or "certificate" not in document:
        return verify(document)
    proved = verify(document["certificate"])
    agree = document.get("wins") is proved["wins"] and document.get("position") == proved["position"]
    _claim(agree and _names(document.get("game"), proved), "the certificate is about something else")
    moves = document.get("winning_moves", [] if proved["move"] is None else [proved["move"]])
    _claim(isinstance(moves, list) and all(map(_is_move, moves)), "the winning moves are no moves")
    among = json.dumps(proved["move"]) in map(json.dumps, moves)
    _claim(among if proved["move"] is not None else not moves, "the winning moves are not those proved")
    return proved


def verify(document: Any) -> dict[str, Any]:
    """Verifies a certificate, given as a parsed document, and returns it.

    Raises:
        Refused: It is not a certificate, or it does not prove its verdict.
    """
    _claim(isinstance(document, dict) and set(document) == set(FIELDS), f"its fields must be {', '.join(FIELDS)}")
    _claim(document["format"] == "aliquot-certificate", "it is not in the format aliquot-certificate")
    _claim(type(document["version"]) is int and document["version"] == 1, "its version is not 1")
    game, position, wins, move, proof = (document[name] for name in FIELDS[2:])
    _claim(isinstance(game, str) and isinstance(position, str), "game and position must be texts")
    _claim(type(wins) is bool and isinstance(proof, dict), "wins must be true or false, and the proof an object")
    # A player who cannot move has won where the last move loses; every other win is by a move.
    stuck = wins and move is None and game.endswith(("(misere)", ",misere)"))
    _claim(wins is not (move is None) or stuck, "there must be a move exactly if the position is won")
    if stuck:
        _nim(*_split(game), position, None, proof, stuck=True)
    else:
        _judge(game, position, move, proof)
    return dict(document)


def _judge(game: str, position: str, move: Any, proof: dict[str, Any]) -> None:
    """Claims that the proof shows the position won by the move, or lost if there is none."""
    name, options = _split(game)
    _claim("swap" not in options[:-1], "it names no game known here")
    if options[-1:] == ["swap"]:
        inside = f"{name}({','.join(options[:-1])})" if options[1:] else name
        _swap(inside, position, move, proof)
    elif name == "sum" or options == ["misere"] or "+" in position:
        _nim(name, options, position, move, proof)
    elif name == POOL and len(options) <= 1:
        _pool(position, options, None if move is None else _whole(move), proof)
    else:
        _claim(name in (*DIVISION, SUBTRACTION) and not options, "it names no game known here")
        (_subtraction if name == SUBTRACTION else _division)(
            _number(position), None if move is None else _whole(move), proof
        )


def _split(game: str) -> tuple[str, list[str]]:
    """A name such as `dividers-duel(misere,swap)` as the rule book and its variants."""
    written = re.fullmatch(r"([a-z-]+)(?:\(([^()]+)\))?", game)
    if written is None:
        raise Refused("it names no game known here")
    return written[1], written[2].split(",") if written[2] else []


def _names(game: Any, proved: dict[str, Any]) -> bool:
    """Whether an id such as `divisor-duel-pool(pool=2-50)` is that of the game proved, and of no other variant."""
    if not isinstance(game, str) or not re.fullmatch(r"[a-z-]+\([^()]+\)", game):
        return False
    name, (start, *options) = _split(game)
    position, (proved_name, proved_options) = proved["position"], _split(proved["game"])
    if name == "sum":
        members = [part.partition(":") for part in start.split("+")]
        options = ["+".join(rule for rule, _, _ in members), *options]
        start = "start=" + "+".join(number for _, _, number in members)
    numbers = r"start=[1-9][0-9]*(\+[1-9][0-9]*)*"
    if not re.fullmatch(f"pool={position.partition('/')[0]}" if name == POOL else numbers, start):
        return False
    if name != POOL and start.count("+") != position.count("+"):
        return False
    begun = position[-1] != "/" if name == POOL else sorted(start[6:].split("+")) != sorted(position.split("+"))
    if proved_options[-1:] == ["swap"]:
        return (name, options) == (proved_name, proved_options) and (not begun or position[-1] == "~")
    if options[-1:] == ["swap"] and (begun or proved["move"] is None):
        # Once the swap is past, or where there is no first move, it is the game without it.
        options = options[:-1]
    return (name, options) == (proved_name, proved_options)


def _claim(holds: bool, otherwise: str) -> None:
    if not holds:
        raise Refused(otherwise)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    _claim(len({name for name, _ in pairs}) == len(pairs), "a field is given twice")
    return dict(pairs)


def _integer(text: str) -> int:
    _claim(len(text) <= 19, "a number is too large")
    return int(text)


def _whole(value: Any) -> int:
    _claim(type(value) is int and 1 <= value <= LARGEST, "a number is not from 1 to 10^18")
    return int(value)


def _number(text: str) -> int:
    plain = text.isascii() and text.isdigit() and len(text) <= 19 and text[0] != "0"
    _claim(plain, "the position is no number")
    return _whole(int(text))


def _divides(divisor: int, number: int) -> bool:
    return 1 < divisor < number and number % divisor == 0


def _is_prime(n: int) -> bool:
    """Miller and Rabin's test with the first twelve primes: exact for every n below 3·10^24."""
    bases = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)
    if n < 2 or any(n % p == 0 for p in bases):
        return n in bases
    odd, twos = n - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in bases:
        x = pow(base, odd, n)
        if x not in (1, n - 1) and all((x := x * x % n) != n - 1 for _ in range(twos - 1)):
            return False
    return True


def _primes(number: int, factors: Any) -> list[int]:
    """The primes of a number, each as often as it divides it, from a factorisation that is checked."""
    # Theorem: Omega_factors
    _claim(isinstance(factors, list), "the proof must be a list of factors")
    primes: list[int] = []
    for factor in factors:
        _claim(isinstance(factor, list) and len(factor) == 2, "a factor is a prime and an exponent")
        prime, exponent = _whole(factor[0]), _whole(factor[1])
        _claim(exponent < 60 and _is_prime(prime), f"{prime}^{exponent} is no power of a prime")
        primes += [prime] * exponent
        _claim(len(primes) < 60, "the factors multiply to something else")
    _claim(reduce(int.__mul__, primes, 1) == number, "the factors multiply to something else")
    return primes


def _division(number: int, move: int | None, proof: dict[str, Any]) -> None:
    # Theorems: division_lost, division_winning
    _claim(set(proof) == {"factors"}, "the proof must be a list of factors")
    _primes(number, proof["factors"])
    if move is None:
        _claim(number == 1 or _is_prime(number), f"{number} is not prime, so it is not lost")
    else:
        _claim(_divides(move, number), f"{move} is no proper divisor of {number}")
        _claim(_is_prime(number // move), f"dividing by {move} leaves no prime")


def _subtraction(number: int, move: int | None, proof: dict[str, Any]) -> None:
    # Theorem: subtraction_lost
    if move is not None:
        _claim(_divides(move, number), f"{move} is no proper divisor of {number}")
        number -= move
    if set(proof) == {"odd"}:
        _claim(proof["odd"] is True and number % 2 == 1, f"{number} is not odd")
    else:
        _claim(set(proof) == {"power_of_two"}, "the proof must say odd or power_of_two")
        exponent = proof["power_of_two"]
        _claim(type(exponent) is int and 0 < exponent < 60 and exponent % 2 == 1, "the power is not odd")
        _claim(number == 2**exponent, f"{number} is not 2^{exponent}")


def _nim(
    name: str, options: list[str], position: str, move: Any, proof: dict[str, Any], *, stuck: bool = False
) -> None:
    """Several numbers, or one where the last move loses, by what they are worth."""
    # Theorems: numbers_lost, misere_division_lost, misere_division_stuck
    numbers = [_number(part) for part in position.split("+")]
    rules, misere = _rules(name, options, len(numbers))
    _claim(not misere or SUBTRACTION not in rules, "where the last move loses, only division numbers have a rule")
    _claim(set(proof) == {"factors"} and isinstance(proof["factors"], list), "the proof must be lists of factors")
    _claim(len(proof["factors"]) == len(numbers), "every number needs its factors")
    values = []
    for rule, number, factors in zip(rules, numbers, proof["factors"], strict=True):
        if rule == SUBTRACTION:
            _claim(factors == [], "a number to subtract from needs no factors")
        values.append(_grundy(number) if rule == SUBTRACTION else max(0, len(_primes(number, factors)) - 1))
    if stuck:
        _claim(misere and not any(values), "there is a move, and none is named")
        return
    if move is not None:
        place, value = _moved(rules, numbers, values, move, proof["factors"])
        values[place] = value
    ones = misere and max(values) <= 1
    _claim(sum(values) % 2 == 1 if ones else reduce(xor, values) == 0, "what is left is not lost")


def _rules(name: str, options: list[str], count: int) -> tuple[list[str], bool]:
    """The rule book of each of so many numbers, and whether the last move loses."""
    _claim(count <= MOST, "there are too many numbers")
    _claim(count > 1 or name != "sum", "a sum has several numbers")
    rules = options[0].split("+") if name == "sum" and options else [name] * count
    variants = options[1:] if name == "sum" else options
    _claim(len(rules) == count and set(rules) <= {*DIVISION, SUBTRACTION}, "it names no game known here")
    _claim(variants in ([], ["misere"]), "it names no game known here")
    return rules, variants == ["misere"]


def _is_move(move: Any) -> bool:
    """Whether it looks like a move: a number, a number and what is done to it, or a swap."""
    parts = move if isinstance(move, list) and len(move) == 2 else [move]
    return move == "swap" or all(type(part) is int and abs(part) <= LARGEST for part in parts)


def _moved(rules: list[str], numbers: list[int], values: list[int], move: Any, factors: list[Any]) -> tuple[int, int]:
    """Where a move is made, and what the number there is worth after it."""
    # Theorems: division_grundy_after, subtraction_grundy
    if len(numbers) == 1:
        move = [numbers[0], move]
    _claim(_is_move(move) and isinstance(move, list), "it is no move")
    mixed = len(set(rules)) > 1
    wanted = [rule for rule in rules if not mixed or (rule == SUBTRACTION) == (move[1] < 0)]
    places = [i for i, number in enumerate(numbers) if number == move[0] and rules[i] in wanted]
    _claim(bool(places), "the move is on no number that is there")
    place, number, divisor = places[0], move[0], abs(move[1]) if mixed else move[1]
    _claim(_divides(divisor, number), f"{divisor} is no proper divisor of {number}")
    if rules[place] == SUBTRACTION:
        return place, _grundy(number - divisor)
    left = 0
    for prime, _ in factors[place]:
        while divisor % prime == 0:
            divisor, left = divisor // prime, left + 1
    return place, values[place] - left


def _grundy(number: int) -> int:
    """The value of a number to subtract from; the theorem is proved in docs/subtraction-grundy.md."""
    # Theorem: subtraction_grundy
    twos = (number & -number).bit_length() - 1
    odd = number >> twos
    if odd >= 17:
        return twos
    if twos <= 5:
        return int(("00000000", "02111111", "13322222", "04444434", "23355555", "06666666")[twos][odd // 2])
    if odd == 1:
        return 0 if twos % 2 else twos - 1
    return twos + {3: -2, 5: 2}.get(odd, 1)


def _swap(game: str, position: str, move: Any, proof: dict[str, Any]) -> None:
    """The pie rule: the first move is lost, and the second turn is won by moving or by swapping."""
    # Theorems: pie_rule, misere_pie_rule, numbers_stuck, openings_stuck
    name, options = _split(game)
    if position.endswith("~"):
        _claim(move is not None, "whoever may swap does not lose")
        _claim(name != POOL or len(_read_pool(position[:-1])[2]) == 1, "the swap is open after one pick only")
        _judge(game, position[:-1], None if move == "swap" else move, proof)
        return
    _claim(move is None and set(proof) == {"swap"} and proof["swap"] is True, "the first move does not win")
    if name == POOL:
        low, high, picks = _read_pool(position)
        # Whether the last move wins or loses does not matter here.
        openings = _openings(low, high, options[:-1] if options[-1:] == ["misere"] else options)
        _claim(not picks and len(openings) > 0, "it is not the first move")
    else:
        numbers = [_number(part) for part in position.split("+")]
        rules, _ = _rules(name, options, len(numbers))
        starts = all(number >= SMALLEST.get(rule, 2) for rule, number in zip(rules, numbers, strict=True))
        _claim(starts and not all(map(_is_prime, numbers)), "it is not the first move")


def _pool(position: str, options: list[str], move: int | None, proof: dict[str, Any]) -> None:
    # Theorems: certificate_lost, certificate_won, certificate_opening_won, certificate_openings_lost
    low, high, picks = _read_pool(position)
    openings = _openings(low, high, options)
    left = set(range(low, high + 1)).difference(picks)
    _claim(not picks or picks[0] in openings, "the first pick is not allowed")
    if move is not None:
        _claim(_related(move, picks[-1]) if picks else move in openings, f"{move} cannot be picked")
        _claim(move in left, f"{move} cannot be picked")
    elif picks:
        left.add(picks[-1])
    left_out = move or (picks[-1] if picks else 0)
    _claim(set(proof) == {"pairs", "barrier"}, "the proof must be pairs and a barrier")
    paired = _paired(proof["pairs"], left)
    _claim(left_out not in paired, f"{left_out} is paired, which proves nothing")
    _claim(isinstance(proof["barrier"], list), "pairs and barrier must be lists")
    cut = {_whole(number) for number in proof["barrier"]}
    _claim(len(cut) == len(proof["barrier"]) and cut <= left, "the barrier is not a set of numbers in the pool")
    sizes = _component_sizes(left - cut, high)
    surplus = sum(size % 2 for size, _ in sizes.values()) - len(cut)
    _claim(len(left) - len(paired) == surplus, "the pairs are not shown to be as many as possible")
    if not left_out:
        even = {number for size, members in sizes.values() if size % 2 == 0 for number in members}
        _claim(all(number in cut or number in even for number in openings), "some opening is not shown to lose")


def _openings(low: int, high: int, options: list[str]) -> range:
    """What the first pick may be."""
    _claim(not options or (len(options) == 1 and options[0] in OPENINGS), "it names no game known here")
    highest, step = (OPENINGS[options[0]], 2) if options else (high, 1)
    return range(low + (low % 2 if options else 0), min(high, highest) + 1, step)


def _paired(pairs: Any, left: set[int]) -> set[int]:
    """The numbers that occur in the pairs, which must be pairs."""
    _claim(isinstance(pairs, list), "pairs and barrier must be lists")
    paired: set[int] = set()
    for pair in pairs:
        _claim(isinstance(pair, list) and len(pair) == 2, "a pair has two numbers")
        a, b = _whole(pair[0]), _whole(pair[1])
        _claim(a in left and b in left and _related(a, b), f"{a} and {b} cannot be paired")
        _claim(a not in paired and b not in paired, f"{a} or {b} is in two pairs")
        paired |= {a, b}
    return paired


def _related(a: int, b: int) -> bool:
    return a != b and (a % b == 0 or b % a == 0)


def _read_pool(text: str) -> tuple[int, int, list[int]]:
    """Reads a pool and the picks so far, checking that they are a possible course of play."""
    pool, slash, rest = text.partition("/")
    bounds = pool.split("-")
    _claim(slash == "/" and len(bounds) == 2, "the position is no pool and picks")
    low, high = _number(bounds[0]), _number(bounds[1])
    _claim(low <= high < low + LARGEST_POOL, "the pool is empty or too large")
    picks = [_number(pick) for pick in rest.split(",")] if rest else []
    _claim(len(set(picks)) == len(picks) and all(low <= pick <= high for pick in picks), "a pick is not in the pool")
    _claim(all(_related(a, b) for a, b in pairwise(picks)), "a pick does not follow from the last")
    return low, high, picks


def _component_sizes(numbers: set[int], high: int) -> dict[int, tuple[int, list[int]]]:
    """The components the numbers fall into, joined where one divides another: their sizes and members."""
    parent = {n: n for n in numbers}

    def root(n: int) -> int:
        while parent[n] != n:
            parent[n] = n = parent[parent[n]]
        return n

    for n in numbers:
        for multiple in range(2 * n, high + 1, n):
            if multiple in parent:
                parent[root(multiple)] = root(n)
    members: dict[int, list[int]] = {}
    for n in numbers:
        members.setdefault(root(n), []).append(n)
    return {top: (len(below), below) for top, below in members.items()}
