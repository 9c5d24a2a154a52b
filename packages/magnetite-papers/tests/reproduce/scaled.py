"""The three papers on made questions: their configurations with tiny models and small sizes, and the data they name."""

import csv
import json
import re
import tarfile
import tomllib
from pathlib import Path

import numpy as np

from examfiles.items import Item
from magnetite.inputs.option_lists import LISTS
from magnetite_papers.configuration import FOLDER
from magnetite_papers.liusie2022 import LIUSIE
from tests.scorers.conftest import save_tiny

SIZES = {
    "screened": 40,
    "pool_passages": 8,
    "passages": 6,
    "trained_on": 4,
    "strongest": 8,
    "unseen": 20,
    "rank_passages": 6,
    "ranked": 30,
    "tried_passages": 6,
    "compared": 20,
    "people": 4,
}
WORDS = ("boat", "river", "sail", "rudder")
TRAINING = {"sample": 8, "epochs": 1, "batch": 4, "micro": 2, "max_tokens": 64}


def made_questions():
    """Return questions with an option at every place that the paper's lists name, by split."""
    named = [line.split() for path in LISTS.values() for line in path.read_text("utf-8").splitlines() if line[0] != "#"]
    places = {(split, question) for _, split, question, _ in named}
    places.add(("dev", "middle1-1"))
    return {
        split: [_question(split, question) for _, question in sorted(p for p in places if p[0] == split)]
        for split in ("test", "train", "dev")
    }


def _question(split, name):
    series = {"middle912-4": "A, B and C", "high6678-4": "all of the above", "high829-3": "A , B and C"}
    options = [f"the {word} of {name} {letter}" for word, letter in zip(WORDS, "ABCD", strict=True)]
    options[3] = series.get(name, options[3])
    passage = f"The miller counted the boats of {name}."
    return {"id": name, "passage": passage, "question": "Why did she?", "options": options, "answer": len(name) % 3}


def smaller(configuration, bases):
    """Write the configuration with other sizes and bases, nothing else."""
    for name, value in SIZES.items():
        configuration, changed = re.subn(rf"(?m)^#? ?{name}( = \S+|:).*$", f"{name} = {value}", configuration)
        assert changed == 1, name
    told = "\n".join(f"{name} = {value}" for name, value in TRAINING.items())
    configuration = re.sub(r"(?m)^micro = .*$", told, configuration)
    family = r'(?m)^preset = "lin2021/([\w-]+)"$'
    configuration += '\n[beside."longest"]\nmodel = "longest"\nview = "QOC"\nquestions = 6\n'
    return re.sub(family, lambda found: f'{found[0]}\nbase = "{bases[found[1]]}"', configuration)


def lin2021_scale(folder, data, name="RACE"):
    """Write made questions under a folder of data, and beside them a configuration that names them; return its path."""
    (data / name).mkdir(parents=True)
    for split, questions_ in made_questions().items():
        (data / name / f"{split}.jsonl").write_text("\n".join(map(json.dumps, questions_)), "utf-8")
    bases = {
        f"{family}-{size}": str(save_tiny(family, folder / f"{family}-{size}", num_hidden_layers=layers))
        for family in ("bert", "albert", "roberta")
        for size, layers in (("base", 1), ("large", 2))
    }
    text = (FOLDER / "lin2021" / "paper.toml").read_text("utf-8").replace('"RACE.tar.gz"', f'"{name}"')
    path = folder / "lin2021.toml"
    path.write_text(smaller(text, bases), "utf-8")
    return path


LEVELS = {"MCTest": ("mc160", "mc500"), "RACE": ("middle", "high")}
SENTENCE = "There , we saw a man by it ."  # nine tokens, as in the paper's case, and three of the option


def rows(name, split, options, passages=12):
    levels = LEVELS.get(name)
    for place in range(passages):
        answer = (place // 2 + 1) % options
        names = [f"the {word} {place}" for word in ("boat", "old mill", "big old goat", "very big old lamp")[:options]]
        first = f"the man saw {names[answer]}. He was {place} years old. It rained in {name}, {split}. "
        yield {
            "id": "11-7" if place == 1 else f"{split}-{place}",
            "passage_id": f"{split}{place}",
            "passage": f"{first}{SENTENCE} Then he went home with a letter.",
            "question": "what did he see?",
            "options": names,
            "answer": answer,
            "level": levels[place % len(levels)] if levels else None,
        }


def si2019_data(folder):
    """Write the data sets of Si et al., each with its splits."""
    for name, options in {"MCTest": 4, "RACE": 4, "MCScript": 2, "MCScript2.0": 2, "DREAM": 3}.items():
        (folder / name).mkdir()
        for split in ("train", "dev", "test"):
            lines = [json.dumps(row) for row in rows(name, split, options, 24 if split == "train" else 12)]
            (folder / name / f"{split}.jsonl").write_text("\n".join(lines), "utf-8")


NOUNS = ("boat", "river", "sail", "spring", "autumn", "rudder", "brother", "morning")


def questions(size, seed, level=None, name="p"):
    """Draw questions, two a passage, whose passage names the answer."""
    draw, items = np.random.default_rng(seed), []
    for k in range(size):
        options = tuple(draw.choice(NOUNS, 4, replace=False).tolist())
        answer, passage = int(draw.integers(4)), k // 2
        about = f"An old man stood at the {NOUNS[passage % 8]} {seed} {passage}."
        asked = f"Why did he count, {k}?"
        items.append(Item(f"{name}{passage}-{k % 2 + 1}", f"{name}{passage}", about, asked, options, answer, level))
    return items


def _race(folder, items):
    folder.mkdir(parents=True)
    for k, pair in enumerate(zip(items[::2], items[1::2], strict=True)):
        passage = {
            "article": pair[0].passage,
            "questions": [item.question for item in pair],
            "options": [item.options for item in pair],
            "answers": ["ABCD"[item.answer] for item in pair],
        }
        (folder / f"{k}.txt").write_text(json.dumps({**passage, "id": f"{items[0].level}{k}.txt"}))


def _race_c(path, items):
    path.parent.mkdir()
    with path.open("w", newline="") as file:
        rows = csv.writer(file)
        letters = [f"option_{letter}" for letter in "abcd"]
        rows.writerow(["question_id", "question_text", *letters, "passage", "correct_answer", "source"])
        for i in items:
            rows.writerow([i.id, i.question, *i.options, i.passage, "ABCD"[i.answer], "race_c"])


def _cosmos(path, items):
    path.parent.mkdir(exist_ok=True)
    with path.open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["id", "context", "question", "answer0", "answer1", "answer2", "answer3", "label"])
        rows.writerows([item.id, item.passage, item.question, *item.options, item.answer] for item in items)


