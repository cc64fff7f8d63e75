"""What bad input gets: one sentence on standard error, exit code 2, at once, and nothing echoed back whole."""

from typing import TYPE_CHECKING

import pytest

from aliquot.games import REGISTRY
from aliquot.games.number import NumberGame

if TYPE_CHECKING:
    from tests.conftest import Command

LONG = "9" * 100_000
NUMBER_GAMES = [slug for slug, duel in REGISTRY.items() if issubclass(duel, NumberGame)]
BAD_STARTS = ["1", "0", "-5", "abc", "1e3", "10**19", str(10**19), str(10**18 + 1), "", "2.0", "６０", "🙂"]


@pytest.mark.parametrize("start", BAD_STARTS)
def test_a_bad_start_is_refused_naming_the_bound(start: str, command: "Command") -> None:
    sentence = command("play", "dividers-duel", "--start", start).refusal()
    assert "must be a whole number greater than 2 and at most 10^18, not " in sentence
    assert sentence.endswith((f"not {start}.", f"not '{start}'."))


@pytest.mark.parametrize("start", ["+60", "60+", "60,", "60,abc", f"60+{LONG[:90_000]}"], ids=lambda start: start[:8])
def test_a_bad_start_among_several_is_refused_naming_the_bound(start: str, command: "Command") -> None:
    sentence = command("play", "dividers-duel", "--start", start).refusal()
    assert "must be a whole number greater than 2 and at most 10^18, not " in sentence


@pytest.mark.parametrize("slug", NUMBER_GAMES)
def test_every_number_game_names_its_own_bound(slug: str, command: "Command") -> None:
    least = {"dividers-duel": 2, "divide-and-conquer": 1, "factor-duel": 2, "divisor-duel-subtract": 1}[slug]
    sentence = command("play", slug, "--start", str(least)).refusal()
    assert sentence.endswith(f"must be a whole number greater than {least} and at most 10^18, not {least}.")


def test_a_start_given_with_an_equals_sign_is_refused_alike(command: "Command") -> None:
    one = command("play", "dividers-duel", "--start=-5").refusal()
    assert one == command("play", "dividers-duel", "--start", "-5").refusal()


def test_a_hundred_thousand_digits_are_refused_and_not_echoed(command: "Command") -> None:
    sentence = command("play", "dividers-duel", "--start", LONG).refusal()
    assert "at most 10^18, not '99999999999999999999999…'." in sentence


@pytest.mark.parametrize(
    "arguments",
    [
        ("play", "divisor-duel-pool", "--pool", LONG),
        ("play", "divisor-duel-pool", "--pool", f"2-{LONG}"),
        ("play", "dividers-duel", "--best-of", LONG),
        ("play", "dividers-duel", "--toss", "--seed", LONG),
        ("play", "dividers-duel", "--names", LONG),
        ("play", "dividers-duel", "--names", f"Ada,{LONG}"),
        ("play", LONG),
        ("rules", LONG),
        ("play", "dividers-duel", LONG),
        ("play", "dividers-duel", f"--{LONG}"),
        (LONG,),
        (f"--{LONG}",),
        ("games", LONG),
    ],
    ids=lambda arguments: " ".join(argument[:20] for argument in arguments),
)
def test_nothing_that_long_is_ever_echoed_back_whole(arguments: tuple[str, ...], command: "Command") -> None:
    sentence = command(*arguments).refusal()
    assert "9" * 100 not in sentence
    assert "integer string conversion" not in sentence


@pytest.mark.parametrize(
    ("pool", "why"),
    [
        ("50-2", "not 50-2: LO is larger than HI."),
        ("2-2000000", "not 2-2000000 with 1,999,999 numbers."),
        ("x", "not 'x'."),
        ("", "not ''."),
        ("0-5", "not a bound of 0."),
        ("-5-5", "not '-5-5'."),
        ("2-", "not '2-'."),
        ("2-1e3", "not '2-1e3'."),
        (f"2-{10**18 + 1}", "not a bound of 1000000000000000001."),
    ],
)
def test_a_bad_pool_is_refused_naming_the_bounds(pool: str, why: str, command: "Command") -> None:
    sentence = command("play", "divisor-duel-pool", "--pool", pool).refusal()
    assert "must be LO-HI with 1 ≤ LO ≤ HI ≤ 10^18 and at most 1,000,000 numbers, " in sentence
    assert sentence.endswith(why)


def test_a_start_for_the_pool_game_is_refused_by_saying_which_games_take_it(command: "Command") -> None:
    sentence = command("play", "divisor-duel-pool", "--start", "60").refusal()
    assert all(slug in sentence for slug in NUMBER_GAMES)
    assert sentence.endswith("divisor-duel-pool takes --pool.")


@pytest.mark.parametrize("slug", NUMBER_GAMES)
def test_a_pool_for_another_game_is_refused_by_saying_which_game_takes_it(slug: str, command: "Command") -> None:
    sentence = command("play", slug, "--pool", "2-50").refusal()
    assert sentence == f"aliquot: --pool is for divisor-duel-pool; {slug} takes --start."


