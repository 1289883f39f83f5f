"""The tests mirror the tree of ledger/; this file makes `tests` the only such name."""
