"""Whose the answer is: of the role asked, of the winner, of the thing itself and not of what it is set against."""

import pytest

from tests.fakes.evidence import source
from tests.unit.factcheck.test_sufficiency import assess

ANSWERED = 0.6

YUNDU = "《云渡》由江帆执导，贺兰编剧，陈默、林溪领衔主演。"
AUTHOR = "作者江帆，系电视剧《云渡》导演、总制片人。"
AWARDS = "导语 2022年云雀奖最佳男主角是雷明《渡口》，此外获得最佳男主角提名的有丁岳、郭飞、黄宣。"
GROWTH = "不过，2021年内地各省市GDP增速很多都超过了8%，大幅超过银湾。"
SERIES = "Dan Storm is a TV series produced by Orlo Television Productions. Gene Marlow played Dan Storm."
ULTIMATUM = "The Orlo Ultimatum is a 2007 film directed by Paul Green and starring Matt Vale as Jason Orlo."


@pytest.mark.parametrize(
    ("question", "texts", "answer"),
    [
        ("《云渡》的编剧是谁？", (AUTHOR, YUNDU), "贺兰"),
        ("《云渡》的导演是谁？", (AUTHOR,), "江帆"),
        ("《云渡》的编剧是谁？", (AUTHOR,), None),
        ("2022年云雀奖的最佳男主角是谁？", (AWARDS,), "雷明"),
        ("2022年云雀奖的女主角是谁？", (AWARDS,), None),
        ("2022年云雀奖的女主角是谁？", (AWARDS, "2022年云雀奖揭晓，殷霞凭《渡口》获得最佳女主角。"), "殷霞"),
        (
            "2022年云山公开赛女单冠军是谁？",
            ("2022年云山公开赛，阿丽莎·巴青在决赛中直落两盘击败丹尼·柯灵，获得该届女单冠军。",),
            "阿丽莎·巴青",
        ),
        ("2021年银湾的GDP增长率是多少？", (GROWTH, "2021年银湾GDP实质增长6.4%。"), "6.4%"),
        ("2021年银湾的GDP增长率是多少？", (GROWTH,), None),
        (
            "2022年一季度银湾的经济增长率是多少？",
            ("2022年银湾经济总量同比增长3%。", "2022年一季度，银湾经济同比增长4.8%。"),
            "4.8%",
        ),
        ("who played dan storm in the tv series", (SERIES,), "Gene Marlow"),
        ("Who is the actor who starred in The Orlo Ultimatum?", (ULTIMATUM,), "Matt Vale"),
        (
            "who is regarded as the founder of lightcraft",
            (
                "James Orlo, the founder of velsoul, died in 2006.",
                "Lightcraft was established in 1890 by the Danish doctor Ivo Brandt, who is seen as its father.",
            ),
            "Ivo Brandt",
        ),
        (
            "Who is the director of the film Lost at Sea?",
            (
                "Lost at Sea( known as Ann Vale in the UK) is a 1997 drama film directed by Beeba Kestrel and starring"
                " Vincent Orlo.",
            ),
            "Beeba Kestrel",
        ),
    ],
)
async def test_the_name_or_figure_is_of_what_was_asked(
    question: str, texts: tuple[str, ...], answer: str | None
) -> None:
    title = "The Orlo Ultimatum" if texts == (ULTIMATUM,) else ""
    judged = await assess(question, *(source(text, str(at), title=title) for at, text in enumerate(texts)))
    if answer is None:
        assert judged.score < ANSWERED
    else:
        assert judged.score >= ANSWERED
        assert judged.spans[0].text == answer


@pytest.mark.parametrize(
    ("question", "title", "text", "answer"),
    [
        ("白河队在哪个组？", "分组", "D组：青石队、白河队、红叶队、云海队。", "D组"),
        ("which group is Velmoor in?", "Draw", "Group A: Orlo, Vale. Group B: Velmoor, Alder.", "Group B"),
        ("北溪镇隶属于哪个城市？", "北溪镇", "北溪镇是重安市合江区下辖的一个镇，位于合江区东北部。", "重安市"),
        (
            "When was Victor Vale born?",
            "Victor Vale",
            "Victor David Vale (20 September 1879 – 3 January 1960), sometimes known as Vic Vale, was a director.",
            "20 September 1879",
        ),
        (
            "When was Jerry Moss born?",
            "Jerry Moss",
            "William Gerald Moss( July 25, 1925 – March 31, 1986) professionally known as Jerry Moss, was an actor.",
            "July 25, 1925",
        ),
        (
            "When did the tv show The Larches first air?",
            "The Larches",
            "The Larches is a TV show that ran on VBS from September 1972 to 1981. A film followed in 1982.",
            "September 1972",
        ),
        (
            "When was the organization Orlo Aerospace abolished?",
            "Orlo Aerospace",
            "Formed in 1977, it was merged with Vale Electronics on 30 November 1999 to form OV Systems.",
            "30 November 1999",
        ),
        (
            "Which county is McAller Mountain located in?",
            "McAller Mountain",
            "McAller Mountain is a peak in Columbo County, Velmoria. It is the highest in the county.",
            "Columbo County",
        ),
        (
            "Who is the composer of the song Blue Houses?",
            "Blue Houses",
            '"Blue Houses" is a popular song written by the duo of Douglas Furb (lyrics) and Philip Bram (music).',
            "Philip Bram",
        ),
        (
            "What percentage of Eritia adheres to Christianity?",
            "Eritia",
            "According to a 2012 estimate, 48% of the population of Eritia adheres to Christianity, 51% to Islam.",
            "48%",
        ),
    ],
)
async def test_what_is_said_in_other_words_answers_as_well(question: str, title: str, text: str, answer: str) -> None:
    judged = await assess(question, source(text, title=title))
    assert judged.spans[0].text.startswith(answer)
    assert judged.score >= ANSWERED


async def test_a_title_before_a_name_need_not_be_repeated() -> None:
    text = "Stefan Vale was born in 1966. From 1993 to 1997 he was pastor in Orlo."
    judged = await assess("Where was Father Vale pastor from 1993 to 1997?", source(text, title="Stefan Vale"))
    assert not any("Father" in each for each in judged.missing)
    assert judged.spans[0].text == "Orlo"


async def test_what_began_when_the_years_asked_about_begin_answers_for_them() -> None:
    text = (
        "In February 1944, after the war had reached it, the seat of the district was moved to Budogosh. "
        "In February 1963 the district was abolished."
    )
    question = "Where was the seat of Kirin District from Feb 1944 to Feb 1963?"
    judged = await assess(question, source(text, title="Kirin District"))
    assert judged.spans[0].text == "Budogosh"


async def test_no_word_of_a_name_in_small_letters_is_taken_for_its_kind() -> None:
    texts = ("Orlo Park is a stadium of Velmoor Vale.", "Alder United play at their stadium, Trafo Lane.")
    question = "what is the name of alder united stadium"
    judged = await assess(question, *(source(text, str(at)) for at, text in enumerate(texts)))
    assert "Orlo Park" not in [span.text for span in judged.spans if span.score >= ANSWERED]
