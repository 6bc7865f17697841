"""Test inputs, public ones first."""
import random


def inputs():
    rng = random.Random(67)
    names = "tea milk sugar flour rice salt oats".split()
    out = [[["tea", "milk"], 12], [["salt", "oats", "tea"], 16]]
    for n in range(2, 20):
        words = [rng.choice(names) for _ in range(2 + n % 5)]
        out.append([words, sum(map(len, words)) + 2 * len(words) + rng.randint(1, 9)])
    return out
