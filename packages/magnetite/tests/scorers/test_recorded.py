"""A file of scores answers as the system that wrote it, and says which cells it lacks."""

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import magnetite
from examfiles.errors import DataError
from examfiles.items import Item
from magnetite.commands.audit import AUDIT
from magnetite.core.cells import own_cells
from magnetite.core.errors import LackingScoresError
from magnetite.scorers.recorded import Recorded, recorded

ROWS = {
    "passage": ["The cat sat.", "The cat sat.", "A dog, a “wolf”\nran."],
    "question": ["Who sat?", "Who sat?", "Who ran?"],
    "option": ["the cat", "the dog", "the dog"],
    "score": [1.5, -2.0, 0.25],
}
WRITERS = {"csv": "write_csv", "jsonl": "write_ndjson", "parquet": "write_parquet"}


def written(folder, rows=ROWS, suffix="csv"):
    path = folder / f"scores.{suffix}"
    getattr(pl.DataFrame(rows), WRITERS[suffix])(path)
    return path


def cells(*triples):
    return own_cells([Item(str(n), "p", p, q, options) for n, (p, q, options) in enumerate(triples)])


@pytest.mark.parametrize("suffix", WRITERS)
def test_scores_are_found_by_the_texts_in_any_order(tmp_path, suffix):
    result = Recorded(written(tmp_path, suffix=suffix)).score(
        cells(("The cat sat.", "Who sat?", ("the dog", "the cat"))),
    )
    assert result.tolist() == [-2.0, 1.5]


@pytest.mark.parametrize("suffix", WRITERS)
def test_what_is_lacking_is_listed_in_a_file_that_can_be_scored_and_added(tmp_path, suffix):
    path = written(tmp_path, suffix=suffix)
    asked = cells(("The cat sat.", "Who sat?", ("the cat", "a bird", "a fish")))
    recorded = Recorded(path)
    recorded.sizes(asked)  # as the engine does with all it will ask for; then it scores batch by batch
    with pytest.raises(DataError, match=r"lacks 2 of the 3 scores.*'a bird'.*scores-missing"):
        recorded.score(asked.take([0, 1]))
    readers = {"csv": pl.read_csv, "jsonl": pl.read_ndjson, "parquet": pl.read_parquet}
    lacking = readers[suffix](tmp_path / f"scores-missing.{suffix}")
    assert lacking["option"].to_list() == ["a bird", "a fish"]
    added = pl.concat([pl.DataFrame(ROWS), lacking.with_columns(score=pl.lit(9.0))])
    assert Recorded(written(tmp_path, added.to_dict(as_series=False), suffix)).score(asked).tolist() == [1.5, 9.0, 9.0]


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_what_score_wrote_is_a_model_that_answers_alike(tmp_path, suffix):
    path = tmp_path / f"scores.{suffix}"
    frame = magnetite.score("sample", "longest", limit=12, store="off")
    frame.write_csv(path) if suffix == "csv" else frame.write_parquet(path)
    again = magnetite.score("sample", path, limit=12, store="off")
    columns = ["id", "view", "option", "text", "score", "answer", "key"]
    assert again.select(columns).equals(frame.select(columns))
    with pytest.raises(DataError, match=r"lacks .* listed in .*scores-missing"):
        magnetite.score("sample", path, views=("QOC",), limit=20, store="off")
    read = pl.read_csv if suffix == "csv" else pl.read_parquet
    lacking = read(tmp_path / f"scores-missing.{suffix}").select("key", score=pl.lit(1.0))
    read(path).select("key", pl.col("score").cast(pl.Float64)).extend(lacking).write_csv(tmp_path / "whole.csv")
    whole = magnetite.score("sample", tmp_path / "whole.csv", views=("QOC",), limit=20, store="off")
    rows = [
        *read(path).to_dicts(),
        *read(tmp_path / f"scores-missing.{suffix}").with_columns(score=pl.lit(1.0)).to_dicts(),
    ]
    pl.DataFrame(rows, infer_schema_length=None).write_csv(tmp_path / "texts.csv")  # with their texts, as listed
    assert magnetite.score("sample", tmp_path / "texts.csv", views=("QOC",), limit=20, store="off")["score"].equals(
        whole["score"]
    )
    assert set(lacking["key"]) < set(whole["key"])


