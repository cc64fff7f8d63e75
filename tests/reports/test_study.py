"""The study of a position: it says what the oracle says, and every interface shows the same study."""

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import pytest

from aliquot.core.errors import Unsolved
from aliquot.games import create
from aliquot.oracle import solve
from aliquot.oracle.budget import Budget
from aliquot.oracle.pool import CERTIFICATE_SIZE, PoolVerdict
from aliquot.reports.study import (
    LOSES,
    NOT_FINISHED,
    NOT_KNOWN,
    NOT_SEARCHED,
    OVER,
    WINS,
    WINS_BY_NAME,
    Study,
    study,
    study_match,
)
from tests.sentences import played

if TYPE_CHECKING:
    from tests.conftest import Command

NAMES = ("Ada", "Emmy")
MATCHES: list[tuple[str, tuple[str, ...]]] = [
    ("dividers-duel", ()),
    ("factor-duel(start=30,misere)", ()),
    ("divisor-duel-subtract(start=16)", ("2",)),
    ("dividers-duel(start=12+18,misere)", ()),
    ("sum(dividers-duel:12+divisor-duel-subtract:12)", ()),
    ("divisor-duel-pool", ("12",)),
    ("divisor-duel-pool(pool=1-100)", ()),
    ("dividers-duel(start=60,swap)", ()),
    ("dividers-duel(start=60,swap)", ("2",)),
    ("dividers-duel(start=60,swap)", ("30",)),
    ("divisor-duel-pool(pool=2-20,swap)", ("12",)),
    ("divisor-duel-pool(pool=2-12,misere)", ("6",)),
    ("dividers-duel", ("2", "15")),
]


@pytest.mark.parametrize(("name", "moves"), MATCHES)
def test_a_study_says_what_the_oracle_says(name: str, moves: tuple[str, ...]) -> None:
    match = played(name, *moves)
    game, position = match.game, match.position
    verdict, found = solve(game, position), Study.of(game, position)
    assert (found.game, found.position, found.to_move) == (game.id, game.text(position), verdict.to_move)
    assert (found.wins, found.grundy, found.remoteness) == (verdict.wins, verdict.grundy, verdict.remoteness)
    assert found.reason == str(verdict.reason)
    assert found.winning_texts == tuple(game.spell(position, move) for move in verdict.winning_moves)
    winning = [game.parse(position, text) for text in found.winning_texts]
    assert winning == list(verdict.winning_moves)
    for move in set(game.legal_moves(position)) - {getattr(game, "swap_move", None)}:
        assert found.wins_by(move) is (move in winning)
    assert found.proved is (verdict.certificate is not None)
    assert found.certificate is None, "only where it is asked for"
    assert Study.of(game, position, certificate=True).certificate == verdict.certificate


@pytest.mark.parametrize(("name", "moves"), MATCHES)
def test_the_same_position_has_the_same_study_everywhere(name: str, moves: tuple[str, ...], command: "Command") -> None:
    match = played(name, *moves)
    game, position = match.game, match.position
    done = command("solve", game.id, game.text(position), "--json")
    assert (done.code, done.err) == (0, "")
    printed = json.loads(done.out)
    whole = json.loads(json.dumps(asdict(study(game, position, certificate=True))))
    differs = {"to_move", "summary"} if match.turns else set()
    for field in printed.keys() - differs:
        assert printed[field] == whole[field], field
    in_match = asdict(study_match(game.id, [game.spell(turn.before, turn.move) for turn in match.turns], NAMES, 10))
    on_screen = asdict(Study.of(game, position, NAMES))
    assert in_match == on_screen
    told = {"summary", "reason", "certificate"}
    assert {**json.loads(json.dumps(in_match)), **{name: whole[name] for name in told}} == whole


@pytest.mark.parametrize(("name", "moves"), MATCHES)
def test_the_sentences_name_the_players_or_speak_to_the_player_to_move(name: str, moves: tuple[str, ...]) -> None:
    match = played(name, *moves)
    plain, named = (Study.of(match.game, match.position, names) for names in (None, NAMES))
    winner = match.seat if plain.wins else 3 - match.seat
    if match.outcome is None:
        assert plain.summary == (WINS if plain.wins else LOSES)
        assert named.summary == WINS_BY_NAME.format(name=NAMES[winner - 1])
    else:
        assert plain.summary == OVER.format(name=f"player {winner}")
        assert named.summary == OVER.format(name=NAMES[winner - 1])
    assert named.text == f"{named.summary} {named.reason}"
    assert "you" not in named.text.split()


