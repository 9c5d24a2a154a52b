"""No figure in a claim is typed twice: it is one that `reported.py` has, a limit with a name, or derived of these."""

import re
from collections.abc import Iterator, Mapping

import numpy as np
import pytest

from magnetite_papers.lin2021 import claims as lin
from magnetite_papers.lin2021 import reported as of_lin
from magnetite_papers.liusie2022 import claims as liusie
from magnetite_papers.liusie2022 import reported as of_liusie
from magnetite_papers.liusie2022.settings import RECLOR
from magnetite_papers.si2019 import claims as si
from magnetite_papers.si2019 import reported as of_si
from magnetite_papers.training_table.finding import FULL, TABLE_3

CITED = re.compile(r"(?:Tables?|Figures?|section|Section|Appendix|footnote) [A-Z]?[.\d]+\d*(?: and [A-Z]?[.\d]+)?")
NUMBER = re.compile(r"(?<![\w.-])[−-]?\d+(?:\.\d+)?(?![\w]|\.\d)")
SURE = 2  # effective options, in words of a number's label


def leaves(value) -> Iterator[float]:
    """Yield every number in a value."""
    if isinstance(value, Mapping | list | tuple):
        for each in value.values() if isinstance(value, Mapping) else value:
            yield from leaves(each)
    elif isinstance(value, int | float):
        yield float(value)


def named(module) -> list[float]:
    """Return the numbers of a module's constants."""
    return list(leaves([value for name, value in vars(module).items() if name.isupper() and name != "CLAIMS"]))


def less(view, other, level="all"):
    """Return by how much one view is above another in Table 2 of Liusie et al."""
    return of_liusie.TABLE_2[view][level] - of_liusie.TABLE_2[other][level]


def derived() -> dict[str, list[float]]:
    """Return what the papers' own figures add up to, where a claim says it."""
    added, replaced = (list(of_si.TABLE_2[name].values()) for name in ("AddSent2Opt-Shuffle", "Sent2Opt-Shuffle"))
    reclor = of_liusie.TABLE_B2[RECLOR]
    return {
        "lin2021": [lin.GUESSING + lin.ALIKE, -lin.NEAR_NOTHING],
        "si2019": [
            float(np.mean(np.subtract(added, replaced))),
            of_si.FIGURE_9[8] - of_si.FIGURE_9[7],
            *(TABLE_3[name][FULL] - TABLE_3[name]["P-Shuffle"] for name in ("MCScript", "MCScript2.0")),
        ],
        "liusie2022": [
            *(less("QO", "O"), less("CO", "QO"), less("QOC", "QO")),
            of_liusie.TABLE_2["QOC"]["middle"] - of_liusie.TABLE_2["QOC"]["college"],
            reclor["QO"][RECLOR] - reclor["O"][RECLOR],
            SURE,
        ],
    }


def untold(text, known) -> list[str]:
    """Return the numbers of a text that are none of the known ones, as shares or per cent, rounded as the text does."""
    numbers = NUMBER.findall(CITED.sub("", text))
    return [
        number for number in numbers if not any(_rounds(number, scale * each) for each in known for scale in (1, 100))
    ]


def _rounds(number, value) -> bool:
    digits = len(number.partition(".")[2])
    return abs(round(value, digits) - float(number.replace("−", "-"))) < 0.51 * 10**-digits


@pytest.mark.parametrize(
    ("paper", "claims", "reported"),
    [("lin2021", lin, of_lin), ("si2019", si, of_si), ("liusie2022", liusie, of_liusie)],
    ids=["lin2021", "si2019", "liusie2022"],
)
def test_every_number_in_a_claim_is_reported_derived_or_a_limit_with_a_name(paper, claims, reported):
    known = [*named(reported), *named(claims), *derived()[paper], *(leaves(TABLE_3) if paper == "si2019" else ())]
    assert {claim.says: left for claim in claims.CLAIMS if (left := untold(claim.says, known))} == {}


def test_a_number_that_the_paper_does_not_have_is_found():
    known = [*named(of_liusie), *derived()["liusie2022"]]
    assert untold("O 41.8%, QO 57.3%, CO 68.2% (Table 2).", known) == []
    assert untold("O 41.8%, QO 56.3%, CO 68.2% (Table 2).", known) == ["56.3"]
