"""The frame of a reproduction, tried on a paper of our own: a run, a file made of it, and two exhibits."""

import json
import re
from dataclasses import dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

import magnetite
from examfiles.errors import DataError, UsageError
from magnetite.cli.app import app
from magnetite.core.results import Finding, Heading, Run, run_from_json, table
from magnetite.stats.verdict import WIDEST
from magnetite_papers import planned, reproduce
from magnetite_papers.command import _command
from magnetite_papers.configuration import Configuration, read_configuration
from magnetite_papers.page import ROUGH, markdown_page
from magnetite_papers.paper import PAPERS, SIGNS, WORDS, Claim, Exhibit, Outcome, Paper, claims_finding, untested
from magnetite_papers.price import price, weights_of
from magnetite_papers.stages import Size, Workplace, made_stage, run_stage
from tests.reproduce.scaled import every_paper


@dataclass(frozen=True, kw_only=True)
class Toy(Configuration):
    limit: int = 10


def stages(settings):
    yield run_stage(
        "longest",
        "the longest option",
        magnetite.audit,
        lambda _bench: ("sample", "longest"),
        size=Size(cells=40, tokens=4000, model="base"),
        limit=settings.limit,
        experiments=("accuracy",),
    )
    yield made_stage("counted", "its questions", count, "n.json", needs=("longest",))


def count(bench, folder):
    run = run_from_json((bench.folder / "longest" / "findings.json").read_text("utf-8"))
    (folder / "n.json").write_text(json.dumps(run.dataset["items"]))


def accuracy_exhibit(results):
    right = results.run("longest").finding("accuracy").numbers[0]
    rows = [("longest", right.value, right.low, right.high, 0.25)]
    shown = ("system",), ("right", "", "share"), ("right_low",), ("right_high",), ("paper", "the paper", "share")
    return Finding(
        "table-1", "Table 1", "One | two.", (right,), (table("t", "Right", [Heading(*h) for h in shown], rows),)
    )


TOY = (
    Exhibit("table-1", "Table 1", ("longest",), accuracy_exhibit),
    Exhibit("figure-1", "Figure 1", ("counted",), lambda _results: Finding("figure-1", "Figure 1", "Counted.")),
    Exhibit("both", "Both", ("longest", "counted"), lambda _results: Finding("both", "Both", "Some."), partial=True),
)
NUMBERED = {
    "lin2021": {"Table": 4, "Figure": 8},
    "si2019": {"Table": 3, "Figure": 9},
    "liusie2022": {"Table": 2, "Figure": 5},
}
CLAIMS = (
    Claim(
        "It is above guessing.",
        ("table-1",),
        lambda f: Outcome({"": f["table-1"].numbers[0].value > 0.25}, {"": "so it is"}),
    ),
    Claim("Nobody reads.", ("table-1", "figure-1"), lambda _f: Outcome({"": False}, {"": "somebody does"})),
)


@pytest.fixture
def toy(tmp_path, monkeypatch):
    (tmp_path / "toy").mkdir()
    (tmp_path / "toy" / "laptop.toml").write_text('title = "A toy"\nlimit = 12\n')
    paper = Paper("toy", "Nobody (2026)", tmp_path / "toy", Toy, lambda s: list(stages(s)), lambda _s: TOY, CLAIMS)
    monkeypatch.setitem(PAPERS.__dict__, "_theirs", {"toy": _Entry(paper)})
    return tmp_path / "run"


@dataclass
class _Entry:
    paper: Paper

    def load(self):
        return self.paper


def test_an_exhibit_needs_only_its_own_stages_and_the_page_says_what_is_missing(toy):
    run = reproduce("toy", output=toy, only=["table-1"])
    assert [finding.experiment for finding in run.findings] == ["claims", "rule", "table-1", "both"]
    page = (toy / "page.md").read_text()
    assert "Not run yet: Figure 1." in page
    assert "Both is shown in part; not run yet: counted." in page
    assert "1 needs exhibits that were not run" in page


def test_a_stage_is_done_by_its_name_with_those_it_needs(toy):
    told: list[str] = []
    reproduce("toy", output=toy, only=["longest"], say=told.append)
    assert [text.partition(":")[0] for text in told] == ["longest"]
    run = reproduce("toy", output=toy, only=["counted"], say=told.append)
    assert [text.partition(":")[0] for text in told] == ["longest", "counted"]
    assert not run.notes


