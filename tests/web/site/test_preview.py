"""Previews of links: pictures of positions, the head of pages, icons and the manifest."""

from io import BytesIO

import pytest
from PIL import Image

from aliquot.core.errors import AliquotError
from aliquot.games import create, goal_of, title_of
from aliquot.web.site.preview import (
    HEIGHT,
    NAME_TOP,
    WIDTH,
    draw_home,
    draw_icon,
    draw_position,
    lay_out_text,
    preview_path,
)

from ..conftest import Served, client
from ..reading import read

BLUE, ORANGE, GREEN, VIOLET = (47, 111, 222), (226, 111, 36), (42, 157, 92), (139, 79, 209)


def opened(picture: bytes) -> Image.Image:
    return Image.open(BytesIO(picture)).convert("RGB")


def colours(picture: bytes) -> set[tuple[int, ...]]:
    """The colours of a picture, rounded as its palette rounds them."""
    found = opened(picture).getcolors(WIDTH * HEIGHT)
    assert found is not None
    return {tuple(channel // 16 for channel in colour) for _, colour in found if isinstance(colour, tuple)}


def has(picture: bytes, colour: tuple[int, int, int]) -> bool:
    return tuple(channel // 16 for channel in colour) in colours(picture)


@pytest.mark.parametrize(
    ("name", "position"),
    [
        ("divisor-duel-pool(pool=1-100,opening=even)", "1-100/12,6"),
        ("divisor-duel-pool(pool=1-1000)", ""),
        ("dividers-duel(start=60)", "30"),
        ("sum(dividers-duel:60+divisor-duel-subtract:48)", ""),
        ("dividers-duel(start=1000000000000000000)", ""),
    ],
)
def test_every_kind_of_position_has_a_picture(name: str, position: str) -> None:
    picture = draw_position(name, position)
    assert opened(picture).size == (WIDTH, HEIGHT) == (1200, 630)
    assert len(picture) < 100_000, "chats do not load large pictures"


@pytest.mark.parametrize(
    "name",
    [
        "dividers-duel(start=60)",
        "sum(divisor-duel-subtract:48+divisor-duel-subtract:105)",
        "divisor-duel-subtract(start=48,misere,swap)",
        "divisor-duel-pool(pool=1-100,opening=even,misere,swap)",
    ],
)
def test_the_text_of_a_picture_ends_above_the_name_of_the_page(name: str) -> None:
    game = create(name)
    lines = lay_out_text(title_of(game), goal_of(game))
    assert lines[0][0] >= 0
    assert lines[-1][0] + lines[-1][1] <= NAME_TOP, title_of(game)
    assert lines[-1][1] >= 16, "it can be read"
    assert all(part.isascii() for _, _, part, _ in lines), "the typeface has no other letters"


def test_a_number_shows_its_prime_factors_as_dots() -> None:
    picture = draw_position("divisor-duel-subtract(start=18)", "")
    assert has(picture, BLUE)
    assert has(picture, ORANGE)
    assert draw_position("dividers-duel(start=18)", "") != draw_position("dividers-duel(start=12)", "")


def test_a_number_of_many_primes_shows_them_all() -> None:
    # 2^9·5·7 has eleven prime factors, 2^17·5·7 more than fit in a row.
    for start in (2**9 * 35, 2**17 * 35):
        picture = draw_position(f"dividers-duel(start={start})", "")
        assert all(has(picture, colour) for colour in (BLUE, GREEN, VIOLET)), start


def test_the_home_page_has_all_four_colours() -> None:
    assert all(has(draw_home(), colour) for colour in (BLUE, ORANGE, GREEN, VIOLET))


def test_icons_have_their_size() -> None:
    assert opened(draw_icon(192)).size == (192, 192)


def test_what_is_no_position_has_no_picture() -> None:
    with pytest.raises(AliquotError):
        draw_position("dividers-duel(start=60)", "x")


@pytest.mark.parametrize("path", ["/", "/daily", "/explore/dividers-duel/60", "/teachers"])
def test_pages_name_their_title_description_and_picture(server: Served, path: str) -> None:
    browser = client(server.url)
    page = read(browser.get(path))
    named = {
        tag.attributes.get("property", ""): tag.attributes["content"]
        for tag in page.all("meta")
        if "content" in tag.attributes
    }
    assert named["og:title"]
    assert named["og:description"]
    picture = browser.get(named["og:image"])
    assert named["og:image"].startswith(server.url), "other websites need the whole address"
    assert (picture.status_code, picture.headers["content-type"]) == (200, "image/png")
    assert "max-age" in picture.headers["cache-control"]


def test_an_invitation_is_seen_in_the_preview(server: Served) -> None:
    ada = server.visitor()
    game = ada.create("juniper-green", name="Ada")
    page = client(server.url).get(f"/g/{game}").text
    assert '<meta property="og:title" content="Ada invites you to Juniper Green">' in page
    assert preview_path(create("juniper-green"), create("juniper-green").start()).replace("&", "&amp;") in page


def test_a_phone_can_put_the_page_on_its_home_screen(server: Served) -> None:
    browser = client(server.url)
    manifest = browser.get("/manifest.webmanifest").json()
    assert {"name", "start_url", "display", "icons"} <= manifest.keys()
    for icon in manifest["icons"]:
        assert browser.get(icon["src"]).status_code == 200
    assert browser.get("/icon-7.png").status_code == 404


def test_a_bad_address_of_a_picture_is_refused(server: Served) -> None:
    assert client(server.url).get("/preview.png?game=nope").status_code in (404, 422)


def test_other_websites_may_show_the_picture_and_nothing_else(server: Served) -> None:
    policies = {
        path: client(server.url).get(path).headers.get_list("cross-origin-resource-policy")
        for path in ("/preview.png?game=dividers-duel&position=60", "/", "/manifest.webmanifest")
    }
    assert [*policies.values()] == [["cross-origin"], ["same-origin"], ["same-origin"]]
