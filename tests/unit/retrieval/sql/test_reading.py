"""Questions of many shapes, in two languages, over databases of different domains: the rows that each gets."""

import pytest

from services.retrieval.sql.port import Cell
from tests.unit.retrieval.sql.conftest import Ask

SOLT, TAMM, ADEYI, BRISK = "Imre Solt", "Vera Tamm", "Olu Adeyi", "Nadia Brisk"
ADA, BENNO, CLEO, DOV, EDDA = ("Ada", "Lorn"), ("Benno", "Quist"), ("Cleo", "Rusk"), ("Dov", "Stane"), ("Edda", "Lorn")
HERON, WREN, KITE, LOON = "Grey Heron", "Polar Wren", "Amber Kite", "Quiet Loon"
CLINIC: list[tuple[str, list[tuple[Cell, ...]]]] = [
    ("How many visits did Imre Solt have in 2023?", [(2,)]),
    ("Which doctor had the most visits?", [(SOLT,)]),
    ("Which doctor had the most visits in 2023, and how many visits were there?", [(SOLT, 2)]),
    ("What is the average fee per doctor?", [(SOLT, 120.0), (ADEYI, 90.0), (TAMM, 77.5)]),
    ("What is the average fee of visits in each ward?", [("Cardiology", 110.0), ("Dermatology", 77.5)]),
    ("List the names and salaries of doctors with a salary above 8500.", [(SOLT, 9100.0), (ADEYI, 8700.0)]),
    ("Which patients live in Velden?", [ADA, CLEO]),
    ("How many patients are there in each city?", [("Velden", 2), ("Marrow", 2), ("Harrow Bay", 1)]),
    ("Which doctors do not belong to any ward?", [(BRISK,)]),
    ("Which patients have no email?", [BENNO, DOV]),
    ("What is the total fee of visits in 2022?", [(270.0,)]),
    ("What are the top 3 doctors by total fee?", [(SOLT,), (ADEYI,), (TAMM,)]),
    ("Which patients visited Vera Tamm?", [BENNO, EDDA]),
    ("How many different diagnoses are there?", [(3,)]),
    ("Which patients never visited Imre Solt?", [DOV]),
    ("How many patients were not treated by Olu Adeyi?", [(3,)]),
    ("How many visits were there per year?", [("2022", 3), ("2023", 5)]),
    ("Who is the highest paid doctor?", [(SOLT,)]),
    ("Who is the oldest patient?", [EDDA]),
    ('Which patient whose last name starts with "L" lives in Marrow?', [EDDA]),
    ("What percentage of visits have a fee over 100?", [(50.0,)]),
    ("What is the ratio of doctors to patients?", [(0.8,)]),
    ("What is the ratio of visits with a fee above 100 to visits with a fee below 100?", [(1.0,)]),
    ("Which doctors have more than 2 visits?", [(SOLT,)]),
    ("Show the visits between 2022-01-01 and 2022-06-30.", [(1,), (2,)]),
    ("What is the highest fee?", [(150.0,)]),
    ("What is the salary of Nadia Brisk?", [(7900.0,)]),
    ("Who is the highest paid doctor in each ward?", [("Cardiology", SOLT), ("Dermatology", TAMM)]),
    ("Who treated Ada Lorn?", [(SOLT,), (ADEYI,)]),
    ("What is the average number of visits per doctor?", [(2.0,)]),
    ("What percentage of visits in 2023 are with Vera Tamm?", [(40.0,)]),
    ("What are the names of the doctors in Cardiology and their salaries?", [(SOLT, 9100.0), (ADEYI, 8700.0)]),
    ("List the visits with a fee below 90, from highest to lowest.", [(2,), (8,), (4,)]),
    ("What is the name of the doctor with id 2?", [(TAMM,)]),
    ("Which doctors have a salary below the average salary?", [(TAMM,), (BRISK,)]),
    ("What is the difference between the salary of Imre Solt and Vera Tamm?", [(800.0,)]),
    ("Which patients visited both Imre Solt and Vera Tamm?", [BENNO, EDDA]),
    ("Which patients live in Harrow Bay or visited Vera Tamm?", [BENNO, DOV, EDDA]),
    ("How many visits cost 120 or more?", [(3,)]),
    ("Which doctors have at least two visits?", [(SOLT,), (TAMM,), (ADEYI,)]),
    ("How many doctors and patients are there?", [(4, 5)]),
    ("Could you tell me how many visits cost more than one hundred?", [(4,)]),
    ("When was Vera Tamm hired?", [("2019-06-15",)]),
    ("How many doctors work in Cardiology?", [(2,)]),
    ("Which ward has the highest average salary?", [("Cardiology",)]),
    ("List all doctors sorted by salary in descending order.", [(SOLT,), (ADEYI,), (TAMM,), (BRISK,)]),
    ("Which doctors are not in Cardiology?", [(TAMM,), (BRISK,)]),
    ("Which patients live in Velden or Marrow? (match strings case-insensitively)", [ADA, BENNO, CLEO, EDDA]),
    ("每位医生有多少次就诊?", [(SOLT, 4), (TAMM, 2), (ADEYI, 2)]),
    ("就诊次数最多的医生是谁？", [(SOLT,)]),
    ("2023年有多少次就诊？", [(5,)]),
    ("费用超过100的就诊有多少？", [(4,)]),
    ("工资最高的医生是谁？", [(SOLT,)]),
    ("哪些患者住在Velden？", [ADA, CLEO]),
    ("每个城市有多少名患者？", [("Velden", 2), ("Marrow", 2), ("Harrow Bay", 1)]),
    ("列出工资高于8500的医生的姓名和工资", [(SOLT, 9100.0), (ADEYI, 8700.0)]),
    ("2022年就诊费用的总和是多少？", [(270.0,)]),
    ("医生与患者的比例是多少？", [(0.8,)]),
    ("按城市统计患者人数", [("Velden", 2), ("Marrow", 2), ("Harrow Bay", 1)]),
    ("Imre Solt的工资是多少？", [(9100.0,)]),
]
SHIPPING: list[tuple[str, list[tuple[Cell, ...]]]] = [
    ("Which ship has the largest capacity?", [(HERON,)]),
    ("Which ship carried the most voyages in 2022?", [(KITE,)]),
    ("What is the total freight for each ship?", [(HERON, 99500.0), (KITE, 93500.0), (WREN, 45000.0)]),
    ("How many voyages left for Tarnow Quay?", [(3,)]),
    ("Which port has the most berths?", [("Tarnow Quay",)]),
    ("What is the number of berths of Kessel Dock?", [(9,)]),
    ("Name the crew of Grey Heron.", [("Tomas Vile",), ("Pim Dray",)]),
    ("Which crew members are not assigned to any ship?", [("Runa Holt",)]),
    ("How many ships were built after 2005?", [(3,)]),
    ("What is the oldest ship?", [(HERON,)]),
    ("Which ships are freighters?", [(WREN,), (KITE,)]),
    ("How many voyages carried timber or grain?", [(5,)]),
    ("Which cargo kind brought the highest total freight?", [("oil",)]),
    (
        "List the ship names and built years of ships with capacity of at least 4000 tons.",
        [(HERON, 1998), (KITE, 2015)],
    ),
    ("Which countries did Amber Kite sail to?", [("Orlandia",), ("Vashti",)]),
    ("Which ships have never made a voyage?", [(LOON,)]),
    ("What is the average freight of voyages to ports in Vashti?", [(39000.0,)]),
    ("哪艘船的载重最大？", [(HERON,)]),
    ("每艘船的运费总额是多少？", [(HERON, 99500.0), (KITE, 93500.0), (WREN, 45000.0)]),
    ("2022年有多少个航次？", [(4,)]),
    ("运费最高的航次的货物是什么？", [("oil",)]),
    ("建造年份晚于2005的船有哪些？", [(WREN,), (KITE,), (LOON,)]),
    ("去过Tarnow Quay的船有哪些？", [(HERON,), (WREN,), (KITE,)]),
    ("哪个港口的航次最多？", [("Tarnow Quay",)]),
]
STOCK: list[tuple[str, list[tuple[Cell, ...]]]] = [
    ("每个城市有多少个仓库？", [("宁溪", 2), ("岚州", 1)]),
    ("铜管的总数量是多少？", [(180,)]),
    ("宁溪有哪些仓库？", [("东仓",), ("南仓",)]),
    ("How many warehouses are there in each city?", [("宁溪", 2), ("岚州", 1)]),
]
CASES = [
    (name, *case) for name, cases in (("clinic", CLINIC), ("shipping", SHIPPING), ("stock", STOCK)) for case in cases
]


