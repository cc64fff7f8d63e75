"""Names and addresses: those of this server, those of its clients, and the proxies between them."""

import ipaddress
import socket
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any, TypeAlias
from urllib.parse import urlsplit

from aliquot.core.errors import InvalidParameter
from aliquot.core.text import quote

Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address
Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network
Headers: TypeAlias = Sequence[tuple[bytes, bytes]]

_EVERYWHERE = ("0.0.0.0", "::")
"""The hosts that stand for every address of this machine."""
_LOCAL_NAMES = (".local", ".lan", ".home.arpa", ".internal", ".localhost")
"""The ends of names that no public name server answers for, so that no website can have one."""
_PORTS = {"http": 80, "https": 443}
_SCHEMES = {"ws": "http", "wss": "https"}
"""The schemes of WebSockets, and those of the pages that open them."""
_SUBSCRIBER = 64
"""The bits of an IPv6 address that stand for one subscriber: the others are theirs to choose."""


def _address(text: str) -> Address | None:
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


# --- the server's own names -----------------------------------------------------------------------------


def _host(netloc: str) -> str:
    """Return the name or address in `name:port`, without brackets; an empty text if it is not one."""
    try:
        parts = urlsplit(f"//{netloc}")
        parts.port  # noqa: B018  # Raises ValueError if it is not a number.
    except ValueError:
        return ""
    return (parts.hostname or "") if parts.netloc == netloc and "@" not in netloc else ""


def _is_loopback(host: str) -> bool:
    address = _address(host)
    return host == "localhost" if address is None else address.is_loopback


def _origin(url: str) -> str:
    """Return the origin of an address without a default port, as browsers write it; an empty text if it has none."""
    try:
        parts = urlsplit(url.lower())
        port, host = parts.port, parts.hostname
    except ValueError:
        return ""
    if not host or "@" in parts.netloc:
        return ""
    name = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{name}" + (f":{port}" if port not in (None, _PORTS.get(parts.scheme)) else "")


class OwnAddresses:
    """The names and addresses of this server: which ones requests may use, and which ones it hands out."""

    def __init__(self, host: str, port: int, url: str | None = None) -> None:
        """Derive them from where the server listens.

        Args:
            host: The host it listens on.
            port: Its port.
            url: The public address, if the server has one.
        """
        self.url = None if url is None else url.rstrip("/")
        self._origin = None if url is None else _origin(url)
        self._names = {"localhost", socket.gethostname().lower()}
        if url is not None:
            self._names.add(urlsplit(url).hostname or "")
        self.lan = [_link(address, port) for address in (lan_addresses(host) if host in _EVERYWHERE else ())]
        """The addresses under which other machines in the network reach it, if it listens everywhere."""
        here = "::1" if host == "::" else "127.0.0.1"
        self.first = self.url or (self.lan[0] if self.lan else _link(here if host in _EVERYWHERE else host, port))
        """The address for people."""

    def knows(self, host: str) -> bool:
        """Return whether a request with this `Host` header is meant for this server.

        A page of another website can have its own name lead here (DNS rebinding), but neither an address nor a name
        that only exists in a local network.
        """
        name = _host(host.lower()).removesuffix(".")
        if _address(name) is not None or name in self._names:
            return True
        return bool(name) and ("." not in name or name.endswith(_LOCAL_NAMES))

    def allows(self, origin: str | None, scheme: str, host: str) -> bool:
        """Return whether a page of this origin may use the server. Programs other than browsers send none.

        Args:
            origin: The header `Origin`.
            scheme: The scheme of the request.
            host: Its header `Host`.
        """
        if origin is None:
            return True
        own = self._origin or _origin(f"{_SCHEMES.get(scheme, scheme)}://{host}")
        return bool(own) and origin.lower() == own

    def is_trusted(self, scheme: str, host: str) -> bool:
        """Return whether browsers trust the connection of a request: encrypted, or to this machine.

        Args:
            scheme: The scheme of the request.
            host: Its header `Host`.
        """
        return self.base(scheme, host).startswith("https://") or _is_loopback(_host(host.lower()))

    def base(self, scheme: str, host: str) -> str:
        """Return the start of the links for the sender of a request: others must be able to open them, too.

        Args:
            scheme: The scheme of the request.
            host: Its header `Host`.
        """
        if self.url is not None:
            return self.url
        if not host or (self.lan and _is_loopback(_host(host.lower()))):
            return self.first
        return f"{_SCHEMES.get(scheme, scheme)}://{host}"


