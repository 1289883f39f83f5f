"""What holds for every screen: bindings, keys of choices, what is imported when."""

import importlib
import pkgutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator

from textual.binding import Binding
from textual.dom import DOMNode

import ledger.tui
from ledger.core import editions
from ledger.core.rules import rules
from ledger.core.terms import Class
from ledger.tui.answer_words import KEYS_MAX
from ledger.tui.choices import keys_of, label_of

TEXTUALS_OWN = {"ctrl+c", "tab", "shift+tab", "f1"}


def bindings() -> Iterator[tuple[str, Binding]]:
    """Yield every binding that a class of ours declares."""
    seen = set()
    for module in pkgutil.walk_packages(ledger.tui.__path__, "ledger.tui."):
        for each in vars(importlib.import_module(module.name)).values():
            is_ours = isinstance(each, type) and issubclass(each, DOMNode)
            if not is_ours or not each.__module__.startswith("ledger.tui"):
                continue
            if each in seen:
                continue
            seen.add(each)
            for binding in each.__dict__.get("BINDINGS", ()):
                assert isinstance(binding, Binding), f"{each}: {binding}"
                yield each.__name__, binding


def test_every_binding_can_be_named_and_explained() -> None:
    found = list(bindings())
    assert len(found) > 40

    for where, binding in found:
        assert binding.id, f"{where}: {binding.key}"
        assert binding.description, f"{where}: {binding.key}"
        assert binding.tooltip or not binding.show, f"{where}: {binding.key}"


def test_no_two_bindings_share_an_id() -> None:
    shared = Counter(b.id for _, b in bindings() if b.id != "dialog.back")

    assert [name for name, count in shared.items() if count > 1] == []


def test_textuals_own_keys_stay_free() -> None:
    taken = {key for _, b in bindings() for key in b.key.split(",")}

    assert not taken & TEXTUALS_OWN


def test_every_choice_of_every_edition_has_a_key_of_its_own() -> None:
    asked: set[tuple[bool | str | None, ...]] = {tuple(Class)}
    for name in editions.shipped():
        for situation in rules(name).situations.values():
            asked |= {fact.choices for fact in situation.facts.values()}
    asked.discard(())
    assert len(asked) > 20

    for choices in asked:
        keys = keys_of(choices)
        assert list(keys.values()) == list(choices)
        assert all(len(key) == 1 for key in keys)


def test_amounts_go_by_digits() -> None:
    amounts = tuple(range(1000, 1000 * (KEYS_MAX + 1), 1000))

    assert list(keys_of(amounts)) == list("123456789")
    assert label_of(12000) == "12,000"
    assert [label_of(each) for each in (True, False, None)] == ["yes", "no", "unknown"]


def test_the_first_paint_loads_no_engine() -> None:
    heavy = ("sqlalchemy", "sqlmodel", "pydantic", "alembic", "ledger.core.rules")
    code = (
        "import sys, ledger.tui.app, ledger.tui.screens.floor;"
        "import ledger.tui.screens.start;"
        f"print([name for name in {heavy!r} if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )

    assert done.stdout.strip() == "[]"


def test_asking_for_the_screens_loads_nothing() -> None:
    code = "import sys, ledger.tui; print('textual' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )

    assert done.stdout.strip() == "False"
