"""Where the folders that travel with the program are: `configs` and `migrations`.

In a source tree and an editable install they stand at the top level beside the
package; in a wheel they lie inside it as `_configs` and `_migrations`, because a
wheel has no top level of its own. Real paths are returned, not importlib
resources: alembic and the ruleset loader both want folders.
"""

from pathlib import Path
from typing import Literal

_PACKAGE = Path(__file__).resolve().parent


def resource_folder(
    name: Literal["configs", "migrations"], *, package: Path = _PACKAGE
) -> Path:
    """Return the absolute path of one of the program's folders.

    Args:
        name: The folder as it is called at the top level of the source tree.
        package: The folder of the installed package; another one only in tests.

    Raises:
        FileNotFoundError: The installation is incomplete.
    """
    candidates = (package / f"_{name}", package.parent / name)
    for folder in candidates:
        if folder.is_dir():
            return folder
    looked = " nor ".join(map(str, candidates))
    raise FileNotFoundError(f"riichi-ledger is not installed whole: no {looked}")
