"""`examfiles`: what is in an exam file, and the same exam in another format.

examfiles describe exam.docx
examfiles convert exam.docx exam.gift
examfiles formats
"""

import argparse
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from examfiles.decoding import passage_text
from examfiles.errors import Error, harmless
from examfiles.exam import ReadExam, near, read_exam, with_keyless
from examfiles.formats import FORMATS
from examfiles.items import LeftOut
from examfiles.readers.office.paper import printed_words
from examfiles.wording import FIRST_LANGUAGE, LANGUAGES, Wording, error_text, wording
from examfiles.writing import write, writers

SHORTENED = 60  # characters of a question that are shown


def main(arguments: Sequence[str] | None = None) -> None:
    """Do what the command line says; exit with 2 for a mistake in it, 3 for one in a file, 5 for a disk."""
    options = _parser().parse_args(arguments)
    words = wording(options.language)
    try:
        lines = options.run(options, words)
    except Error as error:
        sys.stderr.write(f"{harmless(error_text(error, words))}\n")
        sys.exit(error.exit_code)
    try:
        sys.stdout.writelines(f"{harmless(line)}\n" for line in lines)
        sys.stdout.flush()
    except BrokenPipeError:  # whoever reads has seen enough, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("examfiles", description="Read and write multiple-choice exam files.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    describe = commands.add_parser("describe", help="list questions, keys and passages, and what was left out and why")
    convert = commands.add_parser("convert", help="write an exam in another format; stop if that format would lose any")
    formats = commands.add_parser("formats", help="list the formats that are read and written")
    for each in (describe, convert):
        each.add_argument("exam", help="a file, folder or archive; or 'sample', the exam that comes along")
        each.add_argument("--from", dest="read_as", metavar="FORMAT", help="read it as this format; default: detected")
        each.add_argument("--split", help="train, dev or test, where it has several")
        each.add_argument("--passage", metavar="FILE", help="a text for all questions that have none")
    for each in (describe, convert, formats):
        each.add_argument(
            "--language", choices=LANGUAGES, default=FIRST_LANGUAGE, help="language of notes; default: en"
        )
    describe.add_argument("--json", action="store_true", help="print JSON")
    convert.add_argument("to", metavar="FILE", help="the file to write, or a folder")
    convert.add_argument("--format", metavar="FORMAT", help="the format to write; default: by FILE's ending")
    convert.add_argument("--lose", action="store_true", help="write even if the format cannot store everything")
    convert.add_argument("--overwrite", action="store_true", help="replace an existing file or folder")
    describe.set_defaults(run=_describe)
    convert.set_defaults(run=_convert)
    formats.set_defaults(run=_formats)
    return parser


def _describe(options: argparse.Namespace, words: Wording) -> list[str]:
    exam = _read(options)
    return [json.dumps(_content(exam, words), ensure_ascii=False, indent=1)] if options.json else _lines(exam, words)


def _read(options: argparse.Namespace, **how: Any) -> ReadExam:
    passage = passage_text(options.passage)
    read = read_exam(options.exam, options.split, options.read_as, passage=passage, keys_needed=False, **how)
    return with_keyless(read)


def _lines(exam: ReadExam, words: Wording) -> list[str]:
    dataset = exam.dataset
    title = FORMATS[str(dataset.format)].title
    passages = len({item.passage_id for item in dataset if item.passage.strip()})
    values = {"questions": len(dataset), "passages": passages, "format": title}
    lines = [*_count(exam, words), words.say("describe-summary", values), ""]
    for item in dataset:
        place = words.place(near(dataset.source, exam.places.get(item.id, item.id)))
        key = item.answer_letter or words.say("describe-no-key")
        question = " ".join(item.question.split())
        shown = question if len(question) <= SHORTENED else f"{question[: SHORTENED - 1].rstrip()}…"
        lines.append(f"{place}: {shown} [{len(item.options)}, {key}]")
    lines += ["", *_notes(exam, words)]
    return lines[:-1] if lines[-1] == "" else lines


def _count(exam: ReadExam, words: Wording) -> list[str]:
    """Return the sentence that says how many questions were read, where some were not."""
    read, unread = len(exam.dataset), exam.not_read
    return [words.say("exam-read", {"read": read, "all": read + unread})] if unread else []


def _notes(exam: ReadExam, words: Wording) -> list[str]:
    lines = [words.note(note) for note in exam.dataset.notes]
    if exam.left:
        lines.append(words.say("describe-left", {"parts": len(exam.left)}))
        lines += [f"- {words.skipped(_near(exam, left))}" for left in exam.left]
    return lines


def _near(exam: ReadExam, left: LeftOut) -> LeftOut:
    return replace(left, where=near(exam.dataset.source, left.where))


def _content(exam: ReadExam, words: Wording) -> dict[str, Any]:
    dataset = exam.dataset
    return {
        "format": dataset.format,
        "questions": [
            {
                "id": item.id,
                "place": near(dataset.source, exam.places.get(item.id, "")),
                "passage": item.passage,
                "question": item.question,
                "options": list(item.options),
                "answer": item.answer_letter,
            }
            for item in dataset
        ],
        "notes": [words.note(note) for note in dataset.notes],
        "left": [words.skipped(_near(exam, left)) for left in exam.left],
    }


def _convert(options: argparse.Namespace, words: Wording) -> list[str]:
    exam = _read(options, most=None, pictures=True)
    printed = printed_words(words)
    changes = write(
        exam.dataset, options.to, options.format, overwrite=options.overwrite, lose=options.lose, words=printed
    )
    values = {"questions": len(exam.dataset), "file": str(Path(options.to))}
    return [words.say("convert-written", values), *_count(exam, words), *changes, *_notes(exam, words)]


def _formats(_options: argparse.Namespace, words: Wording) -> list[str]:
    written = {writer.name for writer in writers().values()}
    lines = []
    for name, each in FORMATS.items():
        own = [writer.name for writer in each.writers]
        writing = words.say("formats-written", {"as": ", ".join(own)}) if own else words.say("formats-read-only")
        lines.append(f"{name}: {each.title} ({', '.join(each.suffixes)}), {writing}")
        written -= {*own}
    return [*lines, words.say("formats-others", {"names": ", ".join(sorted(written))})]


if __name__ == "__main__":
    main()
