"""The referee's desk of a riichi tournament; this module holds only the version."""

__version__ = "0.1.0"
