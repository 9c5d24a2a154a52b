"""`python -m magnetite` is `magnetite`: what `torchrun -m` and `accelerate launch -m` start."""

from magnetite.cli import main

main()
