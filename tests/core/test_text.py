import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aliquot.core.text import LARGEST, REPLACEMENT, clean, is_clean, listing, parse_whole, quote, quote_path, shorten

HUGE = 10**5000
"""Python refuses to write a number this large out in digits."""

NEVER = {
    "an escape": "\x1b",
    "a bell": "\a",
    "a C1 control": "\x9b",
    "an override": "\N{RIGHT-TO-LEFT OVERRIDE}",
    "an isolate": "\N{FIRST STRONG ISOLATE}",
    "a mark of direction": "\N{RIGHT-TO-LEFT MARK}",
    "an Arabic mark of direction": "\N{ARABIC LETTER MARK}",
    "a zero-width space": "\N{ZERO WIDTH SPACE}",
    "a joiner": "\N{ZERO WIDTH JOINER}",
    "a byte order mark": "\ufeff",
    "a line separator": "\N{LINE SEPARATOR}",
    "a paragraph separator": "\N{PARAGRAPH SEPARATOR}",
    "a next line": "\x85",
    "a tag": "\N{TAG LATIN CAPITAL LETTER A}",
    "the end of a tag": "\N{CANCEL TAG}",
    "a selector": "\N{VARIATION SELECTOR-17}",
    "a filler": "\N{HANGUL FILLER}",
    "a blank pattern": "\N{BRAILLE PATTERN BLANK}",
    "half a character": "\udcff",
    "a private one": "\ue000",
    "none at all": "\uffff",
}


@pytest.mark.parametrize("char", NEVER.values(), ids=NEVER)
def test_what_a_terminal_obeys_or_nobody_sees_is_replaced(char: str) -> None:
    assert clean(f"a{char}b") == f"a{REPLACEMENT}b"
    assert not is_clean(f"a{char}b")


def test_every_control_format_separator_and_tag_character_there_is_is_replaced() -> None:
    for code in range(0x110000):
        char = chr(code)
        category = unicodedata.category(char)
        if category in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") or 0xE0000 <= code < 0xE1000:
            assert clean(char) == REPLACEMENT, hex(code)
        elif category == "Zs":
            assert clean(char) == " "


@pytest.mark.parametrize("text", ["Zoë", "山田", "Ωmega", "🙂", "❤\ufe0f", "Việt", "שָׁלוֹם", "กิ่ง", "O’Neill", "a b"])
def test_the_letters_of_the_world_stay(text: str) -> None:
    assert clean(text) == text
    assert is_clean(text)


def test_accents_do_not_climb_over_other_lines() -> None:
    tower = "a" + "\N{COMBINING ACUTE ACCENT}" * 50
    assert clean(tower).count("\N{COMBINING ACUTE ACCENT}") <= 41
    assert "\N{COMBINING ACUTE ACCENT}" * 5 not in clean(tower)


def test_white_space_of_other_widths_is_a_space() -> None:
    assert clean("a\N{NO-BREAK SPACE}b\N{IDEOGRAPHIC SPACE}c") == "a b c"


@given(st.text(st.characters(codec=None)))
def test_what_is_clean_stays_as_it_is(text: str) -> None:
    once = clean(text)
    assert clean(once) == once
    assert is_clean(once)
    assert once.isprintable()
    assert len(once) == len(text)
    assert clean(text, "\n\t").replace("\n", "").replace("\t", "").isprintable()


@given(st.text(st.characters(codec=None)), st.integers(2, 60))
def test_a_shortened_text_is_clean(text: str, width: int) -> None:
    assert is_clean(shorten(text, width))
    assert shorten(text, width).isprintable()
    assert len(shorten(text, width)) <= width


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0),
        ("2", 2),
        ("007", 7),
        (" 2 ", 2),
        ("\t2\r\n", 2),
        ("\N{NO-BREAK SPACE}2\N{IDEOGRAPHIC SPACE}", 2),
        ("1000000000000000000", LARGEST),
        ("9" * 19, 10**19 - 1),
    ],
)
def test_plain_digits_are_read_whatever_white_space_surrounds_them(text: str, number: int) -> None:
    assert parse_whole(text) == number


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "abc",
        "+2",
        "-2",
        "−2",
        "2.0",
        "2.",
        "2,5",
        "1,000",
        "1_000",
        "1 000",
        "1e3",
        "0x10",
        "２",  # full-width
        "٢",  # Arabic-Indic
        "२",  # Devanagari
        "²",
        "Ⅱ",
        "½",
        "🙂",
        "2🙂",
        "2\N{COMBINING ENCLOSING KEYCAP}",
        "\0",
        "2\0",
        "\0002",
        "2\n3",
        "\N{REPLACEMENT CHARACTER}",
        "9" * 20,
        "0" * 19 + "2",
        "9" * 100_000,
        "10**19",
    ],
)
def test_anything_but_one_to_nineteen_plain_digits_is_no_number(text: str) -> None:
    assert parse_whole(text) is None


