"""A user's function is a scorer in each of its three ways, and its mistakes are named with their cell."""

import functools
from importlib.util import module_from_spec, spec_from_file_location
from types import SimpleNamespace

import numpy as np
import pytest

from examfiles.errors import UsageError
from examfiles.items import Item
from magnetite.core.cells import own_cells, with_shown
from magnetite.core.errors import ModelError
from magnetite.engine import score_cells
from magnetite.scorers.function import Function
from magnetite.testing import check_scorer

ITEMS = (
    Item("1", "p", "Ann has a cat.", "What has Ann?", ("a cat", "a dog", "cats"), 0),
    Item("2", "p", "Ann has a cat.", "Who has a cat?", ("Ann", "Bob"), 0),
)
CELLS = own_cells(ITEMS)


def letters(passage, question, option):
    return len(option)


def letters_of_many(cells):
    return [len(cell["option"]) for cell in cells]


def share_of_letters(passage, question, options):
    return [len(option) / max(1, sum(map(len, options))) for option in options]


@pytest.mark.parametrize(
    "scorer",
    [Function(letters), Function(letters_of_many, batched=True), Function(share_of_letters, listwise=True)],
    ids=["one cell", "batched", "listwise"],
)
def test_each_way_of_calling_keeps_the_scorer_contract(scorer):
    check_scorer(scorer)


def test_one_cell_and_batched_functions_are_given_the_texts_and_their_scores_stand_as_asked():
    assert Function(letters).score(CELLS).tolist() == [5, 5, 4, 3, 3]
    assert Function(letters_of_many, batched=True).score(CELLS).tolist() == [5, 5, 4, 3, 3]
    asked = []
    Function(lambda cells: asked.extend(cells) or [0] * len(cells), "asks", version="1", batched=True).score(
        CELLS.take([3])
    )
    assert asked == [{"passage": "Ann has a cat.", "question": "Who has a cat?", "option": "Ann"}]


def test_a_listwise_function_is_called_once_a_question_with_all_its_options():
    calls = []

    def remember(passage, question, options):
        calls.append(options)
        return list(range(len(options)))

    scorer = Function(remember, version="1", listwise=True)
    assert scorer.score(with_shown(CELLS)).tolist() == [0, 1, 2, 0, 1]
    assert calls == [["a cat", "a dog", "cats"], ["Ann", "Bob"]]
    assert scorer.shares_context


def test_a_listwise_function_refuses_an_option_its_context_does_not_show():
    with pytest.raises(UsageError, match=r"option 'a cat'.*not among the 0 its context shows.*with_shown"):
        Function(share_of_letters, listwise=True).score(CELLS)


def test_numbers_of_any_library_are_taken():
    assert Function(lambda p, q, o: np.float64(1.5), "half", version="1").score(CELLS).tolist() == [1.5] * 5
    assert Function(lambda cells: np.arange(len(cells)), "counts", version="1", batched=True).score(CELLS).tolist() == [
        *range(5)
    ]
    assert Function(lambda p, q, o: True, "yes", version="1").score(CELLS).dtype == np.float64


@pytest.mark.parametrize("returned", ["0.5", None, [1.0, 2.0], {"score": 1}], ids=["text", "None", "list", "dict"])
def test_what_is_not_a_number_is_refused_with_its_cell(returned):
    with pytest.raises(ModelError, match=r"question 'What has Ann\?', option 'a cat': it returned .*expected a number"):
        Function(lambda p, q, o: returned, "mine", version="1").score(CELLS)


@pytest.mark.parametrize("returned", [[1.0], [1.0] * 6, None, 3.0, "12345", dict.fromkeys(range(5), 1)])
def test_a_batched_function_that_returns_something_else_than_one_number_a_cell_is_refused(returned):
    with pytest.raises(ModelError, match="expected 5 numbers"):
        Function(lambda cells: returned, "mine", version="1", batched=True).score(CELLS)


def test_a_listwise_function_that_returns_too_few_numbers_is_refused():
    with pytest.raises(ModelError, match="it returned a list of 1; expected 3 numbers"):
        Function(lambda p, q, options: [1.0], "mine", version="1", listwise=True).score(with_shown(CELLS))


def test_an_exception_in_the_function_is_named_with_its_cell_and_kept_as_the_cause():
    def stumbles(passage, question, option):
        if option == "Bob":
            raise ZeroDivisionError("division by zero")
        return 1.0

    with pytest.raises(ModelError, match=r"option 'Bob': it raised ZeroDivisionError: division by zero") as caught:
        Function(stumbles, version="1").score(CELLS)
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


@pytest.mark.parametrize("bad", [float("nan"), float("inf"), 1e300])
def test_a_score_that_is_not_finite_is_caught_by_the_engine_and_named_with_its_cell(bad):
    scorer = Function(lambda p, q, o: bad if o == "Bob" else 1.0, "mine", version="1")
    with pytest.raises(ModelError, match=r"'mine': 1 of 5 scores are not finite.*option 'Bob'"):
        score_cells(CELLS, scorer)


def test_the_fingerprint_is_the_same_for_the_same_source_and_differs_with_source_version_and_way():
    assert Function(letters).fingerprint == Function(letters, "another name").fingerprint
    fingerprints = [
        Function(letters).fingerprint,
        Function(share_of_letters, listwise=True).fingerprint,
        Function(letters, "letters", version="1").fingerprint,
        Function(letters, "letters", version="2").fingerprint,
        Function(letters, "letters", version="1", batched=True).fingerprint,
    ]
    assert len(set(fingerprints)) == len(fingerprints)


