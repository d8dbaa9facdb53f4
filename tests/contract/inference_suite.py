"""What every adapter of the inference port owes. An adapter's test is a subclass with a fixture and nothing else."""

import asyncio

import numpy as np
import pytest

from services.core.errors import EmptyQuestion, InferenceUnavailable
from services.inference.port import Inference, Priority, Text, TextKind

FOUNDED = Text("Acme Corp.", "Acme Corp. was founded by Anna Keller in 1999. It makes pumps and valves in Rostock.")
SALES = Text(
    "Acme annual report 2022", "In 2022 net sales rose 4% to $1.2 billion, while net profit fell to $80 million."
)
WEATHER = Text("Wetter", "Rain is expected on Monday; the river may rise above its banks near the old bridge.")
CHINESE = Text("", "远山科技有限公司成立于1987年，总部位于广东省深圳市龙岗区，创始人是林致远。公司有员工3400人。")
PASSAGES = (WEATHER, FOUNDED, SALES, CHINESE)

AWKWARD = (
    "",
    " ",
    "\n\t\x00",
    "🛰️👩‍🚀🇨🇳",
    "\ud800 half a character",
    "ﬁ ① ㈱ Ａｂｃ１２３",
    "مرحبا بالعالم",
    "混合 mixed текст 123",
    "x" * 6_000,
    "长" * 6_000,
    "a b " * 1_500,
    "<s></s><pad> query: passage: ' OR 1=1 --",
)


