"""Bring your own scores: cells go out, any system scores them, and every run that was exported goes on without it."""

import json
import resource
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import magnetite
from examfiles.errors import DataError, StoreError, UsageError
from examfiles.items import Item
from magnetite import import_scores
from magnetite.commands.export import export_cells
from magnetite.core.cells import Cells, Context, own_cells
from magnetite.running.data import load_joined
from magnetite.scorers.exchange import (
    Header,
    cells_frame,
    header_path,
    hex_keys,
    key_array,
    read_cells,
    read_header,
    replaced,
    write_cells,
    write_table,
)
from magnetite.scorers.function import Function
from magnetite.scorers.recorded import Recorded

SMALL = {"limit": 12, "seed": 3}
AUDIT = {**SMALL, "experiment_settings": {"magnets": {"pool_size": 10}}}
UNREADABLE = {**SMALL, "attacks": ("AddSent2Pas-Shuffle", "AddSent2Opt", "Ans2Opt-Shuffle")}
MAGNETS = {"screen_passages": 3, "pool_passages": 4, "top": 3, "seed": 3}


def outside(passage, question, option):
    """Be a system elsewhere: it likes options that share words with what it reads, and those that begin with A."""
    read = f"{passage} {question}".lower().split()
    return sum(word in read for word in option.lower().split()) / (1 + len(option)) + option.startswith("A") / 7


ITSELF = Function(outside, version="1")


def score_file(cells, to, rule=outside):
    """Score exported cells as any outsider would: line by line, in an order of its own."""
    rows = [json.loads(line) for line in Path(cells).read_text("utf-8").splitlines()]
    scored = [{"key": r["key"], "score": rule(r["passage"], r["question"], r["option"])} for r in reversed(rows)]
    return jsonl(to, scored)


def jsonl(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


def numbers(run):
    """Return all that a run found, by finding."""
    return {finding.experiment: (finding.numbers, finding.tables) for finding in run.findings}


@pytest.fixture
def exported(tmp_path):
    """Give a small export, and its cells as rows."""
    export_cells("audit", "sample", tmp_path / "cells.jsonl", experiments=("accuracy",), limit=6)
    return [json.loads(line) for line in (tmp_path / "cells.jsonl").read_text("utf-8").splitlines()]


@pytest.fixture
def refused(tmp_path):
    """Return a function that imports rows and gives the error they are refused with; nothing may be left behind."""

    def refuse(rows, name="scored.jsonl", **more):
        if rows is not None:
            jsonl(tmp_path / name, rows)
        with pytest.raises(DataError) as caught:
            import_scores(tmp_path / name, tmp_path / "scores.parquet", **more)
        assert not (tmp_path / "scores.parquet").exists()
        return str(caught.value)

    return refuse


def scored(rows):
    return [{"key": row["key"], "score": n / 8} for n, row in enumerate(rows)]


# --- the whole loop -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "run", "told"),
    [
        ("audit", magnetite.audit, AUDIT),
        ("shortcuts", lambda data, model, **told: magnetite.shortcuts(data, model=model, **told), SMALL),
        ("unreadable", magnetite.unreadable, UNREADABLE),
        ("magnets", magnetite.magnets, {**MAGNETS, "validate": False}),
    ],
)
def test_scores_from_elsewhere_give_what_the_system_itself_would(tmp_path, name, run, told):
    done = export_cells(name, "sample", tmp_path / "cells.jsonl", **told)
    assert done.notes == () or name == "shortcuts"
    score_file(tmp_path / "cells.jsonl", tmp_path / "scored.jsonl")
    imported = import_scores(tmp_path / "scored.jsonl", tmp_path / "scores.parquet")
    assert imported.scores == done.header.cells
    recorded = run("sample", str(tmp_path / "scores.parquet"), store="off", **told)
    itself = run("sample", ITSELF, store="off", **told)
    assert_same(numbers(recorded), numbers(itself))
    assert recorded.cost["scored"] == itself.cost["scored"]


