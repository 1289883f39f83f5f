"""The pure core: what a rulebook makes of an incident, a table and an event."""
