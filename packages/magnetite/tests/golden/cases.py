"""The cases: every command of the command line, on the bundled sample and on a small made exam.

What answers are baselines, functions of our own and files of scores, which score alike on every machine. Weights are
trained in two cases only; of those structure is compared, not figures.
"""

import csv
import hashlib
import json
import re
import shutil
from pathlib import Path

from tests.golden.running import KEPT, Case, Step
from tests.golden.served import web_check, web_study

EXAM = "data/exam --split test"
COLUMNS = "passage=text,question=stem,options=A+B+C+D,answer=key,level=grade,first=1"
EXAM_FILES = ("aiken.txt", "canvas.xml", "from-word.txt", "lighthouse.gift", "moodle.xml", "new-quizzes.xml", "package")
EXAM_FILES += ("package3", "typed.txt")
EVERY_FORMAT = ("x.jsonl", "x.csv", "x.parquet", "x.gift", "x.xml --format moodle-xml", "x.txt --format aiken --lose")
EVERY_FORMAT += ("two.zip --format qti-2.2 --lose", "three.zip --format qti-3.0 --lose", "race --format race --lose")
EVERY_VIEW = ("O", "QO", "CO", "QOC", "P-Shuffle", "Q-Shuffle", "PQ-Shuffle", "P-Remove", "Q-Remove", "PQ-Remove")
EVERY_VIEW += ("AddSent2Opt", "AddSent2Opt-Shuffle")
TINY = "--base data/base --batch 8 --lora 2 --epochs 1 --max-tokens 96 --dtype float32 --device cpu"
AS_KEPT = f"{EXAM} --limit 6 --experiments accuracy,magnets --set magnets.pool_size=4"
FOUR = "--systems o=longest,qo=data/systems.py:guesses,co=data/systems.py:skims,qoc=data/systems.py:reads"


def all_flags(folder: Path) -> None:
    """List every command and its flags, as declared, not as some version of a library lays them out."""
    import typer.main

    from magnetite.cli.app import app

    text = json.dumps(_flags(typer.main.get_command(app)), ensure_ascii=False, indent=1)
    (folder / "flags.json").write_text(text, "utf-8")


def fill_in(cells: str, to: str) -> Step:
    """Score exported cells as someone elsewhere would: by a number drawn from each key."""

    def step(folder: Path) -> None:
        rows = _rows(folder / cells)
        lines = [json.dumps({"key": row["key"], "score": drawn(row["key"])}) for row in rows]
        (folder / to).write_text("\n".join(lines), "utf-8")

    return step


def drawn(text: str) -> float:
    """Draw a number between 0 and 4 from a text, in steps of 1/64."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:1], "big") / 64


def table_of_scores(folder: Path) -> None:
    """Write scores of the exam's own options, by their texts."""
    with (folder / "scores.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["passage", "question", "option", "score"])
        for row in _rows(folder / "data" / "exam" / "test.jsonl"):
            for option in row["options"]:
                writer.writerow([row["passage"], row["question"], option, drawn(row["question"] + option)])


def answers(study: str, to: str) -> Step:
    """Answer a study's booklets on paper: each participant takes an option by a rule, and leaves some out."""

    def step(folder: Path) -> None:
        design = json.loads((folder / study / "study.json").read_text("utf-8"))
        people, questions = range(1, design["participants"] + 1), range(1, len(design["questions"]) + 1)
        rows = [(number, position, drawn(f"{number} {position}")) for number in people for position in questions]
        lines = [f"{number},{position},{'AABC'[int(score)]}" for number, position, score in rows if score > 0.2]
        (folder / to).write_text("\n".join(["participant,question,answer", *lines]) + "\n", "utf-8")

    return step


def tiny_base(folder: Path) -> None:
    """Save a BERT of two layers with random weights and a word for each of the made exam's."""
    import torch
    from transformers import BertConfig, BertModel, BertTokenizer

    torch.set_num_threads(1)
    texts = "".join((folder / "data" / "exam" / f"{split}.jsonl").read_text("utf-8") for split in ("train", "dev"))
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *sorted(set(re.findall(r"[a-z]+|[.,?]", texts.lower())))]
    sizes = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 64}
    torch.manual_seed(1)
    config = BertConfig(vocab_size=len(words), max_position_embeddings=160, initializer_range=0.2, **sizes)
    BertModel(config).save_pretrained(folder / "data" / "base")
    BertTokenizer(vocab={word: number for number, word in enumerate(words)}).save_pretrained(folder / "data" / "base")


