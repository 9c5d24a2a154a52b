"""Reports, booklets and keys of studies in a real browser: widths, paper, hostile texts, accessibility."""

import pytest

from examfiles.items import Item
from magnetite_study import report_study
from magnetite_study.booklets import write_booklets
from magnetite_study.database import Database
from magnetite_study.simulated import Population, simulate
from tests.report.browsing import NEEDS_BROWSER, faults, opened
from tests.study.made import attack, items, no_passage, study, with_a_model

pytestmark = NEEDS_BROWSER
HOSTILE = "<script>window.injected = 1</script><img src=x onerror='window.injected = 1'>" + "unbroken" * 30
KINDS = ("attack", "no-passage")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Write a report, booklets and a key of a study of each kind, whose texts are hostile and long."""
    home = tmp_path_factory.mktemp("studies")
    odd = [Item(f"odd{k}", f"o{k}", f"{HOSTILE} {k}", HOSTILE, (HOSTILE, "b", "c", f"d{k}"), 1) for k in range(4)]
    asked = [*odd, *items(8)]
    for kind, design in zip(KINDS, (with_a_model(attack(12, items=asked)), no_passage(12, items=asked)), strict=True):
        made = study(home / kind, design)
        answers = simulate(design, Population(susceptibility=0.3, easier=2.0))
        with Database(made) as database:
            for k in range(len(answers)):
                number, position = int(answers.participant[k]), int(answers.position[k])
                order = design.booklet(number)[position - 1].order
                database.answer(number, position, order.index(int(answers.chosen[k])), float(answers.seconds[k]))
        report_study(made, made / "report")
        write_booklets(design, [1, 2], made / "booklets")
    return home


@pytest.mark.parametrize("width", [1280, 375])
@pytest.mark.parametrize("kind", KINDS)
def test_a_report_fits_its_width_draws_its_figures_and_runs_nothing_of_the_texts(chromium, folder, kind, width):
    trouble = []
    for page in opened(chromium, folder / kind / "report" / "report.html", trouble, width, 800):
        page.evaluate("document.querySelectorAll('details').forEach((fold) => { fold.open = true; })")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.evaluate("document.querySelectorAll('.chart svg, .chart canvas').length") >= 1
        assert page.evaluate("window.injected === undefined")
    assert trouble == []


@pytest.mark.parametrize("width", [800, 375])
@pytest.mark.parametrize("name", ["booklets", "key"])
@pytest.mark.parametrize("kind", KINDS)
def test_booklets_and_key_fit_and_run_nothing_of_the_texts(chromium, folder, kind, name, width):
    trouble = []
    page = chromium.new_page(viewport={"width": width, "height": 800})
    page.on("console", lambda message: trouble.append(message.text))
    page.goto((folder / kind / "booklets" / f"{name}.html").as_uri())
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate("window.injected === undefined")
    page.close()
    assert trouble == []


def test_on_paper_every_booklet_begins_on_a_new_sheet_and_ends_with_its_answer_sheet(chromium, folder):
    pypdf = pytest.importorskip("pypdf")
    page = chromium.new_page()
    page.goto((folder / "attack" / "booklets" / "booklets.html").as_uri())
    page.pdf(path=str(folder / "booklets.pdf"), prefer_css_page_size=True)
    page.close()
    pages = [sheet.extract_text() for sheet in pypdf.PdfReader(folder / "booklets.pdf").pages]
    first, second = (next(k for k, text in enumerate(pages) if text.startswith(f"Participant {n}")) for n in (1, 2))
    assert first == 0
    assert "Answer sheet" in pages[second - 1]
    assert "Answer sheet" in pages[-1]
    assert second == len(pages) / 2 == 14, "a cover, a sheet a question, an answer sheet"


@pytest.mark.parametrize("name", ["report/report.html", "booklets/booklets.html", "booklets/key.html"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_page_is_sound_for_every_width_and_to_axe(chromium, folder, kind, name):
    assert faults(chromium, folder / kind / name) == []
