"""Prediction lines: one JSON object a question, appended as it is answered, so that a killed evaluation goes on."""

from pathlib import Path
from typing import Any

import orjson

Json = Any  # dict, list, str, int, float, bool or None


def prediction(question_id: str, answer: Json, seconds: float) -> Json:
    """The line of an answer object. Ids are the caller's, best or first first, each once."""
    return {
        "id": question_id,
        "answer": answer["answer"],
        "short_answer": answer["short_answer"],
        "abstained": answer["abstained"],
        "conflict": answer["conflict"],
        "cited_ids": _ids(answer["citations"]),
        "retrieved_ids": _ids(answer["retrieved"]),
        "seconds": round(seconds, 3),
        "route": answer["route"]["category"],
        "path": answer["route"]["path"],
        "confidence": answer["confidence"]["score"],
        "plan": [sub["text"] for sub in answer["plan"]["sub_questions"]],
        "usage": answer["usage"],
        "degraded": answer["degraded"],
    }


def failure(question_id: str, code: str, seconds: float) -> Json:
    """The line of a question that ended without an answer: it counts as a wrong one."""
    line: Json = {"id": question_id, "answer": "", "short_answer": "", "abstained": False, "conflict": False}
    return line | {"cited_ids": [], "retrieved_ids": [], "seconds": round(seconds, 3), "error": code}


def _ids(places: Json) -> list[str]:
    return list(dict.fromkeys(place["external_id"] for place in places if place["external_id"]))


def done_ids(path: Path) -> set[str]:
    """Ids that a file has lines for. A line that was cut off by a kill is taken out of the file."""
    if not path.exists():
        return set()
    whole = [line for line in path.read_bytes().splitlines(keepends=True) if line.endswith(b"\n")]
    path.write_bytes(b"".join(whole))
    return {orjson.loads(line)["id"] for line in whole if line.strip()}


def append(path: Path, line: Json) -> None:
    """Add a line."""
    with path.open("ab") as file:
        file.write(orjson.dumps(line) + b"\n")