def of_members(*rows):
    """Rows of a file: view, member and score of the first option of one question, with the passage or without."""
    return {
        "passage": ["p" if "C" in view else "" for view, *_ in rows],
        "question": ["q"] * len(rows),
        "option": ["first"] * len(rows),
        **{name: [row[at] for row in rows] for at, name in enumerate(("view", "member", "score"))},
    }


def scores_of(path, passage):
    return [each.score(cells((passage, "q", ("first", "second"))).take([0])).item() for each in recorded(path)]


@pytest.mark.parametrize("suffix", WRITERS)
def test_a_file_with_several_members_is_a_system_of_them(tmp_path, suffix):
    path = written(tmp_path, of_members(("QOC", "b", 2.0), ("QOC", "a", 1.0)), suffix)
    assert [each.name for each in recorded(path)] == [f"scores.{suffix} a", f"scores.{suffix} b"]
    assert scores_of(path, "p") == [1.0, 2.0]
    assert len({each.fingerprint for each in recorded(path)}) == 2


def test_what_score_wrote_of_an_ensemble_answers_as_the_ensemble(tmp_path):
    path = tmp_path / "scores.parquet"
    told = {"limit": 6, "views": ("O", "QO"), "experiments": ("shortcuts",), "store": "off"}
    magnetite.score("sample", "small", limit=6, views=("O", "QO"), store="off").write_parquet(path)
    of_file = magnetite.audit("sample", path, **told).finding("shortcuts")
    of_model = magnetite.audit("sample", "small", **told, calibrate_on="off").finding("shortcuts")
    assert of_file.table("calibration").values("nll_before") == of_model.table("calibration").values("nll_before")


def test_a_view_with_one_member_is_part_of_a_system_of_several(tmp_path):
    path = written(tmp_path, of_members(("QOC", "a", 1.0), ("QOC", "b", 2.0), ("QO", "alone", 5.0)))
    assert (scores_of(path, "p"), scores_of(path, "")) == ([1.0, 2.0], [5.0, 5.0])


def test_views_with_different_numbers_of_members_are_refused(tmp_path):
    rows = [
        (view, member, score) for view, names in (("QOC", "abc"), ("QO", "ab")) for score, member in enumerate(names)
    ]
    with pytest.raises(DataError, match="has 2 members under QO and 3 elsewhere"):
        recorded(written(tmp_path, of_members(*rows)))


def test_a_column_of_members_where_no_cell_comes_twice_tells_nobody_apart(tmp_path):
    assert len(recorded(written(tmp_path, {**ROWS, "member": ["a", "b", "c"]}))) == 1


def test_an_audit_leaves_out_what_a_file_of_scores_cannot_answer_and_lists_it(tmp_path):
    path = tmp_path / "scores.parquet"
    magnetite.score("sample", "longest", limit=12, store="off").write_parquet(path)
    run = magnetite.audit("sample", path, limit=12, store="off")
    assert [finding.experiment for finding in run.findings] == ["accuracy", "shortcuts"]
    left_out = {note.values["experiment"]: note.values for note in run.notes if note.code == "note-scores-lack"}
    assert left_out.keys() == {"following", "magnets"}
    listed = pl.read_parquet(left_out["magnets"]["beside"])
    assert len(listed) == sum(values["lacking"] for values in left_out.values())
    assert [each.experiment for each in magnetite.shortcuts("sample", model=path, limit=12, store="off").findings] == [
        "shortcuts"
    ]
    with pytest.raises(LackingScoresError, match="has none of the 48 scores"):
        magnetite.audit("sample", path, limit=12, store="off", experiments=("accuracy", "following"))
    with pytest.raises(LackingScoresError):
        magnetite.audit("sample", path, limit=24, store="off")


