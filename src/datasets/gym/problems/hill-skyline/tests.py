"""Test inputs, public ones first."""
import random


def inputs():
    rng = random.Random(37)
    out = ["1 3 2\n", "2 2\n"]
    for n in range(1, 19):
        out.append(" ".join(str(rng.randint(1, 7)) for _ in range(n)) + "\n")
    return out
