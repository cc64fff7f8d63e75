"""Checks the built site: links, anchors and pictures lead somewhere, and nothing is fetched from elsewhere."""

import os
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

FETCHED = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src"}
"""What a browser fetches by itself."""
QUOTED = {"code", "pre", "script", "style", "title"}
"""Where characters stand for themselves."""
UNREAD = ("```", "](", "::: ")
"""Markdown that nobody has understood, if it is still there in the text of a built page."""


@dataclass
class Page(HTMLParser):
    """What matters here of a built page."""

    anchors: set[str] = field(default_factory=set)
    """Where one can be led on it."""
    links: list[str] = field(default_factory=list)
    """Where it leads, pictures, styles and scripts included."""
    fetched: list[str] = field(default_factory=list)
    """What the browser fetches for it."""
    unread: list[str] = field(default_factory=list)
    """Text that should have become something else."""
    quoting: int = 0
    """How many elements of quoted text are open."""

    def __post_init__(self) -> None:
        """Sets up the parser."""
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = {name: value or "" for name, value in attrs}
        self.anchors |= {named[name] for name in ("id", "name") if name in named}
        self.links += [named[name] for name in ("href", "src") if name in named]
        if tag in FETCHED and FETCHED[tag] in named and named.get("rel") not in {"canonical", "prev", "next"}:
            self.fetched.append(named[FETCHED[tag]])
        self.quoting += tag in QUOTED

    def handle_endtag(self, tag: str) -> None:
        self.quoting -= tag in QUOTED

    def handle_data(self, data: str) -> None:
        text = data.strip()
        if not self.quoting and (text.startswith("|") or any(sign in text for sign in UNREAD)):
            self.unread.append(text[:60])


def problems(site: Path) -> list[str]:
    """Everything that is wrong with a built site, a sentence each."""
    pages = {path: read(path) for path in sorted(site.rglob("*.html"))}
    found = [] if pages else [f"There is no page in {site}."]
    for path, page in pages.items():
        name = path.relative_to(site)
        astray = [link for link in page.links if lost(link, path, site, pages)]
        found += [f"{name} leads to {link}, and there is no such thing." for link in astray]
        found += [f"{name} fetches {link} from elsewhere." for link in page.fetched if urlsplit(link).netloc]
        found += [f"{name} shows Markdown that was not understood: {text}" for text in page.unread]
    return found


def read(path: Path) -> Page:
    """Read a built page."""
    page = Page()
    page.feed(path.read_text(encoding="utf-8"))
    return page


def lost(link: str, path: Path, site: Path, pages: dict[Path, Page]) -> bool:
    """Return whether a link of a page is broken. Links to other sites are not followed."""
    parts = urlsplit(link)
    if parts.scheme or parts.netloc or link in {"", "#"}:
        return False
    # Only the page for what is not found, which a server shows at any address, may count from the top.
    if link.startswith("/") and path != site / "404.html":
        return True
    start = site if link.startswith("/") else path.parent
    target = Path(os.path.normpath(start / unquote(parts.path).lstrip("/"))) if parts.path else path
    if target.is_dir():
        target /= "index.html"
    if target not in pages:
        return not target.exists()
    return bool(parts.fragment) and unquote(parts.fragment) not in pages[target].anchors