def assert_same(found, wanted):
    """Compare findings, whose tables name the system they are about."""
    assert found.keys() == wanted.keys()
    for name in wanted:
        values = [[(n.label, n.value, n.low, n.high) for n in each[name][0]] for each in (found, wanted)]
        assert repr(values[0]) == repr(values[1])
        tables = [[(t.name, len(t)) for t in each[name][1]] for each in (found, wanted)]
        assert tables[0] == tables[1]


def test_a_search_that_goes_on_lists_what_it_needs_next_and_takes_it(tmp_path):
    """Which options are tried on the whole split, only the screen tells: a second round of the same loop."""
    done = export_cells("magnets", "sample", tmp_path / "cells.jsonl", **MAGNETS)
    assert "Which options are magnets" in done.notes[0]
    score_file(tmp_path / "cells.jsonl", tmp_path / "scored.jsonl")
    scores, told = tmp_path / "scores.parquet", {**MAGNETS, "store": "off"}
    import_scores(tmp_path / "scored.jsonl", scores)
    with pytest.raises(DataError, match=r"It was imported for: magnets of sample-exam, 96 questions.*--add-to"):
        magnetite.magnets("sample", str(scores), **told)
    missing = tmp_path / "scores-missing.jsonl"
    score_file(missing, tmp_path / "more.jsonl")
    import_scores(tmp_path / "more.jsonl", cells=missing, add_to=scores)
    recorded = magnetite.magnets("sample", str(scores), **told)
    assert_same(numbers(recorded), numbers(magnetite.magnets("sample", ITSELF, **told)))


def test_scores_of_two_runs_can_stand_in_one_file(tmp_path):
    for name, told in (("audit", {**SMALL, "experiments": ("accuracy",)}), ("unreadable", UNREADABLE)):
        export_cells(name, "sample", tmp_path / f"{name}.jsonl", **told)
        score_file(tmp_path / f"{name}.jsonl", tmp_path / f"{name}-scored.jsonl")
    scores = tmp_path / "scores.parquet"
    import_scores(tmp_path / "audit-scored.jsonl", scores, cells=tmp_path / "audit.jsonl")
    both = import_scores(tmp_path / "unreadable-scored.jsonl", cells=tmp_path / "unreadable.jsonl", add_to=scores)
    assert both.header.run == "audit, unreadable"
    magnetite.audit("sample", str(scores), experiments=("accuracy",), store="off", **SMALL)
    magnetite.unreadable("sample", str(scores), store="off", **UNREADABLE)


def test_the_scored_rows_themselves_are_a_system_too(tmp_path):
    """Without an import: rows with the texts as exported, what a view added among them, and a score."""
    export_cells("unreadable", "sample", tmp_path / "cells.jsonl", **UNREADABLE)
    rows = pl.read_ndjson(tmp_path / "cells.jsonl")
    values = [outside(r["passage"], r["question"], r["option"]) for r in rows.iter_rows(named=True)]
    rows.with_columns(score=pl.Series(values)).write_ndjson(tmp_path / "scored.jsonl")
    recorded = magnetite.unreadable("sample", str(tmp_path / "scored.jsonl"), store="off", **UNREADABLE)
    assert_same(numbers(recorded), numbers(magnetite.unreadable("sample", ITSELF, store="off", **UNREADABLE)))


# --- what is written ------------------------------------------------------------------------------------------------


def test_every_cell_is_written_once_with_all_views_that_ask_for_it(tmp_path):
    done = export_cells("unreadable", "sample", tmp_path / "cells.jsonl", **UNREADABLE)
    rows = [json.loads(line) for line in (tmp_path / "cells.jsonl").read_text("utf-8").splitlines()]
    assert len({row["key"] for row in rows}) == len(rows) == done.header.cells
    answers = {item.options[item.answer] for item in load_joined("sample")}
    whole = [row for row in rows if row["view"].startswith("QOC") and row["option"] in answers]
    assert whole
    assert all("AddSent2Opt" in row["view"].split(", ") for row in whole)  # no attack touches the answer
    added = [row for row in rows if row["added"]]
    assert {view for row in added for view in row["view"].split(", ")} == {
        *("AddSent2Pas-Shuffle", "AddSent2Pas", "AddOther2Pas-Shuffle")
    }
    assert all(row["passage"].endswith(f" {row['added']}") for row in added)


