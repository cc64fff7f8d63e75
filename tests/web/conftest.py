"""Servers to test against: real ones, each a process of its own on a free port of this machine, always stopped."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import httpx
import pytest
from websockets.sync.client import ClientConnection, connect

from tests.effort import PATIENCE

_OPEN: list[httpx.Client] = []
OWN_MOUNTS = ["unshare", "--map-root-user", "--mount"]
"""A command that runs another one which may mount disks that nobody else sees, where the system lets it."""
_MOUNT = 'mount -t tmpfs -o size=512k none "$0" && exec "$@"'


_clients, _sockets = count(), count()


def _somewhere(url: str, number: int) -> str | None:
    """Another address of this machine for each number: a server lets only so much in from one."""
    return f"127.0.{number // 250 % 250}.{number % 250 + 1}" if number and "127.0.0.1" in url else None


def client(url: str) -> httpx.Client:
    """A browser that has not been here before. It is closed when the test is over."""
    # Nothing is encrypted on this machine, so no certificates need to be read.
    line = httpx.HTTPTransport(verify=False, local_address=_somewhere(url, next(_clients) // 25))
    opened = httpx.Client(base_url=url, timeout=PATIENCE, transport=line)
    _OPEN.append(opened)
    return opened


@pytest.fixture(autouse=True)
def _hang_up() -> Iterator[None]:
    """Closes every visitor's connections when a test is over."""
    yield
    while _OPEN:
        _OPEN.pop().close()


