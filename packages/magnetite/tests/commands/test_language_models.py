"""A language model is a system like any other: found by its configuration, asked as told, and shown in the report."""

import json

import pytest

from examfiles.errors import UsageError
from magnetite import Asking, audit, check
from magnetite.core.results import run_from_json
from tests.scorers.decoders import save_decoder


def quick(**asking):
    """Return an audit of little, on the processor, of a model that is asked in this way."""
    asked = Asking(device="cpu", dtype="float32", **asking)
    return {"experiments": ("accuracy", "shortcuts"), "limit": 6, "store": "off", "asking": asked}


@pytest.fixture(scope="module")
def decoder(tmp_path_factory):
    """Return the folder of a tiny language model."""
    return str(save_decoder("gpt2", tmp_path_factory.mktemp("decoder"), n_positions=2048))


def test_an_audit_of_a_language_model_scores_options_by_default_and_letters_when_told(decoder, tmp_path):
    texts = audit("sample", decoder, output=tmp_path / "texts", **quick())
    letters = audit(
        "sample",
        decoder,
        output=tmp_path / "letters",
        **quick(scoring="symbol", prompt="chat"),
    )
    assert [system["view"] for system in texts.systems] == ["O", "QO", "CO", "QOC"]
    assert {system["scoring"] for system in texts.systems} == {"cloze-byte"}
    assert {(system["scoring"], system["prompt"]) for system in letters.systems} == {("symbol", "chat")}
    assert texts.systems[0]["fingerprint"] != letters.systems[0]["fingerprint"]
    assert any(note.code == "note-prompted" for note in texts.notes)


def test_a_model_that_answers_by_letter_is_asked_about_each_option_by_itself_and_the_questions_in_the_data(
    decoder, tmp_path
):
    rows = [
        {"passage": f"Ann has {k} cats.", "question": f"How many {k}?", "options": [f"{k}", "none"], "answer": "A"}
        | {"inferred_question": f"How many cats {k}?"}
        for k in range(6)
    ]
    data = tmp_path / "exam.jsonl"
    data.write_text("\n".join(map(json.dumps, rows)))
    told = {**quick(scoring="symbol", prompt="chat"), "experiments": ("magnets", "options")}
    run = audit(str(data), decoder, views=("O", "QO"), output=tmp_path / "run", **told)
    asked = {system.get("name", system["view"]): (system["view"], system["scoring"]) for system in run.systems}
    assert asked == {"O": ("O", "symbol"), "QO": ("QO", "symbol"), "verdicts": ("O", "verdict")}
    assert run.finding("options").table("read").values("n") == [6] * 4
    assert {value for each in run.finding("attack").tables for value in each.values("system")} == {"QO"}
    texts = audit(str(data), decoder, views=("O", "QO"), **{**quick(), "experiments": ("options",)})
    assert [system["view"] for system in texts.systems] == ["O", "QO"]


def test_the_report_shows_how_the_model_answered_and_the_prompts_text(decoder, tmp_path):
    own = tmp_path / "own.j2"
    own.write_text("Read: {{ passage }}\n{{ question }}\n{# a remark <b> #}=>")
    audit("sample", decoder, output=tmp_path / "run", **quick(prompt=str(own), scoring="cloze"))
    page = (tmp_path / "run" / "report.html").read_text("utf-8")
    assert "Read: {{ passage }}\n{{ question }}\n{# a remark &lt;b&gt; #}=&gt;" in page
    assert f"the prompt “{own}”" in page
    kept = run_from_json((tmp_path / "run" / "findings.json").read_text("utf-8"), tmp_path / "run" / "findings.json")
    assert (kept.settings["scoring"], kept.settings["prompt"]) == ("cloze", str(own))


def test_a_check_reads_an_exam_with_a_language_model(decoder, tmp_path):
    report = check(
        "sample",
        decoder,
        limit=4,
        store="off",
        asking=Asking(device="cpu", dtype="float32", scoring="cloze-pmi"),
    )
    assert {system["scoring"] for system in report.run.systems} == {"cloze-pmi"}


@pytest.mark.parametrize("model", ["longest", "small", "data.py:guess"])
@pytest.mark.parametrize("told", [{"scoring": "symbol"}, {"prompt": "chat"}], ids=["scoring", "prompt"])
def test_other_models_refuse_what_only_language_models_can_be_told(model, told, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data.py").write_text("def guess(passage, question, option):\n    return 0.0\n")
    [(name, value)] = told.items()
    with pytest.raises(
        UsageError, match=rf"is no language model, so it has no use for {name} '{value}'. Leave --{name}"
    ):
        audit("sample", model, **quick(**told))


def test_a_language_model_refuses_what_only_encoders_can_be_told(decoder):
    with pytest.raises(UsageError, match=r"is a language model, which reads a blank as it is.*--blank"):
        audit("sample", decoder, **quick(blank="fill"))


def test_the_command_line_tells_a_language_model_how_to_answer(decoder, tmp_path):
    from typer.testing import CliRunner

    from magnetite.cli.app import app

    arguments = ["audit", "sample", "--model", decoder, "--limit", "4", "--experiments", "accuracy", "--store", "off"]
    arguments += ["--device", "cpu", "--scoring", "symbol", "--prompt", "plain", "--output", str(tmp_path / "run")]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    settings = json.loads((tmp_path / "run" / "findings.json").read_text("utf-8"))["settings"]
    assert (settings["scoring"], settings["prompt"]) == ("symbol", "plain")
