"""The two experiments with un-readable attacks: all attacks on all questions, and one question token by token.

Si et al. (2019), Sections 3 and 5. Nothing is trained: systems answer questions that were changed. A system that sees
all options at once is attacked like any other, since an attack shows it whole questions: the score of the answer may
then change because of the options next to it, which is part of what is measured.

In the case study (Figure 9) one question's attacked options grow word by word, and a system answers each step.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, ClassVar

import numpy as np

from examfiles.errors import DataError, UsageError, unknown_name
from examfiles.items import Dataset, Item, letter
from examfiles.reasons import Reason, sentences
from magnetite.core.cells import ScoreArray, option_counts
from magnetite.core.experiment import Panel
from magnetite.core.headings import OPTION, SYSTEM
from magnetite.core.results import Finding, Heading, Number, Value, table
from magnetite.experiments.asking import has_passages, item_named, own_scores, require_probabilities
from magnetite.experiments.unreadable.analysis import analysis_finding
from magnetite.experiments.unreadable.effects import unreadable_finding
from magnetite.experiments.unreadable.trial import Trial, added_text, read_trial, tried
from magnetite.stats.ragged import FloatArray, softmax
from magnetite.views.text import words
from magnetite.views.unreadable import ATTACKS, CONTROLS, WAYS, AttackSettings, attack_name
from magnetite.views.unreadable import attack as attacked

SENTENCES = ("distractor", "question")
DEFAULTS = AttackSettings()
PAPERS = "AddSent2Opt-Shuffle"  # the attack of Figure 9
NAME = "trace"
KEY, GROWING, OTHER = "answer", "growing", "wrong"
ORIGINAL, EMPTY = "as it is", "empty"
STEPS = (
    Heading("step", unit="count"),
    Heading("added", "token added"),
    SYSTEM,
    OPTION,
    Heading("role"),
    Heading("probability", unit="share"),
    Heading("chosen"),
)


@dataclass(frozen=True, slots=True, eq=False)
class Trace:
    """The steps of a case study: the item as it is, with nothing yet in what grows, then token by token.

    `added` names what each step added. `growing` are the options that grow, none where the passage grows.
    """

    item: Item
    attack: str
    steps: tuple[Item, ...]
    added: tuple[str, ...]
    growing: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Attacks a split in every way chosen, and measures the harm to every system.

    `attacks`: those of Table 2 (Si et al. 2019), controls, None2Key or None2Wrong, by name, in any case; none for the
    seven of that table. `controls`:
    measure each attack's controls too. `threshold`: the ShuffleDegree that shuffled texts have to exceed. `sentence`:
    draw one from the passage for each "distractor", or one for each "question". `naive`: put what is added into the
    passage itself, where a system that cuts long passages loses it. `listed`: number of flips listed per attack.
    """

    name: ClassVar[str] = "unreadable"
    attacks: tuple[str, ...] | str = ()
    controls: bool = True
    threshold: float = DEFAULTS.threshold
    sentence: str = DEFAULTS.sentence
    naive: bool = False
    listed: int = 20
    seed: int = 0

    def __post_init__(self) -> None:
        texts = self.attacks.split(",") if isinstance(self.attacks, str) else self.attacks
        named = {attack_name(text.strip()) for text in texts or ATTACKS}
        object.__setattr__(self, "attacks", tuple(name for name in WAYS if name in named))
        if self.sentence not in SENTENCES:
            raise unknown_name("sentence", str(self.sentence), list(SENTENCES))
        if isinstance(self.listed, bool) or not isinstance(self.listed, int) or self.listed < 0:
            raise UsageError(f"listed is {self.listed!r}; expected a whole number of at least 0.")
        if (
            isinstance(self.threshold, bool)
            or not isinstance(self.threshold, int | float)
            or not 0 <= self.threshold < 1
        ):
            raise UsageError(f"threshold is {self.threshold!r}; expected a ShuffleDegree, from 0 to below 1.")

    @property
    def attack_settings(self) -> AttackSettings:
        """Return the settings of the attacks themselves."""
        return AttackSettings(
            threshold=self.threshold,
            sentence="question" if self.sentence == "question" else "distractor",
            naive=self.naive,
            seed=self.seed,
        )

    @property
    def record(self) -> dict[str, Any]:
        """Return the settings as a finding keeps them; the seed stands among those of the run."""
        return {name: value for name, value in asdict(self).items() if name != "seed"}

    def trial(self, exam: Dataset) -> Trial:
        """Attack every question whose answer is known."""
        return tried(exam.items, self.attacks, self.attack_settings, controls=self.controls)

    def run(self, exam: Dataset, panel: Panel) -> tuple[Finding, ...]:
        """Ask every system about every question as it is and under every attack and control."""
        require_answers(exam)
        trial = self.trial(exam)
        readings = {
            name: read_trial(
                trial,
                own_scores(panel, name, trial.shown, "attacks"),
                panel.cut(name, trial.shown),
                panel.temperature(name),
                graded=panel.panelists[name].graded,
            )
            for name in panel.panelists
        }
        effects = unreadable_finding(
            trial,
            readings,
            settings=self.record,
            attack_settings=self.attack_settings,
            listed=self.listed,
            unlabelled=len(exam) - len(trial.items),
        )
        return effects, analysis_finding(trial, readings, settings=self.record)