def kept(name: str) -> Step:
    """Put something that the first edition wrote into the folder."""

    def step(folder: Path) -> None:
        if (KEPT / name).is_dir():
            shutil.copytree(KEPT / name, folder / name)
        else:
            shutil.copy(KEPT / name, folder / name)

    return step


def damaged(path: str) -> Step:
    """Change one byte in a file's middle."""

    def step(folder: Path) -> None:
        [file] = folder.glob(path)
        content = bytearray(file.read_bytes())
        content[len(content) // 2] ^= 255
        file.write_bytes(content)

    return step


def _rows(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def _flags(command) -> dict:
    if hasattr(command, "commands"):
        return {"help": command.help, "commands": {name: _flags(each) for name, each in command.commands.items()}}
    return {
        "help": command.help,
        "flags": {
            each.name: {
                "opts": [*each.opts, *each.secondary_opts],
                "metavar": each.metavar,
                "default": each.default
                if isinstance(each.default, str | int | float | bool | None)
                else str(each.default),
                "required": each.required,
                "multiple": bool(getattr(each, "multiple", False)) or each.nargs != 1,
                "help": getattr(each, "help", None),
            }
            for each in command.params
        },
    }


CASES: tuple[Case, ...] = (
    Case("flags", (all_flags,)),
    # describe: tables, exam files, what is wrong with them
    Case(
        "describe",
        (
            "describe sample",
            "describe data/exam",
            f"describe {EXAM}",
            f"describe data/table.csv --columns {COLUMNS}",
            "describe data/bad.csv --skip-bad",
            *(f"describe data/exams/{name}" for name in EXAM_FILES),
        ),
    ),
    # audit: the sample; an ensemble of views; settings; scores from elsewhere; data with a fault
    Case("audit-longest", ("audit sample --model longest --output run",)),
    Case(
        "audit-overlap",
        (
            (
                f"audit {EXAM} --model overlap --limit 12 --seed 3 --experiments accuracy,following --output run "
                "--store off"
            ),
        ),
    ),
    Case("audit-four", (f"audit {EXAM} {FOUR} --output run", f"audit {EXAM} {FOUR} --dry-run")),
    Case(
        "audit-settings",
        (
            "audit --config data/settings.toml --set magnets.replace=strongest --views QO,QOC --output run",
            "audit --config data/settings.toml --limit 6 --dry-run",
        ),
    ),
    Case(
        "audit-scores",
        (
            table_of_scores,
            f"audit {EXAM} --model scores.csv --views QOC --experiments accuracy --output run --store off",
            f"audit {EXAM} --model scores.csv --views QO,QOC --experiments accuracy --output lacking --store off",
        ),
    ),
    Case(
        "audit-tables",
        (
            f"audit data/table.csv --columns {COLUMNS} --model random --seed 2 --experiments accuracy --output table",
            (
                "audit data/bad.csv --skip-bad --model data/systems.py:flat --experiments accuracy --output bad "
                "--store off"
            ),
            "audit data/exam@test+data/exam@dev --model longest --experiments accuracy --output both",
        ),
    ),
    Case("shortcuts", (f"shortcuts {EXAM} {FOUR} --output run", f"shortcuts {EXAM} {FOUR} --dry-run")),
    Case(
        "shortcuts-fitted",
        (f"shortcuts {EXAM} --model data/systems.py:reads --calibrate-on train --calibrate-limit 12 --output run",),
    ),
    # magnets: one system, several, every way to replace, the race, a pool of one's own
    Case("magnets", ("magnets data/exam --model overlap --top 4 --output run",)),
    Case(
        "magnets-two",
        (
            (
                "magnets sample --model longest --model overlap --screen-passages 5 --pool-passages 6 --top 5 "
                "--replace each --output run"
            ),
            "magnets sample --model longest --model overlap --screen-passages 5 --pool-passages 6 --top 5 --dry-run",
        ),
    ),
    Case(
        "magnets-race",
        (
            (
                "magnets sample --model longest --model data/systems.py:guesses --mode race --pool-passages 8 --top 3 "
                "--above 0.3 --error 0.1 --series-at-most 1 --output run"
            ),
            "magnets sample --model longest --mode race --dry-run",
        ),
    ),
    Case(
        "magnets-pool",
        (
            (
                f"magnets {EXAM} --model data/systems.py:guesses --pool data/magnets.txt --replace weakest --seed 4 "
                "--views QO,QOC --output weakest"
            ),
            f"magnets {EXAM} --model overlap --pool data/magnets.txt --replace strongest --no-validate --output other",
        ),
    ),
    # unreadable: attacks with controls, and without, on several systems; one question token by token
    Case(
        "unreadable",
        (f"unreadable {EXAM} --model overlap --output run", f"unreadable {EXAM} --model overlap --dry-run"),
    ),
    Case(
        "unreadable-two",
        (
            (
                "unreadable sample --limit 12 --model longest --model data/systems.py:skims --naive --sentence "
                "question --threshold 0.5 --no-controls --attacks addsent2opt,AddSent2Opt-Shuffle,AddAns2Opt-Shuffle "
                "--output run"
            ),
        ),
    ),
    Case(
        "trace",
        (
            "unreadable sample --model overlap --item beginner-01-1 --trace --output run",
            (
                f"unreadable {EXAM} --model overlap --model data/systems.py:reads --item test-1-2 --attack AddSent2Opt "
                "--option A --trace --output other"
            ),
        ),
    ),
    # check: rules alone, in both languages; with systems and candidates; files for machines; settings
    Case("check-sample", ("check sample --no-models --output run",)),
    Case(
        "check-exam",
        (
            (
                f"check {EXAM} {FOUR} --responses data/candidates.csv --json flags.json --sarif flags.sarif "
                "--junit flags.junit.xml --fail-on high,second-look --output run"
            ),
            f"check {EXAM} {FOUR} --dry-run",
            f"check {EXAM} {FOUR} --language de --responses data/candidates.csv --output de",
        ),
    ),
    Case(
        "check-files",
        (
            (
                "check data/exams/lighthouse.gift --no-models --language de --fail-on left-out --json de.json --sarif "
                "de.sarif --junit de.junit.xml --output gift"
            ),
            "check data/exams/typed.txt --no-models --output typed",
            "check data/exams/moodle.xml --model data/systems.py:guesses --output moodle",
            "check data/exams/package --no-models --output package",
            "check data/exams/aiken.txt --passage data/magnets.txt --model overlap --output aiken",
            "check --write-settings rules.toml",
            "check data/exams/typed.txt --no-models --settings rules.toml --language de --output again",
        ),
    ),
    Case(
        "transfer",
        (
            (
                "transfer data/exam data/exam@dev sample --systems words=overlap,length=longest,own="
                "data/systems.py:reads --output run"
            ),
        ),
    ),
    Case(
        "items",
        (
            f"audit {EXAM} --model data/systems.py:reads --experiments accuracy --output reads",
            (
                f"items {EXAM} reads longest overlap random data/systems.py:guesses data/systems.py:skims "
                "--groups rules=data* --listed 6 --language de --output run"
            ),
        ),
    ),
    # order: a system that sees all options at once; runs: a page over two audits, in both languages
    Case("order", ("order sample --limit 20 --model data/lists.py:second --trace beginner-01-1 --output run",)),
    Case(
        "many-runs",
        (
            f"audit {EXAM} --model longest --limit 6 --experiments accuracy,shortcuts --output kept/longest",
            (
                f"audit {EXAM} --model data/systems.py:reads --limit 6 --experiments accuracy,shortcuts "
                "--output kept/reads"
            ),
            "runs kept --output en.html",
            "runs kept --language de --output de.html",
        ),
    ),
    Case("overlap", (f"overlap {EXAM} data/exam@dev sample --language de --output run",)),
    Case(
        "score",
        (
            f"score {EXAM} {FOUR} --limit 6 --output scores.csv",
            "score sample --model random --seed 9 --views O,QOC --limit 4 --output scores.parquet",
        ),
    ),
    # convert: every format, views, what cannot be held
    Case("convert-page", ("convert data/exams/lighthouse.gift --to printed.html --lose",)),
    Case("convert-formats", tuple(f"convert data/exams/typed.txt --to {to}" for to in EVERY_FORMAT)),
    Case(
        "convert-views",
        (
            *(f"convert {EXAM} --limit 6 --view {view} --seed 7 --to {view}.jsonl" for view in EVERY_VIEW),
            f"convert {EXAM} --view AddSent2Opt-Shuffle --threshold 0.2 --sentence question --tries 3 --to some.csv",
            f"convert {EXAM} --to all.parquet",
            f"convert {EXAM} --to refused.gift",
            f"convert {EXAM} --format race --lose --to race",
            "convert sample --limit 8 --to sample.gift --lose",
            "convert sample --limit 8 --to sample.xml --lose",
            "convert sample --limit 8 --format race --lose --to sample.tar.gz",
            "describe race --format race",
        ),
    ),
    # export and import: the cells of every command that has them, scored elsewhere, and answered with
    Case(
        "exchange-audit",
        (
            (
                f"export audit {EXAM} --limit 6 --experiments accuracy,shortcuts,following,magnets --set "
                "magnets.pool_size=4 --to cells.jsonl"
            ),
            fill_in("cells.jsonl", "scored.jsonl"),
            "import scored.jsonl --to scores.parquet",
            (
                f"audit {EXAM} --limit 6 --experiments accuracy,shortcuts,following,magnets --set magnets.pool_size=4 "
                "--model scores.parquet --store off --output run"
            ),
        ),
    ),
    Case(
        "exchange-others",
        (
            f"export shortcuts {EXAM} --limit 6 --calibrate-on dev --to shortcuts.csv",
            f"export magnets {EXAM} --limit 6 --pool data/magnets.txt --top 2 --to magnets.jsonl",
            fill_in("magnets.jsonl", "scored.jsonl"),
            "import scored.jsonl --cells magnets.jsonl --to scores.parquet",
            f"magnets {EXAM} --limit 6 --pool data/magnets.txt --top 2 --model scores.parquet --store off --output run",
            f"magnets {EXAM} --limit 9 --pool data/magnets.txt --top 2 --model scores.parquet --store off --output no",
            f"export unreadable {EXAM} --limit 4 --attacks Ans2Opt-Shuffle --to unreadable.parquet",
            f"export magnets {EXAM} --mode race --to refused.jsonl",
        ),
    ),
    # study: both designs, from data to booklets, answers, and the report
    Case(
        "study-attack",
        (
            (
                "study create data/exam --magnets data/magnets.txt --model overlap --model data/systems.py:reads "
                "--questions 6 --participants 8 --seed 1 --field Age --title Reading --yes --output study"
            ),
            "study links study --base-url https://study.example.org",
            "study booklets study --output booklets",
            answers("study", "answers.csv"),
            "study import study answers.csv",
            "study import study answers.csv",
            "study participants add study 2",
            "study participants delete study 3 --yes",
            "study participants list study",
            "study report study --output early",
            "study end study",
            "study report study",
        ),
    ),
    Case(
        "study-no-passage",
        (
            (
                "study create data/exam --design no-passage --model data/systems.py:guesses --questions 6 "
                "--participants 5 --language de --allow-change --seed 0 --yes --output study"
            ),
            "study booklets study --participant 2 --output booklets",
            answers("study", "answers.csv"),
            "study import study answers.csv",
            "study end study",
            "study report study --output run",
        ),
    ),
    # weights: trained here, and the bundled ones
    Case(
        "trained",
        (
            tiny_base,
            f"train data/exam --view QO --seeds 2 --output systems/qo {TINY}",
            f"train data/exam --init systems/qo/seed-0 --change P-Shuffle --reshuffle epoch {TINY} --output systems/c",
            f"audit {EXAM} --model systems --experiments accuracy,shortcuts --limit 6 --device cpu --output run",
        ),
        figures="trained",
    ),
    Case(
        "unanswerable",
        (
            tiny_base,
            f"unanswerable data/exam --only P-Shuffle,Q-Remove --seeds 2 --output run {TINY} --dry-run",
            f"unanswerable data/exam --only Q-Remove --seeds 1 --output run {TINY} --restarts 0",
        ),
        figures="trained",
    ),
    Case(
        "bundled",
        ("score sample --model small --limit 4 --views O,QO --device cpu --dtype float32 --output scores.csv",),
        figures="fixed",
    ),
    # what the first edition wrote (see README.md): a store, a study, scores from elsewhere
    Case("kept-store", (kept("store"), f"audit {EXAM} {FOUR} --limit 12 --seed 8 --store store --output run")),
    Case("kept-study", (kept("study"), "study participants list study", "study report study --output run")),
    Case("kept-scores", (kept("scores.parquet"), f"audit {AS_KEPT} --model scores.parquet --store off --output run")),
    # pages that are served
    Case("web-check", (web_check,)),
    Case("web-study", (web_study,)),
    # what is wrong is said, with an exit code of its own
    Case(
        "errors",
        (
            "audit",
            "audit nothing.jsonl --model longest",
            "audit sample --model longst",
            "audit sample --model longest --views QOX",
            "audit sample --model longest --experiments acuracy",
            "audit sample --model longest --set magnets.pool=",
            "audit data/exam --model longest",
            "audit data/bad.csv --model longest",
            "audit sample --model data/systems.py:none",
            "magnets data/exams/aiken.txt --model longest",
            "audit sample --systems qo=longest --views QOC",
            "magnets sample --model longest --mode fast",
            "magnets sample --model longest --top 0",
            "magnets sample --model longest --pool nothing.txt",
            "unreadable sample --model longest --attacks AddSent2Op",
            "unreadable sample --model longest --item beginner-01-1",
            "unreadable sample --model longest --trace",
            "check nothing.gift",
            "check sample --no-models --fail-on hihg",
            "check sample --no-models --language fr",
            "check sample --no-models --settings data/settings.toml",
            "check sample --no-models --responses data/candidates.csv",
            "transfer sample --systems a=longst",
            "score sample --model longest --output scores.txt",
            "convert sample --to x.odt",
            "convert sample --view addsent --to x.csv",
            "convert sample --columns passage --to x.csv",
            "export unreadible sample --to x.jsonl",
            "export audit sample --model longest --to x.jsonl",
            "import nothing.jsonl --to x.parquet",
            "study create sample --design attack --output study",
            "study report nowhere",
            "study import nowhere data/candidates.csv",
            "train sample --view X",
            "train data/exam --preset smal",
            "unanswerable data/exam --only P-Shufle",
            "shortcuts sample --model longest --calibrate-on nowhere",
            "benchmark --nothing",
            "nothing",
        ),
    ),
    Case(
        "errors-kept",
        (
            f"audit {EXAM} --model longest --experiments accuracy --output run",
            f"audit {EXAM} --model overlap --experiments accuracy --output run",
            f"check {EXAM} --no-models --output run",
            f"audit {EXAM} --model longest --experiments accuracy --output run --overwrite",
            damaged("store/longest*/*.parquet"),
            f"audit {EXAM} --model longest --experiments accuracy --output other",
        ),
    ),
)
