"""The four themes: dark, light, high contrast, and one without any colour."""

from textual.theme import Theme

DARK, LIGHT, CONTRAST, PLAIN = "dark", "light", "high contrast", "no colour"


def _hues(colours: str) -> dict[str, str]:
    """Return the colours of pairs by their names in style sheets."""
    return {f"hue-{place}": colour for place, colour in enumerate(colours.split())}


THEMES = (
    Theme(
        name=DARK,
        primary="#8ab4f8",
        secondary="#5f7fae",
        accent="#f2c14e",
        success="#7bd88f",
        error="#ff7b72",
        warning="#f2c14e",
        foreground="#e6e8ee",
        background="#12151c",
        surface="#191d27",
        panel="#262c3a",
        variables={
            "one": "#6fd3e3",
            "two": "#e58fd4",
            "faint": "#8a93a7",
            "ghost": "#4d566b",
            **_hues("#f2c14e #7bd88f #6fd3e3 #e58fd4 #c3b1ff #ffa477"),
        },
    ),
    Theme(
        name=LIGHT,
        dark=False,
        primary="#1e5ebe",
        secondary="#4a6fa5",
        accent="#9a5b00",
        success="#106532",
        error="#b0251d",
        warning="#8a5300",
        foreground="#1c2230",
        background="#faf9f6",
        surface="#f1efe9",
        panel="#e0ddd3",
        variables={
            "one": "#006d80",
            "two": "#9b2f86",
            "faint": "#5a6170",
            "ghost": "#a3a69f",
            **_hues("#7a4a00 #106532 #006d80 #9b2f86 #5a3fb0 #a02c1a"),
        },
    ),
    Theme(
        name=CONTRAST,
        primary="#ffffff",
        secondary="#00ffff",
        accent="#ffff00",
        success="#00ff00",
        error="#ff8c8c",
        warning="#ffd700",
        foreground="#ffffff",
        background="#000000",
        surface="#000000",
        panel="#303030",
        variables={
            "one": "#00ffff",
            "two": "#ff9fff",
            "faint": "#d0d0d0",
            "ghost": "#a0a0a0",
            **_hues("#ffff00 #00ff00 #00ffff #ff9fff #c8b6ff #ffb07a"),
        },
    ),
    Theme(
        name=PLAIN,
        primary="#ffffff",
        secondary="#b0b0b0",
        accent="#ffffff",
        success="#ffffff",
        error="#ffffff",
        warning="#ffffff",
        foreground="#dddddd",
        background="#000000",
        surface="#0e0e0e",
        panel="#2c2c2c",
        variables={
            "one": "#ffffff",
            "two": "#c0c0c0",
            "faint": "#989898",
            "ghost": "#5c5c5c",
            **_hues("#dddddd #dddddd #dddddd #dddddd #dddddd #dddddd"),
        },
    ),
)
"""The themes in the order of the `t` key.

`one` and `two` are the colours of the players, `faint` and `ghost` are for less important text, and each `hue` is for
a pair of numbers.
"""


def after(name: str) -> str:
    """Return the name of the next theme."""
    names = [theme.name for theme in THEMES]
    return names[(names.index(name) + 1) % len(names)] if name in names else DARK
