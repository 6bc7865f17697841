"""Test inputs, public ones first."""
import random


def inputs():
    rng = random.Random(73)
    return [[5, 2], [4, 4]] + [[rng.randint(1, 60), rng.randint(0, 30)] for _ in range(18)]
