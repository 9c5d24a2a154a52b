"""The search for magnets finds what was planted, raced or in full, and refuses what it cannot search."""

import json

import numpy as np
import pytest

import magnetite
from examfiles.errors import DataError, UsageError
from examfiles.items import Dataset, Item
from magnetite.commands.magnets import MAGNETS
from magnetite.scorers.function import Function
from tests.tables import values_of

PLANTED = ("Every word of it.", "nobody ever said")
FEW = {"store": "off", "screen_passages": 10, "pool_passages": 20}


def exam(passages=24, questions=2, split="test"):
    items = [
        Item(
            f"{split}-{p}-{q}",
            f"{split}-{p}",
            f"Passage {p} of {split} tells of thing {p}.",
            f"What of {q}?",
            tuple(f"{split} option {p} {q} {n}" for n in range(4)),
            (p + q) % 4,
            level="easy" if p % 2 else "hard",
        )
        for p in range(passages)
        for q in range(questions)
    ]
    return Dataset("planted", tuple(items), split)


def reader(magnets=PLANTED, name="reader"):
    """Score the right option 1, others 0, and planted magnets above both wherever they stand."""
    right = {(item.passage, item.question): item.options[item.answer] for item in exam()}

    def score(passage, question, option):
        return 2.0 if option in magnets else float(right.get((passage, question)) == option)

    return Function(score, name, version="1")


