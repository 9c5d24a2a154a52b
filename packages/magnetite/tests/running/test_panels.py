"""The driver's panels: one protocol, answered by scoring, by counting, by writing down; and how members are mixed."""

from dataclasses import dataclass, replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from examfiles.errors import UsageError
from examfiles.items import Item
from magnetite.core.cells import Cells, Context, own_cells
from magnetite.core.errors import ModelError
from magnetite.core.results import Finding
from magnetite.engine import Store
from magnetite.experiments.registry import EXPERIMENTS, experiment_named
from magnetite.request import Asking
from magnetite.running.calibrate import Calibrator
from magnetite.running.driver import asked_cells, rehearse, run_all
from magnetite.running.panels import (
    Pricing,
    Scoring,
    SystemPanel,
    mix,
    placeholders,
    row_counts,
    seat,
    workers_for,
    workers_of,
)
from magnetite.scorers.find import gains_from_workers, named_scorer
from magnetite.scorers.function import Function
from magnetite.scorers.recorded import Recorded
from magnetite.scorers.remote.scorer import Remote
from magnetite.scorers.system import alone
from magnetite.stats.ragged import softmax
from tests.commands.made import exam


def length(passage, question, option):
    return float(len(option) + len(question))


def seats(function=length):
    return {"QOC": seat("QOC", "QOC", alone(Function(function)))}


@dataclass(frozen=True)
class Greedy:
    """Asks about the first question, then about the one its highest score points to: an adaptive experiment."""

    name: str = "greedy"

    def run(self, exam, panel):
        cells = own_cells(exam.items[:1])
        best = int(np.argmax(panel.score("QOC", cells, "first")))
        panel.score("QOC", own_cells(exam.items[best + 1 : best + 2]), "second")
        return (Finding(self.name, "Greedy", f"Option {best}."),)


@dataclass(frozen=True)
class Whole:
    """Asks about every option of every question."""

    name: str

    def run(self, exam, panel):
        panel.score("QOC", own_cells(exam.items), "own")
        return ()


@dataclass(frozen=True)
class Picky:
    """Refuses every exam."""

    name: str = "picky"

    def run(self, exam, panel):
        raise UsageError("picky: no exam will do.")


def refuses(_passage, _question, _option):
    raise AssertionError("was scored")


def test_an_experiment_may_ask_again_after_an_answer_and_the_store_keeps_both(tmp_path):
    store = Store(tmp_path / "store")
    panel = SystemPanel(seats(), Calibrator(), Scoring(store))
    (finding,) = run_all([Greedy()], exam(4), panel)
    assert finding.sentence.startswith("Option ")
    assert panel.way.cost["scored"] == panel.way.cost["cells"] > 0
    again = SystemPanel(seats(), Calibrator(), Scoring(store))
    assert run_all([Greedy()], exam(4), again) == (finding,)
    assert again.way.cost["scored"] == 0


def test_a_dry_run_goes_on_past_the_first_answer_and_keeps_no_score_of_the_experiment():
    panel = SystemPanel(seats(), Calibrator(), Pricing(None))
    run_all([Greedy()], exam(4), panel)
    assert [(row.experiment, row.need) for row in panel.way.rows] == [("greedy", "first"), ("greedy", "second")]
    assert all(row.stored == 0 < row.cells for row in panel.way.rows)


def test_a_dry_run_counts_each_row_against_the_store_as_it_was_before(tmp_path):
    asked = [Whole("first"), Whole("second")]
    for stored in (0, 3):
        store = Store(tmp_path / f"store {stored}")
        if stored:
            first = seats()["QOC"].system.first
            cells = own_cells(exam(40).items[:1])
            store.open_scores(first.fingerprint).append(cells.keys(), first.score(cells))
        panel = SystemPanel(seats(), Calibrator(), Pricing(store))
        run_all(asked, exam(40), panel)
        own = [row for row in panel.way.rows if row.cells]
        assert len(own) == 2
        assert {row.stored for row in own} == {stored}
        assert len(store.open_scores(seats()["QOC"].system.first.fingerprint)) > stored  # measured, and kept