class Served:
    """A server that runs."""

    def __init__(
        self,
        database: str,
        *flags: str,
        port: int = 0,
        path: Path | None = None,
        disk: Path | None = None,
        files: int | None = None,
    ) -> None:
        """Starts a server and waits until it serves.

        Args:
            database: Its URL.
            flags: Further flags.
            port: 0 for a free one.
            path: A folder with packages that are installed for this server alone.
            disk: A folder in which this server alone sees a disk of half a megabyte.
            files: The most files and connections that it may have open.
        """
        self.database = database
        self.process = subprocess.Popen(
            [
                *([] if disk is None else [*OWN_MOUNTS, "sh", "-c", _MOUNT, str(disk)]),
                *([] if files is None else ["sh", "-c", 'ulimit -n "$0" && exec "$@"', str(files)]),
                *(sys.executable, "-m", "aliquot", "serve", "--port", str(port), "--database", database, *flags),
            ],
            env=os.environ if path is None else {**os.environ, "PYTHONPATH": str(path)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        self.log: list[str] = []
        self._reading = threading.Thread(target=self._read, daemon=True)
        self._reading.start()
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line.startswith("Serving on "):
            self.process.wait(PATIENCE)
            self._reading.join(PATIENCE)
            pytest.fail("the server did not start:\n" + "".join(self.log))
        self.port = int(line.split()[-1])
        self.url = f"http://127.0.0.1:{self.port}"

    def _read(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.log.append(line)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()

    def kill(self) -> None:
        """Ends the server at once, as a power cut would."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(PATIENCE)
        self._reading.join(PATIENCE)
        for stream in (self.process.stdout, self.process.stderr):
            if stream is not None:
                stream.close()

    def stop(self) -> int:
        """Asks the server to stop; returns its exit code."""
        self.process.terminate()
        code = self.process.wait(PATIENCE)
        self._reading.join(PATIENCE)
        return code

    def visitor(self) -> "Visitor":
        """Somebody who has not been here before."""
        return Visitor(self.url)

    def faults(self) -> list[str]:
        """Lines of the log that tell of something unforeseen."""
        return [line for line in self.log if "Traceback" in line or '"status": 5' in line]


class Visitor:
    """A browser, or a bot: it keeps cookies and knows its tokens."""

    def __init__(self, url: str) -> None:
        """Comes to a server."""
        self.url = url
        self.http = client(url)
        self.tokens: dict[str, str] = {}
        self.last_code = ""

    def post(self, path: str, **body: Any) -> dict[str, Any]:
        """Asks for something that is granted."""
        answer = self.http.post(path, json=body)
        assert answer.status_code in (200, 201), answer.text
        found: dict[str, Any] = answer.json()
        return found

    def get(self, path: str) -> dict[str, Any]:
        """Reads something that is there."""
        answer = self.http.get(path)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def refusal_code(self, status: int, method: str, path: str, **body: Any) -> str:
        """Return the code with which a request is refused."""
        self.refusal(status, method, path, **body)
        return self.last_code

    def refusal(self, status: int, method: str, path: str, **body: Any) -> str:
        """The sentence with which something is refused."""
        answer = self.http.request(method, path, json=body if method != "GET" else None)
        assert answer.status_code == status, answer.text
        reason: str = answer.json()["reason"]
        self.last_code = str(answer.json()["code"])
        assert reason.endswith("."), reason
        assert len(reason) < 400
        return reason

    def create(self, game: str = "dividers-duel", **settings: Any) -> str:
        """Sets up a game; returns its id."""
        seated = self.post("/api/matches", game=game, **settings)
        self.tokens[seated["match"]] = seated["token"]
        return str(seated["match"])

    def join(self, game: str, **settings: Any) -> list[int]:
        """Takes a seat; returns which."""
        seated = self.post(f"/api/matches/{game}/join", **settings)
        self.tokens[game] = seated["token"]
        seats: list[int] = seated["seats"]
        return seats

    def state(self, game: str) -> dict[str, Any]:
        """How a game stands."""
        return self.get(f"/api/matches/{game}")

    def move(self, game: str, ply: int, move: str, name: str | None = None) -> dict[str, Any]:
        """Makes a move; returns the answer."""
        return self.post(f"/api/matches/{game}/moves", id=name or f"{ply}-{move.replace('/', '.')}", ply=ply, move=move)

    def do(self, game: str, what: str, name: str, **more: Any) -> dict[str, Any]:
        """Does anything else a player does."""
        return self.post(f"/api/matches/{game}/{what}", id=name, **more)

    def live(self, game: str, *, since: int | None = None, token: str | None = None) -> "Live":
        """Opens a socket."""
        return Live(self.url, game, token or self.tokens.get(game), since)


class Live:
    """A socket that follows a game."""

    def __init__(self, url: str, game: str, token: str | None = None, since: int | None = None, **options: Any) -> None:
        """Connects and says hello."""
        address = f"{url.replace('http', 'ws', 1)}/api/matches/{game}/live"
        if source := _somewhere(url, next(_sockets) // 500):
            options = {"source_address": (source, 0), **options}
        self._held = ExitStack()
        self.socket: ClientConnection = self._held.enter_context(
            connect(address, open_timeout=PATIENCE, max_size=None, **options)
        )
        hello: dict[str, Any] = {"type": "hello"}
        if token is not None:
            hello["token"] = token
        if since is not None:
            hello["since"] = since
        self.send(**hello)
        self.state = self.next()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._held.close()

    def send(self, **message: Any) -> None:
        """Sends a message."""
        self.socket.send(json.dumps(message))

    def next(self) -> dict[str, Any]:
        """The next message."""
        found: dict[str, Any] = json.loads(self.socket.recv(timeout=PATIENCE))
        return found

    def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The next message of which something holds."""
        while not wanted(found := self.next()):
            pass
        return found

    def at(self, ply: int) -> dict[str, Any]:
        """The next message that tells of the board after so many moves."""
        return self.until(lambda told: told.get("ply") == ply)

    def ask(self, kind: str, name: str, **more: Any) -> dict[str, Any]:
        """Sends a message and waits for what answers it."""
        self.send(type=kind, id=name, **more)
        return self.until(lambda told: told.get("id") == name)


def address_of(folder: Path) -> str:
    """A SQLite database in a folder, as a URL."""
    return f"sqlite:///{folder / 'games.sqlite3'}"


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that many tests share; at the end nothing unforeseen may be in its log."""
    with Served(address_of(tmp_path_factory.mktemp("shared"))) as served:
        yield served
        assert served.stop() == 0
        assert served.faults() == []


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Served]]:
    """Starts servers of one's own."""
    started: list[Served] = []

    def start(database: str | None = None, *flags: str, port: int = 0, path: Path | None = None) -> Served:
        started.append(Served(database or address_of(tmp_path), *flags, port=port, path=path))
        return started[-1]

    yield start
    for one in started:
        one.kill()


@pytest.fixture
def package(root: Path, tmp_path: Path) -> Path:
    """The game of the docs, installed as any other package is."""
    page = (root / "docs" / "add-a-game.md").read_text(encoding="utf-8")
    (program,) = re.findall(r'```python title="multiplication_duel.py"\n(.*?)```', page, re.DOTALL)
    folder = tmp_path / "packages"
    about = folder / "multiplication_duel-1.0.dist-info"
    about.mkdir(parents=True)
    (folder / "multiplication_duel.py").write_text(program, encoding="utf-8")
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: multiplication-duel\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(
        "[aliquot.games]\nmultiplication-duel = multiplication_duel:MultiplicationDuel\n"
    )
    return folder


class Postgres:
    """A PostgreSQL server of our own, on a socket in a folder of its own and nowhere else."""

    def __init__(self, bin_folder: Path, folder: Path) -> None:
        """Makes it and starts it."""
        self._bin, self.folder = bin_folder, folder
        self._run("initdb", "-D", str(folder / "data"), "-A", "trust", "-U", "aliquot", "-E", "UTF8", "--locale=C")
        self.start()
        self._databases = 0

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._bin / program), *arguments]
        if os.geteuid() == 0:
            command = ["runuser", "-u", "postgres", "--", *command]
        done = subprocess.run(command, capture_output=True, text=True, cwd=self.folder, check=False, timeout=PATIENCE)
        assert done.returncode == 0, done.stderr

    def start(self) -> None:
        """Starts it."""
        options = f"-k {self.folder} -c listen_addresses='' -c max_connections=60"
        log = str(self.folder / "log")
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-l", log, "-w", "-o", options, "start")

    def stop(self) -> None:
        """Stops it, cutting every connection."""
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-m", "immediate", "-w", "stop")

    @contextmanager
    def hanging(self) -> Iterator[None]:
        """Stops every process of it for a while: it takes connections and data, but answers nothing."""
        (postmaster, *_) = (self.folder / "data" / "postmaster.pid").read_text().split()
        children = Path(f"/proc/{postmaster}/task/{postmaster}/children").read_text().split()
        processes = [int(process) for process in (postmaster, *children)]
        try:
            for process in processes:
                os.kill(process, signal.SIGSTOP)
            yield
        finally:
            for process in processes:
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGCONT)

    def database(self) -> str:
        """A fresh database, as a URL."""
        self._databases += 1
        name = f"games{self._databases}"
        self._run("createdb", "-h", str(self.folder), "-U", "aliquot", name)
        return f"postgresql://aliquot@/{name}?host={self.folder}"


def postgres_programs() -> Path | None:
    """Where PostgreSQL's programs are; Debian keeps them out of the way."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(re.sub(r"\D", "", str(path))))
    if found:
        return found[-1].parent
    program = shutil.which("initdb")
    return None if program is None else Path(program).parent


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """PostgreSQL, if it is installed."""
    programs = postgres_programs()
    if programs is None:
        if os.environ.get("ALIQUOT_REQUIRE_ALL") == "1":
            pytest.fail("PostgreSQL is missing, and ALIQUOT_REQUIRE_ALL=1 lets nothing be skipped")
        pytest.skip("PostgreSQL is missing")
    folder = Path(tempfile.mkdtemp(prefix="pg"))  # short: the path of a socket must not be long
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres")
    try:
        running = Postgres(programs, folder)
        yield running
        running.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