def test_an_audit_is_exported_under_every_view_that_answers(tmp_path):
    export_cells("audit", "sample", tmp_path / "cells.jsonl", experiments=("shortcuts",), views=("QO", "QOC"), limit=6)
    rows = [json.loads(line) for line in (tmp_path / "cells.jsonl").read_text("utf-8").splitlines()]
    assert {(row["view"], bool(row["passage"])) for row in rows} == {("QO", False), ("QOC", True)}


def test_the_header_says_what_the_cells_are_for(tmp_path):
    export_cells("magnets", "sample", tmp_path / "cells.parquet", command="magnetite magnets sample", **MAGNETS)
    header = read_header(tmp_path / "cells.parquet")
    assert (header.run, header.command, header.settings["top"]) == ("magnets", "magnetite magnets sample", 3)
    assert header.data["fingerprint"] == load_joined("sample").fingerprint
    assert header.cells == len(read_cells(tmp_path / "cells.parquet"))
    place = tmp_path / "cells.parquet.header"
    place.write_text(place.read_text("utf-8").replace('"run":', '"probe":'), "utf-8")  # as an earlier version
    assert read_header(tmp_path / "cells.parquet") == header


@settings(max_examples=20)
@given(
    st.lists(st.tuples(*[st.text(st.characters(exclude_categories=["Cs"]), max_size=8)] * 4), min_size=1, max_size=6),
    st.sampled_from([".jsonl", ".csv", ".parquet"]),
)
def test_cells_of_any_text_are_read_back_and_their_keys_are_those_of_the_store(tmp_path_factory, texts, suffix):
    contexts = tuple(Context(passage, question, added=added) for passage, question, _, added in texts)
    index = np.arange(len(texts))
    cells = Cells(contexts, tuple(option for *_, option, _ in texts), index, index)
    path = tmp_path_factory.mktemp("any") / f"cells{suffix}"
    frame = cells_frame([("QOC", cells), ("again", cells)])
    header = write_cells(path, frame, Header("audit", {"name": "any", "items": 1}, {}))
    assert read_cells(path).equals(frame)
    assert read_header(path) == header
    assert set(frame["key"]) == set(hex_keys(cells.keys()))
    assert hex_keys(key_array(frame["key"].to_list())) == frame["key"].to_list()
    # What an outsider hands back with the texts is known again by them, and its scores are found by the cells.
    jsonl(path.with_name("scored.jsonl"), [{**row, "key": None, "score": n} for n, row in rows_of(frame)])
    if suffix == ".jsonl":
        import_scores(path.with_name("scored.jsonl"), path.with_name("scores.parquet"), cells=path)
        by_key = dict(zip(frame["key"], range(len(frame)), strict=True))
        found = Recorded(path.with_name("scores.parquet")).score(cells)
        assert found.tolist() == [by_key[key] for key in hex_keys(cells.keys())]


def rows_of(frame):
    return enumerate(frame.iter_rows(named=True))


@pytest.mark.parametrize(
    ("name", "told", "found"),
    [
        ("unreadible", {}, r"'unreadible' does not exist.*transfer, unreadable\. Did you mean 'unreadable'"),
        ("reproduce", {}, "command to export 'reproduce' does not exist"),
        ("audit", {"model": "bundled"}, "model is named, but cells are the same for every model"),
        ("audit", {"systems": {"QO": "x"}}, "systems is named"),
        ("magnets", {"mode": "race"}, "a race asks for cells as it goes.*--mode full"),
        ("unreadable", {"item": "q1"}, "--item 'q1' needs a single question"),
        ("audit", {"limits": 3}, "setting 'limits' does not exist"),
    ],
)
def test_what_cannot_be_exported_is_refused(tmp_path, name, told, found):
    with pytest.raises(UsageError, match=found):
        export_cells(name, "sample", tmp_path / "cells.jsonl", **told)
    assert list(tmp_path.iterdir()) == []