def two_splits(folder, passages):
    """Write an exam with a test and a training split; return the folder, and the training split's rows."""
    folder.mkdir()
    for split in ("test", "train"):
        rows = [
            {"id": i.id, "passage": i.passage, "question": i.question, "options": list(i.options), "answer": i.answer}
            for i in exam(passages, 1, split)
        ]
        (folder / f"{split}.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
    return folder, rows


@pytest.fixture
def pool_file(tmp_path):
    path = tmp_path / "pool.txt"
    path.write_text("\n".join([*PLANTED, "All of the above", *(f"plain thing {n}" for n in range(30))]), "utf-8")
    return path


@pytest.mark.parametrize("mode", ["full", "race"])
@pytest.mark.parametrize("replace", ["random", "strongest", "each"])
def test_planted_magnets_are_found_and_take_every_right_answer(pool_file, mode, replace):
    told = {**FEW, **({"worth": 0.2} if mode == "race" else {})}
    run = magnetite.magnets(exam(), reader(), pool=str(pool_file), mode=mode, replace=replace, top=2, **told)
    listed = values_of(run.finding("magnets").table("interference"))
    assert set(listed["option"][:2]) == set(PLANTED)
    assert listed["interference"][:2] == [1.0, 1.0]
    attacks = values_of(run.finding("attack").table("attacks"))
    assert set(attacks["option"]) == set(PLANTED)
    assert set(attacks["before"]) == {1.0}
    assert set(attacks["after"]) == {0.0}
    assert set(attacks["caught"]) == {1.0}
    assert {"all", "easy", "hard"} == set(attacks["level"])


def test_a_system_that_reads_has_no_magnets_and_keeps_its_accuracy(pool_file):
    run = magnetite.magnets(exam(), reader(magnets=()), pool=str(pool_file), top=3, **FEW)
    assert max(run.finding("magnets").table("interference").values("interference")) == 0
    assert set(run.finding("attack").table("attacks").values("after")) == {1.0}
    assert run.finding("attack").table("best_of").values("accuracy") == [1.0] * 4


def test_a_magnet_holds_on_questions_that_the_screen_never_saw(pool_file):
    run = magnetite.magnets(exam(), reader(), pool=str(pool_file), top=2, **FEW)
    table = values_of(run.finding("validation").table("validation"))
    assert table["unseen"] == [1.0, 1.0]
    assert table["n"] == [28, 28]
    assert run.finding("validation").number("questions not seen").value == 28
    assert all(0 < low < 1 for low in table["low"])


def test_an_overfitted_magnet_is_shown_up_by_the_questions_not_seen(tmp_path):
    from magnetite.experiments.magnets.pool import screened_part

    seen = {item.passage for item in screened_part(exam(), 10, 0)}
    lucky = Function(lambda p, q, o: 2.0 if o == "lucky" and p in seen else float("option" in o), "lucky", version="1")
    path = tmp_path / "pool.txt"
    path.write_text("lucky\nplain\n", "utf-8")
    run = magnetite.magnets(exam(), lucky, pool=str(path), top=1, **FEW)
    table = values_of(run.finding("validation").table("validation"))
    assert (table["option"], table["subset"], table["unseen"]) == (["lucky"], [1.0], [0.0])


def test_given_options_are_each_tried_on_every_question_and_none_is_chosen(tmp_path):
    path = tmp_path / "given.txt"
    path.write_text("\n".join(["plain thing", "A and B", *PLANTED, "B and C", "C and D", "A and D"]), "utf-8")
    told = {**FEW, "pool": str(path), "search": False}
    run = magnetite.magnets(exam(), [reader(), reader((), "other")], **told, top=1)
    assert [finding.experiment for finding in run.findings] == ["magnets", "given", "attack"]
    table = values_of(run.finding("given").table("given"))
    options = path.read_text("utf-8").splitlines()
    assert list(dict.fromkeys(table["option"])) == options  # in their order, combinations without limit
    assert (set(table["n"]), set(table["before"])) == ({48}, {1.0})
    by_cell = {
        (o, s): (t, after)
        for o, s, t, after in zip(*(table[c] for c in ("option", "system", "whole", "after")), strict=True)
    }
    assert [by_cell[option, "reader QOC"] for option in options] == [
        (1.0, 0.0) if o in PLANTED else (0.0, 1.0) for o in options
    ]
    assert {by_cell[option, "other QOC"] for option in options} == {(0.0, 1.0)}
    assert "from 0% with “Every word of it” to 100% with “plain thing”" in run.finding("attack").sentence
    assert run.finding("magnets").number("questions").value == 48
    plain = values_of(magnetite.magnets(exam(), [reader()], **told).finding("given").table("given"))
    widths = [high - low for low, high in zip(plain["low"], plain["high"], strict=True)]
    both = [high - low for low, high in zip(table["low"][::2], table["high"][::2], strict=True)]
    assert all(here < there for here, there in zip(widths, both, strict=True))  # for seven options, not fourteen cells


def test_without_a_search_the_options_must_be_given_and_a_race_is_refused(pool_file):
    with pytest.raises(UsageError, match=r"the options to attack with must be given.*--pool FILE"):
        magnetite.magnets(exam(), "longest", search=False, **FEW)
    with pytest.raises(UsageError, match="mode is 'race'; expected full where nothing is searched for"):
        magnetite.magnets(exam(), "longest", search=False, pool=str(pool_file), mode="race", **FEW)


def test_a_race_asks_for_less_and_finds_the_same(pool_file):
    path = pool_file.with_name("many.txt")
    path.write_text("\n".join([*PLANTED, *(f"plain thing {n}" for n in range(300))]), "utf-8")
    told = {**FEW, "screen_passages": 24}
    full = magnetite.magnets(exam(), reader(), pool=str(path), top=2, validate=False, **told)
    raced = magnetite.magnets(exam(), reader(), pool=str(path), top=2, validate=False, mode="race", **told)
    tops = [run.finding("magnets").table("interference").values("option")[:2] for run in (full, raced)]
    assert tops[0] == tops[1]
    assert raced.finding("race").number("share of the full screen").value < 0.4
    assert raced.cost["cells"] < 0.5 * full.cost["cells"]
    dropped = values_of(raced.finding("race").table("dropped"))
    assert [at for option, at in zip(*dropped.values(), strict=True) if option in PLANTED] == [None, None]
    order = [(at, int(name.split()[-1])) for name, at in zip(*dropped.values(), strict=True) if "plain thing" in name]
    stayed = [pair for pair in order if pair[0] is None]
    assert order == sorted(stayed, reverse=True) + sorted(order[len(stayed) :], reverse=True)
    assert any("The race kept" in note for note in raced.finding("magnets").remarks)
    assert "mean interference" not in [number.label for number in raced.finding("magnets").numbers]


def valued(worths, name="valued"):
    """Score options by a number of their own against one of the question: T is the share of questions below it."""

    def score(passage, question, option):
        if option in worths:
            return worths[option]
        return (int(passage.split()[1]) % 10) / 10 if "option" in option else -1.0

    return Function(score, name, version="1")


def test_a_race_with_more_combinations_than_the_set_takes_finds_the_set_of_the_full_screen(tmp_path):
    letters = ["A and B", "A and C", "B and C", "all of the above", "both A and D", "C or D"]
    plain = {f"plain {n}": 0.15 + 0.1 * n for n in range(8)}
    worths = {**plain, **dict.fromkeys(letters, 0.95)}
    (tmp_path / "pool.txt").write_text("\n".join([*worths, *(f"nothing {n}" for n in range(60))]), "utf-8")
    told = {**FEW, "screen_passages": 24, "pool": str(tmp_path / "pool.txt"), "top": 5, "series_at_most": 2}
    runs = [
        magnetite.magnets(exam(), valued(worths), mode=mode, output=tmp_path / mode, **told)
        for mode in ("full", "race")
    ]
    sets = [
        {json.loads(line)["option"] for line in (tmp_path / mode / "magnets.jsonl").read_text("utf-8").splitlines()}
        for mode in ("full", "race")
    ]
    assert len(sets[0]) == 5
    assert sets[0] == sets[1]
    assert runs[1].cost["cells"] < runs[0].cost["cells"]


def test_a_race_of_several_systems_finds_the_top_of_their_mean(tmp_path):
    first = {"a": 0.95, "b": 0.05, "c": 0.75}
    second = {"a": 0.05, "b": 0.95, "c": 0.75}
    (tmp_path / "pool.txt").write_text("\n".join([*first, *(f"nothing {n}" for n in range(60))]), "utf-8")
    told = {**FEW, "screen_passages": 24, "pool": str(tmp_path / "pool.txt"), "top": 1, "mode": "race"}
    run = magnetite.magnets(exam(), [valued(first, "first"), valued(second, "second")], **told)
    assert run.finding("magnets").table("interference").values("option")[0] == "c"


def test_one_system_under_two_views_is_two_systems(pool_file):
    run = magnetite.magnets(exam(), "longest", views=("QO", "QOC"), pool=str(pool_file), top=2, **FEW)
    assert [system["name"] for system in run.systems] == ["longest QO", "longest QOC"]


def test_a_limit_never_lets_an_option_onto_its_own_passage(tmp_path):
    """The last passage drawn is cut short; the options of the question that was left out still belong to it."""
    (tmp_path / "pool.txt").write_text("\n".join(o for item in exam(3, 2) for o in item.options), "utf-8")
    for limit in (3, 4, 5):
        run = magnetite.magnets(exam(3, 2), "longest", limit=limit, pool=str(tmp_path / "pool.txt"), **FEW)
        columns = values_of(run.finding("magnets").table("interference"))
        of_passage = {"0": 0, "1": 0, "2": 0}
        for item in run.exam["items"]:
            of_passage[item["passage_id"].split("-")[1]] += 1
        for option, n in zip(columns["option"], columns["n"], strict=True):
            assert n == limit - of_passage[option.split()[2]]


def test_a_folder_with_another_search_or_an_audit_is_not_written_over(pool_file, tmp_path):
    told = {"pool": str(pool_file), "output": tmp_path / "run", **FEW}
    magnetite.magnets(exam(), "longest", **told)
    magnetite.magnets(exam(), "longest", **told)  # the same again may
    with pytest.raises(UsageError, match="another run"):
        magnetite.magnets(exam(), "longest", **{**told, "mode": "race"})
    with pytest.raises(UsageError, match="another run"):
        magnetite.audit(exam(), "longest", output=tmp_path / "run", store="off")


def test_two_scorers_of_one_name_are_refused(pool_file):
    twins = [Function(lambda p, q, o: 0.0, "s", version=version) for version in "12"]
    with pytest.raises(UsageError, match="name of its own"):
        magnetite.magnets(exam(), twins, pool=str(pool_file), **FEW)


def test_a_pool_with_nothing_to_try_is_refused(tmp_path):
    (tmp_path / "series.txt").write_text("A and B\nall of the above\n", "utf-8")
    with pytest.raises(UsageError, match="all combine others"):
        magnetite.magnets(exam(), "longest", pool=str(tmp_path / "series.txt"), series_at_most=0, **FEW)
    (tmp_path / "own.txt").write_text("\n".join([exam(2)[0].options[0], "x"]), "utf-8")
    only = exam(2).with_items([item for item in exam(2) if item.passage_id == "test-0"])
    with pytest.raises(UsageError, match="Raise --pool-size"):
        magnetite.magnets(only, "longest", pool=str(tmp_path / "own.txt"), pool_size=1, **FEW)


def test_a_pool_may_name_options_by_their_places_in_any_split_of_the_data(tmp_path):
    folder, _ = two_splits(tmp_path / "data", 6)
    places = tmp_path / "o.places"
    places.write_text("planted test test-0-0 B\nplanted train train-3-0 D\n", "utf-8")
    run = magnetite.magnets(str(folder), "longest", pool=str(places), **FEW)
    table = values_of(run.finding("magnets").table("interference"))
    by_option = dict(zip(table["option"], zip(table["n"], table["origins"], strict=True), strict=True))
    (own, at), (other, elsewhere) = by_option["test option 0 0 1"], by_option["train option 3 0 3"]
    assert (own, other) == (5, 6)  # never tried on its own passage
    assert (at.split()[-2:], elsewhere.split()[-2:]) == (["test:", "test-0-0"], ["train:", "train-3-0"])
    with pytest.raises(DataError, match=r"o\.places, line 2: planted train .* no split 'train'; it is a Dataset"):
        magnetite.magnets(exam(6, 1), "longest", pool=str(places), **FEW)
    with pytest.raises(DataError, match=r"lin2021-a2, line 5: RACE test middle912-4 D is not in .* test, which has"):
        magnetite.magnets(str(folder), "longest", pool="lin2021-a2", **FEW)


def test_a_split_or_a_pool_split_that_is_not_there_is_an_error(tmp_path):
    folder, rows = two_splits(tmp_path / "data", 4)
    with pytest.raises(UsageError, match="tset"):
        magnetite.magnets(str(folder), "longest", split="tset", **FEW)
    with pytest.raises(UsageError, match="trian"):
        magnetite.magnets(str(folder), "longest", pool_splits=("trian",), **FEW)
    rows[3].pop("question")
    (folder / "train.jsonl").write_text("\n".join([*map(json.dumps, rows), "{broken"]), "utf-8")
    with pytest.raises(DataError, match=r"train\.jsonl"):
        magnetite.magnets(str(folder), "longest", **FEW)


def test_several_systems_are_averaged_compared_and_attacked_with_each_others_magnets(pool_file):
    models = [reader(name="both"), reader(magnets=PLANTED[:1], name="one"), reader(magnets=(), name="none")]
    run = magnetite.magnets(exam(), models, pool=str(pool_file), top=1, **FEW)
    listed = values_of(run.finding("magnets").table("interference"))
    assert listed["option"][0] == PLANTED[0]
    assert listed["interference"][:2] == pytest.approx([2 / 3, 1 / 3])
    moved = values_of(run.finding("transfer_attack").table("transfer_attack"))
    cells = dict(zip(zip(moved["found_on"], moved["attacked"], strict=True), moved["after"], strict=True))
    assert cells["both QOC", "both QOC"] == 0
    assert cells["one QOC", "both QOC"] == 0
    assert cells["one QOC", "none QOC"] == 1
    assert set(run.finding("agreement").table("correlations").values("group")) == {
        "all",
        "series",
        "other",
    }


@pytest.mark.parametrize("mode", ["full", "race"])
def test_magnets_are_chosen_by_some_systems_and_tried_on_all(pool_file, mode):
    asked = []

    def counting(passage, question, option):
        asked.append(option)
        return 2.0 if option == PLANTED[0] else float(question in option)

    models = [reader(name="one"), reader(PLANTED[:1], "two"), Function(counting, "outside", version="1")]
    told = {**FEW, "pool": str(pool_file), "top": 2, "select_on": ("one", "two QOC"), "mode": mode}
    run = magnetite.magnets(exam(), models, **told, **({"worth": 0.2} if mode == "race" else {}))
    assert not {option for option in asked if option.startswith("plain thing")}  # neither screened nor raced
    names = ["one QOC", "two QOC", "outside QOC"]
    screened = [c.name for c in run.finding("magnets").table("interference").columns]
    assert ("two QOC" in screened, "outside QOC" in screened) == (True, False)
    table = values_of(run.finding("validation").table("validation"))
    assert list(zip(table["option"], table["system"], strict=True)) == [(o, s) for o in PLANTED for s in names]
    assert table["interference"] == pytest.approx([1.0] * 3 + [0.5] * 3)  # the mean of those that chose
    for measure in ("subset", "whole", "unseen"):
        assert table[measure] == [1.0, 1.0, 1.0, 1.0, 0.0, 0.0]
    assert "the 2 strongest options, which one QOC, two QOC chose, beat" in run.finding("validation").sentence
    assert any("outside QOC had no part in the choice" in note for note in run.finding("validation").remarks)
    assert list(dict.fromkeys(run.finding("attack").table("attacks").values("system"))) == names
    moved = values_of(run.finding("transfer_attack").table("transfer_attack"))
    cells = list(zip(moved["found_on"], moved["attacked"], strict=True))
    assert cells == [(found_on, attacked) for found_on in names[:2] for attacked in names]
    assert run.settings["select_on"] == ("one", "two QOC")


def test_one_system_may_choose_for_another(pool_file):
    models = [reader((), "honest"), reader(name="drawn")]
    told = {**FEW, "pool": str(pool_file), "top": 2, "validate": False}
    run = magnetite.magnets(exam(), models, select_on=("drawn",), **told)
    assert set(run.finding("validation").table("validation").values("option")) == set(PLANTED)
    assert run.finding("attack").number("accuracy before", "honest QOC").value == 1.0
    moved = values_of(run.finding("transfer_attack").table("transfer_attack"))
    assert moved["after"] == [1.0, 0.0]
    with pytest.raises(UsageError, match=r"select_on 'drwan' does not exist. Known: honest QOC, drawn QOC"):
        magnetite.magnets(exam(), models, select_on=("drwan",), **told)
    with pytest.raises(UsageError, match="none where nothing is searched for"):
        magnetite.magnets(exam(), models, select_on=("drawn",), search=False, **told)


def test_the_run_folder_lists_every_option_for_augmented_training(pool_file, tmp_path):
    magnetite.magnets(exam(), reader(), pool=str(pool_file), top=2, output=tmp_path / "run", **FEW)
    rows = [json.loads(line) for line in (tmp_path / "run" / "options.jsonl").read_text("utf-8").splitlines()]
    assert len(rows) == 33
    assert {row["option"] for row in rows[:2]} == set(PLANTED)
    assert [row["option"] for row in rows if row["series"]] == ["All of the above"]
    assert (tmp_path / "run" / "report.html").is_file()
    assert np.all(np.diff([row["interference"] for row in rows]) <= 0)


def test_the_pool_is_drawn_from_both_splits_and_their_origins_are_told_apart(tmp_path):
    folder, _ = two_splits(tmp_path / "data", 8)
    run = magnetite.magnets(str(folder), "longest", top=2, **FEW)
    origins = set(run.finding("magnets").table("curves").values("origin"))
    assert len(origins) == 3
    assert "all" in origins
    assert run.finding("magnets").number("pool").value == 64


def test_options_of_each_split_have_their_mean_apart_and_those_that_win_anywhere_are_counted(tmp_path):
    folder, _ = two_splits(tmp_path / "data", 8)
    likes = Function(lambda p, q, o: float(o.startswith("train option 1 ")), "likes train-1", version="1")
    magnets = magnetite.magnets(str(folder), likes, top=2, **FEW).finding("magnets")
    by_origin = [number for number in magnets.numbers if number.label == "mean interference by origin"]
    test, train = sorted(by_origin, key=lambda number: number.group)
    assert (test.group[-5:], train.group[-5:]) == (" test", "train")
    assert (train.value, train.n, test.value, test.n) == (4 / 32, 32, 0.0, 32)
    assert train.low == train.high == 4 / 32  # the same on every passage
    assert magnets.number("options that win anywhere", "likes train-1 QOC").value == 4 / 64


def test_correlations_of_pairs_are_averaged_by_kind_of_option(tmp_path):
    letters = ("A and B", "A and C", "B and C", "both A and D", "C or D")
    rise = {f"plain {n}": n / 10 + 0.05 for n in range(10)} | {o: n / 10 + 0.25 for n, o in enumerate(letters)}
    fall = {option: 1 - worth if option.startswith("plain") else worth for option, worth in rise.items()}
    (tmp_path / "pool.txt").write_text("\n".join(rise), "utf-8")
    models = [valued(rise, "rise"), valued(dict(rise), "again"), valued(fall, "fall")]
    told = {**FEW, "screen_passages": 24, "pool": str(tmp_path / "pool.txt")}
    agreement = magnetite.magnets(exam(), models, **told).finding("agreement")
    means = {group: agreement.number("mean Spearman correlation", group) for group in ("all", "series", "other")}
    assert {group: number.n for group, number in means.items()} == {"all": 3, "series": 3, "other": 3}
    assert means["series"].value == pytest.approx(1.0)
    assert means["other"].value == pytest.approx((1 - 1 - 1) / 3)


def test_unlabelled_questions_have_magnets_but_no_attack(pool_file):
    blank = exam().with_items([Item(i.id, i.passage_id, i.passage, i.question, i.options, None) for i in exam()])
    run = magnetite.magnets(blank, [reader(), reader((), "other")], pool=str(pool_file), top=2, **FEW)
    assert run.finding("magnets").number("strongest interference", "reader QOC").value == 1
    assert "transfer_attack" not in [finding.experiment for finding in run.findings]
    assert "No answer is known" in run.finding("attack").sentence


def test_questions_with_two_options_are_attacked_at_the_only_wrong_one(pool_file):
    two = exam().with_items(
        [Item(i.id, i.passage_id, i.passage, i.question, i.options[:2], (i.answer or 0) % 2) for i in exam()]
    )
    run = magnetite.magnets(
        two, Function(lambda p, q, o: float(o in PLANTED), "f", version="1"), pool=str(pool_file), **FEW
    )
    attacks = values_of(run.finding("attack").table("attacks"))
    caught = dict(zip(attacks["option"], attacks["caught"], strict=True))
    assert {caught[option] for option in PLANTED} == {1.0}


def test_a_pool_smaller_than_the_set_gives_all_of_it(pool_file):
    run = magnetite.magnets(exam(), reader(), pool=str(pool_file), pool_size=2, top=20, **FEW)
    assert len(run.finding("validation").table("validation")) == 2


@pytest.mark.parametrize(
    ("told", "kind", "said"),
    [
        ({"mode": "rase"}, UsageError, "race"),
        ({"replace": "both"}, UsageError, "replace"),
        ({"error": 0.0}, UsageError, "probability between 0 and 1"),
        ({"above": 0.5}, UsageError, "Add --mode race"),
        ({"error": 0.01}, UsageError, "Add --mode race"),
        ({"worth": 0.2}, UsageError, "Add --mode race"),
        ({"top": 0}, UsageError, "whole number of 1 or more"),
        ({"pool": "/no/such/file"}, DataError, "no such"),
    ],
)
def test_settings_that_make_no_sense_are_refused(told, kind, said):
    with pytest.raises(kind, match=said):
        magnetite.magnets(exam(), "longest", **{**FEW, **told})


def test_a_system_named_twice_is_refused():
    with pytest.raises(UsageError, match="named twice"):
        magnetite.magnets(exam(), ["longest", "longest"], **FEW)


def test_an_exam_of_one_passage_has_no_irrelevant_option():
    with pytest.raises(UsageError, match="passage"):
        magnetite.magnets(exam(1, 3), "longest", **FEW)


def listed(passage, question, options):
    """Score all options at once, each as `rule` would alone."""
    return [loud(option) for option in options]


def loud(option):
    return 9.0 if option == "all of these" else 1.0 + len(option) % 3 / 10


@pytest.mark.parametrize("mode", ["full", "race"])
def test_a_system_that_is_shown_all_options_is_asked_lists_with_the_option_in_a_wrong_ones_place(tmp_path, mode):
    pool = tmp_path / "pool.txt"
    pool.write_text("all of these\nnothing at all\nsome\n")
    scorer = Function(listed, "listed", version="1", listwise=True)
    run = magnetite.magnets(exam(), scorer, pool=str(pool), mode=mode, **{**FEW, "top": 2})
    attacks = {row["option"]: row for row in run.finding("attack").table("attacks").rows()}
    assert (attacks["all of these"]["caught"], attacks["all of these"]["after"]) == (1.0, 0.0)
    assert run.finding("magnets").number("strongest interference", "listed QOC").value == 1.0
    assert any("shown all options at once" in note for note in run.finding("magnets").remarks)


def test_a_dry_run_counts_whole_lists(tmp_path):

    pool = tmp_path / "pool.txt"
    pool.write_text("all of these\nnothing at all\n")
    scorer = Function(listed, "listed", version="1", listwise=True)
    rows = MAGNETS.ready({"data": exam(), "models": scorer, "pool": str(pool), **FEW, "top": 2}).costs()
    cells = {row.need: row.cells for row in rows}
    assert cells["screen"] == cells["own options"] * 2


def test_lists_are_not_asked_with_every_wrong_option_replaced_in_turn():
    scorer = Function(listed, "listed", version="1", listwise=True)
    with pytest.raises(UsageError, match="would ask all of them"):
        magnetite.magnets(exam(), scorer, replace="each", **FEW)


@pytest.mark.parametrize("mode", ["full", "race"])
def test_a_dry_run_tells_the_cells_and_scores_none_of_the_pool(pool_file, mode):

    asked = []
    counting = Function(lambda p, q, o: float(len(asked.append(o) or o)), "counting", version="1")
    rows = MAGNETS.ready(
        {"data": exam(), "models": counting, "pool": str(pool_file), "mode": mode, "top": 2, **FEW}
    ).costs()
    cells = {row.need: row.cells for row in rows}
    before = ["own options", "race", "screen"] if mode == "race" else ["own options", "screen"]
    assert list(cells) == [*before, "all questions", "magnets"]
    assert (cells["own options"], cells["all questions"]) == (20 * 4, 24 * 2 * 4)
    assert cells["screen"] == 20 * 33 if mode == "full" else cells["screen"] < cells["race"] <= 20 * 33
    assert cells["magnets"] <= 48 * 2
    assert len(asked) < 660


def test_a_list_in_place_of_a_file_of_options_is_refused_and_audit_takes_it():
    pool = ["All of the above", "None of these"]
    with pytest.raises(UsageError, match=r"pool is \['All of the above', .*expected a text \(FILE\|LIST\)\."):
        magnetite.magnets(exam(), "longest", pool=pool, store="off")
    assert 'experiment_settings={"magnets": {"pool": [' in str(magnetite.magnets.__doc__)
    given = {"magnets": {"pool": pool}}
    run = magnetite.audit(exam(), "longest", experiments=["magnets"], experiment_settings=given, store="off")
    assert set(run.finding("attack").table("attacks").values("option")) == set(pool)
