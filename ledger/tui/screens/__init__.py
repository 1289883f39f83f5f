"""One module per screen; a screen shows a `View` and posts what was chosen."""
