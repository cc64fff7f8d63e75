"""The rules of the longest chain: links, ends, texts, and a sentence for everything that is wrong."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aliquot.core.errors import AliquotError, IllegalMove, InvalidMove, InvalidParameter, InvalidPosition
from aliquot.games.longest_chain import LARGEST, LEFT, RIGHT, TEXT, Chain, End, Extension, locate, names, related


def test_a_chain_grows_at_both_ends() -> None:
    chain = Chain(30).extend(RIGHT, 12).extend(RIGHT, 4).extend(LEFT, 6)
    assert chain.numbers == (6, 12, 4)
    assert (chain.end(LEFT), chain.end(RIGHT)) == (6, 4)
    assert chain.shorten(LEFT).numbers == (12, 4)
    assert chain.shorten(RIGHT).numbers == (6, 12)


@pytest.mark.parametrize("limit", range(2, 13))
def test_the_extensions_are_what_extend_accepts(limit: int) -> None:
    """Every chain of up to four numbers, against every number."""
    chains = [Chain(limit)]
    for _ in range(3):
        longer = []
        for chain in chains:
            for end in (LEFT, RIGHT):
                accepted = [n for n in range(-1, limit + 3) if _accepts(chain, end, n)]
                assert tuple(accepted) == chain.extensions(end)
                longer += [chain.extend(end, number) for number in accepted]
        chains = [*dict.fromkeys(longer)][:300]


def _accepts(chain: Chain, end: End, number: int) -> bool:
    try:
        chain.extend(end, number)
    except IllegalMove:
        return False
    return True


def test_over_is_when_neither_end_can_grow() -> None:
    assert Chain(5, (5, 1, 3)).is_over
    assert not Chain(5, (5, 1, 2)).is_over
    assert not Chain(5).is_over


@pytest.mark.parametrize(
    ("limit", "numbers", "code", "sentence"),
    [
        (10, (11,), "not-in-range", "11 is not one of the numbers 1 to 10."),
        (10, (0,), "not-in-range", "0 is not one of the numbers 1 to 10."),
        (10, (True,), "not-in-range", "True is not one of the numbers 1 to 10."),
        (10, (10**400,), "not-in-range", "a number that large is not one of the numbers 1 to 10."),
        (10, (2, 4, 2), "number-used", "2 is in the chain already."),
        (10, (4, 6), "no-link", "Neither of 4 and 6 divides the other."),
    ],
)
def test_what_is_no_chain_is_refused_with_a_sentence(
    limit: int, numbers: tuple[int, ...], code: str, sentence: str
) -> None:
    with pytest.raises(IllegalMove) as refusal:
        Chain(limit, numbers)
    assert (refusal.value.code, str(refusal.value)) == (code, sentence)


@pytest.mark.parametrize("limit", [1, 0, -5, LARGEST + 1, 10**30, True, 2.5, None, "x"])
def test_a_limit_out_of_bounds_is_refused(limit: object) -> None:
    with pytest.raises(InvalidParameter, match="from 2 to 1000"):
        Chain(limit)  # type: ignore[arg-type]


def test_nothing_can_be_taken_from_an_empty_chain() -> None:
    with pytest.raises(IllegalMove) as refusal:
        Chain(10).shorten(LEFT)
    assert refusal.value.code == "empty-chain"


@pytest.mark.parametrize(
    ("text", "extension"),
    [
        ("24", Extension(RIGHT, 24)),
        (" 24> ", Extension(RIGHT, 24)),
        ("<24", Extension(LEFT, 24)),
        ("18", Extension(LEFT, 18)),  # it fits only there
        ("7", Extension(RIGHT, 7)),  # it fits nowhere
    ],
)
def test_a_number_goes_to_the_end_where_it_fits(text: str, extension: Extension) -> None:
    assert Chain(30, (6, 12, 4)).parse(text) == extension


def test_a_number_that_fits_at_both_ends_goes_to_the_preferred_one() -> None:
    chain = Chain(30, (6, 12, 4))
    assert chain.parse("24", LEFT) == Extension(LEFT, 24)
    assert chain.parse("20", LEFT) == Extension(RIGHT, 20)


@pytest.mark.parametrize("text", ["", "x", "-3", "2.5", "<", "<2>", "1 2", "9" * 30, "٣"])
def test_a_text_that_is_no_number_is_no_extension(text: str) -> None:
    with pytest.raises(InvalidMove, match="Type a number"):
        Chain(10).parse(text)


@given(st.integers(2, 60), st.lists(st.tuples(st.sampled_from((LEFT, RIGHT)), st.integers(0, 999)), max_size=20))
def test_texts_read_back(limit: int, choices: list[tuple[End, int]]) -> None:
    chain = Chain(limit)
    for end, choice in choices:
        if options := chain.extensions(end):
            chain = chain.extend(end, options[choice % len(options)])
    assert Chain.read(chain.text) == chain
    assert Chain.read(chain.text.removeprefix("1-")) == chain
    assert all(related(a, b) for a, b in zip(chain.numbers, chain.numbers[1:], strict=False))


@given(st.text(max_size=40))
def test_no_text_crashes_the_reader(text: str) -> None:
    for read in (Chain.read, Chain(10).parse, lambda text: locate("longest-chain", text)):
        with suppress(AliquotError):
            read(text)


@pytest.mark.parametrize("text", ["", "100/3,,6", "100/a", "2-100/3", "x/3", "100/" + "1," * 9000])
def test_what_is_no_position_is_refused(text: str) -> None:
    with pytest.raises(InvalidPosition, match="written like"):
        Chain.read(text)


def test_names_and_ids_are_located() -> None:
    assert names("longest-chain")
    assert names("longest-chain(limit=30)")
    assert not names("juniper-green")
    assert locate("longest-chain", None) == Chain(100)
    assert locate("longest-chain(limit=30)", "1–30/2,6").numbers == (2, 6)
    for game, text in (("longest-chain(start=3)", None), ("longest-chain(limit=1)", None)):
        with pytest.raises(InvalidParameter):
            locate(game, text)
    with pytest.raises(InvalidPosition):
        locate("longest-chain(limit=30)", "40")


def test_the_example_in_the_rules_is_right() -> None:
    choices = Chain(100, (12,)).extensions(RIGHT)
    *all_but_last, last = map(str, choices)
    assert f"After 12 the choices are {', '.join(all_but_last)} and {last}." in TEXT.rules


def test_a_chain_is_found_again_by_its_id_and_its_text() -> None:
    chain = Chain(30, (2, 6, 12))
    assert chain.id == "longest-chain(limit=30)"
    assert locate(chain.id, chain.text) == chain
