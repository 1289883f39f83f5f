"""The command line: `riichi-ledger`, the same as `python -m ledger`.

Commands import what they need when they run, so that `--help` loads no database and no
screens.
"""

from ledger.cli.program import main

__all__ = ["main"]
