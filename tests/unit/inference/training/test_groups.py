"""Groups of windows: the first answers at the marked tokens, the others do not; batches depend on step and seed."""

import json
import lzma
import random
from pathlib import Path

import numpy as np
import pytest

from services.inference.tokenizer import Tokenizer, load_tokenizer
from services.inference.training.batches import SHAPES, Batches
from services.inference.training.groups import Asked, GroupMaker
from services.inference.training.reading_set import ReadingSet, held_out
from services.inference.vocabulary import Vocabulary
from tests.models import built_models

TOWNS = ("Ashgrove", "Bellwick", "Cranford", "Dunmore", "Easterby", "Fairholt", "Glenrow", "Harwick")
STADT = ("青山", "临江", "安宁", "石桥", "白河", "江川", "古镇", "龙泉")


def rows() -> list[dict[str, object]]:
    """Contexts and questions over invented towns, the English ones in a second language too."""
    found: list[dict[str, object]] = []
    asked: list[dict[str, object]] = []
    for number, (town, stadt) in enumerate(zip(TOWNS, STADT, strict=True)):
        texts = {
            "en": f"{town} lies by a lake. The mayor of {town} is Anna {town}son. " + "The market opens at nine. " * 20,
            "zh": f"{stadt}位于湖边。{stadt}的市长是王{stadt}。" + "集市早上九点开门。" * 30,
            "de": f"{town} liegt an einem See. Die Bürgermeisterin heißt Anna {town}son. Der Markt öffnet um neun.",
        }
        for place, (language, text) in enumerate(texts.items()):
            context = number * 3 + place
            answer = f"王{stadt}" if language == "zh" else f"Anna {town}son"
            question = f"{stadt}的市长是谁？" if language == "zh" else f"Who is the mayor of {town}?"
            source = "made" if language == "zh" else "xquad"
            found.append({"context": context, "text": text})
            asked.append(
                {"src": source, "lang": language, "article": f"a{number}", "context": context, "question": question,
                 "start": text.index(answer), "text": answer, "id": f"q{number}"}
            )  # fmt: skip
    return found + asked


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("reading") / "reading.jsonl.xz"
    with lzma.open(path, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows())
    return path


@pytest.fixture(scope="module")
def reading(data: Path) -> ReadingSet:
    return ReadingSet.load(data)


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    return load_tokenizer(built_models())


def test_articles_are_held_out_whole_in_every_language(reading: ReadingSet) -> None:
    train, held = reading.split()
    assert {one.article for one in train.questions} & {one.article for one in held.questions} == set()
    assert len(train.questions) + len(held.questions) == len(reading.questions)
    assert set(train.contexts) & set(held.contexts) == set()
    assert 50 < sum(held_out(f"article {number}") for number in range(1_000)) < 150


def test_a_question_whose_answer_is_elsewhere_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "wrong.jsonl.xz"
    wrong = {**rows()[-1], "start": 3}
    with lzma.open(path, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in [*rows()[:-1], wrong])
    assert len(ReadingSet.load(path).questions) == 23


@pytest.mark.parametrize("length", [96, 224])
def test_the_first_window_holds_the_answer_and_no_other_does(
    reading: ReadingSet, tokenizer: Tokenizer, length: int
) -> None:
    maker = GroupMaker(reading, tokenizer, size=4)
    for one in reading.questions:
        group = maker.over(Asked(one.text, one), length, random.Random(5))
        if group is None:
            continue
        answer = tokenizer.ids(one.answer)
        first, *others = group.windows
        assert set(first.ids[first.start : first.end + 1]) & set(answer)
        assert len(others) == 3
        assert not any(window.answers for window in others)
        assert all(len(window.ids) <= length for window in group.windows)


def test_searched_negatives_are_of_the_language_and_lack_the_answer(reading: ReadingSet, tokenizer: Tokenizer) -> None:
    maker, languages = GroupMaker(reading, tokenizer), reading.languages()
    for one in reading.questions:
        found = maker.retrieved(one)
        assert one.context not in found
        assert all(languages[n] == one.language and one.answer not in reading.contexts[n] for n in found)


def test_a_batch_is_the_same_whenever_its_step_comes(reading: ReadingSet, tokenizer: Tokenizer) -> None:
    batches = Batches(reading, GroupMaker(reading, tokenizer), Vocabulary(built_models()), seed=7)
    first, other = batches.at(3), batches.at(4)
    again = batches.at(3)
    assert np.array_equal(first.hidden, again.hidden)
    assert first.hidden.shape != other.hidden.shape or not np.array_equal(first.hidden, other.hidden)
    assert (first.start[::4] > 0).all()
    assert first.start.reshape(-1, 4)[:, 1:].sum() == 0
    assert first.hidden.shape[:2] in {(count * 4, length) for length, count, _ in SHAPES}