def test_an_export_that_ends_between_its_two_files_is_made_again(tmp_path, monkeypatch):
    from magnetite.scorers import exchange

    real, path = exchange.replaced, tmp_path / "cells.jsonl"

    def once(place, write):
        monkeypatch.setattr(exchange, "replaced", lambda _place, _write: (_ for _ in ()).throw(KeyboardInterrupt))
        real(place, write)

    monkeypatch.setattr(exchange, "replaced", once)
    with pytest.raises(KeyboardInterrupt):
        export_cells("audit", "sample", to=path, limit=4)
    assert len(list(tmp_path.iterdir())) == 1
    monkeypatch.setattr(exchange, "replaced", real)
    export_cells("audit", "sample", to=path, limit=4)
    assert read_header(path).cells == len(path.read_text("utf-8").splitlines())


def test_an_exported_file_is_replaced_only_when_told(tmp_path, exported):
    with pytest.raises(UsageError, match=r"cells\.jsonl: exists already.*--overwrite"):
        export_cells("audit", "sample", tmp_path / "cells.jsonl", limit=6)
    export_cells("audit", "sample", tmp_path / "cells.jsonl", experiments=("accuracy",), limit=3, overwrite=True)
    assert read_header(tmp_path / "cells.jsonl").cells < len(exported)
    with pytest.raises(UsageError, match=r"its name should end in \.jsonl or \.csv or \.parquet"):
        export_cells("audit", "sample", tmp_path / "cells.txt", limit=6)


# --- what is taken in -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_scores_come_in_other_formats_and_several_files_too(tmp_path, exported, suffix):
    rows = scored(exported)
    half = len(rows) // 2
    for name, part in (("one", rows[half:]), ("two", rows[:half])):
        frame = pl.DataFrame(part)
        path = tmp_path / f"{name}{suffix}"
        frame.write_csv(path) if suffix == ".csv" else frame.write_parquet(path)
    done = import_scores([tmp_path / f"one{suffix}", tmp_path / f"two{suffix}"], tmp_path / "scores.parquet")
    assert done.scores == len(rows)
    assert Recorded(done.path).name == "scores.parquet"


def test_scores_in_another_order_are_the_same_system(tmp_path, exported):
    fingerprints = set()
    for name, rows in (("a", scored(exported)), ("b", scored(exported)[::-1])):
        import_scores(jsonl(tmp_path / f"{name}.jsonl", rows), tmp_path / f"{name}.parquet")
        fingerprints.add(Recorded(tmp_path / f"{name}.parquet").fingerprint)
    assert len(fingerprints) == 1


def test_gaps_are_counted_and_listed_to_be_scored(tmp_path, exported, refused):
    rows = scored(exported)
    said = refused(rows[2:])
    assert f"2 of the {len(rows)} cells have no score, the first the option '{exported[0]['option'][:70]}'" in said
    missing = [json.loads(line) for line in (tmp_path / "cells-missing.jsonl").read_text("utf-8").splitlines()]
    assert missing == exported[:2]
    both = [tmp_path / "scored.jsonl", jsonl(tmp_path / "more.jsonl", rows[:2])]
    assert import_scores(both, tmp_path / "scores.parquet").scores == len(rows)


