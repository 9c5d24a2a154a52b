r"""The contract of a format as a suite that runs: what `read` and `write` expect of one, ours or of another package.

    from examfiles.testing import check_format

    def test_it_keeps_the_contract_of_formats():
        check_format(FORMAT, {"exam.pipes": b"Who sat?|*Ann|Bo\n"})

Each promise is one function below. Whether a format reads what its files mean, no suite can know: write tests of that,
with real files.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from examfiles.decoding import SAMPLE_BYTES
from examfiles.errors import DataError
from examfiles.format import Document, Format, Outcome, PlacedItem, Remark, Sample, Writer
from examfiles.items import Dataset, Item, LeftOut
from examfiles.reasons import Reason
from examfiles.wording import wording
from examfiles.writing import read_back

CUTS = 16  # places at which an example is cut off
FLIPS = 48  # bytes of an example that are changed, one at a time
PROSE = "Mara keeps two goats behind the mill.\nEvery evening she walks them down to the river.\n" * 3


class BrokenPromiseError(AssertionError):
    """A promise that a format does not keep; an AssertionError, so that test runners show it as a failure."""


@dataclass(frozen=True, slots=True)
class _Trial:
    """A format on trial, and one of its files."""

    format: Format
    name: str
    data: bytes

    def demand(self, kept: bool, promise: str, found: str) -> None:
        if not kept:
            raise BrokenPromiseError(f"format '{self.format.name}', {self.name}: {promise}, but {found}.")

    def read(self, data: bytes | None = None) -> list[Outcome]:
        """Return the outcomes of the file, or of other bytes under its name."""
        return list(self.format.read(Document(self.name, self.name, self.data if data is None else data)))

    def items(self) -> list[Item]:
        return [outcome.item for outcome in self.read() if isinstance(outcome, PlacedItem)]


def check_format(format: Format, examples: Mapping[str, bytes]) -> None:  # noqa: A002 - the word for it
    r"""Read and write examples in many ways, and damaged, and compare.

    `examples`: whole files by their names, each with at least one question. Take real ones.
    Raises BrokenPromiseError, an AssertionError, for the first promise that is broken.

    >>> from examfiles import FORMATS
    >>> check_format(FORMATS["aiken"], {"exam.txt": b"Who sat?\nA. Ann\nB. Bo\nANSWER: A\n"})
    """
    if not examples:
        raise BrokenPromiseError(f"format '{format.name}': expected an example file to try it on.")
    for name, data in examples.items():
        for check in _CHECKS:
            check(_Trial(format, name, data))


def _recognises(trial: _Trial) -> None:
    """A format recognises its own files by their beginning, and neither prose nor an empty file."""
    sniff = trial.format.sniff
    trial.demand(
        bool(sniff(Sample(trial.name, trial.data[:SAMPLE_BYTES]))), "it recognises its own file", "it does not"
    )
    for what, data in (("an empty file", b""), ("prose", PROSE.encode())):
        takes = bool(sniff(Sample("notes.dat", data)))
        trial.demand(trial.format.general or not takes, f"it does not take {what} for its own", "it does")


def _reads(trial: _Trial) -> None:
    """Reading gives questions, each with its place, and the same again."""
    outcomes = trial.read()
    strange = [type(each).__name__ for each in outcomes if not isinstance(each, Outcome)]
    trial.demand(not strange, "it yields outcomes (examfiles.format.Outcome)", f"it yielded a {''.join(strange[:1])}")
    placed = [each for each in outcomes if isinstance(each, PlacedItem)]
    trial.demand(bool(placed), "an example has a question", f"it yielded {[type(each).__name__ for each in outcomes]}")
    lost = [each.item.id for each in placed if not each.where.startswith(trial.name)]
    trial.demand(not lost, f"places begin with the document's ('{trial.name}')", f"that of {lost[:1]} does not")
    again = trial.read()
    trial.demand(list(map(repr, outcomes)) == list(map(repr, again)), "the same file gives the same", "it differs")


def _stays_plain_about_damage(trial: _Trial) -> None:
    """A damaged file gives outcomes, or a DataError: never another error."""
    for what, data in _damaged(trial.data):
        try:
            trial.read(data)
        except DataError:
            continue
        except Exception as error:
            found = f"{what} it raised {type(error).__name__}: {error}"
            raise BrokenPromiseError(
                f"format '{trial.format.name}', {trial.name}: a damaged file is a DataError, but {found}."
            ) from error


def _says_why(trial: _Trial) -> None:
    """What is left out or remarked is said in words: by a code that has them, or as they are."""
    for data in (trial.data, *(data for _, data in _damaged(trial.data))):
        try:
            reasons = [reason for each in trial.read(data) if (reason := _reason(each))]
        except DataError as error:
            reasons = [error.reason] if error.reason else []
        mute = [each.code for each in reasons if each.code not in wording().codes and " " not in each.code]
        trial.demand(not mute, "a reason has words", f"'{''.join(mute[:1])}' has none")


def _reason(outcome: Outcome) -> Reason | None:
    if isinstance(outcome, Remark):
        return outcome.note
    return outcome.reason if isinstance(outcome, LeftOut | DataError) else None


def _writes_what_it_reads(trial: _Trial) -> None:
    """Each of its writers gives a file that reads back as the same questions, options and keys."""
    for writer in trial.format.writers:
        with TemporaryDirectory() as folder:
            expected = list(map(_parts, trial.items()))
            read = list(map(_parts, _written(writer, Dataset("example", tuple(trial.items())), Path(folder))))
        differs = next((pair for pair in zip(expected, read, strict=False) if pair[0] != pair[1]), None)
        same = differs is None and len(expected) == len(read)
        trial.demand(same, f"what '{writer.name}' writes reads back", f"{differs or (len(expected), len(read))} differ")


def _written(writer: Writer, dataset: Dataset, folder: Path) -> Dataset:
    contents = writer.write(dataset)
    if writer.folder is None:
        draft = folder / f"example{writer.suffixes[0]}"
        draft.write_bytes(contents[""])
    else:
        draft = folder / "example"
        for name, data in contents.items():
            path = draft / writer.folder(dataset) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
    return read_back(writer, draft)


def _parts(item: Item) -> tuple[str, tuple[str, ...], int | None]:
    return item.question, item.options, item.answer


def _damaged(data: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield a file cut off, and with single bytes changed, drawn always alike."""
    draw = Random(0)
    for at in range(CUTS):
        yield f"cut off after {len(data) * at // CUTS:,} bytes", data[: len(data) * at // CUTS]
    for _ in range(FLIPS if data else 0):
        at = draw.randrange(len(data))
        yield f"with byte {at:,} changed", data[:at] + bytes([data[at] ^ draw.randrange(1, 256)]) + data[at + 1 :]


_CHECKS: tuple[Callable[[_Trial], None], ...] = (
    _recognises,
    _reads,
    _stays_plain_about_damage,
    _says_why,
    _writes_what_it_reads,
)
