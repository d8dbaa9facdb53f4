"""The facts of a division as the flat table of words that document and question templates name in braces."""

from __future__ import annotations

import random
from datetime import date

from services.cli.demo import wording
from services.cli.demo.company import Company, Division, Language, Subsidiary

SUBSIDIARY_KEYS = ("alpha", "beta", "gamma")
_PLANT_MEASURES = ("capacity", "staff", "area")


def words(company: Company, language: Language) -> dict[str, str]:
    """Every placeholder of the templates of a language, with what stands there. All values are finished text."""
    division = company.divisions[language]
    return {
        **_time(company, language),
        **_money(company, division),
        **_places(division),
        **_people(division),
        **_changes(company, division),
        **_background(company, language),
    }


def document_dates(company: Company) -> dict[str, date]:
    """When each kind of document was written. The bulletin is always newer than the site handbook."""
    year, after_quarter = company.timeline.year, 3 * company.timeline.quarter + 1
    rng = random.Random(f"{company.seed}:dates")
    return {
        "annual": date(year + 1, 3, rng.randint(12, 28)),
        "quarterly": date(year + 1, after_quarter, rng.randint(14, 22)),
        "catalogue": date(year, 1, rng.randint(4, 20)),
        "handbook": date(year, 10, rng.randint(2, 27)),
        "notices": date(year + 1, after_quarter, rng.randint(2, 12)),
        "bulletin": date(year + 1, after_quarter, rng.randint(23, 27)),
    }


def _time(company: Company, language: Language) -> dict[str, str]:
    line = company.timeline
    last_quarter = line.quarter - 1 if line.quarter > 1 else 4
    last_quarter_year = line.year + 1 if line.quarter > 1 else line.year
    dates = {f"{name}_date": wording.day(when, language) for name, when in document_dates(company).items()}
    return {
        **dates,
        "group": company.name[language],
        "group_elsewhere": company.name["zh" if language == "en" else "en"],
        "year": str(line.year),
        "prev": str(line.year - 1),
        "prev2": str(line.year - 2),
        "next": str(line.year + 1),
        "long_ago": str(line.year - 6),
        "quarter": wording.quarter(line.year + 1, line.quarter, language),
        "quarter_months": wording.quarter_months(line.quarter, language),
        "quarter_before": wording.quarter(last_quarter_year, last_quarter, language),
    }


def _money(company: Company, division: Division) -> dict[str, str]:
    language, found = division.language, {}
    for key, subsidiary in zip(SUBSIDIARY_KEYS, division.subsidiaries, strict=True):
        found[key] = subsidiary.name
        for index in range(3):
            found[f"{key}_revenue_{index}"] = wording.money(subsidiary.revenue[index], language)
            found[f"{key}_profit_{index}"] = wording.money(subsidiary.profit[index], language)
            found[f"{key}_revenue_cell_{index}"] = wording.cell(subsidiary.revenue[index], language)
            found[f"{key}_profit_cell_{index}"] = wording.cell(subsidiary.profit[index], language)
        found[f"{key}_growth"] = wording.percent(subsidiary.revenue[0], subsidiary.revenue[1])
        found[f"{key}_quarter"] = wording.money(subsidiary.quarters[-1], language)
        found[f"{key}_quarter_before"] = wording.money(subsidiary.quarters[-2], language)
    for index in range(3):
        total_revenue = sum(subsidiary.revenue[index] for subsidiary in division.subsidiaries)
        total_profit = sum(subsidiary.profit[index] for subsidiary in division.subsidiaries)
        found[f"total_revenue_{index}"] = wording.money(total_revenue, language)
        found[f"total_revenue_cell_{index}"] = wording.cell(total_revenue, language)
        found[f"total_profit_cell_{index}"] = wording.cell(total_profit, language)
    found["quarter_rows"] = _quarter_rows(company, division.subsidiaries, language)
    return found


def _quarter_rows(company: Company, subsidiaries: tuple[Subsidiary, ...], language: Language) -> str:
    rows = []
    for index in range(len(subsidiaries[0].quarters)):
        year, number = company.timeline.year + index // 4, index % 4 + 1
        label = f"Q{number} {year}" if language == "en" else wording.quarter(year, number, language)
        cells = (wording.cell(subsidiary.quarters[index], language) for subsidiary in subsidiaries)
        rows.append(f"| {' | '.join((label, *cells))} |")
    return "\n".join(rows)


def _places(division: Division) -> dict[str, str]:
    found = {"missing_product": division.missing_product}
    for number, plant in enumerate(division.plants, start=1):
        key = f"plant{number}"
        found |= {key: plant.name, f"{key}_city": plant.city, f"{key}_manager": plant.manager}
        found |= {f"{key}_opened": str(plant.opened), f"{key}_haulier": plant.haulier}
        found |= {f"{key}_{measure}": f"{getattr(plant, measure):,}" for measure in _PLANT_MEASURES}
    for number, product in enumerate(division.products, start=1):
        key = f"product{number}"
        found |= {key: product.name, f"{key}_plant": product.plant.name, f"{key}_weight": str(product.weight)}
        found[f"{key}_price"] = wording.money(product.price, division.language)
    return found


def _people(division: Division) -> dict[str, str]:
    return {
        "director_before": division.director.before,
        "director_after": division.director.after,
        "lookalike_before": division.lookalikes[0],
        "lookalike_after": division.lookalikes[1],
        "beta_director": division.subsidiaries[1].director,
        "gamma_director": division.subsidiaries[2].director,
        "buyer": division.others[0],
        "safety": division.others[1],
        "director_since": str(division.director_since),
    }


def _changes(company: Company, division: Division) -> dict[str, str]:
    language, dispute = division.language, division.dispute
    return {
        "director_on": wording.day(division.director.on, language),
        "director_until": wording.day_before(division.director.on, language),
        "part": division.part,
        "supplier_before": division.supplier.before,
        "supplier_after": division.supplier.after,
        "supplier_on": wording.day(division.supplier.on, language),
        "supplier_until": wording.day_before(division.supplier.on, language),
        "price_after": wording.money(division.new_price, language),
        "price_on": wording.day(division.price_on, language),
        "price_until": wording.day_before(division.price_on, language),
        "catalogue_from": wording.day(date(company.timeline.year, 1, 1), language),
        "disputed_plant": dispute.plant.name,
        "disputed_newer": f"{dispute.newer:,}",
    }


def _background(company: Company, language: Language) -> dict[str, str]:
    """Figures that no question asks for: what real filings are full of."""
    rng = random.Random(f"{company.seed}:{language}:background")
    return {
        "dividend": f"{rng.randint(18, 74) / 100:.2f}",
        "export_share": f"{rng.randint(31, 68)}%",
        "on_time": f"{rng.randint(884, 979) / 10:.1f}%",
        "apprentices": str(rng.randint(12, 39)),
        "shareholders": f"{rng.randint(1_100, 9_800):,}",
        "customers": f"{rng.randint(320, 910)}",
        "equity_share": f"{rng.randint(38, 61)}%",
        "order_weeks": str(rng.randint(6, 15)),
        "spare_years": str(rng.randint(8, 15)),
        "pressure": str(rng.randint(12, 38)),
        "absence": f"{rng.randint(21, 58) / 10:.1f}%",
    }
