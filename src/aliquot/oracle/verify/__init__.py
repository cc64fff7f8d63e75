"""The independent verifier: accepts a certificate only if the verdict and the list of winning moves follow from it.

It imports nothing but the standard library and shares no code with the solvers, so that nobody has
to trust them. What it relies on is proved in docs/certificates.md and the pages it names, and by machine: `# Theorem`
names what justifies a rule in the sources of proofs/, and docs/proved.md says what each of them states.

- Division: whoever faces 1 or a prime has lost. Subtraction: whoever faces an odd number, or two to an
  odd power, has lost.
- Pool: a pick wins exactly if some maximum matching of the numbers left leaves it out. A matching is maximum
  if taking a set U of numbers away leaves so many parts of odd size, with no line between them, that
  |unmatched| = parts − |U| (Tutte and Berge); then every maximum matching covers whatever is in no part. A part
  built from one number by ears of odd length can be matched with any one of its numbers left out (Lovász).
- Sums: lost if the Grundy values XOR to 0. Where the last move loses, division numbers are misère Nim.
- The pie rule: the first move loses, and what is lost to move from is won by swapping it.
"""

import json
import re
from typing import Any, NamedTuple

from aliquot.oracle.verify.claims import MOST, UNKNOWN, Facts, Refused, claim, is_move, number_in
from aliquot.oracle.verify.numbers import is_prime, judge_numbers, rules_of
from aliquot.oracle.verify.pools import judge_pool, openings_of, read_pool

__all__ = ["Checked", "NoCertificate", "Refused", "verify", "verify_text"]

POOL = "divisor-duel-pool"
SMALLEST = {"dividers-duel": 3, "factor-duel": 3}
"""The smallest start, where it is not 2."""
LARGEST_FILE, MOST_VALUES, MOST_LISTS = 16 * 2**20, 2_000_000, 600_000
"""What is more than this is refused unread, so that nothing takes longer than a second or two."""
FIELDS = ("format", "version", "game", "position", "wins", "winning_moves", "proof")


class NoCertificate(Refused):
    """There is a verdict and nothing that proves it, which does not mean that it is wrong."""


class Checked(NamedTuple):
    """A document that holds: its certificate, which of its other fields were checked, and which could not be."""

    certificate: dict[str, Any]
    checked: tuple[str, ...] = ()
    unchecked: tuple[str, ...] = ()


def verify_text(text: str | bytes) -> Checked:
    """Verifies a certificate, or an answer of `aliquot solve --json` by its certificate, given as a JSON document.

    Raises:
        NoCertificate: It is an answer without a certificate.
        Refused: It is neither, or it does not prove what it says.
    """
    document = _parse(text)
    if not isinstance(document, dict) or "certificate" not in document:
        return Checked(verify(document))
    if document["certificate"] is None:
        raise NoCertificate("this verdict comes without a certificate, so nothing in it was checked")
    proved = document["certificate"]
    facts = _facts(proved)
    agree = document.get("wins") is facts.wins and document.get("position") == proved["position"]
    claim(agree and _names(document.get("game"), proved), "the certificate is about something else")
    listed = document.get("winning_moves", proved["winning_moves"])
    claim(isinstance(listed, list) and all(map(is_move, listed)), "the winning moves are no moves")
    claim(json.dumps(listed) == json.dumps(proved["winning_moves"]), "the winning moves are not those proved")
    unchecked = [name for name in document if name not in ("certificate", "game", "position", "wins", "winning_moves")]
    last_wins = "misere" not in _split(proved["game"])[1]
    for name, proof in (("grundy", facts.grundy), ("remoteness", facts.remoteness)):
        if (value := document.get(name)) is not None:
            claim(type(value) is int and value >= 0, f"the {name} is no number")
            wins = value > 0 if name == "grundy" else value % 2 == last_wins
            claim(wins is facts.wins and proof in (value, UNKNOWN), f"the {name} is wrong")
        if name in document and (value is None or proof != UNKNOWN):
            unchecked.remove(name)
    _check_turn(document, proved, unchecked)
    told = [name for name in document if document[name] is not None and name != "certificate"]
    return Checked(proved, tuple(name for name in told if name not in unchecked), tuple(unchecked))


def _check_turn(document: dict[str, Any], proved: dict[str, Any], unchecked: list[str]) -> None:
    """Whose turn it is follows from the picks of a pool; a number does not say."""
    if "to_move" in document:
        claim(document["to_move"] in (1, 2) and type(document["to_move"]) is int, "the turn is no seat")
        if _split(proved["game"])[0] == POOL and "swap" not in _split(document["game"])[1]:
            picks = read_pool(proved["position"])[2]
            claim(document["to_move"] == 1 + len(picks) % 2, "it is not that player's turn")
            unchecked.remove("to_move")