def test_a_repeat_does_no_stage_again_and_a_finished_page_is_whole(toy):
    told: list[str] = []
    reproduce("toy", output=toy, only=["table-1"], say=told.append)
    assert [text.partition(":")[0] for text in told] == ["longest"]
    told.clear()
    run = reproduce("toy", output=toy, say=told.append)
    assert [text.partition(":")[0] for text in told] == ["counted"]
    assert "Not run yet" not in (toy / "page.md").read_text()
    claims = run.finding("claims").table("claims").rows()
    assert [row["verdict"] for row in claims] == ["holds here", "does not hold here"]
    assert claims[1]["remarks"] == "No reason is known."


def test_a_page_begins_with_what_came_of_each_claim_with_a_sign(toy):
    reproduce("toy", output=toy)
    page = (toy / "page.md").read_text("utf-8")
    table = "\n".join(
        (
            "|  | verdict | the paper | here |",
            "|---|---|---|---|",
            "| ✓ 1 | holds here | It is above guessing. | so it is |",
            "| ✗ 2 | does not hold here | Nobody reads. | somebody does |",
            "",
            "**Remarks**",
            "",
            "- 2: No reason is known.",
        )
    )
    assert page.index("## What the paper claims") < page.index(table) < page.index("## How a claim is tested")
    assert set(SIGNS) == {*WORDS.values(), "not tested"}


def test_what_goes_beyond_the_paper_stands_above_its_claims(toy, monkeypatch):
    def beyond(findings, _figures):
        yield f"{len(findings)} exhibits."

    paper = replace(PAPERS["toy"], beyond=beyond)
    monkeypatch.setitem(PAPERS.__dict__, "_theirs", {"toy": _Entry(paper)})
    assert reproduce("toy", output=toy, only=["longest"]).finding("claims").sentence.endswith("paper: 2 exhibits.")
    assert reproduce("toy", output=toy).finding("claims").sentence.endswith("\n\nBeyond the paper: 3 exhibits.")


def test_a_claim_that_nothing_could_tell_is_not_counted_among_those_tested():
    asked = [
        Claim(f"Claim {holds}.", (), lambda _f, holds=holds: Outcome({"": holds}, {"": "so"}))
        for holds in (True, False, None)
    ]
    unasked = Claim("People read.", (), lambda _findings: untested("no people were asked"))
    waiting = Claim("Later.", ("figure-9",), lambda _findings: Outcome({"": True}, {"": "so"}))
    finding = claims_finding([*asked, unasked, waiting], {})
    assert finding.sentence.startswith(
        "Of 3 claims tested, 1 holds here, 1 does not, and 1 is undecided. 1 could not be tested. 1 needs exhibits"
    )
    verdicts = finding.table("claims").values("verdict")
    assert list(verdicts) == ["holds here", "does not hold here", "undecided", "not tested"]


def test_a_remark_takes_no_place_of_a_tested_reason():
    noted = Outcome({"": False}, {"": "so"}, note="On one set alone.")
    tested = Outcome({"": False}, {"": "so"}, reason={"": "Tested: it is the length."}, note="On one set alone.")
    claims = [Claim("It reads.", (), lambda _findings, verdict=verdict: verdict) for verdict in (noted, tested)]
    remarks = claims_finding(claims, {}).table("claims").values("remarks")
    assert list(remarks) == [
        "On one set alone. No reason is known.",
        "On one set alone. Tested: it is the length.",
    ]


def test_the_page_is_made_of_its_findings_alone(toy):
    reproduce("toy", output=toy)
    stored = run_from_json((toy / "page.json").read_text("utf-8"))
    assert markdown_page(stored, "page-figures") == (toy / "page.md").read_text("utf-8")
    changed = replace(stored, findings=stored.findings[:1])
    assert markdown_page(changed, "page-figures") != (toy / "page.md").read_text("utf-8")