@dataclass(frozen=True, slots=True)
class UnreadableTrace:
    """Lets one question's attacked options grow token by token: the case study (Si et al. 2019, Figure 9).

    `item`: its id. `attack`: one of Table 2. `option`: the letter of the only option that grows. `how`: the settings
    of the attack. `record`: what the finding keeps as its settings. `changed`: the item as an attack of your own left
    it, in place of one that is made.
    """

    name: ClassVar[str] = "trace"
    item: str
    attack: str = PAPERS
    option: str | None = None
    how: Unreadable = Unreadable()
    record: Mapping[str, Any] | None = None
    changed: Item | None = None

    def run(self, exam: Dataset, panel: Panel) -> tuple[Finding, ...]:
        """Ask every system about every step."""
        require_probabilities(panel, self.name)
        trace = self.steps(exam)
        scores = {name: own_scores(panel, name, trace.steps, self.item) for name in panel.panelists}
        temperatures = {name: panel.temperature(name) for name in panel.panelists}
        return (trace_finding(trace, scores, temperatures, settings=self.record or {}),)

    def steps(self, exam: Dataset) -> Trace:
        """Attack the item and take it apart. Raises UsageError where it is not there or cannot be attacked so."""
        require_answers(exam)
        item, attack = item_named(exam, self.item), attack_name(self.attack)
        if item.answer is None:
            raise UsageError(
                f"item '{self.item}' has no known answer, so an attack does not know which option not to change."
            )
        changed = self._attacked(exam, item, attack) if self.changed is None else self.changed
        return traced(item, changed, attack, None if self.option is None else _place(item, self.option))

    def _attacked(self, exam: Dataset, item: Item, attack: str) -> Item:
        among = [each for each in exam if each.answer is not None] if attack in CONTROLS else [item]
        changed = attacked(among, attack, self.how.attack_settings)[among.index(item)]
        if not changed.changed:
            raise UsageError(
                f"item '{self.item}': {attack} changes nothing in it. Choose another attack, or another item."
            )
        passage = (changed.item.passage, changed.item.added) != (item.passage, item.added)
        if passage and self.option is not None:
            raise UsageError(
                f"option '{self.option}': {attack} adds to the passage and changes no option. Leave it out."
            )
        return changed.item


def require_answers(exam: Dataset) -> None:
    """Raise DataError where no question has a known answer, or none has a passage."""
    if not has_passages(exam):
        raise DataError(
            f"{exam.source or exam.name}: a passage is needed, and no question has one: attacks put sentences of the "
            "passage where they mislead a system that matches words. Name questions with passages."
        )
    if all(item.answer is None for item in exam):
        raise DataError(
            f"{exam.source or exam.name}: none of the {len(exam):,} questions has a known answer, and an "
            "attack has to know which option not to change. Name a split with answers."
        )


def _place(item: Item, option: str) -> int:
    """Find a wrong option by its letter. Raises UsageError for another."""
    letters = [letter(place) for place in range(len(item.options))]
    wrong = ", ".join(name for name in letters if name != item.answer_letter)
    if option.upper() not in letters:
        raise UsageError(f"option '{option}' does not exist in item '{item.id}'; its wrong options are {wrong}.")
    if option.upper() == item.answer_letter:
        raise UsageError(f"option '{option}' is the right answer, which no attack touches; wrong options are {wrong}.")
    return letters.index(option.upper())


def traced(item: Item, changed: Item, attack: str, option: int | None = None) -> Trace:
    """Trace an attacked item. `option`: only this one grows, and the others stay as they were before the attack.

    Without it all attacked options grow side by side, a token a step. Text added to the passage grows in the same way.
    """
    text = added_text(item, changed)
    if text:
        steps = [_with_added(item, changed, part) for part in _beginnings(text)]
        return Trace(item, attack, (item, *steps), (ORIGINAL, ORIGINAL, *words(text)), ())
    pairs = enumerate(zip(item.options, changed.options, strict=True))
    growing = tuple(k for k, (old, new) in pairs if (new != old if option is None else k == option))
    columns = {k: _beginnings(changed.options[k]) for k in growing}
    longest = max((len(parts) for parts in columns.values()), default=1)
    steps = [_with_options(item, columns, step) for step in range(longest)]
    tokens = [words(changed.options[k]) for k in growing]
    added = [" / ".join(own[step] for own in tokens if step < len(own)) for step in range(longest - 1)]
    return Trace(item, attack, (item, *steps), (ORIGINAL, EMPTY, *added), growing)


