"""The papers' presets say what the papers say, and `magnetite train` finds them by name."""

import math
import re
from pathlib import Path

import pytest

import magnetite_papers.presets
from magnetite.train.recipe import preset, presets

FOLDER = Path(magnetite_papers.presets.__file__).parent

# Lin et al. (2021), Table 3 and the first line of Table 1, as printed; base and large of BERT, ALBERT, RoBERTa.
TABLE_3 = """
learning rate      1.00E-05  1.00E-05  2.00E-05  1.00E-05  1.00E-05  1.00E-05
train epochs       5         5         /         /         4         4
train steps        /         /         12000     12000     /         /
train batch size   16        24        32        32        16        16
warmup steps       0         0         1000      1000      1200      1200
weight decay       0         0         0         0         0.1       0.1
original accuracy  0.614     0.681     0.683     0.752     0.738     0.846
"""
COLUMNS = ("bert-base", "bert-large", "albert-base", "albert-large", "roberta-base", "roberta-large")
RACE_TRAIN = 25_421 + 62_445  # questions: Liusie et al. and Si et al., Table 1 (middle and high school)
SOURCE = re.compile(r"#.*(Table \d|Section \d|C\.1|not stated|nor a number of runs is stated)")
NAMES = (
    *(f"lin2021/{name}" for name in COLUMNS),
    *(f"liusie2022/{name}" for name in ("race++", "reclor", "cosmosqa")),
    "si2019/bert-large",
)


def column(name: str) -> dict[str, float | None]:
    """Read one column of Table 3; None where it has a slash."""
    rows = [re.split(r"\s{2,}", line.strip()) for line in TABLE_3.strip().splitlines()]
    place = 1 + COLUMNS.index(name)
    return {row[0]: None if row[place] == "/" else float(row[place]) for row in rows}


def test_every_preset_the_manual_promises_is_found_by_name() -> None:
    assert {path.relative_to(FOLDER).as_posix().removesuffix(".toml") for path in FOLDER.rglob("*.toml")} == set(NAMES)
    assert set(NAMES) <= set(presets())
    assert all(preset(name).base and preset(name).data for name in NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_every_value_of_a_papers_preset_has_a_comment_that_gives_its_source(name: str) -> None:
    recipe = (FOLDER / f"{name}.toml").read_text("utf-8").split("# The model\n")[1].split("\n[")[0]
    above = ""  # the comment lines that stand directly above
    for line in recipe.splitlines():
        if line.startswith("#"):
            above += line
            continue
        if line:
            assert SOURCE.search(line) or SOURCE.search(above), line
        above = ""


@pytest.mark.parametrize("name", COLUMNS)
def test_lin_presets_are_the_columns_of_table_3(name: str) -> None:
    printed, result = column(name), preset(f"lin2021/{name}")
    assert result.learning_rate == printed["learning rate"]
    assert result.batch == printed["train batch size"]
    assert result.weight_decay == printed["weight decay"]
    assert result.reported["RACE test, QOC"] == pytest.approx(100 * (printed["original accuracy"] or 0))
    if printed["train epochs"] is not None:
        assert result.epochs == printed["train epochs"]


@pytest.mark.parametrize("name", COLUMNS)
def test_lin_presets_take_the_steps_and_warm_up_steps_of_table_3_on_race(name: str) -> None:
    printed, result = column(name), preset(f"lin2021/{name}")
    assert result.batch
    assert result.epochs
    assert result.warmup is not None
    steps = math.ceil(result.epochs * math.ceil(RACE_TRAIN / result.batch))  # as Transformers' Trainer counts them
    if printed["train steps"] is not None:
        assert steps == printed["train steps"]
    assert result.warmup * steps == pytest.approx(printed["warmup steps"], abs=1)


@pytest.mark.parametrize(("name", "epochs"), [("race++", 2), ("reclor", 10), ("cosmosqa", 5)])
def test_liusie_presets_are_the_recipes_of_appendix_c1(name: str, epochs: int) -> None:
    result = preset(f"liusie2022/{name}")
    assert (result.epochs, result.learning_rate, result.batch, result.max_tokens) == (epochs, 2e-6, 4, 512)
    assert result.base == "google/electra-large-discriminator"
    assert result.seeds
    assert len(result.seeds) == 3


def test_liusie_presets_report_tables_2_and_b2() -> None:
    race = preset("liusie2022/race++").reported
    assert [race[f"RACE++ test, {view}"] for view in ("O", "QO", "CO", "QOC")] == [41.76, 57.32, 68.20, 85.01]
    assert [race[f"RACE++ test {level}, QO"] for level in ("middle", "high", "college")] == [54.81, 57.75, 60.31]
    assert race["ReClor dev, QOC"] == 48.60
    assert preset("liusie2022/cosmosqa").reported["Cosmos QA dev, QOC"] == 84.49
    assert preset("liusie2022/reclor").reported["RACE++ test, CO"] == 39.83


def test_si_preset_reports_the_two_accuracies_that_its_recipe_was_published_with() -> None:
    reported = preset("si2019/bert-large").reported
    assert (reported["RACE test middle, QOC"], reported["RACE test high, QOC"]) == (75.6, 64.7)