def test_the_same_score_twice_is_one_and_two_different_ones_are_refused(tmp_path, exported, refused):
    rows = scored(exported)
    done = import_scores(jsonl(tmp_path / "s.jsonl", [*rows, rows[3]]), tmp_path / "s.parquet")
    assert done.notes == ("Rows that repeat a cell with the same score: 1.",)
    said = refused([*rows, {**rows[3], "score": 99}])
    line = len(rows) + 1
    assert f"1 row with another score for a cell than an earlier row: scored.jsonl line {line} (0.375 in " in said


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (float("nan"), "with a score that is not finite"),
        (float("inf"), "with a score that is not finite"),
        (1e39, "with a score that is not finite"),
        ("high", "with a score that is no number"),
        ("0.5", "with a score that is no number"),
        (True, "with a score that is no number"),
        ([0.5], "with a score that is no number"),
        (None, "without a score"),
    ],
)
def test_a_score_that_is_no_finite_number_is_refused_with_its_rows(exported, refused, value, said):
    rows = scored(exported)
    for place in (1, 4):
        rows[place]["score"] = value
    assert f"2 rows {said}: scored.jsonl line 2, scored.jsonl line 5. Nothing was imported." in refused(rows)


def test_texts_in_the_place_of_scores_are_refused_in_a_csv_too(tmp_path, exported, refused):
    frame = pl.DataFrame(
        {"key": [row["key"] for row in exported], "score": ["0.5", "high", *["1"] * len(exported[2:])]}
    )
    frame.write_csv(tmp_path / "scored.csv")
    assert "1 row with a score that is no number: scored.csv row 2" in refused(None, "scored.csv")


def test_everything_that_is_wrong_is_said_at_once(exported, refused):
    rows = scored(exported)
    rows[0]["score"] = None
    rows[1]["key"] = "abc"
    rows[2] = {"score": 1.0}
    said = refused(rows)
    assert "1 row without a score" in said
    assert "1 row with a key that is none" in said
    assert "1 row with neither a key nor passage, question and option" in said
    assert "2 of the" in said


def test_another_datasets_scores_are_known_by_their_keys(tmp_path, exported, refused):
    (tmp_path / "other").mkdir()
    export_cells(
        "audit", "sample", tmp_path / "other" / "cells.jsonl", experiments=("accuracy",), limit=3, views=("O",)
    )
    score_file(tmp_path / "other" / "cells.jsonl", tmp_path / "scored.jsonl")
    said = refused(None)
    assert "rows of a cell that was not exported" in said
    assert "None is of the cells that were exported for audit of sample-exam, 6 questions; name the file" in said
    mine = import_scores(jsonl(tmp_path / "mine.jsonl", scored(exported)), tmp_path / "mine.parquet")
    with pytest.raises(DataError, match=r"lacks .* of the .* scores (needed|asked of it)"):
        magnetite.audit("sample", str(mine.path), experiments=("accuracy",), limit=12, store="off")


def test_texts_that_were_changed_on_the_way_are_refused(tmp_path, exported, refused):
    rows = [{**row, "score": 0.5} for row in exported]
    assert import_scores(jsonl(tmp_path / "x.jsonl", rows), tmp_path / "x.parquet").scores == len(rows)
    rows[3]["passage"] = rows[3]["passage"].upper()
    assert "1 row with other texts than were exported under their key: scored.jsonl line 4" in refused(rows)


def test_a_last_line_that_is_cut_off_is_said(tmp_path, exported, refused):
    text = "".join(json.dumps(row) + "\n" for row in scored(exported))
    (tmp_path / "scored.jsonl").write_text(text[:-9], "utf-8")
    said = refused(None)
    assert f"1 row that breaks off before its end: scored.jsonl line {len(exported)}." in said
    (tmp_path / "scored.jsonl").write_text(f"{text}nonsense\n[1]\n", "utf-8")
    said = refused(None)
    assert "1 row that cannot be read as JSON" in said
    assert "1 row that is no JSON object" in said


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("scored.jsonl", "", "the file is empty; expected a key and a score in each row"),
        ("scored.csv", "key,value\n0,1\n", "has no column score, only key, value"),
        ("scored.parquet", "PAR1 no", "cannot be read"),
        ("scored.txt", "x", "is not a file of scores"),
        ("other.jsonl", None, "there is no such file of scores"),
    ],
)
@pytest.mark.usefixtures("exported")
def test_a_file_that_holds_no_scores_is_refused(tmp_path, refused, name, content, said):
    if content is not None:
        (tmp_path / name).write_text(content, "utf-8")
    assert said in refused(None, name)