def trace_finding(
    trace: Trace,
    scores: Mapping[str, ScoreArray],
    temperatures: Mapping[str, float | None],
    *,
    settings: Mapping[str, Any],
) -> Finding:
    """Report the probability of every option after each step, by system; `scores` are of the steps' own options."""
    tables = []
    phrases = []
    numbers: list[Number] = []
    for place, (system, system_scores) in enumerate(scores.items(), 1):
        probabilities = _probabilities(trace, system_scores, temperatures[system] or 1.0)
        name = "trace" if place == 1 else f"trace_{place}"
        title = Reason("trace-title", {"attack": trace.attack, "system": system if len(scores) > 1 else "none"})
        tables.append(table(name, title, STEPS, _rows(trace, system, probabilities), "trace"))
        phrase = _answer(trace, probabilities, temperatures[system])
        phrases.append(phrase.of(system) if len(scores) > 1 else phrase)
        numbers += _numbers(trace, system, probabilities)
    return Finding(
        experiment=NAME,
        title=Reason("trace-of", {"id": trace.item.id, "attack": trace.attack}),
        answer=sentences(*phrases),
        numbers=tuple(numbers),
        tables=tuple(tables),
        settings=dict(settings),
        notes=(_how(trace),),
    )


def _with_added(item: Item, changed: Item, part: str) -> Item:
    """Add the beginning of a text to the passage where the attack adds it whole."""
    if changed.added:
        return replace(item, added=part)
    return replace(item, passage=f"{item.passage} {part}" if part else item.passage)


def _with_options(item: Item, columns: Mapping[int, Sequence[str]], step: int) -> Item:
    """Put each growing option at a step, one that is whole at its end."""
    options = list(item.options)
    for place, parts in columns.items():
        options[place] = parts[min(step, len(parts) - 1)]
    return replace(item, options=tuple(options))


def _beginnings(text: str) -> list[str]:
    """Return a text's beginnings: empty, its first token, its first two, and so on to the whole as it stands.

    >>> _beginnings("the . ,")
    ['', 'the', 'the .', 'the . ,']
    """
    ends, at = [0], 0
    for token in words(text):
        at = text.index(token, at) + len(token)
        ends.append(at)
    return [*(text[:end] for end in ends[:-1]), text]


def _probabilities(trace: Trace, scores: ScoreArray, temperature: float) -> FloatArray:  # (steps, options)
    flat = softmax(scores.astype(np.float64), option_counts(trace.steps), temperature)
    return flat.reshape(len(trace.steps), -1)


def _rows(trace: Trace, system: str, probabilities: FloatArray) -> Iterator[dict[str, Value]]:
    chosen = probabilities.argmax(axis=1)
    for number, (added, row) in enumerate(zip(trace.added, probabilities.tolist(), strict=True), -1):
        if number < 0 and not trace.growing:
            continue  # a passage to which nothing is added yet is the original
        for place, probability in enumerate(row):
            yield {
                "step": number,
                "added": added,
                "system": system,
                "option": letter(place),
                "role": _role(trace, place),
                "probability": probability,
                "chosen": bool(chosen[number + 1] == place),
            }


def _role(trace: Trace, place: int) -> str:
    if place == trace.item.answer:
        return KEY
    return GROWING if place in trace.growing else OTHER


def _numbers(trace: Trace, system: str, probabilities: FloatArray) -> Iterator[Number]:
    answer = trace.item.answer or 0
    for label, row in (("as it is", 0), ("with nothing added", 1), ("with all added", -1)):
        yield Number(f"probability of the answer {label}", float(probabilities[row, answer]), group=system)


def _answer(trace: Trace, probabilities: FloatArray, temperature: float | None) -> Reason:
    answer = trace.item.answer or 0
    values = {"start": float(probabilities[1, answer]), "end": float(probabilities[-1, answer])}
    grows = "options" if trace.growing else "passage"
    opening = Reason("trace-answer", {"key": letter(answer), **values, "grows": grows})
    turn = _turn(trace, probabilities.argmax(axis=1).tolist(), answer)
    soft = {"temperature": "none" if temperature is None else f"{temperature:.3g}"}
    return sentences(opening, turn, Reason("trace-softmax", soft))


def _turn(trace: Trace, chosen: Sequence[int], answer: int) -> Reason:
    wrong = [step for step in range(1, len(chosen)) if chosen[step] != answer]
    if not wrong:
        return Reason("trace-always")
    if wrong[0] == 1:
        return Reason("trace-from-the-start", {"option": letter(chosen[1])})
    step = wrong[0]
    back = any(chosen[later] == answer for later in range(step, len(chosen)))
    ends = "back" if chosen[-1] == answer else "wrong" if back else "none"
    values = {"option": letter(chosen[step]), "step": step - 1, "token": trace.added[step], "ends": ends}
    return Reason("trace-turns", values)


def _how(trace: Trace) -> Reason:
    if not trace.growing:
        return Reason("trace-note-passage")
    rest = "stay" if len(trace.growing) < len(trace.item.options) - 1 else "none"
    names = ", ".join(letter(place) for place in trace.growing)
    return Reason("trace-note-options", {"growing": len(trace.growing), "options": names, "rest": rest})
