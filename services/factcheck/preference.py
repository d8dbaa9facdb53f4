"""Which of several sources to believe, and why; none when nothing speaks for one."""

from collections.abc import Sequence

from services.factcheck.lines import Line

_NEWER = {"en": "its source is newer ({newer} against {older})", "zh": "来源较新（{newer}，另一来源为{older}）"}
_VERSION = {"en": "it is in the newer version of the document", "zh": "出自文件的较新版本"}
_DATED = {"en": "only its source is dated ({newer})", "zh": "只有该来源注明了日期（{newer}）"}
_NONE = {"en": "no source is newer than the other", "zh": "各来源之间没有新旧之分"}


def preferred(lines: Sequence[Line], language: str) -> tuple[int, str]:
    """Index of the line to believe, -1 for none, with the reason in words: the newest source, then the newest
    version."""
    dates = [line.passage.date for line in lines]
    known = [day for day in dates if day]
    if len(known) == len(dates) and len(set(known)) > 1 and known.count(max(known)) == 1:
        older = max(day for day in known if day != max(known))
        reason = _NEWER[language].format(newer=max(known).isoformat(), older=older.isoformat())
        return dates.index(max(known)), reason
    documents = {(line.passage.document_id, line.passage.external_id) for line in lines}
    versions = [line.passage.version for line in lines]
    if len(documents) == 1 and versions.count(max(versions)) == 1:
        return versions.index(max(versions)), _VERSION[language]
    return -1, _NONE[language]
