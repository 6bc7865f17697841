"""Test inputs, public ones first."""
import random


def inputs():
    rng = random.Random(97)
    return [["abbcccb"], ["xyz"]] + [["".join(rng.choice("ab") for _ in range(n))] for n in range(4, 24)]
