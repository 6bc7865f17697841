"""Test inputs, public ones first."""
import random


def inputs():
    rng = random.Random(53)
    letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    line = lambda n: " ".join("".join(rng.choice(letters) for _ in range(rng.randint(2, 8))) for _ in range(n))
    return ["Hello World\n", "rLLM\n"] + [f"{line(n)}\n" for n in range(1, 19)]