def test_a_header_that_is_gone_foreign_or_of_another_file_is_refused(tmp_path, exported, refused):
    rows, header = scored(exported), header_path(tmp_path / "cells.jsonl")
    told = {"cells": tmp_path / "cells.jsonl"}
    good = header.read_text("utf-8")
    header.write_text(json.dumps({**json.loads(good), "cells": 3}), "utf-8")
    assert "which are not the 3 that its header tells of" in refused(rows, **told)
    header.write_text(json.dumps({**json.loads(good), "format": 99}), "utf-8")
    assert "has the format 99; this version of Magnetite reads 1" in refused(rows, **told)
    header.write_text("{}", "utf-8")
    assert "is not what `magnetite export` writes" in refused(rows, **told)
    header.write_text("no json", "utf-8")
    assert "cannot be read as the header of cells.jsonl" in refused(rows, **told)
    header.unlink()
    assert "its header cells.jsonl.header is not next to it" in refused(rows, **told)


def test_cells_that_were_cut_off_are_refused(tmp_path, exported, refused):
    jsonl(tmp_path / "cells.jsonl", exported[:-1])
    assert f"holds {len(exported) - 1} cells, which are not the {len(exported)}" in refused(scored(exported))


def test_which_cells_the_scores_are_of_has_to_be_known(tmp_path, exported):
    rows = jsonl(tmp_path / "scored.jsonl", scored(exported))
    (tmp_path / "x.jsonl.header").write_text("{}")
    with pytest.raises(UsageError, match=r"2 exported files lie in .*Name the file: --cells"):
        import_scores(rows, tmp_path / "scores.parquet")
    with pytest.raises(UsageError, match=r"where the scores are to go.*--to"):
        import_scores(rows)
    with pytest.raises(UsageError, match=r"its name should end in \.parquet"):
        import_scores(rows, tmp_path / "scores.csv")
    with pytest.raises(DataError, match="there is no such file of imported scores to add to"):
        import_scores(rows, add_to=tmp_path / "none.parquet")


def test_scores_are_added_only_to_those_of_the_same_data_and_system(tmp_path, exported):
    scores = tmp_path / "scores.parquet"
    import_scores(jsonl(tmp_path / "scored.jsonl", scored(exported)), scores)
    (tmp_path / "b").mkdir()
    export_cells("audit", "sample", tmp_path / "b" / "cells.jsonl", experiments=("accuracy",), limit=9)
    more = score_file(tmp_path / "b" / "cells.jsonl", tmp_path / "b" / "scored.jsonl")
    with pytest.raises(DataError, match=r"holds scores for audit of sample-exam, 6 questions.*other data"):
        import_scores(more, add_to=scores)
    again = jsonl(tmp_path / "again.jsonl", [{**row, "score": 7} for row in scored(exported)])
    with pytest.raises(DataError, match="cells have another score there already"):
        import_scores(again, add_to=scores)
    (tmp_path / "c").mkdir()
    export_cells("audit", "sample", tmp_path / "c" / "cells.jsonl", experiments=("accuracy",), limit=6, listwise=True)
    together = score_file(tmp_path / "c" / "cells.jsonl", tmp_path / "c" / "scored.jsonl")
    with pytest.raises(DataError, match="has scores of options that were shown"):
        import_scores(together, add_to=scores)
    before = scores.read_bytes()
    assert import_scores(tmp_path / "scored.jsonl", add_to=scores).scores == len(exported)
    assert Recorded(scores).fingerprint == Recorded(scores).fingerprint
    pl.DataFrame({"a": [1]}).write_parquet(tmp_path / "foreign.parquet")
    with pytest.raises(DataError, match="was not written by `magnetite import`"):
        import_scores(tmp_path / "scored.jsonl", add_to=tmp_path / "foreign.parquet")
    assert len(before) > 0