def test_the_cells_that_a_first_answer_decides_are_not_exported_and_that_is_known():
    asked = asked_cells([Greedy()], exam(40), seats(refuses), Calibrator())
    assert [label for _, label, _ in asked.parts][:1] == ["first"]
    assert asked.adaptive == (len(asked.parts) == 1)
    plain = asked_cells([experiment_named("accuracy")], exam(4), seats(refuses), Calibrator())
    assert not plain.adaptive
    assert [(view, label) for view, label, _ in plain.parts] == [("QOC", "own")]


def test_what_does_not_fit_is_refused_before_anything_is_scored():
    rehearse([experiment_named("accuracy"), experiment_named("shortcuts")], exam(4), seats(refuses))
    with pytest.raises(UsageError, match="no exam will do"):
        rehearse([experiment_named("accuracy"), Picky()], exam(4), seats(refuses))


@pytest.mark.parametrize("name", list(EXPERIMENTS))
def test_every_experiment_of_an_audit_can_be_priced_and_exported_without_a_score(name):
    experiment = experiment_named(name)
    panelists = {view: seat(view, view, alone(Function(length))) for view in ("O", "QO", "CO", "QOC")}
    panel = SystemPanel(panelists, Calibrator(), Pricing(None))
    run_all([experiment], exam(6), panel)
    exported = asked_cells([experiment], exam(6), panelists, Calibrator())
    assert not exported.adaptive
    assert sum(row.cells for row in panel.way.rows) == sum(len(set(map(tuple, c.keys()))) for _, _, c in exported.parts)


texts = st.text("abc ", max_size=4)


def test_only_a_run_computes_how_alike_texts_are(monkeypatch):
    from magnetite.scorers import likeness

    asked = []
    monkeypatch.setattr(likeness, "likeness", lambda pairs: asked.append(len(pairs)))
    made = (experiment_named("distractors"),)
    run_all(made, exam(4), SystemPanel(seats(), Calibrator(), Pricing(None)))
    asked_cells(made, exam(4), seats(), Calibrator())
    assert asked == []
    run_all(made, exam(4), SystemPanel(seats(), Calibrator(), Scoring(None)))
    assert len(asked) == 1


@given(st.lists(st.tuples(texts, texts), min_size=1, max_size=20), st.integers(0, 5))
def test_a_placeholder_belongs_to_its_cell_whatever_is_asked_beside_it(pairs, seed):
    contexts, options = tuple(Context(c, "q") for c, _ in pairs), tuple(o for _, o in pairs)
    index = np.arange(len(pairs))
    cells = Cells(contexts, options, index, index)
    scores = placeholders(cells, seed)
    assert np.isfinite(scores).all()
    assert np.array_equal(placeholders(cells.take(index[::-1]), seed), scores[::-1])


def test_placeholders_of_another_seed_choose_otherwise_and_spread_like_a_systems_scores():
    cells = own_cells(exam(200).items)
    one, other = placeholders(cells, 0), placeholders(cells, 1)
    assert abs(np.corrcoef(one, other)[0, 1]) < 0.2
    assert 0.5 < one.std() < 3


def test_a_scorer_that_is_not_here_is_never_scored():
    from magnetite.commands.export import Outside

    with pytest.raises(ModelError, match="not here"):
        SystemPanel({"QOC": seat("QOC", "QOC", alone(Outside()))}, Calibrator(), Scoring(None)).score(
            "QOC", own_cells(exam(1).items), "own"
        )


scores = st.floats(-50, 50, width=32)


@st.composite
def ensembles(draw, most=4):
    counts = np.array(draw(st.lists(st.integers(2, 5), min_size=1, max_size=5)), dtype=np.int64)
    row = st.lists(scores, min_size=int(counts.sum()), max_size=int(counts.sum()))
    members = draw(st.lists(row, min_size=1, max_size=most))
    return [np.array(member, dtype=np.float32) for member in members], counts


