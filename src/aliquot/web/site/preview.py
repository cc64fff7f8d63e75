"""Preview pictures: what a link shows in a chat, and the icons of the web app. Drawn with Pillow, in a worker.

A number shows its prime factors as dots: 2 blue, 3 orange, 5 green, 7 violet, all others grey. A divisor's dots are
among those of its multiple, so that the rule of every game is in the picture.
"""

from collections import OrderedDict
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from math import ceil
from typing import TYPE_CHECKING, Annotated, Any
from unicodedata import combining, normalize
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request, Response

from aliquot.arithmetic import factorise
from aliquot.core.game import AnyGame
from aliquot.core.view import NumbersView, PoolView, View
from aliquot.games import create, goal_of, title_of
from aliquot.web.errors import NotFound
from aliquot.web.live.api import Ask
from aliquot.web.site.explore import LONGEST_NAME, LONGEST_POSITION, PositionAddress

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont, ImageFont

router = APIRouter()
WIDTH, HEIGHT = 1200, 630
"""The size that chats and social networks expect, in pixels."""
NAME_TOP = HEIGHT - 114
"""Where the name of the page is."""
ICON_SIZES = (180, 192, 512)
_LEFT, _TEXT_TOP = 716, 48
"""Where the text beside the board begins, at the left and at the top."""
_TEXT_SCALES = (1, 0.85, 0.7, 0.6, 0.5)
_MOST_TILES = 120
"""The most numbers of a pool that a picture shows."""
_MOST_HEAPS = 4
"""The most numbers of a sum that a picture shows."""
_MOST_DOTS = 12
"""The most dots in a row."""
_CACHED = 200
"""Pictures kept in memory, about 30 kB each."""
_DAY = "public, max-age=86400"
_PAPER, _CARD, _INK, _SOFT, _LINE, _GOLD, _GOLD_PAPER = (
    "#fbf8f1", "#ffffff", "#1f2533", "#596071", "#ddd4c1", "#8a5a00", "#ffe9b8",
)  # fmt: skip
_PRIMES = {2: "#2f6fde", 3: "#e26f24", 5: "#2a9d5c", 7: "#8b4fd1"}
_OTHER_PRIME = "#8b8f98"
_TAKEN = "#b9b2a4"
_NAME = "Aliquot"
_HOME = "Number games for two. Each number shows the primes it is made of."
_HOME_NUMBERS = (60, 30, 15, 12, 6, 84, 42, 7, 5)


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle, in pixels."""

    x: float
    y: float
    width: float
    height: float


def preview_path(game: AnyGame, position: Any) -> str:
    """Return the address of the picture of a position."""
    return f"/preview.png?{urlencode({'game': game.id, 'position': game.text(position)})}"


# --- in worker processes --------------------------------------------------------------------------------


def draw_position(name: str, position: str) -> bytes:
    """Return the picture of a position as PNG.

    Raises:
        AliquotError: There is no such position, or it is too large for this server.
    """
    game, at = PositionAddress(name, position).locate() if position else (create(name), None)
    view = game.view(game.start() if at is None else at)
    return _draw(view, title_of(game), goal_of(game))


def draw_home() -> bytes:
    """Return the picture of the home page as PNG."""
    return _draw(None, _NAME, _HOME)


def draw_icon(size: int) -> bytes:
    """Return the icon of the web app as PNG: the logo."""
    return _png(_logo(size))


def _logo(size: int) -> Any:
    """Return the logo, which is the three dots of 30."""
    large = 4 * size  # drawn larger and scaled down, so that the edges are smooth
    image, draw = _canvas(large, large)
    corners = [(large * x, large * y) for x, y in ((0.5, 0.29), (0.28, 0.69), (0.72, 0.69))]
    draw.polygon(corners, outline=_INK, width=large // 20)
    radius = large * 0.155
    for (x, y), colour in zip(corners, _PRIMES.values(), strict=False):
        draw.ellipse([x - radius, y - radius, x + radius, y + radius], fill=colour)
    return image.resize((size, size))


def _draw(view: View | None, title: str, line: str) -> bytes:
    image, draw = _canvas(WIDTH, HEIGHT)
    board = Box(48, 48, 620, HEIGHT - 96)
    if isinstance(view, PoolView) and view.high - view.low < _MOST_TILES:
        _draw_pool(draw, board, view)
    elif isinstance(view, NumbersView):
        _draw_numbers(draw, board, view.numbers)
    else:
        _draw_grid(draw, board, [(number, "") for number in _HOME_NUMBERS], 3)
    for y, size, part, colour in lay_out_text(title, line):
        draw.text((_LEFT, y), part, font=_font(size), fill=colour)
    image.paste(_logo(56), (_LEFT - 8, NAME_TOP))
    draw.text((_LEFT + 54, NAME_TOP + 12), _NAME, font=_font(32), fill=_INK)
    return _png(image)


def lay_out_text(title: str, line: str) -> list[tuple[float, float, str, str]]:
    """Return the lines beside the board: their places, sizes, texts and colours.

    The text is as large as lets it end above the name of the page.
    """
    lines: list[tuple[float, float, str, str]] = []
    for scale in _TEXT_SCALES:
        lines, y = [], 0.0
        for size, text, colour in ((60 * scale, title, _INK), (32 * scale, line, _SOFT)):
            for part in _wrap(_spell(text), _font(size), WIDTH - _LEFT - 40):
                lines.append((y, size, part, colour))
                y += size * 1.25
            y += 24 * scale
        if y <= NAME_TOP - _TEXT_TOP:
            break
    top = max(_TEXT_TOP, min(150.0, NAME_TOP - y))
    return [(top + y, size, part, colour) for y, size, part, colour in lines]


def _spell(text: str) -> str:
    """Return a text in the letters that the typeface has: it knows neither dashes nor accents."""
    bare = normalize("NFKD", text.replace("–", "-"))
    return "".join(letter for letter in bare if not combining(letter))


def _draw_pool(draw: "ImageDraw", board: Box, view: PoolView) -> None:
    """Draw every number of a pool: what is taken is struck out, the last pick is gold."""
    cells = [
        (number, "current" if number == view.current else "taken" if number in view.turns else "")
        for number in range(view.low, view.high + 1)
    ]
    _draw_grid(draw, board, cells, 10 if len(cells) > 30 else 6)


def _draw_numbers(draw: "ImageDraw", board: Box, numbers: tuple[int, ...]) -> None:
    first = numbers[:_MOST_HEAPS]
    kind = "current" if len(numbers) == 1 else ""
    _draw_grid(draw, board, [(number, kind) for number in first], 1 if len(first) == 1 else 2)


def _draw_grid(draw: "ImageDraw", board: Box, cells: list[tuple[int, str]], columns: int) -> None:
    rows = ceil(len(cells) / columns)
    side = min(board.width / columns, board.height / rows)
    wide = min(board.width / columns, side * 1.4)
    x, y = board.x + (board.width - wide * columns) / 2, board.y + (board.height - side * rows) / 2
    for place, (number, kind) in enumerate(cells):
        row, column = divmod(place, columns)
        _draw_tile(draw, number, kind, Box(x + column * wide + 3, y + row * side + 3, wide - 6, side - 6))


def _draw_tile(draw: "ImageDraw", number: int, kind: str, box: Box) -> None:
    corners = [box.x, box.y, box.x + box.width, box.y + box.height]
    radius = min(box.width, box.height) * 0.18
    if kind == "taken":
        draw.rounded_rectangle(corners, radius, outline=_LINE, width=1)
    else:
        paper, line = (_GOLD_PAPER, _GOLD) if kind == "current" else (_CARD, _LINE)
        draw.rounded_rectangle(corners, radius, fill=paper, outline=line, width=3 if kind == "current" else 2)
    text = f"{number:,}".replace(",", " ") if number >= 10_000 else str(number)
    font = _font(min(box.height * 0.46, box.width * 1.55 / max(2, len(text))))
    middle = box.x + box.width / 2, box.y + box.height * 0.38
    draw.text(middle, text, font=font, fill=_TAKEN if kind == "taken" else _INK, anchor="mm")
    if kind != "taken":
        _draw_dots(
            draw, number, Box(box.x + box.width * 0.08, box.y + box.height * 0.66, box.width * 0.84, box.height * 0.26)
        )


def _draw_dots(draw: "ImageDraw", number: int, box: Box) -> None:
    """Draw the prime factors of a number as dots, in the middle of a box: all of them, in as few rows as they fit."""
    primes = [prime for prime, exponent in factorise(number) for _ in range(exponent)]
    if not primes:
        return
    rows = ceil(len(primes) / _MOST_DOTS)
    columns = ceil(len(primes) / rows)
    step = min(box.height / rows, box.width / columns)
    for place, prime in enumerate(primes):
        row, column = divmod(place, columns)
        here = min(columns, len(primes) - row * columns)
        x = box.x + box.width / 2 + (column - (here - 1) / 2) * step
        y = box.y + box.height / 2 + (row - (rows - 1) / 2) * step
        radius, colour = step * 0.4, _PRIMES.get(prime, _OTHER_PRIME)
        draw.ellipse([x - radius, y - radius, x + radius, y + radius], fill=colour)


def _canvas(width: int, height: int) -> "tuple[Any, ImageDraw]":
    from PIL import Image, ImageDraw

    image = Image.new("RGB", (width, height), _PAPER)
    return image, ImageDraw.Draw(image)


@cache
def _font(size: float) -> "FreeTypeFont | ImageFont":
    """Return the typeface that comes with Pillow, so that every machine draws the same picture."""
    from PIL import ImageFont

    return ImageFont.load_default(max(8, round(size)))


def _wrap(text: str, font: Any, width: float) -> list[str]:
    """Break a text into lines."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and font.getlength(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _png(image: Any) -> bytes:
    out = BytesIO()
    image.convert("P", palette=1, colors=128).save(out, "PNG", optimize=True)
    return out.getvalue()