def test_imported_scores_answer_for_text_that_a_view_added(tmp_path):
    item = Item("q", "p", "Ann sat.", "Who?", ("Ann", "Bo"), 0, added="Bo sat .")
    cells = own_cells([item])
    write_cells(tmp_path / "cells.jsonl", cells_frame([("x", cells)]), Header("audit", {"items": 1}, {}))
    score_file(tmp_path / "cells.jsonl", tmp_path / "scored.jsonl")
    done = import_scores(tmp_path / "scored.jsonl", tmp_path / "scores.parquet")
    expected = [np.float32(outside("Ann sat. Bo sat .", "Who?", option)) for option in item.options]
    assert Recorded(done.path).score(cells).tolist() == expected


def test_a_check_is_made_with_scores_from_elsewhere(tmp_path):
    export_cells("check", "sample", tmp_path / "cells.jsonl", **SMALL)
    import_scores(score_file(tmp_path / "cells.jsonl", tmp_path / "scored.jsonl"), tmp_path / "scores.parquet")
    run = magnetite.check("sample", str(tmp_path / "scores.parquet"), store="off", **SMALL).run
    assert numbers(run) == numbers(magnetite.check("sample", ITSELF, store="off", **SMALL).run)
    with pytest.raises(UsageError, match="rules need no system"):
        export_cells("check", "sample", tmp_path / "none.jsonl", models=False)


def test_one_file_of_scores_answers_every_dataset_of_a_transfer(tmp_path):
    whole = load_joined("sample")
    data = ["sample", replace(whole.with_items(whole.items[:6]), name="part")]
    done = export_cells("transfer", data, tmp_path / "cells.jsonl", limit=12, views=("QO", "QOC"))
    assert done.header.data["name"] == "sample-exam, part"
    import_scores(score_file(tmp_path / "cells.jsonl", tmp_path / "scored.jsonl"), tmp_path / "scores.parquet")
    given = {"limit": 12, "views": ("QO", "QOC"), "store": "off"}
    run = magnetite.transfer(data, {"outside": str(tmp_path / "scores.parquet")}, **given)
    table = run.finding("transfer").tables[0]
    assert list(zip(table.values("view"), table.values("tested_on"), strict=True)) == [
        (view, name) for view in ("QO", "QOC") for name in ("sample-exam", "part")
    ]
    wanted = [
        magnetite.audit(each, ITSELF, experiments=("accuracy",), **{**given, "views": (view,)})
        .finding("accuracy")
        .number("accuracy")
        .value
        for view in ("QO", "QOC")
        for each in data
    ]
    assert table.values("accuracy") == pytest.approx(wanted)


@contextmanager
def largest_file(size):
    """Limit files to so many bytes, as `ulimit -f` does: polars then fails as on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize("name", ["table.csv", "table.jsonl", "table.parquet"])
def test_a_table_that_the_disk_does_not_take_is_refused_in_a_sentence_and_the_old_one_stays(tmp_path, name):
    path, frame = tmp_path / name, pl.DataFrame({"a": np.random.default_rng(0).random(50_000)})
    write_table(path, frame.head(3))
    before = path.read_bytes()
    with largest_file(20_000), pytest.raises(StoreError, match=rf"{name}: cannot be written \(File too large\)"):
        write_table(path, frame)
    assert [each.name for each in tmp_path.iterdir()] == [name]
    assert path.read_bytes() == before


def test_a_full_disk_is_named_whichever_library_says_so(tmp_path):
    def full(_file):
        raise pl.exceptions.ComputeError("parquet: underlying IO error: No space left on device (os error 28)")

    with pytest.raises(StoreError, match=r"the disk of .* is full.*The scores are kept"):
        replaced(tmp_path / "scores.parquet", full, "The scores are kept in the store.")
    with largest_file(1_000), pytest.raises(StoreError, match=r"cannot be written .*File too large.*kept in the store"):
        replaced(tmp_path / "a.parquet", lambda file: file.write(b"x" * 10**6), "The scores are kept in the store.")