@given(ensembles())
def test_the_softmax_of_the_mixture_is_the_mean_of_the_softmaxes(drawn):
    members, counts = drawn
    mean = np.mean([softmax(member.astype(np.float64), counts) for member in members], axis=0)
    assert softmax(mix(members, counts).astype(np.float64), counts) == pytest.approx(mean, abs=1e-5)


@given(ensembles(most=1))
def test_one_member_keeps_its_plain_scores(drawn):
    [member], counts = drawn
    assert mix([member], counts) is member


@given(ensembles(), st.randoms(use_true_random=False))
def test_the_order_of_members_changes_nothing(drawn, random):
    members, counts = drawn
    shuffled = random.sample(members, len(members))
    assert mix(shuffled, counts) == pytest.approx(mix(members, counts), abs=1e-4)


@given(ensembles(), st.floats(-20, 20, width=32))
def test_a_member_that_scores_all_options_higher_counts_no_more(drawn, shift):
    members, counts = drawn
    moved = [members[0] + np.float32(shift), *members[1:], members[0]]
    assert mix(moved, counts) == pytest.approx(mix([*members, members[0]], counts), abs=1e-3)


@given(ensembles())
def test_a_mixture_is_finite(drawn):
    mixed = mix(*drawn)
    assert np.isfinite(mixed).all()


def test_a_member_far_surer_than_float32_can_tell_stays_finite():
    members = [np.array([0.0, -3000.0], np.float32), np.array([0.0, -4000.0], np.float32)]
    assert mix(members, np.array([2])) == pytest.approx([0.0, -3000.0 - np.log(2)])


def test_options_are_counted_question_by_question_even_where_texts_repeat():
    same = [Item(f"q{n}", "p", "text", "ask", ("a", "b", "c")[: 2 + n]) for n in range(2)]
    assert row_counts(own_cells(same)).tolist() == [2, 3]


def test_a_context_without_cells_is_no_row():
    contexts = tuple(Context("p", f"q{n}") for n in range(3))
    cells = Cells(contexts, ("a", "b"), np.array([0, 0, 2, 2]), np.array([0, 1, 0, 1]))
    assert row_counts(cells).tolist() == [2, 2]


def test_cells_whose_contexts_come_and_go_are_refused():
    contexts = (Context("p", "1"), Context("p", "2"))
    cells = Cells(contexts, ("a", "b"), np.array([0, 1, 0]), np.array([0, 0, 1]))
    with pytest.raises(UsageError, match=r"contexts come and go.*members='first'"):
        row_counts(cells)


def test_a_member_that_is_asked_for_by_its_number_gives_its_plain_scores():
    members = (Function(length), Function(lambda passage, question, option: -length(passage, question, option)))
    ensemble = replace(alone(members[0]), members=members, names=("first", "second"))
    panel = SystemPanel({"QOC": seat("QOC", "QOC", ensemble)}, Calibrator(), Scoring(None))
    cells = own_cells(exam(3).items)
    plain = [panel.score("QOC", cells, "own", member) for member in (0, 1)]
    assert plain[0].tolist() == [-each for each in plain[1]]
    assert panel.score("QOC", cells, "own") == pytest.approx(mix(plain, row_counts(cells)))


@pytest.mark.parametrize("baseline", ["random", "longest", "overlap"])
def test_a_baseline_answers_in_this_process_though_workers_are_asked_for(baseline):
    scorer = named_scorer(baseline, 0, {})
    assert workers_for(scorer, object()) is None
    assert workers_for(Function(length), workers := object()) is workers


@pytest.mark.parametrize("kind", [Recorded, Remote])
def test_files_of_scores_and_servers_gain_nothing_from_workers(kind):
    assert not gains_from_workers(kind.__new__(kind))


def test_without_settings_for_workers_there_are_none():
    with workers_of(Asking()) as workers:
        assert workers is None
