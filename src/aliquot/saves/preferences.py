"""The settings that the full screen remembers."""

import json
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from aliquot.core.text import is_clean
from aliquot.saves.files import SaveError, read_bytes, write_file

_LARGEST = 10_000


@dataclass(frozen=True, slots=True)
class _Values:
    theme: str = ""
    name: str = ""
    level: str = ""


@dataclass(slots=True)
class Preferences:
    """The settings and their file. A damaged file is ignored, since little is lost with it."""

    path: Path
    _values: _Values = field(default_factory=_Values)

    @classmethod
    def load(cls, folder: Path | None = None) -> "Preferences":
        """Read the settings in a folder, by default the user's own."""
        if folder is None:
            from platformdirs import user_config_path

            folder = user_config_path("aliquot", appauthor=False)
        path = folder / "screen.json"
        try:
            text = read_bytes(path, _LARGEST)
            document = json.loads(text.decode()) if len(text) <= _LARGEST else {}
        except (OSError, SaveError, ValueError, RecursionError):
            return cls(path)
        if not isinstance(document, dict):
            return cls(path)
        texts = {name: document[name] for name in asdict(_Values()) if isinstance(document.get(name), str)}
        return cls(path, _Values(**{name: value for name, value in texts.items() if is_clean(value)}))

    @property
    def theme(self) -> str:
        """The last theme."""
        return self._values.theme

    @property
    def name(self) -> str:
        """The last name of the player."""
        return self._values.name

    @property
    def level(self) -> str:
        """The last opponent, as the command line names it."""
        return self._values.level

    def save(self, **values: str) -> None:
        """Change settings and save them.

        Raises:
            SaveError: They cannot be written; they still apply until the program ends.
        """
        changed = replace(self._values, **values)
        if changed != self._values:
            self._values = changed
            write_file(self.path, json.dumps(asdict(changed), indent=2, ensure_ascii=False) + "\n")