@given(st.floats(0, 1), st.floats(0, 0.5), st.booleans())
def test_a_share_has_a_decimal_only_where_its_interval_is_narrow_and_is_left_out_where_it_says_nothing(
    value, reach, beside
):
    low, high = max(value - reach, 0.0), min(value + reach, 1.0)
    names = ("low", "high") if beside else ("right_low", "right_high")
    headings = [Heading(name, unit="share") for name in ("right", *names)]
    shown = table("t", "Right", headings, [(value, low, high)])
    finding = Finding("it", "It", "", tables=(shown,))
    run = Run({"name": "it"}, {}, (), {"paper": "toy"}, (finding,), {}, {}, "", "2026-01-01")
    *_, last = markdown_page(run, "").splitlines()
    cells = last.strip("| ").split(" | ")
    if high - low > WIDEST:
        assert set(cells) == {"too few"}
    else:
        assert ["." in cell for cell in cells] == [high - low <= ROUGH] * len(cells)


def test_a_page_may_be_asked_for_in_a_folder_that_is_not_there_yet(toy):
    page = toy.parent / "new" / "folder" / "page.md"
    reproduce("toy", output=toy, page=page)
    assert page.read_text("utf-8").startswith("# A toy")


def test_a_stage_that_was_told_something_else_is_not_taken_for_this_one(toy):
    reproduce("toy", output=toy, only=["table-1"])
    other = toy.parent / "other.toml"
    other.write_text('title = "A toy"\nlimit = 9\n')
    with pytest.raises(UsageError, match="limit = 12, now 9"):
        reproduce("toy", output=toy, scale=str(other))


def test_a_stage_that_fails_is_begun_again_and_its_time_counts(toy, monkeypatch):
    def fails(*_given, **_settings):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(magnetite, "audit", fails)
        with pytest.raises(KeyboardInterrupt):
            reproduce("toy", output=toy, only=["table-1"])
    reproduce("toy", output=toy, only=["table-1"])
    record = json.loads((toy / "stages" / "longest.json").read_text())
    assert record["sittings"] == 2


def test_a_stage_killed_before_it_was_written_down_is_not_done_again_and_the_page_is_made(toy, monkeypatch):
    reproduce("toy", output=toy, only=["table-1"])
    path = toy / "stages" / "longest.json"
    record = json.loads(path.read_text())
    path.write_text(json.dumps({name: record[name] for name in ("settings", "seconds", "sittings")}))
    monkeypatch.setattr(magnetite, "audit", None)
    run = reproduce("toy", output=toy, only=["table-1"])
    assert [each["sittings"] for each in run.settings["stages"]] == [2]


def test_what_is_not_there_is_told_before_anything_is_done(tmp_path):
    told: list[str] = []
    planned("liusie2022", tmp_path, output=tmp_path / "out", say=told.append)
    lacking = [f"{tmp_path / name} does not exist. " for name in ("RACE.tar.gz", "RACE-C/race_c_496.csv")]
    lacking += [f"{tmp_path / name} does not exist. " for name in ("CosmosQA", "ReClor")]
    assert [line[: len(start)] for line, start in zip(told, lacking, strict=True)] == lacking


def test_the_splits_of_a_data_set_are_looked_up_once_however_many_stages_read_it(tmp_path, monkeypatch):
    (tmp_path / "exam.jsonl").write_text("{}")
    looked: list[str] = []
    monkeypatch.setattr("magnetite_papers.stages.splits", lambda path: looked.append(path.name) or ["test"])
    bench = Workplace(tmp_path, tmp_path, {"exam": "exam.jsonl"})
    reading = [
        made_stage(f"{split} {k}", "", count, "n", reads=(f"exam@{split}",))
        for split in ("train", "test")
        for k in range(3)
    ]
    for _ in range(2):  # as a plan, and stage by stage in a reproduction
        [(missing, names)] = bench.lacking(reading).items()
        assert "has no split 'train'; it has test" in missing
        assert names == [stage.name for stage in reading[:3]]
    assert looked == ["exam.jsonl"]


