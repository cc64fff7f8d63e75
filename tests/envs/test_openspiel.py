"""OpenSpiel's own tests, and its minimax against our oracle."""

import pickle

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import minimax
from open_spiel.python.observation import make_observation

import aliquot
from aliquot.envs import openspiel

GAMES = (
    "aliquot(game=dividers-duel,start=60)",
    "aliquot(game=divide-and-conquer)",
    "aliquot(game=factor-duel,start=30,misere=True)",
    "aliquot(game=divisor-duel-subtract,start=36,swap=True)",
    "aliquot(game=divisor-duel-pool,low=2,high=20)",
    "aliquot(game=divisor-duel-pool,low=1,high=20,opening=even,misere=True)",
    "aliquot(game=juniper-green)",
    "aliquot(game=dividers-duel,numbers=60_84_90)",
    "aliquot(game=dividers-duel,numbers=963761198400_)",
)


@pytest.mark.parametrize("name", GAMES)
def test_the_random_simulation_test_passes(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)
    capfd.readouterr()


@pytest.mark.parametrize("name", GAMES)
def test_games_and_states_survive_a_journey(name: str) -> None:
    game = pyspiel.load_game(name)
    assert str(pyspiel.load_game(str(game))) == str(game)
    state = game.new_initial_state()
    for _ in range(2):
        state.apply_action(state.legal_actions()[0])
        written = pyspiel.serialize_game_and_state(game, state)
        game_again, again = pyspiel.deserialize_game_and_state(written)
        assert (str(again), str(game_again)) == (str(state), str(game))
        assert again.legal_actions() == state.legal_actions()
        assert str(pickle.loads(pickle.dumps(state))) == str(state)
        copy = state.clone()
        assert str(copy) == str(state)
        if state.is_terminal():
            break
        copy.apply_action(copy.legal_actions()[-1])
        assert str(copy) != str(state)


def load(slug: str, **parameters: object) -> pyspiel.Game:
    return pyspiel.load_game(f"aliquot(game={slug},{','.join(f'{k}={v}' for k, v in parameters.items())})")


def agrees(game: pyspiel.Game, ours: aliquot.AnyGame) -> bool:
    """Whether their minimax and our oracle name the same winner, and their move is one that wins."""
    value, action = minimax.alpha_beta_search(game, maximum_depth=100)
    verdict = aliquot.solve(ours)
    encoding = game.new_initial_state().match.encoding
    return bool((value > 0) == verdict.wins and (not verdict.wins or encoding.actions[action] in verdict.winning_moves))


@pytest.mark.sampled(2)
@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize(
    ("slug", "last"),
    [("dividers-duel", 120), ("divide-and-conquer", 120), ("factor-duel", 120), ("divisor-duel-subtract", 34)],
)
def test_their_minimax_agrees_on_every_start_it_can_finish(slug: str, last: int, misere: bool) -> None:
    checked = 0
    for start in range(4, last + 1):
        ours = aliquot.game(slug, start=start, misere=misere)
        if ours.outcome(ours.start()) is None:
            assert agrees(load(slug, start=start, misere=misere), ours)
            checked += 1
    assert checked > 15


@pytest.mark.parametrize("low", [1, 2])
def test_their_minimax_agrees_on_every_pool_it_can_finish(low: int) -> None:
    for high in range(low + 1, 11):
        assert agrees(
            load("divisor-duel-pool", low=low, high=high), aliquot.game("divisor-duel-pool", pool=(low, high))
        )


def test_their_minimax_agrees_on_sums_and_the_pie_rule() -> None:
    for numbers in ("12_12", "12_18", "8_30", "16_27"):
        for swap in (False, True):
            start = numbers.replace("_", ",")
            ours = aliquot.game("factor-duel", start=start, swap=swap)
            assert agrees(load("factor-duel", numbers=numbers, swap=swap), ours)


@pytest.mark.deep
def test_their_minimax_agrees_on_larger_pools() -> None:
    for low in (1, 2):
        for high in range(11, 15):
            ours = aliquot.game("divisor-duel-pool", pool=(low, high))
            assert agrees(load("divisor-duel-pool", low=low, high=high), ours)


def test_states_are_shown_as_planes_and_as_text() -> None:
    game = pyspiel.load_game("aliquot(game=dividers-duel,start=12)")
    state = game.new_initial_state()
    observation = make_observation(game)
    observation.set_from(state, 0)
    assert observation.tensor.tolist() == [1, 1, 1]
    assert observation.string_from(state, 0) == "12 player 0"
    state.apply_action(0)
    assert state.observation_tensor(0) == [1, 0, 1]
    assert state.information_state_string(0) == "0"
    assert np.allclose(state.returns(), 0)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("aliquot(game=chess)", "There is no game called 'chess'"),
        ("aliquot(game=dividers-duel,start=7)", "is over before the first move"),
        ("aliquot(game=dividers-duel,start=-3)", "The start of Divider's Duel must be"),
        ("aliquot(game=dividers-duel,numbers=x)", "The start of Divider's Duel must be"),
        ("aliquot(game=divisor-duel-pool,low=9,high=2)", "LO is larger than HI"),
        ("aliquot(game=divisor-duel-pool,opening=odd)", "An opening is any, even or even-below-50"),
        ("aliquot(size=3)", "Unknown parameter"),
    ],
)
def test_what_cannot_be_set_up_is_refused_in_a_sentence(
    name: str, sentence: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(pyspiel.SpielError, match=sentence):
        pyspiel.load_game(name)
    capfd.readouterr()


def test_a_state_is_made_by_its_moves_alone() -> None:
    with pytest.raises(aliquot.InvalidParameter, match="replay the moves"):
        openspiel.DuelGame({}).new_initial_state({"number": 12})
    with pytest.raises(aliquot.InvalidParameter, match="no parameters"):
        openspiel.DuelGame({}).make_py_observer(params={"size": 3})
