"""What is right: for every kind and variant of question, the values, the look-alikes and the files with the fact."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from decimal import Decimal

from services.cli.demo import wording
from services.cli.demo.company import Change, Language, Plant, Subsidiary
from services.cli.demo.documents import Kind
from services.cli.demo.facts import SUBSIDIARY_KEYS
from services.cli.demo.questions import Ask, Asks, Expected, Scene
from services.cli.demo.values import Amount, Currency, Name

_CURRENCIES: dict[Language, Currency] = {"en": "EUR", "zh": "CNY"}


def _money(scene: Scene, amount: int) -> Amount:
    return Amount(Decimal(amount), _CURRENCIES[scene.division.language])


def _figures(scene: Scene, right: int, figures: Iterable[int]) -> tuple[Amount, ...]:
    return tuple(_money(scene, figure) for figure in figures if figure != right)


def _place(name: str) -> Name:
    """A plant or city with and without the word for what it is."""
    short = name.removesuffix(" Works").removesuffix("工厂").removesuffix("市")
    return Name((name, short) if short != name else (name,))


def _books(scene: Scene) -> list[int]:
    """Every annual figure of the division."""
    return [
        figure for subsidiary in scene.division.subsidiaries for figure in (*subsidiary.revenue, *subsidiary.profit)
    ]


def _subject(scene: Scene) -> tuple[Subsidiary, dict[str, str]]:
    number = scene.rng.randrange(3)
    subsidiary = scene.division.subsidiaries[number]
    revenue = wording.money(subsidiary.revenue[0], scene.division.language)
    sister = scene.division.subsidiaries[(number + 1) % len(SUBSIDIARY_KEYS)]
    return subsidiary, {"subsidiary": subsidiary.name, "subsidiary_revenue": revenue, "sister": sister.name}


def _revenue(year: int) -> Callable[[Scene], Ask]:
    def ask(scene: Scene) -> Ask:
        subsidiary, words = _subject(scene)
        return Ask(_in_books(scene, subsidiary.revenue[year]), words)

    return ask


def _in_books(scene: Scene, right: int) -> Expected:
    return Expected(
        values=(_money(scene, right),),
        wrong=_figures(scene, right, _books(scene)),
        documents=(scene.holding("annual"),),
    )


def _opened(scene: Scene) -> Ask:
    plant = scene.rng.choice(scene.division.plants)
    others = tuple(Amount(Decimal(other.opened)) for other in scene.division.plants if other is not plant)
    right = (Amount(Decimal(plant.opened)),)
    return Ask(Expected(values=right, wrong=others, documents=(scene.holding("handbook"),)), {"plant": plant.name})


def _weight(scene: Scene) -> Ask:
    product = scene.rng.choice(scene.division.products)
    others = tuple(Amount(Decimal(other.weight)) for other in scene.division.products if other is not product)
    right = (Amount(Decimal(product.weight)),)
    return Ask(Expected(values=right, wrong=others, documents=(scene.holding("catalogue"),)), {"product": product.name})


def _higher(figure: Callable[[Subsidiary], int]) -> Callable[[Scene], Ask]:
    def ask(scene: Scene) -> Ask:
        low, high = sorted(scene.division.subsidiaries[:2], key=figure)
        expected = Expected(
            values=(Name((high.name,)),), wrong=(Name((low.name,)),), documents=(scene.holding("annual"),)
        )
        return Ask(expected)

    return ask


def _older(scene: Scene) -> Ask:
    plant, other = scene.rng.sample(scene.division.plants, 2)
    first, second = sorted((plant, other), key=lambda one: one.opened)
    expected = Expected(
        values=(_place(first.name),), wrong=(_place(second.name),), documents=(scene.holding("handbook"),)
    )
    return Ask(expected, {"plant": plant.name, "other_plant": other.name})


def _along(scene: Scene, fact: Callable[[Plant], Name], end: Kind) -> Ask:
    product = scene.rng.choice(scene.division.products)
    others = tuple(fact(plant) for plant in scene.division.plants if plant is not product.plant)
    return Ask(
        Expected(values=(fact(product.plant),), wrong=others, documents=(scene.holding(end),)),
        {"product": product.name},
    )


def _city(scene: Scene) -> Ask:
    return _along(scene, lambda plant: _place(plant.city), "handbook")


def _manager(scene: Scene) -> Ask:
    return _along(scene, lambda plant: Name((plant.manager,)), "notices")


def _haulier(scene: Scene) -> Ask:
    return _along(scene, lambda plant: Name((plant.haulier,)), "bulletin")


def _disputed(scene: Scene) -> Ask:
    dispute = scene.division.dispute
    return Ask(
        Expected(
            values=(Amount(Decimal(dispute.older)), Amount(Decimal(dispute.newer))),
            documents=(scene.holding("handbook"), scene.holding("bulletin")),
            conflict=True,
        )
    )


def _held(scene: Scene, change: Change, key: str) -> tuple[Name, dict[str, str], tuple[Name, ...]]:
    """Who held something three months before or after it changed, the words for that month, and who did not."""
    months = scene.rng.choice((-3, 3))
    asked = date(change.on.year, change.on.month + months, 1)
    right, wrong = (change.before, change.after) if months < 0 else (change.after, change.before)
    return Name((right,)), {f"{key}_month": wording.month(asked, scene.division.language)}, (Name((wrong,)),)


def _director(scene: Scene) -> Ask:
    division = scene.division
    right, words, wrong = _held(scene, division.director, "director")
    others = (*division.lookalikes, division.subsidiaries[1].director, division.subsidiaries[2].director)
    wrong = (*wrong, *(Name((name,)) for name in others))
    return Ask(Expected(values=(right,), wrong=wrong, documents=(scene.holding("notices"),)), words)


def _supplier(scene: Scene) -> Ask:
    right, words, wrong = _held(scene, scene.division.supplier, "supplier")
    return Ask(Expected(values=(right,), wrong=wrong, documents=(scene.holding("bulletin"),)), words)


def _price(scene: Scene, right: int, documents: frozenset[str]) -> Expected:
    prices = [scene.division.new_price, *(product.price for product in scene.division.products)]
    return Expected(values=(_money(scene, right),), wrong=_figures(scene, right, prices), documents=(documents,))


def _price_last_month(scene: Scene) -> Ask:
    return Ask(_price(scene, scene.division.new_price, scene.holding("bulletin")))


def _price_in_month(scene: Scene) -> Ask:
    asked = scene.division.price_on.replace(month=scene.division.price_on.month - 1)
    expected = _price(scene, scene.division.products[0].price, scene.holding("bulletin", "catalogue"))
    return Ask(expected, {"price_month": wording.month(asked, scene.division.language)})


def _last_quarter(scene: Scene) -> Ask:
    subsidiary, words = _subject(scene)
    right = subsidiary.quarters[-1]
    others = [figure for each in scene.division.subsidiaries for figure in each.quarters]
    expected = Expected(
        values=(_money(scene, right),),
        wrong=_figures(scene, right, [*others, *_books(scene)]),
        documents=(scene.holding("quarterly"),),
    )
    return Ask(expected, words)


def _unknown(wrong: Callable[[Scene], tuple[Amount, ...]], *absent: str) -> Callable[[Scene], Ask]:
    def ask(scene: Scene) -> Ask:
        _, words = _subject(scene)
        product, plant = scene.rng.choice(scene.division.products), scene.rng.choice(scene.division.plants)
        found = {**words, "product": product.name, "plant": plant.name}
        known = {"long_ago": str(scene.company.timeline.year - 6), "missing_product": scene.division.missing_product}
        unknown = tuple(phrase.format_map(known) for phrase in absent)
        return Ask(Expected(wrong=wrong(scene), abstain=True, absent=unknown), found)

    return ask


def _any_book(scene: Scene) -> tuple[Amount, ...]:
    return tuple(_money(scene, figure) for figure in _books(scene))


def _any_plant(scene: Scene) -> tuple[Amount, ...]:
    figures = ((plant.capacity, plant.staff, plant.area) for plant in scene.division.plants)
    return tuple(Amount(Decimal(figure)) for each in figures for figure in each)


def _any_product(scene: Scene) -> tuple[Amount, ...]:
    weights = tuple(Amount(Decimal(product.weight)) for product in scene.division.products)
    return (*weights, *(_money(scene, product.price) for product in scene.division.products))


def _follow_profit(scene: Scene) -> Ask:
    subsidiary, words = _subject(scene)
    return Ask(_in_books(scene, subsidiary.profit[0]), words)


def _follow_year_before(scene: Scene) -> Ask:
    subsidiary, words = _subject(scene)
    return Ask(_in_books(scene, subsidiary.revenue[1]), words)


def _follow_sister(scene: Scene) -> Ask:
    _, words = _subject(scene)
    sister = next(each for each in scene.division.subsidiaries if each.name == words["sister"])
    return Ask(_in_books(scene, sister.revenue[0]), words)


_SIMPLE: Asks = {"revenue": _revenue(0), "revenue_in_table": _revenue(2), "opened": _opened, "weight": _weight}

ASKS: Mapping[str, Asks] = {
    "simple": _SIMPLE,
    "comparison": {
        "revenue": _higher(lambda subsidiary: subsidiary.revenue[0]),
        "profit": _higher(lambda subsidiary: subsidiary.profit[0]),
        "opened": _older,
    },
    "two_hop": {"city": _city, "manager": _manager},
    "contradictory": {"capacity": _disputed, "staff": _disputed},
    "temporal": {
        "director": _director,
        "supplier": _supplier,
        "price_last_month": _price_last_month,
        "price_in_month": _price_in_month,
        "last_quarter": _last_quarter,
    },
    "unanswerable": {
        "research": _unknown(_any_book, "research and development", "R&D", "研发"),
        "warranty": _unknown(_any_product, "warranty", "质保"),
        "electricity": _unknown(_any_plant, "electricity", "kilowatt", "用电", "耗电", "电费", "度电"),
        "long_ago": _unknown(_any_book, "{long_ago}"),
        "missing_product": _unknown(_any_product, "{missing_product}"),
    },
    "follow_up": {"profit": _follow_profit, "year_before": _follow_year_before, "sister": _follow_sister},
    "cross_language": _SIMPLE,
    "three_hop": {"haulier": _haulier},
}