def test_a_verdict_that_is_missing_is_said_to_be_not_searched_or_not_known() -> None:
    match = played("divisor-duel-pool(pool=2-500,misere)")
    with pytest.raises(Unsolved) as problem:
        Study.of(match.game, match.position)
    found = study(match.game, match.position, NAMES)
    assert found == Study.unknown(match.game, match.position, str(problem.value), "too-large")
    assert (found.wins, found.winning_moves, found.proved) == (None, (), False)
    assert (found.summary, found.reason, found.gaps) == (NOT_SEARCHED, str(problem.value), "")
    budget = Budget()
    budget.cancel()
    stopped = study(create("divisor-duel-pool(pool=2-41,misere)"), match.position, budget=budget)
    assert stopped.summary == NOT_FINISHED
    assert Study.unknown(match.game, match.position, "It can go on forever.").summary == NOT_KNOWN


def test_what_is_not_searched_beside_the_winner_is_said() -> None:
    def gaps(game: str) -> Any:
        return asdict(study(create(game), create(game).start()))["gaps"]

    assert gaps("divisor-duel-pool(pool=2-50)") == (
        "The Grundy value and the number of moves to the end were not searched: too many positions can follow."
    )
    assert gaps("divisor-duel-pool(pool=2-50,misere)") == (
        "The number of moves to the end was not searched: too many positions can follow."
    )
    for beyond in ("divisor-duel-subtract(start=200000)", "divisor-duel-subtract(start=200000,misere)"):
        assert gaps(beyond) == "The number of moves to the end is not known."
    for complete in ("divisor-duel-pool(pool=2-20)", "divisor-duel-pool(pool=2-20,misere)", "dividers-duel(start=60)"):
        assert gaps(complete) == ""


def test_the_partners_are_those_the_reason_speaks_of() -> None:
    for low, high, *picks in ((2, 50), (1, 100), (2, 50, "12"), (2, 50, "12", "6"), (2, 50, "12", "24")):
        match = played(f"divisor-duel-pool(pool={low}-{high})", *map(str, picks))
        found = Study.of(match.game, match.position)
        assert found.pairs == solve(match.game, match.position).pairs
        assert all(f"{one}–{two}" in found.reason for one, two in found.pairs[:8])
        assert ("Pair" in found.reason) == bool(found.pairs)


def test_partners_are_the_same_under_the_pie_rule_and_mean_nothing_in_misere() -> None:
    plain, pie = played("divisor-duel-pool", "12"), played("divisor-duel-pool(pool=2-50,swap)", "12")
    assert Study.of(plain.game, plain.position).pairs == Study.of(pie.game, pie.position).pairs != ()
    number = played("dividers-duel")
    assert Study.of(number.game, number.position).pairs == ()
    for name in ("divisor-duel-pool(pool=2-12,misere)", "divisor-duel-pool(pool=2-12,misere,swap)"):
        match = played(name, "6")
        assert Study.of(match.game, match.position).pairs == ()


def test_a_swap_is_named() -> None:
    match = played("dividers-duel(start=60,swap)", "30")
    found = Study.of(match.game, match.position)
    assert (found.winning_moves, found.winning_texts) == (("swap",), ("swap",))


@pytest.mark.parametrize("numbers", [(60, 84), (60, 84, 90), (7, 64, 12), (4, 9)])
def test_several_numbers_are_stacked_by_powers_of_two(numbers: tuple[int, ...]) -> None:
    game = create("dividers-duel", start="+".join(map(str, numbers)))
    found = Study.of(game, game.start())
    stacks = found.stacks
    assert stacks is not None
    for row, number in zip(stacks.rows, numbers, strict=True):
        assert row.number == str(number)
        assert sum(power for power, has in zip(stacks.powers, row.has, strict=True) if has) == row.worth
    counts = [sum(row.has[column] for row in stacks.rows) for column in range(len(stacks.powers))]
    assert list(stacks.counts) == counts
    assert found.wins is any(count % 2 for count in counts)


@pytest.mark.deep
def test_no_certificate_is_made_unless_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(verdict: object) -> None:
        raise AssertionError("a certificate was made")

    monkeypatch.setattr(PoolVerdict, "certificate", property(fail))
    for largest, proved in ((50, True), (CERTIFICATE_SIZE + 1, False)):
        match = played(f"divisor-duel-pool(pool=1-{largest})", "30")
        assert Study.of(match.game, match.position).proved is proved
    pie = played("divisor-duel-pool(pool=2-50,swap)", "12")
    assert Study.of(pie.game, pie.position).proved


def test_of_many_winning_moves_only_the_first_have_a_text() -> None:
    match = played("divisor-duel-subtract(start=897612484786617600)")
    found = Study.of(match.game, match.position)
    assert len(found.winning_moves) > len(found.winning_texts) == 1_000
