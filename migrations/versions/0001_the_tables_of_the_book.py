"""The tables of the book, and the triggers that make them append-only.

Frozen: the names and texts below are spelt out here and not taken from the program, so
that a file made by this revision stays what it is.
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

CLASSES = (
    "class IN ('none', 'warning', 'minor-foul', 'point-penalty', 'dead-hand', "
    "'full-foul', 'chombo', 'disqualification')"
)
WINDS = "IN ('E', 'S', 'W', 'N')"

KEYS = {
    "event": [["event_id"]],
    "entry": [["event_id", "number"], ["event_id", "client_id"]],
    "ruleset": [["event_id", "entry"]],
    "staff": [["event_id", "entry"]],
    "player": [["event_id", "entry", "position"], ["event_id", "number"]],
    "seat": [
        ["event_id", "entry", "position"],
        ["event_id", "round", "player"],
        ["event_id", "round", "table_number", "wind"],
    ],
    "sheet": [["event_id", "entry"]],
    "result": [["event_id", "entry", "position"]],
    "ruling": [["event_id", "entry"]],
    "incident": [["event_id", "entry", "position"]],
    "posting": [["event_id", "entry", "position"]],
    "void": [["event_id", "entry"], ["event_id", "target"]],
}
"""The keys of each table, the primary one first; the others are UNIQUE."""


def upgrade() -> None:
    _event_and_entry()
    _people()
    _hanchan()
    _rulings()
    if op.get_bind().dialect.name == "postgresql":
        _postgres_triggers()
    else:
        _sqlite_triggers()


def downgrade() -> None:
    raise NotImplementedError(
        "a book is not taken back to an older schema; use the backup made before"
    )


def _event_and_entry() -> None:
    _table(
        "event",
        _text("event_id"),
        _integer("entry"),
        _text("name"),
        _integer("rounds", nullable=True),
        _check("event", "entry_first", "entry = 1"),
        _filled("event", "name"),
    )
    _table(
        "entry",
        _text("event_id"),
        _integer("number"),
        _text("kind"),
        _integer("round", nullable=True),
        _integer("table_number", nullable=True),
        _text("hand", nullable=True),
        _integer("honba", nullable=True),
        _text("staff"),
        _text("at"),
        _text("terminal"),
        _text("client_id"),
        _text("previous_hash"),
        _text("hash"),
        sa.ForeignKeyConstraint(
            ["event_id"], ["event.event_id"], name="fk_entry_event_id"
        ),
        _from("entry", "number", 1),
        _filled("entry", "kind"),
        _from("entry", "round", 1),
        _from("entry", "table_number", 1),
        _from("entry", "honba", 0),
        _filled("entry", "staff"),
        _check("entry", "at_width", "length(at) = 27"),
        _filled("entry", "client_id"),
        _check(
            "entry",
            "previous_hash_width",
            "(number = 1 AND previous_hash = '')"
            " OR (number > 1 AND length(previous_hash) = 64)",
        ),
        _check("entry", "hash_width", "length(hash) = 64"),
    )


def _people() -> None:
    _detail(
        "ruleset",
        _text("ruleset"),
        _text("pinned"),
        _text("digest"),
        _check("ruleset", "digest_width", "length(digest) = 64"),
    )
    _detail(
        "staff",
        _text("name"),
        _text("role"),
        _filled("staff", "name"),
        _filled("staff", "role"),
    )
    _details(
        "player",
        _text("number"),
        _text("name"),
        _text("team"),
        _text("country"),
        _text("ema_number"),
        _text("club"),
        _integer("substitute"),
        _filled("player", "number"),
        _filled("player", "name"),
        _flag("player", "substitute"),
    )


def _hanchan() -> None:
    _details(
        "seat",
        _integer("round"),
        _integer("table_number"),
        _text("wind"),
        _text("player"),
        _player("seat", "player"),
        _from("seat", "round", 1),
        _from("seat", "table_number", 1),
        _check("seat", "wind_known", f"wind {WINDS}"),
    )
    _detail(
        "sheet",
        _integer("east"),
        _integer("south"),
        _integer("west"),
        _integer("north"),
        _integer("leftover"),
    )
    _details(
        "result",
        _integer("round"),
        _integer("table_number", nullable=True),
        _text("player"),
        _integer("result"),
        _player("result", "player"),
        _from("result", "round", 1),
        _from("result", "table_number", 1),
    )


def _rulings() -> None:
    _detail(
        "ruling",
        _text("table_state"),
        _text("suggestion"),
        _text("class"),
        _text("label"),
        _text("citations"),
        _text("source_grade"),
        _text("dead"),
        _text("hand"),
        _integer("honba", nullable=True),
        _text("dealer", nullable=True),
        _text("returned"),
        _integer("departed"),
        _integer("pending"),
        _text("note"),
        _check("ruling", "class_known", CLASSES),
        _check(
            "ruling",
            "hand_known",
            "hand IN ('continue', 'replay', 'scored', 'game-ends')",
        ),
        _flag("ruling", "departed"),
        _flag("ruling", "pending"),
    )
    _details(
        "incident",
        _text("offender", nullable=True),
        _text("seat", nullable=True),
        _text("situation"),
        _text("facts"),
        _text("choice"),
        _text("evidence", nullable=True),
        _text("class"),
        _text("label"),
        _player("incident", "offender"),
        _check("incident", "seat_known", f"seat {WINDS}"),
        _filled("incident", "situation"),
        _check("incident", "class_known", CLASSES),
    )
    _details(
        "posting",
        _text("account"),
        _text("player", nullable=True),
        _integer("points"),
        _text("stage"),
        _text("settled"),
        _player("posting", "player"),
        _check(
            "posting",
            "account_known",
            "account IN ('player', 'pot', 'fines', 'dropped')",
        ),
        _check(
            "posting",
            "player_of_account",
            "(account = 'player') = (player IS NOT NULL)",
        ),
        _check(
            "posting",
            "stage_known",
            "stage IN ('table', 'before-placing', 'after-uma')",
        ),
        _check("posting", "settled_known", "settled IN ('table', 'ledger')"),
    )
    _detail(
        "void",
        _integer("target"),
        _text("reason"),
        sa.ForeignKeyConstraint(
            ["event_id", "target"],
            ["entry.event_id", "entry.number"],
            name="fk_void_event_id_target",
        ),
        _check("void", "target_is_earlier", "target < entry"),
        _filled("void", "reason"),
    )


def _details(table: str, *items: sa.schema.SchemaItem) -> None:
    """Make a table of which an entry may have several rows."""
    _detail(table, _integer("position"), _from(table, "position", 0), *items)


def _detail(table: str, *items: sa.schema.SchemaItem) -> None:
    """Make a table whose rows belong to an entry."""
    of_entry = sa.ForeignKeyConstraint(
        ["event_id", "entry"],
        ["entry.event_id", "entry.number"],
        name=f"fk_{table}_event_id_entry",
    )
    _table(table, _text("event_id"), _integer("entry"), *items, of_entry)


def _table(table: str, *items: sa.schema.SchemaItem) -> None:
    primary, *others = KEYS[table]
    op.create_table(
        table,
        *items,
        sa.PrimaryKeyConstraint(*primary, name=f"pk_{table}"),
        *(
            sa.UniqueConstraint(*key, name=f"uq_{table}_{'_'.join(key)}")
            for key in others
        ),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )


def _text(name: str, *, nullable: bool = False) -> sa.Column:
    return sa.Column(name, sa.Text(), nullable=nullable)


def _integer(name: str, *, nullable: bool = False) -> sa.Column:
    return sa.Column(name, sa.Integer(), nullable=nullable)


def _check(table: str, name: str, text: str) -> sa.CheckConstraint:
    # op.f: the name is whole, no convention is to be laid over it.
    return sa.CheckConstraint(text, name=op.f(f"ck_{table}_{name}"))


def _filled(table: str, column: str) -> sa.CheckConstraint:
    return _check(table, f"{column}_filled", f"length({column}) > 0")


def _from(table: str, column: str, least: int) -> sa.CheckConstraint:
    return _check(table, f"{column}_from_{least}", f"{column} >= {least}")


def _flag(table: str, column: str) -> sa.CheckConstraint:
    return _check(table, f"{column}_yes_or_no", f"{column} IN (0, 1)")


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
    op.execute(
        "CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME "
        "USING ERRCODE = 'integrity_constraint_violation'; END $$"
    )
    for table in KEYS:
        for act, events, each in (
            ("change", "UPDATE OR DELETE", "ROW"),
            ("truncate", "TRUNCATE", "STATEMENT"),
        ):
            op.execute(
                f"CREATE TRIGGER {table}_no_{act} BEFORE {events} ON {table} "
                f"FOR EACH {each} EXECUTE FUNCTION refuse_change()"
            )
