from dataclasses import FrozenInstanceError

import pytest

from aliquot.core.errors import InvalidParameter, UnknownGame
from aliquot.core.text import listing
from aliquot.games import PRESETS, REGISTRY, VARIANTS, create, rules_of
from aliquot.games.dividers_duel import DividersDuel
from aliquot.games.rulebook import AnyBook, RuleText, Section

from .matches import Matches

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
def test_the_rules_have_a_summary_and_sections(duel: AnyBook) -> None:
    assert [section.heading for section in duel.rules.sections] == ["Rules", "How it differs", "Theory"]
    assert duel.rules.summary.startswith(duel.title.replace(":", ","))
    assert "Nobody may pass." in duel.rules.rules[0]


@EVERY_GAME
def test_the_rules_say_what_an_illegal_choice_costs(duel: AnyBook) -> None:
    rules = " ".join(duel.rules.rules)
    forfeits = "loses the game at once" in rules
    assert forfeits == (duel.penalty == "forfeit")
    assert forfeits != ("An illegal choice costs nothing" in rules)


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


@pytest.mark.parametrize("name", [*REGISTRY, *PRESETS, *VARIANTS])
def test_rules_are_plain_paragraphs_and_printed_whole(name: str) -> None:
    text = rules_of(name)
    paragraphs = [paragraph for section in text.sections for paragraph in section.paragraphs]
    assert all(paragraph == " ".join(paragraph.split()) and paragraph.endswith(".") for paragraph in paragraphs)
    words = [text.summary, *(" ".join((section.heading, *section.paragraphs)) for section in text.sections)]
    assert text.text().split() == " ".join([*words, f"Proof: {text.proof}."]).split()
    assert max(map(len, text.text().splitlines())) <= 100
    assert "docs/" not in " ".join(paragraphs)


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_speaks_of_its_own_pool(name: str) -> None:
    game, rules = create(name), rules_of(name).rules
    prompt = game.view(game.start()).prompt.removeprefix("pick ")
    assert rules[0].startswith(f"All numbers from 1 to 100 lie in a pool. The first player picks {prompt}.")
    choices = listing([str(number) for number in game.legal_moves(game.play(game.start(), 12))], "and")
    assert rules[-1] == f"After 12 the choices are {choices}."


def test_a_game_that_does_not_exist_has_no_rules() -> None:
    with pytest.raises(UnknownGame):
        rules_of("chess")


def test_a_book_without_rules_has_its_title_and_tagline() -> None:
    class Other(DividersDuel):
        title, tagline = "Other Duel", "Like the first."

    assert Other.rules == RuleText("Other Duel: Like the first.")
    assert Other.rules.text() == "Other Duel: Like the first."
    assert Other.rules.rules == ()


def test_a_book_that_names_no_task_has_its_tagline_as_the_goal() -> None:
    pile = Matches.create()
    assert (pile.task, pile.aim, pile.goal) == ("", "", pile.tagline)
    assert pile.count_moves(pile.start()) == len(pile.legal_moves(pile.start()))


def test_rules_are_folded_under_their_headings() -> None:
    text = RuleText("Nim: take.", (Section("Rules", ("Take one.", "Or two.")), Section("Theory", ("XOR.",))), "a.md")
    assert text.text() == "Nim: take.\n\nRules\n    Take one.\n\n    Or two.\n\nTheory\n    XOR. Proof: a.md."