def test_a_callable_whose_source_does_not_tell_its_scores_needs_a_version():
    from_nowhere = eval("lambda passage, question, option: 1.0")  # as typed at a prompt
    weight = 2.0

    def remembers(passage, question, option):
        return weight

    class Callable:
        def __call__(self, passage, question, option):
            return 1.0

    partial = functools.partial(letters, "passage")
    reasons = {
        from_nowhere: "its source cannot be read",
        remembers: r"values from outside its source \(weight\)",
        Callable(): "an object with values of its own",
        partial: "an object with values of its own",
    }
    for function, reason in reasons.items():
        with pytest.raises(UsageError, match=rf"{reason}.*Name its version: Function\(…, '.+', version='1'\)"):
            Function(function)
        assert Function(function, "mine", version="1").fingerprint
    with pytest.raises(UsageError, match=r"a lambda has no name.*Name it"):
        Function(from_nowhere, version="1")


MODULE = """
import re
from functools import lru_cache

LEAST = {least}
WORDS = re.compile("{words}")


class Rule:
    def weigh(self, text):
        return {weight} * len(text)


@lru_cache
def helped(text):
    return deeper(text)


def deeper(text):
    return {inner}


def scores(passage, question, option):
    return float(len(WORDS.findall(option)) + helped(option) + Rule().weigh(option) > LEAST)
"""
AS_IS = {"least": 3, "words": "a", "weight": 1, "inner": "len(text)"}


def scores_of(folder, **changed):
    """Import a module of a user's, and make a scorer of its function."""
    folder.mkdir()
    (folder / "rules_of_a_user.py").write_text(MODULE.format(**AS_IS | changed), "utf-8")
    spec = spec_from_file_location("rules_of_a_user", folder / "rules_of_a_user.py")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return Function(module.scores)


def test_what_a_function_uses_and_reads_is_in_its_fingerprint(tmp_path):
    as_is = scores_of(tmp_path / "one").fingerprint
    assert scores_of(tmp_path / "two").fingerprint == as_is
    changes = [{"least": 4}, {"words": "b"}, {"weight": 2}, {"inner": "-len(text)"}]
    others = [scores_of(tmp_path / str(place), **change).fingerprint for place, change in enumerate(changes)]
    assert len({as_is, *others}) == len(changes) + 1


def test_parameters_that_have_the_names_may_stand_in_any_order():
    def swapped(question, option, passage):
        return passage.count(option)

    def by_keyword(*, passage, question, option):
        return passage.count(option)

    def in_order(text, question, option):
        return text.count(option)

    def whole_list(options, passage, question):
        return [passage.count(option) for option in options]

    wanted = Function(in_order).score(CELLS).tolist()
    assert Function(swapped).score(CELLS).tolist() == wanted
    assert Function(by_keyword).score(CELLS).tolist() == wanted
    assert Function(whole_list, listwise=True).score(with_shown(CELLS)).tolist() == wanted
    assert len(set(wanted)) > 1


MODEL = SimpleNamespace(weight=1.0)


def test_what_no_hash_sees_is_named(caplog):
    def reads(passage, question, option):
        return MODEL.weight * np.float64(len(option))

    Function(reads)
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert "Function 'reads' uses MODEL" in caplog.text
    caplog.clear()
    Function(reads, version="1")
    assert not caplog.records


def test_functions_that_share_a_line_or_differ_in_a_default_are_told_apart():
    first, second = lambda p, q, o: float(o in {p, "Ann", "Bo"}), lambda p, q, o: -float(o in {p, "Ann", "Bo"})
    assert Function(first).fingerprint != Function(second).fingerprint
    assert Function(first).fingerprint == Function(first, "another name").fingerprint
    kinds = [weighted(sign) for sign in (1, -1, 1)]
    one, other, same = (Function(kind).fingerprint for kind in kinds)
    assert one == same != other
    with pytest.raises(UsageError, match="default is an object with values of its own"):
        Function(weighted([1]))


def weighted(sign):
    def score(passage, question, option, sign=sign):
        return sign

    return score


def test_a_function_is_named_after_itself_unless_named():
    assert Function(letters).name == "letters"
    assert Function(letters, "mine").name == "mine"


def test_a_batched_function_may_take_cells_out_of_its_list_and_an_error_still_names_the_batch():
    def taking(cells):
        return [float(len(cells.pop(0)["option"])) for _ in range(5)]

    def failing(cells):
        taking(cells)
        cells[0]["option"]

    assert Function(taking, "taking", version="1", batched=True).score(CELLS).tolist() == [5, 5, 4, 3, 3]
    with pytest.raises(ModelError, match=r"a batch of 5 cells from question 'What has Ann\?', .*raised IndexError"):
        Function(failing, "failing", version="1", batched=True).score(CELLS)
    with pytest.raises(ModelError, match=r"a batch of 5 cells from question 'What has Ann\?', .*of 1; expected 5"):
        Function(lambda cells: [cells.clear()], "clearing", version="1", batched=True).score(CELLS)


def test_batched_and_listwise_together_are_refused():
    with pytest.raises(UsageError, match="batched and listwise do not go together"):
        Function(letters, batched=True, listwise=True)
