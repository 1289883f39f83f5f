"""The event as an append-only book; the only code that knows SQL."""
