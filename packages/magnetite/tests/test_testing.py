"""`check_scorer` and `check_experiment` pass what keeps its promises, and name the promise that is broken."""

import numpy as np
import pytest

from examfiles.items import Item
from magnetite.core.cells import Cells, own_cells
from magnetite.core.headings import ID
from magnetite.core.scorer import Sizes
from magnetite.testing import BrokenPromiseError, FakePanel, check_experiment, check_scorer, example_exam, example_items


class Honest:
    """Score a cell by its letters: the scorer every broken one below differs from in one thing."""

    name = "honest"
    fingerprint = "honest/1"
    listwise = False
    shares_context = False
    tolerance = 0.0

    def sizes(self, cells):
        return Sizes(np.ones(len(cells), dtype=np.int64), np.zeros(len(cells), dtype=np.bool_))

    def score(self, cells):
        return letters(cells)


def letters(cells):
    pairs = zip(cells.rows, cells.columns, strict=True)
    passages, options = cells.contexts, cells.options
    sums = [
        sum(map(ord, passages[r].passage + passages[r].question)) % 997 + sum(map(ord, options[c])) for r, c in pairs
    ]
    return np.array(sums, dtype=np.float32)


class Shifting(Honest):
    calls = 0

    @property
    def fingerprint(self):
        return f"call {self.calls}"

    def score(self, cells):
        self.calls += 1
        return letters(cells)


class Forgetful(Honest):
    calls = 0

    def score(self, cells):
        self.calls += 1
        return letters(cells) + np.float32(self.calls)


def leans_on_its_batch(_, cells):
    scores = letters(cells)
    return scores - scores.mean() if len(scores) else scores


def leans_on_company(_, cells):
    return letters(cells) + np.float32(len(cells) > 1)


def leans_on_the_order(_, cells):
    return np.sort(letters(cells))


def counts_repeats(_, cells):
    seen, scores = set(), letters(cells)
    for i, pair in enumerate(zip(cells.rows.tolist(), cells.columns.tolist(), strict=True)):
        scores[i] += pair in seen
        seen.add(pair)
    return scores


def leans_on_indices(_, cells):
    return letters(cells) + cells.columns.astype(np.float32)


def peeks(_, cells):
    return letters(cells) + np.array([len(cells.contexts[row].shown) for row in cells.rows], dtype=np.float32)


def nan_for_an_empty_passage(_, cells):
    empty = np.array([not cells.contexts[row].passage for row in cells.rows], dtype=np.bool_)
    return np.where(empty, np.float32("nan"), letters(cells))


def fails_when_nothing_is_asked(_, cells):
    return letters(cells) if len(cells) else np.zeros(1, dtype=np.float32)


def broken(**traits):
    return type("Broken", (Honest,), traits)()


def sized(tokens=None, truncated=None):
    def sizes(self, cells):
        fine = Honest.sizes(self, cells)
        return Sizes(
            fine.tokens if tokens is None else tokens(fine.tokens),
            fine.truncated if truncated is None else truncated(fine.truncated),
        )

    return broken(sizes=sizes)


