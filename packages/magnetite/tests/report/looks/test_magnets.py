"""The figures of several systems screened, raced and attacked."""

import json
from itertools import pairwise

import pytest

from magnetite.core.results import Table
from magnetite.experiments.magnets.look import MAGNETS
from magnetite.experiments.magnets.look.search import POINTS
from magnetite.report import figures
from magnetite.report.drawing import lines
from tests.report import made_magnets as made
from tests.report.made_magnets import OPTIONS, SYSTEMS
from tests.report.test_figures import values
from tests.tables import with_values

NAMES = {
    "interference_by_system": (made.interference(SYSTEMS), "interference", 2),
    "magnet_set": (made.magnet_set(SYSTEMS), "subset", 1),
    "system_agreement": (made.agreement(SYSTEMS)[0], "spearman", 1),
    "interference_scatter": (made.agreement(SYSTEMS)[1], "x_interference", 1),
    "system_attacks": (made.attacks(SYSTEMS), "stable", 1),
    "best_of": (made.best_of(SYSTEMS), "accuracy", 1),
    "transfer_attack": (made.transfer_attack(SYSTEMS), "after", 1),
    "features": (made.features(), "spearman", 1),
    "race": (made.race(SYSTEMS), "questions", 2),
}
TABLES = [pytest.param(*case, id=kind) for kind, case in NAMES.items()]


def carried(table: Table, place: int = 0) -> list[dict]:
    return values(figures(table)[place].chart.to_dict())


@pytest.mark.parametrize(("table", "column", "count"), TABLES)
def test_each_kind_has_its_figures_with_captions_and_loads_nothing(table: Table, column: str, count: int) -> None:
    drawn = figures(table)
    assert len(drawn) == count
    assert column in table
    for figure in drawn:
        spec = figure.chart.to_dict()
        spec.pop("$schema")
        assert '"url"' not in json.dumps(spec)
        assert spec["description"]
        assert figure.caption.endswith(".")


@pytest.mark.parametrize(("table", "column", "count"), TABLES)
def test_unknown_rows_are_not_drawn_and_without_any_other_there_is_no_figure(
    table: Table, column: str, count: int
) -> None:
    measures = ("pearson", "subset", "whole", "unseen", "caught", "otherwise", "y_interference", "options", "cells")
    blank = (column, *(name for name in measures if name in table))
    none = with_values(table, {**{name: [None] * len(table) for name in blank}})
    assert figures(none) == ()
    half = len(table) // 2
    some = {name: [*table.values(name)[:half], *[None] * (len(table) - half)] for name in blank}
    assert len(figures(with_values(table, {**some}))) == count


def test_each_system_has_a_line_of_its_own_colour_and_dash() -> None:
    encoding = figures(made.interference(SYSTEMS))[0].chart.to_dict()["layer"][0]["encoding"]
    shades, dashes = (encoding[name]["scale"]["range"] for name in ("color", "strokeDash"))
    assert len(set(shades)) == len({tuple(dash) for dash in dashes}) == len(SYSTEMS)
    assert encoding["color"]["scale"]["domain"] == list(SYSTEMS)


def test_the_curves_keep_every_point_and_the_origins_stay_out_of_them() -> None:
    table = made.interference(("one",))
    points = [row for row in carried(table) if "interference" in row]
    ranks = {row["rank"] for row in points}
    wanted = {r for r, o in zip(table.values("rank"), table.values("origin"), strict=True) if o == "all"}
    assert ranks == wanted
    assert {row["origin"] for row in carried(table, 1)} == {"RACE test", "RACE train"}


def test_options_of_one_origin_are_not_drawn_apart() -> None:
    table = made.interference(("one",))
    alike = ["all" if origin == "all" else "RACE test" for origin in table.values("origin")]
    assert len(figures(with_values(table, {"origin": alike}))) == 1


def test_the_interval_of_a_magnet_belongs_to_the_unseen_questions() -> None:
    rows = carried(made.magnet_set(("one",), magnets=1))
    bounded = {row["measure"] for row in rows if row["low"] is not None}
    assert bounded == {"questions the search never saw"}
    assert len(rows) == 3


def test_correlations_stand_below_the_diagonal_for_pearson_and_above_it_for_spearman() -> None:
    cells = {(row["down"], row["across"]): row for row in carried(made.agreement(SYSTEMS[:2])[0])}
    assert set(cells) == {(SYSTEMS[1], SYSTEMS[0]), (SYSTEMS[0], SYSTEMS[1])}
    assert cells[SYSTEMS[1], SYSTEMS[0]]["measure"] == "Pearson"
    assert cells[SYSTEMS[0], SYSTEMS[1]]["measure"] == "Spearman"


def test_a_scatter_plot_of_many_options_is_thinned_but_keeps_every_combination() -> None:
    names = tuple(f"system {k}" for k in range(6))
    rows = [row for row in carried(made.agreement(names)[1]) if "option" in row]
    series = [row for row in rows if row["kind"] == "combines other options"]
    assert len(series) == 15 * 14
    assert len(rows) <= POINTS + 15 * 2
    assert len({row["pair"] for row in rows}) == 15


def test_the_three_outcomes_of_an_attack_fill_its_bar_and_only_all_levels_are_drawn() -> None:
    table = made.attacks(SYSTEMS)
    parts = [row for row in carried(table) if "part" in row]
    for system in SYSTEMS:
        own = [row["part"] for row in parts if row["system"] == system and row["option"] == OPTIONS[0]]
        assert sum(own) == pytest.approx(1)
        assert len(own) == 3
    assert len({row["option"] for row in parts}) == MAGNETS
    assert {row["level"] for row in parts} == {"all"}


def test_every_magnet_is_named_on_the_line_above_its_systems() -> None:
    rows = carried(made.attacks(SYSTEMS))
    named = {row["line"]: row["name"] for row in rows if "name" in row}
    below = {row["line"]: row["option"] for row in rows if "outcome" in row}
    order = sorted({**named, **below})
    assert len(order) == MAGNETS * (len(SYSTEMS) + 1)
    for first, second in pairwise(order):
        if first in named:
            assert below[second] == named[first]


def test_the_row_without_an_attack_is_drawn_only_where_it_is_the_same_for_all_magnets() -> None:
    table = made.transfer_attack(SYSTEMS)
    assert len([row for row in carried(table) if row["row"] == "no attack"]) == len(SYSTEMS)
    differing = [value + 0.01 * place for place, value in enumerate(table.values("before"))]  # type: ignore[operator]
    rows = carried(with_values(table, {"before": differing}))
    assert not [row for row in rows if row["row"] == "no attack"]
    assert len(rows) == len(table)


def test_a_race_is_drawn_on_axes_of_equal_factors() -> None:
    for figure in figures(made.race(SYSTEMS)):
        encoding = figure.chart.to_dict()["layer"][0]["encoding"]
        assert encoding["x"]["scale"]["type"] == encoding["y"]["scale"]["type"] == "log"


@pytest.mark.parametrize("name", ["short", "a/b", "one two three four five six", "unbreakable" * 5])
def test_breaking_a_name_loses_no_letter(name: str) -> None:
    assert "".join(lines(name).split()) == "".join(name.split())
    assert max(map(len, lines(name).splitlines())) <= 16