class InferenceSuite:
    async def test_vectors_are_unit_rows_of_the_announced_length(self, inference: Inference) -> None:
        vectors = await inference.embed(["pump", "a much longer text about valves and pumps", "阀门"], TextKind.PASSAGE)
        assert vectors.shape == (3, (await inference.capabilities()).dimensions)
        assert vectors.dtype == np.float32
        assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-4)

    async def test_no_texts_give_no_rows(self, inference: Inference) -> None:
        vectors = await inference.embed([], TextKind.PASSAGE)
        assert vectors.shape == (0, (await inference.capabilities()).dimensions)

    async def test_rows_keep_the_order_of_the_texts_whatever_their_length(self, inference: Inference) -> None:
        texts = [f"pump number {n} " * (1 + (n * 7) % 30) for n in range(20)]
        together = await inference.embed(texts, TextKind.PASSAGE, Priority.BULK)
        alone = np.concatenate([await inference.embed([text], TextKind.PASSAGE) for text in texts])
        assert ((together * alone).sum(1) > 0.98).all()

    async def test_a_second_call_gives_the_same_vector(self, inference: Inference) -> None:
        first = await inference.embed(["Who founded Acme?"], TextKind.QUERY)
        assert np.allclose(first, await inference.embed(["Who founded Acme?"], TextKind.QUERY), atol=1e-6)

    @pytest.mark.parametrize(
        ("question", "near", "far"),
        [
            ("Who founded Acme Corp?", "Acme Corp was founded by Anna Keller.", "The soup needs more salt and time."),
            ("公司的创始人是谁？", "这家公司的创始人是林致远。", "今天下午有雨，气温十五度。"),
        ],
    )
    async def test_what_answers_is_nearer_than_what_does_not(
        self, inference: Inference, question: str, near: str, far: str
    ) -> None:
        asked = (await inference.embed([question], TextKind.QUERY))[0]
        close, distant = await inference.embed([near, far], TextKind.PASSAGE) @ asked
        assert close > distant

    async def test_any_text_can_be_embedded(self, inference: Inference) -> None:
        vectors = await inference.embed(AWKWARD, TextKind.PASSAGE)
        assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-4)

    @pytest.mark.parametrize(
        ("question", "best"),
        [("Who founded Acme?", 1), ("What was Acme's net profit in 2022?", 2), ("远山科技的总部在哪里？", 3)],
    )
    async def test_the_passage_that_answers_ranks_first(self, inference: Inference, question: str, best: int) -> None:
        scores = await inference.rerank(question, PASSAGES)
        assert len(scores) == len(PASSAGES)
        assert all(0 <= score <= 1 for score in scores)
        assert int(np.argmax(scores)) == best

    async def test_no_passages_rank_and_read_as_nothing(self, inference: Inference) -> None:
        assert await inference.rerank("Who?", []) == []
        reading = await inference.read("Who?", [])
        assert reading.spans == ()
        assert reading.no_answer == ()

    @pytest.mark.parametrize(
        ("question", "passage", "answer"),
        [
            ("Who founded Acme?", 1, "Anna Keller"),
            ("When was Acme founded?", 1, "1999"),
            ("What was the net profit of Acme in 2022?", 2, "$80 million"),
            ("远山科技的创始人是谁？", 3, "林致远"),
            ("远山科技有多少员工？", 3, "3400人"),
        ],
    )
    async def test_the_best_span_is_the_answer_at_its_place(
        self, inference: Inference, question: str, passage: int, answer: str
    ) -> None:
        reading = await inference.read(question, PASSAGES)
        best = reading.spans[0]
        assert best.passage == passage
        found = PASSAGES[passage].text[best.start : best.end]
        assert found in answer or answer in found
        assert len(found) < len(answer) + 4

    async def test_spans_are_ordered_limited_and_inside_their_passages(self, inference: Inference) -> None:
        reading = await inference.read("What did Acme report for 2022?", PASSAGES, limit=3)
        assert 0 < len(reading.spans) <= 3
        assert [span.score for span in reading.spans] == sorted((s.score for s in reading.spans), reverse=True)
        for span in reading.spans:
            assert 0 <= span.score <= 1
            assert 0 <= span.start < span.end <= len(PASSAGES[span.passage].text)

    async def test_a_passage_that_answers_is_less_likely_to_hold_no_answer(self, inference: Inference) -> None:
        reading = await inference.read("Who founded Acme?", PASSAGES)
        assert len(reading.no_answer) == len(PASSAGES)
        assert all(0 <= none <= 1 for none in reading.no_answer)
        assert int(np.argmin(reading.no_answer)) == 1

    async def test_an_answer_deep_in_a_long_passage_is_found_at_its_place(self, inference: Inference) -> None:
        filler = "The committee met again and discussed the weather at some length before lunch. " * 40
        text = f"{filler}Globex was founded by Ines Brandt in 1921. {filler}"
        reading = await inference.read("Who founded Globex?", [Text("", text)])
        assert "Ines Brandt" in text[reading.spans[0].start : reading.spans[0].end]

    async def test_offsets_count_characters_whatever_stands_before(self, inference: Inference) -> None:
        text = "🛰️👩‍🚀 ﬁnal ①：\u3000  Ａcme  was founded by Anna Keller in 1999."
        reading = await inference.read("Who founded Acme?", [Text("", text)])
        assert "Anna Keller" in [text[span.start : span.end] for span in reading.spans]

    async def test_any_passage_can_be_ranked_and_read(self, inference: Inference) -> None:
        passages = [Text("", text[:2000]) for text in AWKWARD]
        assert len(await inference.rerank("What is x?", passages)) == len(passages)
        assert len((await inference.read("What is x?", passages)).no_answer) == len(passages)

    @pytest.mark.parametrize("question", ["", "  \n"])
    async def test_a_question_that_asks_nothing_is_refused(self, inference: Inference, question: str) -> None:
        with pytest.raises(EmptyQuestion):
            await inference.rerank(question, PASSAGES)
        with pytest.raises(EmptyQuestion):
            await inference.read(question, PASSAGES)

    async def test_calls_at_once_all_come_back(self, inference: Inference) -> None:
        texts = [f"valve {number}" for number in range(12)]
        found = await asyncio.gather(*(inference.embed([text], TextKind.QUERY) for text in texts))
        alone = await inference.embed(texts, TextKind.QUERY)
        assert np.allclose(np.concatenate(found), alone, atol=1e-2)

    async def test_after_close_calls_are_unavailable(self, inference: Inference) -> None:
        await inference.close()
        await inference.close()
        with pytest.raises(InferenceUnavailable):
            await inference.embed(["late"], TextKind.PASSAGE)
