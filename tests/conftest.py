"""What all tests share."""

from hypothesis import settings

# Time limits per example only measure how busy the machine is.
settings.register_profile("house", deadline=None)
settings.load_profile("house")