# --- the addresses --------------------------------------------------------------------------------------


async def _picture(request: Request, ask: Ask, key: tuple[Any, ...], work: Any, *arguments: Any) -> Response:
    """Return a picture, drawn once: drawing takes a worker some milliseconds and counts as a question."""
    if not hasattr(request.app.state, "pictures"):
        request.app.state.pictures = OrderedDict()
    pictures: OrderedDict[tuple[Any, ...], bytes] = request.app.state.pictures
    if key not in pictures:
        pictures[key] = await ask(work, *arguments)
        while len(pictures) > _CACHED:
            pictures.popitem(last=False)
    # Chats and other websites show these pictures on pages of their own.
    headers = {"cache-control": _DAY, "cross-origin-resource-policy": "cross-origin"}
    return Response(pictures[key], media_type="image/png", headers=headers)


@router.get("/preview.png")
async def preview(
    request: Request,
    ask: Ask,
    game: Annotated[str, Query(max_length=LONGEST_NAME)] = "",
    position: Annotated[str, Query(max_length=LONGEST_POSITION)] = "",
) -> Response:
    """Return the picture of a position; without a game, that of the home page."""
    if not game:
        return await _picture(request, ask, ("home",), draw_home)
    return await _picture(request, ask, (game, position), draw_position, game, position)


@router.get("/icon-{size}.png")
async def icon(request: Request, ask: Ask, size: str) -> Response:
    """Return the icon of the web app.

    Raises:
        NotFound: It is not drawn in that size.
    """
    if size not in map(str, ICON_SIZES):
        raise NotFound("There is no icon of that size.")
    return await _picture(request, ask, ("icon", size), draw_icon, int(size))


@router.get("/manifest.webmanifest")
async def manifest() -> Response:
    """Return what a phone needs to put the page on its home screen."""
    from aliquot.web.live.protocol import encode
    from aliquot.web.site.assets import address

    icons = [{"src": f"/icon-{size}.png", "sizes": f"{size}x{size}", "type": "image/png"} for size in ICON_SIZES[1:]]
    icons.append({"src": address("icon.svg"), "sizes": "any", "type": "image/svg+xml"})
    body = {
        "name": _NAME,
        "short_name": _NAME,
        "description": _HOME,
        "id": "/",
        "start_url": "/",
        "display": "standalone",
        "background_color": _PAPER,
        "theme_color": _PAPER,
        "icons": icons,
    }
    return Response(encode(body), media_type="application/manifest+json", headers={"cache-control": _DAY})