BROKEN = {
    "no name": (broken(name=""), "its name is a text, not empty"),
    "no fingerprint": (broken(fingerprint=""), "its fingerprint is a text, not empty"),
    "changing fingerprint": (Shifting(), "its fingerprint stays the same"),
    "no tolerance": (broken(tolerance=-1.0), "its tolerance is a finite number"),
    "no room in a batch": (broken(batch_tokens=0), "its batch_tokens, where it has them, are a number"),
    "listwise unsaid": (broken(listwise=None), "`listwise` is true or false"),
    "shares_context unsaid": (broken(shares_context="yes"), "`shares_context` is true or false"),
    "too few scores": (broken(score=lambda _, cells: letters(cells)[1:]), "one score for each of"),
    "a list": (broken(score=lambda _, cells: letters(cells).tolist()), "in a numpy array"),
    "whole numbers": (broken(score=lambda _, cells: letters(cells).astype(np.int64)), "scores are float32 or float64"),
    "NaN": (broken(score=nan_for_an_empty_passage), "every score is finite"),
    "nothing asked": (broken(score=fails_when_nothing_is_asked), "one score for each of 0 cells"),
    "another score each time": (Forgetful(), "the same request gets the same scores"),
    "order": (broken(score=leans_on_the_order), "scores stand in the order asked for"),
    "batch": (broken(score=leans_on_its_batch), "the same cell gets the same score whatever shares its batch"),
    "alone": (broken(score=leans_on_company), "the same cell gets the same score alone and among others"),
    "repeats": (broken(score=counts_repeats), "a cell asked for twice gets one score"),
    "indices": (broken(score=leans_on_indices), "on a cell's texts, not on their indices"),
    "peeks": (broken(score=peeks), "an option-wise scorer does not look at the options shown"),
    "token count": (sized(tokens=lambda tokens: tokens[1:]), "`tokens` has one whole number for each cell"),
    "token kind": (sized(tokens=lambda tokens: tokens / 2), "`tokens` has one whole number for each cell"),
    "no tokens": (sized(tokens=lambda tokens: tokens * 0), "every cell costs at least one token"),
    "truncated kind": (sized(truncated=lambda cut: cut.astype(np.int64)), "`truncated` has one truth value"),
}


def test_a_scorer_that_keeps_its_promises_passes():
    check_scorer(Honest())