def _parse(text: str | bytes) -> Any:
    claim(len(text) <= LARGEST_FILE, "the document is too large")
    written = text.encode(errors="replace") if isinstance(text, str) else text
    lists = sum(map(written.count, (b"[", b"{")))
    claim(written.count(b",") <= MOST_VALUES and lists <= MOST_LISTS, "the document is too large")
    claim(not re.search(rb"[0-9]{20}", written), "a number is too large")
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        raise Refused("it is no JSON document" if not isinstance(error, Refused) else str(error)) from None


def verify(document: Any) -> dict[str, Any]:
    """Verifies a certificate, given as a parsed document, and returns it.

    Raises:
        Refused: It is not a certificate, or it does not prove its verdict.
    """
    _facts(document)
    proved: dict[str, Any] = document
    return proved


def _facts(document: Any) -> Facts:
    claim(isinstance(document, dict) and set(document) == set(FIELDS), f"its fields must be {', '.join(FIELDS)}")
    claim(document["format"] == "aliquot-certificate", "it is not in the format aliquot-certificate")
    claim(type(document["version"]) is int and document["version"] == 2, "its version is not 2")
    texts = isinstance(document["game"], str) and isinstance(document["position"], str)
    claim(texts and type(document["wins"]) is bool, "game, position and wins are of the wrong type")
    moves, proof = document["winning_moves"], document["proof"]
    claim(isinstance(moves, list) and isinstance(proof, dict), "the moves must be a list, and the proof an object")
    claim(all(map(is_move, moves)), "the winning moves are no moves")
    facts = _judge(document["game"], document["position"], moves, proof)
    claim(document["wins"] is facts.wins, f"the position is {'won' if facts.wins else 'lost'}")
    return facts


def _judge(game: str, position: str, moves: list[Any], proof: dict[str, Any]) -> Facts:
    """What the proof shows of the position, if that is won by exactly these moves."""
    name, options = _split(game)
    claim("swap" not in options[:-1], "it names no game known here")
    if options[-1:] == ["swap"]:
        return _swap(f"{name}({','.join(options[:-1])})" if options[1:] else name, position, moves, proof)
    if name == POOL and len(options) <= 1:
        return judge_pool(position, options, moves, proof)
    return judge_numbers(name, options, position, moves, proof)


def _split(game: str) -> tuple[str, list[str]]:
    """A name such as `dividers-duel(misere,swap)` as the rule book and its variants."""
    written = re.fullmatch(r"([a-z-]{1,40})(?:\(([^()]{1,2000})\))?", game)
    if written is None:
        raise Refused("it names no game known here")
    return written[1], written[2].split(",") if written[2] else []


def _names(game: Any, proved: dict[str, Any]) -> bool:
    """Whether an id such as `divisor-duel-pool(pool=2-50)` is that of the game proved, and of no other variant."""
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
        # Once the swap is past, or where there is no first move, it is the game without it.
        options = options[:-1]
    return (name, options) == (proved_name, proved_options)


def _refuse(text: str) -> Any:
    raise Refused(f"{text} is no number")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    claim(len({name for name, _ in pairs}) == len(pairs), "a field is given twice")
    return dict(pairs)


def _swap(game: str, position: str, moves: list[Any], proof: dict[str, Any]) -> Facts:
    """The pie rule: the first move is lost, and the second turn is won by moving or by swapping."""
    # Theorems: pie_rule, misere_pie_rule, numbers_stuck, openings_stuck
    name, options = _split(game)
    if position.endswith("~"):
        claim(name != POOL or len(read_pool(position[:-1])[2]) == 1, "the swap is open after one pick only")
        inside = _judge(game, position[:-1], [] if moves == ["swap"] else moves, proof)
        claim(inside.wins is (moves != ["swap"]), "whoever may swap does not lose")
        claim(inside.remoteness != 0 or not inside.wins, "whoever has won has nothing to swap")
        length = inside.remoteness
        return Facts(True, None, length if length in (None, UNKNOWN) or inside.wins else length + 1)
    claim(not moves and set(proof) == {"swap"} and proof["swap"] is True, "the first move does not win")
    if name == POOL:
        low, high, picks = read_pool(position)
        # Whether the last move wins or loses does not matter here.
        openings = openings_of(low, high, options[:-1] if options[-1:] == ["misere"] else options)
        claim(not picks and len(openings) > 0, "it is not the first move")
    else:
        numbers = [number_in(part) for part in position.split("+", MOST + 1)]
        rules, _ = rules_of(name, options, len(numbers))
        starts = all(number >= SMALLEST.get(rule, 2) for rule, number in zip(rules, numbers, strict=True))
        claim(starts and not all(map(is_prime, numbers)), "it is not the first move")
    return Facts(False, None, None)
