"""Positions as text and as pictures, for `render`, with numpy alone."""

import sys

import numpy as np
from numpy.typing import NDArray

from aliquot.core.errors import InvalidParameter
from aliquot.core.text import quote
from aliquot.envs.encoding_base import EncodedMatch

MODES = ("human", "ansi", "rgb_array")
"""The render modes."""

Picture = NDArray[np.uint8]

_PAPER, _INK, _FAINT, _CHOICE, _LAST = (250, 248, 240), (40, 40, 48), (214, 210, 198), (0, 114, 178), (213, 94, 0)
_CELL = 24
_DIGITS = {
    "0": "755557", "1": "262227", "2": "711747", "3": "717117", "4": "557111", "5": "747117", "6": "747557",
    "7": "711222", "8": "757557", "9": "757117", "+": "002720", ".": "000002",
}  # fmt: skip
"""A bitmap font: each character has six lines of three dots, one octal digit for each line."""
_ROWS, _COLUMNS = 6, 3


def check_mode(mode: str | None) -> None:
    """Check a render mode.

    Raises:
        InvalidParameter: There is no such mode.
    """
    if mode is not None and mode not in MODES:
        raise InvalidParameter(f"A render mode is {', '.join(MODES)}, not {quote(mode)}.")


def show(match: EncodedMatch, mode: str | None) -> str | Picture | None:
    """Render the position in a mode; `human` prints it."""
    if mode == "rgb_array":
        return picture_of(match)
    if mode == "ansi":
        return text_of(match)
    if mode == "human":
        sys.stdout.write(text_of(match) + "\n")
    return None


def text_of(match: EncodedMatch) -> str:
    """The position and the seat to move, on one line."""
    game, position = match.encoding.game, match.position()
    if match.is_over:
        return f"{game.text(position)}  seat {match.winner} has won"
    return f"{game.text(position)}  seat {match.seat} to move"


def picture_of(match: EncodedMatch) -> Picture:
    """Draw a pool as a grid and any other position as text; below, a mark for each seat, filled for the mover."""
    encoding = match.encoding
    board = _draw_pool(match) if encoding.kind == "pool" else _draw_text(encoding.game.text(match.position()))
    picture = np.full((board.shape[0] + _CELL, max(board.shape[1], 2 * _CELL), 3), _PAPER, np.uint8)
    picture[: board.shape[0], : board.shape[1]] = board
    for seat in (1, 2):
        mark = picture[board.shape[0] + 6 : board.shape[0] + 18, (seat - 1) * _CELL + 6 : (seat - 1) * _CELL + 18]
        mark[:] = _INK
        if seat != match.seat:
            mark[2:-2, 2:-2] = _PAPER
    return picture


def _draw_text(text: str, scale: int = 4, ink: tuple[int, int, int] = _INK) -> Picture:
    dots = np.zeros((_ROWS, (_COLUMNS + 1) * len(text)), bool)
    for place, character in enumerate(text):
        for row, octal in enumerate(_DIGITS.get(character, _DIGITS["."])):
            for column in range(_COLUMNS):
                dots[row, place * (_COLUMNS + 1) + column] = int(octal, 8) >> (_COLUMNS - 1 - column) & 1
    large = np.kron(np.pad(dots, 1), np.ones((scale, scale), bool))
    picture = np.full((*large.shape, 3), _PAPER, np.uint8)
    picture[large] = ink
    return picture


def _draw_pool(match: EncodedMatch) -> Picture:
    """Draw every number of a pool: blue if it can be picked, orange if it was picked last, faint if picked before."""
    encoding, numbers = match.encoding, list(match.encoding.pool)
    remaining, last = match.observe()[:2]
    choices = match.mask()[-len(numbers) :]
    across = min(len(numbers), max(10, round(len(numbers) ** 0.5)))
    lines = -(-len(numbers) // across)
    scale = 2 if len(str(encoding.pool[-1])) <= 2 else 1
    size = max(_CELL, _draw_text(str(encoding.pool[-1]), scale).shape[1] + 4)
    picture = np.full((lines * size, across * size, 3), _PAPER, np.uint8)
    for place, number in enumerate(numbers):
        ink = _LAST if last[place] else _FAINT if not remaining[place] else _CHOICE if choices[place] else _INK
        word = _draw_text(str(number), scale, ink)
        top, side = place // across * size + 2, place % across * size + 2
        picture[top : top + word.shape[0], side : side + word.shape[1]] = word
    return picture
