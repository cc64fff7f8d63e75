"""Commands without their start: a process that has imported everything forks one of itself for each command.

What runs is the command itself in a process of its own, with streams, variables and a directory of its own; only the
time Python takes to start and import is spent once. Run as a program, this is that process.
"""

import json
import os
import signal
import socket
import subprocess
import sys
import traceback
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

_LONGEST = 1 << 20


class Zygote:
    """The process that forks, started when it is first needed."""

    def __init__(self) -> None:
        """Starts nothing yet."""
        self._process: subprocess.Popen[bytes] | None = None
        self._socket: socket.socket | None = None

    def run(
        self, arguments: list[str], typed: bytes, cwd: str, env: dict[str, str], timeout: float
    ) -> tuple[int, bytes, bytes]:
        """Runs the command to its end; returns its exit code and what it wrote on either stream."""
        if self._socket is None:
            self._start()
        assert self._socket is not None
        self._socket.settimeout(timeout)
        with TemporaryFile() as given, TemporaryFile() as out, TemporaryFile() as err:
            given.write(typed)
            given.seek(0)
            request = json.dumps({"arguments": arguments, "cwd": cwd, "env": env}).encode()
            socket.send_fds(self._socket, [request], [given.fileno(), out.fileno(), err.fileno()])
            try:
                code = int(self._socket.recv(32))
            except TimeoutError:
                self.close()
                raise
            return code, _read(out), _read(err)

    def _start(self) -> None:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _LONGEST)
        self._process = subprocess.Popen(
            [sys.executable, str(Path(__file__)), str(theirs.fileno())],
            pass_fds=[theirs.fileno()],
            env={"PATH": os.environ["PATH"], "LANG": "C.UTF-8"},
            stdin=subprocess.DEVNULL,
        )
        theirs.close()
        self._socket = ours

    def close(self) -> None:
        """Ends the process."""
        if self._process is not None and self._socket is not None:
            self._socket.close()
            self._process.kill()
            self._process.wait()
            self._process = self._socket = None


def _read(file: IO[bytes]) -> bytes:
    file.seek(0)
    return file.read()


def serve(descriptor: int) -> None:
    """Forks a command for each request, until there are no more."""
    from importlib import import_module

    for name in ("root", "games", "play", "history", "solve", "table"):
        import_module(f"aliquot.cli.{name}")
    for name in ("oracle.division", "oracle.subtraction", "oracle.pool", "oracle.nim", "oracle.review", "players"):
        import_module(f"aliquot.{name}")
    for name in ("series_loop", "menu", "reports", "lesson"):
        import_module(f"aliquot.terminal.line.{name}")
    with socket.socket(fileno=descriptor) as connection:
        while True:
            request, streams, _, _ = socket.recv_fds(connection, _LONGEST, 3)
            if not request:
                return
            child = os.fork()
            if child == 0:
                connection.close()
                _become(json.loads(request), streams)
            for stream in streams:
                os.close(stream)
            _, status = os.waitpid(child, 0)
            connection.send(str(os.waitstatus_to_exitcode(status)).encode())


def _become(request: dict[str, object], streams: list[int]) -> None:
    """Turns this process into the command."""
    code = 1
    try:
        for place, descriptor in enumerate(streams):
            os.dup2(descriptor, place)
            os.close(descriptor)
        os.chdir(str(request["cwd"]))
        os.environ.clear()
        os.environ.update(request["env"])  # type: ignore[call-overload]
        sys.argv = ["aliquot", *request["arguments"]]  # type: ignore[misc]
        sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
        from aliquot.cli import main

        main()
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGINT)
    except BaseException:
        traceback.print_exc()
    finally:
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except (OSError, ValueError):
                code = code or 120  # As Python ends when it cannot flush.
        os._exit(code)


if __name__ == "__main__":
    serve(int(sys.argv[1]))
