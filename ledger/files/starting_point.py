"""`rules new`: a commented ruleset file to begin one's own edition with.

As written it changes nothing. Everything that the parent says stands in it as an
example behind a `#`; taking that away is all it needs to be changed. A line that begins
with `# ` explains. A test takes every `#` away and finds no difference to the parent.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, Literal, get_args, get_origin

from ledger.core import editions
from ledger.core.rules import OTHER, Rules, of_edition
from ledger.core.ruleset import Part
from ledger.core.ruleset_words import TITLES, outcome_words
from ledger.core.situations import UNSET, Fact
from ledger.core.wording import GRADE_WORDS, literal
from ledger.errors import ExportError
from ledger.files.writing import create_file

SUFFIX: Final = ".toml"
PARTS: Final = ("scoring", "play", "tiles")
OWN_SOURCE: Final = "HOUSE"


def create(target: Path, parent: str) -> None:
    """Write a starting point that extends another edition.

    Args:
        target: The file to make; its name without `.toml` becomes the id.
        parent: An id, or a path to a ruleset file.

    Raises:
        ExportError: the file is there already, or its name will not do.
        RulesetError: the parent is unknown or has a fault.
    """
    if target.suffix != SUFFIX or target.stem in editions.shipped():
        told = f"expected a name of your own that ends in {SUFFIX}"
        raise ExportError(str(target), told)
    name, edition = _parent(target, parent)
    create_file(target, starting_point(target.stem, name, edition))


def _parent(target: Path, parent: str) -> tuple[str, editions.Edition]:
    """Return what `extends` has to say in the file, and the edition it means."""
    if parent.endswith(SUFFIX):
        found = editions.read_edition(Path(parent))
        folder = target.parent.resolve()
        where = Path(parent).resolve()
        inside = where.is_relative_to(folder)
        return (where.relative_to(folder) if inside else where).as_posix(), found
    beside = editions.beside_file(target.parent, parent)
    return parent, editions.find(parent) if beside is None else editions.find(
        str(beside)
    )


def starting_point(own_id: str, extends: str, parent: editions.Edition) -> str:
    """Return the text of the file.

    Raises:
        RulesetError: the parent has a fault.
    """
    rules = of_edition(parent)
    lines = [
        *_head(own_id, extends, rules),
        *_clauses(rules),
        *_settings(rules),
        *_outcomes(rules, parent.document),
        *_situations(rules, parent.document),
    ]
    return "".join(f"{line}\n" for line in lines)


def _said(text: str) -> str:
    return f"# {literal(text)}".rstrip()


def _head(own_id: str, extends: str, rules: Rules) -> Iterator[str]:
    ruleset = rules.ruleset
    yield _said(f"{own_id}: a ruleset of your own, built on {ruleset.name}.")
    yield _said("")
    yield _said(
        "What this file does not say is taken over from there. A line that begins"
    )
    yield _said(
        "with '# ' explains; '#' without a space hides an example, which is what"
    )
    yield _said(
        f"{ruleset.cite_as} says: take the '#' away, on its [table] too, to change"
    )
    yield _said("it. Tables are merged key by key, a list replaces the whole list.")
    yield _said("")
    yield _said(
        "  riichi-ledger rules check FILE            every fault, with its line"
    )
    yield _said(f"  riichi-ledger rules diff {extends} FILE     what changes for whom")
    yield ""
    yield f"id = {toml_value(own_id)}"
    yield f"extends = {toml_value(extends)}"
    yield f"name = {toml_value(f'{ruleset.name}, {own_id}')}"
    yield f"edition = {toml_value('')}"
    yield _said("How clauses of this file are cited; inherited ones keep their book.")
    yield f"cite_as = {toml_value(own_id)}"
    yield _said("One line for the organiser: what a chombo costs here.")
    yield f"summary = {toml_value(ruleset.summary)}"
    grades = "; ".join(f"{grade} {words}" for grade, words in GRADE_WORDS.items())
    yield _said(f"How well the text is known: {grades}.")
    yield f"grade = {toml_value(ruleset.grade)}"
    yield _said("For how long earlier rulings count: hand, hanchan, day or event; and")
    yield _said("whether only the same situation counts, or every card.")
    yield f"#window = {toml_value(ruleset.window)}"
    yield f"#counts = {toml_value(ruleset.counts)}"
    if ruleset.options:
        yield ""
        yield _said("Options are inherited:")
    for name, option in ruleset.options.items():
        yield _said(f"  {name} = {' | '.join(option.choices)}   {option.title}")


def _clauses(rules: Rules) -> Iterator[str]:
    source = OWN_SOURCE
    while source in rules.ruleset.sources:
        source += "2"
    yield ""
    yield _said(
        "Every case cites a clause, and every clause a source. Say in your own words"
    )
    yield _said("what the house rule is; referees read it.")
    yield f"#[sources.{source}]"
    yield '#title = "House rules"'
    yield '#grade = "A"'
    yield "#[clauses]"
    yield f'#"house-1" = {{ source = "{source}", text = "What the house rule says." }}'


def _settings(rules: Rules) -> Iterator[str]:
    for name in PARTS:
        part: Part = getattr(rules.ruleset, name)
        yield ""
        yield f"#[{name}]"
        values = part.model_dump(by_alias=True, exclude={"cite", "assumed"})
        for field, info in type(part).model_fields.items():
            key = info.alias or field
            if values.get(key) is None:
                continue
            words = _literals(info.annotation)
            one_of = f" ({', '.join(words)})" if words else ""
            yield _said(f"{TITLES.get(key, key.replace('_', ' '))}{one_of}")
            yield f"#{key} = {toml_value(values[key])}"


def _literals(annotation: object) -> list[str]:
    if get_origin(annotation) is Literal:
        return [str(word) for word in get_args(annotation)]
    return [word for inner in get_args(annotation) for word in _literals(inner)]


def _outcomes(rules: Rules, document: Mapping[str, object]) -> Iterator[str]:
    yield ""
    yield _said(
        "What each ruling costs and does. Points are whole; a payment is a fine after"
    )
    yield _said(
        "uma (fine), before placing (fine-before-placing), to each opponent (flat),"
    )
    yield _said("onto the table (deposit) or a mangan to the others (reverse-mangan).")
    for name, outcome in rules.ruleset.outcomes.items():
        yield ""
        yield _said(outcome_words(outcome))
        yield from _table(("outcomes", name), _part(document, "outcomes", name))


def _part(document: Mapping[str, object], table: str, name: str) -> dict[str, object]:
    found = document[table]
    assert isinstance(found, Mapping)
    part = found[name]
    assert isinstance(part, dict)
    return part


def _table(path: tuple[str, ...], values: Mapping[str, object]) -> Iterator[str]:
    """Yield a table as examples, its inner tables on lines of their own."""
    yield f"#[{'.'.join(map(_key, path))}]"
    inner = {key: value for key, value in values.items() if isinstance(value, dict)}
    for key, value in values.items():
        if isinstance(value, list) and any(isinstance(each, dict) for each in value):
            yield f"#{_key(key)} = ["
            for each in value:
                yield f"#{toml_value(each)},"
            yield "#]"
        elif key not in inner:
            yield f"#{_key(key)} = {toml_value(value)}"
    for key, value in inner.items():
        yield from _table((*path, key), value)


def _situations(rules: Rules, document: Mapping[str, object]) -> Iterator[str]:
    yield ""
    yield _said(
        "What is ruled. Cases are read from the top, the first that fits decides, and"
    )
    yield _said(
        "the last one has no 'when', so that nothing is left open. Beside its own"
    )
    yield _said(
        "facts a case may test occurrence (1 = the first time), dead (none, declared,"
    )
    yield _said(
        "undeclared: the hand before), riichi and last_discard (true or false). A"
    )
    yield _said(
        "value may be a list of values, or { min = 1, max = 3 } for a number. Where"
    )
    yield _said("the book leaves it open: outcome = 'referee' with choices and why.")
    for name, situation in rules.situations.items():
        if name == OTHER:
            continue
        japanese = f" ({situation.title_ja})" if situation.title_ja else ""
        yield ""
        yield _said(f"{situation.title}{japanese}")
        for fact in situation.facts.values():
            yield _said(f"  {fact.name}: {_fact(fact)}")
        if rules.is_silent(name):
            yield _said(
                "  Not mentioned, so the referee is asked; cases would go under"
            )
            yield _said(f"  [[situations.{name}.cases]].")
        else:
            yield from _table(("situations", name), _part(document, "situations", name))


def _fact(fact: Fact) -> str:
    words = (
        "null" if choice is None else toml_value(choice) for choice in fact.choices
    )
    told = " | ".join(words) or fact.kind.value
    default = (
        "" if fact.default is UNSET else f"; if not said: {toml_value(fact.default)}"
    )
    return f"{told}{default}"


BARE: Final = re.compile(r"[A-Za-z0-9_-]+")


def _key(key: str) -> str:
    return key if BARE.fullmatch(key) else toml_value(key)


def toml_value(value: object) -> str:
    r"""Return a value as TOML on one line.

    >>> toml_value({"a b": [True, "x\n"]})
    '{ "a b" = [true, "x\\U0000000a"] }'
    """
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case Mapping():
            inside = ", ".join(
                f"{_key(key)} = {toml_value(item)}" for key, item in value.items()
            )
            return f"{{ {inside} }}" if inside else "{}"
        case list() | tuple():
            return f"[{', '.join(map(toml_value, value))}]"
        case _:
            return f'"{_escaped(str(value))}"'


def _escaped(text: str) -> str:
    plain = text.replace("\\", "\\\\").replace('"', '\\"')
    return "".join(
        char if char.isprintable() else f"\\U{ord(char):08x}" for char in plain
    )
