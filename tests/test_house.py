"""The house rules that no linter knows, and the wheel as a user gets it."""

import ast
import csv
import re
import subprocess
import sys
import sysconfig
import tomllib
import zipfile
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
SOURCES = sorted((ROOT / "ledger").rglob("*.py"))
FUNCTION_LINES_MAX = 60
FILE_LINES_MAX = 450


def run(*command: str | Path, cwd: Path = ROOT) -> str:
    """Run a command that must succeed and return what it printed."""
    done = subprocess.run(
        list(map(str, command)), cwd=cwd, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def tracked_files() -> list[Path]:
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    names = run("git", "ls-files", "-z").split("\0")
    return [ROOT / name for name in names if name and (ROOT / name).is_file()]


def requirements(*extras: str) -> list[Requirement]:
    """Return the direct dependencies of pyproject.toml, with those of the extras."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    lines = list(project["dependencies"])
    for extra in extras:
        lines += project["optional-dependencies"][extra]
    return [Requirement(line) for line in lines]


def pins() -> dict[str, str]:
    lines = (ROOT / "requirements.lock").read_text().splitlines()
    pinned = [line.split("==") for line in lines if not line.startswith("#")]
    return {canonicalize_name(name): version for name, version in pinned}


def imported_modules(source: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(source.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.partition(".")[0]


# Size ---------------------------------------------------------------------------


def test_functions_stay_short() -> None:
    long = [
        f"{source.relative_to(ROOT)}:{node.lineno} {node.name}"
        for source in SOURCES
        for node in ast.walk(ast.parse(source.read_text()))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or 0) - node.lineno + 1 > FUNCTION_LINES_MAX
    ]
    assert not long


def test_files_stay_short() -> None:
    lengths = {
        str(source.relative_to(ROOT)): len(source.read_text().splitlines())
        for source in SOURCES
    }
    assert {k: v for k, v in lengths.items() if v > FILE_LINES_MAX} == {}


# Dependencies -------------------------------------------------------------------


def test_the_lock_holds_only_pins() -> None:
    lines = (ROOT / "requirements.lock").read_text().splitlines()
    body = [line for line in lines if not line.startswith("#")]
    assert [x for x in body if not re.fullmatch(r"[\w.-]+==[\w.+!]+", x)] == []
    assert len(pins()) == len(body), "a package is pinned twice"


def test_the_lock_covers_every_direct_dependency() -> None:
    pinned = pins()
    for need in requirements("postgres", "serve", "dev"):
        version = pinned.get(canonicalize_name(need.name))
        assert version is not None, f"{need.name} is not in requirements.lock"
        assert need.specifier.contains(version), f"{need} but pinned {version}"


def test_the_tests_run_on_the_pinned_versions() -> None:
    assert pins() == {name: metadata.version(name) for name in pins()}


@pytest.mark.parametrize(
    ("folder", "extras"),
    [
        ("ledger", ["postgres", "serve"]),
        ("migrations", []),
        ("tests", ["postgres", "serve", "dev"]),
    ],
)
def test_every_import_is_a_declared_dependency(folder: str, extras: list[str]) -> None:
    ours = {"ledger", "migrations", "tests", "conftest"}
    declared = {canonicalize_name(need.name) for need in requirements(*extras)}
    providers = metadata.packages_distributions()
    for source in (ROOT / folder).rglob("*.py"):
        for module in set(imported_modules(source)) - ours - sys.stdlib_module_names:
            offered_by = {canonicalize_name(name) for name in providers.get(module, [])}
            assert offered_by & declared, f"{source.relative_to(ROOT)}: {module}"


# What must not be committed -----------------------------------------------------

MACHINE_PATH = re.compile(r"(?<![\w.~*}-])/(?:home|root|tmp|Users|work|workspace)/\w")
PACKAGE_INDEX = re.compile(
    r"--(?:extra-)?index-(?:url)|pypi\.(?:org)|https?://\S*/(?:simple|packages)/"
)


@pytest.mark.parametrize(
    ("pattern", "example"),
    [
        (MACHINE_PATH, "see /" + "home/ann/notes"),
        (PACKAGE_INDEX, "--index" + "-url x"),
        (PACKAGE_INDEX, "http:" + "//host/simple/"),
    ],
)
def test_no_file_names_this_machine_or_an_index(
    pattern: re.Pattern[str], example: str
) -> None:
    assert pattern.search(example)
    named = [
        f"{path.relative_to(ROOT)}: {found.group()}"
        for path in tracked_files()
        if (found := pattern.search(path.read_text(errors="replace")))
    ]
    assert named == []


def test_no_file_names_the_folder_of_this_checkout() -> None:
    assert [
        path for path in tracked_files() if str(ROOT).encode() in path.read_bytes()
    ] == []


# The wheel ----------------------------------------------------------------------


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the source distribution and, out of it, the wheel."""
    dist = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", dist, ROOT)
    (built,) = dist.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def wheel_bin(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel where it alone is new; dependencies are borrowed by path.

    A borrowed folder's own .pth files are not read, so that the editable install of
    this checkout is out of reach.
    """
    home = tmp_path_factory.mktemp("fresh environment")
    run(sys.executable, "-m", "venv", "--without-pip", home)
    python = home / "bin" / "python"
    where = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))")
    borrowed = Path(where.strip()) / "borrowed.pth"
    borrowed.write_text(sysconfig.get_path("purelib") + "\n")
    pip = (sys.executable, "-m", "pip", "--python", python, "install", "-q")
    run(*pip, "--no-deps", "--no-index", wheel)
    return home / "bin"


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    folder = tmp_path / "another folder"
    folder.mkdir()
    return folder


def test_the_wheel_carries_every_config_and_migration(wheel: Path) -> None:
    expected = {
        f"ledger/_{path.relative_to(ROOT).as_posix()}"
        for folder in ("configs", "migrations")
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    packed = {
        name
        for name in zipfile.ZipFile(wheel).namelist()
        if name.startswith(("ledger/_configs/", "ledger/_migrations/"))
    }
    assert packed == expected


def test_the_wheel_reads_its_own_rulesets(wheel_bin: Path, elsewhere: Path) -> None:
    code = "import ledger.resources as r; print(r.resource_folder('configs'))"
    configs = Path(run(wheel_bin / "python", "-c", code, cwd=elsewhere).strip())
    assert configs.is_relative_to(wheel_bin.parent)

    listed = run(wheel_bin / "python", "-m", "ledger", "rules", "list", cwd=elsewhere)
    editions = {path.stem for path in (ROOT / "configs" / "rulesets").glob("*.toml")}
    assert {line.split()[0] for line in listed.splitlines()[1:]} == editions


def test_the_wheel_keeps_an_event(wheel_bin: Path, elsewhere: Path) -> None:
    files = elsewhere / "round 1"
    files.mkdir()
    names = ["Ann", "Bea", "中村 千尋", "Dai"]
    players = [f"{number},{name}\n" for number, name in enumerate(names, start=1)]
    (files / "players.csv").write_text("number,name\n" + "".join(players))
    winds = "round,table,east,south,west,north"
    (files / "seating.csv").write_text(f"{winds}\n1,1,1,2,3,4\n")
    (files / "scores.csv").write_text(f"{winds}\n1,1,35000,20000,40000,25000\n")

    program = wheel_bin / "riichi-ledger"
    made = ("--ruleset", "wrc-2025", "--name", "Wheel Open")
    run(program, "new", "event.db", *made, cwd=elsewhere)
    run(program, "import", "event.db", "round 1", cwd=elsewhere)
    run(program, "verify", "event.db", cwd=elsewhere)
    told = run(program, "standings", "event.db", "--format", "csv", cwd=elsewhere)
    rows = csv.DictReader(told.splitlines())
    # 30,000 return, uma 15/5: 40 + 15, 35 + 5, 25 - 5, 20 - 15 thousand less 30.
    assert [(row["name"], int(row["total"])) for row in rows] == [
        ("中村 千尋", 25000),
        ("Ann", 10000),
        ("Dai", -10000),
        ("Bea", -25000),
    ]
