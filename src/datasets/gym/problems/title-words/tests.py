"""Test inputs, public ones first."""
import random


def inputs():
    rng = random.Random(89)
    words = "the OLD man aNd THE sea".split()
    return [["the old man"], ["THE SEA"]] + [["  ".join(rng.choice(words) for _ in range(n))] for n in range(1, 19)]