def test_an_exhibit_that_lacks_some_stages_names_them_and_how_to_run_them(toy, monkeypatch):
    whole = Exhibit("figure-2", "Figure 2", ("longest", "counted"), lambda _results: Finding("figure-2", "", "So."))
    paper = replace(PAPERS["toy"], exhibits=lambda _settings: (whole, TOY[1]))
    monkeypatch.setitem(PAPERS.__dict__, "_theirs", {"toy": _Entry(paper)})
    reproduce("toy", output=toy, only=["longest"])
    page = (toy / "page.md").read_text()
    assert (
        "Figure 2 is not shown, because these stages have not been run: counted. Run them with --only figure-2" in page
    )
    assert "Not run yet: Figure 1." in page
    reproduce("toy", output=toy, only=["figure-2"])
    assert "not been run" not in (toy / "page.md").read_text()


def test_a_page_prints_the_command_that_was_typed():
    assert _command("lin2021", "/home/me/data", "laptop", "ten,figure-4") == (
        "magnetite reproduce lin2021 data --only ten,figure-4"
    )
    assert _command("lin2021", None, "/home/me/own.toml", None) == "magnetite reproduce lin2021 --scale own.toml"
    assert _command("lin2021", "data", "laptop", "none") == "magnetite reproduce lin2021 data"


@pytest.mark.parametrize("scale", ["laptop", "paper"])
@pytest.mark.parametrize("paper", ["lin2021", "si2019", "liusie2022"])
def test_a_dry_run_cuts_no_name_of_a_stage_in_80_columns_and_gives_no_time_as_measured(paper, scale, tmp_path):
    asked = ["reproduce", paper, "--scale", scale, "--output", str(tmp_path / "run"), "--dry-run"]
    shown = CliRunner().invoke(app, asked, env={"COLUMNS": "80"}).stdout
    described = PAPERS[paper]
    settings = read_configuration(described.configurations / f"{scale}.toml", described.settings)
    lines = shown.splitlines()
    for stage in described.stages(settings):
        assert any(f"{line.strip()} ".startswith(f"{stage.name} ") for line in lines), stage.name
    assert max(map(len, lines)) <= 80
    said = " ".join(shown.split())
    assert "an estimate, not a measurement" in said
    assert ("no stage has been timed on one" in said) is (scale == "paper")


@pytest.fixture
def three(monkeypatch):
    """Three papers, the second of which fails."""
    done = []

    def run(paper, data, *, output, **_told):
        done.append((paper, data, output))
        if paper == "si2019":
            raise DataError("data/DREAM: does not exist.")
        return replace(Run({}, {}, (), {}, (Finding("claims", "", f"Claims of {paper}."),), {}, {}, "", ""))

    monkeypatch.setattr("magnetite_papers.reproduce", run)
    return done


def test_all_papers_are_run_in_folders_of_their_own_and_one_that_fails_stops_no_other(three, tmp_path):
    result = CliRunner().invoke(app, ["reproduce", "all", "data", "--output", str(tmp_path / "out")])
    assert three == [(name, "data", str(tmp_path / "out" / name)) for name in ("lin2021", "si2019", "liusie2022")]
    assert "Claims of lin2021." in result.output
    assert "Claims of liusie2022." in result.output
    assert isinstance(result.exception, DataError) or result.exit_code
    assert "si2019: data/DREAM: does not exist." in result.output


@pytest.mark.parametrize("flag", [["--only", "table-1"], ["--page", "page.md"], ["--json", "out.json"]])
def test_what_only_one_paper_can_have_is_refused_for_all(flag, three):
    result = CliRunner().invoke(app, ["reproduce", "all", "data", *flag])
    assert f"{flag[0]} is for one paper" in f"{result.output}{result.exception}"
    assert not three


def test_a_folder_has_a_configuration_of_ones_own_for_each_paper(tmp_path):
    data, scales = every_paper(tmp_path)
    typed = ["reproduce", "all", str(data), "--scale", str(scales), "--dry-run", "--json", "-"]
    result = CliRunner().invoke(app, typed, catch_exceptions=False)
    papers = {row["name"].split(":")[0] for row in json.loads(result.stdout)["rows"]}
    assert (result.exit_code, papers) == (0, set(PAPERS))
    (scales / "si2019.toml").unlink()
    with pytest.raises(UsageError, match=r"si2019\.toml: there is no such configuration"):
        planned("si2019", data, scale=str(scales))