@pytest.mark.parametrize("subcommand", ["play", "rules"])
def test_an_unknown_game_is_answered_with_the_nearest_name(subcommand: str, command: "Command") -> None:
    sentence = command(subcommand, "dividers-dual").refusal()
    assert sentence == "aliquot: There is no game called 'dividers-dual'. Did you mean 'dividers-duel'?"


def test_a_name_like_none_is_answered_with_all_the_names(command: "Command") -> None:
    sentence = command("play", "chess").refusal()
    assert all(slug in sentence for slug in REGISTRY)


@pytest.mark.parametrize("length", ["0", "2", "4", "100", "101", "-1", "abc", "1.0", "", "３"])
def test_a_series_of_no_odd_length_is_refused(length: str, command: "Command") -> None:
    sentence = command("play", "dividers-duel", "--best-of", length).refusal()
    assert sentence == f"aliquot: --best-of takes an odd number from 1 to 99, not '{length}'."


@pytest.mark.parametrize("names", ["Ada", "", ",", "Ada,", ",Emmy", " , ", "Ada,Emmy,Sophie"])
def test_names_are_two_with_a_comma_between_them(names: str, command: "Command") -> None:
    sentence = command("play", "dividers-duel", "--names", names).refusal()
    assert sentence == f"aliquot: Give two names separated by a comma, such as Ada,Emmy, not '{names}'."


@pytest.mark.parametrize("names", ["Ada,Ada", "Ada,ada", " Ada ,Ada", "Straße,STRASSE"])
def test_equal_names_are_refused(names: str, command: "Command") -> None:
    assert "The players need different names" in command("play", "dividers-duel", "--names", names).refusal()


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "name",
    ["\x1b[31mAda", "A\nda", "A\tda", "A\x7fda", "A\x9bda", "A\N{RIGHT-TO-LEFT OVERRIDE}da", b"A\xffda", "A" * 33],
    ids=ascii,
)
def test_control_characters_and_endless_names_are_refused(name: str | bytes, command: "Command") -> None:
    names = (name if isinstance(name, bytes) else name.encode()) + b",Emmy"
    sentence = command("play", "dividers-duel", "--names", names).refusal()
    assert "A name must have 1 to 32 visible characters" in sentence


@pytest.mark.parametrize("seed", ["x", "-1", "1.5", "", "9" * 20])
def test_a_seed_is_a_whole_number(seed: str, command: "Command") -> None:
    sentence = command("play", "dividers-duel", "--toss", "--seed", seed).refusal()
    assert sentence.startswith("aliquot: --seed takes a whole number of at most 19 digits, not ")


def test_a_start_is_given_once(command: "Command") -> None:
    sentence = command("play", "dividers-duel", "60", "--start", "84").refusal()
    assert sentence == "aliquot: Give the start once: '60' or --start, not both."


def test_retry_and_forfeit_exclude_each_other(command: "Command") -> None:
    sentence = command("play", "dividers-duel", "--retry", "--forfeit").refusal()
    assert sentence == "aliquot: Give either --retry or --forfeit, not both."


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("play", "dividers-duel", "--colour"), "--colour"),
        (("--colour",), "--colour"),
        (("games", "--xml"), "--xml"),
        (("plya",), "plya"),
        (("play",), "GAME"),
        (("rules",), "GAME"),
        (("play", "dividers-duel", "60", "84"), "84"),
        (("games", "please"), "please"),
        (("play", "dividers-duel", "--start"), "--start"),
        (("play", "dividers-duel", "--toss=yes"), "--toss"),
        (("play", "dividers-duel", "--best", "3"), "--best"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else None,
)
def test_an_unknown_option_command_or_argument_is_refused_in_one_line(
    arguments: tuple[str, ...], problem: str, command: "Command"
) -> None:
    sentence = command(*arguments).refusal()
    assert problem in sentence
    assert "--help" in sentence


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    "arguments",
    [
        ("play", "dividers-duel", "--start", b"\xff"),
        ("play", "divisor-duel-pool", "--pool", b"2-\xff"),
        ("play", b"\xff"),
        ("rules", "a\nb"),
        ("play", "dividers-duel", "--start", "\x1b[31m60"),
        ("play", "dividers-duel", "a\nb"),
        ("play", "dividers-duel", "\x1b]0;title\x07"),
        ("play", "dividers-duel", "--a\nb"),
        ("a\nb",),
        ("\x1b[31m",),
        (b"\xff",),
    ],
    ids=ascii,
)
def test_what_a_terminal_would_obey_never_reaches_it(arguments: tuple[str | bytes, ...], command: "Command") -> None:
    command(*arguments).refusal()  # which is one printable line


def test_bad_input_is_refused_before_anything_is_read_or_printed(command: "Command") -> None:
    done = command("play", "dividers-duel", "--start", "60", "--best-of", "2", typed="2\n5\n3\n")
    done.refusal()
