import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aliquot.core.text import REPLACEMENT, clean, is_clean, shorten

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
    assert len(shorten(text, width)) <= width
