"""What Si et al. (2019) claim, tested on the exhibits."""

from magnetite.reproduce.paper import Claim

CLAIMS: tuple[Claim, ...] = ()
