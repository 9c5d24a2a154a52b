"""`--model a,b,c`: a run for each model in a folder of its own, the data read once, and a page that compares them."""

import json

import pytest

from examfiles.errors import UsageError
from magnetite.commands.runs import folder_names
from magnetite.core.results import load
from magnetite.request import models_in
from magnetite.running import data


def test_each_model_gets_its_run_and_one_page_compares_them(magnetite, tmp_path, monkeypatch):
    reads, read = [], data._load_dataset
    monkeypatch.setattr(data, "_load_dataset", lambda *given: reads.append(given) or read(*given))
    asked = ["sample", "--limit", 12, "--experiments", "accuracy", "--store", tmp_path / "store", "--language", "de"]
    command = ["audit", *asked, "--model", "longest, overlap,random", "--output", tmp_path / "out"]
    done = magnetite(*command, "--json", tmp_path / "said.json")
    assert done.returncode == 0, done.stderr
    assert len(reads) == 1
    runs = {name: load(tmp_path / "out" / name) for name in ("longest", "overlap", "random")}
    assert {name: run.settings["model"] for name, run in runs.items()} == {name: name for name in runs}
    assert len({run.dataset["fingerprint"] for run in runs.values()}) == 1
    page = (tmp_path / "out" / "index.html").read_text("utf-8")
    assert all(f'href="{name}/report.html"' in page for name in runs)
    assert "Unterschiede zwischen Läufen" in page
    assert "Modell longest\n" in done.stdout
    said = json.loads((tmp_path / "said.json").read_text())
    assert (said["count"], said["of"], said["path"]) == (3, "runs", str(tmp_path / "out" / "index.html"))
    again = magnetite(*command)
    assert again.returncode == 0, again.stderr
    assert len(reads) == 2  # another command reads anew


def test_the_dry_run_counts_what_all_models_would_score_and_writes_nothing(magnetite, tmp_path):
    asked = ["audit", "sample", "--limit", 8, "--experiments", "accuracy", "--store", tmp_path / "store"]
    command = [*asked, "--model", "longest,overlap", "--output", tmp_path / "out"]
    done = magnetite(*command, "--dry-run", "--json", tmp_path / "costs.json")
    assert done.returncode == 0, done.stderr
    rows = json.loads((tmp_path / "costs.json").read_text())["rows"]
    assert [row["scorer"] for row in rows] == ["longest baseline", "overlap baseline"]
    assert not (tmp_path / "out").exists()


def test_commas_join_models_unless_they_belong_to_a_path(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a,b").mkdir()
    assert models_in("a,b") == ("a,b",)
    assert models_in("a,c") == ("a", "c")
    for wrong in ("a,,c", "a,a", "a,"):
        with pytest.raises(UsageError, match="expected different names"):
            models_in(wrong)
    assert list(folder_names(["x/y", "x-y", "../.."]).values()) == ["x-y", "x-y-2", "model"]
