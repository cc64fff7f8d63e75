"""The independent verifier: accepts a certificate only if the verdict and the list of winning moves follow from it.

It imports nothing but the standard library and shares no code with the solvers, so that nobody has
to trust them. The theorems it relies on are proved in docs/certificates.md and the pages it names, and by machine:
`# Theorem` comments name the theorems of proofs/ that justify a rule, and docs/proved.md says what each states.

- Division: 1 and primes are lost for the player to move. Subtraction: odd numbers and two to an odd power are.
- Pool: a pick wins exactly if some maximum matching of the remaining numbers misses it. A matching is maximum
  if removing a set U of numbers leaves so many parts of odd size, with no edge between them, that
  |unmatched| = parts − |U| (Tutte and Berge); then every maximum matching covers every number in no part. A part
  built from one number by ears of odd length has a perfect matching without any one of its numbers (Lovász).
- Sums: lost if the Grundy values XOR to 0. Where the last move loses, division numbers are misère Nim, and one number
  to subtract from is lost if it is on a list of its own (docs/misere-subtraction.md).
- The longest chain: tolls and cuts bound the length of every chain (chain.py says how).
- The pie rule: the first move loses, and a position that is lost for the player to move is won by a swap.
"""

import json
import re
from typing import Any, NamedTuple

from aliquot.oracle.verify.chain import check_chain_answer, is_chain_certificate, judge_chain
from aliquot.oracle.verify.claims import MOST, SUBTRACTION, UNKNOWN, Facts, Refused, claim, is_move, number_in, whole
from aliquot.oracle.verify.misere_subtraction import judge_misere_subtraction
from aliquot.oracle.verify.numbers import judge_numbers, rules_of
from aliquot.oracle.verify.pools import judge_pool, openings_of, read_pool

__all__ = ["NoCertificate", "Refused", "Verification", "verify", "verify_text"]

POOL = "divisor-duel-pool"
SMALLEST = {"dividers-duel": 3, "factor-duel": 3}
"""The smallest start, where it is not 2."""
LARGEST_FILE, MOST_VALUES, MOST_LISTS = 16 * 2**20, 650_000, 250_000
"""Larger documents are refused unread, so that every check takes about a second at most. The certificate of the largest
pool has 584,000 values in 197,000 lists."""
FIELDS = ("format", "version", "game", "position", "wins", "winning_moves", "proof")


class NoCertificate(Refused):
    """A verdict without a certificate, which may still be right."""


class Verification(NamedTuple):
    """A document that holds: its certificate, the other fields that were checked, and those that could not be."""

    certificate: dict[str, Any]
    checked: tuple[str, ...] = ()
    unchecked: tuple[str, ...] = ()


def verify_text(text: str | bytes) -> Verification:
    """Verify a JSON document: a certificate, or an answer of `aliquot solve --json` by its certificate.

    Raises:
        NoCertificate: The answer has no certificate.
        Refused: The document is neither, or does not prove what it says.
    """
    document = _parse(text)
    if not isinstance(document, dict) or "certificate" not in document:
        return Verification(verify(document))
    if document["certificate"] is None:
        raise NoCertificate("this verdict comes without a certificate, so nothing in it was checked")
    proved = document["certificate"]
    if is_chain_certificate(proved):
        return Verification(proved, *check_chain_answer(document, proved))
    facts = _facts(proved)
    agree = document.get("wins") is facts.wins and document.get("position") == proved["position"]
    claim(agree and _names(document.get("game"), proved), "the certificate is about something else")
    listed = document.get("winning_moves", proved["winning_moves"])
    claim(isinstance(listed, list) and all(map(is_move, listed)), "the winning moves are not valid moves")
    claim(listed == proved["winning_moves"], "the winning moves are not those proved")
    unchecked = [name for name in document if name not in ("certificate", "game", "position", "wins", "winning_moves")]
    last_wins = "misere" not in _split(proved["game"])[1]
    for name, proof in (("grundy", facts.grundy), ("remoteness", facts.remoteness)):
        if (value := document.get(name)) is not None:
            claim(type(value) is int and value >= 0, f"the {name} is not a number")
            wins = value > 0 if name == "grundy" else value % 2 == last_wins
            claim(wins is facts.wins and proof in (value, UNKNOWN), f"the {name} is wrong")
        if name in document and (value is None or proof != UNKNOWN):
            unchecked.remove(name)
    _check_turn(document, proved, unchecked)
    fields = [name for name in document if document[name] is not None and name != "certificate"]
    return Verification(proved, tuple(name for name in fields if name not in unchecked), tuple(unchecked))


def _check_turn(document: dict[str, Any], proved: dict[str, Any], unchecked: list[str]) -> None:
    """Check whose turn it is, which follows from the picks of a pool but not from a number."""
    if "to_move" in document:
        claim(document["to_move"] in (1, 2) and type(document["to_move"]) is int, "the turn is not a seat")
        if _split(proved["game"])[0] == POOL and "swap" not in _split(document["game"])[1]:
            picks = read_pool(proved["position"])[2]
            claim(document["to_move"] == 1 + len(picks) % 2, "it is not that player's turn")
            unchecked.remove("to_move")


