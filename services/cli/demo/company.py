"""The facts of a fictional group of companies, all drawn from one seed.

The group has two divisions, one that writes in English and one that writes in Chinese. Both have the same kinds of
facts, so that every kind of question can be asked in either language. Nothing is known about the group but what is
drawn here.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal, TypeVar
from zoneinfo import ZoneInfo

from services.cli.demo import names

Language = Literal["en", "zh"]
Measure = Literal["capacity", "staff"]
Years = tuple[int, int, int]
Drawn = TypeVar("Drawn")
TIME_ZONES = ("Asia/Shanghai", "Europe/London", "Asia/Singapore", "Europe/Berlin")


@dataclass(frozen=True, kw_only=True)
class Timeline:
    """When everything happens.

    `year` is the last full financial year; `quarter` (1-3) of the year after is the last full one.
    `now` is the moment the questions are asked at: in the second month after the end of that quarter.
    """

    year: int
    quarter: int
    now: datetime
    time_zone: str


@dataclass(frozen=True, kw_only=True)
class Subsidiary:
    """Money is in EUR or CNY, whole units. Years run from the latest back; quarters from the first of `year` on."""

    name: str
    revenue: Years
    profit: Years
    quarters: tuple[int, ...]
    director: str


@dataclass(frozen=True, kw_only=True)
class Plant:
    """A works. Capacity is units a year, staff people, area square metres."""

    name: str
    city: str
    manager: str
    opened: int
    capacity: int
    staff: int
    area: int
    haulier: str


@dataclass(frozen=True, kw_only=True)
class Product:
    """A product, assembled at one plant. Weight is kilograms; price is that of the start of `Timeline.year`."""

    name: str
    plant: Plant
    weight: int
    price: int


@dataclass(frozen=True, kw_only=True)
class Change:
    """Something that was `before` until the day before `on`, and is `after` since."""

    before: str
    after: str
    on: date


@dataclass(frozen=True, kw_only=True)
class Dispute:
    """A figure of a plant on which an older and a newer document disagree, without either knowing of the other."""

    plant: Plant
    measure: Measure
    older: int
    newer: int


@dataclass(frozen=True, kw_only=True)
class Division:
    """One language's half of the group: three subsidiaries, four plants, four products, and what changed."""

    language: Language
    subsidiaries: tuple[Subsidiary, Subsidiary, Subsidiary]
    plants: tuple[Plant, ...]
    products: tuple[Product, ...]
    missing_product: str
    director: Change
    director_since: int
    lookalikes: tuple[str, str]
    others: tuple[str, ...]
    part: str
    supplier: Change
    new_price: int
    price_on: date
    dispute: Dispute


@dataclass(frozen=True, kw_only=True)
class Company:
    """A group drawn from a seed."""

    seed: int
    name: dict[Language, str]
    timeline: Timeline
    divisions: dict[Language, Division]


def draw(seed: int) -> Company:
    """Draw a group. The same seed gives an equal group, on every machine."""
    rng = random.Random(f"{seed}:group")
    latin, chinese = rng.choice(names.GROUP_ROOTS)
    timeline = _timeline(rng)
    return Company(
        seed=seed,
        name={"en": f"{latin} Holdings", "zh": f"{chinese}控股集团"},
        timeline=timeline,
        divisions={language: _division(seed, language, timeline) for language in ("en", "zh")},
    )


def _timeline(rng: random.Random) -> Timeline:
    year, quarter, zone = rng.randint(2022, 2025), rng.randint(1, 3), rng.choice(TIME_ZONES)
    now = datetime(year + 1, 3 * quarter + 2, rng.randint(8, 24), rng.randint(9, 17), 15, tzinfo=ZoneInfo(zone))
    return Timeline(year=year, quarter=quarter, now=now, time_zone=zone)


def _division(seed: int, language: Language, timeline: Timeline) -> Division:
    rng = random.Random(f"{seed}:{language}")
    people = _People(rng, language)
    before, lookalike_before = people.pair()
    after, lookalike_after = people.pair()
    plants = _plants(rng, language, people)
    products, missing = _products(rng, language, plants)
    suppliers = rng.sample(names.SUPPLIERS[language], 2)
    return Division(
        language=language,
        subsidiaries=_subsidiaries(rng, language, (timeline, after, people.one(), people.one())),
        plants=plants,
        products=products,
        missing_product=missing,
        director=Change(before=before, after=after, on=date(timeline.year, rng.randint(5, 8), 1)),
        director_since=timeline.year - rng.randint(3, 4),
        lookalikes=(lookalike_before, lookalike_after),
        others=(people.one(), people.one()),
        part=rng.choice(names.PARTS[language]),
        supplier=Change(before=suppliers[0], after=suppliers[1], on=date(timeline.year, rng.randint(5, 9), 1)),
        new_price=products[0].price + rng.randint(4, 11) * (10 if language == "en" else 100),
        price_on=date(timeline.year + 1, rng.randint(2, 3), 1),
        dispute=_dispute(rng, plants),
    )


class _People:
    """Names nobody else in the division has, except on purpose: a pair shares a surname and nearly a given name."""

    def __init__(self, rng: random.Random, language: Language) -> None:
        self._language = language
        self._surnames = _shuffled(rng, names.SURNAMES[language])
        self._given = _shuffled(rng, names.GIVEN_NAMES[language])
        self._pairs = _shuffled(rng, names.LOOKALIKES[language])

    def one(self) -> str:
        return self._full(self._given.pop(), self._surnames.pop())

    def pair(self) -> tuple[str, str]:
        surname, (first, second) = self._surnames.pop(), self._pairs.pop()
        return self._full(first, surname), self._full(second, surname)

    def _full(self, given: str, surname: str) -> str:
        return f"{given} {surname}" if self._language == "en" else surname + given


