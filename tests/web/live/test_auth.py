"""Tokens and names: secrets are random and stored as hashes, forged ones open nothing, names are visible text."""

import random
import sqlite3
import string
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from aliquot.core.errors import InvalidParameter
from aliquot.web.live.auth import (
    check_name,
    has_hash,
    hash_token,
    is_token,
    new_token,
    seat_token,
    sign_visitor,
    verified_visitor,
)

from ..conftest import Live, Served
from .test_api import pair

ALPHABET = string.ascii_letters + string.digits + "-_"


def test_secrets_are_long_random_and_kept_as_hashes_only(serve: Callable[..., Served], tmp_path: Path) -> None:
    served = serve()
    ada, emmy, made = pair(served)
    ada.move(made, 0, "2")
    cookies = [*ada.http.cookies.values(), *emmy.http.cookies.values()]
    secrets = [*ada.tokens.values(), *emmy.tokens.values(), *(part for cookie in cookies for part in cookie.split("."))]
    assert len(set(secrets)) == 6
    assert all(len(secret) == 32 and is_token(secret) for secret in secrets), "32 characters of 6 bits: 192 bits"
    assert served.stop() == 0
    stored = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    log = "".join(served.log)
    for secret in secrets:
        assert secret.encode() not in stored
        assert secret not in log
    with closing(sqlite3.connect(tmp_path / "games.sqlite3")) as database:
        kept = {row[0] for row in database.execute("SELECT token FROM seats")}
    assert kept == {hash_token(ada.tokens[made]), hash_token(emmy.tokens[made])}


def test_a_token_is_the_one_or_it_is_not() -> None:
    token = new_token()
    assert has_hash(token, hash_token(token))
    generator = random.Random(0)
    for _ in range(10_000):
        forged = list(token)
        forged[generator.randrange(32)] = generator.choice(ALPHABET)
        assert has_hash("".join(forged), hash_token(token)) == ("".join(forged) == token)
    assert seat_token(token, "a") == seat_token(token, "a") != seat_token(token, "b")


def test_forged_tokens_open_no_seat(server: Served) -> None:
    ada, _, made = pair(server)
    token = ada.tokens[made]
    stranger = server.visitor()
    forged = [token[:-1], token + "A", token[::-1], token.swapcase(), "x", "0" * 32, new_token()]
    forged += [new_token() for _ in range(60)]
    for one in forged:
        stranger.http.headers["authorization"] = f"Bearer {one}"
        assert stranger.state(made)["you"] == []
        assert stranger.refusal_code(403, "POST", f"/api/matches/{made}/moves", id="x", ply=0, move="2") == "no-seat"
        stranger.http.cookies.set("aliquot_visitor", one)
    with Live(server.url, made, new_token()) as live:
        assert live.state["you"] == []
        assert live.ask("move", "x", ply=0, move="2")["code"] == "no-seat"
    assert ada.state(made)["ply"] == 0


@pytest.mark.deep
def test_ten_thousand_forged_tokens_open_nothing(server: Served) -> None:
    ada, _, made = pair(server)
    generator = random.Random(1)
    for _ in range(10_000):
        with Live(server.url, made, "".join(generator.choices(ALPHABET, k=32))) as live:
            assert live.state["you"] == []
    assert ada.state(made)["ply"] == 0


def test_only_cookies_we_issued_count() -> None:
    key, visitor = b"k" * 32, new_token()
    cookie = sign_visitor(visitor, key)
    assert verified_visitor(cookie, key) == visitor
    assert verified_visitor(cookie, b"l" * 32) is None
    forged = [
        visitor,
        f"{visitor}.",
        f"{visitor}.{new_token()}",
        cookie + "A",
        cookie[:-1],
        f"{new_token()}.{cookie[33:]}",
    ]
    forged += ["", ".", "é" * 32, f"{visitor}.{'é' * 32}", f"{visitor}.{cookie}"]
    assert [verified_visitor(one, key) for one in forged] == [None] * len(forged)


@pytest.mark.deep
def test_a_cookie_holds_after_a_restart(serve: Callable[..., Served]) -> None:
    first = serve()
    ada = first.visitor()
    made = ada.create(name="Ada")
    assert first.stop() == 0
    second = serve(port=first.port)
    assert second.visitor().state(made)["you"] == []
    assert ada.state(made)["you"] == [1]
    assert "set-cookie" not in ada.http.get("/api/me").headers


NAMES = {
    "Ada": True,
    "Zoë 🙂": True,
    "李": True,
    "x" * 32: True,
    "": False,
    "   ": False,
    "x" * 33: False,
    "a\nb": False,
    "a\x00b": False,
    "\x1b[31m": False,
    "a\N{RIGHT-TO-LEFT OVERRIDE}b": False,
    "a\N{RIGHT-TO-LEFT ISOLATE}b": False,
    "a\N{ZERO WIDTH SPACE}b": False,
    "\N{HANGUL FILLER}": False,
    "e" + "\N{COMBINING ACUTE ACCENT}" * 9: False,
    "a\ud800": False,
}


@pytest.mark.parametrize(("name", "is_good"), NAMES.items())
def test_names_are_short_and_look_like_what_they_are(name: str, is_good: bool) -> None:
    if is_good:
        assert check_name(name) == name
    else:
        with pytest.raises(InvalidParameter) as refused:
            check_name(name)
        assert refused.value.code == "invalid-name"


def test_a_bad_name_sets_up_nothing(server: Served) -> None:
    ada = server.visitor()
    for name in ("", "a\u202eb", "x" * 33):
        assert ada.refusal_code(422, "POST", "/api/matches", game="factor-duel", name=name) == "invalid-name"
        assert ada.refusal_code(422, "PUT", "/api/me", name=name) == "invalid-name"
