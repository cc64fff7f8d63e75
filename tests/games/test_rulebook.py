from dataclasses import FrozenInstanceError

import pytest

from aliquot.core.errors import InvalidParameter
from aliquot.games import REGISTRY
from aliquot.games.rulebook import AnyBook

EVERY_GAME = pytest.mark.parametrize("duel", REGISTRY.values(), ids=REGISTRY.keys())


@EVERY_GAME
def test_a_game_set_up_without_parameters_is_as_its_rule_book_recommends(duel: AnyBook) -> None:
    assert duel.create().value == duel.example


@EVERY_GAME
def test_a_parameter_of_another_name_is_refused_by_saying_which_it_takes(duel: AnyBook) -> None:
    for name in ("size", "pool" if duel.parameter == "start" else "start", "x" * 100_000):
        with pytest.raises(InvalidParameter) as refusal:
            duel.create(**{duel.parameter: duel.example, name: "60"})
        assert f"{duel.title} takes the parameter '{duel.parameter}', not '{name[:4]}" in str(refusal.value)
        assert len(str(refusal.value)) < 120


@EVERY_GAME
def test_the_rules_are_the_text_the_module_opens_with(duel: AnyBook) -> None:
    rules = duel.rules()
    headings = [line for line in rules.splitlines() if line and not line.startswith(" ")][1:]
    assert headings == ["Rules", "Among its siblings", "Theory"]
    assert duel.title.replace(":", ",") in rules.splitlines()[0]
    assert "Nobody may pass." in rules


@EVERY_GAME
def test_the_rules_say_what_an_illegal_choice_costs(duel: AnyBook) -> None:
    forfeits = "loses the game at once" in duel.rules()
    assert forfeits == (duel.penalty == "forfeit")
    assert forfeits != ("An illegal choice costs nothing" in duel.rules())


@EVERY_GAME
def test_a_game_cannot_be_changed(duel: AnyBook) -> None:
    game = duel.create()
    with pytest.raises((FrozenInstanceError, AttributeError, TypeError)):
        setattr(game, "low" if duel.parameter == "pool" else "number", 7)
    assert game.value == duel.example
    with pytest.raises((FrozenInstanceError, AttributeError, TypeError)):
        setattr(game, "colour", "red")  # noqa: B010 - an attribute the type does not have
    assert not hasattr(game, "colour")


def test_games_are_equal_if_and_only_if_they_are_the_same_game() -> None:
    made = [duel.create(**{duel.parameter: value}) for duel in REGISTRY.values() for value in _values(duel)]
    again = [duel.create(**{duel.parameter: value}) for duel in REGISTRY.values() for value in _values(duel)]
    for i, one in enumerate(made):
        for j, other in enumerate(again):
            assert (one == other) == (i == j)
    assert len({*made, *again}) == len(made)


def _values(duel: AnyBook) -> tuple[str, str]:
    return ("60", "84") if duel.parameter == "start" else ("2-50", "1-100")
