"""Two made-up databases: a clinic with declared keys, a shipping company whose keys can only be inferred."""

import sqlite3
from contextlib import closing
from pathlib import Path

CLINIC = """
CREATE TABLE ward (ward_id INTEGER PRIMARY KEY, ward_name TEXT, floor INTEGER);
CREATE TABLE doctor (doctor_id INTEGER PRIMARY KEY, full_name TEXT, specialty TEXT, salary REAL, hire_date TEXT,
  ward_id INTEGER REFERENCES ward(ward_id));
CREATE TABLE patient (patient_id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, city TEXT, birth_date TEXT,
  email TEXT);
CREATE TABLE visit (visit_id INTEGER PRIMARY KEY, doctor_id INTEGER REFERENCES doctor(doctor_id),
  patient_id INTEGER REFERENCES patient(patient_id), visit_date TEXT, fee REAL, diagnosis TEXT);
INSERT INTO ward VALUES (1,'Cardiology',2),(2,'Dermatology',3),(3,'Night Ward',1);
INSERT INTO doctor VALUES (1,'Imre Solt','Heart',9100,'2014-03-01',1),(2,'Vera Tamm','Skin',8300,'2019-06-15',2),
  (3,'Olu Adeyi','Heart',8700,'2021-01-10',1),(4,'Nadia Brisk','Sleep',7900,'2022-09-01',NULL);
INSERT INTO patient VALUES (1,'Ada','Lorn','Velden','1980-02-03','ada@velden.example'),
  (2,'Benno','Quist','Marrow','1992-11-30',NULL),(3,'Cleo','Rusk','Velden','1975-07-21','cleo@rusk.example'),
  (4,'Dov','Stane','Harrow Bay','2001-05-05',NULL),(5,'Edda','Lorn','Marrow','1968-01-17','edda@lorn.example');
INSERT INTO visit VALUES (1,1,1,'2022-01-15',120,'Arrhythmia'),(2,1,2,'2022-03-02',80,'Checkup'),
  (3,1,3,'2023-04-11',150,'Arrhythmia'),(4,2,2,'2023-05-20',60,'Eczema'),(5,2,5,'2023-06-01',95,'Eczema'),
  (6,3,1,'2023-06-18',110,'Checkup'),(7,1,5,'2023-09-09',130,'Checkup'),(8,3,3,'2022-12-24',70,'Arrhythmia');
"""
SHIPPING = """
CREATE TABLE ships (id INTEGER, ship_name TEXT, ship_type TEXT, capacity_tons INTEGER, built_year INTEGER);
CREATE TABLE ports (id INTEGER, port_name TEXT, country TEXT, berth_num INTEGER);
CREATE TABLE voyages (id INTEGER, ship_id INTEGER, port_id INTEGER, depart_date TEXT, cargo_kind TEXT, freight REAL);
CREATE TABLE crew (id INTEGER, name TEXT, job TEXT, age INTEGER, ship_id INTEGER);
INSERT INTO ships VALUES (1,'Grey Heron','tanker',5200,1998),(2,'Polar Wren','freighter',3100,2007),
  (3,'Amber Kite','freighter',4400,2015),(4,'Quiet Loon','ferry',900,2019);
INSERT INTO ports VALUES (1,'Tarnow Quay','Orlandia',12),(2,'Point Sorrel','Orlandia',4),(3,'Kessel Dock','Vashti',9);
INSERT INTO voyages VALUES (1,1,1,'2021-02-01','oil',51000),(2,1,3,'2021-07-12','oil',48500),
  (3,2,2,'2021-08-30','timber',21000),(4,3,1,'2022-01-05','grain',33000),(5,3,3,'2022-03-19','timber',29500),
  (6,2,1,'2022-05-25','grain',24000),(7,3,2,'2022-11-02','grain',31000);
INSERT INTO crew VALUES (1,'Tomas Vile','captain',51,1),(2,'Ines Roe','captain',44,2),(3,'Pim Dray','cook',29,1),
  (4,'Lotte Marsh','engineer',38,3),(5,'Abel Finch','captain',47,3),(6,'Runa Holt','cook',33,NULL);
"""
CHINESE = """
CREATE TABLE 仓库 (编号 INTEGER PRIMARY KEY, 名称 TEXT, 城市 TEXT);
CREATE TABLE 库存 (编号 INTEGER PRIMARY KEY, 仓库编号 INTEGER REFERENCES 仓库(编号), 货品 TEXT, 数量 INTEGER);
INSERT INTO 仓库 VALUES (1,'东仓','宁溪'),(2,'西仓','岚州'),(3,'南仓','宁溪');
INSERT INTO 库存 VALUES (1,1,'铜管',120),(2,1,'阀门',35),(3,2,'铜管',60),(4,3,'阀门',80);
"""


def write(path: Path, script: str) -> Path:
    """A SQLite file made of a script."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(script)
    return path