def _link(address: str, port: int) -> str:
    return _origin(f"http://[{address}]:{port}" if ":" in address else f"http://{address}:{port}")


def lan_addresses(host: str) -> list[str]:
    """Return the addresses of this machine that others can reach, the most likely one first.

    Args:
        host: `0.0.0.0` for those of IPv4 alone, `::` for all.
    """
    texts: list[str] = []
    # Nothing is sent: the system only says which of its addresses it would send from.
    for family, elsewhere in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((elsewhere, 9))
            texts.append(probe.getsockname()[0])
    with suppress(OSError):
        texts += [str(entry[4][0]) for entry in socket.getaddrinfo(socket.gethostname(), None)]
    addresses = [(text, address) for text in dict.fromkeys(texts) if (address := _address(text)) is not None]
    return [
        text
        for text, address in addresses
        if not (address.is_loopback or address.is_link_local or address.is_unspecified)
        and (address.version == 4 or host == "::")
    ]


# --- clients --------------------------------------------------------------------------------------------


class Proxies:
    """The proxies whose word counts on where a request comes from."""

    def __init__(self, networks: Iterable[str] = ()) -> None:
        """Trust the proxies with these addresses or in these networks, and no others.

        Raises:
            InvalidParameter: One of them is neither an address nor a network.
        """
        self._networks = [_network(text) for text in networks]

    def _trusts(self, address: Address | None) -> bool:
        return address is not None and any(
            address in network for network in self._networks if network.version == address.version
        )

    def direct_client(self, host: str) -> str | None:
        """Return the client whose connection comes from an address; None for a proxy, which has many clients."""
        address = _address(host)
        if self._trusts(address):
            return None
        return host if address is None else _subscriber(address)

    def apply(self, scope: Any) -> None:
        """Put the client's own address and scheme into the scope of a request, as far as trusted proxies tell them.

        Of IPv6 addresses only the network counts, since a subscriber has 2^64 of them.
        """
        host, port = scope.get("client") or ("", 0)
        address = _address(host)
        if self._trusts(address):
            hops = _values(scope["headers"], b"x-forwarded-for")
            while hops and self._trusts(address) and (hop := _address(hops[-1]) or _address(_host(hops[-1]))):
                address = hop
                hops.pop()
            protocols = _values(scope["headers"], b"x-forwarded-proto")
            if protocols and protocols[-1].lower() == "https":
                scope["scheme"] = "https" if scope["type"] == "http" else "wss"
        scope["client"] = (host if address is None else _subscriber(address), port)


def _network(text: str) -> Network:
    try:
        return ipaddress.ip_network(text.strip())
    except ValueError:
        raise InvalidParameter(
            f"--proxy takes an address such as 127.0.0.1 or a network such as 10.0.0.0/8, not {quote(text)}."
        ) from None


def _values(headers: Headers, name: bytes) -> list[str]:
    """Return the values of a header that is a list, of all its lines."""
    lines = b",".join(value for key, value in headers if key == name).decode("latin-1")
    return [value.strip() for value in lines.split(",") if value.strip()]


def _subscriber(address: Address) -> str:
    if address.version == 4 or address.is_loopback:
        return str(address)
    return str(ipaddress.ip_network((address, _SUBSCRIBER), strict=False).network_address)
