"""What the guard lets through, and the attacks that it does not."""

import pytest
import sqlglot
from hypothesis import given
from hypothesis import strategies as st

from services.retrieval.sql.errors import QueryRefused
from services.retrieval.sql.guard import ALLOWED, guarded
from services.retrieval.sql.port import Column, Kind, Schema, Table

SCHEMA = Schema(
    (
        Table("visit", tuple(Column(name, Kind.NUMBER) for name in ("id", "doctor_id", "fee"))),
        Table("doctor", (Column("id", Kind.NUMBER), Column("name", Kind.TEXT))),
    )
)
ATTACKS = [
    # (what it tries, the rule that refuses it)
    ("DROP TABLE visit", "select"),
    ("CREATE TABLE x (a)", "select"),
    ("ALTER TABLE visit ADD COLUMN x", "select"),
    ("DELETE FROM visit", "select"),
    ("UPDATE visit SET fee = 0", "select"),
    ("INSERT INTO visit VALUES (1, 1, 1)", "select"),
    ("REPLACE INTO visit VALUES (1, 1, 1)", "select"),
    ("WITH gone AS (DELETE FROM visit RETURNING id) SELECT id FROM gone", "part"),
    ("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT COUNT(*) FROM n", "part"),
    ("WITH v AS (SELECT id FROM visit) SELECT id FROM v", "part"),
    ("SELECT id INTO copy FROM visit", "part"),
    ("SELECT id FROM visit FOR UPDATE", "part"),
    ("PRAGMA table_info(visit)", "select"),
    ("PRAGMA writable_schema = 1", "select"),
    ("SELECT name FROM pragma_table_info('visit')", "function"),
    ("ATTACH 'other.sqlite' AS other", "select"),
    ("DETACH main", "select"),
    ("VACUUM INTO 'copy.sqlite'", "select"),
    ("SELECT setval('visit_seq', 1) FROM visit", "function"),
    ("SELECT pg_read_file('/etc/passwd') FROM visit", "function"),
    ("SELECT pg_sleep(60) FROM visit", "function"),
    ("SELECT set_config('role', 'admin', false) FROM visit", "function"),
    ("SELECT load_extension('evil.so') FROM visit", "function"),
    ("SELECT readfile('secret') FROM visit", "function"),
    ("SELECT writefile('x', 'y') FROM visit", "function"),
    ("SELECT randomblob(1000000000) FROM visit", "function"),
    ("SELECT zeroblob(1000000000) FROM visit", "function"),
    ("SELECT printf('%.*c', 1000000000, 'x') FROM visit", "function"),
    ("SELECT hex(id) FROM visit", "function"),
    ("SELECT group_concat(name) FROM doctor", "function"),
    ("SELECT id FROM visit; DROP TABLE visit", "statements"),
    ("SELECT id FROM visit; SELECT id FROM doctor", "statements"),
    ("", "select"),
    ("SELECT id FROM visit -- WHERE fee = 0", "comment"),
    ("SELECT id /* all */ FROM visit", "comment"),
    ("SELECT /*! 50000 id */ fee FROM visit", "comment"),
    ("SELECT id FROM visit UNION SELECT id FROM doctor", "select"),
    ("SELECT id FROM (SELECT id FROM visit UNION ALL SELECT id FROM visit)", "node"),
    ("SELECT a.id FROM (SELECT id FROM visit) AS a", "table"),
    ("VALUES (1)", "select"),
    ("SELECT 1", "tables"),
    ("SELECT sql FROM sqlite_master", "table"),
    ("SELECT name FROM sqlite_schema", "table"),
    ("SELECT id FROM other.visit", "part"),
    ("SELECT id FROM main.visit", "part"),
    ("SELECT id FROM patients", "table"),
    ("SELECT password FROM visit", "column"),
    ("SELECT rowid FROM visit", "column"),
    ("SELECT * FROM visit", "column"),
    ("SELECT visit.* FROM visit", "column"),
    ("SELECT other.id FROM visit", "column"),
    ("SELECT a.id FROM visit AS a, visit AS b, visit AS c, visit AS d", "join"),
    ("SELECT visit.id FROM visit CROSS JOIN doctor", "join"),
    ("SELECT visit.id FROM visit NATURAL JOIN doctor", "join"),
    ("SELECT visit.id FROM visit JOIN doctor ON 1 = 1", "join"),
    ("SELECT visit.id FROM visit JOIN doctor ON visit.id = visit.id", "join"),
    ("SELECT visit.id FROM visit JOIN doctor ON visit.doctor_id = doctor.id OR 1 = 1", "join"),
    ("SELECT visit.id FROM visit JOIN doctor ON visit.doctor_id > doctor.id", "join"),
    ("SELECT U&\"\\0069d\" FROM visit", "node"),
    ("SELECT id FROM visit WHERE id GLOB '*'", "node"),
    ("SELECT name || name FROM doctor", "node"),
    ("SELECT CAST(name AS BLOB) FROM doctor", "function"),
    ("SELECT id FROM visit LIMIT 5 OFFSET 100000", "part"),
    ("SELECT id FROM visit LIMIT (SELECT COUNT(*) FROM visit)", "part"),
    ("SELECT SUM(fee) OVER () FROM visit", "node"),
    ("EXPLAIN SELECT id FROM visit", "select"),
    ("SELECT id FROM visit WHERE " + " OR ".join(f"id = {n}" for n in range(300)), "length"),
    ("SELECT id FROM visit WHERE id = " + "(" * 3_000 + "1" + ")" * 3_000, "length"),
    ("SELECT " + "x" * 5_000, "length"),
    ("this is no query", "select"),
]  # fmt: skip


