"""Where configs and migrations are found: wheel, editable install, source tree."""

from pathlib import Path

import pytest

from ledger.resources import resource_folder

ROOT = Path(__file__).resolve().parents[1]


def test_the_source_tree_uses_its_top_level() -> None:
    assert resource_folder("configs") == ROOT / "configs"
    assert resource_folder("migrations") == ROOT / "migrations"


def test_a_wheel_uses_the_folder_inside_the_package(tmp_path: Path) -> None:
    package = tmp_path / "site packages" / "ledger"
    inside = package / "_configs"
    inside.mkdir(parents=True)
    (package.parent / "configs").mkdir()  # somebody else's, beside the package
    assert resource_folder("configs", package=package) == inside


def test_an_incomplete_installation_names_both_places(tmp_path: Path) -> None:
    package = tmp_path / "ledger"
    with pytest.raises(FileNotFoundError) as caught:
        resource_folder("migrations", package=package)
    assert str(package / "_migrations") in str(caught.value)
    assert str(tmp_path / "migrations") in str(caught.value)


def test_no_folder_in_the_source_tree_shadows_the_top_level() -> None:
    assert not (ROOT / "ledger" / "_configs").exists()
    assert not (ROOT / "ledger" / "_migrations").exists()
