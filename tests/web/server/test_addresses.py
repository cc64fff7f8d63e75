"""The server's own names, the proxies it trusts, and the addresses it takes its clients to have."""

from typing import Any

import pytest

from aliquot.core.errors import InvalidParameter
from aliquot.web.server.addresses import OwnAddresses, Proxies, lan_addresses


def client_of(proxies: Proxies, peer: str, *headers: tuple[str, str], kind: str = "http") -> tuple[str, str]:
    """Return the address and the scheme that a request is taken to have."""
    lines = [(name.encode(), value.encode()) for name, value in headers]
    scheme = "ws" if kind == "websocket" else "http"
    scope: dict[str, Any] = {"type": kind, "client": (peer, 1), "headers": lines, "scheme": scheme}
    proxies.apply(scope)
    return scope["client"][0], scope["scheme"]


FORWARDED = ("x-forwarded-for", "203.0.113.5")


def test_nobody_is_believed_by_default() -> None:
    for peer in ("127.0.0.1", "10.0.0.1", "::1"):
        told = (FORWARDED, ("x-forwarded-proto", "https"))
        assert client_of(Proxies(), peer, *told) == (peer, "http")


@pytest.mark.parametrize(
    ("peer", "forwarded", "address"),
    [
        ("10.0.0.1", ["203.0.113.5"], "203.0.113.5"),
        ("10.0.0.1", ["6.6.6.6, 203.0.113.5"], "203.0.113.5"),  # The client wrote the first itself.
        ("10.0.0.1", ["6.6.6.6", "203.0.113.5"], "203.0.113.5"),
        ("10.0.0.1", ["203.0.113.5, 10.0.0.9, 127.0.0.1"], "203.0.113.5"),
        ("10.0.0.1", ["10.0.0.9"], "10.0.0.9"),
        ("10.0.0.1", ["203.0.113.5:4711"], "203.0.113.5"),
        ("10.0.0.1", ["203.0.113.5, nonsense"], "10.0.0.1"),
        ("10.0.0.1", [], "10.0.0.1"),
        ("::ffff:10.0.0.1", ["203.0.113.5"], "203.0.113.5"),
        ("11.0.0.1", ["203.0.113.5"], "11.0.0.1"),
        ("127.0.0.1", ["2001:db8:1:2:3:4:5:6"], "2001:db8:1:2::"),
        ("127.0.0.1", ["[2001:db8:1:2:3:4:5:6]:80"], "2001:db8:1:2::"),
        ("", ["203.0.113.5"], ""),
    ],
)
def test_the_last_address_before_the_trusted_ones_is_the_client(peer: str, forwarded: list[str], address: str) -> None:
    proxies = Proxies(["10.0.0.0/8", "127.0.0.1"])
    assert client_of(proxies, peer, *(("x-forwarded-for", line) for line in forwarded))[0] == address


def test_a_trusted_proxy_says_whether_the_connection_was_encrypted() -> None:
    proxies = Proxies(["127.0.0.1"])
    https = ("x-forwarded-proto", "https")
    assert client_of(proxies, "127.0.0.1", https)[1] == "https"
    assert client_of(proxies, "127.0.0.1", https, kind="websocket")[1] == "wss"
    assert client_of(proxies, "127.0.0.1", ("x-forwarded-proto", "https, http"))[1] == "http"
    assert client_of(proxies, "127.0.0.2", https)[1] == "http"


def test_a_subscriber_of_ipv6_has_one_address() -> None:
    one, other = (client_of(Proxies(), f"2001:db8:1:2::{end}")[0] for end in (1, 2))
    assert one == other
    assert client_of(Proxies(), "2001:db8:1:3::1")[0] != one


@pytest.mark.parametrize("text", ["", "localhost", "10.0.0.1/8", "10.0.0.0/33", "nginx", "10.0.0.1:80"])
def test_a_proxy_is_an_address_or_a_network(text: str) -> None:
    with pytest.raises(InvalidParameter, match="--proxy takes an address"):
        Proxies([text])


