"""Test inputs, public ones first."""
import random


def inputs():
    rng = random.Random(79)
    out = [[["flower", "flow", "flight"]], [["dog", "cat"]]]
    for n in range(18):
        stem = "".join(rng.choice("abc") for _ in range(n))
        out.append([[stem + "".join(rng.choice("abc") for _ in range(rng.randint(0, 5))) for _ in range(3)]])
    return out