def test_a_dry_run_counts_what_a_file_of_scores_has_and_lacks(tmp_path):
    path = tmp_path / "scores.parquet"
    magnetite.score("sample", "longest", limit=12, store="off").write_parquet(path)
    priced = AUDIT.ready({"data": "sample", "model": str(path), "limit": 12, "store": "off"}).costs()
    counts = {(row.experiment, row.need): (row.cells, row.stored) for row in priced}
    assert counts["shortcuts", "QO"] == (48, 48)
    assert counts["following", "random"] == (48, 0)
    assert not list(tmp_path.glob("*missing*"))


@pytest.mark.parametrize("suffix", WRITERS)
def test_numbers_are_options_as_they_are_written_and_scores_may_be_whole_for_long(tmp_path, suffix):
    options = ("0.50", "000", *map(str, range(150)), "red")
    scores = [*range(len(options) - 1), 0.25]
    count = len(options)
    rows = {"passage": ["p"] * count, "question": ["q"] * count, "option": options, "score": scores}
    if suffix == "csv":
        lines = [f"p,q,{option},{score}" for option, score in zip(options, scores, strict=True)]
        (path := tmp_path / "scores.csv").write_text("\n".join(["passage,question,option,score", *lines]))
    else:
        path = written(tmp_path, {**rows, "score": list(map(float, scores))}, suffix)
    assert Recorded(path).score(cells(("p", "q", options))).tolist() == scores


@pytest.mark.parametrize(("separator", "decimal"), [(";", ","), (";", "."), ("\t", "."), (",", ".")])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_csv_is_read_as_a_spreadsheet_program_saves_it(tmp_path, separator, decimal, encoding):
    texts = {**ROWS, "score": [str(score).replace(".", decimal) for score in ROWS["score"]]}
    path = tmp_path / "saved.csv"
    path.write_text(pl.DataFrame(texts).write_csv(separator=separator), encoding)
    plain = Recorded(written(tmp_path)).fingerprint
    assert Recorded(path).fingerprint == plain


def test_the_same_scores_have_one_fingerprint_whatever_their_order(tmp_path):
    turned = {name: values[::-1] for name, values in ROWS.items()}
    first = Recorded(written(tmp_path)).fingerprint
    assert Recorded(written(tmp_path, turned)).fingerprint == first
    assert Recorded(written(tmp_path, {**ROWS, "score": [1.5, -2.0, 0.5]})).fingerprint != first


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ({"passage": ["a"], "question": ["b"], "option": ["c"]}, "has no column score"),
        ({**ROWS, "score": [1.0, None, 2.0]}, "row 2 is missing, or no number"),
        ({**ROWS, "score": [1.0, float("nan"), 2.0]}, "row 2 is missing, or no number"),
        ({**ROWS, "score": ["1", "high", "2"]}, "row 2 is missing, or no number"),
        ({**ROWS, "score": [1.0, 1e39, 2.0]}, r"row 2 is 1e\+39; expected a finite number, of at most 3\.4e\+38"),
        (
            {name: values[:1] * 2 for name, values in ROWS.items()} | {"score": [1.0, 2.0]},
            "rows 1 and 2 give one option",
        ),
        ({name: [] for name in ROWS}, "has no score"),
    ],
)
def test_a_file_that_is_no_table_of_scores_is_refused(tmp_path, rows, message):
    with pytest.raises(DataError, match=message):
        Recorded(written(tmp_path, rows))


def test_a_damaged_file_is_refused(tmp_path):
    path = tmp_path / "scores.parquet"
    path.write_bytes(b"PAR1 but not really")
    with pytest.raises(DataError, match="cannot be read"):
        Recorded(path)


def test_a_score_that_json_does_not_know_is_named_as_a_cause(tmp_path):
    path = tmp_path / "scores.jsonl"
    path.write_text('{"passage": "Ann.", "question": "Who?", "option": "Ann", "score": NaN}\n', "utf-8")
    with pytest.raises(DataError, match="or hold NaN"):
        Recorded(path)


