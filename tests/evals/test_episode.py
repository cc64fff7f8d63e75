from random import Random

import pytest

from aliquot.core.errors import InvalidParameter, UnknownGame
from aliquot.core.outcome import Ending
from aliquot.evals import Episode
from aliquot.evals.harnesses.options import DUELS, outcome_metrics
from aliquot.evals.item import as_typed, wrap
from aliquot.games import create
from aliquot.oracle import solve

GAMES = ("divisor-duel-pool(pool=2-20)", "divisor-duel-subtract(start=96)", "dividers-duel(start=60+84)")


def best(episode: Episode) -> str:
    game, position = episode.match.game, episode.match.position
    verdict = solve(game, position)
    return wrap(as_typed(game, position, (verdict.winning_moves if verdict.wins else game.legal_moves(position))[0]))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seat", [1, 2])
def test_a_model_that_keeps_every_win_wins_what_is_won(game: str, seat: int) -> None:
    episode = Episode(game, "skill:0.3", seat=1 if seat == 1 else 2, seed=4)
    was_won = solve(episode.match.game, episode.match.position).wins
    while episode.outcome is None:
        assert "Your move?" in episode.prompt
        step = episode.step(best(episode))
        assert step.judgement.right
        assert step.reward == step.at_stake
    assert episode.won or not was_won
    assert episode.optimality in (1.0, None)
    assert not episode.steps or episode.steps[-1].done
    with pytest.raises(InvalidParameter):
        episode.step(wrap("2"))


def test_the_first_prompt_has_the_rules_and_promises_no_win() -> None:
    episode = Episode("divisor-duel-subtract(start=96)", "perfect", seat=2)
    assert not solve(episode.match.game, episode.match.position).wins
    assert "whoever faces a prime cannot move and loses" in episode.prompt
    assert "one move in each reply" in episode.prompt
    assert "that wins" not in episode.prompt


@pytest.mark.parametrize("game", ["divisor-duel-pool(pool=2-24,swap)", "dividers-duel(start=60+84,swap)"])
def test_the_pie_rule_is_explained_and_can_be_used(game: str) -> None:
    episode = Episode(game, "random", seat=2, seed=3)
    assert 'Player 2 may say "swap"' in episode.prompt
    assert "Legal moves: swap, " in episode.prompt
    assert ", or swap." in episode.prompt
    step = episode.step(wrap("swap"))
    assert step.judgement.legal
    assert step.done or "swap" not in step.prompt


def test_without_a_reply_there_is_no_share_of_replies() -> None:
    episode = Episode("divisor-duel-pool(pool=2-12)", "perfect", seat=2)
    assert episode.outcome is not None
    assert outcome_metrics(episode) == {"won": 0.0, "decisions": 0.0}
    episode = Episode("divisor-duel-pool(pool=2-12)", "perfect")
    episode.step("no")
    assert (outcome_metrics(episode)["legal"], outcome_metrics(episode)["readable"]) == (0.0, 0.0)


def test_no_first_move_ends_the_matches_of_harnesses() -> None:
    for game in map(create, DUELS):
        start = game.start()
        assert all(game.outcome(game.child(start, move)) is None for move in game.legal_moves(start))


def test_rewards_say_whether_the_move_gave_the_win_away() -> None:
    generator, kept, lost = Random(2), 0, 0
    for seed in range(20):
        episode = Episode("divisor-duel-pool(pool=2-24)", "perfect", seed=seed)
        while episode.outcome is None:
            game, before = episode.match.game, episode.match.position
            move = generator.choice(game.legal_moves(before))
            was_won, still_won = solve(game, before).wins, not solve(game, game.child(before, move)).wins
            step = episode.step(wrap(str(move)))
            assert step.reward == (step.at_stake and still_won)
            assert not step.at_stake or was_won
            kept += step.reward == 1
            lost += step.at_stake and not step.reward
        assert episode.outcome is not None
    assert kept > 5
    assert lost > 5


def test_faults_cost_retries_and_then_the_match() -> None:
    episode = Episode(GAMES[1], retries=2)
    first = episode.step("I do not know.")
    assert (first.done, first.judgement.parsed, first.reward) == (False, False, 0.0)
    assert "Try again" in first.prompt
    assert not episode.step(wrap("95")).done
    last = episode.step(wrap("7"))
    assert last.done
    assert not episode.won
    assert episode.outcome is not None
    assert episode.outcome.ending is Ending.ILLEGAL_MOVE
    assert Episode(GAMES[1]).step("").done


def test_the_same_seed_gives_the_same_match_and_a_record_of_it() -> None:
    records = set()
    for _ in range(2):
        episode = Episode(GAMES[0], "skill:0.5", seat=2, seed=7)
        while episode.outcome is None:
            episode.step(best(episode))
        record = episode.record("a model")
        assert record.names == ("skill:0.5", "a model")
        assert record.replay(create(record.game)).outcome == episode.outcome
        records.add(record)
    assert len(records) == 1


def test_what_cannot_be_set_up_is_refused() -> None:
    with pytest.raises(UnknownGame):
        Episode("chess")
    with pytest.raises(InvalidParameter):
        Episode(GAMES[0], "human")
    with pytest.raises(InvalidParameter):
        Episode(GAMES[0], "skill:7")
