import json

import pytest

from tests.commands.test_check import GIFT


@pytest.fixture
def exam(tmp_path):
    path = tmp_path / "exam.gift"
    path.write_text(GIFT, "utf-8")
    return path


@pytest.fixture
def check(magnetite, exam):
    def run(*arguments):
        return magnetite("check", exam, "--no-models", "--output", exam.parent / "run", *arguments)

    return run


def test_a_teacher_reads_the_verdict_the_reasons_and_where_the_report_is(check, exam):
    done = check()
    said = " ".join(done.stdout.split())
    assert done.returncode == 0, done.stderr
    assert said.startswith("2 of 3 questions were read; 2 of these deserve a second look")
    assert "q1 · exam.gift, line 4 What did Ann buy? The right answer is the longest." in said
    assert "1 part of the file was left out and not checked" in said
    assert "exam.gift, line 10: an essay question" in said
    assert "A question without a flag is not necessarily a good one." in said
    assert said.endswith(f"Report: {exam.parent / 'run' / 'report.html'}")
    assert (exam.parent / "run" / "report.html").stat().st_size > 10_000


def test_german_is_spoken(check):
    done = check("--language", "de")
    assert done.stdout.startswith("2 von 3 Fragen wurden gelesen; 2 davon verdienen einen zweiten Blick")
    assert "Bericht:" in done.stdout


@pytest.mark.parametrize(
    ("fail_on", "code"),
    [
        ("serious", 6),
        ("high", 6),
        ("worth a thought", 6),
        ("longest-key", 6),
        ("second-look", 6),
        ("left-out", 6),
        ("absolute-terms,low", 6),
        ("absolute-terms", 0),
        ("duplicated-question,same-letter-run", 0),
    ],
)
def test_fail_on_ends_with_a_code_of_its_own(check, fail_on, code):
    done = check("--fail-on", fail_on)
    assert done.returncode == code, done.stderr
    assert (f"--fail-on {fail_on}:" in done.stderr) == (code == 6)
    assert ("same-letter-run: this rule was not applied" in done.stderr) == ("same-letter-run" in fail_on)


def test_files_for_machines_are_written_also_where_the_check_fails(check, tmp_path):
    paths = [part for kind in ("json", "sarif", "junit") for part in (f"--{kind}", tmp_path / f"a.{kind}")]
    assert check("--fail-on", "serious", *paths).returncode == 6
    listed = json.loads((tmp_path / "a.json").read_text("utf-8"))
    assert [flag["question"] for flag in listed["flags"] if flag["fails"]] == ["q1", "q1", "q2"]
    assert json.loads((tmp_path / "a.sarif").read_text("utf-8"))["version"] == "2.1.0"
    assert "<testsuites" in (tmp_path / "a.junit").read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["--fail-on", "seriuos"], 2, "--fail-on 'seriuos' does not exist. Known: serious, fatal"),
        (["--fail-on", ","], 2, "--fail-on is empty"),
        (["--fail-on", "answerable-without-passage"], 2, "this rule needs a model"),
        (["--settings", "none.toml"], 2, "there is no such settings file"),
        (["--language", "xx"], 2, "language 'xx' does not exist"),
        (["--passage", "none.txt"], 3, "the passage cannot be read"),
        (["--responses", "none.csv"], 3, "the answers cannot be read"),
        (["--model", "longest"], 2, "no models are asked for"),
    ],
)
def test_what_is_wrong_with_a_check_is_said_in_one_sentence_with_its_exit_code(check, exam, arguments, code, said):
    done = check(*arguments)
    assert (done.returncode, said in " ".join(done.stderr.split())) == (code, True), done.stderr
    assert "Traceback" not in done.stderr
    assert not (exam.parent / "run").exists()


def test_a_rule_that_is_switched_off_cannot_be_failed_on(check, tmp_path):
    (tmp_path / "s.toml").write_text("[longest-key]\nenabled = false\n")
    done = check("--settings", tmp_path / "s.toml", "--fail-on", "longest-key")
    assert done.returncode == 2
    assert "switch this rule off" in done.stderr


def test_settings_are_written_once_and_read_back(magnetite, check, tmp_path):
    assert magnetite("check", "--write-settings", tmp_path / "mine.toml").returncode == 0
    assert "[longest-key]" in (tmp_path / "mine.toml").read_text("utf-8")
    assert magnetite("check", "--write-settings", tmp_path / "mine.toml").returncode == 2
    assert check("--settings", tmp_path / "mine.toml").returncode == 0


def test_an_exam_has_to_be_named(magnetite):
    done = magnetite("check")
    assert (done.returncode, "no exam was named" in done.stderr) == (2, True)


def test_a_dry_run_writes_nothing(magnetite, exam):
    done = magnetite("check", exam, "--model", "longest", "--dry-run", "--output", exam.parent / "run")
    assert done.returncode == 0, done.stderr
    assert "What this check would score" in done.stdout
    assert not (exam.parent / "run").exists()


def test_candidates_answers_stand_beside_the_flags(check, tmp_path):
    (tmp_path / "a.csv").write_text("who,q1,q2\nx,A,A\ny,A,B\nz,B,C\n")
    done = check("--responses", tmp_path / "a.csv")
    assert done.returncode == 0, done.stderr
    assert "3 candidates answered 2 questions; on average 50% of them are right." in " ".join(done.stdout.split())


def test_describe_shows_what_was_understood_of_an_exam(magnetite, exam):
    done = magnetite("describe", exam)
    said = " ".join(done.stdout.split())
    assert done.returncode == 0, done.stderr
    assert "What was read from the exam" in said
    assert "One part of the file was left out" in said
    assert "exam.gift, line 10" in said
    assert "Ann bought a red bicycle" not in said


def test_describe_prints_its_tables_on_request(magnetite, exam):
    done = magnetite("describe", exam, "--tables")
    assert done.returncode == 0, done.stderr
    assert "Ann bought a red bicycle" in " ".join(done.stdout.split())


def test_describe_speaks_german(magnetite, exam):
    done = magnetite("describe", exam, "--language", "de", "--tables")
    said = " ".join(done.stdout.split())
    assert done.returncode == 0, done.stderr
    assert "Ein Teil der Datei wurde ausgelassen" in said
    assert not {"Questions", "passages", "right", "question"} & set(said.split())
    refused = magnetite("describe", exam, "--language", "fr")
    assert (refused.returncode, "language 'fr' does not exist" in refused.stderr) == (2, True)


def test_describe_reads_exams_without_passages(magnetite, tmp_path):
    (tmp_path / "a.txt").write_text("Who?\nA. cats\nB. dogs\nANSWER: B\n")
    done = magnetite("describe", tmp_path / "a.txt", "--tables")
    assert done.returncode == 0, done.stderr
    assert "Who?" in done.stdout
