"""Made-up questions, magnets and studies for the tests of studies."""

import csv

from examfiles.items import Item, letter
from magnetite_study.database import Database
from magnetite_study.design import Magnet
from magnetite_study.files import write_design
from magnetite_study.make import OfferedMagnet, halves, joined, make_attack, make_no_passage, make_with_and_without


def items(many=24, *, passages=None, options=4):
    """Make questions, each of a passage of its own unless `passages` says how many there are."""
    shared = passages or many
    return [
        Item(
            f"i{k}",
            f"p{k % shared}",
            f"Passage {k % shared}.",
            f"Which {k}?",
            tuple(f"option {k}{letter(place)}" for place in range(options)),
            k % options,
        )
        for k in range(many)
    ]


def magnets(many=10):
    return [OfferedMagnet(f"magnet {k}") for k in range(many)]


def attack(many=20, **more):
    told = {"name": "made", "questions": many, "participants": 6, **more}
    return make_attack(told.pop("items", items(many)), told.pop("magnets", magnets(many // 2)), **told)


def no_passage(many=20, **more):
    """Make a study whose shortcut system is sure, and right, about every other question."""
    asked = more.pop("items", items(many))
    sure = {item.id: tuple(0.97 if k == item.answer else 0.01 for k in range(4)) for item in asked[::2]}
    return make_no_passage(
        asked,
        {item.id: sure.get(item.id, (0.25,) * 4) for item in asked},
        **{"name": "made", "questions": many, "participants": 6, **more},
    )


def with_and_without(many=20, **more):
    """Make a study of all questions, half of them without their passages."""
    return make_with_and_without(more.pop("items", items(many)), **{"name": "made", "participants": 6, **more})


def with_a_model(design):
    """Let a model answer every question rightly, and take every magnet but the first."""
    from dataclasses import replace

    questions = []
    for place, question in enumerate(design.questions):
        magnet = question.magnet
        if magnet is not None:
            under = {"model": magnet.replaced if place else question.answer}
            magnet = Magnet(magnet.text, magnet.replaced, magnet.form, {"model": 0.75}, under)
        questions.append(replace(question, magnet=magnet, chosen={"model": question.answer}))
    return replace(design, questions=tuple(questions))


def study(folder, design=None):
    """Write a study and return its folder."""
    made = attack() if design is None else design
    write_design(folder, made)
    Database.create(folder, made.participants)
    return folder


def write_csv(path, header, *rows):
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([header, *rows])
    return path


def sides(many=20, **more):
    """Make an attack study and one with and without passages, on half of the passages each."""
    parts = halves(more.pop("items", items(2 * many)), more.get("seed", 0))
    half, planned = many // 2, {"name": "made", **more}
    return attack(half, items=parts[0], **planned), with_and_without(items=parts[1], questions=half, **planned)


def both(many=20, **more):
    """Make a study of both designs."""
    return joined(*sides(many, **more))
