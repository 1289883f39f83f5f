"""Tables for PINs and policy, live hands, seats, status, divisions, and appeals.

Frozen like every migration: names and texts are spelt out.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

PRIMARY = ["event_id", "entry"]

KEYS = {
    "pin": [PRIMARY],
    "policy": [PRIMARY],
    "step": [PRIMARY],
    "status": [PRIMARY],
    "reseat": [PRIMARY],
    "substitution": [PRIMARY],
    "division": [PRIMARY],
    "division_player": [["event_id", "entry", "position"]],
    "team_fine": [PRIMARY],
    "explanation": [PRIMARY],
    "appeal": [PRIMARY, ["event_id", "target"]],
    "decision": [PRIMARY, ["event_id", "target"]],
    "confirmation": [PRIMARY, ["event_id", "target"]],
    "closing": [PRIMARY],
    "ruleset_change": [PRIMARY],
    "amendment": [PRIMARY, ["event_id", "target"]],
    "lateness": [PRIMARY],
}
"""The keys of each table, the primary one first; the others are UNIQUE."""


def upgrade() -> None:
    _hanchan()
    _people()
    _about_entries()
    if op.get_bind().dialect.name == "postgresql":
        _postgres_triggers()
    else:
        _sqlite_triggers()


def downgrade() -> None:
    raise NotImplementedError(
        "a book is not taken back to an older schema; use the backup made before"
    )


def _hanchan() -> None:
    _detail("step", _text("step"), _filled("step", "step"))
    winds = ("east", "south", "west", "north")
    _detail(
        "reseat",
        *(_text(wind) for wind in winds),
        _text("reason"),
        *(_player("reseat", wind) for wind in winds),
        _filled("reseat", "reason"),
    )
    _detail(
        "substitution",
        _text("player"),
        _text("substitute"),
        _text("replaced"),
        _text("reason"),
        _player("substitution", "player"),
        _filled("substitution", "substitute"),
        _check(
            "substitution",
            "replaced_known",
            "replaced IN ('before-start', 'after-start')",
        ),
        _filled("substitution", "reason"),
    )
    _detail(
        "explanation",
        _integer("points"),
        _text("reason"),
        _filled("explanation", "reason"),
    )


def _people() -> None:
    _detail(
        "pin",
        _text("name"),
        _text("hash"),
        _filled("pin", "name"),
        _filled("pin", "hash"),
    )
    _detail(
        "policy",
        _integer("confirm"),
        _check("policy", "confirm_yes_or_no", "confirm IN (0, 1)"),
    )
    _detail(
        "status",
        _text("player"),
        _text("status"),
        _text("reason"),
        _player("status", "player"),
        _check(
            "status",
            "status_known",
            "status IN ('ok', 'withdrawn', 'disqualified')",
        ),
        _filled("status", "reason"),
    )
    _detail(
        "division",
        _text("name"),
        _integer("rank"),
        _integer("after_round"),
        _text("carry"),
        _filled("division", "name"),
        _from("division", "rank", 1),
        _from("division", "after_round", 1),
        _check("division", "carry_known", "carry IN ('carried', 'halved', 'reset')"),
    )
    _detail(
        "division_player",
        _integer("position"),
        _text("player"),
        _from("division_player", "position", 0),
        _player("division_player", "player"),
    )
    _detail(
        "team_fine",
        _text("team"),
        _integer("points"),
        _text("reason"),
        _filled("team_fine", "team"),
        _filled("team_fine", "reason"),
    )


def _about_entries() -> None:
    _detail(
        "appeal",
        *_target("appeal"),
        _text("appellant"),
        _text("reason"),
        _filled("appeal", "appellant"),
        _filled("appeal", "reason"),
    )
    _detail(
        "decision",
        *_target("decision"),
        _text("decision"),
        _text("reason"),
        _check(
            "decision",
            "decision_known",
            "decision IN ('dismissed', 'upheld', 'changed')",
        ),
        _filled("decision", "reason"),
    )
    _detail("confirmation", *_target("confirmation"))
    _detail("closing", _text("note"))
    _detail("ruleset_change", _text("reason"), _filled("ruleset_change", "reason"))
    _detail(
        "amendment",
        *_target("amendment"),
        _text("kind"),
        _text("reason"),
        _filled("amendment", "kind"),
        _filled("amendment", "reason"),
    )
    _detail(
        "lateness",
        _text("kind"),
        _text("reason"),
        _filled("lateness", "kind"),
        _filled("lateness", "reason"),
    )


def _target(table: str) -> list[sa.schema.SchemaItem]:
    """Return the column that names an earlier entry, with its constraints."""
    return [
        _integer("target"),
        sa.ForeignKeyConstraint(
            ["event_id", "target"],
            ["entry.event_id", "entry.number"],
            name=f"fk_{table}_event_id_target",
        ),
        _check(table, "target_is_earlier", "target < entry"),
    ]


def _detail(table: str, *items: sa.schema.SchemaItem) -> None:
    """Make a table whose rows belong to an entry."""
    primary, *others = KEYS[table]
    op.create_table(
        table,
        _text("event_id"),
        _integer("entry"),
        *items,
        sa.ForeignKeyConstraint(
            ["event_id", "entry"],
            ["entry.event_id", "entry.number"],
            name=f"fk_{table}_event_id_entry",
        ),
        sa.PrimaryKeyConstraint(*primary, name=f"pk_{table}"),
        *(
            sa.UniqueConstraint(*key, name=f"uq_{table}_{'_'.join(key)}")
            for key in others
        ),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )


def _text(name: str) -> sa.Column:
    return sa.Column(name, sa.Text(), nullable=False)


def _integer(name: str) -> sa.Column:
    return sa.Column(name, sa.Integer(), nullable=False)


def _check(table: str, name: str, text: str) -> sa.CheckConstraint:
    # op.f: the name is whole, no convention is to be laid over it.
    return sa.CheckConstraint(text, name=op.f(f"ck_{table}_{name}"))


def _filled(table: str, column: str) -> sa.CheckConstraint:
    return _check(table, f"{column}_filled", f"length({column}) > 0")


def _from(table: str, column: str, least: int) -> sa.CheckConstraint:
    return _check(table, f"{column}_from_{least}", f"{column} >= {least}")


def _player(table: str, column: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["event_id", column],
        ["player.event_id", "player.number"],
        name=f"fk_{table}_event_id_{column}",
    )


def _sqlite_triggers() -> None:
    for table, keys in KEYS.items():
        refuse = f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
        taken = " OR ".join(
            f"EXISTS (SELECT 1 FROM {table} WHERE "  # noqa: S608 - names of our own
            + " AND ".join(f"{column} = NEW.{column}" for column in key)
            + ")"
            for key in keys
        )
        for act, event in (
            ("update", f"BEFORE UPDATE ON {table}"),
            ("delete", f"BEFORE DELETE ON {table}"),
            ("replace", f"BEFORE INSERT ON {table} WHEN {taken}"),
        ):
            op.execute(f"CREATE TRIGGER {table}_no_{act} {event} {refuse}")


def _postgres_triggers() -> None:
    for table in KEYS:
        for act, events, each in (
            ("change", "UPDATE OR DELETE", "ROW"),
            ("truncate", "TRUNCATE", "STATEMENT"),
        ):
            op.execute(
                f"CREATE TRIGGER {table}_no_{act} BEFORE {events} ON {table} "
                f"FOR EACH {each} EXECUTE FUNCTION refuse_change()"
            )
