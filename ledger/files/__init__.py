"""Files in and out: imports, standings and penalty exports, templates."""