def _parse(text: str | bytes) -> Any:
    claim(len(text) <= LARGEST_FILE, "the document is too large")
    data = text.encode(errors="replace") if isinstance(text, str) else text
    lists = sum(map(data.count, (b"[", b"{")))
    claim(data.count(b",") <= MOST_VALUES and lists <= MOST_LISTS, "the document is too large")
    claim(not re.search(rb"[0-9]{20}", data), "a number is too large")
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        raise Refused("it is not a JSON document" if not isinstance(error, Refused) else str(error)) from None


def verify(document: Any) -> dict[str, Any]:
    """Verify a certificate, given as a parsed document, and return it.

    Raises:
        Refused: The document is not a certificate, or does not prove its verdict.
    """
    if is_chain_certificate(document):
        judge_chain(document)
    else:
        _facts(document)
    proved: dict[str, Any] = document
    return proved


def _facts(document: Any) -> Facts:
    claim(isinstance(document, dict) and set(document) == set(FIELDS), f"its fields must be {', '.join(FIELDS)}")
    claim(document["format"] == "aliquot-certificate", "it is not in the format aliquot-certificate")
    claim(type(document["version"]) is int and document["version"] == 3, "its version is not 3")
    texts = isinstance(document["game"], str) and isinstance(document["position"], str)
    claim(texts and type(document["wins"]) is bool, "game, position and wins are of the wrong type")
    moves, proof = document["winning_moves"], document["proof"]
    claim(isinstance(moves, list) and isinstance(proof, dict), "the moves must be a list, and the proof an object")
    claim(all(map(is_move, moves)), "the winning moves are not valid moves")
    facts = _judge(document["game"], document["position"], moves, proof)
    claim(document["wins"] is facts.wins, f"the position is {'won' if facts.wins else 'lost'}")
    return facts


def _judge(game: str, position: str, moves: list[Any], proof: dict[str, Any]) -> Facts:
    """Return the facts that the proof shows, if the position is won by exactly these moves."""
    name, options = _split(game)
    claim("swap" not in options[:-1], "the game is unknown to the verifier")
    if options[-1:] == ["swap"]:
        return _swap(f"{name}({','.join(options[:-1])})" if options[1:] else name, position, moves, proof)
    if name == POOL and len(options) <= 1:
        return judge_pool(position, options, moves, proof)
    if name == SUBTRACTION and options == ["misere"] and "+" not in position:
        return judge_misere_subtraction(position, moves, proof)
    return judge_numbers(name, options, position, moves, proof)


def _split(game: str) -> tuple[str, list[str]]:
    """Split a name such as `dividers-duel(misere,swap)` into the rule book and its variants."""
    match = re.fullmatch(r"([a-z-]{1,40})(?:\(([^()]{1,2000})\))?", game)
    if match is None:
        raise Refused("the game is unknown to the verifier")
    return match[1], match[2].split(",") if match[2] else []


def _names(game: Any, proved: dict[str, Any]) -> bool:
    """Return whether an id such as `divisor-duel-pool(pool=2-50)` is that of exactly the game proved."""
    if not isinstance(game, str) or not re.fullmatch(r"[a-z-]{1,40}\([^()]{1,2000}\)", game):
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
    if options[-1:] == ["swap"] and (begun or not proved["winning_moves"]):
        # Once the swap is no longer possible, or where there is no first move, it is the game without it.
        options = options[:-1]
    return (name, options) == (proved_name, proved_options)


def _refuse(text: str) -> Any:
    raise Refused(f"{text} is not a number")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    claim(len({name for name, _ in pairs}) == len(pairs), "a field is given twice")
    return dict(pairs)


def _swap(game: str, position: str, moves: list[Any], proof: dict[str, Any]) -> Facts:
    """Judge the pie rule: the first move loses, and the second turn wins by moving or by swapping."""
    # Theorems: pie_rule, misere_pie_rule, numbers_stuck, openings_stuck
    name, options = _split(game)
    if position.endswith("~"):
        claim(name != POOL or len(read_pool(position[:-1])[2]) == 1, "the swap is open after one pick only")
        inside = _judge(game, position[:-1], [] if moves == ["swap"] else moves, proof)
        claim(inside.wins is (moves != ["swap"]), "a player who may swap does not lose")
        claim(inside.remoteness != 0 or not inside.wins, "a player who has won cannot swap")
        length = inside.remoteness
        return Facts(True, None, length if length in (None, UNKNOWN) or inside.wins else length + 1)
    fields = {"swap"} if name == POOL else {"swap", "divisor"}
    claim(not moves and set(proof) == fields and proof["swap"] is True, "the first move does not win")
    if name == POOL:
        low, high, picks = read_pool(position)
        # Whether the last move wins or loses does not matter here.
        openings = openings_of(low, high, options[:-1] if options[-1:] == ["misere"] else options)
        claim(not picks and len(openings) > 0, "it is not the first move")
    else:
        numbers = [number_in(part) for part in position.split("+", MOST + 1)]
        rules, _ = rules_of(name, options, len(numbers))
        starts = all(number >= SMALLEST.get(rule, 2) for rule, number in zip(rules, numbers, strict=True))
        divisor = whole(proof["divisor"])
        moves_exist = any(1 < divisor < number and number % divisor == 0 for number in numbers)
        claim(starts and moves_exist, "it is not the first move")
    return Facts(False, None, None)
