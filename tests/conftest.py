"""What all tests share."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from tests.postgres_server import Server

# Time limits per example only measure how busy the machine is.
settings.register_profile("house", deadline=None)
settings.load_profile("house")


@pytest.fixture(scope="session")
def postgres_server() -> Iterator["Server"]:
    """Start a PostgreSQL server for all tests that want one; it is removed at the end.

    Without one these tests fail and say what is missing: a test that is not run must
    not look like one that passes.
    """
    from tests.postgres_server import Server

    with Server("fsync=off") as server:
        yield server