@pytest.mark.parametrize(("sql", "rule"), ATTACKS, ids=[sql[:60] for sql, _ in ATTACKS])
def test_an_attack_is_refused_by_its_rule(sql: str, rule: str) -> None:
    with pytest.raises(QueryRefused) as refused:
        guarded(sql, SCHEMA, rows=10)
    assert refused.value.rule == rule


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT COUNT(*) FROM visit",
        "SELECT doctor.name, AVG(visit.fee) AS mean FROM visit JOIN doctor ON visit.doctor_id = doctor.id "
        "GROUP BY doctor.name HAVING COUNT(*) > 2 ORDER BY mean DESC LIMIT 3",
        "SELECT name FROM doctor WHERE NOT id IN (SELECT doctor_id FROM visit WHERE doctor_id IS NOT NULL)",
        "SELECT name FROM doctor WHERE LOWER(name) LIKE '%a-- b%'",
        "SELECT (SELECT COUNT(*) FROM visit) * 1.0 / NULLIF((SELECT COUNT(*) FROM doctor), 0) AS ratio",
    ],
)
def test_a_plain_select_passes(sql: str) -> None:
    assert guarded(sql, SCHEMA, rows=10).startswith("SELECT")


def test_what_runs_is_written_anew_and_limited() -> None:
    assert guarded("select  ID from VISIT", SCHEMA, rows=10) == "SELECT ID FROM VISIT LIMIT 11"
    assert guarded("SELECT id FROM visit LIMIT 5", SCHEMA, rows=10).endswith("LIMIT 5")
    assert guarded("SELECT id FROM visit LIMIT 5000", SCHEMA, rows=10).endswith("LIMIT 11")


def test_queries_may_not_stand_in_each_other_without_end() -> None:
    inner = "SELECT id FROM visit"
    for _ in range(5):
        inner = f"SELECT id FROM visit WHERE id IN ({inner})"
    with pytest.raises(QueryRefused) as refused:
        guarded(inner, SCHEMA, rows=10)
    assert refused.value.rule == "depth"


def test_one_name_may_not_stand_for_two_tables() -> None:
    sql = "SELECT a.id FROM visit AS a WHERE a.id IN (SELECT a.id FROM doctor AS a)"
    with pytest.raises(QueryRefused) as refused:
        guarded(sql, SCHEMA, rows=10)
    assert refused.value.rule == "table"


@given(st.text(max_size=80))
def test_whatever_passes_reads_only_known_tables(text: str) -> None:
    try:
        passed = guarded(f"SELECT id FROM visit WHERE {text}", SCHEMA, rows=10)
    except QueryRefused:
        return
    tree = sqlglot.parse_one(passed, dialect="sqlite")
    assert all(type(node) in ALLOWED for node in tree.walk())