KNOWN = ["localhost", "LOCALHOST:8000", "127.0.0.1:8000", "[::1]:8000", "192.168.1.7:8000", "203.0.113.5", "pi"]
KNOWN += ["pi.local:8000", "pi.home.arpa", "pi.local.", "duels.example", "DUELS.example:443"]
UNKNOWN = ["", "evil.example", "evil.example:8000", "localhost.evil.example", "127.0.0.1.evil.example", "a:b", "x@pi"]
UNKNOWN += ["duels.example.evil", "[::1", "evil.example/pi", "192.168.1.7.nip.io"]


@pytest.mark.parametrize("host", [*KNOWN, *UNKNOWN])
def test_a_request_must_be_meant_for_this_server(host: str) -> None:
    own = OwnAddresses("127.0.0.1", 8000, "https://duels.example")
    assert own.knows(host) == (host in KNOWN)
    assert not OwnAddresses("127.0.0.1", 8000).knows("duels.example")


@pytest.mark.parametrize(
    ("url", "origin"),
    [
        ("https://duels.example", "https://duels.example"),
        ("https://duels.example:443", "https://duels.example"),
        ("https://duels.example:443/", "https://duels.example"),
        ("http://duels.example:80", "http://duels.example"),
        ("https://duels.example:8443", "https://duels.example:8443"),
        ("https://Duels.Example", "https://duels.example"),
    ],
)
def test_pages_of_the_public_address_are_its_own_and_no_others(url: str, origin: str) -> None:
    own = OwnAddresses("127.0.0.1", 8000, url)
    assert own.allows(origin, "http", "127.0.0.1:8000")
    for other in (
        "http://127.0.0.1:8000",
        "http://localhost:8000",
        "http://localhost",
        f"{origin}:1",
        f"{origin}/",
        "",
    ):
        assert not own.allows(other, "http", "127.0.0.1:8000")
    assert own.base("http", "127.0.0.1:8000") == url.rstrip("/")


def test_without_a_public_address_a_page_is_where_it_came_from() -> None:
    own = OwnAddresses("0.0.0.0", 8000)
    assert own.allows("http://192.168.1.7:8000", "http", "192.168.1.7:8000")
    assert own.allows("http://pi", "http", "pi:80")
    assert own.allows("https://pi", "wss", "pi")
    assert not own.allows("https://pi", "ws", "pi")
    assert not own.allows("http://192.168.1.7:8000", "http", "192.168.1.8:8000")
    assert not own.allows("null", "http", "pi")


def test_links_can_be_opened_by_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aliquot.web.server.addresses.lan_addresses", lambda host: ["192.168.1.7", "fd00::7"])
    own = OwnAddresses("0.0.0.0", 8000)
    assert own.lan == ["http://192.168.1.7:8000", "http://[fd00::7]:8000"]
    assert own.first == own.base("http", "localhost:8000") == own.base("http", "127.0.0.1:8000") == own.lan[0]
    assert own.base("http", "pi.local:8000") == "http://pi.local:8000"
    assert own.base("https", "pi.local") == "https://pi.local"
    alone = OwnAddresses("127.0.0.1", 8000)
    assert (alone.lan, alone.base("http", "localhost:8000")) == ([], "http://localhost:8000")


def test_without_a_network_this_machine_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aliquot.web.server.addresses.lan_addresses", lambda host: [])
    assert OwnAddresses("0.0.0.0", 8000).first == "http://127.0.0.1:8000"
    assert OwnAddresses("::", 80).first == "http://[::1]"


def test_addresses_in_the_network_are_those_others_can_reach() -> None:
    assert all(
        not address.startswith(("127.", "0.", "169.254.")) and ":" not in address
        for address in lan_addresses("0.0.0.0")
    )
    assert set(lan_addresses("0.0.0.0")) <= set(lan_addresses("::"))