def _reclor(path, items):
    path.parent.mkdir(exist_ok=True)
    entries = [
        {"context": i.passage, "question": i.question, "answers": i.options, "label": i.answer, "id_string": i.id}
        for i in items
    ]
    path.write_text(json.dumps(entries))


def tiny(scale, folder, **changes):
    """Write a scale's configuration with other models and sizes: `changes` by set of readers, "*" for all.

    What is changed to None is left out.
    """
    raw = tomllib.loads((LIUSIE.configurations / f"{scale}.toml").read_text())
    raw["data"] |= changes.get("data", {})
    for name in raw["systems"]:
        raw["systems"][name] |= {**changes.get("*", {}), **changes.get(name, {})}
    raw["further"] = {name: own | changes[name] for name, own in raw.get("further", {}).items() if name in changes}
    path = folder / f"{scale}.toml"
    path.write_text("\n".join(_toml(raw)))
    return str(path)


def _toml(raw):
    tables = {name: value for name, value in raw.items() if isinstance(value, dict)}
    yield from (f"{name} = {json.dumps(value)}" for name, value in raw.items() if name not in tables)
    for name, value in tables.items():
        yield f"{json.dumps(name)} = {_inline(value)}"


def _inline(value):
    if isinstance(value, dict):
        known = {key: each for key, each in value.items() if each is not None}
        return "{" + ", ".join(f"{json.dumps(key)} = {_inline(each)}" for key, each in known.items()) + "}"
    return json.dumps(value)


def liusie2022_data(folder):
    """Write the data sets of Liusie et al., as their authors publish them."""
    for number, split in enumerate(("train", "dev", "test")):
        for level, name in (("middle", "RACE"), ("high", "RACE"), ("college", "RACE-C")):
            _race(folder / name / split / level, questions(12, 10 * number + len(level), level, level))
    _race_c(folder / "sample" / "race_c.csv", questions(12, 99))
    with tarfile.open(folder / "RACE.tar.gz", "w:gz") as archive:
        archive.add(folder / "RACE", "RACE")
    for split, file in (("train", "train.csv"), ("dev", "valid.csv")):
        _cosmos(folder / "CosmosQA" / file, questions(12, len(split), name="c"))
    for split, file in (("train", "train.json"), ("dev", "val.json")):
        _reclor(folder / "ReClor" / file, questions(12, 20 + len(split), name="r"))


def every_paper(folder):
    """Write data and a configuration of each paper's own scale, with tiny models of its families; return both folders.

    What `magnetite reproduce all DATA --scale SCALES` takes. Everything else is as in the papers' configurations.
    """
    data, scales = folder / "data", folder / "scales"
    for paper in ("si2019", "liusie2022"):
        (data / paper).mkdir(parents=True)
    scales.mkdir()
    lin2021_scale(scales, data, "lin2021/RACE")
    si2019_data(data / "si2019")
    text = (FOLDER / "si2019" / "paper.toml").read_text("utf-8").replace("RACE.tar.gz", "RACE")
    start, named = text.split("[data]")
    base = f'base = "{save_tiny("bert", scales / "bert-tiny")}"\nmax_tokens = 64'
    start = re.sub(r'(?m)^preset = "si2019/bert-large"$', lambda found: f"{found[0]}\n{base}", start)
    named = re.sub(r'= "(\S+)"', r'= "si2019/\1"', named)
    (scales / "si2019.toml").write_text(f"{start}[data]{named}", "utf-8")
    liusie2022_data(data / "liusie2022")
    electra = {"base": str(save_tiny("electra", scales / "electra-tiny")), "epochs": 1, "max_tokens": 64}
    places = {name: f"liusie2022/{place}" for name, place in _paper_data(LIUSIE.configurations).items()}
    path = Path(tiny("paper", scales, data=places, **{"*": {**electra, "batch": 12, "micro": 12}}))
    path.rename(scales / "liusie2022.toml")
    return data, scales


def _paper_data(configurations):
    return tomllib.loads((configurations / "paper.toml").read_text("utf-8"))["data"]
