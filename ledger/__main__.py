"""Lets `python -m ledger` be the same program as the command `riichi-ledger`."""

from ledger.cli import main

if __name__ == "__main__":
    main()
