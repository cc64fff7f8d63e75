"""The themes: everything can be read in each of them, and one has no colour at all."""

import pytest
from textual.color import Color
from textual.theme import Theme

from aliquot.terminal.screen.boards.grid import CHOOSABLE, HUES, Cell, CellKind, Grid
from aliquot.terminal.screen.themes import CONTRAST, DARK, LIGHT, PLAIN, THEMES, after

from .host import shown, staged

EVERY_THEME = pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
BODY = ("foreground", "primary", "accent", "success", "error", "warning", "one", "two", "faint")
FOCUSED = ("foreground", "primary", "faint")
"""What is written on `panel`, where a row of the setup has the focus."""


def colours(theme: Theme) -> dict[str, Color]:
    """The colours of a theme as they are used, by name."""
    system = {**theme.to_color_system().generate(), **theme.variables}
    names = {*BODY, "secondary", "ghost", "background", "surface", "panel"}
    return {name: Color.parse(system[name]) for name in names}


def luminance(colour: Color) -> float:
    """How bright a colour is, as the Web Content Accessibility Guidelines reckon it."""
    parts = (part / 255 for part in colour.rgb)
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Color, two: Color) -> float:
    """The contrast ratio of two colours, from 1 to 21."""
    dark, light = sorted((luminance(one), luminance(two)))
    return (light + 0.05) / (dark + 0.05)


def least(theme: Theme) -> float:
    """How much contrast text needs."""
    return 7.0 if theme.name == CONTRAST else 4.5


def test_contrast_is_reckoned_as_the_guidelines_have_it() -> None:
    assert contrast(Color.parse("#000000"), Color.parse("#ffffff")) == pytest.approx(21)
    assert contrast(Color.parse("#777777"), Color.parse("#ffffff")) == pytest.approx(4.48, abs=0.01)
    assert contrast(Color.parse("#123456"), Color.parse("#123456")) == 1


@EVERY_THEME
@pytest.mark.parametrize("ground", ["background", "surface"])
@pytest.mark.parametrize("name", BODY)
def test_text_can_be_read(name: str, ground: str, theme: Theme) -> None:
    found = colours(theme)
    assert contrast(found[name], found[ground]) >= least(theme)


@EVERY_THEME
@pytest.mark.parametrize("name", FOCUSED)
def test_text_can_be_read_where_the_focus_is(name: str, theme: Theme) -> None:
    found = colours(theme)
    assert contrast(found[name], found["panel"]) >= least(theme)


@EVERY_THEME
@pytest.mark.parametrize("ground", ["background", "surface"])
def test_what_recedes_can_still_be_seen_and_lines_can_be_followed(ground: str, theme: Theme) -> None:
    found = colours(theme)
    assert contrast(found["ghost"], found[ground]) >= 2
    assert contrast(found["secondary"], found[ground]) >= 3


@EVERY_THEME
def test_pairs_can_be_read_on_a_projector_and_told_apart(theme: Theme) -> None:
    hues = [Color.parse(theme.variables[f"hue-{place}"]) for place in range(HUES)]
    for hue in hues:
        assert contrast(hue, colours(theme)["background"]) >= 4.5
    assert len({hue.rgb for hue in hues}) == (1 if theme.name == PLAIN else HUES), "without colour the letters tell"


@EVERY_THEME
@staged
async def test_what_is_said_about_a_number_can_be_read(theme: Theme) -> None:
    grid = Grid()
    async with shown(grid, theme=theme.name) as stage:
        grid.cell_height = 2
        grid.cells = [
            Cell(1, "1", CellKind.UNAVAILABLE, "alone"),
            *(Cell(2, "2", CellKind.UNAVAILABLE, "a 3", hue) for hue in range(HUES)),
        ]
        await stage.settle()
        segments = [segment for line in (0, 1) for segment in grid.render_line(line) if segment.text.strip()]
        assert len(segments) == 2 * (HUES + 1)
        for segment in segments:
            assert segment.style is not None
            ink, ground = segment.style.color, segment.style.bgcolor
            assert contrast(Color.from_rich_color(ink), Color.from_rich_color(ground)) >= 4.5, segment


@EVERY_THEME
@staged
async def test_every_cell_of_a_grid_can_be_read(theme: Theme) -> None:
    grid = Grid()
    async with shown(grid, theme=theme.name) as stage:
        tones = (*CHOOSABLE, CellKind.CURRENT, CellKind.ONE, CellKind.TWO)
        grid.cells = [*(Cell(tone, tone, tone) for tone in tones), Cell("pointed", "pointed")]
        grid.cursor = len(tones)
        grid.focus()
        await stage.settle()
        read = set()
        for segment in grid.render_line(0):
            if segment.text.strip() and segment.style is not None:
                ink, ground = segment.style.color, segment.style.bgcolor
                assert contrast(Color.from_rich_color(ink), Color.from_rich_color(ground)) >= least(theme), segment
                read.add(segment.text.strip(" []"))
        assert read == {*tones, "pointed"}


def test_without_colour_means_without_any_colour() -> None:
    (theme,) = (theme for theme in THEMES if theme.name == PLAIN)
    for name, colour in colours(theme).items():
        assert len(set(colour.rgb)) == 1, name


def test_only_the_light_theme_is_light() -> None:
    for theme in THEMES:
        found = colours(theme)
        is_light = luminance(found["background"]) > luminance(found["foreground"])
        assert is_light == (theme.name == LIGHT) == (not theme.dark)


def test_the_players_can_be_told_apart() -> None:
    for theme in THEMES:
        assert theme.variables["one"] != theme.variables["two"]
        assert set(theme.variables) == {"one", "two", "faint", "ghost", *(f"hue-{place}" for place in range(HUES))}


def test_themes_follow_one_another_and_come_round() -> None:
    assert [theme.name for theme in THEMES] == [DARK, LIGHT, CONTRAST, PLAIN]
    assert [after(name) for name in (DARK, LIGHT, CONTRAST, PLAIN)] == [LIGHT, CONTRAST, PLAIN, DARK]
    assert after("nord") == after("") == DARK, "a theme of somebody else's leads back"