def _shuffled(rng: random.Random, pool: Sequence[Drawn]) -> list[Drawn]:
    return rng.sample(pool, len(pool))


def _subsidiaries(
    rng: random.Random, language: Language, cast: tuple[Timeline, str, str, str]
) -> tuple[Subsidiary, Subsidiary, Subsidiary]:
    timeline, *directors = cast
    family, other = rng.sample(names.FAMILY_NAMES[language], 2)
    sectors = rng.sample(names.SECTORS[language], 3)
    joint = " " if language == "en" else ""
    titles = [joint.join(parts) for parts in zip((family, family, other), sectors, strict=True)]
    # Bands that do not touch across years and subsidiaries keep every figure of a division unlike every other.
    revenues = [_revenues(rng, language, base) for base in rng.sample((300, 355, 410), 3)]
    profits = _profits(rng, language, revenues)
    quarters = [_quarters(rng, language, (revenue[0], timeline.quarter)) for revenue in revenues]
    first, second, third = (
        Subsidiary(name=titles[i], revenue=revenues[i], profit=profits[i], quarters=quarters[i], director=directors[i])
        for i in range(3)
    )
    return first, second, third


def _step(language: Language) -> int:
    """The unit that figures are rounded to: EUR 0.1 million, CNY 1 million."""
    return 100_000 if language == "en" else 1_000_000


def _revenues(rng: random.Random, language: Language, base: int) -> Years:
    oldest = base + rng.randint(0, 12)
    middle = oldest + rng.randint(3, 14)
    latest = middle + rng.randint(5, 22)
    return latest * _step(language), middle * _step(language), oldest * _step(language)


def _profits(rng: random.Random, language: Language, revenues: Sequence[Years]) -> list[Years]:
    """Net profit of each subsidiary and year, all different. Margins do not follow size: the larger may earn less."""
    step = _step(language)
    while True:
        margins = rng.sample((0.071, 0.094, 0.118, 0.137), len(revenues))
        figures = [
            [round(amount * margin * rng.uniform(0.9, 1.1) / step) for amount in years]
            for years, margin in zip(revenues, margins, strict=True)
        ]
        flat = [figure for years in figures for figure in years]
        if len(set(flat)) == len(flat):
            return [(first * step, second * step, third * step) for first, second, third in figures]


def _quarters(rng: random.Random, language: Language, year: tuple[int, int]) -> tuple[int, ...]:
    """Four quarters that add up to the year's revenue, then as many as have passed since. No two are equal."""
    total, passed = year[0] // _step(language), year[1]
    while True:
        shares = [round(total * rng.uniform(0.22, 0.28)) for _ in range(3)]
        later = [round(total * rng.uniform(0.245, 0.3)) for _ in range(passed)]
        figures = [*shares, total - sum(shares), *later]
        if len(set(figures)) == len(figures):
            return tuple(figure * _step(language) for figure in figures)


def _plants(rng: random.Random, language: Language, people: _People) -> tuple[Plant, ...]:
    suffix = " Works" if language == "en" else "工厂"
    titles, cities = rng.sample(names.PLANTS[language], 4), rng.sample(names.CITIES[language], 4)
    hauliers, opened = rng.sample(names.HAULIERS[language], 4), rng.sample(range(1968, 2012), 4)
    staff, capacity = rng.sample(range(211, 690, 7), 4), rng.sample(range(14_300, 61_000, 700), 4)
    area = rng.sample(range(9_400, 31_000, 300), 4)
    return tuple(
        Plant(
            name=titles[i] + suffix,
            city=cities[i],
            manager=people.one(),
            opened=opened[i],
            capacity=capacity[i],
            staff=staff[i],
            area=area[i],
            haulier=hauliers[i],
        )
        for i in range(4)
    )


def _products(rng: random.Random, language: Language, plants: Sequence[Plant]) -> tuple[tuple[Product, ...], str]:
    """Four products of one line, each from another plant, and the name of a fifth that is not made. All look alike."""
    line = rng.choice(names.PRODUCT_LINES[language])
    low, high = rng.sample((2, 4, 6), 2)
    numbers = [f"{low}{high}0", f"{high}{low}0", f"{low}{high}5", f"{high}{low}5", f"{low}{high}8"]
    joint = " " if language == "en" else ""
    weights = rng.sample([kilograms for kilograms in range(41, 190) if kilograms % 10], 4)
    prices = rng.sample(range(1_120, 2_980, 20), 4)
    scale = 1 if language == "en" else 10
    homes = _shuffled(rng, plants)
    made = tuple(
        Product(name=f"{line}{joint}{numbers[i]}", plant=homes[i], weight=weights[i], price=prices[i] * scale)
        for i in range(4)
    )
    return made, f"{line}{joint}{numbers[4]}"


def _dispute(rng: random.Random, plants: Sequence[Plant]) -> Dispute:
    """The newer figure is higher, and is no other plant's."""
    measure: Measure = rng.choice(("capacity", "staff"))
    plant, unit = rng.choice(plants), 100 if measure == "capacity" else 1
    figures = {getattr(one, measure) for one in plants}
    older = getattr(plant, measure)
    newer = rng.choice([older + unit * more for more in range(23, 62) if older + unit * more not in figures])
    return Dispute(plant=plant, measure=measure, older=older, newer=newer)
