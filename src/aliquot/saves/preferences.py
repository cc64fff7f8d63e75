"""What the screen remembers from one evening to the next."""

import json
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from aliquot.core.text import is_clean
from aliquot.saves.files import SaveError, read_bytes, store

_LARGEST = 10_000


@dataclass(frozen=True, slots=True)
class _Kept:
    theme: str = ""
    """The colours chosen last."""
    name: str = ""
    """What the player was called last."""
    level: str = ""
    """The opponent chosen last, as the command line says it."""


@dataclass(slots=True)
class Preferences:
    """A few choices in a small file. Losing them costs nobody anything, so a damaged file counts as none."""

    path: Path
    _kept: _Kept = field(default_factory=_Kept)

    @classmethod
    def load(cls, folder: Path | None = None) -> "Preferences":
        """Reads what is kept in a folder, by default the user's own."""
        if folder is None:
            from platformdirs import user_config_path

            folder = user_config_path("aliquot", appauthor=False)
        path = folder / "screen.json"
        try:
            text = read_bytes(path, _LARGEST)
            found = json.loads(text.decode()) if len(text) <= _LARGEST else {}
        except (OSError, SaveError, ValueError, RecursionError):
            return cls(path)
        if not isinstance(found, dict):
            return cls(path)
        known = {name: found[name] for name in asdict(_Kept()) if isinstance(found.get(name), str)}
        return cls(path, _Kept(**{name: value for name, value in known.items() if is_clean(value)}))

    @property
    def theme(self) -> str:
        """The colours chosen last."""
        return self._kept.theme

    @property
    def name(self) -> str:
        """What the player was called last."""
        return self._kept.name

    @property
    def level(self) -> str:
        """The opponent chosen last."""
        return self._kept.level

    def keep(self, **choices: str) -> None:
        """Remembers choices.

        Raises:
            SaveError: They cannot be written; they hold for this evening all the same.
        """
        kept = replace(self._kept, **choices)
        if kept != self._kept:
            self._kept = kept
            store(self.path, json.dumps(asdict(kept), indent=2, ensure_ascii=False) + "\n")
