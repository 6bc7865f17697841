"""Test inputs, public ones first: short words may read the same both ways, long ones are drawn."""
import random


def inputs():
    rng = random.Random(71)
    short = ["level", "radar", "a", "noon", "abba", "tree", "kayak", "map", "aa", "ab"]
    long = ["".join(rng.choice("abcdef") for _ in range(rng.randint(20, 40))) for _ in range(20)]
    return [f"{word}\n" for word in short + long]
