"""A page as somebody reads it whose browser runs no scripts: its text, its links, its forms."""

import json
from html.parser import HTMLParser
from typing import Any

import httpx

EMPTY = {"meta", "link", "input", "br", "img", "hr"}


class Element:
    """One element of a page."""

    def __init__(self, tag: str, attributes: dict[str, str], parent: "Element | None") -> None:
        """Begins empty."""
        self.tag, self.attributes, self.parent = tag, attributes, parent
        self.inside: list[Element | str] = []

    def __getitem__(self, name: str) -> str:
        return self.attributes[name]

    @property
    def text(self) -> str:
        """What can be read in it, as it is written."""
        parts = []
        for child in self.inside:
            if isinstance(child, str):
                parts.append(child)
            elif child.tag not in ("script", "style"):
                parts.append(child.text)
        return " ".join(parts)

    def words(self) -> str:
        """The text, with every run of white space as one space."""
        return " ".join(self.text.split())

    def all(self, tag: str = "", kind: str = "", **attributes: str) -> "list[Element]":
        """Every element below it with that tag, that class and those attributes."""
        found = []
        for child in self.inside:
            if isinstance(child, Element):
                classes = child.attributes.get("class", "").split()
                has = all(child.attributes.get(name) == value for name, value in attributes.items())
                if (not tag or child.tag == tag) and (not kind or kind in classes) and has:
                    found.append(child)
                found += child.all(tag, kind, **attributes)
        return found

    def one(self, tag: str = "", kind: str = "", **attributes: str) -> "Element":
        """The only such element."""
        (found,) = self.all(tag, kind, **attributes)
        return found


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.root = self.here = Element("", {}, None)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        made = Element(tag, {name: value or "" for name, value in attrs}, self.here)
        self.here.inside.append(made)
        if tag not in EMPTY:
            self.here = made

    def handle_endtag(self, tag: str) -> None:
        assert self.here.tag == tag, f"<{self.here.tag}> is closed by </{tag}>"
        assert self.here.parent is not None
        self.here = self.here.parent

    def handle_data(self, data: str) -> None:
        self.here.inside.append(data)


def read(answer: httpx.Response) -> Element:
    """A page that was sent, if every element of it is closed."""
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    reader = _Reader()
    reader.feed(answer.text)
    reader.close()
    assert reader.here is reader.root
    return reader.root


def data(page: Element) -> Any:
    """What a page has for its script."""
    (written,) = page.one("script", id="data").inside
    return json.loads(str(written))
