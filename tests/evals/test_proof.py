from random import Random
from typing import Any

import pytest

from aliquot.core.view import PoolView
from aliquot.evals import Kind, Recipe
from aliquot.evals.proof import Finding, Proof, check_proof, proof_of, read_proof
from aliquot.games import create
from aliquot.oracle import solve
from tests.evals import naive
from tests.evals.recipes import POOL


def view_of(pool: str, picks: str = "", **options: Any) -> PoolView:
    game = create(POOL, pool=pool, **options)
    view = game.view(game.position(f"{pool}/{picks}"))
    assert isinstance(view, PoolView)
    return view


def check(pool: str, picks: str, text: str) -> Finding:
    proof = read_proof(text)
    assert proof is not None
    return check_proof(view_of(pool, picks), proof)


@pytest.mark.parametrize(
    ("text", "proof"),
    [
        ("lost: 2-4, 3-6", Proof(None, ((2, 4), (3, 6)))),
        (" won 5 : 2–4 ", Proof(5, ((2, 4),))),
        ("won 5:", Proof(5, ())),
        ("won 5", Proof(5, ())),
        ("lost", Proof(None, ())),
        ("won", None),
        ("won: 2-4", None),
        ("lost: 2-4-8", None),
        ("lost: 2-4,", None),
        ("lost: 2-x", None),
        ("lost 2-4", None),
        ("lost: 2-4: 3-6", None),
        ("won 5 6: 2-4", None),
        ("won " + "9" * 20, None),
        ("", None),
    ],
)
def test_proofs_are_read_strictly(text: str, proof: Proof | None) -> None:
    assert read_proof(text) == proof


def test_text_and_reading_are_inverse() -> None:
    for proof in (Proof(None, ((2, 4), (3, 6))), Proof(7, ()), Proof(None, ())):
        assert read_proof(proof.text) == proof


def test_the_oracles_own_proofs_are_right_and_others_are_not() -> None:
    assert check("2-12", "11", "lost").is_right
    assert check("2-12", "2", "won 10: ").reason.startswith("After 10, 5")
    assert check("2-12", "2", "won 10: 5-10").reason == "10 is not a number that is left."
    assert check("2-12", "2", "won 9: ").reason == "9 is not a legal pick."
    assert check("2-12", "5", "lost: 2-4, 2-6, 10-5").reason == "2 is in two pairs."
    assert check("2-12", "5", "lost: 2-3").reason == "2 and 3 cannot be a pair: neither divides the other."
    assert check("2-12", "5", "lost: 4-4").reason == "4 cannot be its own partner."
    assert not check("2-12", "5", "lost").is_right


def test_a_pairing_that_a_walk_but_no_match_refutes_is_accepted() -> None:
    """A walk may come back to a number, a match may not: a rule that follows walks refuses right pairings."""
    refused_by_walks = 0
    for item in Recipe(Kind.PROOF, POOL, 30, 60, share=1.0).items("walks", 60):
        game, position = item.board
        proof = read_proof(item.gold)
        view = game.view(position)
        assert proof is not None
        assert isinstance(view, PoolView)
        assert check_proof(view, proof).is_right
        refused_by_walks += _walk_fails(view, proof)
    assert refused_by_walks > 0


def _walk_fails(view: PoolView, proof: Proof) -> bool:
    mate = dict([*proof.pairs, *((b, a) for a, b in proof.pairs)])
    left = {*view.available} - {proof.move}
    queue, seen = [proof.move or view.current or 0], set()
    while queue:
        here = queue.pop()
        for n in left:
            if n not in seen and (n % here == 0 or here % n == 0) and n != here:
                seen.add(n)
                if n not in mate:
                    return True
                queue.append(mate[n])
    return False


@pytest.mark.parametrize("opening", ["any", "even"])
@pytest.mark.parametrize("high", range(2, 15))
def test_openings(high: int, opening: str) -> None:
    """Before the first pick a lost pool needs a pairing for every opening."""
    game = create(POOL, pool=(2, high), opening=opening)
    verdict = solve(game)
    view = game.view(game.start())
    assert isinstance(view, PoolView)
    proof = proof_of(verdict)
    assert (proof.move is not None) is verdict.wins
    assert check_proof(view, proof).is_right
    if not verdict.wins and proof.pairs:
        assert not check_proof(view, Proof(None, proof.pairs[1:])).is_right


@pytest.mark.harder
def test_refutations_are_matches_that_beat_the_pairing() -> None:
    generator, refuted = Random(5), 0
    for item in Recipe(Kind.PROOF, POOL, 20, 50, share=1.0).items("refute", 40):
        game, position = item.board
        view = game.view(position)
        proof = read_proof(item.gold)
        assert isinstance(view, PoolView)
        assert proof is not None
        dropped = proof.pairs[: generator.randrange(len(proof.pairs))]
        finding = check_proof(view, Proof(proof.move, dropped))
        mate = dict([*dropped, *((b, a) for a, b in dropped)])
        p = position if proof.move is None else game.play(position, proof.move)
        picks = finding.refutation if proof.move is None else finding.refutation[1:]
        assert finding.is_right or picks
        for place, pick in enumerate(picks):
            p = game.play(p, pick)
            last = place == len(picks) - 1
            if place % 2 == 0:
                assert last is (pick not in mate)
            else:
                assert mate[picks[place - 1]] == pick
        refuted += not finding.is_right
    assert refuted > 20


@pytest.mark.deep
def test_mutated_proofs_are_refused_unless_they_are_right() -> None:
    """10^5 mutated pairings; all lines against each of them are played."""
    generator, tried, refused = Random(1), 0, 0
    for item in Recipe(Kind.PROOF, POOL, 8, 16, share=1.0).items("mutants", 1_000):
        game, position = item.board
        view, board = game.view(position), naive.board_of(item.game, item.position)
        proof = read_proof(item.gold)
        assert isinstance(view, PoolView)
        assert proof is not None
        for _ in range(100):
            mutant = _mutate(proof, view, generator)
            is_right = check_proof(view, mutant).is_right
            assert is_right is naive.pairing_holds(board, mutant.text), (item.position, mutant.text)
            tried += 1
            refused += not is_right
    assert tried == 100_000
    assert refused > 50_000


def _mutate(proof: Proof, view: PoolView, generator: Random) -> Proof:
    move, pairs = proof.move, list(proof.pairs)
    for _ in range(generator.randrange(1, 3)):
        place = generator.randrange(len(pairs)) if pairs else 0
        match generator.randrange(4):
            case 0 if pairs:
                del pairs[place]
            case 1 if pairs:
                pairs[place] = pairs[place][0], generator.randrange(view.low, view.high + 1)
            case 2:
                pairs.append((generator.randrange(view.low, view.high + 1), generator.choice(view.available)))
            case _:
                move = generator.choice([None, *view.options.moves])
    return Proof(move, tuple(pairs))