def test_half_a_character_is_no_number() -> None:
    assert parse_whole("\udcff") is None
    assert parse_whole("2\udcff") is None


@given(st.integers(0, 10**19 - 1), st.text(" \t\r\n", max_size=3), st.text(" \t\r\n", max_size=3))
def test_every_number_of_at_most_nineteen_digits_reads_back(number: int, before: str, after: str) -> None:
    assert parse_whole(f"{before}{number}{after}") == number


@given(st.text() | st.from_regex(r"\s*[+-]?\d{1,21}\s*", fullmatch=True))
def test_what_is_read_is_what_plain_digits_say_and_nothing_else_is_read(text: str) -> None:
    bare = text.strip()
    is_plain = 1 <= len(bare) <= 19 and all(c in "0123456789" for c in bare)
    assert parse_whole(text) == (sum(int(c) * 10**i for i, c in enumerate(reversed(bare))) if is_plain else None)


def test_a_text_that_fits_and_can_be_printed_is_not_shortened() -> None:
    assert shorten("Ωmega ２ 🙂", 9) == "Ωmega ２ 🙂"


def test_a_text_that_does_not_fit_ends_in_an_ellipsis() -> None:
    assert shorten("123456", 5) == "1234…"


@pytest.mark.parametrize("text", ["a\x1b[31mb", "a\nb", "a\0b", "a\N{RIGHT-TO-LEFT OVERRIDE}b", "a\udcffb"])
def test_what_a_terminal_would_obey_is_replaced(text: str) -> None:
    assert shorten(text).startswith("a\N{REPLACEMENT CHARACTER}")


@pytest.mark.parametrize(
    ("value", "quoted"),
    [
        ("1e3", "'1e3'"),
        ("", "''"),
        (-5, "-5"),
        (10**19, "1" + "0" * 19),
        (10**30, "a number that large"),
        (-(10**30), "a number that large"),
        (HUGE, "a number that large"),
        (2.5, "2.5"),
        (True, "True"),
        (None, "None"),
        ((2, 50), "(2, 50)"),
        (b"2\x00", r"b'2\x00'"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_value_is_named_in_a_message(value: object, quoted: str) -> None:
    assert quote(value) == quoted


@pytest.mark.parametrize(
    "value",
    ["9" * 100_000, "\n" * 100, HUGE, -HUGE, (HUGE,), [1, HUGE], {HUGE: 1}, "x\x1b" * 50],
    ids=lambda value: type(value).__name__,
)
def test_naming_a_value_never_fails_and_stays_short_and_printable(value: object) -> None:
    quoted = quote(value)
    assert len(quoted) <= 26
    assert quoted.isprintable()


def test_a_path_is_quoted_whole_and_safe_to_print() -> None:
    path = Path("/home/ada/lessons of the year/second class/games on Monday/server/games.sqlite3")
    assert quote_path(path) == f"'{path}'"
    assert quote_path(Path("/home/\x1b[2J\n")) == f"'/home/{REPLACEMENT}[2J{REPLACEMENT}'"
    assert len(quote_path(Path("9" * 100_000))) < 300


@pytest.mark.parametrize(
    ("words", "joined"),
    [
        ([], ""),
        (["6"], "6"),
        (["6", "10"], "6 or 10"),
        (["6", "10", "15"], "6, 10 or 15"),
    ],
)
def test_words_are_joined_as_in_a_sentence(words: list[str], joined: str) -> None:
    assert listing(words) == joined


def test_words_are_joined_by_the_conjunction_asked_for() -> None:
    assert listing(["2", "3", "5"], "and") == "2, 3 and 5"


@pytest.mark.parametrize("name", ["👨\u200d👩\u200d👧", "👩🏽\u200d🚀", "❤\ufe0f\u200d🔥", "علی\u200cرضا", "क्\u200dष"])
def test_joiners_stay_where_they_change_what_is_seen(name: str) -> None:
    assert is_clean(name)


@pytest.mark.parametrize("text", ["A\u200dda", "\u200dAda", "Ada\u200c", "👨\u200dA", "ع\u200c", "a\u200c\u200cb"])
def test_joiners_that_join_nothing_are_replaced(text: str) -> None:
    assert not is_clean(text)