def test_the_plan_of_all_papers_at_their_own_scale_has_hours_on_a_gpu_and_disk(tmp_path):
    asked = ["reproduce", "all", str(tmp_path), "--scale", "paper", "--output", str(tmp_path / "out"), "--dry-run"]
    plan = CliRunner().invoke(app, [*asked, "--json", str(tmp_path / "plan.json")])
    assert plan.exit_code == 0
    rows = json.loads((tmp_path / "plan.json").read_text("utf-8"))["rows"]
    assert {row["name"].partition(":")[0] for row in rows} == {"lin2021", "si2019", "liusie2022"}
    words = " ".join(plan.output.split())
    for paper in ("lin2021", "si2019", "liusie2022"):
        assert f"The stages of {paper}" in words
    disk = float(re.search(r"On disk: ([\d,]+) GiB", words)[1].replace(",", ""))
    kept = [
        each
        for name in ("lin2021", "si2019", "liusie2022")
        for each, _ in planned(name, tmp_path, scale="paper", output=tmp_path / name)
    ]
    whole = [each.stage for each in kept if each.stage.size.whole]
    assert disk == pytest.approx(sum(4 * weights_of(s.size.model) * s.size.systems for s in whole) / 2**30, abs=1)
    assert all(each.disk == 0 or each.stage.name.startswith(("systems/", "table-3/")) for each in kept)
    assert not (tmp_path / "out").exists()


def test_a_dry_run_prices_every_stage_and_writes_nothing(toy):
    rows = planned("toy", output=toy)
    assert [(price.stage.name, done) for price, done in rows] == [("longest", False), ("counted", False)]
    assert rows[0][0].hours > 0 == rows[1][0].hours
    assert not toy.exists()


@pytest.mark.parametrize("paper", ["lin2021", "si2019", "liusie2022"])
def test_every_stage_of_the_papers_scale_fits_a_gpu_of_24_gb(paper):
    described = PAPERS[paper]
    settings = read_configuration(described.configurations / "paper.toml", described.settings)
    assert max(price(stage, 1e14).gib for stage in described.stages(settings)) < 24


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        ({"only": ["table-9"]}, "Did you mean 'table-1'"),
        ({"scale": "night"}, "laptop"),
        ({"data": "nowhere"}, "no such folder"),
    ],
)
def test_what_is_not_there_is_named(toy, request_, message):
    with pytest.raises(UsageError, match=message):
        reproduce("toy", output=toy, **request_)


def test_a_configuration_says_which_key_is_wrong(toy):
    (toy.parent / "own.toml").write_text('title = "A toy"\nlimits = 3\n')
    with pytest.raises(UsageError, match="Did you mean 'limit'"):
        reproduce("toy", output=toy, scale=str(toy.parent / "own.toml"))


def test_its_pages_are_headed_by_the_configurations_title(toy):
    run = reproduce("toy", output=toy)
    title = run.settings["title"]
    assert (toy / "page.md").read_text("utf-8").startswith(f"# {title}\n")
    assert f'<h1 dir="auto">{title}</h1>' in (toy / "report.html").read_text("utf-8")


def test_a_claims_evidence_is_whole_on_every_page(toy, monkeypatch):
    evidence = "; ".join(f"reader {n} +{n}.0 points (+0.1 to +{n + 1}.0)" for n in range(1, 40))
    claim = Claim("Readers read.", ("table-1",), lambda _findings: Outcome({"": False}, {"": evidence}))
    paper = replace(PAPERS["toy"], claims=(claim,))
    monkeypatch.setitem(PAPERS.__dict__, "_theirs", {"toy": _Entry(paper)})
    reproduce("toy", output=toy)
    for page in ("page.md", "report.html"):
        assert evidence in (toy / page).read_text("utf-8")


@pytest.mark.parametrize("name", NUMBERED)
def test_every_table_and_figure_of_a_paper_is_made_or_named_as_left_out(name):
    paper = PAPERS[name]
    settings = read_configuration(paper.configurations / "laptop.toml", paper.settings)
    named = "; ".join([*(exhibit.title for exhibit in paper.exhibits(settings)), paper.left_out])
    for kind, many in NUMBERED[name].items():
        found = re.findall(rf"{kind}s? (\d(?:(?:, | and )\d)*)", named)
        assert {int(number) for each in found for number in re.findall(r"\d", each)} == set(range(1, many + 1))
