"""Every domain type says on the wire what it says in memory."""

from dataclasses import fields
from datetime import UTC, date, datetime

import pytest
from google.protobuf.message import Message
from hypothesis import given, settings
from hypothesis import strategies as st

from services.core.domain import answer, finding, passage, plan, question, route
from services.core.errors import BadInput
from services.core.wire import from_wire, json, to_wire
from sextant.common.v1 import common_pb2 as common
from sextant.retrieval.v1 import retrieval_pb2 as retrieval

PAIRS: list[tuple[type, type[Message]]] = [
    (question.Turn, common.Turn),
    (question.TimeRange, common.TimeRange),
    (question.Question, common.Question),
    (question.Scope, common.Scope),
    (question.Locale, common.Locale),
    (question.Budget, common.Budget),
    (question.RunContext, common.RunContext),
    (route.CategoryScore, common.CategoryScore),
    (route.Route, common.Route),
    (plan.Filter, common.Filter),
    (plan.SubQuestion, common.SubQuestion),
    (plan.Query, common.Query),
    (plan.Plan, common.Plan),
    (passage.Passage, common.Passage),
    (passage.Sentence, common.Sentence),
    (passage.LegHit, common.LegHit),
    (passage.Evidence, common.Evidence),
    (passage.Stage, retrieval.Stage),
    (passage.Retrieval, retrieval.Retrieval),
    (finding.Span, common.Span),
    (finding.Sufficiency, common.Sufficiency),
    (finding.Finding, common.Finding),
    (answer.Citation, common.Citation),
    (answer.AnswerSentence, common.AnswerSentence),
    (answer.Draft, common.Draft),
    (answer.Claim, common.Claim),
    (answer.Statement, common.Statement),
    (answer.Contradiction, common.Contradiction),
    (answer.Confidence, common.Confidence),
]

_text = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
_whole = st.integers(-(2**31), 2**31 - 1)
_number = st.floats(allow_nan=False, allow_infinity=False)
_moment = st.datetimes(datetime(1970, 1, 2), datetime(2100, 1, 1), timezones=st.just(UTC))
for kind, strategy in ((str, _text), (int, _whole), (float, _number), (datetime, _moment)):
    st.register_type_strategy(kind, strategy)


@pytest.mark.parametrize(("domain", "message"), PAIRS, ids=lambda pair: pair.__name__)
def test_a_domain_type_and_its_message_have_the_same_fields(domain: type, message: type[Message]) -> None:
    assert {field.name for field in fields(domain)} == set(message.DESCRIPTOR.fields_by_name)


@pytest.mark.parametrize(("domain", "message"), PAIRS, ids=lambda pair: pair.__name__)
def test_what_goes_over_the_wire_comes_back_the_same(domain: type, message: type[Message]) -> None:
    @settings(max_examples=15)
    @given(st.from_type(domain))
    def check(value: object) -> None:
        sent = to_wire(value, message)
        received = message()
        received.ParseFromString(sent.SerializeToString())
        assert from_wire(received, domain) == value
        assert json.loads(domain, json.dumps(value)) == value

    check()


def test_a_value_without_meaning_is_refused_with_its_field() -> None:
    with pytest.raises(BadInput, match="category"):
        from_wire(common.Route(path=common.PATH_FAST), route.Route)
    with pytest.raises(BadInput, match="start"):
        from_wire(common.TimeRange(start="yesterday", end="2024-01-01"), question.TimeRange)


def test_an_unspecified_strategy_means_that_the_supervisor_chooses() -> None:
    assert from_wire(retrieval.Retrieval(), passage.Retrieval).strategy is passage.Strategy.AUTO
    assert to_wire(passage.Retrieval(evidence=()), retrieval.Retrieval).strategy == retrieval.STRATEGY_HYBRID


def test_chinese_emoji_and_right_to_left_text_pass_unchanged() -> None:
    text = "上月营收🚀 שלום mixed\u200b"
    assert from_wire(to_wire(question.Question(text), common.Question), question.Question).text == text


def test_an_absent_message_keeps_the_default_of_its_field() -> None:
    assert from_wire(common.SubQuestion(tool=common.TOOL_DOCUMENTS), plan.SubQuestion).filter == plan.Filter()


def test_an_absent_date_stays_absent() -> None:
    found = passage.Passage("p", "d", "", "t", "", 0, "x", None, "en", 0, 1)
    assert from_wire(to_wire(found, common.Passage), passage.Passage).date is None
    dated = passage.Passage("p", "d", "", "t", "", 0, "x", date(2024, 2, 29), "en", 0, 1)
    assert to_wire(dated, common.Passage).date == "2024-02-29"