def test_magnets_of_one_system_attack_another_that_is_only_a_file_of_scores(tmp_path):
    """The black box: its cells are listed, scored elsewhere, and attacked here."""
    (tmp_path / "pool.txt").write_text("All of the above\nnone of these words\n", "utf-8")
    path = written(tmp_path, suffix="jsonl")
    request = {"pool": str(tmp_path / "pool.txt"), "store": "off", "screen_passages": 4, "limit": 20}
    for _ in range(6):  # own options, then screened, then all questions
        try:
            run = magnetite.magnets("sample", str(path), **request)
            break
        except DataError:
            lacking = pl.read_ndjson(tmp_path / "scores-missing.jsonl")
            scored = lacking.with_columns(score=(pl.col("option") == "All of the above").cast(pl.Float64))
            pl.concat([pl.read_ndjson(path), scored]).write_ndjson(path)
    assert run.finding("magnets").table("interference").values("option")[0] == "All of the above"
    assert run.finding("magnets").table("interference").values("interference") == [1.0, 0.0]


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(st.text(), st.text(), st.text()), min_size=1, max_size=8, unique=True))
def test_any_text_is_found_again(tmp_path_factory, texts):
    texts = [tuple(part.encode("utf-8", "ignore").decode() for part in triple) for triple in texts]
    texts = list(dict.fromkeys(texts))
    folder = tmp_path_factory.mktemp("any")
    columns = dict(zip(("passage", "question", "option"), map(list, zip(*texts, strict=True)), strict=True))
    recorded = Recorded(written(folder, {**columns, "score": [float(n) for n in range(len(texts))]}, "parquet"))
    asked = cells(*((passage, question, (option, option + "?")) for passage, question, option in texts))
    own = asked.take([2 * n for n in range(len(texts))])
    assert recorded.score(own).tolist() == list(range(len(texts)))


def panicking(*_args, **_options):
    raise pl.exceptions.PanicException("index out of bounds")


@pytest.mark.parametrize("suffix", WRITERS)
def test_a_panic_of_the_library_that_reads_files_is_an_error_in_a_sentence(tmp_path, monkeypatch, suffix):
    """It derives from BaseException, which no handler of errors sees."""
    path = written(tmp_path, suffix=suffix)
    for reader in ("read_parquet", "read_csv", "read_ndjson", "read_parquet_schema"):
        monkeypatch.setattr(pl, reader, panicking)
    with pytest.raises(DataError, match=r"cannot be read \(the file is damaged: index out of bounds\)"):
        recorded(path)


@pytest.mark.parametrize(("place", "bits"), [(80, 1), (144, 255), (146, 128), (326, 255), (328, 128)])
def test_a_parquet_file_whose_pages_are_damaged_is_refused_in_a_sentence(tmp_path, place, bits):
    """Bytes at which polars panics; with others it ends the whole process, so none are drawn."""
    path = written(tmp_path, suffix="parquet")
    data = bytearray(path.read_bytes())
    data[place] ^= bits
    path.write_bytes(data)
    with pytest.raises(DataError, match="cannot be read"):
        recorded(path)


@pytest.mark.parametrize(
    ("scores", "read"),
    [
        (("1.234", "999"), None),
        (("1.234", "-2.500"), None),
        (("1.234", "0,5"), None),
        (("0.5", "0,5"), None),
        (("1.234", "0.125"), [1.234, 0.125]),
        (("1.234", "2.5"), [1.234, 2.5]),
        (("1,234", "999"), [1.234, 999]),
        (("1234", "999"), [1234, 999]),
    ],
)
def test_beside_semicolons_a_point_that_may_part_thousands_is_refused(tmp_path, scores, read):
    path = tmp_path / "scores.csv"
    rows = [f"The cat sat.;Who sat?;{option};{score}" for option, score in zip(("a", "b"), scores, strict=True)]
    path.write_text("\n".join(["passage;question;option;score", *rows]) + "\n", "utf-8")
    asked = cells(("The cat sat.", "Who sat?", ("a", "b")))
    if read is None:
        with pytest.raises(DataError, match=r"row 1 is .*may have decimals or thousands.*decimal comma, or separate"):
            recorded(path)
    else:
        assert recorded(path)[0].score(asked).tolist() == pytest.approx(read)