@pytest.mark.parametrize(("database", "question", "rows"), CASES, ids=[case[1] for case in CASES])
async def test_a_question_gets_its_rows(ask: Ask, database: str, question: str, rows: list[tuple[Cell, ...]]) -> None:
    found = await ask(database, question)
    assert isinstance(found, list), found
    # Where nothing orders them, the rows may come in any order.
    assert sorted(map(str, found)) == sorted(map(str, rows))


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("How many nurses are there?", "nurses"),
        ("What is the favourite colour of the doctors?", "favourite"),
        ("Which doctor has the fastest bicycle?", "bicycle"),
        ('How many visits were paid with "Moon Card"?', "Moon Card"),
        ("Is Vera Tamm a doctor?", "yes or no"),
        ("Why did Imre Solt leave?", "reason"),
        ("What does the handbook say about visits?", "handbook"),
        ("", "asked for"),
        ("???", "asked for"),
        ("有多少护士？", "护士"),
    ],
)
async def test_what_cannot_be_linked_is_not_answered(ask: Ask, question: str, reason: str) -> None:
    found = await ask("clinic", question)
    assert isinstance(found, str)
    assert reason in found


async def test_the_order_that_is_asked_for_is_kept(ask: Ask) -> None:
    assert await ask("clinic", "What are the top 2 doctors with the highest salary?") == [(SOLT,), (ADEYI,)]
    assert await ask("shipping", "List the ships sorted by built year.") == [(HERON,), (WREN,), (KITE,), (LOON,)]