@pytest.mark.parametrize(("scorer", "promise"), BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_promise_is_named(scorer, promise):
    with pytest.raises(BrokenPromiseError) as caught:
        check_scorer(scorer)
    assert f"scorer '{scorer.name}' breaks a promise. Promised: " in str(caught.value)
    assert promise in str(caught.value).split(" Instead: ")[0]


def test_a_deviation_within_the_stated_tolerance_is_no_broken_promise():
    def wavers(_, cells):
        return letters(cells) + np.float32(0.25 * (len(cells) > 1))

    check_scorer(broken(score=wavers, tolerance=0.5))
    with pytest.raises(BrokenPromiseError, match=r"tolerance 0\.125"):
        check_scorer(broken(score=wavers, tolerance=0.125))


@pytest.mark.parametrize(("listwise", "shown"), [(True, ("a", "b")), (False, ())])
def test_a_list_wise_panel_shows_all_options_asked_for_and_another_shows_none(listwise, shown):
    seen = []

    def remember(context, option):
        seen.append(context.shown)
        return 1.0

    item = Item("q", "p", "text", "ask", ("a", "b"))
    FakePanel({"QOC": remember}, listwise=listwise).score("QOC", own_cells([item]), "own")
    assert seen == [shown, shown]


def test_a_listwise_scorer_may_look_at_the_options_shown_and_is_shown_all_of_them():
    asked = []

    def remembers(self, cells):
        asked.append(cells)
        return peeks(self, cells)

    check_scorer(broken(score=remembers, listwise=True))
    assert {context.shown for context in asked[0].contexts} == {item.options for item in example_items()}


def test_the_suite_can_ask_about_a_users_own_items():
    items = (Item("one", "p", "Only here.", "Where?", ("here", "there")),)

    def knows_only_these(_, cells: Cells):
        known = {(row.passage, row.question) for row in cells.contexts} <= {
            ("Only here.", "Where?"),
            ("Nobody asked.", "Who?"),
        }
        assert known
        return letters(cells)

    check_scorer(broken(score=knows_only_these), items)


def test_the_built_in_items_hold_every_kind_of_text_the_suite_promises():
    items = example_items()
    assert any(not item.passage and item.question for item in items)
    assert any(item.passage and not item.question for item in items)
    assert any(not item.passage and not item.question for item in items)
    assert any(len(item.passage.split()) > 2_000 for item in items)
    assert any(not item.passage.isascii() for item in items)
    assert any(len(set(item.options)) < len(item.options) for item in items)
    assert {2, 3, 4, 5} <= {len(item.options) for item in items}


class Longest:
    """Choose the longest option: the experiment every broken one below differs from in one thing."""

    name = "longest"

    def run(self, exam, panel):
        from magnetite.core.cells import own_cells
        from magnetite.core.results import Finding, Table
        from magnetite.views import view

        own = own_cells([view("QO")(item) for item in exam])
        scores = panel.score("QO", own, "own")
        rows = Table("items", "Questions", (ID.over(item.id for item in exam),))
        return (Finding(self.name, "Longest", f"{float(scores.max()):.3f}", items=rows),)


class Counting(Longest):
    calls = 0

    def run(self, exam, panel):
        (finding,) = super().run(exam, panel)
        Counting.calls += 1
        return (replaced(finding, answer=f"call {Counting.calls}"),)


class Peeking(Longest):
    def run(self, exam, panel):
        from magnetite.core.cells import own_cells

        panel.score("QO", own_cells(exam.items), "own")  # not put under the view
        return super().run(exam, panel)


class Scattering(Longest):
    def run(self, exam, panel):
        from magnetite.core.cells import own_cells
        from magnetite.views import view

        own = own_cells([view("O")(item) for item in exam])
        panel.score("O", own.take(np.arange(len(own)) * 7 % len(own)), "scattered")
        return super().run(exam, panel)


class Inventing(Longest):
    def run(self, exam, panel):
        from magnetite.core.results import Table

        (finding,) = super().run(exam, panel)
        return (replaced(finding, items=Table("items", "Questions", (ID.over(["nobody"]),))),)


class Listing(Longest):
    def run(self, exam, panel):
        return list(super().run(exam, panel))


def replaced(finding, **parts):
    import dataclasses

    return dataclasses.replace(finding, **parts)


@pytest.mark.parametrize(
    ("broken", "promise"),
    [
        (Counting, "the same exam and the same answers give the same findings"),
        (Peeking, "no passage goes to a system without"),
        (Scattering, "a context's cells are asked for together"),
        (Inventing, "rows of questions have the exam's ids"),
        (Listing, "it returns its findings in a tuple"),
    ],
)
def test_an_experiment_that_breaks_a_promise_is_told_which(broken, promise):
    check_experiment(Longest())
    with pytest.raises(BrokenPromiseError, match=f"experiment 'longest' breaks a promise. Promised: .*{promise}"):
        check_experiment(broken())


@pytest.mark.parametrize("name", ["accuracy", "shortcuts", "following", "magnets"])
def test_the_experiments_of_an_audit_keep_their_promises(name):
    from magnetite.experiments.registry import experiment_named

    check_experiment(experiment_named(name))


def test_the_other_experiments_keep_their_promises_too():
    from magnetite.experiments.check.experiment import Check
    from magnetite.experiments.flags import default_settings
    from magnetite.experiments.magnets.experiment import Magnets
    from magnetite.experiments.transfer.experiment import Transfer
    from magnetite.experiments.unreadable.experiment import Unreadable, UnreadableTrace

    exam = example_exam()
    pool = ("a heron", "the spade", "up and down", "nobody at all")
    for mode in ("full", "race"):
        check_experiment(Magnets(mode=mode, pool=pool, top=2), exam)
    check_experiment(Unreadable(attacks=("AddAns2Opt",)), exam)
    check_experiment(UnreadableTrace("q3", "AddAns2Opt"), exam)
    check_experiment(Transfer("made up", {"example": exam}), exam)
    check_experiment(Check(default_settings(), {}), exam)


def test_a_fake_panel_answers_from_arrays_by_label_and_keeps_what_it_was_asked():
    panel = FakePanel({"QOC": {"one": np.zeros(2, np.float32), "two": np.ones(2, np.float32)}}, {"QOC": "QO"})
    cells = Cells((), (), np.zeros(2, np.int64), np.zeros(2, np.int64))
    assert panel.score("QOC", cells, "two").tolist() == [1.0, 1.0]
    assert [(name, label, members) for name, label, _, members in panel.requests] == [("QOC", "two", "all")]
    assert panel.panelists["QOC"].view == "QO"
